"""Elements and pages as drivers and frameworks write them."""

import re
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from kgmem.learn.histories.fields import MAX_STRING, Fields, as_text, number
from kgmem.model.trajectory import Box, Element, Locator, Page

_UNSTABLE = (
    "node_id", "backend_node_id", "backendNodeId", "nodeId", "frame_id",
    "element_hash", "stable_hash", "node_type", "node_value", "is_visible",
    "highlight_index",
)  # fmt: skip
"""A driver's own numbers; they differ from run to run."""
_XPATH = re.compile(r"(?:xpath=)?(\(?\.?//?[\w*].*)", re.S)
_PREFIXED = re.compile(r"(css|text|id|aria|role|data-testid|test_id|name)=(.+)", re.S)
_CSS = re.compile(r"[#.\[][\w-].*|[a-z][\w-]*(?:[#.\[:>][^\s].*)", re.S)


def element_from(raw: object) -> Element | None:
    """The element in a description, a selector, a number, a point or a mapping."""
    if isinstance(raw, Element):
        return raw
    if isinstance(raw, bool) or raw is None:
        return None
    if isinstance(raw, int):
        return Element(element_id=raw)
    if isinstance(raw, str):
        return _element_of_text(raw.strip()[:MAX_STRING])
    if isinstance(raw, Mapping):
        return _element_of_mapping(raw)
    return _element_of_point(raw)


def _element_of_text(text: str) -> Element | None:
    if not text:
        return None
    if text.isascii() and text.isdigit():
        return Element(element_id=text)
    locator = locator_from(text)
    return Element(locators=(locator,)) if locator else Element(name=text)


def locator_from(text: str) -> Locator | None:
    """The locator that a text is by its shape (`//a`, `#q`, `text=Go`); None for
    words."""
    if match := _PREFIXED.fullmatch(text):
        return Locator(kind=match[1], value=match[2])
    if match := _XPATH.fullmatch(text):
        return Locator(kind="xpath", value=match[1])
    if _CSS.fullmatch(text) and " " not in re.sub(r"\[[^\]]*\]|\s*>\s*", "", text):
        return Locator(kind="css", value=text)
    return None


def _element_of_point(raw: object) -> Element | None:
    """`[x, y]`, or `[left, top, right, bottom]`."""
    numbers = _numbers(raw)
    if len(numbers) not in (2, 4):
        return None
    x, y, right, bottom = (*numbers, *numbers)[:4]
    return Element(box=Box(x=x, y=y, width=right - x, height=bottom - y))


def _numbers(raw: object) -> list[float]:
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return []
    numbers = [found for item in raw if (found := number(item)) is not None]
    return numbers if len(numbers) == len(raw) else []


_ALIASES = {
    "name": ("name", "ax_name", "accessible_name", "label", "element_description",
             "target_element_description", "description", "content_description",
             "content-desc", "title"),
    "text": ("text", "text_content", "textContent", "innerText", "inner_text"),
    "tag": ("tag", "tag_name", "tagName", "node_name", "class_name", "type"),
    "role": ("role", "ax_role", "control_type"),
    "path": ("path", "x_path", "dom_path"),
    "test_id": ("test_id", "testid", "data-testid", "testId"),
    "frame": ("frame",),
}  # fmt: skip


_FOREIGN = (
    {alias for aliases in _ALIASES.values() for alias in aliases}
    | {"selector", "xpath", "css", "css_selector", "locator", "bbox", "bounds", "rect"}
    | {"bounding_box", "attrs", "index", "bid", *_UNSTABLE}
) - {*Element.model_fields, "id", "type", "label"}
"""Field names that say that somebody else's format is at hand."""


def _element_of_mapping(raw: Mapping[str, object]) -> Element | None:
    if not raw:
        return None
    if _FOREIGN.isdisjoint(str(key) for key in raw):
        try:
            return Element.model_validate(raw)
        except ValidationError:
            pass  # a field has another shape than ours: read it field by field
    return _foreign_element(Fields(raw))


def _foreign_element(fields: Fields) -> Element:
    found: dict[str, object] = {
        name: fields.take_text(*aliases) for name, aliases in _ALIASES.items()
    }
    found["element_id"] = _number(fields.take("element_id", "id", "index", "bid"))
    found["box"] = _box(fields.take("box", "bbox", "bounds", "rect", "bounding_box"))
    found["container"] = _texts(fields.take("container"))
    found["locators"] = locators_from(fields)
    given = fields.take_mapping("attributes", "attrs")
    found["attributes"] = {**_scalars(fields.rest()), **_scalars(given or {})}
    return Element(**found)


def _number(raw: object) -> str | int | None:
    """A driver's number for the element, as it is."""
    return raw if isinstance(raw, str | int) and not isinstance(raw, bool) else None


def _box(raw: object) -> Box | None:
    if isinstance(raw, Mapping):
        sides = [raw.get(side) for side in ("x", "y", "width", "height")]
        if len(_numbers(sides)) == 4:
            x, y, width, height = _numbers(sides)
            return Box(x=x, y=y, width=width, height=height)
        return None
    point = _element_of_point(raw)
    return point.box if point else None


def _texts(raw: object) -> tuple[str, ...]:
    if isinstance(raw, str):
        return (raw,)
    if isinstance(raw, Sequence):
        return tuple(item for item in raw if isinstance(item, str))
    return ()


def _scalars(raw: Mapping[str, object]) -> dict[str, str]:
    return {
        str(key): as_text(value)
        for key, value in raw.items()
        if isinstance(value, str | int | float) and str(key) not in _UNSTABLE
    }


def locators_from(fields: Fields) -> tuple[Locator, ...]:
    """Locators under `selector`, `xpath`, `css`, `locator`, `x_path`, `locators`."""
    found = list(_listed(fields.take("locators")))
    for name in ("selector", "locator", "xpath", "css", "css_selector"):
        text = fields.take_text(name)
        if text:
            kind = "xpath" if name == "xpath" else "css"
            found.append(locator_from(text) or Locator(kind=kind, value=text))
    return tuple(found)


def _listed(raw: object) -> Sequence[Locator]:
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return ()
    pairs = [item for item in raw if isinstance(item, Mapping)]
    return [
        Locator(kind=str(pair["kind"]), value=str(pair["value"]))
        for pair in pairs
        if pair.get("kind") and pair.get("value")
    ] + [
        found for item in raw if isinstance(item, str) and (found := locator_from(item))
    ]


# --- pages -------------------------------------------------------------------------


def page_from(raw: object) -> Page | None:
    """The page in an address, or in a mapping of any of the known field names."""
    if isinstance(raw, Page):
        return raw
    if isinstance(raw, str):
        return Page(url=raw.strip()) if raw.strip() else None
    if not isinstance(raw, Mapping):
        return None
    return take_page(Fields(raw))


def take_page(fields: Fields) -> Page | None:
    """A page made of the fields that belong to one; None if there are none."""
    found: dict[str, object] = {
        "url": fields.take_text("url", "page_url", "current_url", "url_before"),
        "title": fields.take_text("title", "page_title"),
        "hint": fields.take_text("page_hint", "observation_hint", "hint"),
        "dom_ref": fields.take_text("dom_ref", "dom_snapshot_ref"),
        "a11y_ref": fields.take_text("a11y_ref", "a11y_tree_ref"),
        "screenshot_ref": _take_reference(fields),
        "elements": elements_from(
            fields.take("elements", "interactive_elements", "elements_brief")
        ),
        "stats": _stats(fields.take("stats", "page_stats")),
    }
    given = {key: value for key, value in found.items() if value}
    return Page(**given) if given else None


MAX_REFERENCE = 2_000
"""Characters of a reference to a picture; more is the picture itself."""


def _take_reference(fields: Fields) -> str | None:
    for name in (
        "screenshot_ref",
        "screenshot_path",
        "screenshot_before",
        "screenshot",
    ):
        if len(str(fields.peek(name) or "")) <= MAX_REFERENCE and (
            found := fields.take_text(name)
        ):
            return found
    return None


def elements_from(raw: object) -> tuple[Element, ...]:
    """Every element of a list that can be read as one."""
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return ()
    found = (element_from(item) for item in raw)
    return tuple(element for element in found if element is not None)


def _stats(raw: object) -> dict[str, int]:
    if not isinstance(raw, Mapping):
        return {}
    return {
        str(key): int(found)
        for key, value in raw.items()
        if (found := number(value)) is not None
    }
