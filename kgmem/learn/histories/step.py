"""One entry of a raw history as steps, whichever framework wrote it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.language.lexicon import fold
from kgmem.language.vocabulary import word_set, words
from kgmem.learn.histories.action_words import (
    FINISHING,
    Worded,
    action_of,
    is_key,
    is_url,
    parse_action,
)
from kgmem.learn.histories.fields import Fields, bounded_json, moment, number
from kgmem.learn.histories.labelled import json_object
from kgmem.learn.histories.page import page_from, take_page
from kgmem.learn.histories.result import Result, take_result
from kgmem.learn.histories.targets import on_page, take_destination, take_target
from kgmem.model.action import ACTIONS, Action, Entry
from kgmem.model.base import Json
from kgmem.model.trajectory import (
    Page,
    Step,
    explain,
)

_TOOLS = ("tool", "tool_name", "function", "tool_call", "function_name", "func")
STRONG_VERBS = (
    "action", "action_type", "act", "action_name", "operation", "op", "verb",
    "command", "method", "gesture", *words("field.verb"), *_TOOLS,
)  # fmt: skip
"""Fields that hold nothing but what was done."""
_WEAK_VERBS = ("event", "event_type", "type", "name")
"""Fields that may hold something else as well."""
VERB_NAMES = (*STRONG_VERBS, *_WEAK_VERBS)
"""Where the verb of a step stands."""
THOUGHTS = ("thought", "thoughts", "thinking", "reasoning", "rationale", "reason",
            *words("field.thought"))  # fmt: skip
_VALUES = ("value", "text", "input", "input_text", "content", "typed_text", "option",
           "query", *words("field.value"))  # fmt: skip
_GOES_TO: Mapping[Entry | None, tuple[str, ...]] = {
    "address": ("url", "target", "value", "text"),
    "app": ("app", "app_name", "package", "value", "text", "target"),
}
"""Where the value stands of what is not done to an element."""
_CALLS: Mapping[str, Action] = {a: a for a, does in ACTIONS.items() if does.is_call}


def step_from(entry: Mapping[str, object], where: str = "step") -> Step:
    """The one step in a mapping of free form.

    What has no place in a Step is kept in `params`. Raises InvalidInput naming
    the field.
    """
    if (own := _own_shape(entry)) is not None:
        return own
    fields = Fields(in_our_case(entry))
    _unfold_action(fields)
    worded = _take_verb(fields)
    result = take_result(fields)
    before, after = _take_pages(fields, worded, result)
    destination = take_destination(fields, worded)
    fields.drop_numbers("step", "step_id", "step_number", "step_num", "n", "i")
    made: dict[str, object] = {
        "action": worded.action,
        "thought": fields.take_text(*THOUGHTS),
        "duration_ms": _take_duration(fields),
        "at": _take_moment(fields),
        "value": _take_value(fields, worded),
        "target": on_page(take_target(fields, worded), before),
        "destination": on_page(destination, before),
        "page_before": before,
        "page_after": after,
        "success": result.success,
        "error": result.error,
        "effect": result.effect,
    }
    params = _params(fields, worded, result)
    if made["target"] is None and destination is not None:
        params["destination"] = destination.compact()
        made["destination"] = None
    try:
        return Step.model_validate({**made, "params": params})
    except ValidationError as error:
        raise InvalidInput(explain(error, where)) from error


def in_our_case(entry: Mapping[str, object]) -> dict[str, object]:
    """`actionType` as `action_type`, unless both are there."""
    named = {str(key): value for key, value in entry.items()}
    for key in [key for key in named if key.isascii() and key != key.lower()]:
        ours = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower()
        if ours not in named:
            named[ours] = named.pop(key)
    return named


def _own_shape(entry: Mapping[str, object]) -> Step | None:
    """The entry as a Step, if it is one in all its fields."""
    action = entry.get("action")
    if not isinstance(action, str) or action not in ACTIONS:
        return None
    if not set(entry) <= set(Step.model_fields):
        return None
    try:
        return Step.model_validate(entry)
    except ValidationError:
        return None


# --- the verb ----------------------------------------------------------------------


def _unfold_action(fields: Fields) -> None:
    """Bring a nested action up: `{"action": {"type": "click", …}}`, `{"action":
    {"click": {…}}}`, an action as JSON text."""
    for name in ("action", "function", "tool_call"):
        inner = fields.peek(name)
        if isinstance(inner, str) and inner.lstrip()[:1] == "{":
            inner = json_object(inner)
        if isinstance(inner, Mapping):
            fields.take(name)
            fields.absorb(_numbered(_with_verb(inner)))
    for name in _ARGUMENTS:
        inner = fields.peek(name)
        if isinstance(inner, str):
            inner = json_object(inner)
        if isinstance(inner, Mapping):
            fields.take(name)
            fields.absorb(inner)


def _numbered(action: Mapping[str, object]) -> Mapping[str, object]:
    """An action's `id` is its element's; a step's would be its own."""
    if "id" not in action or "element_id" in action:
        return action
    if action_of(str(action.get("action") or action.get("type") or "")) is None:
        return action
    return {("element_id" if k == "id" else k): v for k, v in action.items()}


def _with_verb(inner: Mapping[str, object]) -> Mapping[str, object]:
    if any(isinstance(inner.get(name), str) for name in VERB_NAMES):
        return inner
    given = {k: v for k, v in inner.items() if v is not None}
    if len(given) != 1:
        return inner
    ((verb, arguments),) = given.items()
    if isinstance(arguments, Mapping):
        return {**arguments, "action": verb}
    return {"action": verb, "value": arguments}


_ARGUMENTS = ("arguments", "args", "kwargs", "parameters", "action_input")


def _take_verb(fields: Fields) -> Worded:
    """The step's action; a verb that is not known names a custom action or tool."""
    given = fields.peek("action", "action_type")
    if isinstance(given, str) and given in _CALLS:
        fields.take("action", "action_type")
        return Worded(_CALLS[given])
    words = fields.take_text(*(n for n in STRONG_VERBS if n not in _TOOLS))
    if words is not None:
        return _verb(words, fields)
    words = fields.take_text(*_TOOLS)
    if words is not None:
        found = _verb(words, fields)
        return replace(found, action="tool") if found.is_unknown else found
    words = _take_weak_verb(fields)
    return (
        _verb(words, fields) if words else Worded("custom", params={"name": "unknown"})
    )


def _take_weak_verb(fields: Fields) -> str | None:
    """Of the fields that may hold other things the first with a known action, else the
    first there is."""
    known = [
        name
        for name in _WEAK_VERBS
        if isinstance(value := fields.peek(name), str)
        and (action_of(value) or fold(value) in ("press", "open", *FINISHING))
    ]
    return fields.take_text(*(known or _WEAK_VERBS))


def _verb(said: str, fields: Fields) -> Worded:
    if fold(said) == "press":
        key = fields.peek("key", "keys", "value", "text")
        return Worded("key" if isinstance(key, str) and is_key(key) else "click")
    if fold(said) in word_set("acting.open"):
        return _opened(fields)
    action = action_of(said)
    return Worded(action) if action is not None else parse_action(said)


def _opened(fields: Fields) -> Worded:
    """`open` with an address navigates, with an app starts it, else is not sure."""
    target = fields.peek("url", "value", "target")
    if isinstance(target, str) and is_url(target):
        return Worded("navigate")
    if isinstance(fields.peek("app", "app_name", "package"), str):
        return Worded("open_app")
    return Worded("custom", params={"name": "open"})


# --- its parts -----------------------------------------------------------------------


def _take_value(fields: Fields, worded: Worded) -> str | None:
    value = worded.value
    if value is None and worded.does.enters == "key":
        value = _take_keys(fields)
    if value is None:
        value = fields.take_text(*_GOES_TO.get(worded.does.enters, ()))
    if value is not None:
        return value
    if worded.does.only_points or worded.does.is_call:
        return fields.take_text("value")
    return fields.take_text(*_VALUES) or _value_in_params(fields, worded)


def _value_in_params(fields: Fields, worded: Worded) -> str | None:
    """Of an action that enters something, what its parameters give."""
    given = fields.peek("params")
    if not worded.does.takes_value or not isinstance(given, Mapping):
        return None
    params = Fields(given)
    value = params.take_text(*_VALUES, "keys", "key", "url", "app", "package")
    if value is not None:
        fields.take("params")
        fields.absorb({"params": params.left()})
    return value


def _take_keys(fields: Fields) -> str | None:
    keys = fields.peek("keys", "key")
    if isinstance(keys, Sequence) and not isinstance(keys, str):
        fields.take("keys", "key")
        return "+".join(str(key) for key in keys)
    return fields.take_text("keys", "key", "value", "text")


def _take_pages(
    fields: Fields, worded: Worded, result: Result
) -> tuple[Page | None, Page | None]:
    before = page_from(fields.peek("page_before", "state_before"))
    after = page_from(fields.peek("page_after", "state_after", "next_page"))
    for page, names in (
        (before, ("page_before", "state_before")),
        (after, ("page_after", "state_after", "next_page")),
    ):
        if page is not None:
            fields.take(*names)
    if before is None:
        before = _take_page_before(fields, worded)
    if after is None and (url := fields.take_text("url_after", "next_url", "new_url")):
        after = Page(url=url)
    return before, after or result.page


def _take_page_before(fields: Fields, worded: Worded) -> Page | None:
    for name in ("page", "observation", "state"):
        inner = fields.peek(name)
        if isinstance(inner, Mapping):
            fields.take(name)
            fields.absorb(inner)
        elif isinstance(inner, str) and name == "observation":
            fields.take(name)
            fields.absorb({"page_hint": inner})
    if worded.does.enters != "address":
        return take_page(fields)
    kept = fields.take("url")  # it is where the step goes, not where it was
    page = take_page(fields)
    if kept is not None:
        fields.absorb({"url": kept})
    return page


def _take_duration(fields: Fields) -> int | None:
    for name, factor in (("duration_ms", 1), ("elapsed_ms", 1), ("duration_s", 1000)):
        value = number(fields.peek(name))
        if value is not None and value >= 0:
            fields.take(name)
            return int(value * factor)
    return None


def _take_moment(fields: Fields) -> datetime | None:
    for name in ("at", "timestamp", "time", "ts", "created_at"):
        if (found := moment(fields.peek(name))) is not None:
            fields.take(name)
            return found
    return None


def _params(fields: Fields, worded: Worded, result: Result) -> dict[str, Json]:
    given = fields.take_mapping("params") or {}
    kept: dict[str, Json] = {str(k): bounded_json(v) for k, v in given.items()}
    kept |= worded.params
    if result.rest is not None:
        kept["result"] = result.rest
    for name, value in fields.rest().items():
        kept.setdefault(name, value)
    if worded.does.is_call and not kept.get("name"):
        kept["name"] = "unknown"
    return kept
