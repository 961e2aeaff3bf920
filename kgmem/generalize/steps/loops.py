"""Stretches of a run that are one thing done several times."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgmem.generalize.steps.lift import Lifted, named_by_items, without_items
from kgmem.generalize.steps.nameless import is_nameless, told_by
from kgmem.generalize.steps.same_step import ALIKE, similarity
from kgmem.language.irreversible import is_irreversible
from kgmem.model.pattern import Bindings
from kgmem.model.trajectory import Element, Step

Round = tuple[Lifted, ...]


@dataclass(frozen=True, slots=True)
class PathToken:
    """A step or a loop: what paths are aligned on."""

    rounds: tuple[Round, ...]
    """Each with the same number of steps; of a plain step one with one step."""
    slot: str | None = None
    """The list with whose items it is repeated; None: a step, as often in a row as
    there are rounds."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a run goes through the items of a list."""

    before: int
    """Steps of a round before the first one that is there for the item."""
    length: int


Shapes = Mapping[str, Shape]
"""By list slot."""


class Uneven(Exception):
    """The items of a list are not all treated alike."""


def tokens(
    steps: Sequence[Lifted], bindings: Bindings, shapes: Shapes
) -> tuple[PathToken, ...]:
    """The run's steps as loops and steps; raises Uneven where items are used outside
    of a loop."""
    loops = dict(_loops(steps, bindings, shapes))
    found: list[PathToken] = []
    n = 0
    while n < len(steps):
        if n in loops:
            found.append(loops[n])
            n += sum(map(len, loops[n].rounds))
            continue
        if slot := named_by_items(steps[n]):
            raise Uneven(slot)
        end = n + 1
        while end < len(steps) and end not in loops and _again(steps[n], steps[end]):
            end += 1
        found.append(PathToken(tuple((without_items(step),) for step in steps[n:end])))
        n = end
    return tuple(found)


def _again(step: Lifted, following: Lifted) -> bool:
    """The same done to the same element."""
    return (
        step.step.does.repeats
        and not following.items
        and (step.step.action, step.entered)
        == (following.step.action, following.entered)
        and (step.look == following.look or _is_still_there(step, following))
    )


def _is_still_there(step: Lifted, following: Lifted) -> bool:
    """Is it the same element with other texts around it: the link to the next page,
    which may stand beside one to the page before by now?"""
    if step.picks or following.picks or _is_for_good(step.step):
        return False
    leads = all(_leads_on(each.step) for each in (step, following))
    told = [
        (one.name, _place(target, leads), one.kind, one.sure, one.classes)
        for each in (step, following)
        if (one := each.look) and (target := each.step.target)
    ]
    return len(told) == 2 and told[0] == told[1] and None not in told[0][:2]


def _leads_on(step: Step) -> bool:
    """Did it lead to another address?"""
    before, after = step.page_before, step.page_after
    return bool(before and after and before.url and before.url != after.url)


def _place(target: Element, is_among: bool) -> str | None:
    """Its path, or that of what it stands among with others."""
    place = target.path
    return place.rpartition("[")[0] if place and is_among else place


def _is_for_good(step: Step) -> bool:
    return is_irreversible(step.action, step.target, step.value, step.params)


def lists_in(bindings: Bindings) -> dict[str, list[str]]:
    """The items of each slot that holds a list."""
    return {k: bound for k, bound in bindings.items() if isinstance(bound, list)}


def _loops(
    steps: Sequence[Lifted], bindings: Bindings, shapes: Shapes
) -> Iterator[tuple[int, PathToken]]:
    """Loops by where they start."""
    index = {step.place: n for n, step in enumerate(steps)}
    for slot in lists_in(bindings):
        if rounds := _shown_rounds(steps, slot, shapes):
            yield index[rounds[0][0].place], PathToken(rounds, slot)


# --- rounds ------------------------------------------------------------------------


def item_places(steps: Sequence[Lifted], slot: str) -> tuple[int, ...]:
    """Where each item of the list is first used, ascending; empty where a step is
    there for several."""
    first: dict[int, int] = {}
    for n, step in enumerate(steps):
        items = [item for name, item in step.items if name == slot]
        if len(items) > 1:
            return ()
        for item in items:
            first.setdefault(item, n)
    return tuple(sorted(first.values()))


def rounds_at(
    steps: Sequence[Lifted], slot: str, places: Sequence[int], shape: Shape
) -> tuple[Round, ...]:
    """The rounds, if they follow each other and are alike; else none."""
    starts = [place - shape.before for place in places]
    if starts[0] < 0 or starts[-1] + shape.length > len(steps):
        return ()
    if any(b - a != shape.length for a, b in pairwise(starts)):
        return ()
    columns = [[steps[start + n] for start in starts] for n in range(shape.length)]
    told = [_told_by_items(column, slot) for column in columns]
    rounds = tuple(zip(*told, strict=True))
    alike = all(are_rounds_alike(rounds[0], other) for other in rounds[1:])
    return rounds if alike else ()


def _told_by_items(column: Sequence[Lifted], slot: str) -> Sequence[Lifted]:
    """The same step of all rounds; where it is there for an item, but its target has
    no name, the item tells which one it is."""
    if all(step.items and not step.holes and is_nameless(step) for step in column):
        return [told_by(step, slot) for step in column]
    return column


def are_rounds_alike(a: Round, b: Round) -> bool:
    """Do two rounds do the same, each for its own item?"""
    return len(a) == len(b) and all(
        similarity(x, y) >= ALIKE for x, y in zip(a, b, strict=True)
    )


def _shown_rounds(
    steps: Sequence[Lifted], slot: str, shapes: Shapes
) -> tuple[Round, ...]:
    """Rounds in the shape that runs have, else in the run's own."""
    places = item_places(steps, slot)
    if not places:
        return ()
    shape = shapes.get(slot)
    rounds = rounds_at(steps, slot, places, shape) if shape else ()
    if rounds:
        return rounds
    own = next(shapes_of(steps, slot), None) or Shape(0, _span(steps, slot))
    return rounds_at(steps, slot, places, own)


def shapes_of(steps: Sequence[Lifted], slot: str) -> Iterator[Shape]:
    """The shapes that fit two items or more."""
    places = item_places(steps, slot)
    if len(places) < 2:
        return
    length = places[1] - places[0]
    for before in range(length):
        shape = Shape(before, length)
        if rounds_at(steps, slot, places, shape):
            yield shape


def _span(steps: Sequence[Lifted], slot: str) -> int:
    """Steps from the first to the last one that is there for an item."""
    used = [n for n, step in enumerate(steps) if any(s == slot for s, _ in step.items)]
    return used[-1] - used[0] + 1


def shapes_in(all_steps: Sequence[Sequence[Lifted]], slots: Collection[str]) -> Shapes:
    """The shape that most runs with several items have, by slot."""
    found: dict[str, Shape] = {}
    for slot in sorted(slots):
        shapes = Counter(
            shape for steps in all_steps for shape in shapes_of(steps, slot)
        )
        if shapes:
            found[slot] = shapes.most_common(1)[0][0]
    return found
