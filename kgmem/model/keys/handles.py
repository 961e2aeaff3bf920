"""What a browser finds an element by: role and name, a test id, or CSS."""

from collections.abc import Iterator, Mapping

from kgmem.messages import said
from kgmem.model.keys.element_evidence import kind_of, stable_id, test_id
from kgmem.model.keys.table_rows import row_of
from kgmem.model.trajectory import Element

_NAMES = ("aria-label", "placeholder", "title", "alt")
"""Attributes that name an element on the screen."""
_BY_TEXT = frozenset(
    (
        *("button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link"),
        *("menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "row"),
        *("rowheader", "switch", "tab", "tooltip", "treeitem"),
    )
)
"""Roles that browsers name by the text inside."""


def handle(element: Element) -> dict[str, str]:
    """The first that there is of: role and name, test id, CSS, the words on it; with
    the text that it stands beside, and its frame.

    >>> handle(Element(tag="input", attributes={"id": "q"}))
    {'role': 'textbox', 'css': '#q'}
    """
    row = row_of(element)
    around = {
        "row": row,
        "in": "" if row else element.nearest(),
        "frame": element.frame or "",
    }
    return {**_found_by(element), **{key: one for key, one in around.items() if one}}


def handle_words(found: Mapping[str, str]) -> str:
    """A handle in words: `button "Save" in Results`."""
    kind = found.get("role") or found.get("tag") or "element"
    name = next((f' "{found[key]}"' for key in ("name", "text") if key in found), "")
    marks = f" [test id {found['test_id']}]" if "test_id" in found else ""
    marks += f" [{found['css']}]" if "css" in found else ""
    return f"{kind}{name}{marks}{place_words(found)}"


def place_words(found: Mapping[str, str]) -> str:
    """Where it stands, in words; empty where that is not known."""
    if "row" in found:
        return " " + said(f"in the row of {found['row']}")
    return f" in {found['in']}" if "in" in found else ""


def _found_by(element: Element) -> dict[str, str]:
    kind, name = kind_of(element), _shown_name(element)
    role = {"role": kind} if kind and kind != (element.tag or "").casefold() else {}
    if kind == "button" or element.role:
        role = {"role": kind}
    if role and name:
        return {**role, "name": name}
    if found := test_id(element):
        return {**role, "test_id": found}
    if css := next(_css(element), None):
        return {**role, "css": css}
    told = {"tag": kind} if kind and not role else role
    words = name or element.label()
    return {**told, "text": words} if words else told


def _shown_name(element: Element) -> str:
    """What it is called on the screen; what is in a field or a list is no name."""
    own = [element.name]
    if kind_of(element) in _BY_TEXT:
        own.append(element.text)
    given = (*own, *(element.attributes.get(key) for key in _NAMES))
    return next((" ".join(one.split()) for one in given if one and one.strip()), "")


def _css(element: Element) -> Iterator[str]:
    if chosen := stable_id(element):
        yield f"#{chosen}" if chosen.replace("-", "").isalnum() else f'[id="{chosen}"]'
    for locator in element.locators:
        if locator.kind.casefold() == "css" and locator.value.strip():
            yield locator.value.strip()
    if given := element.attributes.get("name"):
        yield f'[name="{given}"]'
    if given := element.attributes.get("id"):
        yield f'[id="{given}"]'
