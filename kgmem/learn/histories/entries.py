"""What one entry of a raw history is: actions, words, an answer, or no step at all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kgmem.language.vocabulary import words
from kgmem.learn.histories.action_words import action_of
from kgmem.learn.histories.browsers import is_browsers
from kgmem.learn.histories.entry_words import (
    SENTENCES,
    acting_sentence,
    first_text,
    has_weak_verb,
    is_finishing,
    looks_like,
    text_of,
)
from kgmem.learn.histories.labelled import labelled
from kgmem.learn.histories.step import STRONG_VERBS, THOUGHTS
from kgmem.model.action import ACTIONS

Kind = Literal["act", "words", "answer", "aside", "unknown"]

_CALLED_ACTION = words("field.verb")[0]
UNDERSTOOD = (
    "understood are: an object with action, action_type, tool, function or "
    f"{_CALLED_ACTION}; "
    "chat messages with role and content, tool_calls or tool_use; browser-use entries "
    f"with model_output; texts with 'Action: …' or '{_CALLED_ACTION}：…'; thoughts, "
    "observations, results and done"
)


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that an entry says."""

    kind: Kind
    entry: Mapping[str, object] | None = None
    """Of `act`: the action's fields."""
    said: object = None
    """Of `words` their text, of `answer` what came back, of `aside` and `unknown` what
    it looks like."""
    key: str | None = None
    """By which a call and its answer know each other."""
    has_failed: bool = False
    """Of `answer`: does it say that the call failed?"""


def act(entry: Mapping[str, object], **more: object) -> Part:
    """An action; `more` are fields that it has unless they are empty."""
    return Part("act", {**entry, **{k: v for k, v in more.items() if v}})


def parts_of(entry: Mapping[str, object], task_names: Sequence[str]) -> Iterator[Part]:
    """What an entry says, in order. `task_names` are fields that name the task."""
    if not any(value not in (None, "", [], {}) for value in entry.values()):
        yield Part("aside", said="empty")
    elif "model_output" in entry:
        yield from _browser(entry)
    elif _is_message(entry):
        yield from _message(entry)
    elif _kind_of_wire(entry) in _WIRE:
        yield from _wire(entry)
    elif entry.get("tool_calls"):
        yield from _message(entry)
    elif any(entry.get(name) for name in (*STRONG_VERBS, "actions")):
        yield act(_without_role(entry))
    elif has_weak_verb(entry):
        yield act(entry)
    else:
        yield from _without_verb(entry, task_names)


def _answer(entry: Mapping[str, object], said: object) -> Part:
    names = ("tool_use_id", "tool_call_id", "call_id", "toolUseId")
    key = next(
        (entry[name] for name in names if isinstance(entry.get(name), str)), None
    )
    has_failed = True in (entry.get("is_error"), entry.get("isError"))
    return Part(
        "answer", said=said, key=str(key) if key else None, has_failed=has_failed
    )


def _without_role(entry: Mapping[str, object]) -> Mapping[str, object]:
    """An action that came in a chat message; the words of it are its thought."""
    if "role" not in entry:
        return entry
    rest = {
        key: value for key, value in entry.items() if key not in ("role", "content")
    }
    said = text_of(entry.get("content"))
    return {"thought": said, **rest} if said else rest


# --- frameworks -------------------------------------------------------------------


def _browser(entry: Mapping[str, object]) -> Iterator[Part]:
    output = entry["model_output"]
    if isinstance(output, Mapping):
        yield act(entry) if output.get("action") else Part("aside", said="no action")
    elif isinstance(output, str) and output.strip():
        yield from _answer_of_model(output)
    elif output in (None, "", [], {}):
        yield Part("aside", said="no answer of the model")
    else:
        yield Part("unknown", said=f"a model_output of {type(output).__name__}")


_MESSAGES = frozenset({"human", "user", "ai", "assistant", "system", "message", "tool"})
_MODELS = frozenset({"assistant", "ai", "model", "agent", "gpt", "bot"})
_ANSWERS = frozenset({"tool", "function", "ipython", "observation"})
_BODIES = ("content", "parts", "tool_calls", "function_call", "value")


def _is_message(entry: Mapping[str, object]) -> bool:
    """A chat message by its `role`, `from`, or a `type` as LangChain writes it."""
    if any(name in entry for name in STRONG_VERBS):
        return False
    speaker = entry.get("role") or entry.get("from") or _kind_of_wire(entry)
    says = any(name in entry for name in _BODIES)
    return isinstance(speaker, str) and says and _speaker(entry) is not None


def _speaker(entry: Mapping[str, object]) -> str | None:
    for name in ("role", "from"):
        if isinstance(entry.get(name), str):
            return str(entry[name]).casefold()
    kind = _kind_of_wire(entry)
    return kind if kind in _MESSAGES else None


def _message(entry: Mapping[str, object]) -> Iterator[Part]:
    speaker = _speaker(entry)
    body = next((entry[name] for name in ("content", "parts", "value")
                 if entry.get(name)), None)  # fmt: skip
    if speaker in _ANSWERS:
        yield _answer(entry, text_of(body) or body)
        return
    calls = _calls(entry)
    yield from _body(body, speaker in _MODELS and not calls)
    for call in calls:
        yield _called(call)


def said_by_user(entry: Mapping[str, object]) -> str | None:
    """What the person says in this message."""
    if not _is_message(entry) or _speaker(entry) not in ("user", "human"):
        return None
    return first_text(entry, ("content", "parts", "value"))


def said_by_model(entry: Mapping[str, object]) -> str | None:
    """What the model says in this message, where it calls nothing in it."""
    if not _is_message(entry) or _speaker(entry) not in _MODELS:
        return None
    parts = list(_message(entry))
    said = [str(part.said) for part in parts if part.kind == "words"]
    is_over = len(said) == len(parts)
    return "\n".join(said) if said and is_over else None


def _calls(entry: Mapping[str, object]) -> list[Mapping[str, object]]:
    given = entry.get("tool_calls") or entry.get("function_call") or ()
    listed = [given] if isinstance(given, Mapping) else given
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        return []
    return [call for call in listed if isinstance(call, Mapping)]


def _body(body: object, by_model: bool) -> Iterator[Part]:
    """Text, or blocks of text, calls, answers and pictures."""
    if isinstance(body, str):
        yield from _answer_of_model(body) if by_model else [Part("words", said=body)]
    elif isinstance(body, Sequence):
        for block in body:
            yield from _block(block, by_model)
    elif isinstance(body, Mapping):
        yield from _block(body, by_model)
    else:
        yield Part("words", said="")


def _block(block: object, by_model: bool) -> Iterator[Part]:
    if isinstance(block, str):
        yield from _body(block, by_model)
        return
    if not isinstance(block, Mapping):
        return
    kind = _kind_of_wire(block)
    inner = next((block[name] for name in ("functionCall", "function_call", "toolUse")
                  if isinstance(block.get(name), Mapping)), None)  # fmt: skip
    if inner is not None:
        yield _called(inner)
    elif kind in _CALLS:
        yield _called(block)
    elif kind in _GIVEN_BACK or "functionResponse" in block:
        content = block.get("content") or block.get("functionResponse")
        yield _answer(block, text_of(content) or content)
    elif (text := text_of(block.get("text") or block.get("thinking"))) is not None:
        yield from _body(text, by_model)


def _answer_of_model(text: str) -> Iterator[Part]:
    """Its thought and its action, where it names them; else its words."""
    found = labelled(text)
    if found is None:
        yield Part("words", said=text)
    elif "action" not in found:
        yield Part("words", said=found.get("thought") or text)
    else:
        yield _labelled_act(found)


def _labelled_act(found: dict[str, object], **around: object) -> Part:
    """The action that an answer names; `around` are fields of the entry."""
    observed, action = found.pop("observation", None), found.get("action")
    if isinstance(action, Mapping) and any(one in action for one in _ARGUMENTS):
        call = _called(action).entry or {}
        return act({**around, **call}, thought=found.get("thought"))
    return act({**around, **_with_input(found)}, page_hint=observed)


_GIVEN_AS_INPUT = ("text", "key", "address", "app")
"""Of other actions the input is what they are done to."""


def _with_input(found: dict[str, object]) -> dict[str, object]:
    """The input of an action in words is its value or what it is done to."""
    given, action = found.get("action_input"), found.get("action")
    if not isinstance(given, str) or not isinstance(action, str):
        return found
    del found["action_input"]
    known = action_of(action)
    does = ACTIONS[known] if known else None
    enters = does is not None and (does.waits or does.enters in _GIVEN_AS_INPUT)
    return {**found, ("value" if enters else "target"): given} if given else found


def _called(call: Mapping[str, object]) -> Part:
    """A call of a tool, in any of the forms that services give it."""
    found = (call.get(name) for name in ("call_id", "id", "toolUseId"))
    key = next((one for one in found if isinstance(one, str)), None)
    return replace(_call(call), key=key)


def _call(call: Mapping[str, object]) -> Part:
    inner = call.get("function")
    given = dict(inner) if isinstance(inner, Mapping) else dict(call)
    for name in ("type", "id", "call_id", "index", "status"):
        if not (name == "index" and "name" not in given):
            given.pop(name, None)
    arguments = given.pop("input", None)
    if isinstance(arguments, Mapping | str):
        given.setdefault("arguments", arguments)
    if "action" in given:  # a computer's action, which needs no tool's name
        given.pop("name", None)
        return act(given)
    called = given.pop("name", None) or given.pop("toolName", None) or "unknown"
    return act(_unwrapped(str(called), given))


_ARGUMENTS = ("arguments", "args", "parameters")


def _unwrapped(name: str, given: dict[str, object]) -> dict[str, object]:
    """A call whose arguments name the action, as `computer(action="click")` does, is
    that action."""
    found = (given.get(one) for one in _ARGUMENTS)
    arguments = next((one for one in found if isinstance(one, Mapping)), None)
    if arguments is not None and action_of(name) is None and not is_browsers(name):
        verb = arguments.get("action") or arguments.get("action_type")
        if isinstance(verb, str) and (action_of(verb) or is_finishing(verb)):
            rest = {k: v for k, v in given.items() if v is not arguments}
            return {**rest, **arguments, "action": verb}
    return {**given, "tool": name}


# --- the `type` of an entry ---------------------------------------------------------


_CALLS = frozenset({"function_call", "tool_use", "tool_call", "computer_call",
                    "custom_tool_call", "local_shell_call"})  # fmt: skip
_GIVEN_BACK = frozenset({"function_call_output", "tool_result", "tool_output",
                         "computer_call_output", "tool_response"})  # fmt: skip
_WORDY = frozenset({"thought", "thinking", "reasoning", "plan", "reflection", "text",
                    "output_text", "summary", "note", "comment", "log"})  # fmt: skip
_SEEN = frozenset({"observation", "screenshot", "state", "page", "image", "dom",
                   "snapshot", "result", "metadata", "session", "task"})  # fmt: skip
_WRAPPERS = frozenset({"action", "step", "tool"})
_WIRE = _CALLS | _GIVEN_BACK | _WORDY | _SEEN | _WRAPPERS


def _kind_of_wire(entry: Mapping[str, object]) -> str | None:
    kind = entry.get("type")
    return kind.casefold() if isinstance(kind, str) else None


def _wire(entry: Mapping[str, object]) -> Iterator[Part]:
    kind = _kind_of_wire(entry)
    inner = {key: value for key, value in entry.items() if key != "type"}
    acts = any(entry.get(name) for name in STRONG_VERBS)
    if kind in _CALLS:
        yield _called(entry)
    elif acts or (kind in _WRAPPERS and inner.get("name")):
        yield act(inner if "action" in inner or kind != "tool"
                  else {**inner, "tool": inner.pop("name", "unknown")})  # fmt: skip
    elif kind in _GIVEN_BACK:
        yield _answer(entry, entry.get("output") or text_of(entry.get("content")))
    elif kind in _WORDY:
        yield Part("words", said=first_text(entry, (*_SAID, "summary")) or "")
    elif kind in _SEEN:
        yield Part("aside", said=f"a {kind}")
    else:
        yield Part("unknown", said=f"a {kind} without an action")


# --- without a field for the action --------------------------------------------------


_SAID = ("content", "text", "message", "thought", "thinking", "reasoning", "output")
_NOTES = (*THOUGHTS, "message", "note", "notes", "log", "comment", "summary", "plan",
          "memory", "reflection", "content", "next_goal",
          *words("field.note"))  # fmt: skip
_ANSWERED = ("response", "output", "completion", "answer", "content", "text", "message",
             "llm_output", "prediction", *words("field.answer"))  # fmt: skip
_OBSERVED = frozenset({
    "observation", "observations", "page_hint", "elements", "interactive_elements",
    "page_stats", "screenshot", "screenshot_path", "screenshot_ref", "dom",
    "dom_snapshot_ref", "a11y_tree_ref", "title", "page", "page_before", "page_after",
    "state", "html", "axtree", "accessibility_tree", "ui_tree", "current_url",
    *words("field.observed"),
})  # fmt: skip
_RESULTS = frozenset({
    "result", "results", "success", "status", "error", "reward", "score", "is_done",
    "finished", "terminated", "truncated", *words("field.outcome"),
})  # fmt: skip
_META = frozenset({
    "step", "step_id", "step_number", "step_num", "index", "n", "i", "id", "timestamp",
    "time", "at", "ts", "created_at", "duration_ms", "url", "app", "app_name",
    "metadata", "session_id", "task_id", "agent", "agent_id", "round", "turn",
    "start_url", "domain", *words("field.about"),
})  # fmt: skip


def _without_verb(
    entry: Mapping[str, object], task_names: Sequence[str]
) -> Iterator[Part]:
    given = {key for key, value in entry.items() if value not in (None, "", [], {})}
    said = first_text(entry, _NOTES)
    if (found := _in_an_answer(entry)) is not None:
        yield found
    elif (words := acting_sentence(entry)) is not None:
        yield act({**_but(entry, SENTENCES), "action": words})
    elif said is not None and given <= {*_NOTES, *_OBSERVED, *_RESULTS, *_META}:
        yield Part("words", said=said)
    elif given & set(task_names) and given <= {*task_names, *_META, *_NOTES}:
        yield Part("aside", said="the task")
    elif given <= _META | _OBSERVED | _RESULTS:
        yield Part("aside", said="an observation or a result")
    else:
        yield Part("unknown", said=looks_like(entry))


def _in_an_answer(entry: Mapping[str, object]) -> Part | None:
    """An answer that names its action, among the fields of a log."""
    for name in _ANSWERED:
        text = entry.get(name)
        found = labelled(text) if isinstance(text, str) else None
        if found is None:
            continue
        if "action" not in found:
            return Part("words", said=found.get("thought") or text)
        return _labelled_act(found, **_but(entry, (name, "prompt")))
    return None


def _but(entry: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key not in names}
