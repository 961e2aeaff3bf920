"""Mind2Web's tasks: demonstrations on recorded pages."""

import re
from collections.abc import Iterator, Mapping

from kgmem import Action, Box, Element, ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import list_of, mapping_of, parsed, text_of
from kgmem_formats.importers.markup import element_in_html
from kgmem_formats.importers.steps import Steps, object_of

ACTS: Mapping[str, Action] = {
    "CLICK": "click",
    "HOVER": "hover",
    "ENTER": "key",
    "TYPE": "type",
    "SELECT": "select",
}
_REPR = re.compile(r"\[(\w[\w ]*)\]\s*(.*?)\s*->\s*\w+", re.S)
NUMBER = "backend_node_id"


class Mind2Web:
    """Reads each task as a run; its outcome is not in the file."""

    name = "mind2web"
    title = "Mind2Web"

    def recognizes(self, source: Source) -> str | None:
        if {"annotation_id", "confirmed_task"} <= source.first.keys():
            return "annotation_id and confirmed_task"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        for record in source.records():
            if isinstance(record, RefusedPart):
                yield record
                continue
            place, task = record
            if isinstance(task, Mapping) and isinstance(task.get("actions"), list):
                yield _run(task, place)
            else:
                yield RefusedPart(place=place, reason="a task has actions")


def _run(task: Mapping[str, object], place: str) -> ImportedRun:
    steps = Steps()
    told = list_of(task.get("action_reprs"))
    for n, action in enumerate(list_of(task["actions"])):
        with steps.reading(f"{place}.actions[{n}]"):
            words = text_of(told[n]) if n < len(told) else None
            _add(steps, object_of(action), words or "")
    key = text_of(task.get("annotation_id"))
    return steps.run(
        place,
        task=text_of(task.get("confirmed_task")),
        app=text_of(task.get("website")),
        domain=text_of(task.get("domain")),
        source_task_id=key and f"mind2web:{key}",
        locale="en",
    )


def _add(steps: Steps, action: Mapping[str, object], words: str) -> None:
    operation = object_of(action["operation"])
    name = str(operation["op"]).upper()
    act = ACTS.get(name)
    if act is None:
        raise InvalidInput(f"no operation is called {name[:60]!r}")
    value = text_of(operation.get("value"))
    target = _target(action, words)
    if act == "key":
        steps.add(act, target=target, value="Enter")
        return
    steps.add(act, target=target)
    if steps.steps[-1].does.fills:
        steps.last(value=value or "")


def _target(action: Mapping[str, object], words: str) -> Element | None:
    """The element that was meant, as its page, its candidate and its words tell it."""
    candidates = [mapping_of(one) for one in list_of(action.get("pos_candidates"))]
    first = next((c for c in candidates if c.get("is_original_target")), None)
    candidate = first or next(iter(candidates), {})
    given = _attributes(candidate.get("attributes"))
    number = str(candidate.get(NUMBER) or given.get(NUMBER) or "")
    shown = element_in_html(text_of(action.get("cleaned_html")), NUMBER, number)
    match = _REPR.match(words)
    role, name = (match[1], match[2]) if match else (None, None)
    tag = text_of(candidate.get("tag")) or (shown.tag if shown else None) or role
    if not (tag or name or shown):
        return None
    return Element(
        role=shown.role if shown else None,
        name=(shown.name if shown else None) or name or None,
        tag=tag,
        text=shown.text if shown else None,
        attributes={
            k.replace("_", "-") if k.startswith("aria_") else k: v
            for k, v in {**(shown.attributes if shown else {}), **given}.items()
            if k not in _UNSTABLE
        },
        container=shown.container if shown else (),
        box=_box(given.get("bounding_box_rect")),
    )


_UNSTABLE = frozenset({
    NUMBER, "bounding_box_rect", "is_clickable", "input_value",
    "data_pw_testid_buckeye", "data_pw_testid_buckeye_candidate",
})  # fmt: skip
"""Attributes that the recording put there."""


def _attributes(raw: object) -> dict[str, str]:
    told = parsed(raw) if isinstance(raw, str) and raw.strip() else raw
    return {
        str(name): str(value)
        for name, value in mapping_of(told).items()
        if isinstance(value, str | int | float)
    }


def _box(raw: str | None) -> Box | None:
    try:
        x, y, width, height = map(float, (raw or "").split(","))
    except ValueError:
        return None
    return Box(x=x, y=y, width=width, height=height)


importer = Mind2Web()
