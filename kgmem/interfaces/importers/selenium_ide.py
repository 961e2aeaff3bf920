"""Selenium IDE's projects: `.side`, a run for each test."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.selectors import ToldElement
from kgmem.interfaces.importers.steps import Steps, object_of
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.action import ACTIONS, Action
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Element
from kgmem.model.values.json_read import list_of, text_of

ACTS: Mapping[str, Action] = {
    "open": "navigate",
    "click": "click",
    "clickAt": "click",
    "doubleClick": "double_click",
    "doubleClickAt": "double_click",
    "type": "type",
    "editContent": "type",
    "select": "select",
    "addSelection": "select",
    "check": "check",
    "uncheck": "uncheck",
    "mouseOver": "hover",
    "dragAndDropToObject": "drag",
    "sendKeys": "type",
    "pause": "wait",
}
QUIET = (
    "assert", "verify", "waitFor", "store", "echo", "set", "mouseDown", "mouseUp",
    "mouseOut", "mouseMove", "close", "debugger", "//", "webdriver",
)  # fmt: skip
"""Commands that do nothing to a page begin so."""
FLOW = frozenset(
    [
        "if",
        "elseIf",
        "else",
        "end",
        "while",
        "times",
        "do",
        "repeatIf",
        "forEach",
        "run",
        "runScript",
        "executeScript",
        "executeAsyncScript",
    ]
)
"""Commands whose effect hangs on what a browser would answer."""
KEYS = {"KEY_ENTER": "Enter", "KEY_TAB": "Tab", "KEY_ESC": "Escape",
        "KEY_ESCAPE": "Escape", "KEY_DOWN": "ArrowDown", "KEY_UP": "ArrowUp",
        "KEY_LEFT": "ArrowLeft", "KEY_RIGHT": "ArrowRight",
        "KEY_BACKSPACE": "Backspace", "KEY_BKSP": "Backspace",
        "KEY_DELETE": "Delete", "KEY_DEL": "Delete",
        "KEY_SPACE": "Space", "KEY_RETURN": "Enter"}  # fmt: skip
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_LOCATOR = re.compile(
    r"(id|name|css|xpath|linkText|link|partialLinkText|class)=(.*)", re.S
)
_OPTION = re.compile(r"(label|value|id|index)=(.*)", re.S)


class SeleniumIde:
    """Reads each test as a run; how it went is not in the project."""

    name = "selenium-ide"
    title = "Selenium IDE project (.side)"

    def recognizes(self, source: Source) -> str | None:
        test = source.first_item("tests")
        is_project = "version" in source.first and isinstance(
            test.get("commands"), list
        )
        return "a project whose tests have commands" if is_project else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        project = source.whole()
        if not isinstance(project, Mapping):
            raise InvalidInput(f"{source.name}: a project is an object with tests")
        base = text_of(project.get("url")) or ""
        for n, test in enumerate(list_of(project.get("tests"))):
            place = f"{source.name}: tests[{n}]"
            if isinstance(test, Mapping):
                yield _run(test, base, place)
            else:
                yield RefusedPart(place=place, reason="a test has commands")


def _run(test: Mapping[str, object], base: str, place: str) -> ImportedRun:
    reader = _Reader(base)
    for n, command in enumerate(list_of(test.get("commands"))):
        with reader.steps.reading(f"{place}.commands[{n}]"):
            reader.take(object_of(command))
    title = text_of(test.get("name"))
    return reader.steps.run(place, title, url=base or None)


class _Reader:
    """Keeps the variables that a test stores."""

    def __init__(self, base: str) -> None:
        self.steps = Steps()
        self._base = base
        self._stored: dict[str, str] = {}
        self._frame: str | None = None

    def take(self, given: Mapping[str, object]) -> None:
        """One command of a test."""
        command = given["command"]
        if not isinstance(command, str) or not command:
            raise InvalidInput("a command has a name")
        if given.get("skip") is True:
            return
        if command in FLOW:
            raise InvalidInput(f"{command}: what it does is only known when it is run")
        if command == "store":
            self._stored[str(given["value"])] = self._filled(str(given["target"]))
        elif command in ("selectFrame", "selectWindow"):
            self._switch(command, str(given["target"]))
        elif command in ACTS:
            self._act(ACTS[command], given)
        elif not command.startswith(QUIET):
            raise InvalidInput(f"no command is known as {command[:60]!r}")

    def _switch(self, command: str, target: str) -> None:
        if command == "selectFrame":
            self._frame = None if "parent" in target else target
        else:
            self.steps.add("switch", params={"to": target})

    def _act(self, action: Action, given: Mapping[str, object]) -> None:
        does = ACTIONS[action]
        if does.enters == "address":
            address = urljoin(self._base, self._filled(str(given["target"])))
            self.steps.add(action, value=address)
            return
        if does.waits:
            self.steps.add(action, value=str(given["target"]))
            return
        element = self._element(given)
        if element is None:
            raise InvalidInput(
                "a target is needed: id=, name=, css=, xpath=, linkText="
            )
        if does.has_destination:
            end = located([str(given["value"])])
            self.steps.add(action, target=element, destination=end)
        elif does.enters == "text":
            self._type(element, self._filled(str(given["value"])))
        else:
            self.steps.add(action, target=element)
            if does.enters == "option":
                self._choose(self._filled(str(given["value"])))

    def _choose(self, option: str) -> None:
        match = _OPTION.fullmatch(option)
        if match and match[1] != "label":
            self.steps.guess("an option's label: only its value is told")
        self.steps.last(value=match[2] if match else option)

    def _type(self, element: Element, value: str) -> None:
        """The text, then the keys that stand in it by name."""
        parts = _VARIABLE.split(value)
        for n, part in enumerate(parts):
            if n % 2:
                key = KEYS.get(part)
                if key is None:
                    raise InvalidInput("a variable that nothing stores before")
                self.steps.add("key", target=element, value=key)
            elif part or len(parts) == 1:
                self.steps.add("type", target=element)
                self.steps.last(value=part)

    def _filled(self, text: str) -> str:
        return _VARIABLE.sub(lambda one: self._stored.get(one[1], one[0]), text)

    def _element(self, given: Mapping[str, object]) -> Element | None:
        others = [
            one[0]
            for one in list_of(given.get("targets"))
            if isinstance(one, list) and one and isinstance(one[0], str)
        ]
        found = located([str(given.get("target") or ""), *others])
        return found and found.model_copy(update={"frame": self._frame})


def located(locators: list[str]) -> Element | None:
    """The element that locators of Selenium's tell of, the first one first."""
    told = ToldElement()
    for one in locators:
        match = _LOCATOR.fullmatch(one.strip())
        if match is None:
            if one.startswith("//"):
                told.xpath(one)
            continue
        kind, value = match.groups()
        if kind == "css":
            told.css(value)
        elif kind == "xpath":
            told.xpath(value)
        elif kind in ("id", "name", "class"):
            told.set(kind, value).at("field" if kind == "name" else kind, value)
        else:
            told.say(role="link", name=value)
    return told.element()


importer = SeleniumIde()
