"""Find ways that a run went there and back.

A detour is a stretch of steps that show other pages, whose first and last state are
shown to be equal, but for times that pass.
"""

from collections.abc import Collection, Iterator

from kgmem.learn.distill.acting import does_something, opens_form
from kgmem.learn.distill.named import names_label
from kgmem.learn.distill.reading import was_read
from kgmem.learn.histories.state import States, commits
from kgmem.model.keys.element_evidence import kind_of

LONGEST = 8
"""Steps of the longest detour that is looked for."""
_LINKS = frozenset({"link", "tab", "menuitem", "treeitem", ""})


def detours(
    states: States, task: str, dropped: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Each step of a detour with its reason.

    One that ends the run stays (the end is what was asked for), and so does one
    that showed a text which was typed later and is not in the task, or led to what the
    task names, or followed a link that says it does something.
    """
    i = 0
    while i < len(states.steps) - 2:
        end = None if i in dropped else _end_of_detour(states, i, task, dropped)
        if end is None or was_read(states, i, end, task):
            i += 1
            continue
        yield from (
            (n, f"undone by step {end}") for n in range(i, end + 1) if n not in dropped
        )
        i = end + 1


def _end_of_detour(
    states: States, start: int, task: str, dropped: Collection[int]
) -> int | None:
    before, window = states.before(start), [start]
    for end in range(start + 1, min(start + LONGEST, len(states.steps) - 1)):
        if end not in dropped:
            window.append(end)
        is_back = states.sights.same(before, states.after(end))
        if is_back and _only_travels(states, window, task):
            return end
    return None


def _only_travels(states: States, window: list[int], task: str) -> bool:
    acts = [n for n in window if not states.steps[n].does.idles]
    if len(acts) < 2 or acts[0] != window[0] or acts[-1] != window[-1]:
        return False
    return all(
        _travels(states, n)
        and not commits(states.steps[n])
        and not _was_for_something(states, n, task)
        for n in acts
    )


def _travels(states: States, n: int) -> bool:
    step = states.steps[n]
    if step.does.leads:
        return True
    return (
        step.does.presses is not None
        and step.target is not None
        and kind_of(step.target) in _LINKS
        and states.changes_page(n)
    )


def _was_for_something(states: States, n: int, task: str) -> bool:
    """It does more than lead to a page, or the task names where it leads."""
    step = states.steps[n]
    target = step.target
    address = step.value if target is None else target.attributes.get("href")
    does = does_something(step, address or "")
    if does and not opens_form(states.before(n), states.after(n)):
        return True
    return target is not None and names_label(task, target.label())
