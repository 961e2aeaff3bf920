"""OSWorld's and Agent-S' `traj.jsonl`: code that moves a mouse, parsed, never run."""

from collections.abc import Iterator, Mapping

from kgmem import ImportedRun, Outcome, RefusedPart, Source
from kgmem.formats import THOUGHTS, step_from, text_of
from kgmem_formats.importers.calls import python_calls
from kgmem_formats.importers.pyautogui_calls import HeldHands
from kgmem_formats.importers.steps import Steps, object_of

MAIN = "traj.jsonl"
JUDGE = "OSWorld's evaluation"
SPECIAL = frozenset({"DONE", "FAIL", "WAIT"})


class OsWorld:
    """Reads a folder's trajectory as one run: `instruction.txt` is its task,
    `result.txt` its score."""

    name = "osworld"
    title = "OSWorld and Agent-S traj.jsonl"

    def recognizes(self, source: Source) -> str | None:
        if source.shape == "folder":
            return f"a folder with {MAIN}" if source.beside(MAIN) else None
        if {"step_num", "action", "reward"} <= source.first.keys():
            return "lines with step_num, action and reward"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        main = source.main(MAIN)
        steps, hands = Steps(), HeldHands()
        for place, value in steps.records(main):
            with steps.reading(place):
                _add_line(steps, hands, place, object_of(value))
        with steps.reading(main.name):
            hands.finish()
        score = _score(main)
        judge = JUDGE if score is not None else None
        yield steps.run(
            main.name,
            task=_told(main, "instruction.txt"),
            outcome=outcome_of(score),
            score=score,
            judge=judge,
        )


def _told(main: Source, name: str) -> str | None:
    found = main.beside(name)
    return found.text().strip() or None if found else None


def _score(main: Source) -> float | None:
    try:
        score = float(_told(main, "result.txt") or "")
    except ValueError:
        return None
    return score if 0 <= score <= 1 else None


def outcome_of(score: float | None) -> Outcome:
    """Full marks are a success, none a failure; what lies between is neither."""
    return "success" if score == 1 else "failure" if score == 0 else "unknown"


def _add_line(
    steps: Steps, hands: HeldHands, place: str, line: Mapping[str, object]
) -> None:
    action = line["action"]
    thought = next(filter(None, (text_of(line.get(name)) for name in THOUGHTS)), None)
    before = len(steps.steps)
    if isinstance(action, Mapping):
        _add_mapping(steps, place, action)
    else:
        _add_code(steps, hands, place, str(action))
    if thought and len(steps.steps) > before:
        steps.steps[before] = steps.steps[before].model_copy(
            update={"thought": thought}
        )


def _add_mapping(steps: Steps, place: str, action: Mapping[str, object]) -> None:
    if action.get("action_type") in SPECIAL:
        return
    steps.take(step_from(action, place))


def _add_code(steps: Steps, hands: HeldHands, place: str, code: str) -> None:
    if code.strip() in SPECIAL:
        return
    for n, call in enumerate(python_calls(code)):
        with steps.reading(f"{place} call {n + 1}"):
            hands.add(steps, call)


importer = OsWorld()
