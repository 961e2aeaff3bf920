"""Runs of people in MiniWoB++ pages: clicks, typed text, keys, scrolling."""

from collections.abc import Iterator, Sequence
from typing import Any

from kgmem import Action, Element, Locator, Step, Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id
from kgmem_bench.data_sets.roles import NAMED_BY_CONTENT, role_of

SET = "miniwob-demos"

_ACTIONS: dict[str, Action] = {
    "click": "click",
    "dblclick": "double_click",
    "key": "key",
    "scroll": "scroll",
    "type": "type",
}
_TEXT_NODE = "t"


def sample(row: Row) -> Sample:
    """The run of one row; its group is the page's task name, which the run itself
    does not hold."""
    run = Trajectory(
        task=row["utterance"],
        steps=tuple(steps_of(row["steps"])),
        outcome="success" if row["success"] else "failure",
        score=min(1.0, max(0.0, float(row["raw_reward"]))),
        judge="environment reward",
        app="miniwob",
        locale="en",
        source=SET,
        source_task_id=stable_id(SET, row["id"]),
    )
    return Sample(run, SET, group=row["task"])


def steps_of(raw: Sequence[Row]) -> Iterator[Step]:
    """All but the browser's `dblclick` after clicks: the clicks stand there already,
    and taking it for an action would count them twice."""
    before: Row = {}
    for event in raw:
        if not (event["act"] == "dblclick" and before.get("act") == "click"):
            yield _step(event)
        before = event


def _step(event: Row) -> Step:
    target = _element(event["el"]) if event.get("el") else None
    action = _ACTIONS.get(event["act"])
    if action is None:
        extra = {key: event[key] for key in event if key not in ("act", "el")}
        return Step(
            action="custom", target=target, params={**extra, "name": event["act"]}
        )
    return Step(action=action, target=target, value=event.get("text", event.get("key")))


def _element(raw: Row) -> Element:
    tag, _, kind = raw["tag"].partition("_")
    if tag == _TEXT_NODE:
        return Element(tag="#text", text=raw.get("text"))
    tag, role = tag.lower(), role_of(tag.lower(), kind)
    return Element(
        tag=tag,
        role=role,
        name=_name(raw, role, kind),
        text=raw.get("text"),
        attributes=_attributes(raw, kind),
        locators=(Locator(kind="id", value=raw["id"]),) if raw.get("id") else (),
    )


def _name(raw: Row, role: str | None, kind: str) -> str | None:
    if kind in ("submit", "button", "reset"):
        return _text(raw.get("value"))
    return _text(raw.get("text")) if role in NAMED_BY_CONTENT else None


def _text(value: Any) -> str | None:
    return str(value) if value else None


def _attributes(raw: Row, kind: str) -> dict[str, str]:
    given = {
        "type": kind,
        "id": raw.get("id"),
        "class": raw.get("cls"),
        "value": raw.get("value"),
    }
    return {name: str(value) for name, value in given.items() if value}
