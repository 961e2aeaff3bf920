"""A raw history of free form, or a flat record, as a Trajectory."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.language.lexicon import fold
from kgmem.language.vocabulary import word_set, words
from kgmem.learn.histories.action_words import MAX_WORDS, action_of, parse_action
from kgmem.learn.histories.browsers.browser_use_steps import BrowserUseReader
from kgmem.learn.histories.browsers.mcp_steps import BrowserToolReader
from kgmem.learn.histories.entries import UNDERSTOOD, Part, parts_of, said_by_user
from kgmem.learn.histories.entry_words import (
    is_finishing,
    is_prose,
    looks_like,
    text_of,
)
from kgmem.learn.histories.fields import as_text, bounded_json
from kgmem.learn.histories.step import in_our_case, json_object, step_from
from kgmem.model.action import ACTIONS
from kgmem.model.base import Json
from kgmem.model.trajectory import Step, Trajectory, explain
from kgmem.model.values.arguments import flag, optional_text, plain
from kgmem.model.values.json_read import list_of, mapping_of

log = logging.getLogger(__name__)

TASK_NAMES = (
    "task", "goal", "instruction", "query", "task_description", "task_text",
    "user_query", "objective", *words("field.task"),
)  # fmt: skip
"""Where a task's text stands in an entry."""


@dataclass(frozen=True, slots=True)
class History:
    """A raw history as it was understood."""

    trajectory: Trajectory
    entries: int
    aside: tuple[tuple[int, str], ...]
    """The entries that gave no step, by their index, and why."""

    def told(self) -> str:
        """How many steps came of how many entries, and which gave none."""
        reasons: dict[str, list[str]] = {}
        for index, why in self.aside:
            reasons.setdefault(why, []).append(str(index))
        none = "; ".join(f"{why}: {', '.join(at)}" for why, at in reasons.items())
        steps = f"{len(self.trajectory.steps)} steps of {self.entries} entries"
        return f"{steps} (no step: {none})" if none else steps


def log_history(experience_id: str, history: History) -> None:
    """Tell what became of a history's entries."""
    log.info("run %s: %s", experience_id, history.told())


def trajectory_from_history(
    raw_history: Sequence[Mapping[str, object]],
    *,
    is_successful: bool,
    source_task_id: str,
    task: str | None = None,
    app: str | None = None,
) -> Trajectory:
    """The run in a list of entries, see `read_history`."""
    return read_history(
        raw_history,
        is_successful=is_successful,
        source_task_id=source_task_id,
        task=task,
        app=app,
    ).trajectory


def read_history(
    raw_history: Sequence[Mapping[str, object]],
    *,
    is_successful: bool,
    source_task_id: str,
    task: str | None = None,
    app: str | None = None,
) -> History:
    """The run in a list of step mappings, as various frameworks write them.

    Chat messages count too: the first one of the user is the task if none is
    given, others become thoughts of the step that follows. What has no place in a
    Step is in its `params`; words without any action are not kept.

    Raises InvalidInput naming each entry that is not understood, or saying that the
    task is not known, or that no entry of a success holds an action.
    """
    entries = _checked(raw_history)
    succeeded = flag("is_successful", is_successful)
    asked = _task_of(optional_text("task", task), entries)
    source = optional_text("source_task_id", source_task_id)
    where = optional_text("app", app) or _shared(entries, *_APP) or ""
    steps, aside = _steps(entries, {asked, source or "", where})
    if entries and not steps and succeeded:
        raise InvalidInput(
            f"raw_history: none of its {len(entries)} entries holds an action "
            f"({aside[0][1]}: entry {aside[0][0]}, …), so it shows no success; "
            f"{UNDERSTOOD}"
        )
    try:
        trajectory = Trajectory(
            task=asked,
            steps=fold_finish(steps),
            outcome="success" if succeeded else "failure",
            source="raw_history",
            source_task_id=source,
            app=where or None,
            url=_shared(entries, "start_url"),
        )
    except ValidationError as error:
        raise InvalidInput(explain(error, "raw_history")) from error
    return History(trajectory, len(entries), tuple(aside))


def _checked(raw_history: object) -> list[dict[str, object]]:
    if isinstance(raw_history, str | bytes | Mapping) or not isinstance(
        raw_history, Sequence
    ):
        raise InvalidInput(
            f"raw_history is a {type(raw_history).__name__}; give a list of step dicts"
        )
    for n, entry in enumerate(raw_history):
        if not isinstance(entry, Mapping | str):
            raise InvalidInput(
                f"raw_history[{n}] is a {type(entry).__name__}; each step is a dict"
            )
    return [
        {"text": entry} if isinstance(entry, str) else in_our_case(mapping_of(entry))
        for entry in list_of(plain(list(raw_history), "raw_history"))
    ]


# --- the task ---------------------------------------------------------------------


def _task_of(task: str | None, entries: Sequence[Mapping[str, object]]) -> str:
    if task and task.strip():
        return task
    found = next((text for entry in entries if (text := _task_in(entry))), None)
    found = found or next((t for e in entries if (t := said_by_user(e))), None)
    if found is None:
        raise InvalidInput(
            "raw_history names no task: pass task=…, or give an entry a field "
            f"{TASK_NAMES[0]!r} or a first message with role 'user'"
        )
    return found


def _task_in(entry: Mapping[str, object]) -> str | None:
    """A task's text; `query` and the like of an action are none."""
    acts = any(part.kind == "act" for part in parts_of(entry, TASK_NAMES))
    names = TASK_NAMES[:1] if acts else TASK_NAMES
    for name in (*names, "task_description", "task_text", "goal"):
        text = entry.get(name)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return None


def _shared(entries: Sequence[Mapping[str, object]], *names: str) -> str | None:
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


def _steps(
    entries: Sequence[dict[str, object]], known: set[str]
) -> tuple[list[Step], list[tuple[int, str]]]:
    """Steps of all entries, and the entries that gave none; words between them become
    thoughts.

    Fields that repeat what is `known` of the whole run say nothing of a step.
    """
    reader = StepReader(known)
    aside: list[tuple[int, str]] = []
    unclear: list[str] = []
    for n, entry in enumerate(entries):
        before = len(reader.steps)
        reasons = [
            reader.take(part, f"raw_history[{n}]")
            for part in parts_of(_own_fields(entry, known), TASK_NAMES)
        ]
        if found := [one for one in reasons if isinstance(one, Unclear)]:
            unclear.append(f"raw_history[{n}]: {found[0]}")
        elif len(reader.steps) == before:
            aside.append((n, next((one for one in reasons if one), "words")))
    if unclear:
        more = f"; and {len(unclear) - 5} more entries" if len(unclear) > 5 else ""
        raise InvalidInput(f"{'; '.join(unclear[:5])}{more}; {UNDERSTOOD}")
    return reader.steps, aside


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
        self._browser_use = BrowserUseReader()
        self._tools = BrowserToolReader(self.steps)
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
        if self._tools.answer(said, part.key, part.has_failed) or not self.steps:
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
        if called is None:
            return False
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
        if not isinstance(entry.get("model_output"), Mapping):
            yield from _steps_of(entry, where)
            return
        for action in self._browser_use.actions(entry, where):
            try:
                yield from self._browser_use.steps(action)
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


def _as_it_is(name: str, arguments: Mapping[str, object]) -> Step:
    """What no step says, with all of its arguments: nobody does it again."""
    told = {str(key): bounded_json(value) for key, value in arguments.items()}
    return Step(action="custom", params={**told, "name": name})


def _not_an_action(step: Step, entry: Mapping[str, object]) -> str:
    if step.params["name"] == "unknown":
        return looks_like(entry)
    return "its action is a text that begins with no action that is known"


def _own_fields(entry: dict[str, object], known: set[str]) -> dict[str, object]:
    its_own = _APP if _opens(entry) else ()
    repeats = {
        name
        for name in _OF_THE_RUN
        if name not in its_own
        and isinstance(told := entry.get(name), str)
        and told.strip() in known
    }
    return {key: value for key, value in entry.items() if key not in repeats}


def _opens(entry: Mapping[str, object]) -> bool:
    """It starts an app: its name is the step's own value."""
    verb = entry.get("action") or entry.get("action_type") or entry.get("type")
    if not isinstance(verb, str):
        return False
    action = action_of(verb)
    starts = action is not None and ACTIONS[action].enters == "app"
    return starts or fold(verb) in word_set("acting.open")


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


# --- the end of a run -------------------------------------------------------------


def is_finish(step: Step) -> bool:
    """The step only says that the run is over."""
    name = step.params.get("name")
    return (
        step.does.is_call
        and step.target is None
        and isinstance(name, str)
        and is_finishing(name)
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
