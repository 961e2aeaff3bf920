"""Find actions that a run took back.

A detour is a stretch of steps whose first and last state are recorded equal and
whose steps cancel out: there and back, open and close, check and uncheck.
"""

from collections.abc import Collection, Iterator

from kgmem.learn.state import States, commits, same_state, same_target, state_of
from kgmem.model.base import normalize
from kgmem.model.identity import kind_of
from kgmem.model.lexicon import UNDO, fold, wordings
from kgmem.model.trajectory import Page, Step

LONGEST = 8
"""Steps of the longest detour that is looked for."""
_IDLE = frozenset({"wait", "hover", "scroll"})
_TRAVELS = frozenset({"navigate", "back", "switch", "open_app"})
_CLICKS = frozenset({"click", "double_click", "long_press"})
_LINKS = frozenset({"link", "tab", "menuitem", "treeitem", ""})


def detours(
    states: States, task: str, dropped: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Each step of a detour with its reason.

    One that ends the run stays (the end is what was asked for), and so does one
    that showed a text which was typed later and is not in the task.
    """
    i = 0
    while i < len(states.steps) - 2:
        end = None if i in dropped else _end_of_detour(states, i, dropped)
        if end is None or _was_read(states, i, end, task):
            i += 1
            continue
        yield from (
            (n, f"undone by step {end}") for n in range(i, end + 1) if n not in dropped
        )
        i = end + 1


def _end_of_detour(states: States, start: int, dropped: Collection[int]) -> int | None:
    before = states.before(start)
    for end in range(start + 1, min(start + LONGEST, len(states.steps) - 1)):
        window = [n for n in range(start, end + 1) if n not in dropped]
        back = same_state(before, states.after(end))
        if (back or _is_switched_back(states, window)) and _cancels(states, window):
            return end
    return None


def _is_switched_back(states: States, window: list[int]) -> bool:
    """Checked, then unchecked, and both changed something: no page is needed."""
    steps = [states.steps[n] for n in window]
    return [s.effect for s in steps] == [True, True] and _switches_back(*steps)


def _cancels(states: States, window: list[int]) -> bool:
    acts = [n for n in window if states.steps[n].action not in _IDLE]
    if len(acts) < 2 or acts[0] != window[0] or acts[-1] != window[-1]:
        return False
    if any(commits(states.steps[n]) for n in acts):
        return False
    if all(_travels(states, n) for n in acts):
        return True
    return len(acts) == 2 and _takes_back(states, acts[0], acts[1])


def _travels(states: States, n: int) -> bool:
    step = states.steps[n]
    if step.action in _TRAVELS:
        return True
    return (
        step.action in _CLICKS
        and step.target is not None
        and kind_of(step.target) in _LINKS
        and states.changes_page(n)
    )


def _takes_back(states: States, i: int, j: int) -> bool:
    first, second = states.steps[i], states.steps[j]
    if _switches_back(first, second):
        return states.changes(i) or _shows_state(states.before(i), first)
    if first.action == "type":
        return _empties(first, second) and _shows_state(states.before(i), first)
    opened = first.action in _CLICKS and states.changes(i)
    return opened and (_closes(second) or _clicks_again(first, second))


def _switches_back(first: Step, second: Step) -> bool:
    pair = {first.action, second.action}
    return pair == {"check", "uncheck"} and same_target(first, second)


def _empties(first: Step, second: Step) -> bool:
    return second.action == "type" and not second.value and same_target(first, second)


def _closes(step: Step) -> bool:
    if step.action == "key":
        return fold(step.value or "") in ("escape", "esc")
    if step.action in _CLICKS:
        return any(words in UNDO for words in wordings(step.target))
    return step.action == "back"


def _clicks_again(first: Step, second: Step) -> bool:
    return second.action == first.action and same_target(first, second)


def _shows_state(page: Page | None, step: Step) -> bool:
    return page is not None and state_of(page, step.target) is not None


def _was_read(states: States, start: int, end: int, task: str) -> bool:
    """A text that was entered later stands on a page of the detour only."""
    asked = normalize(task)
    entered = {
        value
        for step in states.steps[end + 1 :]
        if step.value and (value := normalize(step.value)) not in asked
    }
    return bool(entered) and any(
        value in text
        for n in range(start, end)
        if (page := states.after(n)) is not None
        for text in _texts(page)
        for value in entered
    )


def _texts(page: Page) -> Iterator[str]:
    for words in (page.title, page.hint):
        if words:
            yield normalize(words)
    for element in page.elements:
        for words in (element.name, element.text, *element.container):
            if words:
                yield normalize(words)
