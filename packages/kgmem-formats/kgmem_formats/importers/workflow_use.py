"""workflow-use's workflows: JSON with steps, and the values that they ask for."""

import re
from collections.abc import Iterator, Mapping

from kgmem import Action, Element, ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import ACTIONS, list_of, mapping_of, text_of, told_place
from kgmem_formats.importers.selectors import ToldElement
from kgmem_formats.importers.steps import Steps, number_of, object_of, page_of, scrolls
from kgmem_formats.importers.variables import FilledText, Variables
from kgmem_formats.importers.words import Words

ACTS: Mapping[str, Action] = {
    "navigation": "navigate",
    "click": "click",
    "input": "type",
    "select_change": "select",
    "key_press": "key",
    "scroll": "scroll",
    "go_back": "back",
}
TYPES = Words(
    "type of step",
    used=frozenset(ACTS),
    harmless={
        "extract": "reads the page",
        "extract_page_content": "reads the page",
        "wait": "waits for the page, which a replay does of itself",
    },
    refused={"agent": "what an agent does there is only known when it is run"},
)
NOTES: Mapping[str, str] = {
    "description": "what the author noted",
    "output": "where what it reads is kept",
    "timestamp": "when it was recorded",
    "waitForElement": "waits for the page, which a replay does of itself",
    "wait_time": "waits for the page, which a replay does of itself",
    "screenshot": "a picture",
    "elementHash": "of the page as it was then",
    "interaction_type": "what the author noted",
}  # fmt: skip
_BASE = frozenset({"type", "tabId"})
_POINTED = _BASE | {
    "cssSelector", "xpath", "elementTag", "elementText", "target_text", "targetText",
    "container_hint", "position_hint", "url", "frameUrl", "selectorStrategies",
}  # fmt: skip
FIELDS: Mapping[str, Words] = {
    "navigation": Words("field of navigation", _BASE | {"url"}, NOTES),
    "click": Words("field of click", _POINTED, NOTES),
    "input": Words("field of input", _POINTED | {"value"}, NOTES),
    "select_change": Words(
        "field of select_change", _POINTED | {"selectedText", "selectedValue"}, NOTES
    ),
    "key_press": Words("field of key_press", _POINTED | {"key"}, NOTES),
    "scroll": Words(
        "field of scroll", _BASE | {"scrollX", "scrollY", "url"},
        {**NOTES, "targetId": "the page's own number of what was scrolled"},
    ),
    "go_back": Words("field of go_back", _BASE, NOTES),
}  # fmt: skip
_HINT = re.compile(r"(.*?)\s*\((?:in (.+)|item (\d+) of \d+)\)", re.S)
_POSITION = re.compile(r"item (\d+) of \d+|first")
_NOTHING = FilledText("")
_ID = re.compile(r"""id\(["']([^"']+)["']\)$""")


class WorkflowUse:
    """Reads a workflow as one run; its inputs are asked for."""

    name = "workflow-use"
    title = "workflow-use workflow"

    def recognizes(self, source: Source) -> str | None:
        first, step = source.first, source.first_item("steps")
        is_one = "input_schema" in first or "workflow_analysis" in first
        if is_one and step.get("type") in TYPES.every():
            return f"steps and input_schema, the first step of type {step['type']}"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        flow = source.whole()
        if not isinstance(flow, Mapping) or not isinstance(flow.get("steps"), list):
            raise InvalidInput(f"{source.name}: a workflow has steps")
        reader = _Reader(asked_for(flow))
        for n, step in enumerate(flow["steps"]):
            with reader.steps.reading(f"{source.name}: steps[{n}]"):
                reader.take(object_of(step))
        title = text_of(flow.get("description")) or text_of(flow.get("name"))
        yield reader.steps.run(source.name, title)


def asked_for(flow: Mapping[str, object]) -> list[str]:
    """What the workflow calls the values that it is given, or reads on its way."""
    names = [mapping_of(one).get("name") for one in list_of(flow.get("input_schema"))]
    names += [mapping_of(one).get("output") for one in list_of(flow.get("steps"))]
    return [name for name in names if isinstance(name, str) and name]


class _Reader:
    def __init__(self, names: list[str]) -> None:
        self.steps = Steps()
        any_name = "|".join(map(re.escape, names)) or "(?!)"
        self._values = Variables(re.compile(rf"\{{({any_name})\}}"))
        self._tabs: dict[object, int] = {}
        self._scrolled = (0.0, 0.0)

    def take(self, step: Mapping[str, object]) -> None:
        """One step. Raises InvalidInput where it can't be told."""
        if not TYPES.acts(step.get("type")):
            return
        kind = str(step["type"])
        FIELDS[kind].check(step)
        action, does = ACTS[kind], ACTIONS[ACTS[kind]]
        if does.enters == "address":
            self._add(action, step, self._values.filled(str(step["url"])))
            self._scrolled = (0.0, 0.0)
        elif does.moves == "view":
            self._scroll(action, step)
        elif does.leads:
            self._add(action, step)
        else:
            self._on_element(action, step)

    def _on_element(self, action: Action, step: Mapping[str, object]) -> None:
        filled, params = FilledText(""), dict[str, object]()
        enters = ACTIONS[action].enters
        if enters == "option":
            by_value = step.get("selectedText") in (None, "")
            told = step["selectedValue"] if by_value else step["selectedText"]
            filled = self._values.filled(str(told))
            params = {"option_by": "value"} if by_value else {}
        elif enters:
            filled = self._values.filled(
                str(step["key" if enters == "key" else "value"])
            )
        element, asks = self._element(step)
        if element is None and enters != "key":
            raise InvalidInput("a step that points at something has a selector or text")
        asked = tuple(dict.fromkeys((*filled.asks, *asks)))
        told_all = FilledText(filled.text, asked)
        self._add(action, step, told_all, target=element, params=params)

    def _add(
        self,
        action: Action,
        step: Mapping[str, object],
        filled: FilledText = _NOTHING,
        target: Element | None = None,
        params: Mapping[str, object] | None = None,
    ) -> None:
        tab = self._tab(step)
        told = {**(params or {}), **filled.params()}
        if target is None and tab:
            told["tab"] = tab
        does = ACTIONS[action]
        page = None if does.enters == "address" else page_of(step.get("url"))
        self.steps.add(action, target=target, params=told, page_before=page)
        if does.enters:
            self.steps.last(value=filled.text)

    def _scroll(self, action: Action, step: Mapping[str, object]) -> None:
        now = number_of(step.get("scrollX") or 0), number_of(step.get("scrollY") or 0)
        was = self._scrolled
        for params in scrolls(now[0] - was[0], now[1] - was[1]):
            self._add(action, step, params=params)
        self._scrolled = now

    def _tab(self, step: Mapping[str, object]) -> str | None:
        """The first tab of a recording is the one that it began in."""
        if step.get("tabId") is None:
            return None
        order = self._tabs.setdefault(step["tabId"], len(self._tabs))
        return told_place([{"order": order}]) if order else None

    def _element(
        self, step: Mapping[str, object]
    ) -> tuple[Element | None, tuple[str, ...]]:
        """The element, and the values that its name asks for."""
        told = ToldElement()
        called = self._called(told, step)
        for kind, value in _selectors(step):
            filled = self._values.filled(value)
            if filled.asks and not called.text:
                filled.literal()
            if not filled.asks:
                tell(told, kind, filled.text)
        tag = text_of(step.get("elementTag"))
        text = text_of(step.get("elementText"))
        told.say(tag=tag.lower() if tag else None, name=called.text, text=text)
        frame = told_place([{"src": text_of(step.get("frameUrl"))}])
        is_same = step.get("frameUrl") == step.get("url")
        where = {"frame": None if is_same else frame, "tab": self._tab(step)}
        found = told.element()
        return found and found.model_copy(update=where), called.asks

    def _called(self, told: ToldElement, step: Mapping[str, object]) -> FilledText:
        """What the element is called, what is around it, which one of its like."""
        name = text_of(step.get("target_text")) or text_of(step.get("targetText")) or ""
        place = text_of(step.get("position_hint"))
        around = text_of(step.get("container_hint"))
        while match := _HINT.fullmatch(name):
            name, around = match[1], match[2] or around
            place = f"item {match[3]} of 0" if match[3] else place
        if around:
            told.around.append(self._values.filled(around).literal())
        if place:
            found = _POSITION.fullmatch(place)
            if found is None:
                raise InvalidInput(f"which one is {place[:60]!r} can't be told")
            told.at("nth", str(int(found[1] or 1) - 1))
        return self._values.filled(name)


def _selectors(step: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Each selector, and of what kind it is."""
    for field, kind in (("cssSelector", "css"), ("xpath", "xpath")):
        if value := text_of(step.get(field)):
            yield kind, value
    for one in list_of(step.get("selectorStrategies")):
        told = mapping_of(one)
        kind, value = str(told.get("type") or ""), text_of(told.get("value"))
        if value:
            yield kind, value


def tell(told: ToldElement, kind: str, value: str) -> None:
    """What one selector tells."""
    if kind == "css":
        told.css(value)
    elif match := _ID.fullmatch(value):
        told.set("id", match[1]).at("id", match[1])
    elif kind == "xpath":
        is_short = value.startswith(("body", "html"))
        root = "/html/" if value.startswith("body") else "/"
        told.xpath(f"{root}{value}" if is_short else value)
    elif kind in ("text_exact", "text"):
        told.say(text=value)
    elif kind in ("id", "data-testid", "aria-label", "aria_label", "placeholder"):
        told.set(kind.replace("_", "-"), value)


importer = WorkflowUse()
