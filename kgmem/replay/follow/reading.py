"""What a plan asks for is read where known runs had read it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem.model.plan import Plan, PlanStep
from kgmem.model.source import ValueSource
from kgmem.paths.reading.shown import Shown, as_json
from kgmem.paths.reading.sources import read
from kgmem.replay.follow.view import View, element_of


@dataclass(slots=True)
class Readings:
    """The values that a plan reads, as far as it has been followed."""

    wanted: Mapping[int, Mapping[str, Sequence[ValueSource]]]
    """By the number of the step after which they are shown: places by name."""
    values: dict[str, str] = field(default_factory=dict)
    """What was read, by the name of its slot."""
    faults: dict[str, str] = field(default_factory=dict)
    """Why a value was not."""

    def is_due(self, n: int) -> bool:
        """Is anything to be read of what the step of this number shows?"""
        return n in self.wanted

    def note(self, n: int, shown: Shown) -> None:
        """Read what the step of this number shows."""
        for name, sources in self.wanted.get(n, {}).items():
            found = read_all(shown, sources)
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
    for step in (one for top in plan.steps for one in _with_ways(top)):
        for name in step.asks:
            for source in step.reads.get(name, ())[:1]:
                wanted.setdefault(source.step, {})[name] = step.reads[name]
    return Readings(wanted)


def read_all(shown: Shown, sources: Sequence[ValueSource]) -> list[str]:
    """The different values at these places, which should be one."""
    return list(dict.fromkeys(one for place in sources for one in read(shown, place)))


def shown_by(view: View, text: str | None, result: object) -> Shown:
    """What is to be seen now, as sources read it."""
    texts = (view.page.title, view.page.hint, text)
    return Shown(
        elements=view.elements,
        url=view.page.url,
        texts=tuple(filter(None, texts)),
        result=as_json(result),
    )


def with_shown(view: View, more: Sequence[object]) -> View:
    """The view with what can't be acted on."""
    found = tuple(element_of(n, one) for n, one in enumerate(more))
    return replace(view, elements=(*view.elements, *found))


def _with_ways(step: PlanStep) -> list[PlanStep]:
    return [step, *(inner for way in step.branches for inner in way)]


def _fault(source: ValueSource, found: Sequence[str]) -> str:
    if not found:
        return f"{source.place} is not there"
    return f"{source.place} is not one value: {', '.join(found)}"
