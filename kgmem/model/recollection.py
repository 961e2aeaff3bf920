"""What comes back from a recall, ready for a prompt or the wire."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from kgmem.messages import said
from kgmem.model.base import Json, Value, language_of
from kgmem.model.experience import Experience
from kgmem.model.fact import Fact, describe_fact
from kgmem.model.keys.handles import handle, handle_words, place_words
from kgmem.model.pattern import PatternMatch, PatternStep
from kgmem.model.plan import Avoidance, Plan, PlanStep, Route
from kgmem.model.source import reads_in
from kgmem.model.trajectory import Element, Step


class Stage(Value):
    """What one stage of a recall did; `reason` says why it failed or was skipped, or
    what it came to."""

    name: str
    status: Literal["ok", "skipped", "failed"]
    reason: str | None = None
    ms: float = 0.0
    found: int = 0


class Recollection(Value):
    """What is known that helps with a task, and how far to trust it."""

    task: str
    """As it was asked, redacted."""
    route: Route
    confidence: float
    """Probability that the plan succeeds; models and people are told it only where it
    is `calibrated`."""
    familiarity: float
    """Probability that this kind of task is known."""
    reasons: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    """Those of the reasons that a step of the plan tells: words to be settled there."""
    unsettled: tuple[str, ...] = ()
    """Those that speak against the plan as a whole: nobody who follows it step by step
    would stop for them."""
    wanted: tuple[str, ...] = ()
    """What a better route would need."""
    calibrated: bool = False
    """Was the confidence fitted to outcomes that were reported (`kgmem calibrate`)?"""
    plan: Plan | None = None
    experiences: tuple[Experience, ...] = ()
    patterns: tuple[PatternMatch, ...] = ()
    facts: tuple[Fact, ...] = ()
    avoidance: tuple[Avoidance, ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def is_followed(self) -> bool:
        """Is the plan to be replayed as it is, or are its steps all that is in doubt,
        so that following it stops there? Else whoever does it has to look first."""
        stops = self.plan and (self.plan.further or self.plan.asks)
        is_told = bool(stops) and not self.unsettled
        return self.plan is not None and (self.route == "direct_replay" or is_told)

    def to_prompt(self) -> str:
        """Markdown for an agent's prompt: the path to take, what failed, facts."""
        return "\n".join(_prompt_lines(self)) + "\n"

    def to_response(self) -> dict[str, Json]:
        """`{"avoidance", "memory_hits", "action_patterns"}`, plain JSON values."""
        return {
            "avoidance": [item.message for item in self.avoidance],
            "memory_hits": [
                {
                    "task_text": run.task,
                    "steps": [step.compact() for step in run.steps],
                    "success": run.outcome == "success",
                }
                for run in self.experiences
            ],
            "action_patterns": [
                {
                    "name": match.pattern.template,
                    "steps": [step.compact() for step in match.pattern.steps],
                }
                for match in self.patterns
            ],
        }


def describe_step(step: Step | PlanStep | PatternStep) -> str:
    """One line: `click button "Search"`, `type "mouse" into textbox "Query"`."""
    return _in_words(step, _element_words)


def planned_step(step: PlanStep) -> str:
    """The same with what a browser finds its element by: `type "mouse" into textbox
    [#q]`."""
    return _in_words(step, lambda element: handle_words(handle(element)))


def _in_words(
    step: Step | PlanStep | PatternStep, called: Callable[[Element], str]
) -> str:
    if step.does.gives:  # never what stood there
        places = reads_in(step.params)
        if isinstance(step, PlanStep):
            places = step.reads.get(step.as_, places)
        told = f": {places[0].place}" if places else ""
        return f"{step.action} {step.as_}{told}"
    name: object = step.params.get("name")
    action = f"{step.action} {name}" if name else step.action
    where = "" if step.target is None else called(step.target)
    if step.destination is not None:
        where = f"{where} to {called(step.destination)}"
    if step.value and where:
        joint = "into" if step.does.enters == "text" else "in"
        return f'{action} "{step.value}" {joint} {where}'
    if step.value:
        return f'{action} "{step.value}"'
    return f"{action} {where}".rstrip()


def describe_target(step: Step | PlanStep | PatternStep) -> str:
    """`button "Search" in Results`, or nothing without a target."""
    return "" if step.target is None else _element_words(step.target)


def _element_words(element: Element) -> str:
    label = element.label()
    kind = element.role or element.tag or "element"
    return (f'{kind} "{label}"' if label else kind) + place_words(handle(element))


def asked_first(plan: Plan) -> tuple[str, ...]:
    """What a plan asks for, as a sentence; nothing if all its values are known."""
    left = [name for name in plan.asks if name not in plan.reads]
    if not left:
        return ()
    names = ", ".join(f"{{{name}}}" for name in left)
    return (said(f"before it is followed, ask for {names}"),)


def not_asked_for(plan: Plan) -> tuple[str, ...]:
    """What known runs did and the plan does not, as a sentence; nothing if it does
    all."""
    if not plan.left_out:
        return ()
    steps = "; ".join(plan.left_out)
    return (said(f"left out, as the task does not ask for it: {steps}"),)


def settled_first(step: PlanStep) -> str:
    """What is to be settled before a step, in words; empty if nothing is."""
    if not step.further:
        return ""
    worded = [one for one in step.further if one in step.reworded]
    return "; ".join((*_to_settle(step.changes), *_to_check(worded)))


def _to_settle(changes: Sequence[str]) -> Iterator[str]:
    if changes:
        further = "; ".join(changes)
        told = f"before this one, settle what the plan is not known to do: {further}"
        yield said(told, language=language_of(further))


def _to_check(worded: Sequence[str]) -> Iterator[str]:
    if worded:
        words = "; ".join(worded)
        told = f"before this one, check that these words ask for nothing else: {words}"
        yield said(told, language=language_of(words))


def done_only_if(step: PlanStep) -> str:
    """When a step that may be left out is done, in words; empty for one that is
    needed."""
    if step.need != "optional":
        return ""
    if step.target is None:
        return said("optional: only if the page asks for it")
    return said(f"optional: only if {describe_target(step)} is there")


def _planned_step(step: PlanStep) -> str:
    optional = done_only_if(step)
    asking = said("ask before this one") if step.irreversible else ""
    read = "; ".join(
        said(f"{name} from {sources[0]}")
        for name, sources in ((f"{{{n}}}", one) for n, one in step.reads.items())
    )
    line = f"{step.n}. {planned_step(step)}{f' ({optional})' if optional else ''}"
    return " — ".join(filter(None, (line, read, settled_first(step), asking)))


def how_sure(found: Recollection) -> str:
    """How likely the plan succeeds, if that is calibrated, and how well the kind of
    task is known."""
    if not found.calibrated:
        return said(f"familiarity {found.familiarity:.2f}")
    return said(
        f"confidence {found.confidence:.2f}, familiarity {found.familiarity:.2f}"
    )


def _prompt_lines(recollection: Recollection) -> list[str]:
    head = said(f"Memory: {recollection.route} ({how_sure(recollection)})")
    told_at_a_step = recollection.doubted
    lines = [
        f"## {head}",
        *(f"- {one}" for one in recollection.reasons if one not in told_at_a_step),
    ]
    plan = recollection.plan
    if plan is not None:
        how = "Plan (check each step)" if plan.checked else "Plan (replay)"
        lines += [f"### {said(how)}"]
        lines += asked_first(plan)
        lines += map(_planned_step, plan.steps)
        lines += not_asked_for(plan)
    elif recollection.route == "guided_exploration":
        # One experience guides; more distract (measured by ReasoningBank, 2025).
        for run in recollection.experiences[:1]:
            lines.append(f"### {said(f'Earlier run ({run.outcome})')}: {run.task}")
            lines += [f"{n}. {describe_step(s)}" for n, s in enumerate(run.steps, 1)]
    if recollection.avoidance:
        lines.append(f"### {said('Avoid')}")
        lines += [f"- {item.message}" for item in recollection.avoidance]
    if recollection.facts:
        lines.append(f"### {said('Facts')}")
        lines += [f"- {describe_fact(fact)}" for fact in recollection.facts]
    return lines
