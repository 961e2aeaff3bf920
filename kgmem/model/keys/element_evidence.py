"""What an element can be told by on its page, the most trusted first."""

import re
from collections.abc import Iterator

from kgmem.model.base import normalize
from kgmem.model.keys.locators import chosen_locators, is_generated, other_locators
from kgmem.model.texts.shape import has_few_digits, is_chosen, looks_generated
from kgmem.model.trajectory import Element

MAX_NAME = 120
"""Characters of an element's name that tell it apart; more is its content."""
ID_ATTRIBUTES = frozenset({
    "id", "resource-id", "href", "for", "data-testid", "data-test", "data-test-id",
    "data-qa", "data-cy",
})  # fmt: skip
"""Attributes that say which one of several like elements it is."""


def evidence_of(element: Element) -> Iterator[tuple[str, str]]:
    """What an element can be told by, as (kind of evidence, folded value), the most
    trusted first."""
    yield from sure_evidence(element)
    yield from _weak_evidence(element)


def sure_evidence(element: Element) -> Iterator[tuple[str, str]]:
    """What tells an element alone, whatever else is known of it."""
    for how, find in (
        ("test_id", test_id),
        ("id", stable_id),
        ("name", _name),
        ("id", _numbered_id),
    ):
        value = find(element)
        if value and value.strip():
            yield how, value


def _weak_evidence(element: Element) -> Iterator[tuple[str, str]]:
    for how, value in (
        ("locator", next(iter(chosen_locators(element)), None)),
        ("selector", next(iter(other_locators(element)), None)),
        ("path", _told(element.path)),
        ("container", normalize(element.nearest())),
        ("ordinal", _told(element.ordinal)),
        ("box", _place(element)),
    ):
        if value and value.strip():
            yield how, value


def where_shown(element: Element) -> Iterator[tuple[str, str]]:
    """Its chain of frames and its tab, where they are not the page that the run began
    on: whatever else tells an element, elsewhere it is another one."""
    if element.frame:
        yield "frame", element.frame
    if element.tab:
        yield "tab", element.tab


def place_of(element: Element) -> Iterator[tuple[str, str]]:
    """What tells an element without a name from others, all of it: locators, path,
    the text around it, ordinal. Where only that text is known, its box; without one,
    what its markup says; without that, the numbers and names that a program gave."""
    given = dict(_weak_evidence(element))
    for locator in chosen_locators(element):
        yield "locator", locator
    for how in ("path", "container", "ordinal"):
        if how in given:
            yield how, given[how]
    counted = [one for one in other_locators(element) if not is_generated(one)]
    for locator in counted:
        yield "selector", locator
    if counted or {"locator", "path", "ordinal"} & given.keys():
        return
    box = [("box", given["box"])] if "box" in given else []
    yield from box or _markup(element) or _by_program(element)


def _markup(element: Element) -> list[tuple[str, str]]:
    """Addresses, data attributes, chosen classes and further texts around it."""
    told = [
        (key, value)
        for key, value in sorted(element.attributes.items())
        if key in ("href", "src", "for") or key.startswith("data-")
    ]
    classes = " ".join(stable_classes(element))
    around = [("container", normalize(text)) for text in element.container[1:]]
    return [
        (how, value) for how, value in (*told, ("class", classes), *around) if value
    ]


def _by_program(element: Element) -> list[tuple[str, str]]:
    """Generated ids and locators or, without them, the driver's own number: another
    run may have others, but elements that differ in them are not the same."""
    ids = [("id", value) for value in _ids(element) if value != element.element_id]
    found = ids + [("selector", one) for one in other_locators(element)]
    number = element.element_id
    return found or ([] if number is None else [("number", str(number))])


def _told(place: str | int | None) -> str | None:
    """The place, behind the blank that keys of stored elements have."""
    known = place is not None and str(place).strip()
    return f" {place}" if known else None


IMPLICIT_ROLES = {
    "a": "link",
    "button": "button",
    "select": "combobox",
    "textarea": "textbox",
    "option": "option",
    "img": "img",
    "image": "img",
    "li": "listitem",
    "ul": "list",
    "ol": "list",
    "tr": "row",
    "td": "cell",
    "th": "columnheader",
    "table": "table",
    "form": "form",
    "nav": "navigation",
    "dialog": "dialog",
    "summary": "button",
    **{f"h{level}": "heading" for level in range(1, 7)},
}
"""Roles that tags have by themselves (WAI-ARIA in HTML, the common ones)."""


INPUT_ROLES = {
    "button": "button",
    "submit": "button",
    "reset": "button",
    "image": "button",
    "checkbox": "checkbox",
    "radio": "radio",
    "range": "slider",
    "number": "spinbutton",
    "search": "searchbox",
}


EDITABLE = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider"})
"""Kinds whose text is what was typed or chosen, not what they are called."""
TOGGLES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox"})


def kind_of(element: Element) -> str:
    """The role, or the one that the tag implies, or the tag; lower case.

    `android.widget.Button` is a `button`, `<input type=checkbox>` a `checkbox`.
    """
    given = element.role or element.attributes.get("role") or ""
    role = given.strip().casefold()
    if role and role not in ("none", "presentation"):
        return role
    tag = (element.tag or "").strip().casefold().rsplit(".", 1)[-1]
    if tag == "input":
        kind = element.attributes.get("type", "text").casefold()
        return INPUT_ROLES.get(kind, "textbox")
    return IMPLICIT_ROLES.get(tag, tag)


def stable_id(element: Element) -> str | None:
    """The id that somebody chose for it: one without digits or a hash's shape."""
    return next((i for i in _ids(element) if is_chosen(i)), None)


def stable_classes(element: Element) -> tuple[str, ...]:
    """Its class names that somebody chose, each once, sorted; programs that shorten
    them write single letters."""
    names = element.attributes.get("class", "") or element.attributes.get("classes", "")
    kept = (name for name in names.split() if len(name) > 1 and is_chosen(name))
    return tuple(sorted(set(kept)))


def test_id(element: Element) -> str | None:
    for value in (
        element.test_id,
        *(
            element.attributes.get(k)
            for k in ("data-testid", "data-test", "data-test-id", "data-qa", "data-cy")
        ),
        *_located_by(element, "test_id", "testid"),
    ):
        if value and value.strip() and not looks_generated(value):
            return value.strip()
    return None


def _ids(element: Element) -> Iterator[str]:
    """Ids in the order of trust; a driver's own element number is none."""
    given = element.attributes.get("id"), element.attributes.get("resource-id")
    yield from (value.strip() for value in given if value and value.strip())
    yield from _located_by(element, "id")
    if isinstance(element.element_id, str):
        yield element.element_id.strip()


def _located_by(element: Element, *kinds: str) -> Iterator[str]:
    for locator in element.locators:
        if locator.kind.casefold() in kinds and locator.value.strip():
            yield locator.value.strip().removeprefix("#")


def _numbered_id(element: Element) -> str | None:
    """An id such as `option1`: better than a path, less sure than a name."""
    given = (i for i in _ids(element) if i != element.element_id)
    return next((i for i in given if has_few_digits(i)), None)


def _name(element: Element) -> str | None:
    kind, attributes = kind_of(element), element.attributes
    words = [element.name]
    if kind not in EDITABLE:
        words.append(element.text)
    if kind == "button":
        words.append(attributes.get("value"))
    words += (
        attributes.get(key)
        for key in ("aria-label", "label", "placeholder", "title", "alt", "name")
    )
    return next((folded for word in words if word and (folded := _fold(word))), None)


def _fold(name: str) -> str:
    """Normalized, without a count at its end: `Inbox (3)` is `inbox`."""
    short = normalize(name[: 4 * MAX_NAME])[:MAX_NAME]
    return re.sub(r"\s*[(\[]\d{1,6}\+?[)\]]$", "", short) or short


def _place(element: Element) -> str | None:
    """Its middle on a grid of 16 pixels, where nothing else is known."""
    if element.box is None:
        return None
    box = element.box
    middle = box.x + box.width / 2, box.y + box.height / 2
    return f" {middle[0] // 16:.0f},{middle[1] // 16:.0f}"
