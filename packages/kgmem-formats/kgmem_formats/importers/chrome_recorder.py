"""Chrome's DevTools Recorder: the JSON of a user flow."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kgmem import (
    Action,
    Element,
    ImportedRun,
    InvalidInput,
    Page,
    RefusedPart,
    Source,
    Step,
)
from kgmem.formats import ACTIONS, WITHIN, list_of, mapping_of, text_of, told_place
from kgmem_formats.importers.chrome_words import (
    ACTS,
    BUTTONS,
    EVENTS,
    FIELDS,
    FLOW,
    KEYS,
    MODIFIERS,
    SAID,
    TYPES,
    WAITS,
)
from kgmem_formats.importers.pointing import pressed_at
from kgmem_formats.importers.selectors import ToldElement
from kgmem_formats.importers.steps import (
    PRESENT,
    Steps,
    number_of,
    object_of,
    scrolls,
)

LONG_MS = 500
"""A press of this time is a long one."""
_ARIA = re.compile(r"\[(\w+)=[\"']?([^\"'\]]*)[\"']?\]")
_BLANK = "generic"
_MAIN = "main"
_TICKS = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")


class ChromeRecorder:
    """Reads one recording; how it went is not in it."""

    name = "chrome-recorder"
    title = "Chrome DevTools Recorder"

    def recognizes(self, source: Source) -> str | None:
        first = source.first_item("steps")
        if "title" in source.first and first.get("type") in TYPES.every():
            return f"title and steps, the first of type {first['type']}"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        flow = source.whole()
        if not isinstance(flow, Mapping) or not isinstance(flow.get("steps"), list):
            raise InvalidInput(f"{source.name}: a recording has steps")
        reader = _Reader()
        with reader.steps.reading(source.name):
            FLOW.check(flow)
        for n, step in enumerate(flow["steps"]):
            with reader.steps.reading(f"{source.name}: steps[{n}]"):
                reader.take(step)
        with reader.steps.reading(source.name):
            reader.close()
        url = next((s.value for s in reader.steps.steps if s.does.leads), None)
        yield reader.steps.run(source.name, text_of(flow.get("title")), url=url)


class _Reader:
    """Joins keys that are pressed and let go into chords; counts tabs and scrolls."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._held: dict[str, None] = {}
        self._text: Step | None = None
        """What is being typed, key by key."""
        self._page: Page | None = None
        self._tabs: dict[str, int] = {}
        self._seen: dict[str, tuple[float, float]] = {}
        """How far the page, or a part of it, is scrolled."""

    def take(self, given: object) -> None:
        """One step of the recording. Raises InvalidInput where it can't be told."""
        step = object_of(given)
        kind = text_of(step["type"]) or ""
        if not TYPES.acts(kind):
            return
        FIELDS[kind].check(step)
        led = _led_to(step)
        if kind == WAITS:
            self._read(step)
        elif kind in ("keyDown", "keyUp"):
            self._key(kind, str(step["key"]), step)
        elif kind == "customStep":
            self._add("custom", step, params=_call(step))
        else:
            self._act(ACTS[kind], step)
        self._page = led or self._page

    def _read(self, step: Mapping[str, object]) -> None:
        """What is waited for, where more of it is told than that it is there."""
        target, told = self._target(step), mapping_of(step.get("properties"))
        said = next((told[name] for name in SAID if told.get(name)), None)
        pages: dict[str, Any] = {"page_before": self._page, "page_after": _led_to(step)}
        if said is not None:
            self.steps.read(target, said, **pages)
        elif step.get("operator", "==") == "==" and "count" in step:
            self.steps.read(target, step["count"], "count", **pages)
        elif step.get("visible") is True:
            self.steps.read(target, PRESENT, "presence", **pages)

    def close(self) -> None:
        """Raises InvalidInput if a key is held that nothing lets go."""
        if self._held:
            names = ", ".join(self._held)
            raise InvalidInput(f"{names}: held to the end, so a key was not recorded")

    def _act(self, action: Action, step: Mapping[str, object]) -> None:
        does = ACTIONS[action]
        if does.enters == "address":
            self._add(action, step, value=str(step["url"]))
            self._seen.clear()
        elif does.moves == "view":
            self._scroll(action, step)
        else:
            target = self._target(step)
            if target is None:
                raise InvalidInput("a step that points at something has selectors")
            if does.enters == "text":
                self._change(step, target)
            elif does.presses:
                self._press(action, step, target)
            else:
                self._add(action, step, target=target)

    def _change(self, step: Mapping[str, object], target: Element) -> None:
        """A list's option, a box's tick or a field's text: as its selectors tell."""
        value = str(step["value"])
        if target.role in _TICKS or target.attributes.get("type") in _TICKS:
            is_off = value.casefold() in ("off", "false", "")
            self._add("uncheck" if is_off else "check", step, target=target)
            return
        is_file = target.attributes.get("type") == "file"
        is_choice = target.tag == "select"
        action: Action = "upload" if is_file else ("select" if is_choice else "type")
        params = {"option_by": "value"} if is_choice else {}
        self._add(action, step, target=target, params=params)
        self.steps.last(value=value)

    def _press(
        self, action: Action, step: Mapping[str, object], target: Element
    ) -> None:
        button = text_of(step.get("button")) or "primary"
        if button not in BUTTONS:
            raise InvalidInput(f"no click is done with the button {button[:60]!r}")
        held = step.get("duration")
        is_long = isinstance(held, int | float) and held >= LONG_MS
        if is_long and self._held:
            raise InvalidInput("a long press with keys held has no step")
        x, y = step.get("offsetX"), step.get("offsetY")
        is_placed = isinstance(x, int | float) and isinstance(y, int | float)
        params: dict[str, object] = {
            **({"button": BUTTONS[button]} if BUTTONS[button] else {}),
            **({"modifiers": list(self._held)} if self._held else {}),
            **(pressed_at(target, (number_of(x), number_of(y))) if is_placed else {}),
        }
        action = "long_press" if is_long else action
        self._add(action, step, target=target, params=params)

    def _scroll(self, action: Action, step: Mapping[str, object]) -> None:
        """By how much and where to: the recorder writes how far it is scrolled."""
        target = self._target(step)
        key = target.model_dump_json() if target else ""
        was = self._seen.get(key, (0.0, 0.0))
        now = number_of(step.get("x") or 0), number_of(step.get("y") or 0)
        for params in scrolls(now[0] - was[0], now[1] - was[1]):
            self._add(action, step, target=target, params=params)
        self._seen[key] = now

    def _key(self, kind: str, key: str, step: Mapping[str, object]) -> None:
        if key in MODIFIERS:
            if kind == "keyDown":
                self._held[MODIFIERS[key]] = None
            else:
                self._held.pop(MODIFIERS[key], None)
        elif kind == "keyDown" and (name := KEYS.get(key, key)):
            chord = [one for one in self._held if one != "Shift" or len(key) > 1]
            sign = " " if name == "Space" else name
            if chord or len(sign) > 1:
                self._add("key", step, value="+".join([*chord, name]))
            else:
                self._typed(sign, step)

    def _typed(self, sign: str, step: Mapping[str, object]) -> None:
        """One more sign of the text that is typed into what has the focus."""
        last = self.steps.steps[-1] if self.steps.steps else None
        is_same_tab = last and last.params.get("tab") == self._tab(step)
        if last is not None and last is self._text and is_same_tab:
            self.steps.last(value=f"{last.value or ''}{sign}")
        else:
            self._add("type", step, value=sign)
        self._text = self.steps.steps[-1]

    def _add(
        self, action: Action, step: Mapping[str, object], **fields: object
    ) -> None:
        params = dict(object_of(fields.pop("params", {})))
        tab = self._tab(step)
        if tab and fields.get("target") is None:
            params["tab"] = tab
        around = {"page_before": self._page, "page_after": _led_to(step)}
        self.steps.add(action, params=params, **around, **fields)

    def _target(self, step: Mapping[str, object]) -> Element | None:
        found = target_of(step)
        return found and found.model_copy(update={"tab": self._tab(step)})

    def _tab(self, step: Mapping[str, object]) -> str | None:
        """The recorder tells a tab by its address: the first one that comes up is the
        first one that was opened."""
        address = text_of(step.get("target"))
        if not address or address == _MAIN:
            return None
        order = self._tabs.setdefault(address, len(self._tabs) + 1)
        return told_place([{"order": order, "url": address}])


def _call(step: Mapping[str, object]) -> dict[str, object]:
    """What a step of somebody's own is called and given."""
    given: object = step.get("parameters")
    told = {"name": text_of(step.get("name")) or "customStep", "parameters": given}
    told["frame"] = list_of(step.get("frame")) or None
    return {name: one for name, one in told.items() if one is not None}


def _led_to(step: Mapping[str, object]) -> Page | None:
    """The page that the step is said to have opened. Raises InvalidInput for an event
    of another kind."""
    for one in list_of(step.get("assertedEvents")):
        told = object_of(one)
        EVENTS.acts(told.get("type"))
        url = text_of(told.get("url"))
        if url:
            return Page(url=url, title=text_of(told.get("title")))
    url = text_of(step.get("url")) if step["type"] == "navigate" else None
    return Page(url=url) if url else None


def target_of(step: Mapping[str, object]) -> Element | None:
    """What the selectors of a step tell of its element, and in which frame it is."""
    told = ToldElement()
    for one in list_of(step.get("selectors")):
        path = one if isinstance(one, list) else [one]
        parts = [part for part in path if isinstance(part, str)]
        if parts:
            tell(told, parts)
    found = told.element()
    chain = [{"index": int(number_of(n))} for n in list_of(step.get("frame"))]
    return found and found.model_copy(update={"frame": told_place(chain)})


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
        told.at(WITHIN, " ".join(parts[:-1]))


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
