"""What a plan asks for is read where known runs had read it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kgmem.model.plan import Plan, PlanStep, answered
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Step
from kgmem.paths.reading.shown import RESULT, Displayed, as_json
from kgmem.paths.reading.sources import read
from kgmem.replay.follow.driver import GivesResult, ReadsText, ShowsTexts, TellsBeside
from kgmem.replay.follow.page_at_hand import PageAtHand
from kgmem.replay.follow.view import View
from kgmem.replay.given import given_element
from kgmem.turns import Turns


@dataclass(slots=True)
class Readings:
    """The values that a plan reads, as far as it has been followed."""

    wanted: Mapping[int, Mapping[str, Sequence[ValueSource]]]
    """By the number of the step after which they are shown: places by name."""
    values: dict[str, str] = field(default_factory=dict)
    """What was read, by the name of its slot."""
    faults: dict[str, str] = field(default_factory=dict)
    """Why a value was not."""
    result: object = None
    """What a tool gave last."""

    def read(self, n: int, page: PageAtHand) -> Turns[object]:
        """Read what is shown after the step of this number; what its act gave."""
        result = None
        if n and isinstance(page.driver, GivesResult):
            self.result = result = yield from page.asked(page.driver.result)
        if n not in self.wanted:
            return result

        def found() -> Turns[bool | None]:
            self.note(n, (yield from displayed(page, result)))
            return None if any(map(self._may_come, self.wanted[n])) else True

        yield from page.wait_for(found)
        return result

    def _may_come(self, name: str) -> bool:
        """Is it not there yet, on a page that may still show it?"""
        places = (
            one for wanted in self.wanted.values() for one in wanted.get(name, ())
        )
        return name in self.faults and any(one.kind != "field" for one in places)

    def answered(self, step: PlanStep) -> PlanStep:
        """The step with what was read."""
        return answered(step, self.values)

    def note(self, n: int, shown: Displayed) -> None:
        """Read what the step of this number shows."""
        for name, sources in self.wanted.get(n, {}).items():
            found = list(dict.fromkeys(v for one in sources for v in read(shown, one)))
            self.values.pop(name, None)
            self.faults.pop(name, None)
            if len(found) == 1:
                self.values[name] = found[0]
            else:
                self.faults[name] = _fault(sources[0], found)

    def filled(self, plan: Plan) -> Plan:
        """The plan with what was read."""
        return plan.answered(self.values) if self.values else plan

    def why_not(self, step: PlanStep) -> str:
        """Why the step has no value for what it asks for."""
        told = [f"{one}: {self.faults[one]}" for one in step.asks if one in self.faults]
        return "; ".join(told) or f"no value for {', '.join(step.asks)}"


def readings_of(plan: Plan) -> Readings:
    """What the plan reads, and after which step."""
    wanted: dict[int, dict[str, Sequence[ValueSource]]] = {}
    ways = (way for step in plan.steps for way in ((step,), *step.branches))
    for step in chain.from_iterable(ways):
        for name in step.asks:
            for source in step.reads.get(name, ())[:1]:
                wanted.setdefault(source.step, {})[name] = step.reads[name]
    return Readings(wanted)


def displayed(
    page: PageAtHand, result: object, *, beside: bool = False
) -> Turns[Displayed]:
    """What is to be seen now, as sources read it. `beside`: each text with what stands
    beside it and nothing else, where the driver tells that."""
    view, driver = (yield from page.look()), page.driver
    text: str | None = None
    if isinstance(driver, ReadsText):
        text = yield from page.asked(driver.text)
    if beside and isinstance(driver, TellsBeside):
        told = yield from page.asked(driver.readable)
        view = with_shown(view, told, alone=True)
    elif isinstance(driver, ShowsTexts):
        view = with_shown(view, (yield from page.asked(driver.shown)))
    texts = (view.page.title, view.page.hint, text)
    return Displayed(
        elements=view.elements,
        url=view.page.url,
        texts=tuple(filter(None, texts)),
        result=as_json(result),
    )


def with_result(step: Step, result: object) -> Step:
    """The step as it was done, with what it gave."""
    if result is None:
        return step
    return step.model_copy(update={"params": {**step.params, RESULT: result}})


def with_shown(view: View, more: Sequence[object], *, alone: bool = False) -> View:
    """The view with what can't be acted on; `alone`: with nothing else."""
    found = tuple(given_element(n, one) for n, one in enumerate(more))
    return replace(view, elements=found if alone else (*view.elements, *found))


def _fault(source: ValueSource, found: Sequence[str]) -> str:
    if not found:
        return f"{source.place} is not there"
    return f"{source.place} is not one value: {', '.join(found)}"
