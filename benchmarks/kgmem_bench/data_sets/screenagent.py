"""Desktop sessions with a task in Chinese and English, a plan of sub-tasks, mouse
and keyboard actions, and a verdict on each sub-task.

The mouse is recorded by where it pointed, not by what it hit, so steps have
coordinates (pixels of the screenshot) and no target; the sub-task that a step
served is its thought. Records whose time ends in `_neg_plan` or `_neg_eval` are
wrong answers made up for training; they were never part of the session.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from kgmem import Action, Outcome, Step, Trajectory
from kgmem.lab import Language
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id

SET = "screenagent-zh"

_MADE_UP = ("_neg_plan", "_neg_eval")
_TIME = "%Y-%m-%d_%H-%M-%S-%f"
_SUCCESS, _RETRY = "sub_task_success", "need_retry"
_MOUSE: dict[str, tuple[Action, dict[str, Any]]] = {
    "click": ("click", {}),
    "double_click": ("double_click", {}),
    "drag": ("drag", {}),
    "move": ("hover", {}),
    "scroll_down": ("scroll", {"direction": "down"}),
    "scroll_up": ("scroll", {"direction": "up"}),
}


def sample(row: Row, language: Language = "zh") -> Sample:
    """The session of one row under its task's wording in that language."""
    session = _Session()
    for record in row["steps"]:
        if not record["t"].endswith(_MADE_UP):
            session.follow(record)
    run = Trajectory(
        task=row[f"task_{language}"],
        steps=tuple(session.steps),
        outcome=session.outcome(),
        judge="verdicts in the session",
        locale=language,
        source=SET,
        source_task_id=stable_id(SET, f"{row['session']}/{language}"),
        started_at=session.started_at,
    )
    return Sample(run, SET)


@dataclass(slots=True)
class _Session:
    """What is known while going through the records, first to last."""

    steps: list[Step] = field(default_factory=list)
    plan: list[str] = field(default_factory=list)
    """Sub-tasks that no verdict has called done, the present one first."""
    judged: int = 0
    """How many of the steps had their verdict."""
    verdict: str | None = None
    started_at: datetime | None = None

    def follow(self, record: Row) -> None:
        at, actions = _moment(record["t"]), record["actions"]
        self.started_at = self.started_at or at
        planned = [a["element"] for a in actions if a["action_type"] == "PlanAction"]
        self.plan = planned or self.plan
        for action in actions:
            if action["action_type"] == "EvaluateSubTaskAction":
                self._judge(action)
            elif action["action_type"] != "PlanAction":
                aim = record.get("sub_task") or next(iter(self.plan), None)
                self.steps.append(_step(action, thought=aim, at=at))

    def _judge(self, verdict: Row) -> None:
        """Success is said of all steps since the last verdict. What has to be tried
        again is said of the last one only: the record does not tell which failed."""
        self.verdict = verdict["situation"]
        waiting = range(self.judged, len(self.steps))
        if self.verdict == _SUCCESS:
            self.plan = self.plan[1:]
            for n in waiting:
                self._mark(n, {"success": True})
        elif self.verdict == _RETRY and waiting:
            self._mark(waiting[-1], {"success": False, "error": verdict.get("advice")})
        self.judged = len(self.steps)

    def _mark(self, n: int, known: Mapping[str, object]) -> None:
        self.steps[n] = Step.model_validate({**dict(self.steps[n]), **known})

    def outcome(self) -> Outcome:
        """Success only if the last verdict was one and no sub-task is left."""
        if self.verdict == _SUCCESS and not self.plan:
            return "success"
        return "failure" if self.verdict == _RETRY else "unknown"


def _moment(text: str) -> datetime | None:
    """The record does not name its zone; it is taken as UTC."""
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _step(raw: Row, thought: str | None, at: datetime | None) -> Step:
    action, value, params = _action(raw)
    return Step(action=action, value=value, params=params, thought=thought, at=at)


def _action(raw: Row) -> tuple[Action, str | None, dict[str, Any]]:
    """Action, value and parameters; what is not known is `custom` and kept whole."""
    kind = raw["action_type"]
    if kind == "MouseAction":
        return _mouse(raw)
    if kind == "KeyboardAction" and raw["keyboard_action_type"] == "text":
        return "type", raw["keyboard_text"], {}
    if kind == "KeyboardAction" and raw["keyboard_action_type"] == "press":
        keys = raw["keyboard_key"]
        return "key", keys if isinstance(keys, str) else "+".join(keys), {}
    if kind == "WaitAction":
        return "wait", None, {"seconds": raw["wait_time"]}
    return "custom", None, {**raw, "name": kind}


def _mouse(raw: Row) -> tuple[Action, None, dict[str, Any]]:
    kind = raw["mouse_action_type"]
    action, params = _MOUSE.get(kind, ("custom", {"name": f"mouse_{kind}"}))
    where = raw.get("mouse_position")
    if where:
        params = {**params, "x": where["width"], "y": where["height"]}
    if raw.get("mouse_button", "left") != "left":
        params = {**params, "button": raw["mouse_button"]}
    if "scroll_repeat" in raw:
        params = {**params, "amount": raw["scroll_repeat"]}
    return action, None, params
