"""What the links of a locator find, as a place on a page."""

import json
from collections.abc import Mapping
from dataclasses import replace

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.code.values import (
    BoxOf,
    PagePart,
    RegexpValue,
    literal_text,
)
from kgmem_formats.importers.playwright.selectors import (
    frame_of,
    selector_parts,
    text_of_pattern,
)

_ATTRIBUTES = {
    "get_by_placeholder": "placeholder",
    "get_by_alt_text": "alt",
    "get_by_title": "title",
}


def found(place: PagePart, name: str, given: Mapping[str, object]) -> object:
    """What a link finds in a place. Raises InvalidInput where that can't be told."""
    if name in ("main_frame",):
        return replace(place, frames=(), parts=())
    if name == "bounding_box":
        return BoxOf(place)
    if name == "owner":
        return place
    if name == "content_frame":
        return _entered(place, place.parts)
    if name == "frame_locator":
        selector = literal_text(given.get("selector"), "a frame")
        return replace(entered(place).within(*selector_parts(selector)), is_frame=True)
    if name == "frame":
        return _named_frame(place, given)
    if place.is_frame and name not in ("first", "last", "nth"):
        place = _entered(place, place.parts)
    return place.within(*_parts(name, given))


def entered(place: PagePart) -> PagePart:
    """What stands in the frame, where the place is one."""
    return _entered(place, place.parts) if place.is_frame else place


def _entered(place: PagePart, parts: tuple[str, ...]) -> PagePart:
    return PagePart(place.tab, (*place.frames, frame_of(parts)))


def _named_frame(place: PagePart, given: Mapping[str, object]) -> PagePart:
    name, url = given.get("name"), given.get("url")
    if isinstance(name, str):
        return PagePart(place.tab, ({"name": name},))
    address = literal_text(url, "a frame's address")
    if "*" in address:
        raise InvalidInput("a frame by a part of its address alone")
    return PagePart(place.tab, ({"src": address.partition("?")[0]},))


def _parts(name: str, given: Mapping[str, object]) -> list[str]:
    """The link as parts of a selector, which say the same."""
    is_exact = given.get("exact") is True
    if name == "get_by_role":
        return [_role(given)]
    if name in ("get_by_label", "get_by_text"):
        kind = name.removeprefix("get_by_")
        return [f"internal:{kind}={_text(given.get('text'), is_exact)}"]
    if name in _ATTRIBUTES:
        told = _text(given.get("text"), is_exact)
        return [f"internal:attr=[{_ATTRIBUTES[name]}={told}]"]
    if name == "get_by_test_id":
        told = json.dumps(
            literal_text(given.get("test_id"), "a test id"), ensure_ascii=False
        )
        return [f"internal:testid=[data-testid={told}s]"]
    if name in ("first", "last", "nth"):
        return [_nth(name, given)]
    if name in ("and_", "or_"):
        return [f"internal:{name[:-1]}={_inner(given.get('locator'))}"]
    if name == "visible":
        return ["visible=true"]
    if name in ("describe", "normalize", "element_handle"):
        return []
    found_by: list[str] = []
    if name in ("locator", "query_selector", "wait_for_selector"):
        found_by = _selected(given.get("selector"))
    return [*found_by, *_narrowed(given)]


def _selected(selector: object) -> list[str]:
    if isinstance(selector, PagePart):
        return list(selector.parts)
    return selector_parts(literal_text(selector, "a selector"))


def _role(given: Mapping[str, object]) -> str:
    role = literal_text(given.get("role"), "a role").lower()
    told = f"internal:role={role}"
    if given.get("name") is not None:
        told += f"[name={_text(given['name'], given.get('exact') is True)}]"
    for state in ("checked", "disabled", "expanded", "level", "pressed", "selected"):
        if given.get(state) is not None:
            told += f"[{state}={literal(given[state])}]"
    return told + (
        "[include-hidden=true]" if given.get("include_hidden") is True else ""
    )


def literal(value: object) -> str:
    """A state or number as selectors write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return literal_text(value, "an option")


def _nth(name: str, given: Mapping[str, object]) -> str:
    if name != "nth":
        return f"nth={0 if name == 'first' else -1}"
    index = given.get("index")
    if not isinstance(index, int):
        raise InvalidInput("a place among others that is no literal number")
    return f"nth={index}"


def _narrowed(given: Mapping[str, object]) -> list[str]:
    """What narrows it: a text in it, something that it has."""
    parts: list[str] = []
    for option in ("has_text", "has_not_text"):
        if given.get(option) is not None:
            kind = option.replace("_", "-")
            parts.append(f"internal:{kind}={_text(given[option], is_exact=False)}")
    for option in ("has", "has_not"):
        if given.get(option) is not None:
            parts.append(f"internal:{option.replace('_', '-')}={_inner(given[option])}")
    if given.get("visible") is not None:
        parts.append(f"visible={literal(given['visible'])}")
    return parts


def _inner(value: object) -> str:
    if not isinstance(value, PagePart):
        raise InvalidInput("a locator within another that can't be read")
    return json.dumps(" >> ".join(value.parts), ensure_ascii=False)


def _text(value: object, is_exact: bool) -> str:
    """A text in quotes with the mark that says if the case counts. A pattern that is
    a text in disguise is that text."""
    if isinstance(value, RegexpValue):
        value, is_exact = text_of_pattern(value.source, value.flags)
    told = literal_text(value, "a name")
    return json.dumps(told, ensure_ascii=False) + ("s" if is_exact else "i")
