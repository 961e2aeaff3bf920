"""UFO's `response.log`: steps of its agents on Windows."""

from collections.abc import Iterator, Mapping

from kgmem import (
    Action,
    Element,
    ImportedRun,
    InvalidInput,
    Outcome,
    Page,
    RefusedPart,
    Source,
)
from kgmem.formats import ACTIONS, in_our_case, mapping_of, parse_action, text_of
from kgmem_formats.browsers.moment import held
from kgmem_formats.browsers.rows import is_given
from kgmem_formats.importers.pywinauto_keys import pressed
from kgmem_formats.importers.steps import Steps, object_of

ACTS: Mapping[str, Action] = {
    "click_input": "click",
    "click": "click",
    "click_on_coordinates": "click",
    "double_click": "double_click",
    "set_edit_text": "type",
    "type": "type",
    "keyboard_input": "key",
    "wheel_mouse_input": "scroll",
    "scroll": "scroll",
    "launch_application": "open_app",
    "run_shell": "tool",
}
QUIET = frozenset({"", "texts", "summary", "annotation", "no_action", "none"})
"""Functions that only look."""
ARGUMENTS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("click_input", "click", "click_on_coordinates", "double_click"),
        frozenset({"button", "double", "x", "y", "control_text", "control_label"}),
    ),
    **dict.fromkeys(
        ("set_edit_text", "type"),
        frozenset({"text", "clear_current_text", "control_text", "control_label"}),
    ),
    "keyboard_input": frozenset({"keys", "text", "control_focus", "control_text"}),
    **dict.fromkeys(
        ("wheel_mouse_input", "scroll"),
        frozenset({"wheel_dist", "scroll_x", "scroll_y", "x", "y"}),
    ),
    "launch_application": frozenset({"app_name", "bash_command", "text"}),
}
"""Arguments that are in the step of a function that does something, or that tell which
element it is done to."""
MAIN = "response.log"
JUDGE = "UFO's evaluation"
_TEXTS = ("text", "keys", "control_text", "app_name", "bash_command")


class Ufo:
    """Reads a log as one run; beside it, `evaluation.log` tells how it went."""

    name = "ufo"
    title = "UFO response.log"

    def recognizes(self, source: Source) -> str | None:
        if source.shape == "folder" and source.beside(MAIN):
            return f"a folder with {MAIN}"
        first = in_our_case(source.first)
        is_log = "request" in first and {"control_text", "subtask", "agent_type"} & set(
            first
        )
        return "lines with request and control_text" if is_log else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        log = source.main(MAIN)
        steps, task, apps = Steps(), None, dict[str, None]()
        for place, value in steps.records(log):
            with steps.reading(place):
                line = in_our_case(object_of(value))
                task = task or text_of(line.get("request"))
                _add(steps, place, line)
                if app := text_of(line.get("application")):
                    apps[app] = None
        outcome, judge = _outcome(source)
        app = next(iter(apps), None) if len(apps) == 1 else None
        yield steps.run(log.name, task=task, app=app, outcome=outcome, judge=judge)


def _add(steps: Steps, place: str, line: Mapping[str, object]) -> None:
    given = line.get("action")
    calls = given if isinstance(given, list) else [given or line]
    for call in calls:
        with steps.reading(place):
            _step(steps, line, _call(call, line))


def _call(call: object, line: Mapping[str, object]) -> Mapping[str, object]:
    """Function and arguments of an action, which newer logs nest."""
    if isinstance(call, str):
        worded = parse_action(call)
        name = worded.params.get("name") or call.partition("(")[0].strip()
        return {"function": name, "args": {**worded.params, "text": worded.value}}
    told = in_our_case(object_of(call))
    args = told.get("arguments") or told.get("args") or line.get("args")
    return {**told, "args": mapping_of(args)}


def _step(steps: Steps, line: Mapping[str, object], call: Mapping[str, object]) -> None:
    name = str(call.get("function") or line.get("function") or "").strip().lower()
    args = mapping_of(call.get("args"))
    if name in QUIET:
        return
    action = ACTS.get(name)
    does = ACTIONS[action] if action else None
    _check(name, args)
    result = mapping_of(call.get("result") or call.get("results"))
    fields: dict[str, object] = {
        "target": None if does and does.points_at == "app" else _target(line, call),
        "thought": text_of(line.get("thought")),
        "page_before": _page(line),
        "success": False if result.get("status") == "failure" else None,
        "error": text_of(result.get("error")),
    }
    value = next(filter(None, (text_of(args.get(one)) for one in _TEXTS)), None)
    if action is None or does is None or does.is_call:
        steps.add(action or "custom", params={**_plain(args), "name": name}, **fields)
    elif does.moves == "view":
        distance = args.get("wheel_dist") or args.get("scroll_y") or 0
        up = isinstance(distance, int) and distance > 0
        way = {"direction": "up" if up else "down"}
        steps.add(action, params=way, **fields)
    elif does.enters == "key":
        for act, said in pressed(value or ""):
            steps.add(act, **{**fields, "value": said})
    else:
        twice = does.presses and args.get("double") is True
        params = held(args) if does.presses else {}
        steps.add("double_click" if twice else action, params=params, **fields)
        if steps.steps[-1].does.takes_value:
            steps.last(value=value or "")


def _check(name: str, args: Mapping[str, object]) -> None:
    """Return where each argument is kept. Raises InvalidInput."""
    known = ARGUMENTS.get(name, frozenset()) | {"name"}
    for key, value in args.items():
        if name in ARGUMENTS and key not in known and is_given(value):
            raise InvalidInput(f"{name}: an argument that is not known: {key[:60]}")


def _plain(args: Mapping[str, object]) -> dict[str, object]:
    """The arguments that are no nested values."""
    return {
        str(name): value
        for name, value in args.items()
        if isinstance(value, str | int | float | bool)
    }


def _target(line: Mapping[str, object], call: Mapping[str, object]) -> Element | None:
    name = text_of(call.get("control_text")) or text_of(line.get("control_text"))
    kind = text_of(call.get("control_type")) or text_of(line.get("control_type"))
    around = text_of(line.get("application"))
    if not name:
        return None
    return Element(
        name=name, role=kind and kind.lower(), container=(around,) if around else ()
    )


def _page(line: Mapping[str, object]) -> Page | None:
    title = text_of(line.get("application"))
    return Page(title=title) if title else None


def _outcome(source: Source) -> tuple[Outcome, str | None]:
    """What the evaluation says; without one, that the agent finished is no success."""
    found = source.beside("evaluation.log")
    if found is None:
        return "unknown", None
    for record in found.records():
        told = mapping_of(record[1]) if isinstance(record, tuple) else {}
        word = str(told.get("complete") or "").lower()
        if word in ("yes", "no"):
            return ("success" if word == "yes" else "failure"), JUDGE
    return "unknown", None


importer = Ufo()
