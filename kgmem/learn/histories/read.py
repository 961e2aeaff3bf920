"""A raw history of free form, or a flat record, as a Trajectory."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.language.lexicon import fold
from kgmem.language.vocabulary import word_set, words
from kgmem.learn.histories.action_words import action_of
from kgmem.learn.histories.entries import (
    UNDERSTOOD,
    parts_of,
    said_by_model,
    said_by_user,
)
from kgmem.learn.histories.entry_words import (
    is_finishing,
)
from kgmem.learn.histories.step import in_our_case
from kgmem.learn.histories.step_reader import StepReader, Unclear
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
ANSWER_NAMES = ("answer", "text", "message", "content", "result")
"""Where a closing call says what was found out."""


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
    if succeeded and not steps:
        why = "".join(f" ({told}: entry {n}, …)" for n, told in aside[:1])
        raise InvalidInput(
            f"raw_history: none of its {len(entries)} entries holds an action{why}, "
            f"so it shows no success; {UNDERSTOOD}"
        )
    try:
        trajectory = Trajectory(
            task=asked,
            steps=fold_finish(steps),
            outcome="success" if succeeded else "failure",
            answer=answer_in(steps)
            or (said_by_model(entries[-1]) if entries else None),
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


def answer_in(steps: Sequence[Step]) -> str | None:
    """What a closing "done" says."""
    if not steps or not is_finish(steps[-1]):
        return None
    last = steps[-1]
    told = (last.value, *(last.params.get(name) for name in ANSWER_NAMES))
    return next((one for one in told if isinstance(one, str) and one.strip()), None)


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
