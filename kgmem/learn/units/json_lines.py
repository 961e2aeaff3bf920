"""Runs and steps as the JSON units of the wire."""

from datetime import datetime

from kgmem.model.base import Json
from kgmem.model.texts.url import is_opaque, url_template
from kgmem.model.trajectory import Element, Outcome, Page, Step, Trajectory

_STATUS: dict[Outcome, str] = {
    "success": "success",
    "failure": "failed",
    "unknown": "unknown",
}
_ACTION = ("action", "target", "value", "params", "thought", "duration_ms", "at")


def session_to_unit(trajectory: Trajectory, experience_id: str) -> dict[str, Json]:
    """The storage unit of a whole run: `session_id`, `task_info`, `final_status`,
    `steps`. Text that is not known is empty; `parse_unit` reads it again."""
    pages = [step.page_before for step in trajectory.steps]
    start = trajectory.url or next((p.url for p in pages if p and p.url), None)
    return {
        "session_id": experience_id,
        "task_info": {
            "task_text": trajectory.task,
            "domain": trajectory.domain or _host(start),
            "start_url": start or "",
        },
        "final_status": _STATUS[trajectory.outcome],
        "steps": [_session_step(n, s) for n, s in enumerate(trajectory.steps, 1)],
    }


def step_to_unit(
    step: Step, *, task_text: str, step_id: str, at: datetime | None = None
) -> dict[str, Json]:
    """The storage unit of one step: `step_id`, `timestamp`, `task_context`,
    `observation`, `action`, `result`. `at` stands in for a step without a time."""
    moment = step.at or at
    page = step.page_before or Page()
    return {
        "step_id": step_id,
        "timestamp": moment.isoformat() if moment else "",
        "task_context": {"task_text": task_text, "url": page.url or ""},
        "observation": {
            "page_hint": page.hint or page.title or "",
            "elements": [brief(element, n) for n, element in enumerate(page.elements)],
        },
        "action": _action(step),
        "result": _result(step),
    }


def brief(element: Element, n: int) -> dict[str, Json]:
    """`{id, type, label}` of an element, the form that goes into prompts; `n` is
    the id of one that has none."""
    return {
        "id": n if element.element_id is None else element.element_id,
        "type": element.tag or element.role or "",
        "label": element.label(),
    }


def _session_step(number: int, step: Step) -> dict[str, Json]:
    page = step.page_before or Page()
    extra: dict[str, Json] = step.model_dump(
        mode="json", include={"effect", "error"}, exclude_defaults=True
    )
    return {
        "step_number": number,
        "action": {**_action(step), **extra},
        "url": page.url or "",
        "observation_hint": page.hint or page.title or "",
        "success": step.success,
    }


def _action(step: Step) -> dict[str, Json]:
    return step.model_dump(mode="json", include=set(_ACTION), exclude_defaults=True)


def _result(step: Step) -> dict[str, Json]:
    after = step.page_after
    known: dict[str, Json] = {"success": step.success, "error": step.error}
    if step.effect is not None:
        known["effect"] = step.effect
    if after is not None and after.url:
        known["url"] = after.url
    return known


def _host(url: str | None) -> str:
    if not url or is_opaque(url) or "://" not in url:
        return ""
    return url_template(url).partition("/")[0].partition("?")[0].partition("#")[0]
