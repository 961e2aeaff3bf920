"""A page as a tree, and the flat list of elements that a driver makes of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from kgmem import Box, Element

Driver = Literal["rich", "a11y", "dom", "flat"]
DRIVERS: tuple[Driver, ...] = ("rich", "a11y", "dom", "flat")
"""What a list of elements tells. `rich`: all there is; `a11y`: roles, names, texts
around and ordinals; `dom`: tags, texts, attributes and paths; `flat`: roles and names
with an attribute or two."""

LINE, COLUMN = 40.0, 160.0
"""Pixels from one line to the next, and from one column to the next."""
WIDTH, HEIGHT = 140.0, 24.0
"""Of every element, in pixels."""
_ACTIVE = frozenset({
    "button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio",
    "switch", "tab", "menuitem", "spinbutton",
})  # fmt: skip
_FIELDS = frozenset({"textbox", "searchbox"})


@dataclass
class Node:
    """A part of a page. Changed in place by `locate_changes`."""

    tag: str
    says: str = ""
    """Its own text."""
    label: str | None = None
    """What it is called, where that is not its text."""
    role: str | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)
    test_id: str | None = None
    heading: str | None = None
    """Surrounds what is in it."""
    is_row: bool = False
    """Its words surround what is in it, and stand side by side."""
    values: tuple[str, ...] = ()
    """Of a row: what it is about; the first tells it from the others."""
    key: int = 0
    """Tells whether an element of a changed page is the one that was recorded."""
    is_active: bool = False
    """Can it be a target, although its role does not say so?"""
    offset: tuple[float, float] = (0.0, 0.0)
    """Pixels by which it and all in it stand further right and down."""

    def walk(self) -> Iterator["Node"]:
        """It and all below, in the page's order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def words(self) -> str:
        """All that is to be read in it."""
        return " ".join(node.says for node in self.walk() if node.says)

    @property
    def name(self) -> str | None:
        """What it is called; the text in a field is no name."""
        says = None if self.role in _FIELDS else self.says
        return self.label or says or None

    @property
    def can_be_target(self) -> bool:
        """Is it there to be used?"""
        return self.is_active or self.role in _ACTIVE

    def copy(self) -> "Node":
        """A tree of its own with the same keys."""
        return replace(
            self,
            attributes=dict(self.attributes),
            children=[child.copy() for child in self.children],
        )


def numbered(root: Node) -> Node:
    """The tree with a key in each of its nodes."""
    for n, node in enumerate(root.walk(), 1):
        node.key = n
    return root


def parents(root: Node) -> dict[int, Node]:
    """The node above each node, by the identity of the lower one."""
    return {id(child): node for node in root.walk() for child in node.children}


def above(root: Node, key: int) -> list[Node]:
    """The nodes from the one with this key up to the root; empty if it is gone."""
    up = parents(root)
    node = next((node for node in root.walk() if node.key == key), None)
    found: list[Node] = []
    while node is not None:
        found.append(node)
        node = up.get(id(node))
    return found


@dataclass(frozen=True, slots=True)
class Listed:
    """An element of a driver's list, and the node behind it."""

    element: Element
    key: int
    is_target: bool


def listed(root: Node, driver: Driver) -> list[Listed]:
    """The list that a driver makes of the page."""
    found: list[Listed] = []
    seen: Counter[tuple[str | None, str | None]] = Counter()
    for place in _places(root):
        node = place.node
        if _is_listed(node, driver):
            element = _element(place, driver, seen[node.role, node.name])
            seen[node.role, node.name] += 1
            found.append(Listed(element, node.key, node.can_be_target))
    return found


def _is_listed(node: Node, driver: Driver) -> bool:
    return node.can_be_target or (bool(node.says) and driver in ("a11y", "dom"))


@dataclass(frozen=True, slots=True)
class _Place:
    """A node and where it stands."""

    node: Node
    path: str
    around: tuple[str, ...]
    """Nearest first."""
    x: float
    y: float


def _places(root: Node) -> list[_Place]:
    """All nodes in the page's order."""
    found: list[_Place] = []
    _lay_out(_Place(root, f"/html/{root.tag}", (), 0.0, 0.0), found)
    return found


def _lay_out(place: _Place, found: list[_Place]) -> float:
    """Add a node, which would stand there, and all in it; gives where it ends below.

    What is in a row stands side by side, all else one below the other.
    """
    node = place.node
    x, y = place.x + node.offset[0], place.y + node.offset[1]
    found.append(_Place(node, place.path, place.around, x, y))
    around = (*_surrounds(node), *place.around)
    end = y
    for n, (child, step) in enumerate(_steps(node)):
        left = x + n * COLUMN if node.is_row else x
        top = y if node.is_row else end
        inner = _Place(child, f"{place.path}/{step}", around, left, top)
        end = max(end, _lay_out(inner, found))
    return end if node.children else y + LINE


def _steps(node: Node) -> Iterator[tuple[Node, str]]:
    """Its children, each with the step that leads to it in an XPath."""
    nth: Counter[str] = Counter()
    for child in node.children:
        nth[child.tag] += 1
        yield child, f"{child.tag}[{nth[child.tag]}]"


def _surrounds(node: Node) -> tuple[str, ...]:
    if node.is_row:
        return (node.words(),)
    return (node.heading,) if node.heading else ()


_KEPT: Mapping[Driver, tuple[str, ...]] = {
    "a11y": ("checked", "disabled"),
    "flat": ("checked", "disabled", "name", "type"),
}
"""Attributes that a driver tells; all where it is not named."""


def _element(place: _Place, driver: Driver, ordinal: int) -> Element:
    node = place.node
    names, markup = driver != "dom", driver in ("rich", "dom")
    around = driver in ("rich", "a11y")
    return Element(
        role=node.role if names else None,
        name=node.name if names else None,
        tag=node.tag if markup else None,
        text=node.says or None,
        test_id=node.test_id if markup else None,
        attributes=_attributes(node, driver),
        container=place.around if around else (),
        ordinal=ordinal if around else None,
        path=place.path if markup else None,
        box=_box(place) if driver == "rich" else None,
    )


def _attributes(node: Node, driver: Driver) -> dict[str, str]:
    """A driver of the page's source sees a label as an attribute."""
    kept = _KEPT.get(driver)
    told = {k: v for k, v in node.attributes.items() if kept is None or k in kept}
    if driver == "dom" and node.label:
        told["aria-label"] = node.label
    return told


def _box(place: _Place) -> Box:
    return Box(x=place.x, y=place.y, width=WIDTH, height=HEIGHT)
