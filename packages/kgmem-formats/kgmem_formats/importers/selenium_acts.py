"""Selenium IDE's commands as steps."""

import html
import re
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

from kgmem import Action, Element, InvalidInput
from kgmem.formats import ACTIONS, list_of, parsed
from kgmem_formats.importers.selenium_dialogs import ToldDialogs
from kgmem_formats.importers.selenium_elements import located, option_of
from kgmem_formats.importers.selenium_keys import keys_in
from kgmem_formats.importers.selenium_mouse import Mouse, point_of
from kgmem_formats.importers.selenium_where import Whereabouts
from kgmem_formats.importers.selenium_words import (
    ACTS,
    COMMANDS,
    DIALOGS,
    FIELDS,
    MOUSE,
    READS,
    SCRIPTS,
    STORES,
)
from kgmem_formats.importers.steps import PRESENT, VALUE, Steps, number_of, scrolls
from kgmem_formats.importers.variables import FilledText, Variables

_VARIABLE = re.compile(r"\$\{([^}]+)\}")
_SCROLL = re.compile(
    r"\s*(?:window\.)?scrollTo\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\)\s*;?\s*"
)
_PATTERN = re.compile(r"(?:glob|regexpi?|exact):|.*\*")
"""How a value is told that several texts fit."""
_TAG = re.compile(r"<[^>]*>")
_LINE = re.compile(r"<br\s*/?>|</(?:p|div|li)>(?=.)", re.I | re.S)


class SeleniumActs:
    """The steps of one test, and what stands between its commands."""

    def __init__(self, base: str) -> None:
        self.steps = Steps()
        self.variables = Variables(_VARIABLE)
        self._base = base
        self._where = Whereabouts()
        self._dialogs = ToldDialogs(self.steps)
        self._mouse = Mouse()
        self._added: set[tuple[object, ...]] = set()
        self._seen = (0.0, 0.0)
        """How far the page is scrolled."""

    def take(self, given: Mapping[str, object]) -> None:
        """One command of a test. Raises InvalidInput where it can't be told."""
        command = given["command"]
        if not isinstance(command, str):
            raise InvalidInput("a command has a name")
        if given.get("skip") is True or command.startswith("//"):
            return
        FIELDS.check(given)
        if COMMANDS.acts(command) if command else False:
            self._do(command, given)

    def close(self) -> None:
        """Raises InvalidInput if something was begun that nothing ends."""
        self._dialogs.close()
        self._mouse.close()

    def _do(self, command: str, given: Mapping[str, object]) -> None:
        target, value = str(given.get("target") or ""), str(given.get("value") or "")
        if command in STORES:
            self._store(command, target, value)
        elif command == "selectFrame":
            self._where.select_frame(self.variables.filled(target).literal())
        elif command == "selectWindow":
            self._where.select_window(target)
        elif command == "close":
            self._where.close()
        elif command in SCRIPTS:
            self._script(command, target)
        elif command in DIALOGS:
            self._dialogs.take(command, self.variables.filled(target).literal())
        elif command in READS:
            with suppress(InvalidInput):  # an element or a value that nothing tells
                self._read(READS[command], given, value)
        elif command in MOUSE:
            self._use_mouse(command, given, value)
        else:
            self._mouse.close()
            self._act(command, ACTS[command], given)
            self._where.opens(given)

    def _read(self, of: str, given: Mapping[str, object], value: str) -> None:
        """What an assertion says of an element; one of a pattern says no value."""
        said = self.variables.filled(value).literal() if of == VALUE else PRESENT
        if of != VALUE or not _PATTERN.match(said):
            self.steps.read(self._element(given), said, of)

    def _store(self, command: str, target: str, value: str) -> None:
        if command == "storeWindowHandle":
            self._where.keep(target)
            return
        filled = self.variables.filled(target)
        if not filled.asks:
            text = filled.text
            found = parsed(text) if command == "storeJson" else text
            self.variables.known[value] = found

    def _script(self, command: str, script: str) -> None:
        """The one that the recorder itself writes: how far a page was scrolled."""
        match = _SCROLL.fullmatch(script)
        if match is None:
            raise InvalidInput(f"{command}: what it does is only known when it is run")
        x, y = float(match[1]), float(match[2])
        for params in scrolls(x - self._seen[0], y - self._seen[1]):
            self._add("scroll", params=params)
        self._seen = (x, y)

    def _act(self, command: str, action: Action, given: Mapping[str, object]) -> None:
        target, value = str(given.get("target") or ""), str(given.get("value") or "")
        does = ACTIONS[action]
        if does.enters == "address":
            self._open(action, self.variables.filled(target))
        elif does.waits:
            ms = number_of(self.variables.filled(target or value).literal())
            self._add(action, value=f"{ms / 1000:g}")
        else:
            element = self._element(given)
            if does.has_destination:
                end = self._only(value)
                self._add(action, target=element, destination=end)
            elif does.enters == "text":
                self._enter(command, element, value)
            elif does.enters == "option":
                self._choose(command, action, element, value)
            else:
                at = point_of(value) if command.endswith("At") else None
                self._add(action, target=element, params=self._mouse.at(element, at))

    def _open(self, action: Action, address: FilledText) -> None:
        is_whole = urlsplit(address.text).scheme or address.text.startswith("{")
        if not is_whole and not self._base:
            raise InvalidInput("an address without a site, and the project has no url")
        url = address.text if is_whole else urljoin(self._base, address.text)
        self._add(action, value=url, params=address.params())
        self._where.load()
        self._seen = (0.0, 0.0)

    def _enter(self, command: str, element: Element, value: str) -> None:
        if element.attributes.get("type") == "file":
            self._put("upload", element, self.variables.filled(value))
        elif command == "sendKeys":
            for is_key, filled in keys_in(value, self.variables):
                if is_key:
                    self._add("key", target=element, value=filled.text)
                else:
                    self._append(element, filled)
        else:
            text = _plain(value) if command == "editContent" else value
            self._put("type", element, self.variables.filled(text))

    def _append(self, element: Element, filled: FilledText) -> None:
        """Keys go behind what was typed into the same field just before."""
        last = self.steps.steps[-1] if self.steps.steps else None
        if last and last.does.enters == "text" and last.target == element:
            self.steps.steps.pop()
            asks = [*list_of(last.params.get("asks")), *filled.asks]
            names = tuple(dict.fromkeys(map(str, asks)))
            filled = FilledText((last.value or "") + filled.text, names)
        self._put("type", element, filled)

    def _put(self, action: Action, element: Element, filled: FilledText) -> None:
        """A value into a field: an empty one clears it."""
        self._add(action, target=element, params=filled.params())
        self.steps.last(value=filled.text)

    def _choose(
        self, command: str, action: Action, element: Element, option: str
    ) -> None:
        key = (element.locators, element.attributes.get("id"))
        if command == "addSelection" and key in self._added:
            raise InvalidInput("several options of one list: a step chooses one")
        self._added.add(key)
        told, by = option_of(option)
        filled = self.variables.filled(told)
        params = {**filled.params(), **({"option_by": by} if by else {})}
        self._add(action, target=element, params=params)
        self.steps.last(value=filled.text)

    def _use_mouse(self, command: str, given: Mapping[str, object], value: str) -> None:
        place = point_of(value) if command.endswith("At") else None
        done = self._mouse.take(command, self._element(given), place)
        if done is not None:
            action, fields = done
            self._add(action, **fields)

    def _add(self, action: Action, **fields: object) -> None:
        """A step, and where it was done."""
        params = dict(fields.pop("params", None) or {})  # type: ignore[call-overload]
        tab = self._where.tab
        if fields.get("target") is None and tab:
            params["tab"] = tab
        does = ACTIONS[action]
        params |= self._dialogs.raised(not (does.waits or does.moves == "view"))
        self.steps.add(action, params=params, **fields)

    def _element(self, given: Mapping[str, object]) -> Element:
        others = [
            one[0]
            for field in ("targets", "targetFallback")
            for one in list_of(given.get(field))
            if isinstance(one, list) and one and isinstance(one[0], str)
        ]
        return self._only(str(given.get("target") or ""), others)

    def _only(self, first: str, others: list[str] | None = None) -> Element:
        """The element of a locator, and of others that tell of the same."""
        main = self.variables.filled(first).literal()
        known = [
            filled.text
            for filled in map(self.variables.filled, others or ())
            if not filled.asks
        ]
        found = located([main, *known])
        if found is None:
            raise InvalidInput(
                "a target is needed: id=, name=, css=, xpath=, linkText="
            )
        where = {"frame": self._where.frame, "tab": self._where.tab}
        return found.model_copy(update=where)


def _plain(value: str) -> str:
    """The text of what was put into an element as HTML."""
    return html.unescape(_TAG.sub("", _LINE.sub("\n", value)))
