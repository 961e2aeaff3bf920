"""What the recorder tells of, action by action: its JSON Lines."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from kgmem import Element, InvalidInput
from kgmem.formats import list_of, mapping_of, text_of
from kgmem_formats.importers.playwright.acting import Acting
from kgmem_formats.importers.playwright.acts import (
    PageAct,
    files_in,
    led_to,
    modifiers_of,
)
from kgmem_formats.importers.playwright.options import chosen_options
from kgmem_formats.importers.playwright.selectors import (
    element_of_parts,
    frame_of,
    selector_parts,
)
from kgmem_formats.importers.playwright.tabs import TabPlaces
from kgmem_formats.importers.playwright.words import ALIASES, METHODS, snake
from kgmem_formats.importers.steps import PRESENT, Steps, whole_of

DISMISSED = "that a dialog was a notice: the recorder writes `dismiss` for all of them"
NOTICE: Mapping[str, object] = {"kind": "alert", "accept": True}
"""What a dismissed dialog surely was answered as. Playwright's recorder dismisses each
in what it writes, however it was answered: at a question, a replay stops."""
READS: Mapping[str, tuple[str, str | None]] = {
    "assertText": ("value", "text"),
    "assertValue": ("value", "value"),
    "assertCount": ("count", "value"),
    "assertVisible": ("presence", None),
}
"""Assertions that read: what of the element, and where it is told."""
QUIET = ("closePage", "assert")
"""What else is not done to a page begins so: a page is closed, or only looked at."""
ACTS = (
    "click", "hover", "check", "uncheck", "fill", "press", "navigate", "select",
    "setInputFiles", "openPage",
)  # fmt: skip
"""What the recorder writes of what is done."""
USED = frozenset({
    "name", "selector", "text", "key", "url", "files", "options", "button",
    "modifiers", "clickCount", "position", "signals", "pageGuid", "pageAlias",
    "framePath",
})  # fmt: skip
HARMLESS: Mapping[str, str] = {
    "ref": "a number of one snapshot",
    "locator": "the selector once more",
    "ariaSnapshot": "how the page looked",
    "preconditionSelector": "what came before it: a replay waits for the element",
    "startTime": "when",
    "endTime": "when",
    "timestamp": "when",
    "checked": "of an assertion",
    "substring": "of an assertion",
    "value": "of an assertion",
}
"""Parts of an action that change nothing of what is done, and why."""
SIGNALS = frozenset({"navigation", "popup", "download", "dialog", "expect"})
OPTIONS = "contextOptions"


class Recording:
    """One recording, action by action."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._acting = Acting(self.steps)
        self._tabs = TabPlaces()

    def hear(self, line: Mapping[str, object]) -> None:
        """The step of a recorded action; the first line's options are none."""
        name = line.get("name")
        if name in READS:
            self._read(*READS[str(name)], line)
            return
        if OPTIONS in line or (isinstance(name, str) and name.startswith(QUIET)):
            return
        if not isinstance(name, str):
            raise InvalidInput("an action is named by name")
        odd = next((key for key in line if key not in USED | HARMLESS.keys()), None)
        if odd is not None:
            raise InvalidInput(f"an action with {odd[:60]}, which is not known")
        key = text_of(line.get("pageGuid")) or text_of(line.get("pageAlias")) or ""
        tab = self._tabs.told(key)
        for act in self._acts(name, line, tab):
            self._acting.add(act)
        self.signalled(key, list_of(line.get("signals")))

    def _read(self, of: str, told: str | None, line: Mapping[str, object]) -> None:
        """An assertion; one whose element can't be told is left out."""
        key = text_of(line.get("pageGuid")) or text_of(line.get("pageAlias")) or ""
        with suppress(InvalidInput):
            element = _element(line, self._tabs.told(key))
            self.steps.read(element, line.get(told) if told else PRESENT, of)

    def _acts(
        self, name: str, line: Mapping[str, object], tab: str | None
    ) -> Iterator[PageAct]:
        called = "goto" if name == "openPage" else snake(name)
        method = ALIASES.get(called, called)
        if name not in ACTS or method not in METHODS:
            raise InvalidInput(f"no action of a page is called {name[:60]!r}")
        act = PageAct(
            method,
            _element(line, tab),
            modifiers=modifiers_of(line.get("modifiers")),
            button=text_of(line.get("button")) or "left",
            count=whole_of(line.get("clickCount") or 1),
            position=_position(line.get("position")),
            tab=tab,
            fields={"page_after": led_to(line.get("signals"))},
        )
        if "options" in line:
            for text, params in chosen_options(line["options"]):
                yield replace(act, value=text, params=params)
            return
        yield replace(act, value=_value(line))

    def typed(self, page: str, name: str, text: str) -> None:
        """A method of a page's keyboard, by which scripts type where the focus is."""
        self._acting.key(name, text, tab=self._tabs.told(page))

    def signalled(self, key: str, signals: Sequence[object]) -> None:
        """What the last action set off on the page of this name."""
        for one in map(mapping_of, signals):
            name = one.get("name")
            if name not in SIGNALS:
                raise InvalidInput(f"an action set off {str(name)[:60]!r}, not known")
            if name == "popup":
                opened = one.get("popupPageGuid") or one.get("popupAlias")
                self._tabs.open(str(opened), key)
            elif name == "download":
                self._tell(download=True)
            elif name == "dialog":
                self._tell(dialogs=[dict(NOTICE)])
                self.steps.guess(DISMISSED)

    def _tell(self, **params: object) -> None:
        if self.steps.steps:
            self.steps.last(params={**self.steps.steps[-1].params, **params})


def _element(line: Mapping[str, object], tab: str | None) -> Element | None:
    selector = text_of(line.get("selector"))
    if not selector:
        return None
    frames = [
        frame_of(selector_parts(str(one))) for one in list_of(line.get("framePath"))
    ]
    element = element_of_parts(selector_parts(selector), frames)
    return element.model_copy(update={"tab": tab}) if element else None


def _position(given: object) -> Mapping[str, float] | None:
    told = mapping_of(given)
    sides = {name: told[name] for name in ("x", "y") if name in told}
    found = {k: v for k, v in sides.items() if isinstance(v, int | float)}
    return found if len(found) == 2 else None


def _value(line: Mapping[str, object]) -> str | None:
    if "files" in line:
        return files_in(line["files"])
    given = (line.get(key) for key in ("text", "key", "url"))
    return next((one for one in given if isinstance(one, str)), None)
