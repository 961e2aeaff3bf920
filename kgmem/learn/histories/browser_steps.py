"""Steps of a browser-use history entry: several actions, the elements they touched,
one result each."""

from collections.abc import Iterator, Mapping

from kgmem.learn.histories.fields import as_text
from kgmem.learn.histories.step import step_from
from kgmem.model.trajectory import Step
from kgmem.model.values.json_read import list_of, mapping_of


def browser_steps(entry: Mapping[str, object], where: str) -> Iterator[Step]:
    """`{"model_output": {"action": […]}, "state": {…}, "result": […]}`."""
    output = dict(mapping_of(entry.get("model_output")))
    state = mapping_of(entry.get("state"))
    actions = list(listed(output.pop("action", None)))
    touched = list_of(state.get("interacted_element"))
    results = list_of(entry.get("result"))
    for m, action in enumerate(actions):
        step: dict[str, object] = {"action": _without_none(action)}
        if m == 0:
            step |= _around(entry, output)
        step["page_before"] = _browser_page(state)
        step["element"] = touched[m] if m < len(touched) else None
        step["result"] = results[m] if m < len(results) else None
        yield step_from(step, f"{where}.model_output.action[{m}]")


def _around(
    entry: Mapping[str, object], output: Mapping[str, object]
) -> dict[str, object]:
    known = ("model_output", "state", "result")
    thoughts = ("evaluation_previous_goal", "memory", "next_goal", "thinking")
    brain = output.get("current_state")
    said = {**mapping_of(brain), **output}
    lines = [f"{name}: {said[name]}" for name in thoughts if said.get(name)]
    rest = {k: v for k, v in output.items() if k not in (*thoughts, "current_state")}
    outside = {k: v for k, v in entry.items() if k not in known}
    return {**outside, **rest, "thought": "\n".join(lines)}


def _browser_page(state: Mapping[str, object]) -> dict[str, object]:
    names = ("url", "title", "screenshot_path")
    return {name: state[name] for name in names if state.get(name)}


def _without_none(action: object) -> object:
    if not isinstance(action, Mapping):
        return action
    return {k: v for k, v in action.items() if v is not None}


def listed(raw: object) -> Iterator[object]:
    """The actions of one entry: mappings or texts; empty ones are none."""
    for item in raw if isinstance(raw, list | tuple) else [raw]:
        if isinstance(item, Mapping) and item:
            yield item
        elif isinstance(item, str | int | float):
            yield as_text(item)
