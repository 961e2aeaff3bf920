"""Find actions that a run took back.

A detour is a stretch of steps whose first and last state are shown to be equal, but
for times that pass, and whose steps cancel out: there and back, open and close, check
and uncheck; or after which the run did the same as at its beginning, with the same
effect: it went on, came back and went on.
"""

from collections.abc import Collection, Iterator

from kgmem.language.irreversible import is_irreversible
from kgmem.language.lexicon import UNDO, fold, wordings
from kgmem.learn.distill.acting import does_something, opens_form
from kgmem.learn.distill.named import names_label
from kgmem.learn.distill.reading import was_read
from kgmem.learn.distill.sight import is_same_document
from kgmem.learn.histories.state import (
    States,
    commits,
    same_act,
    same_element,
    same_target,
    state_of,
)
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import element_key
from kgmem.model.trajectory import Page, Step

LONGEST = 8
"""Steps of the longest detour that is looked for."""
_LINKS = frozenset({"link", "tab", "menuitem", "treeitem", ""})
_STILL = frozenset({"body", "heading", "html", "main", "p", "paragraph", "section"})
"""Kinds on which a click does nothing by itself."""


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
        back = states.sights.same(before, states.after(end))
        back = back or _is_switched_back(states, window)
        back = back or _is_back_at_address(states, start, end)
        if back and _cancels(states, window, task):
            return end
        if len(window) > 1 and _is_begun_again(states, window, end + 1):
            return end
    return None


def _is_begun_again(states: States, window: list[int], again: int) -> bool:
    """Is the next step the first one once more, in the same state and to the same page,
    and was nothing entered in between, nor done for good?"""
    first = window[0]
    return (
        states.changes_page(first)
        and same_act(states.steps[first], states.steps[again])
        and states.sights.same(states.before(first), states.before(again))
        and is_same_document(states.after(first), states.after(again))
        and not any(_lasts(states.steps[n]) for n in window)
    )


def _lasts(step: Step) -> bool:
    for_good = is_irreversible(step.action, step.target, step.value, step.params)
    return for_good or step.does.edits


def _is_switched_back(states: States, window: list[int]) -> bool:
    """Checked, then unchecked, and both changed something: no page is needed."""
    steps = [states.steps[n] for n in window]
    return [s.effect for s in steps] == [True, True] and _switches_back(*steps)


def _is_back_at_address(states: States, start: int, end: int) -> bool:
    """Is it the same address again, where the pages tell no more?"""
    return is_same_document(
        states.before(start), states.after(end)
    ) and states.tells_address_alone(start, end)


def _cancels(states: States, window: list[int], task: str) -> bool:
    acts = [n for n in window if not states.steps[n].does.idles]
    if len(acts) < 2 or acts[0] != window[0] or acts[-1] != window[-1]:
        return False
    if any(commits(states.steps[n]) for n in acts):
        return False
    if all(_travels(states, n) or _unfolds(states.steps[n]) for n in acts):
        return not (
            any(_does_more(states, n) for n in acts)
            # the last one leads back to what was there before
            or any(_is_named(states.steps[n], task) for n in acts[:-1])
        )
    return len(acts) == 2 and _takes_back(states, acts[0], acts[1])


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


def _unfolds(step: Step) -> bool:
    """Does it open no more than a menu?"""
    target = step.target
    return target is not None and "aria-haspopup" in target.attributes


def _does_more(states: States, n: int) -> bool:
    """Does it more than lead to a page?"""
    step = states.steps[n]
    target = step.target
    address = step.value if target is None else target.attributes.get("href")
    does = does_something(step, address or "")
    return does and not opens_form(states.before(n), states.after(n))


def _is_named(step: Step, task: str) -> bool:
    """Does the task name where it leads?"""
    return step.target is not None and names_label(task, step.target.label())


def _takes_back(states: States, i: int, j: int) -> bool:
    first, second = states.steps[i], states.steps[j]
    if _switches_back(first, second):
        return states.changes(i) or _shows_state(states.before(i), first)
    if not first.does.presses or not _shows_change(states, i):
        return False
    return (
        _closes(second)
        or _clicks_again(first, second)
        or _turns_back(first, second)
        or (_unfolds(first) and _presses_nothing(second))
    )


def _shows_change(states: States, i: int) -> bool:
    """A recorded effect alone is not enough: pressed twice, `+` adds two."""
    before, after = states.before(i), states.after(i)
    pages = [page for page in (before, after) if page and (page.state or page.elements)]
    return len(pages) == 2 and not states.sights.same(before, after)


def _switches_back(first: Step, second: Step) -> bool:
    return first.does.undone_by == second.action and same_target(first, second)


def _closes(step: Step) -> bool:
    if step.does.enters == "key":
        return fold(step.value or "") in ("escape", "esc")
    if step.does.presses:
        return any(words in UNDO for words in wordings(step.target))
    return step.does.leads == "back"


def _presses_nothing(step: Step) -> bool:
    """On a heading, a text or an area: it closes what was open."""
    target = step.target
    kind = kind_of(target) if target else ""
    return step.does.presses == "once" and kind in _STILL


def _clicks_again(first: Step, second: Step) -> bool:
    """On the same element, or on what is called so in the same place."""
    a, b = first.target, second.target
    if first.action != second.action or a is None or b is None:
        return False
    is_in_place = bool(a.path) and (a.path, a.frame) == (b.path, b.frame)
    return same_element(a, b) or (is_in_place and element_key(a) == element_key(b))


def _turns_back(first: Step, second: Step) -> bool:
    """On what stands beside it, as `+` and `−` do."""
    a, b = first.target, second.target
    if first.action != second.action or not (a and b and a.path and b.path):
        return False
    one, other = (path.rpartition("/")[0] for path in (a.path, b.path))
    return (one, a.frame, kind_of(a)) == (other, b.frame, kind_of(b))


def _shows_state(page: Page | None, step: Step) -> bool:
    return page is not None and state_of(page, step.target) is not None
