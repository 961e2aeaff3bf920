"""OSWorld's and Agent-S' `traj.jsonl`: code that moves a mouse, parsed, never run."""

from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.calls import WrittenCall, python_calls
from kgmem.interfaces.importers.steps import Steps, number_of, object_of
from kgmem.learn.histories.step import THOUGHTS, step_from
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Box, Element, Outcome
from kgmem.model.values.json_read import text_of

MAIN = "traj.jsonl"
JUDGE = "OSWorld's evaluation"
SPECIAL = frozenset({"DONE", "FAIL", "WAIT"})
_CLICKS = {"click": 1, "leftClick": 1, "doubleClick": 2, "tripleClick": 3}
_QUIET = frozenset({"screenshot", "size", "position", "PAUSE", "FAILSAFE"})


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
        steps = Steps()
        for place, value in steps.records(main):
            with steps.reading(place):
                _add_line(steps, place, object_of(value))
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


def _add_line(steps: Steps, place: str, line: Mapping[str, object]) -> None:
    action = line["action"]
    thought = next(filter(None, (text_of(line.get(name)) for name in THOUGHTS)), None)
    before = len(steps.steps)
    if isinstance(action, Mapping):
        _add_mapping(steps, place, action)
    else:
        _add_code(steps, place, str(action))
    if thought and len(steps.steps) > before:
        steps.steps[before] = steps.steps[before].model_copy(
            update={"thought": thought}
        )


def _add_mapping(steps: Steps, place: str, action: Mapping[str, object]) -> None:
    if action.get("action_type") in SPECIAL:
        return
    steps.take(step_from(action, place))


def _add_code(steps: Steps, place: str, code: str) -> None:
    if code.strip() in SPECIAL:
        return
    for n, call in enumerate(python_calls(code)):
        with steps.reading(f"{place} call {n + 1}"):
            add_call(steps, call)


def add_call(steps: Steps, call: WrittenCall) -> None:
    """The step of a call of pyautogui's. Raises InvalidInput where it is none."""
    name, named = call.name, call.named
    args = [_known(one) for one in call.args]
    if name in _QUIET:
        return
    if name in _CLICKS or name in ("rightClick", "middleClick"):
        _add_click(steps, name, args, named)
    elif name in ("moveTo", "move", "moveRel"):
        steps.add("hover", target=_place(args, named))
    elif name in ("dragTo", "drag", "dragRel"):
        start = steps.steps[-1].target if steps.steps else None
        if start is None:
            raise InvalidInput("a drag starts where the pointer is, which is not known")
        steps.add("drag", target=start, destination=_place(args, named))
    elif name in ("write", "typewrite"):
        text = args[0] if args else _known(named.get("message"))
        steps.add("type")
        steps.last(value="".join(text) if isinstance(text, list) else str(text))
    elif name in ("press", "hotkey", "keyDown"):
        _add_keys(steps, name, args or [_known(named.get("keys") or named.get("key"))])
    elif name in ("scroll", "vscroll", "hscroll"):
        amount = args[0] if args else _known(named.get("clicks"))
        way = "up" if isinstance(amount, int | float) and amount > 0 else "down"
        steps.add("scroll", params={"direction": way})
    elif name == "sleep":
        steps.add("wait", value=str(args[0]) if args else None)
    elif name not in ("keyUp", "mouseUp", "mouseDown"):
        raise InvalidInput(f"no function of pyautogui's is called {name[:60]!r}")


def _add_click(
    steps: Steps, name: str, args: list[object], named: Mapping[str, object]
) -> None:
    button = named.get("button", "left")
    button = {"rightClick": "right", "middleClick": "middle"}.get(name, button)
    clicks = named.get("clicks", _CLICKS.get(name, 1))
    target = _place(args, named)
    if button != "left" or clicks not in (1, 2):
        params = {"name": f"{button} click" if button != "left" else f"{clicks} clicks"}
        steps.add("custom", params=params, target=target)
    else:
        steps.add("double_click" if clicks == 2 else "click", target=target)


def _add_keys(steps: Steps, name: str, keys: list[object]) -> None:
    listed = keys[0] if isinstance(keys[0], list) else keys
    if name == "hotkey":
        steps.add("key", value="+".join(map(str, listed)))
        return
    for key in listed if name == "press" and keys[0] is listed else listed[:1]:
        steps.add("key", value=str(key))


def _place(args: list[object], named: Mapping[str, object]) -> Element | None:
    x = args[0] if args else _known(named.get("x"))
    y = args[1] if len(args) > 1 else _known(named.get("y"))
    if isinstance(x, list | tuple) and len(x) == 2:
        x, y = x
    if x is None and y is None:
        return None
    return Element(box=Box(x=number_of(x), y=number_of(y), width=0, height=0))


def _known(value: object) -> object:
    """A literal; anything else can't be known without running it."""
    if value is not None and not isinstance(value, str | int | float | list | tuple):
        raise InvalidInput("an argument is no literal: it is not run")
    return value


importer = OsWorld()
