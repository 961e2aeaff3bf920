"""A raw history of free form, or a flat record, as a Trajectory."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.learn.action_words import FINISHING, action_of
from kgmem.learn.browser_steps import browser_steps, listed
from kgmem.learn.fields import bounded_json
from kgmem.learn.raw_step import VERB_NAMES, step_from
from kgmem.model.arguments import flag, optional_text, plain, validated
from kgmem.model.base import Json, Value
from kgmem.model.experience import ActionStep, ExperienceRecord
from kgmem.model.lexicon import fold
from kgmem.model.trajectory import Step, Trajectory, explain

TASK_NAMES = (
    "task", "goal", "instruction", "query", "task_description", "task_text",
    "user_query", "objective", "任务", "指令",
)  # fmt: skip
"""Where a task's text stands in an entry."""


def trajectory_from_history(
    raw_history: Sequence[Mapping[str, Any]],
    *,
    is_successful: bool,
    source_task_id: str,
    task: str | None = None,
    app: str | None = None,
) -> Trajectory:
    """The run in a list of step mappings, as various frameworks write them.

    Chat messages count too: the first one of the user is the task if none is
    given, others become thoughts of the step that follows. What has no place in a
    Step is in its `params`; words without any action are not kept.

    Raises InvalidInput naming the entry, or saying that the task is not known.
    """
    entries = _checked(raw_history)
    asked = _task_of(optional_text("task", task), entries)
    source = optional_text("source_task_id", source_task_id)
    where = optional_text("app", app) or _shared(entries, *_APP) or ""
    try:
        return Trajectory(
            task=asked,
            steps=fold_finish(_steps(entries, {asked, source or "", where})),
            outcome="success" if flag("is_successful", is_successful) else "failure",
            source="raw_history",
            source_task_id=source,
            app=where or None,
            url=_shared(entries, "start_url"),
        )
    except ValidationError as error:
        raise InvalidInput(explain(error, "raw_history")) from error


def _checked(raw_history: Any) -> list[dict[str, Any]]:
    if isinstance(raw_history, str | bytes | Mapping) or not isinstance(
        raw_history, Sequence
    ):
        raise InvalidInput(
            f"raw_history is a {type(raw_history).__name__}; give a list of step dicts"
        )
    for n, entry in enumerate(raw_history):
        if not isinstance(entry, Mapping):
            raise InvalidInput(
                f"raw_history[{n}] is a {type(entry).__name__}; each step is a dict"
            )
    entries: list[dict[str, Any]] = plain(list(raw_history), "raw_history")
    return entries


# --- the task ---------------------------------------------------------------------


def _task_of(task: str | None, entries: Sequence[Mapping[str, Any]]) -> str:
    if task and task.strip():
        return task
    found = next((text for entry in entries if (text := _task_in(entry))), None)
    found = found or next((t for e in entries if (t := _said_by(e, "user"))), None)
    if found is None:
        raise InvalidInput(
            "raw_history names no task: pass task=…, or give an entry a field "
            f"{TASK_NAMES[0]!r} or a first message with role 'user'"
        )
    return found


def _task_in(entry: Mapping[str, Any]) -> str | None:
    """A task's text; `query` and the like of an action are none."""
    names = TASK_NAMES[:1] if _acts(entry) else TASK_NAMES
    for name in (*names, "task_description", "task_text", "goal"):
        text = entry.get(name)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return None


def _shared(entries: Sequence[Mapping[str, Any]], *names: str) -> str | None:
    """The one value that entries have under these names; None if they differ."""
    values = {
        text
        for entry in entries
        for name in names
        if isinstance(text := entry.get(name), str) and text.strip()
    }
    return values.pop() if len(values) == 1 else None


# --- entries ----------------------------------------------------------------------


_APP = ("app", "app_name")
_OF_THE_RUN = ("task", "task_description", "task_text", "goal", "task_id", *_APP)
_ANSWERS = ("tool", "function")
"""Roles whose message is what the call before it gave."""


def _steps(entries: Sequence[dict[str, Any]], known: set[str]) -> list[Step]:
    """Steps of all entries; words between them become thoughts.

    Fields that repeat what is `known` of the whole run say nothing of a step.
    """
    steps: list[Step] = []
    words: list[str] = []
    for n, entry in enumerate(entries):
        if _acts(entry):
            made = list(_steps_of(_own_fields(entry, known), f"raw_history[{n}]"))
            steps += [_with_thought(made[0], words), *made[1:]] if made else []
            words = [] if made else words
        elif entry.get("role") in _ANSWERS and steps:
            steps[-1] = _with_answer(steps[-1], entry.get("content"))
        else:
            words += _words_of(entry, known)
    return steps


def _own_fields(entry: dict[str, Any], known: set[str]) -> dict[str, Any]:
    its_own = _APP if _opens(entry) else ()
    repeats = {
        name
        for name in _OF_THE_RUN
        if name not in its_own
        and isinstance(entry.get(name), str)
        and entry[name].strip() in known
    }
    return {key: value for key, value in entry.items() if key not in repeats}


def _opens(entry: Mapping[str, Any]) -> bool:
    """It starts an app: its name is the step's own value."""
    verb = entry.get("action") or entry.get("action_type") or entry.get("type")
    return isinstance(verb, str) and (
        action_of(verb) == "open_app" or fold(verb) in ("open", "打开")
    )


def _with_answer(step: Step, content: Any) -> Step:
    answer = bounded_json(_text_of(content) or content)
    if answer is None:
        return step
    return step.model_copy(update={"params": {**step.params, "result": answer}})


def _with_thought(step: Step, words: Sequence[str]) -> Step:
    if not words:
        return step
    thought = "\n".join([*words, *([step.thought] if step.thought else [])])
    return step.model_copy(update={"thought": thought})


def _acts(entry: Mapping[str, Any]) -> bool:
    """The entry holds an action, not only words or a task."""
    if "role" in entry and ("content" in entry or "tool_calls" in entry):
        return bool(entry.get("tool_calls") or entry.get("function_call"))
    if entry.get("model_output") is not None:
        return True
    return any(entry.get(name) for name in VERB_NAMES if name != "name") or bool(
        entry.get("actions")
    )


def _steps_of(entry: dict[str, Any], where: str) -> Iterator[Step]:
    if isinstance(entry.get("model_output"), Mapping):
        yield from browser_steps(entry, where)
    elif isinstance(entry.get("tool_calls"), list):
        yield from _called(entry, where)
    elif "actions" in entry and "action" not in entry:
        yield from _several(entry, "actions", where)
    elif isinstance(entry.get("action"), list):
        yield from _several(entry, "action", where)
    else:
        yield step_from(entry, where)


def _several(entry: dict[str, Any], name: str, where: str) -> Iterator[Step]:
    """The actions of one entry; what stands around them goes to the first."""
    around = {key: value for key, value in entry.items() if key != name}
    for m, action in enumerate(listed(entry[name])):
        shared = {} if m else around
        yield step_from({**shared, "action": action}, f"{where}.{name}[{m}]")


def _called(entry: Mapping[str, Any], where: str) -> Iterator[Step]:
    """Tool calls of a chat message; its content is the thought."""
    thought = _text_of(entry.get("content"))
    for m, call in enumerate(entry["tool_calls"]):
        if isinstance(call, Mapping):
            inner = call.get("function")
            named = dict(inner) if isinstance(inner, Mapping) else dict(call)
            named["tool"] = named.pop("name", "unknown")
            if thought and m == 0:
                named["thought"] = thought
            yield step_from(named, f"{where}.tool_calls[{m}]")


# --- words ------------------------------------------------------------------------


def _words_of(entry: Mapping[str, Any], known: set[str]) -> list[str]:
    """What an entry without an action says, the task itself left out."""
    said = _text_of(entry.get("content")) or _text_of(entry.get("thought"))
    return [said] if said and said.strip() not in known else []


def _said_by(entry: Mapping[str, Any], role: str) -> str | None:
    return _text_of(entry.get("content")) if entry.get("role") == role else None


def _text_of(content: Any) -> str | None:
    """Text of a message, also of one in parts (`[{"type": "text", "text": …}]`)."""
    if isinstance(content, str):
        return content.strip() or None
    if isinstance(content, list):
        parts = [p.get("text") for p in content if isinstance(p, Mapping)]
        return "\n".join(p for p in parts if isinstance(p, str)).strip() or None
    return None


# --- the end of a run -------------------------------------------------------------


def is_finish(step: Step) -> bool:
    """The step only says that the run is over."""
    name = step.params.get("name")
    return (
        step.action in ("custom", "tool")
        and step.target is None
        and isinstance(name, str)
        and (fold(name) in FINISHING or fold(name.split("(")[0]) in FINISHING)
    )


def fold_finish(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps with a closing "done" put into the last real one, as
    `params["finish"]`: nothing is lost, and nobody replays it."""
    if len(steps) < 2 or not is_finish(steps[-1]):
        return tuple(steps)
    last, real = steps[-1], steps[-2]
    said: dict[str, Json] = {**last.params}
    for name, value in (("value", last.value), ("thought", last.thought)):
        if value:
            said[name] = value
    joined = real.model_copy(update={"params": {**real.params, "finish": said}})
    return (*steps[:-2], joined)


# --- the flat record --------------------------------------------------------------


def trajectory_from_record(record: Any) -> Trajectory:
    """The run in an ExperienceRecord, or in a mapping or object with its fields.

    Raises InvalidInput naming the field.
    """
    flat = _record(record)
    steps = [
        _record_step(step.thought, step.action, step.target_element_description, n)
        for n, step in enumerate(flat.action_flow)
    ]
    try:
        return Trajectory(
            task=flat.task_description,
            steps=fold_finish(steps),
            outcome="success" if flat.is_successful else "failure",
            source="experience_record",
            source_task_id=flat.source_task_id,
            preconditions=flat.preconditions or None,
            keywords=flat.keywords,
        )
    except ValidationError as error:
        raise InvalidInput(explain(error, "record")) from error


def _record(record: Any) -> ExperienceRecord:
    if isinstance(record, ExperienceRecord):
        return record
    given = _fields_of(record, ExperienceRecord)
    flow = given.get("action_flow") or ()
    if isinstance(flow, str | Mapping) or not isinstance(flow, Sequence):
        raise InvalidInput("record.action_flow: give a list of steps")
    given["action_flow"] = [_fields_of(step, ActionStep) for step in flow]
    return validated(ExperienceRecord, given, "record")


def _fields_of(record: Any, shape: type[Value]) -> dict[str, Any]:
    """The mapping itself, or the attributes that the shape names."""
    if isinstance(record, Mapping):
        fields: dict[str, Any] = plain(record, "record")
        return fields
    given = {
        name: getattr(record, name)
        for name in shape.model_fields
        if hasattr(record, name)
    }
    if not given:
        raise InvalidInput(
            f"a {shape.__name__} has the fields {', '.join(shape.model_fields)}; "
            f"a {type(record).__name__} has none of them"
        )
    return given


def _record_step(thought: str, action: str, target: str, n: int) -> Step:
    entry = {"action": action, "thought": thought, "target_element_description": target}
    return step_from(entry, f"record.action_flow[{n}]")
