"""mobilerun's and droidrun's `macro.json`, with the screens beside it."""

import re
from collections.abc import Iterator, Mapping

from kgmem import Box, Element, ImportedRun, InvalidInput, Outcome, RefusedPart, Source
from kgmem.formats import list_of, mapping_of, text_of
from kgmem_formats.importers.steps import Steps, number_of, whole_of
from kgmem_formats.importers.words import Words

MAIN, EVENTS, SCREENS = "macro.json", "trajectory.json", "ui_states"
HIT = "what was tapped: by its place on the screen that was saved before"
KEYS = {3: "Home", 66: "Enter", 67: "Backspace", 82: "Menu", 187: "AppSwitch"}
"""Android's numbers of keys; 4 is back."""
BACK = 4
TYPES = Words(
    "action of a macro",
    used=frozenset({
        "start_app", "tap", "tap_coordinate", "tap_area", "long_press", "swipe", "drag",
        "scroll", "input_text", "button_press", "key_press", "back", "wait",
    }),
)  # fmt: skip
FIELDS = Words(
    "field of an action",
    used=frozenset({
        "action_type", "type", "package", "x", "y", "start_x", "start_y", "end_x",
        "end_y", "text", "keycode", "button", "duration", "element_text",
        "element_bounds",
    }),
    harmless={
        "description": "what the agent noted",
        "timestamp": "when it was done",
        "activity": "the app's own first screen",
        "duration_ms": "how fast the finger moves",
        "element_index": "a number of that screen",
        "key_name": "what the key's number is called",
        "clear": "a field is cleared before it is filled in",
    },
)  # fmt: skip
LAST = ("Finalize", "Result", "Stop", "Complete")
"""Words in the types of the events that a run ends with."""
MAX_ELEMENTS = 20_000
_NUMBERS = re.compile(r"-?\d+")


class Mobilerun:
    """Reads a macro as one run; its description is the task."""

    name = "mobilerun"
    title = "mobilerun and droidrun macro"

    def recognizes(self, source: Source) -> str | None:
        if source.shape == "folder":
            return f"a folder with {MAIN}" if source.beside(MAIN) else None
        first = source.first_item("actions")
        if "description" in source.first and {"action_type", "type"} & first.keys():
            return "description and actions with action_type"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        main = source.main(MAIN)
        macro = main.whole()
        if not isinstance(macro, Mapping) or not isinstance(macro.get("actions"), list):
            raise InvalidInput(f"{main.name}: a macro has actions")
        steps, screens = Steps(), Screens(main)
        for n, action in enumerate(macro["actions"]):
            with steps.reading(f"{main.name}: actions[{n}]"):
                _add(steps, action, screens, n)
        if screens.has_hit:
            steps.guess(HIT)
        yield steps.run(
            main.name,
            task=text_of(macro.get("description")),
            app=_app(macro["actions"]),
            outcome=_outcome(main),
            device="android",
        )


def _add(
    steps: Steps, action: Mapping[str, object], screens: "Screens", n: int
) -> None:
    kind = action.get("action_type") or action.get("type")
    TYPES.acts(kind)
    FIELDS.check(action)
    if kind == "start_app":
        steps.add("open_app", value=text_of(action["package"]))
    elif kind in ("tap", "tap_coordinate", "tap_area", "long_press"):
        act = "long_press" if kind == "long_press" else "click"
        place = screens.at(n, action["x"], action["y"])
        steps.add(act, target=_told_too(place, action))
    elif "start_x" in action:
        _add_swipe(steps, str(kind), action, screens, n)
    elif kind == "input_text":
        steps.add("type", target=_focused(steps))
        steps.last(value=str(action["text"]))
    elif kind == "wait":
        steps.add("wait", value=text_of(str(action.get("duration") or "")))
    else:
        _add_key(steps, action)


def _told_too(element: Element, action: Mapping[str, object]) -> Element:
    """The element, with what the action itself tells where no screen does."""
    text = text_of(action.get("element_text"))
    if element.name or element.text or not text:
        return element
    box = _bounds({"bounds": action.get("element_bounds")})
    return element.model_copy(update={"text": text, "box": box or element.box})


def _focused(steps: Steps) -> Element | None:
    """What was tapped just before: text goes there."""
    last = steps.steps[-1] if steps.steps else None
    return last.target if last is not None and last.does.presses == "once" else None


def _add_swipe(
    steps: Steps, kind: str, action: Mapping[str, object], screens: "Screens", n: int
) -> None:
    x, y, right, down = (
        number_of(action[k]) for k in ("start_x", "start_y", "end_x", "end_y")
    )
    if kind == "drag":
        start, end = screens.at(n, x, y), screens.at(n, right, down)
        steps.add("drag", target=start, destination=end)
        return
    is_upright = abs(down - y) >= abs(right - x)
    way = ("up" if down < y else "down") if is_upright else (
        "left" if right < x else "right"
    )  # fmt: skip
    steps.add("swipe", params={"direction": way})


def _add_key(steps: Steps, action: Mapping[str, object]) -> None:
    code, button = action.get("keycode"), text_of(action.get("button"))
    if code == BACK or button == "back" or action.get("action_type") == "back":
        steps.add("back")
    elif button or code in KEYS:
        steps.add("key", value=(button or KEYS[whole_of(code or 0)]).capitalize())
    else:
        steps.add("custom", params={"name": "key_press", "keycode": str(code)})


class Screens:
    """The screens that were saved beside a macro, by number."""

    def __init__(self, main: Source) -> None:
        folder = main.path.parent / SCREENS if main.path else None
        found = sorted(folder.glob("*.json")) if folder and folder.is_dir() else []
        self._files = {int(one.stem): one for one in found if one.stem.isdigit()}
        self._read: dict[int, list[Mapping[str, object]]] = {}
        self.has_hit = False

    def at(self, n: int, x: object, y: object) -> Element:
        """The smallest element there on the last screen saved before action `n`; the
        place alone where no screen shows one."""
        place = Box(x=number_of(x), y=number_of(y), width=0, height=0)
        hits = [
            (box.width * box.height, k, one, box)
            for k, one in enumerate(self._elements(n))
            if (box := _bounds(one)) and _holds(box, place)
        ]
        if not hits:
            return Element(box=place)
        self.has_hit = True
        _, _, one, box = min(hits, key=lambda hit: hit[:2])
        return element_of(one, box)

    def _elements(self, n: int) -> list[Mapping[str, object]]:
        number = max((one for one in self._files if one <= n), default=None)
        if number is None:
            return []
        if number not in self._read:
            self._read.clear()
            source = Source(self._files[number].name, self._files[number])
            self._read[number] = _flat(source.whole())
        return self._read[number]


def _flat(tree: object) -> list[Mapping[str, object]]:
    """Every element of a screen, outside in."""
    waiting, found = [tree], list[Mapping[str, object]]()
    while waiting and len(found) < MAX_ELEMENTS:
        one = waiting.pop(0)
        if isinstance(one, list):
            waiting = one + waiting
        elif isinstance(one, Mapping):
            found.append(one)
            for name in ("children", "a11y_tree", "elements"):
                waiting += list_of(one.get(name))
    return found


def _bounds(one: Mapping[str, object]) -> Box | None:
    """`"left,top,right,bottom"`, as text, list or object."""
    raw = one.get("bounds") or one.get("boundsInScreen") or one.get("rect")
    if isinstance(raw, Mapping):
        raw = [raw.get(name) for name in ("left", "top", "right", "bottom")]
    found = _NUMBERS.findall(raw) if isinstance(raw, str) else list_of(raw)
    if len(found) != 4 or not all(isinstance(n, str | int | float) for n in found):
        return None
    left, top, right, bottom = map(float, found)
    return Box(x=left, y=top, width=right - left, height=bottom - top)


def _holds(box: Box, point: Box) -> bool:
    is_within = 0 <= point.x - box.x <= box.width
    return is_within and 0 <= point.y - box.y <= box.height


def element_of(one: Mapping[str, object], box: Box | None = None) -> Element:
    """An element of a screen, as Android tells it."""
    key = text_of(one.get("resourceId") or one.get("resource_id"))
    said = text_of(one.get("contentDescription") or one.get("content_description"))
    text = text_of(one.get("text"))
    return Element(
        name=said or text,
        text=text,
        tag=text_of(one.get("className") or one.get("class_name")),
        attributes={"resource-id": key} if key else {},
        box=box,
    )


def _app(actions: list[object]) -> str | None:
    """The one app that is started."""
    found = {text_of(mapping_of(one).get("package")) for one in actions} - {None}
    return found.pop() if len(found) == 1 else None


def _outcome(main: Source) -> Outcome | None:
    """What the last event says of success, if one does."""
    events = main.beside(EVENTS)
    said = None
    for record in events.records() if events else ():
        told = mapping_of(record[1]) if isinstance(record, tuple) else {}
        is_last = any(word in str(told.get("type")) for word in LAST)
        if isinstance(told.get("success"), bool) and is_last:
            said = told["success"]
    return None if said is None else ("success" if said else "failure")


importer = Mobilerun()
