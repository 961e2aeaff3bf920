"""Chrome's DevTools Recorder: the JSON of a user flow."""

import re
from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.selectors import ToldElement
from kgmem.interfaces.importers.steps import Steps, number_of
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.action import ACTIONS, Action
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Element, Page
from kgmem.model.values.json_read import list_of, mapping_of, text_of

QUIET = frozenset({
    "setViewport", "emulateNetworkConditions", "waitForElement", "waitForExpression",
    "close",
})  # fmt: skip
"""Steps that do nothing to a page."""
ACTS: Mapping[str, Action] = {
    "navigate": "navigate",
    "click": "click",
    "doubleClick": "double_click",
    "change": "type",
    "hover": "hover",
    "scroll": "scroll",
}
STEPS = frozenset({*QUIET, *ACTS, "keyDown", "keyUp", "customStep"})
MODIFIERS = ("Control", "Alt", "Meta", "Shift")
LONG_MS = 500
"""A press of this time is a long one."""
_ARIA = re.compile(r"\[(\w+)=[\"']?([^\"'\]]*)[\"']?\]")
_BLANK = "generic"
_MAIN = "main"


class ChromeRecorder:
    """Reads one recording; how it went is not in it."""

    name = "chrome-recorder"
    title = "Chrome DevTools Recorder"

    def recognizes(self, source: Source) -> str | None:
        first = source.first_item("steps")
        if "title" in source.first and first.get("type") in STEPS:
            return f"title and steps, the first of type {first['type']}"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        flow = source.whole()
        if not isinstance(flow, Mapping) or not isinstance(flow.get("steps"), list):
            raise InvalidInput(f"{source.name}: a recording has steps")
        reader = _Reader()
        for n, step in enumerate(flow["steps"]):
            with reader.steps.reading(f"{source.name}: steps[{n}]"):
                reader.take(step)
        url = next((s.value for s in reader.steps.steps if s.does.leads), None)
        yield reader.steps.run(source.name, text_of(flow.get("title")), url=url)


class _Reader:
    """Joins keys that are pressed and let go into chords."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._held: dict[str, None] = {}
        self._page: Page | None = None

    def take(self, step: Mapping[str, object]) -> None:
        """One step of the recording."""
        kind = text_of(step["type"]) or ""
        if kind in QUIET:
            return
        if kind in ("keyDown", "keyUp"):
            self._key(kind, str(step["key"]), _around(step, self._page))
        elif kind == "customStep":
            name = text_of(step.get("name")) or "customStep"
            self.steps.add("custom", params={"name": name})
        elif kind in ACTS:
            self._act(ACTS[kind], step)
        else:
            raise InvalidInput(f"no step is of the type {kind[:60]!r}")
        self._page = _led_to(step) or self._page

    def _act(self, action: Action, step: Mapping[str, object]) -> None:
        target = target_of(step)
        fields = _around(step, self._page)
        does = ACTIONS[action]
        if does.enters == "address":
            self.steps.add(action, value=text_of(step["url"]), **fields)
        elif does.enters == "text":
            is_choice = target is not None and target.tag == "select"
            self.steps.add("select" if is_choice else action, target=target, **fields)
            self.steps.last(value=str(step["value"]))
        elif does.moves == "view":
            way = "up" if number_of(step.get("y") or 0) < 0 else "down"
            self.steps.add(action, target=target, params={"direction": way}, **fields)
        else:
            self._press(action, step, {**fields, "target": target})

    def _press(
        self, action: Action, step: Mapping[str, object], fields: Mapping[str, object]
    ) -> None:
        button = text_of(step.get("button")) or "primary"
        held = step.get("duration")
        if self._held or button not in ("primary", "touch"):
            chord = "+".join([*self._held, button, "click"])
            self.steps.add("custom", params={"name": chord}, **fields)
            return
        is_long = isinstance(held, int | float) and held >= LONG_MS
        self.steps.add("long_press" if is_long else action, **fields)

    def _key(self, kind: str, key: str, fields: Mapping[str, object]) -> None:
        if key in MODIFIERS:
            if kind == "keyDown":
                self._held[key] = None
            else:
                self._held.pop(key, None)
        elif kind == "keyDown":
            self.steps.add("key", value="+".join([*self._held, key]), **fields)


def _around(step: Mapping[str, object], page: Page | None) -> dict[str, object]:
    return {"page_before": page, "page_after": _led_to(step)}


def _led_to(step: Mapping[str, object]) -> Page | None:
    """The page that the recorder saw come."""
    for one in list_of(step.get("assertedEvents")):
        told = mapping_of(one)
        url = text_of(told.get("url"))
        if told.get("type") == "navigation" and url:
            return Page(url=url, title=text_of(told.get("title")))
    url = text_of(step.get("url")) if step["type"] == "navigate" else None
    return Page(url=url) if url else None


def target_of(step: Mapping[str, object]) -> Element | None:
    """What the selectors of a step tell of its element."""
    told = ToldElement()
    for one in list_of(step.get("selectors")):
        path = one if isinstance(one, list) else [one]
        parts = [part for part in path if isinstance(part, str)]
        if parts:
            tell(told, parts)
    frame = list_of(step.get("frame"))
    where = text_of(step.get("target"))
    told.say(
        frame="/".join(map(str, frame))
        if frame
        else (where if where != _MAIN else None)
    )
    return told.element() if told.fields.keys() - {"frame"} or told.locators else None


def tell(told: ToldElement, parts: list[str]) -> None:
    """What one selector tells; several parts lead through shadow roots, or inwards."""
    kind, slash, body = parts[-1].partition("/")
    if slash and kind == "aria":
        _tell_aria(told, parts)
    elif slash and kind == "xpath":
        told.xpath(body)
    elif slash and kind == "text":
        told.say(text=body)
    elif slash and kind == "pierce":
        told.css(body)
    else:
        told.css(parts[-1])


def _tell_aria(told: ToldElement, parts: list[str]) -> None:
    """A part without a name, inside of one that has it, is the thing of that name."""
    for part in reversed(parts):
        body = part.removeprefix("aria/")
        given = dict(_ARIA.findall(body))
        name = given.get("name") or _ARIA.sub("", body).strip()
        role = given.get("role")
        told.say(role=role if role != _BLANK else None)
        if name:
            told.say(name=name).at("aria", name)
            return


importer = ChromeRecorder()
