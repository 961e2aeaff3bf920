"""The locator that Playwright's server shows of what it did: `page.getByRole(…)`."""

import re
from collections.abc import Mapping

from kgmem import Element, Locator
from kgmem.formats import locator_from, told_place

_TEXT = r"'((?:[^'\\]|\\.)*)'"
_LINE = re.compile(r"^await page((?:\d+)?\..+)$", re.M)
_FRAME = re.compile(rf"\.locator\({_TEXT}\)\.contentFrame\(\)")
_ROLE = re.compile(rf"\.getByRole\({_TEXT}(?:, {{ name: {_TEXT}[^}}]*}})?\)")
_BY = re.compile(rf"\.getBy(Label|Text|Placeholder|TestId|AltText|Title)\({_TEXT}")
_CSS = re.compile(rf"\.locator\({_TEXT}\)")
_ATTRIBUTE = re.compile(r"iframe\[(name|id|title|src)=\"([^\"]*)\"\]|iframe(#)([\w-]+)")
_FIELDS: Mapping[str, str] = {"Label": "name", "Text": "name", "TestId": "test_id"}
_ATTRIBUTES: Mapping[str, str] = {
    "Placeholder": "placeholder",
    "AltText": "alt",
    "Title": "title",
}


def element_in_code(answer: str) -> Element | None:
    """The element that the one line of code in an answer is about; None where there is
    no such line, or several."""
    lines = _LINE.findall(answer)
    if len(lines) != 1:
        return None
    frames = [_place(_plain(one)) for one in _FRAME.findall(lines[0])]
    told = _told(_FRAME.sub("", lines[0]))
    return told.model_copy(update={"frame": told_place(frames)}) if told else None


def _told(code: str) -> Element | None:
    if match := _ROLE.search(code):
        name = _plain(match[2]) if match[2] is not None else None
        return Element(role=match[1], name=name)
    if match := _BY.search(code):
        how, said = match[1], _plain(match[2])
        if how in _FIELDS:
            return Element.model_validate({_FIELDS[how]: said})
        return Element(attributes={_ATTRIBUTES[how]: said})
    match = _CSS.search(code)
    return by_selector(_plain(match[1])) if match else None


def by_selector(selector: str) -> Element:
    """The element that a selector means, of CSS unless it says something else."""
    found = locator_from(selector) or Locator(kind="css", value=selector)
    return Element(locators=(found,))


def _place(selector: str) -> Mapping[str, object]:
    match = _ATTRIBUTE.fullmatch(selector)
    if match is None:
        return {"css": selector}
    return {match[1]: match[2]} if match[1] else {"id": match[4]}


def _plain(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)
