"""Find entries that a later entry of the same run replaced."""

from collections.abc import Collection, Iterator

from kgmem.learn.distill.named import names_value
from kgmem.learn.histories.state import States, same_target, state_of

MAX_BETWEEN = 6
"""Entries into other fields before one is replaced."""
_ENTRIES = ("text", "option")
_SEVERAL = frozenset({"multiple", "aria-multiselectable"})
"""Attributes of a list of which several options are chosen."""


def superseded(
    states: States, task: str, dropped: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Each entry that a later one into the same field replaced, with its reason, and
    the later one, too, where it left the field as it had been before.

    It enters what the task names after what it does not, or the same again, and since
    then only other fields were filled; or it is a text that comes next and that the
    page shows alone in the field.
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
        i = _entry_before(states, earlier, j)
        if i is None:
            continue
        is_next = i == earlier[-1]
        if not _corrects(states, task, i, j) and not (is_next and _replaces(states, j)):
            continue
        start[j] = start.pop(i, i)
        yield i, f"replaced by step {j}"
    for j, i in start.items():
        named = names_value(task, states.steps[j].value)
        if not named and _is_as_before(states, i, j):
            yield j, f"left the field as it was before step {i}"


def _entry_before(states: States, acts: list[int], j: int) -> int | None:
    """The last entry into the field of step `j`, where since then nothing was done but
    entering into other fields."""
    last = states.steps[j]
    if last.does.enters not in _ENTRIES or not last.target:
        return None
    if not _SEVERAL.isdisjoint(last.target.attributes):
        return None
    for i in reversed(acts):
        step = states.steps[i]
        if step.does.enters not in _ENTRIES or (step.value or "").endswith("\n"):
            return None
        if same_target(step, last):
            return i
        if step.target is None:
            return None
    return None


def _corrects(states: States, task: str, i: int, j: int) -> bool:
    """On one page, is it the same again, or what the task names after what it does
    not?"""
    first, second = states.steps[i].value, states.steps[j].value
    if not all(page and page.url for page in states.around(i, j)):
        return False
    if any(states.changes_page(n) for n in range(i, j + 1)):
        return False
    return first == second or (
        names_value(task, second) and not names_value(task, first)
    )


def _replaces(states: States, j: int) -> bool:
    """Is it a text, and does the step empty the field, say that it clears it first, or
    the page show its text alone in the field?"""
    step = states.steps[j]
    if step.does.enters != "text":
        return False
    if not step.value or step.params.get("clear") is True:
        return True
    return states.value_after(j) == step.value


def _is_as_before(states: States, i: int, j: int) -> bool:
    """Is it shown that the field is after step `j` as it was before step `i`?"""
    target, before, after = states.steps[j].target, states.before(i), states.after(j)
    if target is None or before is None or after is None:
        return False
    held = state_of(before, target)
    return held is not None and held == state_of(after, target)
