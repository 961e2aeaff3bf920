"""The normal form of recorded paths: without fidgeting that no replay needs.

People scroll, rest the pointer, click into a field before they type, press beside
things; recorders note one click twice. None of it changes what a run comes to, and
no two people do the same of it. What might matter stays.
"""

from collections.abc import Callable, Iterator, Sequence

from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import element_key
from kgmem.model.trajectory import Element, Step

STANDS = frozenset({
    "aria-checked", "aria-pressed", "aria-expanded", "aria-selected", "aria-sort",
    "open",
})  # fmt: skip
"""Attributes that say how an element stands, and that a press turns."""
STATE_ATTRIBUTES = STANDS | {
    "value", "checked", "selected", "pressed", "expanded", "disabled", "aria-disabled",
    "focused",
}  # fmt: skip
"""Attributes that say how an element stands, not which one it is."""
TEXT_FIELDS = frozenset({"textbox", "searchbox", "spinbutton"})
"""Kinds that a click only puts the caret into."""
AREA_WORDS = 4
"""Words from which on a block is an area of the page, if neither role, name nor class
marks it as a thing, in a record that tells classes."""
MAX_BLOCK = 2_000
"""Characters of a block's text that are looked at."""
MAX_LABEL = 200
MAX_LABELS = 100
"""Other targets whose names are looked for in blocks, and characters of each."""

_MODIFIERS = frozenset({"shift", "control", "ctrl", "alt", "meta", "capslock"})
_CARET_KEYS = frozenset({
    "arrowleft", "arrowright", "arrowup", "arrowdown", "left", "right", "up", "down",
    "home", "end",
})  # fmt: skip
LISTED_KEYS = frozenset({"arrowup", "arrowdown", "up", "down"})
"""Keys that go through what a field lists."""
_OFF = frozenset({"false", "0", "no", "none"})
_PAGE_TAGS = frozenset({"html", "body", "#document"})
_BLOCKS = frozenset({
    "div", "form", "section", "main", "article", "fieldset", "table", "tbody", "ul",
})  # fmt: skip
"""Tags that hold others. A `span` or a text is more often the thing itself."""
_SHAPES = frozenset({
    "circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "text",
    "tspan", "use",
})  # fmt: skip
"""What an SVG drawing is made of."""


def tidy(steps: Sequence[Step]) -> tuple[int, ...]:
    """Indexes of the steps that remain, ascending; all of them where none would.

    Applies the rules of `_RULES` in their order; linear in the number of steps.
    """
    kept = list(range(len(steps)))
    for rule in _RULES:
        kept = rule(steps, kept)
    return tuple(kept) or tuple(range(len(steps)))


def is_field(element: Element | None) -> bool:
    """Is it something that text is typed into?"""
    return element is not None and kind_of(element) in TEXT_FIELDS


def as_done(step: Step) -> Step:
    """The step as what it came to: who types into a read-only field has clicked on
    it."""
    if step.does.enters != "text" or step.target is None:
        return step
    if not is_read_only(step.target):
        return step
    return step.model_copy(update={"action": "click", "value": None})


def is_read_only(element: Element) -> bool:
    """Do its attributes say so, by being there (HTML's and ARIA's)? Such a field shows
    what is picked elsewhere."""
    given = map(element.attributes.get, ("readonly", "aria-readonly"))
    return any(value is not None and value.casefold() not in _OFF for value in given)


# --- rules: from the indexes that are left, those that remain -------------------

_Rule = Callable[[Sequence[Step], list[int]], list[int]]


def _without_looking(steps: Sequence[Step], kept: list[int]) -> list[int]:
    """Without waiting, scrolling the page and pointing at things.

    A replay waits and scrolls by itself as it locates an element. Scrolling one
    element is a deed; so is pointing that changed something, or may have: what is
    done next is done elsewhere.
    """

    def looks(at: int) -> bool:
        step = steps[kept[at]]
        if step.does.moves == "view":
            return step.target is None
        return step.does.waits or (step.does.moves == "pointer" and not brings(at))

    def brings(at: int) -> bool:
        step, after = steps[kept[at]], kept[at + 1 : at + 2]
        if step.effect is not None or not after:
            return bool(step.effect)
        following = steps[after[0]]
        return following.target is not None and following.target != step.target

    return [n for at, n in enumerate(kept) if not looks(at)]


def _without_backgrounds(steps: Sequence[Step], kept: list[int]) -> list[int]:
    """Without clicks on what lies behind the things: the page, a drawing in which
    other steps click a shape, a block of words that are other targets' or many."""
    if not any(_is_on_an_area(steps[n]) for n in kept):
        return kept
    used = [t for n in kept if (t := steps[n].target) is not None]
    draws = any(target.tag in _SHAPES for target in used)
    tells_classes = any(target.attributes.get("class") for target in used)
    labels = {words for target in used[:MAX_LABELS] if (words := _words(target))}

    def is_background(step: Step) -> bool:
        target = step.target
        if target is None or not _is_on_an_area(step):
            return False
        tag = (target.tag or "").casefold()
        if tag in _PAGE_TAGS or (tag == "svg" and draws):
            return True
        if tag not in _BLOCKS or target.role or target.name or not target.text:
            return False
        text = normalize(target.text[:MAX_BLOCK])
        if target.attributes.get("class"):
            return False
        is_area = tells_classes and len(folds(text)) >= AREA_WORDS
        return is_area or text in labels

    return [n for n in kept if not is_background(steps[n])]


def _is_on_an_area(step: Step) -> bool:
    """Does it press something that may be a part of the page rather than a thing?"""
    if not step.does.presses or step.target is None:
        return False
    tag = (step.target.tag or "").casefold()
    return tag in _PAGE_TAGS or tag in _BLOCKS or tag == "svg"


def _words(target: Element) -> str:
    """What a target other than a block is called; empty for none."""
    if (target.tag or "").casefold() in _BLOCKS and not target.role:
        return ""
    return normalize((target.name or target.text or "")[:MAX_LABEL])


def _without_idle_keys(steps: Sequence[Step], kept: list[int]) -> list[int]:
    """Without modifiers on their own, the caret's keys beside typing into a text
    field, unless another key takes what they led to, and Tab before a step that names
    its own target."""
    return [
        n
        for place, n in enumerate(kept)
        if not (
            steps[n].does.enters == "key"
            and _is_idle_key(
                steps[n],
                steps[kept[place - 1]] if place else None,
                steps[kept[place + 1]] if place + 1 < len(kept) else None,
            )
        )
    ]


def _is_idle_key(step: Step, before: Step | None, after: Step | None) -> bool:
    key = (step.value or "").strip().casefold()
    if key in _MODIFIERS:
        return True
    if key == "tab":
        return after is not None and after.target is not None
    if key not in _CARET_KEYS:
        return False
    field = step.target or (before.target if before else None)
    typing = any(s is not None and s.does.enters == "text" for s in (before, after))
    takes = after is not None and after.does.enters == "key"
    return typing and is_field(field) and not (takes and key in LISTED_KEYS)


def _without_erasing(steps: Sequence[Step], kept: list[int]) -> list[int]:
    """Without emptying a text field that was clicked before a value is typed into it:
    the value is what the field holds in the end."""
    left: list[int] = []
    erasing: list[int] = []
    for n in kept:
        if _erases(steps[n]):
            erasing.append(n)
            continue
        if erasing and not (left and _types_into_clicked(steps[left[-1]], steps[n])):
            left += erasing
        erasing = []
        left.append(n)
    return left + erasing


def _erases(step: Step) -> bool:
    key = (step.value or "").strip().casefold()
    return step.does.enters == "key" and key in ("backspace", "delete")


def _types_into_clicked(click: Step, step: Step) -> bool:
    return (
        click.does.presses is not None
        and step.does.enters == "text"
        and is_field(step.target)
        and _same(click.target, step.target)
    )


def _without_echoes(steps: Sequence[Step], kept: list[int]) -> list[int]:
    """Without what one deed was noted as a second time.

    A click on a label is a click on its control too, and both stand on the label's
    text in a record by position. A double click comes after the two clicks that it
    is made of.
    """
    left: list[int] = []
    for group in _repeats(steps, kept):
        first = steps[group[0]]
        if first.does.presses == "once" and _is_label(first.target):
            group = group[::2]
        left += group
    return [
        n
        for place, n in enumerate(left)
        if not (
            steps[n].does.presses == "once"
            and (pair := _next_double(steps, left, place)) is not None
            and _same(steps[n].target, steps[pair].target)
        )
    ]


def _is_label(target: Element | None) -> bool:
    return target is not None and (target.tag or "").casefold() in ("label", "#text")


def _next_double(steps: Sequence[Step], left: list[int], place: int) -> int | None:
    """The double click that follows within the next two steps."""
    for n in left[place + 1 : place + 3]:
        if steps[n].does.presses == "twice":
            return n
        if steps[n].does.presses != "once":
            return None
    return None


def _without_focusing(steps: Sequence[Step], kept: list[int]) -> list[int]:
    """Without clicks that only put the caret into a text field: right before
    something is entered into it, right after, or a second time."""
    left: list[int] = []
    for place, n in enumerate(kept):
        after = steps[kept[place + 1]] if place + 1 < len(kept) else None
        before = steps[left[-1]] if left else None
        if not _only_focuses(steps[n], before, after):
            left.append(n)
    return left


def _only_focuses(step: Step, before: Step | None, after: Step | None) -> bool:
    target = step.target
    if not step.does.presses or target is None:
        return False
    goes_on = after is not None and (after.does.fills or after.does.enters == "key")
    if goes_on and _same(target, after.target if after else None):
        return True
    if not is_field(target):
        return False
    again = (
        after is not None and bool(after.does.presses) and _same(target, after.target)
    )
    done = before is not None and before.does.enters == "text"
    return again or (done and before is not None and _same(target, before.target))


_RULES: tuple[_Rule, ...] = (
    _without_looking,
    _without_backgrounds,
    _without_idle_keys,
    _without_erasing,
    _without_echoes,
    _without_focusing,
)


# --- the same element ---------------------------------------------------------


def _repeats(steps: Sequence[Step], kept: list[int]) -> Iterator[list[int]]:
    """Neighbours that do the same to the same element, together."""
    group: list[int] = []
    for n in kept:
        if group and not _repeats_last(steps[group[-1]], steps[n]):
            yield group
            group = []
        group.append(n)
    if group:
        yield group


def _repeats_last(last: Step, step: Step) -> bool:
    return (last.action, last.value) == (step.action, step.value) and _same(
        last.target, step.target
    )


def _same(a: Element | None, b: Element | None) -> bool:
    """The same element; ids decide where the record has them."""
    if a is None or b is None:
        return False
    if a is b:
        return True
    if (a.frame, a.tab) != (b.frame, b.tab):
        return False
    ids = a.attributes.get("id"), b.attributes.get("id")
    if ids != (None, None):
        return ids[0] == ids[1] and a.tag == b.tag
    if (a.name, a.container, a.ordinal) != (b.name, b.container, b.ordinal):
        return False
    return a == b or element_key(a) == element_key(b)
