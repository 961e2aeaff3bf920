"""From a run to a plan: values bound, expectations, flags."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from kgmem.graph.read_rows import StoredRun
from kgmem.language.irreversible import is_irreversible
from kgmem.model.base import normalize, to_json
from kgmem.model.pattern import Pattern
from kgmem.model.plan import Avoidance, Origin, Plan, PlanStep
from kgmem.model.source import reads_in
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Step, followed
from kgmem.paths.came import came_of
from kgmem.paths.declared import (
    DIALOGS,
    asks_of,
    need_of,
    with_messages,
    without_declared,
    without_messages,
)
from kgmem.paths.reading.entered import without_result
from kgmem.paths.reading.outputs import as_planned
from kgmem.paths.refill import Refilled, TextSwap
from kgmem.paths.row_marks import told_by_task
from kgmem.paths.step_text import in_plan_step, texts_of_element
from kgmem.recall.asked_values import with_open_values
from kgmem.recall.request import Request
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.recall.routing.decision import UNCHECKED, Decision
from kgmem.recall.unsettled.commit import held
from kgmem.recall.unsettled.open_words import Open, beside_run, open_in, without_ends
from kgmem.recall.unsettled.seen_words import SeenInApp
from kgmem.redact import PLACEHOLDER, restore

_NUMBER = re.compile(r"\d+")


def plan_for(
    request: Request,
    decision: Decision,
    warnings: Sequence[Avoidance],
    seen: SeenInApp,
) -> Plan | None:
    """The plan for a decision to replay or to adapt, given what was `seen`."""
    if decision.followed is not None:
        return plan_of_pattern(decision.followed, request, decision, warnings, seen)
    if decision.run and decision.route in ("direct_replay", "adaptive_replay"):
        return plan_of(decision.run, request, decision, warnings)
    return None


def plan_of(
    run: StoredRun, request: Request, decision: Decision, avoid: Sequence[Avoidance]
) -> Plan:
    """The run's path, or its steps with other values, as a plan for the request.

    Redacted values are bound from the caller's own text, in memory only. Strong
    evidence spares the question before an irreversible step, also where the task is
    known to end in one and this path has none. What is unproven is to be settled first.
    """
    filled = decision.filled
    doubted = (w for d in decision.doubts if d.code == "unproven" for w in d.about)
    kept = set(map(id, followed(run.experience.steps)))
    recorded = [n for n, s in enumerate(run.experience.steps, 1) if id(s) in kept]
    told = zip(filled.steps if filled else path_of(run), recorded, strict=True)
    steps = tuple(
        plan_step(n, step, source, request) for n, (step, source) in enumerate(told, 1)
    )
    steps, is_own = without_own(with_open_values(steps, decision.asked))
    left = beside_run(filled, request.task, run.experience.task)
    left = replace(left, further=(*left.further, *doubted))
    return Plan.of_stored(
        plan_id=str(uuid4()),
        task=request.task,
        route=decision.route,
        bindings=dict(_bound(run, request.secrets)),
        steps=held(steps, left, _in_run(filled)),
        avoid=tuple(avoid),
        learned=run.experience.task if filled else None,
        origin=Origin(kind="experience", id=run.experience.experience_id),
        checked=decision.checked,
        experimental=decision.experimental,
        needs_confirmation=decision.bound < UNCHECKED
        and (decision.ends_for_good or any(s.irreversible for s in steps)),
        app=run.experience.app or request.app,
        assumed={},
        answer_is_own=is_own,
        secrets=dict(request.secrets),
    )


def plan_of_pattern(
    followed: PatternPath,
    request: Request,
    decision: Decision,
    avoid: Sequence[Avoidance],
    seen: SeenInApp,
) -> Plan:
    """The pattern's path with the task's values in it; see `plan_of`."""
    pattern, secrets = followed.match.pattern, request.secrets
    learned, route = _learned(pattern, request.task), decision.route
    left = Open() if route == "direct_replay" else open_in(followed, request, seen)
    ends = dict(left.ends)
    path, is_own = without_own(without_ends(followed.steps, left))
    bindings = {
        name: ends.get(one, one) if isinstance(one, str) else one
        for name, one in followed.match.bindings.items()
    }
    return Plan.of_stored(
        plan_id=str(uuid4()),
        task=request.task,
        route=decision.route,
        bindings=_restored_json(bindings, secrets),
        steps=tuple(
            _with_secrets(_as_asked(step, learned, request.task), secrets)
            for step in held(path, left, _in_pattern(followed))
        ),
        avoid=tuple(avoid),
        left_out=followed.left_out,
        learned=learned,
        origin=Origin(kind="pattern", id=pattern.pattern_id, version=pattern.version),
        checked=decision.checked,
        experimental=followed.experimental
        or (pattern.status == "experimental" and route != "direct_replay"),
        needs_confirmation=decision.bound < UNCHECKED
        and (followed.ends_for_good or any(s.irreversible for s in followed.steps)),
        app=request.app or pattern.app,
        assumed=dict(followed.match.assumed),
        answer_is_own=is_own,
        secrets=dict(secrets),
    )


def without_own(steps: Sequence[PlanStep]) -> tuple[tuple[PlanStep, ...], bool]:
    """The steps without those that read what stood on no page, and whether there were
    such: there the agent's answer was its own."""
    kept = tuple(one for one in steps if not one.as_ or one.reads.get(one.as_))
    return kept, len(kept) < len(steps)


def _learned(pattern: Pattern, task: str) -> str | None:
    """A task that the pattern's runs did, where this one is in other words."""
    known = {slot.name: slot.examples[0] for slot in pattern.slots if slot.examples}
    if known.keys() < {slot.name for slot in pattern.slots}:
        return None
    told = pattern.fill(known)
    return None if normalize(told) == normalize(task) else told


def _as_asked(step: PlanStep, learned: str | None, task: str) -> PlanStep:
    """The step with what dialogs are to say for this task."""
    if learned is None or DIALOGS not in step.params:
        return step
    told = without_messages(step.params)
    params = with_messages(told, step.params, TextSwap(learned, task))
    return step.model_copy(update={"params": params})


def _in_pattern(followed: PatternPath) -> Callable[[PlanStep], bool]:
    """Does a step of the path depend on a value of the task?"""
    steps = followed.match.pattern.steps
    own = {step.n for step in steps if step.slots or step.repeat_for}
    return lambda step: step.varies or step.source in own


def _in_run(filled: Refilled | None) -> Callable[[PlanStep], bool]:
    """The same of another task's run, by the values that were put into it."""
    came = [new for _, new in filled.swapped] if filled else []

    def uses(step: PlanStep) -> bool:
        around = texts_of_element(step.target) if step.target else ()
        texts = (step.value or "", *around)
        return any(value in text for value in came for text in texts)

    return uses


def _with_secrets(step: PlanStep, secrets: Mapping[str, str]) -> PlanStep:
    return in_plan_step(step, lambda t: restore(t, secrets)) if secrets else step


def path_of(run: StoredRun) -> list[Step]:
    """Its steps without those that it recorded as failed: a dead end is evidence. Of
    what it read the places, and not the value."""
    done = list(followed(run.experience.steps))
    task = run.experience.task
    return [as_planned(step, task) if step.does.gives else step for step in done]


def unbound(run: StoredRun, secrets: Mapping[str, str]) -> list[str]:
    """Placeholders in the run's values that the request gives no value for."""
    return sorted(_placeholders(run) - set(secrets))


def _placeholders(run: StoredRun) -> set[str]:
    return {
        match[0]
        for step in path_of(run)
        for text in (
            step.value,
            step.target and step.target.name,
            step.destination and step.destination.name,
            _params(step),
        )
        if text
        for match in PLACEHOLDER.finditer(text)
        if not match["mark"]  # it is recognised on the page
    }


def _params(step: Step) -> str | None:
    return to_json(step.params) if step.params else None


def _bound(run: StoredRun, secrets: Mapping[str, str]) -> list[tuple[str, str]]:
    used = _placeholders(run)
    return [(name, raw) for name, raw in secrets.items() if name in used]


def plan_step(n: int, step: Step, recorded: int, request: Request) -> PlanStep:
    """The recorded step as one of a plan for the request; its secrets are the
    caller's."""
    secrets = request.secrets
    told = _restored_json(step.params, secrets)
    params = without_declared(without_result(told))
    url = step.page_after and step.page_after.url
    return PlanStep.of_stored(
        n=n,
        source=recorded,
        action=step.action,
        target=told_by_task(_restored(step.target, secrets), request.task),
        destination=_restored(step.destination, secrets),
        value=restore(step.value, secrets) if step.value else step.value,
        params=params,
        need=need_of(step.params),
        asks=asks_of(step.params),
        expect=came_of([step], url_template(url) if url else None),
        irreversible=is_irreversible(step.action, step.target, step.value, step.params),
        varies=_is_numbered_so(step.target, request.task),
        reads={step.as_: reads_in(told)} if step.does.gives else {},
        answers=(),
    )


def _is_numbered_so(target: Element | None, task: str) -> bool:
    """Does the task say a number of the element's name? Then it says which one."""
    said = set(_NUMBER.findall(task))
    name = target.label() if target else ""
    return not said.isdisjoint(_NUMBER.findall(name))


def _restored_json(value: Any, secrets: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return restore(value, secrets)
    if isinstance(value, dict):
        return {key: _restored_json(item, secrets) for key, item in value.items()}
    if isinstance(value, list):
        return [_restored_json(item, secrets) for item in value]
    return value


def _restored(target: Element | None, secrets: Mapping[str, str]) -> Element | None:
    if target is None or not secrets or not target.name:
        return target
    return target.model_copy(update={"name": restore(target.name, secrets)})
