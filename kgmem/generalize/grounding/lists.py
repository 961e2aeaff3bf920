"""Enumerations in a task's text that a run repeats steps for."""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from kgmem.generalize.grounding.fields import AREAS, Steps
from kgmem.generalize.grounding.matches import Match
from kgmem.generalize.grounding.task_text import (
    TASK_VERBS,
    TaskText,
    is_han,
    is_telling,
)
from kgmem.generalize.plain import Grounding, Use
from kgmem.language.items import item_spans
from kgmem.language.words import Span, Word, words
from kgmem.model.keys.element_evidence import EDITABLE, kind_of, stable_classes
from kgmem.model.keys.identity import element_key
from kgmem.model.trajectory import Step

_SWITCHES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
MAX_ITEM_WORDS = 6
"""Words of an item that no step holds."""
MIN_MIXED = 3
"""Items of an enumeration of which some are told by name and others by number."""
MAX_EDGE_WORDS = 3
"""Words of the first and the last item where none stands between them."""

Held = Mapping[Span, Sequence[Match]]
Shape = tuple[str, ...]
"""What steps that do the same for different items have in common."""


def with_lists(task: TaskText, steps: Steps, held: Held) -> tuple[Grounding, ...]:
    """The groundings of the spans that are held, items of one list as one of them;
    besides, enumerations that only the number of steps tells."""
    found = list(_grounded(task, steps, held))
    found = _with_open_items(task, steps, found)
    return tuple(sorted(found, key=lambda one: one.span))


# Items that steps hold ----------------------------------------------------------------


def _grounded(task: TaskText, steps: Steps, held: Held) -> Iterator[Grounding]:
    for items in _chains(task, steps, held):
        uses = [(m.use, n) for n, item in enumerate(items) for m in held[item]]
        if len(items) > 1:
            yield _list(items, uses)
        else:
            yield Grounding(items[0], tuple(use for use, _ in uses))


def _list(items: Sequence[Span], uses: Sequence[tuple[Use, int]]) -> Grounding:
    """A list of these items; `uses` come with the item's number."""
    in_order = sorted(uses, key=lambda use: (use[0].step, use[1]))
    return Grounding(
        (items[0][0], items[-1][1]),
        tuple(use for use, _ in in_order),
        tuple(items),
        tuple(n for _, n in in_order),
    )


def _chains(task: TaskText, steps: Steps, held: Held) -> Iterator[list[Span]]:
    """Neighbouring spans that are items of one enumeration; others alone."""
    chain: list[Span] = []
    common: set[Shape] = set()
    for span in held:
        uses = [match.use for match in held[span]]
        shapes = _shapes_of(steps, uses)
        if chain and _is_blank(task, chain[-1], span):
            together = common & _chosen_together(steps, uses)
        else:
            is_next = chain and _are_items(task, chain[-1], span)
            together = common & shapes if is_next else set()
        if together:
            common = together
            chain.append(span)
            continue
        if chain:
            yield chain
        chain, common = [span], shapes
    if chain:
        yield chain


def _are_items(task: TaskText, one: Span, other: Span) -> bool:
    """Does nothing but a separator stand between the two?"""
    start, known = one[0], (task.said(one), task.said(other))
    found = item_spans(task.text[start : other[1]], known)
    return [(a + start, b + start) for a, b in found] == [one, other]


def _is_blank(task: TaskText, one: Span, other: Span) -> bool:
    """Does but a blank stand between the two, and Chinese beside it?"""
    left, right = task.text[one[1] - 1], task.text[other[0]]
    is_beside = any(is_han(word) for word in words(left + right))
    return is_beside and task.text[one[1] : other[0]].isspace()


def _chosen_together(steps: Steps, uses: Sequence[Use]) -> set[Shape]:
    """The shapes of those uses that a list alone explains, without a separator: boxes
    that are ticked, what is pressed again and again in other rows, the items of one
    argument."""
    return _shapes_of(steps, (use for use in uses if _is_one_of_many(steps, use)))


def _is_one_of_many(steps: Steps, use: Use) -> bool:
    if use.step < 0:
        return False
    step = steps[use.step]
    if step.does.is_call:
        return re.search(r"\.\d+$", use.part) is not None
    if step.target is None or not _names_target(use):
        return False
    return use.part.startswith("container.") or kind_of(step.target) in _SWITCHES


def _shapes_of(steps: Steps, uses: Iterable[Use]) -> set[Shape]:
    shapes = (_shape_of_use(steps, use) for use in uses)
    return {shape for shape in shapes if shape is not None}


def _shape_of_use(steps: Steps, use: Use) -> Shape | None:
    """The use without its item: what would be done for another item as well. None
    where a second item can't be told from another value."""
    if use.step < 0:
        return None
    step, part = steps[use.step], re.sub(r"\d+", "#", use.part)
    if step.does.is_call:
        return step.action, str(step.params.get("name")), part
    if step.target is None:
        return None
    if _names_target(use):
        return part, *_shape(step)
    return part, step.action, element_key(step.target)


def _names_target(use: Use) -> bool:
    return use.part.startswith(("name", "text", "attributes.", "container."))


def _shape(step: Step) -> Shape:
    """Action and kind of target, without its name and the numbers of its id."""
    if step.target is None:
        return (step.action,)
    chosen = step.target.attributes.get("id", "")
    return (
        step.action,
        kind_of(step.target),
        re.sub(r"\d+", "#", chosen),
        *stable_classes(step.target),
    )


# Items that are told by their number --------------------------------------------------


def _with_open_items(
    task: TaskText, steps: Steps, found: list[Grounding]
) -> list[Grounding]:
    """With each enumeration as one list of which the run holds some items in one way,
    or none, while as many neighbouring steps of one shape as there are items left act
    on different elements without a name, as checkboxes often are. Which of those is
    for which item stays open."""
    for items in _enumerations(task):
        span = items[0][0], items[-1][1]
        own = [one for one in found if _overlap(one.span, span)]
        uses = [use for one in own for use in _uses_by_item(one, items)]
        if any(n < 0 for _, n in uses) or not _in_one_way(steps, uses):
            continue
        left = sorted(set(range(len(items))) - {n for _, n in uses})
        bare = _bare_group(steps, found, own, len(left)) if left else []
        uses += zip((Use(step, "") for step in bare), left, strict=False)
        if len({n for _, n in uses}) > 1:
            found = [one for one in found if one not in own]
            found.append(_list(items, uses))
    return found


def _in_one_way(steps: Steps, uses: Sequence[tuple[Use, int]]) -> bool:
    """Is there something that is done for each of the items?"""
    of_item: dict[int, list[Use]] = defaultdict(list)
    for use, n in uses:
        of_item[n].append(use)
    shapes = [_shapes_of(steps, own) for own in of_item.values()]
    return not shapes or bool(set.intersection(*shapes))


def _uses_by_item(one: Grounding, items: Sequence[Span]) -> Iterator[tuple[Use, int]]:
    """The uses with the number of the item that they hold; -1 for another span."""
    spans = one.items or (one.span,)
    numbers = [items.index(span) if span in items else -1 for span in spans]
    for n, use in enumerate(one.uses):
        yield use, numbers[one.of_item[n] if one.of_item else 0]


def _bare_group(
    steps: Steps, found: Sequence[Grounding], own: Sequence[Grounding], size: int
) -> list[int]:
    """The steps on elements without a name, if one group of them has this size; those
    that hold a value break a group, but for those on elements that `own` names."""
    holding = {use.step for one in found for use in one.uses}
    passed = {use.step for one in own for use in one.uses}
    if not all(_names_target(use) for one in own for use in one.uses):
        return []
    if passed and len(passed) + size < MIN_MIXED:
        return []
    groups = [
        group
        for group in _groups(steps, _bare_shape, holding - passed, passed)
        if len(group) == size
    ]
    return groups[0] if len(groups) == 1 else []


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _bare_shape(step: Step) -> Shape | None:
    """The shape of a step on an element that has no name and takes no text."""
    return _shape(step) if _is_bare(step) else None


def _is_bare(step: Step) -> bool:
    target = step.target
    return (
        target is not None
        and step.value is None
        and not (target.name or "").strip()
        and not (target.text or "").strip()
        and kind_of(target) not in EDITABLE | AREAS
    )


def _groups(
    steps: Steps,
    shape_of: Callable[[Step], Shape | None],
    breaking: Container[int],
    passed: Container[int] = (),
) -> list[list[int]]:
    """Neighbouring steps of one shape; those in `breaking` have none, those in
    `passed` don't stand between neighbours."""
    shapes = {
        n: None if n in breaking else shape_of(step)
        for n, step in steps.items()
        if n not in passed
    }
    groups = groupby(shapes, key=shapes.__getitem__)
    return [list(group) for shape, group in groups if shape is not None]


def _enumerations(task: TaskText) -> Iterator[list[Span]]:
    """Two and more items with separators between them. What stands between two
    separators is an item; how far the first and the last one reach is judged by the
    words there."""
    pieces = item_spans(task.text)
    start = 0
    while start < len(pieces) - 1:
        end = start + 1
        while end < len(pieces) - 1 and _is_item(words(task.said(pieces[end]))):
            end += 1
        items = _with_edges(task, pieces[start : end + 1])
        if len(items) > 1:
            yield items
        start = end


def _is_item(inside: Sequence[Word]) -> bool:
    return (
        0 < len(inside) <= MAX_ITEM_WORDS
        and not any(word.is_mark for word in inside)
        and not _begins_with_verb(inside)
    )


def _begins_with_verb(inside: Sequence[Word]) -> bool:
    return any(
        "".join(word.fold for word in inside[:n]) in TASK_VERBS for n in (1, 2, 3)
    )


def _with_edges(task: TaskText, pieces: Sequence[Span]) -> list[Span]:
    """The items of pieces of which the first and the last hold other words as well."""
    first, *items, last = pieces
    longest = max((len(words(task.said(piece))) for piece in items), default=0)
    if ending := list(_outward(reversed(words(task.said(first))), longest)):
        items.insert(0, (first[0] + ending[-1].start, first[0] + ending[0].end))
    if beginning := list(_outward(words(task.said(last)), longest)):
        items.append((last[0] + beginning[0].start, last[0] + beginning[-1].end))
    return items


def _outward(found: Iterable[Word], longest: int) -> Iterator[Word]:
    """The words next to a separator that may be an item's: as many as the longest
    item between separators has, up to a mark, a function word or a verb."""
    for n, word in enumerate(found):
        room = longest or (0 if is_han(word) else MAX_EDGE_WORDS)
        if n >= room or not is_telling(word):
            return
        yield word
