"""What a step of a plan reads, as the page shows it now."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

from kgmem.model.answer import OF, OF_VALUE, Answer
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Step
from kgmem.paths.reading.at_place import in_view, read_places, seen_beside
from kgmem.paths.reading.normal import normal_form
from kgmem.paths.reading.shown import Displayed
from kgmem.replay.follow.causes import Stop
from kgmem.replay.follow.driver import Scrolls
from kgmem.replay.follow.page_at_hand import MAX_SCROLLS, PageAtHand
from kgmem.replay.follow.reading import displayed
from kgmem.turns import Turns

_MANY = ("list", "count")
"""What is read of all that a list has, on all its pages."""
MAX_SEEN = 5
"""Rows that are told where the one that is asked for is not there."""


def answer_of(
    step: PlanStep, page: PageAtHand, result: object
) -> Turns[tuple[Answer, Step]]:
    """What stands where the step reads, and the step as it was done; `result` is what a
    tool gave last. Raises Stop where nothing stands there, or several things do."""
    of = str(step.params.get(OF, OF_VALUE))
    seen = _Seen(step, page, of, result)
    yield from page.wait_for(seen.look)
    if of in _MANY or not seen.is_found:
        yield from seen.look_further()
    if not seen.texts:
        raise (yield from page.missing(step, seen.why_absent()))
    if of != "list" and len(seen.texts) > 1:
        raise Stop(step, "no value", two_fit(seen.texts))
    view = yield from page.look()
    answer = _answer(step, of, seen.texts, view.page.url)
    elements = tuple(seen.shown.elements)
    before = view.page.model_copy(update={"elements": elements})
    params, value = step.params, answer.text
    return answer, Step(action="read", value=value, params=params, page_before=before)


def two_fit(texts: Iterable[str]) -> str:
    """What to ask where several things are what a task means."""
    return f"two fit: {'; '.join(islice(texts, MAX_SEEN))}"


class _Seen:
    """What was seen at a step's places."""

    def __init__(
        self, step: PlanStep, page: PageAtHand, of: str, result: object
    ) -> None:
        self._step, self._page, self._of, self._result = step, page, of, result
        self._places = step.reads.get(step.as_, ())
        self.texts: list[str] = []
        self.shown = Displayed()

    @property
    def is_found(self) -> bool:
        """Is something read, which more of the list would not change?"""
        return bool(self.texts) and self.texts != ["false"]

    def look(self) -> Turns[bool | None]:
        """Read what is shown now; None where that is nothing yet."""
        self.shown = yield from displayed(self._page, self._result, beside=True)
        self.texts = read_places(self.shown, self._places, self._of)
        return True if self.texts else None

    def look_further(self) -> Turns[None]:
        """Down the list and from its top, and on its further pages, as far as that may
        show more."""
        is_many, every = self._of in _MANY, [*self.shown.elements]
        if isinstance(self._page.driver, Scrolls):
            yield from self._scroll(self._page.driver, every)
        n = MAX_SCROLLS
        while (is_many or not self.is_found) and (yield from self._page.turn_page()):
            yield from self._page.wait_for(self.look)
            every += [in_view(one, n) for one in self.shown.elements]
            n += 1
        if is_many:
            self.shown = replace(self.shown, elements=every)
            self.texts = read_places(self.shown, self._places, self._of)

    def _scroll(self, driver: Scrolls, every: list[Element]) -> Turns[None]:
        """To the end, from the top to the end, and as far as something is to be read;
        what shows is added to `every`."""
        ends = 0
        for n in range(MAX_SCROLLS):
            has_more = yield from self._page.asked(driver.scroll_on)
            self._page.changed()
            yield from self.look()
            ends += not has_more
            known = set(map(_said_by, every))
            new = [one for one in self.shown.elements if _said_by(one) not in known]
            every += [in_view(one, n) for one in new]
            if ends > 1 or (self.is_found and self._of not in _MANY):
                return

    def why_absent(self) -> str:
        """What is not there, and what is."""
        told = self._places[0].place if self._places else self._step.as_
        rows = seen_beside(self.shown, self._places)[:MAX_SEEN]
        return f"{told} is not there" + (f"; seen: {'; '.join(rows)}" if rows else "")


def _said_by(element: Element) -> tuple[str | None, str | None, tuple[str, ...]]:
    return element.text, element.name, element.container


def _answer(step: PlanStep, of: str, texts: Sequence[str], url: str | None) -> Answer:
    forms = [normal_form(text) for text in texts]
    kind, value = forms[0]
    if of == "list":
        kind, value = "list", [one for _, one in forms]
    elif of == "count":
        kind = "count"
    elif of == "presence":
        kind, value = "truth", texts[0] == "true"
    return Answer(
        name=step.as_,
        value=value,
        text="\n".join(texts),
        kind=kind,
        page=url,
        where=step.reads[step.as_][0].place,
        at=datetime.now(UTC),
    )
