"""openadapt-flow's recordings: `events.jsonl`, with `meta.json` beside it."""

from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.selectors import ToldElement
from kgmem.interfaces.importers.steps import (
    Steps,
    number_of,
    object_of,
    page_of,
    scrolls,
)
from kgmem.interfaces.importers.variables import asked_name
from kgmem.interfaces.importers.words import Words
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.action import Action
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Box, Element, Page
from kgmem.model.values.json_read import list_of, mapping_of, text_of

EVENTS, META = "events.jsonl", "meta.json"
PRESSES: Mapping[str, Action] = {
    "click": "click",
    "double_click": "double_click",
    "right_click": "click",
}
KINDS = Words(
    "kind of event",
    used=frozenset({*PRESSES, "drag", "type", "key", "hotkey", "scroll"}),
    harmless={"wait": "waits for the page, which a replay does of itself"},
)
_SEEN: Mapping[str, str] = {
    **dict.fromkeys(("i", "t"), "when it was recorded"),
    **dict.fromkeys(("viewport_before", "viewport_after"), "how much was shown"),
    **dict.fromkeys(("sor_before", "sor_after", "pages_after"), "what came of it"),
}
_BASE = frozenset(
    {"kind", "url_before", "url_after", "title_before", "title_after", "pages_before"}
)
_POINTED = _BASE | {"x", "y", "structural", "structured_identity"}
FIELDS: Mapping[str, Words] = {
    **{kind: Words(f"field of {kind}", _POINTED, _SEEN) for kind in PRESSES},
    "drag": Words("field of drag", _POINTED | {"end_x", "end_y"}, _SEEN),
    "type": Words(
        "field of type", _BASE | {"text", "param", "secret", "field_label"},
        {**_SEEN, "field_rect": "where the field stood"},
    ),
    "key": Words("field of key", _BASE | {"key"}, _SEEN),
    "hotkey": Words("field of hotkey", _BASE | {"key", "modifiers"}, _SEEN),
    "scroll": Words("field of scroll", _BASE | {"dx", "dy"}, _SEEN),
}  # fmt: skip
LOCATOR = Words("locator", frozenset({"selector", "role", "name", "automation_id"}))
Event = Mapping[str, object]


class OpenAdaptFlow:
    """Reads a recording as one run; what was asked for is not in it."""

    name = "openadapt-flow"
    title = "openadapt-flow recording"

    def recognizes(self, source: Source) -> str | None:
        if source.shape == "folder":
            events, meta = source.beside(EVENTS), source.beside(META)
            is_one = events and _is_event(events.first)
            return f"a folder with {EVENTS} and {META}" if is_one and meta else None
        is_lines = source.shape in ("lines", "json") and _is_event(source.first)
        return "events with i, kind and t" if is_lines else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        main = source.main(EVENTS)
        reader = _Reader()
        for place, event in reader.steps.records(main):
            with reader.steps.reading(place):
                reader.take(object_of(event))
        beside = main.beside(META)
        meta = mapping_of(beside.whole()) if beside else {}
        yield reader.steps.run(main.name, url=text_of(meta.get("app_url")))


def _is_event(first: Event) -> bool:
    return {"i", "kind", "t"} <= first.keys() and first["kind"] in KINDS.every()


class _Reader:
    def __init__(self) -> None:
        self.steps = Steps()
        self._pages: object = None
        self._focus: Element | None = None

    def take(self, event: Event) -> None:
        """One event. Raises InvalidInput where it can't be told."""
        if not KINDS.acts(event.get("kind")):
            return
        kind = str(event["kind"])
        FIELDS[kind].check(event)
        self._check_tab(event)
        if kind == "type":
            self._type(event)
        elif kind in ("key", "hotkey"):
            held = [str(one) for one in list_of(event.get("modifiers"))]
            chord = "+".join([*held, str(event["key"])])
            self._add("key", event, value=chord)
        elif kind == "scroll":
            self._scroll(event)
        elif kind == "drag":
            end = Box(
                x=number_of(event["end_x"]), y=number_of(event["end_y"]),
                width=0, height=0,
            )  # fmt: skip
            start = element_of(event)
            self._add("drag", event, target=start, destination=Element(box=end))
        else:
            self._focus = element_of(event)
            params = {"button": "right"} if kind == "right_click" else {}
            self._add(PRESSES[kind], event, target=self._focus, params=params)

    def _check_tab(self, event: Event) -> None:
        pages = event.get("pages_before")
        self._pages = pages if self._pages is None else self._pages
        if pages != self._pages:
            raise InvalidInput("in which window or frame it was is not told")

    def _type(self, event: Event) -> None:
        label, param = text_of(event.get("field_label")), text_of(event.get("param"))
        target = Element(name=label) if label else self._focus
        if label and self._focus is not None and not self._focus.name:
            target = self._focus.model_copy(update={"name": label})
        text, params = event.get("text"), {}
        if text is None:  # a secret, which is never written down
            ask = asked_name(param or "secret")
            text, params = f"{{{ask}}}", {"asks": [ask]}
        self._add("type", event, target=target, params=params)
        self.steps.last(value=str(text))

    def _scroll(self, event: Event) -> None:
        by = (number_of(event.get(key) or 0) for key in ("dx", "dy"))
        for params in scrolls(*by):
            self._add("scroll", event, params=params)

    def _add(self, action: Action, event: Event, **fields: object) -> None:
        before, after = _page(event, "before"), _page(event, "after")
        self.steps.add(action, page_before=before, page_after=after, **fields)


def _page(event: Event, when: str) -> Page | None:
    return page_of(event.get(f"url_{when}"), event.get(f"title_{when}"))


def element_of(event: Event) -> Element:
    """What was pressed, as far as the screen's structure tells; else its place."""
    given = mapping_of(event.get("structural"))
    LOCATOR.check(given)
    told = ToldElement()
    told.say(role=text_of(given.get("role")), name=text_of(given.get("name")))
    if selector := text_of(given.get("selector")):
        told.css(selector)
    if key := text_of(given.get("automation_id")):
        told.set("automation-id", key)
    if around := text_of(event.get("structured_identity")):
        told.around.append(around)
    place = Box(x=number_of(event["x"]), y=number_of(event["y"]), width=0, height=0)
    found = told.element()
    return Element(box=place) if found is None else found


importer = OpenAdaptFlow()
