"""What an element is known by besides its record: its locators, healed ones too."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kgmem.model.base import normalize
from kgmem.model.keys.dom_path import dom_path
from kgmem.model.texts.shape import is_chosen, looks_generated
from kgmem.model.trajectory import Element, Locator

MAX_LOCATORS = 32
"""Locators of an element that are looked at."""
MAX_LENGTH = 600
"""Characters of a locator's value from which on it is left out."""

_EVIDENCE: Mapping[str, str] = {
    **dict.fromkeys(("test_id", "testid", "data-testid", "data-test"), "test_id"),
    "id": "id",
    **dict.fromkeys(("name", "text", "aria", "link", "linktext"), "name"),
    **dict.fromkeys(("path", "xpath"), "path"),
    **dict.fromkeys(("class", "classes"), "classes"),
    "href": "href",
    "field": "field",
}
"""Kinds of locators by the evidence that they are."""
_CSS = re.compile(
    r"""(?:[\w-]{1,40})?(?:\#(?P<id>[\w-]{1,200})|"""
    r"""\[(?P<key>data-testid|data-test|id|name|href)=["']?(?P<value>[^"'\]]{1,200})"""
    r"""["']?\])"""
)
"""A selector that is one id or one attribute, with a tag before it or not."""
_ATTRIBUTES: Mapping[str, str] = {
    "data-testid": "test_id",
    "data-test": "test_id",
    "id": "id",
    "name": "field",
    "href": "href",
}


@dataclass(frozen=True, slots=True)
class KnownValues:
    """Values by kind of evidence (`test_id`, `id`, `name`, `path`, `classes`, `href`,
    `field`), those of names folded."""

    values: Mapping[str, tuple[str, ...]]

    def of(self, evidence: str) -> tuple[str, ...]:
        """The values of one kind, each once."""
        return self.values.get(evidence, ())


def known(element: Element) -> KnownValues:
    """What the element's locators say of it; nothing that was generated."""
    found: dict[str, dict[str, None]] = {}
    for locator in element.locators[:MAX_LOCATORS]:
        for evidence, value in _told(locator):
            found.setdefault(evidence, {})[value] = None
    return KnownValues({evidence: tuple(values) for evidence, values in found.items()})


def _told(locator: Locator) -> Iterator[tuple[str, str]]:
    kind, value = locator.kind.casefold(), locator.value.strip()
    if not value or len(value) > MAX_LENGTH:
        return
    evidence = _EVIDENCE.get(kind)
    if kind == "css":
        evidence, value = _of_selector(value)
    if evidence == "id":
        value = value.removeprefix("#")
    if evidence is None or (evidence == "id" and not is_chosen(value)):
        return
    if evidence == "test_id" and looks_generated(value):
        return
    same = {"name": normalize, "path": dom_path}.get(evidence)
    yield evidence, same(value) if same else value


def _of_selector(selector: str) -> tuple[str | None, str]:
    match = _CSS.fullmatch(selector)
    if match is None:
        return None, selector
    if match["id"]:
        return "id", match["id"]
    return _ATTRIBUTES[match["key"]], match["value"]


def names_id(locator: Locator) -> bool:
    """Does it say nothing but an id?"""
    kind, value = locator.kind.casefold(), locator.value.strip()
    if kind == "css" and len(value) <= MAX_LENGTH:
        return _of_selector(value)[0] == "id"
    return _EVIDENCE.get(kind) == "id"


def varies(value: str) -> bool:
    """Has it a number in it, so that it may hold a value?"""
    return any(ch.isdigit() for ch in value)


def leads_nowhere(href: str) -> bool:
    """Is it the address of a link that a script acts on?"""
    folded = href.strip().casefold()
    return folded in ("", "#") or folded.startswith("javascript:")
