"""Find entries that a later entry of the same run replaced."""

from collections import Counter
from collections.abc import Collection, Iterator

from kgmem.learn.distill.named import names_value
from kgmem.learn.distill.sight import Shown, shown
from kgmem.learn.histories.state import States, same_element, same_target, state_of
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Page, Step

_ENTRIES = ("text", "option")
MAX_BETWEEN = 6
"""Texts typed into other fields before a text is replaced."""


def superseded(
    states: States, task: str, dropped: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Each entry that a later one replaced, with its reason, and the later one, too,
    where it left the field as it had been before.

    The later one comes next; only texts may be typed into other fields in between, and
    options be chosen where no page shows the field. What an earlier choice, or a text
    with others in between, changed besides its own field has to be shown to be as it
    was before.
    """
    acts = [
        n
        for n, step in enumerate(states.steps)
        if n not in dropped and not step.does.idles
    ]
    start: dict[int, int] = {}
    """The first of the entries that an entry replaced."""
    for place, j in enumerate(acts):
        earlier = acts[max(place - MAX_BETWEEN - 1, 0) : place]
        i = _choice_before(states, earlier, j)
        i = _entry_replaced(states, task, earlier, j) if i is None else i
        if i is None:
            continue
        start[j] = start.pop(i, i)
        yield i, f"replaced by step {j}"
    for j, i in start.items():
        named = names_value(task, states.steps[j].value)
        if not named and _is_as_before(states, i, j):
            yield j, f"left the field as it was before step {i}"


# --- choices ----------------------------------------------------------------------


def _choice_before(states: States, acts: list[int], j: int) -> int | None:
    """The act before, where step `j` chose anew of the same few."""
    for i in acts[-1:]:
        own = _group(states.steps[i], states.steps[j])
        if own and _took_hold(states, j) and _is_restored(states, i, j, own):
            return i
    return None


def _group(first: Step, second: Step) -> list[Element]:
    """The targets of both steps if they choose one of the same few; else none."""
    a, b = first.target, second.target
    if a is None or b is None or a.frame != b.frame:
        return []
    if first.does.enters == second.does.enters == "option" and same_target(
        first, second
    ):
        return [a, b] if _takes_one(a) and _takes_one(b) else []
    chosen = _chooses(first) and _chooses(second)
    return [a, b] if chosen and _are_of_group(a, b) else []


def _chooses(step: Step) -> bool:
    """Is it something that chooses a radio button?"""
    does = step.does
    return does.presses == "once" or does.sets == "on" or does.enters == "option"


def _takes_one(element: Element) -> bool:
    """Is it a list of which one option is chosen?"""
    several = {"multiple", "aria-multiselectable"} & set(element.attributes)
    return kind_of(element) == "combobox" and not several


def _are_of_group(a: Element, b: Element) -> bool:
    if kind_of(a) != "radio" or kind_of(b) != "radio":
        return False
    group = a.attributes.get("name")
    return bool(group) and group == b.attributes.get("name")


def _took_hold(states: States, j: int) -> bool:
    """Does the page show what step `j` chose as chosen?"""
    step, page = states.steps[j], states.after(j)
    if step.target is None or page is None:
        return False
    if step.does.enters == "option" and kind_of(step.target) != "radio":
        return bool(step.value) and states.value_after(j) == step.value
    state = state_of(page, step.target) or ()
    return bool({"checked=true", "aria-checked=true"} & set(state))


# --- texts ------------------------------------------------------------------------


def _entry_replaced(states: States, task: str, acts: list[int], j: int) -> int | None:
    """The entry that step `j` replaced in its field."""
    i = _entry_before(states, acts, j)
    if i is None:
        return None
    if states.hides_target(i, j):
        return i if _corrects(states, task, i, j) else None
    between = acts[acts.index(i) + 1 :]
    are_texts = all(states.steps[n].does.enters == "text" for n in (j, *between))
    if not are_texts or not _replaces(states, j):
        return None
    return i if not between or _could_do_without(states, i, j, between) else None


def _corrects(states: States, task: str, i: int, j: int) -> bool:
    """On one page, is it the same again, or what the task names after what it does
    not?"""
    if not _same_document(states, i, j):
        return False
    first, second = states.steps[i].value, states.steps[j].value
    return first == second or (
        names_value(task, second) and not names_value(task, first)
    )


def _entry_before(states: States, acts: list[int], j: int) -> int | None:
    """The last entry into the field of step `j`, where since then nothing was done but
    entering into other fields."""
    last = states.steps[j]
    for i in reversed(acts) if last.does.enters in _ENTRIES and last.target else ():
        step = states.steps[i]
        if step.does.enters not in _ENTRIES or (step.value or "").endswith("\n"):
            return None
        if same_target(step, last):
            return i
        if step.target is None:
            return None
    return None


def _could_do_without(states: States, i: int, j: int, between: list[int]) -> bool:
    """Was what is entered between the two there before, and is all else restored?"""
    page = states.before(i)
    targets = [states.steps[n].target for n in between]
    return (
        page is not None
        and all(
            any(same_element(element, target) for element in page.elements)
            for target in targets
            if target is not None
        )
        and _is_restored(states, i, j, _targets(states, i))
    )


def _replaces(states: States, j: int) -> bool:
    """The step empties the field, says that it clears it first, or the page shows
    its text alone in the field."""
    step = states.steps[j]
    if not step.value or step.params.get("clear") is True:
        return True
    return states.value_after(j) == step.value


def _is_as_before(states: States, i: int, j: int) -> bool:
    """Is it shown that the field, and what step `i` changed besides, is after step
    `j` as it was before step `i`?"""
    target, before, after = states.steps[j].target, states.before(i), states.after(j)
    if target is None or before is None or after is None:
        return False
    held = state_of(before, target)
    own = _group(states.steps[i], states.steps[j]) or _targets(states, i)
    return (
        held is not None
        and held == state_of(after, target)
        and _is_restored(states, i, j, own)
    )


def _targets(states: States, i: int) -> list[Element]:
    target = states.steps[i].target
    return [] if target is None else [target]


# --- what else changed ------------------------------------------------------------


def _is_restored(states: States, i: int, j: int, own: list[Element]) -> bool:
    """Is all that step `i` changed, but for the elements that it is about, after step
    `j` as it was before step `i`? False where the pages are not known."""
    before, between, after = states.before(i), states.after(i), states.after(j)
    if before is None or between is None or after is None:
        return False
    if not (before.elements and between.elements and after.elements):
        return False
    if not _same_document(states, i, j):
        return False
    first, second, last = (_others(page, own) for page in (before, between, after))
    changed = {one for one in first.keys() | second if first[one] != second[one]}
    return all(first[one] == last[one] for one in changed)


def _same_document(states: States, i: int, j: int) -> bool:
    return not any(states.changes_page(n) for n in range(i, j + 1))


def _others(page: Page, own: list[Element]) -> Counter[Shown]:
    """How often the page shows what, without the elements themselves."""
    return Counter(
        shown(element)
        for element in page.elements
        if not any(_is_own(element, one) for one in own)
    )


def _is_own(element: Element, own: Element) -> bool:
    kind = kind_of(own)
    if kind_of(element) != kind or element.frame != own.frame:
        return False
    if kind == "radio":
        return element.attributes.get("name") == own.attributes.get("name")
    return same_element(element, own)
