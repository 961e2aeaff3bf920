"""Episodes on Android phones: a goal, an instruction and a place per step."""

from kgmem import Action, Box, Element, Json, Step, Trajectory
from kgmem.lab import to_json
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id

SET = "android-control"


def sample(row: Row) -> Sample:
    """The episode of one row; its app is the first that it opens by name."""
    steps = tuple(_step(raw) for raw in row["steps"])
    run = Trajectory(
        task=row["goal"],
        steps=steps,
        outcome="success" if row["success"] else "failure",
        app=next((s.value for s in steps if s.does.enters == "app"), None),
        locale="en",
        source=SET,
        source_task_id=stable_id(SET, to_json(row)),
    )
    return Sample(run, SET)


def _step(raw: Row) -> Step:
    given = raw["action"]
    action, value, params = _action(given)
    return Step(
        action=action,
        target=_target(given.get("coordinate"), raw.get("candidate_bbox")),
        value=value,
        params=params,
        thought=raw.get("instr"),
    )


def _action(given: Row) -> tuple[Action, str | None, dict[str, Json]]:
    match given:
        case {"action": "click", "coordinate": [x, y]}:
            return "click", None, {"x": x, "y": y}
        case {"action": "long_press", "coordinate": [x, y]}:
            return "long_press", None, {"x": x, "y": y, "seconds": given.get("time")}
        case {"action": "swipe", "coordinate": [x, y], "coordinate2": [to_x, to_y]}:
            return "swipe", None, {"x": x, "y": y, "to_x": to_x, "to_y": to_y}
        case {"action": "type", "text": text}:
            return "type", text, {}
        case {"action": "open", "text": text}:
            return "open_app", text, {}
        case {"action": "wait"}:
            return "wait", None, {"seconds": given.get("time")}
        case {"action": "system_button", "button": "Back"}:
            return "back", None, {}
        case _:
            return "custom", None, {**given, "name": given["action"]}


def _target(
    point: list[float] | None, boxes: list[list[float]] | None
) -> Element | None:
    """The smallest of the boxes (left, top, right, bottom) around the point."""
    if not point or not boxes:
        return None
    left, top, right, bottom = min(boxes, key=_area)
    box = Box(x=left, y=top, width=right - left, height=bottom - top)
    return Element(box=box)


def _area(box: list[float]) -> float:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)
