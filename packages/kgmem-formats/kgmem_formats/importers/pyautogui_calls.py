"""Calls of pyautogui's, which move a mouse and press keys: parsed, never run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kgmem import Box, Element, InvalidInput
from kgmem_formats.browsers.keys import key_named
from kgmem_formats.importers.calls import WrittenCall
from kgmem_formats.importers.steps import Steps, number_of

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("click", "leftClick"), ("x", "y", "clicks", "interval", "button")),
    **dict.fromkeys(
        ("rightClick", "middleClick", "doubleClick", "tripleClick"),
        ("x", "y", "interval", "button"),
    ),
    **dict.fromkeys(("moveTo", "move"), ("x", "y")),
    **dict.fromkeys(("dragTo", "drag"), ("x", "y", "duration", "tween", "button")),
    **dict.fromkeys(("mouseDown", "mouseUp"), ("x", "y", "button")),
    **dict.fromkeys(("write", "typewrite"), ("message", "interval")),
    "press": ("keys", "presses", "interval"),
    **dict.fromkeys(("keyDown", "keyUp"), ("key",)),
    "hotkey": (),
    **dict.fromkeys(("scroll", "vscroll", "hscroll"), ("clicks", "x", "y")),
    "sleep": ("seconds",),
}
"""The functions that do something, and their arguments in order; of `hotkey` each is a
key."""
HARMLESS = frozenset(
    {"interval", "duration", "tween", "logScreenshot", "_pause", "pause"}
)
"""Arguments that tell how fast it is done."""
LOOKS = frozenset({
    "screenshot", "size", "position", "onScreen", "PAUSE", "FAILSAFE", "pixel",
    "locateOnScreen", "locateCenterOnScreen",
})  # fmt: skip
"""Functions that change nothing."""
RELATIVE = frozenset({"moveRel", "dragRel"})
_DRAGS = frozenset({"dragTo", "drag", "mouseDown", "mouseUp"})
_TIMES: Mapping[str, int] = {"doubleClick": 2, "tripleClick": 3}
_BUTTONS: Mapping[str, str] = {"rightClick": "right", "middleClick": "middle"}
_SAID_SO: Mapping[object, str] = {
    1: "left", 2: "middle", 3: "right", "primary": "left", "secondary": "right",
}  # fmt: skip


@dataclass(slots=True)
class HeldHands:
    """What is held down, and where the pointer is, while a run's calls are read."""

    _held: list[str] = field(default_factory=list)
    _is_used: bool = False
    """Was anything pressed while the last key was held?"""
    _down: Element | None = None
    """Where the mouse was pressed and not let go."""
    _at: Element | None = None
    _before: Element | None = None
    """Where the pointer was before the call."""

    def add(self, steps: Steps, call: WrittenCall) -> None:
        """The steps of a call. Raises InvalidInput where all of it can't be kept."""
        if call.name in LOOKS:
            return
        if call.name in RELATIVE:
            raise InvalidInput("from where it moves is not known")
        if call.name not in ARGUMENTS:
            raise InvalidInput(
                f"no function of pyautogui's is called {call.name[:60]!r}"
            )
        for action, fields in self._done(call.name, _arguments(call)):
            value = fields.pop("value", None)
            steps.add(action, **fields)
            if value is not None:
                steps.last(value=value)

    def finish(self) -> None:
        """Return where nothing is held any more. Raises InvalidInput."""
        if self._held or self._down:
            raise InvalidInput("what is held down is never let go")

    def _done(
        self, name: str, given: Mapping[str, object]
    ) -> Iterator[tuple[str, dict[str, object]]]:
        place = _place(given)
        self._at = place or self._at
        if name in _DRAGS and _button(given, "left") != "left":
            raise InvalidInput("no step drags with another button")
        match name:
            case "moveTo" | "move":
                if self._down is None and place is not None:
                    yield "hover", {"target": place}
            case "dragTo" | "drag":
                yield self._dragged(self._before, place)
            case "mouseDown":
                self._down = self._at
            case "mouseUp":
                yield self._let_go()
            case "write" | "typewrite":
                said = given.get("message")
                text = "".join(map(str, said)) if isinstance(said, list) else str(said)
                yield "type", {"value": text}
            case "press" | "hotkey":
                for key in _keys(name, given):
                    yield "key", {"value": self._chord(key)}
            case "keyDown":
                self._held.append(_key(given))
                self._is_used = False
            case "keyUp":
                yield from self._up(_key(given))
            case "scroll" | "vscroll" | "hscroll":
                yield (
                    "scroll",
                    {"target": place, "params": {"direction": _way(name, given)}},
                )
            case "sleep":
                yield "wait", {"value": str(given.get("seconds", 0))}
            case _:
                yield self._clicked(name, given, place)
        self._before = self._at

    def _clicked(
        self, name: str, given: Mapping[str, object], place: Element | None
    ) -> tuple[str, dict[str, object]]:
        times = given.get("clicks", _TIMES.get(name, 1))
        if times not in (1, 2):
            raise InvalidInput("no step clicks so often")
        button = _button(given, _BUTTONS.get(name, "left"))
        self._is_used = True
        params = {} if button == "left" else {"button": button}
        held = {"modifiers": list(self._held)} if self._held else {}
        target = place or self._at
        action = "double_click" if times == 2 else "click"
        return action, {"target": target, "params": params | held}

    def _dragged(
        self, start: Element | None, end: Element | None
    ) -> tuple[str, dict[str, object]]:
        if start is None or end is None:
            raise InvalidInput("a drag starts where the pointer is, which is not known")
        return "drag", {"target": start, "destination": end}

    def _let_go(self) -> tuple[str, dict[str, object]]:
        """A press that ends elsewhere is a drag."""
        start, self._down = self._down, None
        if start is None:
            raise InvalidInput("where the mouse was pressed is not known")
        if start == self._at:
            return "click", {"target": start}
        return self._dragged(start, self._at)

    def _chord(self, key: str) -> str:
        self._is_used = True
        return "+".join([*self._held, key])

    def _up(self, key: str) -> Iterator[tuple[str, dict[str, object]]]:
        """A key that is let go was pressed, unless others were pressed meanwhile."""
        if key not in self._held:
            raise InvalidInput("a key is let go that is not held")
        self._held.remove(key)
        if not self._is_used:
            yield "key", {"value": "+".join([*self._held, key])}
        self._is_used = True


def _arguments(call: WrittenCall) -> dict[str, object]:
    """The arguments by their names. Raises InvalidInput for others, and for what is no
    literal."""
    names = ARGUMENTS[call.name]
    args = [_known(one) for one in call.args]
    if call.name == "hotkey":
        return {"keys": args[0] if args and isinstance(args[0], list) else args}
    if args and isinstance(args[0], list | tuple) and names[:2] == ("x", "y"):
        args = [*args[0], *args[1:]]
    told = dict(zip(names, args, strict=False))
    told |= {name: _known(value) for name, value in call.named.items()}
    unknown = told.keys() - {*names, *HARMLESS}
    if unknown or len(args) > len(names):
        raise InvalidInput(f"{call.name}: an argument that is not known")
    return {name: value for name, value in told.items() if value is not None}


def _known(value: object) -> object:
    """A literal; anything else can't be known without running it."""
    if value is not None and not isinstance(value, str | int | float | list | tuple):
        raise InvalidInput("an argument is no literal: it is not run")
    return value


def _place(given: Mapping[str, object]) -> Element | None:
    x, y = given.get("x"), given.get("y")
    if isinstance(x, list | tuple) and len(x) == 2:
        x, y = x
    if x is None and y is None:
        return None
    return Element(box=Box(x=number_of(x), y=number_of(y), width=0, height=0))


def _button(given: Mapping[str, object], usual: str) -> str:
    told = given.get("button", usual)
    return str(_SAID_SO.get(told, told)).casefold()


def _way(name: str, given: Mapping[str, object]) -> str:
    is_far = number_of(given.get("clicks", 0)) > 0
    if name == "hscroll":
        return "right" if is_far else "left"
    return "up" if is_far else "down"


def _key(given: Mapping[str, object]) -> str:
    told = str(given.get("key"))
    return key_named(told) or told


def _keys(name: str, given: Mapping[str, object]) -> list[str]:
    told = given.get("keys")
    listed = (
        [str(one) for one in told] if isinstance(told, list | tuple) else [str(told)]
    )
    if name == "hotkey":
        chord = "+".join(listed)
        named = [key_named(one) for one in listed]
        return ["+".join(one for one in named if one) if all(named) else chord]
    times = int(number_of(given.get("presses", 1)))
    return [key_named(one) or one for one in listed] * max(0, min(times, 100))
