"""Steps of a path that no replay does without a question, whatever succeeded before."""

from collections.abc import Iterator, Sequence

from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step
from kgmem.model.values.reason import Doubt
from kgmem.paths.declared import asks_of
from kgmem.recall.plan import path_of
from kgmem.recall.routing.decision import Decision

_DRAWN = frozenset({"canvas", "svg", "graphics-document", "img", "object", "embed"})
"""Kinds of elements whose parts are pixels to everybody but their script."""


def tell_unsure(decision: Decision) -> Decision:
    """The decision, with what has to be asked first as reasons against a replay as it
    is."""
    if decision.route not in ("direct_replay", "adaptive_replay"):
        return decision
    for doubt in dict.fromkeys(_doubts(_steps(decision))):
        decision.doubt(doubt)
        decision.route = "adaptive_replay"
    return decision


def _steps(decision: Decision) -> Sequence[Step | PlanStep]:
    if decision.followed is not None:
        return decision.followed.steps
    return path_of(decision.run) if decision.run else ()


def _doubts(steps: Sequence[Step | PlanStep]) -> Iterator[Doubt]:
    for n, step in enumerate(steps, 1):
        if isinstance(step, Step):
            declared = asks_of(step.params)
        else:
            declared = () if step.read_from else step.asks
        for name in declared:
            yield Doubt.because("open", "declared", name=name)
        if is_placed_only(step):
            yield Doubt.because("unsure_step", "placed", n=n)
        elif step.does.picks and step.target is None and not step.value:
            yield Doubt.because("unsure_step", "nameless", n=n)


def is_placed_only(step: Step | PlanStep) -> bool:
    """Does only a place say what was pressed?"""
    if "position" not in step.params or not step.does.only_points:
        return False
    target = step.target
    return target is None or not target.label() or kind_of(target) in _DRAWN
