"""What a page says of what was done, beside what it said in the runs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from kgmem.language.moments import ENGLISH_WEEKDAYS, MONTHS
from kgmem.language.stemming import stem
from kgmem.language.vocabulary import words
from kgmem.language.words import words as cut
from kgmem.model.keys.table_rows import cells, is_row
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import Page, Step
from kgmem.paths.came import newly_said
from kgmem.replay.follow.driver import Rests
from kgmem.replay.follow.page_at_hand import PageAtHand
from kgmem.turns import Turns

_NUMBER, _ANY = "#", "*"
_OF_DATES = frozenset(
    part.casefold() for one in (*MONTHS, *ENGLISH_WEEKDAYS) for part in (one, one[:3])
)


@dataclass(frozen=True, slots=True)
class Said:
    """Of the page that a plan is followed on."""

    page: PageAtHand
    plan: Plan
    done: Sequence[Step]

    def error(self) -> Turns[str | None]:
        """The alert that it shows, where no step of any run saw one like it."""
        known = [one for one in self._ever() if one]
        alert = (yield from self.page.look()).page.alert
        is_new = alert and _is_complaint(alert, known, self._values())
        return alert if is_new else None

    def amiss(self, step: PlanStep, was: Page) -> Turns[str | None]:
        """What it says since the step that no run saw: after the last one, where it
        said something then, also what it says instead; after any other, an alert that
        stays."""
        acts = [one.n for one in self.plan.steps if not one.does.gives]
        if step.n != acts[-1]:
            return (yield from self._alert_that_stays(was))
        if isinstance(self.page.driver, Rests):
            yield from self.page.asked(self.page.driver.rest)
            self.page.changed()
        known = step.expect.alerts if step.expect else ()
        values, status = self._values(), ""

        def complaint() -> Turns[str | None]:
            nonlocal status
            alert, status = newly_said((yield from self.page.look()).page, was)
            if _is_complaint(alert, known, values):
                return alert
            is_said = any(_is_known(one, known, values) for one in (alert, status))
            return "" if is_said else None

        is_awaited = any(known)
        said = yield from self.page.wait_for(complaint) if is_awaited else complaint()
        return status if said is None and is_awaited else said

    def _alert_that_stays(self, was: Page) -> Turns[str | None]:
        alert = ""

        def is_quiet() -> Turns[bool | None]:
            nonlocal alert
            alert, _ = newly_said((yield from self.page.look()).page, was)
            is_new = alert and _is_complaint(alert, [*self._ever()], self._values())
            return None if is_new else True

        return None if (yield from self.page.wait_for(is_quiet)) else alert

    def _ever(self) -> Iterator[str]:
        """What it said in an alert after any step of the runs."""
        for step in self.plan.steps:
            yield from step.expect.alerts if step.expect else ()

    def _values(self) -> list[str]:
        """Those of the task, what was entered, and the cells of the rows it was done
        in."""
        given = self.plan.bindings.values()
        bound = ([one] if isinstance(one, str) else one for one in given)
        rows = [one.target.nearest() for one in self.done if one.target]
        within = (cells(row) for row in rows if is_row(row))
        entered = (one.value for one in self.done if one.value)
        return [*chain.from_iterable(bound), *entered, *chain.from_iterable(within)]


def _is_complaint(said: str, known: Sequence[str], values: Iterable[str]) -> bool:
    """Is it in other words than all that were said then? Where that is not known, an
    error."""
    if not known:
        return said.casefold().startswith(words("outcome.begins"))
    return bool(said) and not _is_known(said, known, values)


def _is_known(said: str, known: Sequence[str], values: Iterable[str]) -> bool:
    """Was it said then, but for numbers, dates and these values?"""
    told = _said_plainly(said)
    for value in sorted(map(_said_plainly, values), key=len, reverse=True):
        if value:
            told = re.sub(rf"(?<!\S){re.escape(value)}(?!\S)", _ANY, told)
    as_told = ".+".join(map(re.escape, told.split(_ANY)))
    return any(re.fullmatch(as_told, _said_plainly(one)) for one in known if one)


def _said_plainly(text: str) -> str:
    """Its words, with one sign for what tells numbers and dates."""
    told = (one.fold for one in cut(text) if not one.is_mark)
    signs = (
        _NUMBER if one in _OF_DATES or any(map(str.isdigit, one)) else stem(one)
        for one in told
    )
    return re.sub(rf"{_NUMBER}( {_NUMBER})+", _NUMBER, " ".join(signs))
