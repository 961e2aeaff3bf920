"""Find entries that a later entry of the same run replaced."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise

from kgmem.learn.distill.named import names_value
from kgmem.learn.distill.sight import Shown, shown
from kgmem.learn.histories.state import States, same_element, same_target, state_of
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Page, Step

_ENTRIES = ("text", "option")


def superseded(
    states: States, task: str, dropped: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Each entry that a later one replaced, with its reason, and the later one, too,
    where it left the field as it had been before.

    The later one comes next. What an earlier choice changed besides its own field has
    to be shown to be as it was before.
    """
    acts = [
        n
        for n, step in enumerate(states.steps)
        if n not in dropped and not step.does.idles
    ]
    start: dict[int, int] = {}
    """The first of the entries that an entry replaced."""
    for i, j in pairwise(acts):
        if not (_is_chosen_anew(states, i, j) or _is_entry_replaced(states, i, j)):
            continue
        start[j] = start.pop(i, i)
        yield i, f"replaced by step {j}"
    for j, i in start.items():
        named = names_value(task, states.steps[j].value)
        if not named and _is_as_before(states, i, j):
            yield j, f"left the field as it was before step {i}"


# --- choices ----------------------------------------------------------------------


def _is_chosen_anew(states: States, i: int, j: int) -> bool:
    """Did step `j` choose anew of the same few?"""
    own = _group(states.steps[i], states.steps[j])
    return bool(own) and _took_hold(states, j) and _is_restored(states, i, j, own)


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


def _is_entry_replaced(states: States, i: int, j: int) -> bool:
    """Did step `j` put its text in the place of what was entered into its field?"""
    first, second = states.steps[i], states.steps[j]
    return (
        first.does.enters in _ENTRIES
        and second.does.enters == "text"
        and second.target is not None
        and not (first.value or "").endswith("\n")
        and same_target(first, second)
        and not states.hides_target(i, j)
        and _replaces(states, j)
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
