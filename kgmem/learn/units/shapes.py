"""The JSON units that an orchestrator writes.

Three shapes arrive: what was observed before a step, a step with its result, and
a whole session (also as a short `task_summary`). Field names and their aliases
are those of the wire; anything else in a step is kept in its `params`.
"""

from collections.abc import Mapping

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.language.vocabulary import words
from kgmem.learn.histories.fields import Fields, moment
from kgmem.learn.histories.page import take_page
from kgmem.learn.histories.step import step_from
from kgmem.learn.units.unit import OBSERVE, RunIds, SessionUnit, StepUnit
from kgmem.model.base import Json
from kgmem.model.trajectory import Element, Outcome, Step, Trajectory, explain
from kgmem.model.values.arguments import plain
from kgmem.model.values.json_read import mapping_of


def parse_unit(unit: object) -> StepUnit | SessionUnit:
    """The unit in a mapping of one of the wire's shapes.

    Raises InvalidInput naming the field that is missing or wrong.
    """
    if not isinstance(unit, Mapping):
        raise InvalidInput(f"unit: give a JSON object, not a {type(unit).__name__}")
    given = mapping_of(plain(unit, "unit"))
    if "task_summary" in given:
        return _summary(given)
    if "task_info" in given or "final_status" in given:
        return _session(given)
    if "action" in given or "task_context" in given:
        return _step(given)
    if _OBSERVED & set(given):
        return _observation(given)
    raise InvalidInput(
        "unit: holds none of task_summary, task_info, final_status (a session), "
        "task_context, action (a step), interactive_elements, page_stats, url "
        "(an observation)"
    )


# --- observations and steps ---------------------------------------------------------

_OBSERVED = {
    "url", "interactive_elements", "page_stats", "dom_snapshot_ref", "a11y_tree_ref",
    "screenshot_ref",
}  # fmt: skip


def _observation(unit: Mapping[str, object]) -> StepUnit:
    fields = Fields(unit)
    task = fields.take_text("task_text", "task")
    _check_list(fields, "interactive_elements", "interactive_elements")
    _check_map(fields, "page_stats", "page_stats")
    at = moment(fields.take("timestamp", "at"))
    unit_id, run = fields.take_text("step_id"), _run_of(fields)
    page = take_page(fields)
    params: dict[str, Json] = {"name": OBSERVE, **fields.rest()}
    step = Step(action="custom", params=params, page_before=page, at=at)
    return StepUnit(task, step, unit_id, at, run)


def _run_of(*places: Fields) -> RunIds:
    """The ids of session, task and agent, of the first place that names each."""
    told = [
        next((text for one in places if (text := one.take_text(name))), None)
        for name in ("session_id", "task_id", "agent_id")
    ]
    return RunIds(*told)


def _step(unit: Mapping[str, object]) -> StepUnit:
    fields = Fields(unit)
    _check_map(fields, "task_context", "task_context")
    context = Fields(fields.take_mapping("task_context") or {})
    task = context.take_text("task_text", "task") or fields.take_text("task_text")
    _check_observation(fields)
    if fields.peek("action") is None:
        raise InvalidInput("action: missing; a step unit says what was done")
    unit_id, run = fields.take_text("step_id"), _run_of(fields, context)
    at = moment(fields.take("timestamp", "at"))
    entry = {**context.left(), **fields.left()}
    step = step_from(_with_observation(entry), "unit")
    step = step.model_copy(update={"at": step.at or at})
    return StepUnit(task, step, unit_id, at or step.at, run)


def _check_observation(fields: Fields) -> None:
    observed = fields.peek("observation")
    if isinstance(observed, Mapping):
        _check_list(Fields(observed), "elements", "observation.elements")
    elif not isinstance(observed, str):
        _check_map(fields, "observation", "observation")


def _with_observation(entry: dict[str, object]) -> dict[str, object]:
    """The page that the step started from, under one name."""
    observed = entry.pop("observation", None)
    seen: dict[str, object] = dict(observed) if isinstance(observed, Mapping) else {}
    if isinstance(observed, str):
        seen = {"page_hint": observed}
    url = entry.pop("url", None)
    if url and not seen.get("url"):
        seen["url"] = url
    known = {key: value for key, value in seen.items() if value not in (None, "", [])}
    return {**entry, "page_before": known} if known else entry


def _check_list(fields: Fields, name: str, path: str) -> None:
    value = fields.peek(name)
    if value is not None and not isinstance(value, list | tuple):
        raise InvalidInput(f"{path}: give a list, not a {type(value).__name__}")
    for n, item in enumerate(value or ()):
        if not isinstance(item, Mapping | Element):
            raise InvalidInput(
                f"{path}[{n}]: give an object {{id, type, label}}, "
                f"not a {type(item).__name__}"
            )


def _check_map(fields: Fields, name: str, path: str) -> None:
    value = fields.peek(name)
    if value is not None and not isinstance(value, Mapping):
        raise InvalidInput(f"{path}: give an object, not a {type(value).__name__}")


# --- sessions -------------------------------------------------------------------------

_OUTCOMES: tuple[Outcome, ...] = ("success", "failure", "unknown")
_STATUSES: dict[str, Outcome] = {
    word: outcome for outcome in _OUTCOMES for word in words(f"status.{outcome}")
}


def _summary(unit: Mapping[str, object]) -> SessionUnit:
    summary = unit["task_summary"]
    if not isinstance(summary, Mapping):
        raise InvalidInput(
            f"task_summary: give an object, not a {type(summary).__name__}"
        )
    around = {key: value for key, value in unit.items() if key != "task_summary"}
    return _session({**around, **summary}, "task_summary.", "task_summary.")


def _session(
    unit: Mapping[str, object], path: str = "", info_path: str = "task_info."
) -> SessionUnit:
    fields = Fields(unit)
    _check_map(fields, "task_info", "task_info")
    info = Fields({**_texts_of(unit), **(fields.take_mapping("task_info") or {})})
    task = info.take_text("task_text", "task", "task_description")
    if task is None:
        raise InvalidInput(f"{info_path}task_text: missing or empty")
    run = _run_of(fields, info)
    given: dict[str, object] = {
        "task": task,
        "steps": _session_steps(fields.peek("steps"), f"{path}steps"),
        "outcome": _outcome(fields.peek("final_status"), f"{path}final_status"),
        "source": "writeback",
        "source_task_id": run.session,
        "domain": info.take_text("domain"),
        "url": info.take_text("start_url", "url"),
    }
    more = {name: info.take_text(name) for name in _PASSED_ON}
    try:
        known = {name: value for name, value in more.items() if value}
        return SessionUnit(Trajectory(**given, **known), run)
    except ValidationError as error:
        raise InvalidInput(explain(error, "unit")) from error


_PASSED_ON = ("app", "intent", "locale", "device", "app_version", "plan_id", "judge")
"""Fields of a Trajectory that a session may carry beside those of the wire."""


def _texts_of(unit: Mapping[str, object]) -> dict[str, object]:
    names = (
        "task_text",
        "task",
        "task_description",
        "domain",
        "start_url",
        *_PASSED_ON,
    )
    return {name: unit[name] for name in names if unit.get(name)}


def _outcome(status: object, path: str) -> Outcome:
    if isinstance(status, bool):
        return "success" if status else "failure"
    if status is None:
        raise InvalidInput(f"{path}: missing; give success, failed or unknown")
    found = _STATUSES.get(str(status).strip().casefold())
    if found is None:
        raise InvalidInput(
            f"{path}: {str(status)[:40]!r} is none of success, failed, unknown"
        )
    return found


def _session_steps(raw: object, path: str) -> tuple[Step, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list | tuple):
        raise InvalidInput(f"{path}: give a list, not a {type(raw).__name__}")
    return tuple(_session_step(item, f"{path}[{n}]") for n, item in enumerate(raw))


def _session_step(item: object, path: str) -> Step:
    if isinstance(item, str) and item.strip():
        return step_from({"action": item}, path)
    if not isinstance(item, Mapping):
        raise InvalidInput(f"{path}: give an object, not a {type(item).__name__}")
    if not any(item.get(name) for name in ("action", "action_type", "type", "tool")):
        raise InvalidInput(f"{path}.action: missing; a step says what was done")
    entry = dict(item)
    hint = entry.pop("observation_hint", None)
    observed = {"page_hint": hint} if isinstance(hint, str) else {}
    return step_from(_with_observation({**entry, "observation": observed}), path)
