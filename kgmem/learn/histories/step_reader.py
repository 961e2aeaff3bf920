"""Steps of the parts of entries, one after the other."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kgmem.errors import InvalidInput
from kgmem.learn.histories.action_words import MAX_WORDS, parse_action
from kgmem.learn.histories.browsers import (
    EntryReader,
    ToolReader,
    entry_reader,
    tool_reader_for,
)
from kgmem.learn.histories.entries import Part
from kgmem.learn.histories.entry_words import is_prose, looks_like, text_of
from kgmem.learn.histories.fields import as_text, bounded_json
from kgmem.learn.histories.labelled import json_object
from kgmem.learn.histories.step import step_from
from kgmem.model.trajectory import Step

CUT_OFF = "the arguments of its call are no JSON; they may be cut off"


class Unclear(str):
    """Why an entry is not understood."""


class StepReader:
    """Makes steps of the parts of entries.

    Calls of a browser's tools that can't be kept as steps raise InvalidInput where the
    reader `is_strict`; else they become custom steps, which hold all of them.
    """

    def __init__(self, known: set[str], is_strict: bool = False) -> None:
        self.steps: list[Step] = []
        self._known = known
        self._is_strict = is_strict
        self._words: list[str] = []
        self._entries: EntryReader | None = None
        self._tools: ToolReader | None = None
        self._made_by: dict[str, int] = {}
        """Of a call's id its step."""

    def take(self, part: Part, where: str) -> str | None:
        """Why the part gave no step; None if it did."""
        if part.kind == "act":
            return self._act(dict(part.entry or {}), part.key, where)
        if part.kind == "unknown":
            return Unclear(part.said)
        if part.kind == "answer":
            self._answered(part)
        elif part.kind == "words" and isinstance(part.said, str):
            self._words += [part.said] if self._is_new(part.said) else []
        return str(part.said) if part.kind == "aside" else part.kind

    def _answered(self, part: Part) -> None:
        """An answer goes into the step that asked; without an id, into the last."""
        said = text_of(part.said) or str(part.said or "")
        is_read = self._tools and self._tools.answer(said, part.key, part.has_failed)
        if is_read or not self.steps:
            return
        at = self._made_by.get(part.key or "", len(self.steps) - 1)
        self.steps[at] = _with_answer(self.steps[at], part.said)

    def _is_new(self, words: str) -> bool:
        return bool(words) and words.strip() not in self._known

    def _act(self, entry: dict[str, object], key: str | None, where: str) -> str | None:
        begun = len(self.steps)
        if self._is_browsers(entry, key, where):
            return None if len(self.steps) > begun else "it only looks"
        made = list(self._made(entry, where))
        for step in made:
            if step.does.is_call and is_prose(str(step.params["name"])):
                return Unclear(_not_an_action(step, entry))
        if not made:
            return "no action"
        self._keep(made)
        if key:
            self._made_by[key] = len(self.steps) - 1
        return None

    def _keep(self, made: Sequence[Step]) -> None:
        self.steps += [_with_thought(made[0], self._words), *made[1:]]
        self._words = []

    def _is_browsers(
        self, entry: Mapping[str, object], key: str | None, where: str
    ) -> bool:
        """Add the steps of a call of a browser's tool; False if it is none."""
        called = _tool_call(entry)
        reader = called and tool_reader_for(called[0])
        if called is None or reader is None:
            return False
        self._tools = self._tools or reader(self.steps)
        begun = len(self.steps)
        try:
            is_read = self._tools.call(*called, key, where)
        except InvalidInput:
            if self._is_strict:
                raise
            self.steps.append(_as_it_is(*called))
            is_read = True
        if len(self.steps) > begun:
            thought = [*self._words, *filter(None, [text_of(entry.get("thought"))])]
            self.steps[begun] = _with_thought(self.steps[begun], thought)
            self._words = []
        return is_read

    def _made(self, entry: dict[str, object], where: str) -> Iterator[Step]:
        if _is_cut_off(entry):
            if self._is_strict:
                raise InvalidInput(CUT_OFF)
            given = {"arguments": entry["arguments"]}
            yield _as_it_is(str(entry["tool"]), given)
            return
        if not isinstance(entry.get("model_output"), Mapping):
            yield from _steps_of(entry, where)
            return
        self._entries = self._entries or entry_reader()()
        for action in self._entries.actions(entry, where):
            try:
                yield from self._entries.steps(action)
            except InvalidInput:
                if self._is_strict or not action.name:
                    raise
                yield _as_it_is(action.name, action.arguments)


def _tool_call(
    entry: Mapping[str, object],
) -> tuple[str, Mapping[str, object]] | None:
    """Name and arguments of a tool that the entry calls."""
    name, given = entry.get("tool"), entry.get("arguments") or {}
    if isinstance(given, str):
        given = json_object(given)
    if not isinstance(name, str) or not isinstance(given, Mapping):
        return None
    return name, given


def _is_cut_off(entry: Mapping[str, object]) -> bool:
    """Does it call a tool with arguments that begin as an object, and are none?"""
    given = entry.get("arguments")
    if not isinstance(given, str) or not isinstance(entry.get("tool"), str):
        return False
    return given.lstrip()[:1] == "{" and json_object(given) is None


def _as_it_is(name: str, arguments: Mapping[str, object]) -> Step:
    """What no step says, with all of its arguments: nobody does it again."""
    told = {str(key): bounded_json(value) for key, value in arguments.items()}
    return Step(action="custom", params={**told, "name": name})


def _not_an_action(step: Step, entry: Mapping[str, object]) -> str:
    if step.params["name"] == "unknown":
        return looks_like(entry)
    return "its action is a text that begins with no action that is known"


def _with_answer(step: Step, content: object) -> Step:
    answer = bounded_json(text_of(content) or content)
    if answer is None:
        return step
    return step.model_copy(update={"params": {**step.params, "result": answer}})


def _with_thought(step: Step, words: Sequence[str]) -> Step:
    if not words:
        return step
    thought = "\n".join([*words, *([step.thought] if step.thought else [])])
    return step.model_copy(update={"thought": thought})


def _steps_of(entry: dict[str, object], where: str) -> Iterator[Step]:
    if "actions" in entry and "action" not in entry:
        yield from _several(entry, "actions", where)
    elif isinstance(entry.get("action"), list):
        yield from _several(entry, "action", where)
    elif calls := _calls_of(entry.get("action")):
        yield from _several({**entry, "action": calls}, "action", where)
    else:
        yield step_from(entry, where)


def _several(entry: dict[str, object], name: str, where: str) -> Iterator[Step]:
    """The actions of one entry; what stands around them goes to the first."""
    around = {key: value for key, value in entry.items() if key != name}
    for m, action in enumerate(_listed(entry[name])):
        shared = {} if m else around
        yield step_from({**shared, "action": action}, f"{where}.{name}[{m}]")


def _calls_of(action: object) -> list[str]:
    """The calls of an action that is several lines of code; none if it is one action
    or anything else."""
    if not isinstance(action, str) or len(action) > MAX_WORDS:
        return []
    lines = [line.strip() for line in re.split(r"[\n;]", action)]
    calls = [line for line in lines if line and not line.startswith(_NO_CALL)]
    if len(calls) < 2 or any(parse_action(one).is_unknown for one in calls):
        return []
    return calls


_NO_CALL = ("import ", "from ", "#", "//", "time.sleep")


def _listed(raw: object) -> Iterator[object]:
    """The actions of one entry: mappings or texts; empty ones are none."""
    for item in raw if isinstance(raw, list | tuple) else [raw]:
        if isinstance(item, Mapping) and item:
            yield item
        elif isinstance(item, str | int | float):
            yield as_text(item)
