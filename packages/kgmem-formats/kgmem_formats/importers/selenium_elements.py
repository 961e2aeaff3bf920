"""What Selenium's locators tell of an element, and of an option."""

import re

from kgmem import Element, InvalidInput
from kgmem_formats.importers.selectors import ToldElement

_LOCATOR = re.compile(
    r"(id|name|css|xpath|linkText|link|partialLinkText|class|identifier)=(.*)", re.S
)
_OPTION = re.compile(r"(label|value|id|index)=(.*)", re.S)
_PATTERN = re.compile(r"(regexp|regexpi|glob):", re.I)
_SAYS = re.compile(
    r"""(\w+|\*)\[\s*(?:contains\(\s*\.\s*,|(?:normalize-space\((?:\.)?\)|"""
    r"""text\(\)|\.)\s*=)\s*(?:'([^']+)'|"([^"]+)")\s*\)?\s*\]$"""
)
"""The text by which an XPath ends on its element: `//button[contains(.,'Save')]`."""
PATTERN = "a pattern is no name; what it fits is only known when it is run"


def located(locators: list[str]) -> Element | None:
    """The element that locators tell of, the first one first. Raises InvalidInput for
    one that is told by a pattern."""
    told = ToldElement()
    for one in locators:
        match = _LOCATOR.fullmatch(one.strip())
        if match is None:
            if one.startswith(("//", "(//")):
                tell_xpath(told, one)
            continue
        kind, value = match.groups()
        if _PATTERN.match(value):
            raise InvalidInput(PATTERN)
        tell(told, kind, value.removeprefix("exact:"))
    return told.element()


def tell(told: ToldElement, kind: str, value: str) -> None:
    """What one locator tells."""
    if kind == "css":
        told.css(value)
    elif kind == "xpath":
        tell_xpath(told, value)
    elif kind in ("id", "name", "class", "identifier"):
        key = "id" if kind == "identifier" else kind
        told.set(key, value).at("field" if key == "name" else key, value)
    elif kind == "partialLinkText":
        told.say(role="link", text=value)
    else:
        told.say(role="link", name=value)


def tell_xpath(told: ToldElement, path: str) -> None:
    """What an XPath tells: also the text by which it ends."""
    told.xpath(path)
    if match := _SAYS.search(path):
        told.say(
            text=match[2] or match[3], tag=None if match[1] == "*" else match[1].lower()
        )


def option_of(told: str) -> tuple[str, str | None]:
    """The option, and what it is told by where that is not its label: `value`,
    `index`. Raises InvalidInput for a pattern, or an id."""
    match = _OPTION.fullmatch(told)
    kind, value = match.groups() if match else ("label", told)
    if _PATTERN.match(value):
        raise InvalidInput(PATTERN)
    if kind == "id":
        raise InvalidInput("an option is told by its label, value or place, not its id")
    return value.removeprefix("exact:"), None if kind == "label" else kind
