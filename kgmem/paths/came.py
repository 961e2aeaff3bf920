"""What a step brought about: the address that it led to, how its element stands; and
whether that is there already."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.pattern import Expectation
from kgmem.model.plan import PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Mark, Page, Step
from kgmem.paths.marks import DATE, MONTH

_NOTHING = Expectation()
CLASS = "class"
States = Mapping[str, str]
NAME = "name"
DEEDS = frozenset({
    "button", "switch", "checkbox", "menuitem", "menuitemcheckbox", "tab", "summary",
})  # fmt: skip
"""Kinds that are called what they do, or what they have done."""


def came_of(steps: Sequence[Step], address: str | None) -> Expectation | None:
    """What all runs of one step tell of its effect beside the address, and of the page
    that it was done on; None where nothing is known."""
    before = [step.page_before or Page() for step in steps]
    alerts = [_all_said(step) for step in steps]
    turned = set.intersection(*(set(_turned(step)) for step in steps))
    expected = Expectation(
        url_template=address,
        stands={key: (was, state) for key, was, state in sorted(turned)},
        on=_shared_page(before),
        marks=_shared_marks([page.marks for page in before]),
        alerts=tuple(sorted(set().union(*alerts))) if all(alerts) else (),
    )
    return None if expected == _NOTHING else expected


def newly_said(after: Page, before: Page) -> tuple[str, str]:
    """What it says in an alert, and in a status, that it did not say before."""
    alert = (after.alert or "").replace(before.alert or "", "").strip()
    return alert, (after.status or "").replace(before.status or "", "").strip()


def _all_said(step: Step) -> set[str]:
    """What its page said then; empty where that is not known."""
    after = step.page_after or Page()
    if after.alert is None and after.asks_password is None:
        return set()
    alert, status = newly_said(after, step.page_before or Page())
    return {alert or after.alert or "", status} - ({""} if after.alert else set())


def _turned(step: Step) -> Iterator[tuple[str, str, str]]:
    """Each state of its element that the step turned, before and after it."""
    after, target = step.page_after, step.target
    if after and target:
        for key, state in after.turned.items():
            was = target.name if key == NAME else target.attributes.get(key)
            was, state = _apart(was or "", state) if key == CLASS else (was, state)
            yield key, was or "", state


def _apart(one: str, other: str) -> tuple[str, str]:
    """The words that each has for itself."""
    here, there = set(one.split()), set(other.split())
    return " ".join(sorted(here - there)), " ".join(sorted(there - here))


def _shared_page(pages: Sequence[Page]) -> Page | None:
    """The address, title and heading that all have, and none asks for a password."""
    named = {
        (page.url and url_template(page.url), page.title, page.head) for page in pages
    }
    if len(named) > 1 or any(page.asks_password is not False for page in pages):
        return None
    return Page(**dict(zip(("url", "title", "head"), named.pop(), strict=True)))


def _shared_marks(every: Sequence[Sequence[Mark]]) -> tuple[Mark, ...]:
    """Those that all runs have, wherever they stand. That clicks turn a number to the
    task's is believed where a run needed several: one may have saved it; that it is the
    task's at all where several clicks, or runs, came to it."""

    def is_believed(mark: Mark) -> bool:
        like = [[one for one in marks if mark.is_like(one)] for marks in every]
        times = max((one.times for marks in like for one in marks), default=0)
        is_sure = mark.kind in (MONTH, DATE) or times > 1
        return all(like) and (is_sure or (len(every) > 1 and not mark.turns))

    return tuple(filter(is_believed, every[0]))


# --- is it there already? ------------------------------------------------------------


def states_of(step: PlanStep, when: Literal["before", "after"] = "after") -> States:
    """The states of its element that the step turns, by their attributes: as they are
    once it is done, or as they were before."""
    stands = step.expect.stands if step.expect else {}
    n = ("before", "after").index(when)
    beside = (NAME, CLASS)
    return {key: states[n] for key, states in stands.items() if key not in beside}


def has_states(found: Element, states: States) -> bool:
    """Has the element all of these?"""
    return all(found.attributes.get(key, "") == state for key, state in states.items())


def is_done(step: PlanStep, found: Element) -> bool:
    """Does the element stand already as it stands once the step is done?"""
    if states := states_of(step):
        return has_states(found, states)
    if kind_of(found) == "option" and _is_chosen(found):
        return not _is_chosen(step.target or found)
    was, name = step.expect.stands.get(NAME, ("", "")) if step.expect else ("", "")
    if _letters(was) == _letters(name) or kind_of(found) not in DEEDS:
        return False  # a count that went up says nothing of the next time
    return normalize(found.name or "") == normalize(name)


def _is_chosen(option: Element) -> bool:
    return option.attributes.get("aria-selected") == "true"


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))
