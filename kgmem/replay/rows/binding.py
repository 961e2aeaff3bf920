"""A row becomes a plan that is known to do just that, or a reason why there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from kgmem.errors import InvalidInput
from kgmem.model.base import normalize
from kgmem.model.pattern import Pattern
from kgmem.model.plan import Plan
from kgmem.model.recollection import Recollection
from kgmem.model.texts.template import fill, holes
from kgmem.model.values.arguments import checked_text, shown
from kgmem.paths.step_text import in_json, in_plan_step
from kgmem.redact import Redactor, restore
from kgmem.redact.rules.names import kind_of_field
from kgmem.replay.follow.checks import values_of
from kgmem.turns import Maybe, Turns


class Recalling(Protocol):
    """The part of a memory that knows plans."""

    def recall(self, task: str, *, app: str | None = None) -> Maybe[Recollection]:
        """What is known that helps with the task."""

    def patterns(self, app: str | None = None) -> Maybe[Sequence[Pattern]]:
        """Kinds of tasks."""


@dataclass(frozen=True, slots=True)
class Template:
    """A task with a hole for each column that it needs."""

    text: str
    app: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it needs, in order."""
        return tuple(dict.fromkeys(hole.slot for hole in holes(self.text)))

    def filled(self, values: Mapping[str, str]) -> str:
        """The task of a row."""
        return fill(self.text, lambda hole: values[hole.slot])


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """A row as it may be stored, its secrets, and how it is done."""

    number: int
    values: Mapping[str, str]
    """By column, without secrets."""
    redactor: Redactor
    plan: Plan | None
    why_not: str | None = None
    """Why there is no plan."""

    def without_secrets(self, text: str | None) -> str | None:
        """The text as it may be stored."""
        for placeholder, raw in self.redactor.secrets.items():
            text = text and text.replace(raw, placeholder)
        return text and self.redactor.text(text)


def template_of(memory: Recalling, task: str, app: str | None) -> Turns[Template]:
    """The task with its holes: as it was given, or that of the pattern whose name or id
    it is. Raises InvalidInput where there is no hole."""
    text = checked_text("task", task, "say it with a {column} for each value")
    known: Sequence[Pattern] = (yield memory.patterns(app)) if app else ()
    known = known or (yield memory.patterns())
    named = next(
        (pattern for pattern in known if text in (pattern.pattern_id, pattern.name)),
        None,
    )
    template = Template(named.template if named else text, app)
    if not template.columns:
        raise InvalidInput(
            f"task: {shown(text)} has no {{column}}, and no pattern is called so"
        )
    return template


def redacted(number: int, values: Mapping[str, str]) -> tuple[dict[str, str], Redactor]:
    """The row without secrets, and what knows them."""
    redactor = Redactor()
    kinds = {name: kind_of_field(name) for name in values}
    return {
        name: redactor.remember(cell, kind)
        if cell and (kind := kinds[name]) and kind not in ("email", "address", "phone")
        else redactor.text(cell)
        for name, cell in values.items()
    }, redactor


def bound(
    memory: Recalling, template: Template, number: int, values: Mapping[str, str]
) -> Turns[ReadyRow]:
    """The row with the plan for it."""
    stored, redactor = redacted(number, values)
    recollection: Recollection = yield memory.recall(
        template.filled(stored), app=template.app
    )
    plan = recollection.plan
    why_not = _why_not(recollection, [stored[name] for name in template.columns])
    if plan is not None and redactor.secrets:
        plan = _with_secrets(plan, redactor.secrets)
    return ReadyRow(number, stored, redactor, None if why_not else plan, why_not)


def _why_not(recollection: Recollection, values: Sequence[str]) -> str | None:
    """Why what was recalled does not surely do this with these values."""
    plan = recollection.plan
    if plan is None:
        reasons = "; ".join((*recollection.reasons, *recollection.wanted)[:2])
        return f"no plan is known: {reasons}" if reasons else "no plan is known"
    if plan.further:
        return f"the plan is not known to do: {'; '.join(plan.further)}"
    if left := [name for name in plan.asks if name not in plan.reads]:
        return f"the plan asks for {', '.join(left)}, which no column gives"
    if plan.learned is None and plan.origin.kind == "experience":  # its very words
        return None
    known = set(map(normalize, values_of(plan.bindings)))
    if lost := [value for value in values if normalize(value) not in known]:
        return f"the plan does not say where these go: {', '.join(lost)}"
    return None


def _with_secrets(plan: Plan, secrets: Mapping[str, str]) -> Plan:
    """The plan with raw values in the place of their placeholders; in memory only."""
    raw = partial(restore, secrets=secrets)
    return plan.model_copy(
        update={
            "steps": tuple(in_plan_step(step, raw) for step in plan.steps),
            "bindings": in_json(plan.bindings, raw),
            "secrets": {**plan.secrets, **secrets},
        }
    )
