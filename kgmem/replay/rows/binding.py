"""A row becomes a plan that is known to do just that, or a reason why there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, Self

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
from kgmem.replay.given import hidden
from kgmem.replay.rows.row import Row, RowOutcome
from kgmem.turns import Maybe, Turns


class Recalling(Protocol):
    """The part of a memory that knows plans."""

    def recall(self, task: str, *, app: str | None = None) -> Maybe[Recollection]:
        """What is known that helps with the task."""

    def patterns(self, app: str | None = None) -> Maybe[Sequence[Pattern]]:
        """Kinds of tasks."""


NO_SECRETS = ("email", "address", "phone")
"""Kinds of columns whose cells are stored as they are, unless a cell is a secret."""


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A row as it was given, as it may be stored, and what knows its secrets."""

    values: Mapping[str, str]
    row: Row
    redactor: Redactor

    @classmethod
    def of(cls, number: int, values: Mapping[str, str]) -> Self:
        """The row of this number."""
        redactor = Redactor()
        kinds = {name: kind_of_field(name) for name in values}
        stored = {
            name: redactor.remember(cell, kind)
            if cell and (kind := kinds[name]) and kind not in NO_SECRETS
            else redactor.text(cell)
            for name, cell in values.items()
        }
        return cls(values, Row(number=number, values=stored), redactor)

    def told(self, outcome: RowOutcome, reason: str | None, **changes: Any) -> Row:
        """The row with what came of it, without secrets."""
        row = self.row.model_copy(update=changes)
        answers = {
            name: answer.model_copy(
                update={
                    "value": self.redactor.json(answer.value),
                    "text": self._hidden(answer.text),
                }
            )
            for name, answer in row.answers.items()
        }
        return row.model_copy(
            update={
                "outcome": outcome,
                "reason": reason and self._hidden(reason),
                "answers": answers,
                "steps": tuple(map(self._hidden, row.steps)),
            }
        )

    def _hidden(self, text: str) -> str:
        return self.redactor.text(hidden(text, self.redactor.secrets) or "")


def template_of(memory: Recalling, task: str, app: str | None) -> Turns[str]:
    """The task with a hole for each column that it needs: as it was given, or that of
    the pattern whose name or id it is. Raises InvalidInput where there is no hole."""
    text = checked_text("task", task, "say it with a {column} for each value")
    known: Sequence[Pattern] = yield memory.patterns(app)
    named = (one.template for one in known if text in (one.pattern_id, one.name))
    template = next(named, text)
    if not holes(template):
        raise InvalidInput(
            f"task: {shown(text)} has no {{column}}, and no pattern is called so"
        )
    return template


def columns_of(template: str) -> tuple[str, ...]:
    """The columns that it needs, in order."""
    return tuple(dict.fromkeys(hole.slot for hole in holes(template)))


def bound(
    memory: Recalling, template: str, app: str | None, asked: AskedRow
) -> Turns[tuple[Plan | None, str | None]]:
    """The plan for the row, or why there is none."""
    stored = asked.row.values
    task = fill(template, lambda hole: stored[hole.slot])
    recollection: Recollection = yield memory.recall(task, app=app)
    values = [stored[name] for name in columns_of(template)]
    if why_not := _why_not(recollection, values):
        return None, why_not
    plan, secrets = recollection.plan, asked.redactor.secrets
    return (_with_secrets(plan, secrets) if plan and secrets else plan), None


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
