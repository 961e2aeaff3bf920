"""A page's nodes as a recording holds them, and the element that one of them is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Union

from kgmem import Box, Element
from kgmem.formats import IMPLICIT_ROLES, INPUT_ROLES

MAX_TEXT = 200
"""Characters of a text that are kept of an element, and of what it stands in."""
MAX_AROUND = 4
SHADOW_ROOT = "__playwright_shadow_root_"
"""Marks what stands for a shadow root in a trace of Playwright's."""
MAX_NODES = 100_000
"""Nodes of one page that are looked at."""
NAMED_BY_CONTENT = frozenset({
    "button", "link", "tab", "option", "menuitem", "heading", "cell", "checkbox",
    "radio", "switch", "treeitem",
})  # fmt: skip
"""Roles whose name is the text inside (WAI-ARIA)."""
_ENTRIES = frozenset({"input", "select", "textarea"})
_HIDDEN = frozenset({"script", "style", "head", "template", "noscript"})


@dataclass(eq=False)
class Node:
    """An element of a page with what is inside."""

    tag: str
    """In small letters."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[Union["Node", str]] = field(default_factory=list)
    parent: "Node | None" = None

    def nodes(self) -> Iterator["Node"]:
        """It and all elements inside, in the page's order."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed([c for c in one.children if isinstance(c, Node)])

    def within(self, *tags: str) -> "Node | None":
        """It, or the nearest around it, that has one of these tags."""
        at: Node | None = self
        while at is not None and at.tag not in tags:
            at = at.parent
        return at

    def text(self, without: "Node | None" = None, *, offers: bool = True) -> str:
        """The words inside, cut at MAX_TEXT; without those of one node, and without
        what lists offer, if so told."""
        found: list[str] = []
        waiting: list[Node | str] = [self]
        length = 0
        while waiting and length <= 2 * MAX_TEXT:
            one = waiting.pop()
            if isinstance(one, str):
                found.append(one)
                length += len(one)
            elif one.tag not in _HIDDEN and one is not without:
                if one.tag == "select" and one is not self and not offers:
                    continue
                waiting += reversed(one.children)
        return " ".join(" ".join(found).split())[: MAX_TEXT + 1]


def role_of(node: Node) -> str | None:
    """The role that it has, or that its tag implies."""
    given = node.attributes.get("role")
    if given:
        return given
    if node.tag == "input":
        kind = node.attributes.get("type", "text").casefold()
        return INPUT_ROLES.get(kind, "textbox")
    if node.tag == "a" and "href" not in node.attributes:
        return None
    return IMPLICIT_ROLES.get(node.tag)


def name_of(node: Node, root: Node) -> str | None:
    """Its accessible name, after the usual order: what labels it, `aria-label`, its
    label, its content, `alt`, `title`, `placeholder`."""
    said = node.attributes
    by = [_by_id(root, one) for one in said.get("aria-labelledby", "").split()]
    role = role_of(node)
    pressed = node.tag == "input" and role == "button"
    content = role in NAMED_BY_CONTENT and node.tag != "input"
    told = [
        " ".join(one.text() for one in by if one),
        said.get("aria-label"),
        _label(node, root) if node.tag in _ENTRIES else None,
        said.get("value") if pressed else None,
        node.text() if content else None,
        *(said.get(name) for name in ("alt", "title", "placeholder")),
    ]
    return next((one.strip()[:MAX_TEXT] for one in told if one and one.strip()), None)


def _by_id(root: Node, key: str) -> Node | None:
    return next((one for one in root.nodes() if one.attributes.get("id") == key), None)


def _label(node: Node, root: Node) -> str | None:
    """The words of the labels around it or for it."""
    own = node.attributes.get("id")
    for one in root.nodes() if own else ():
        if one.tag == "label" and one.attributes.get("for") == own:
            return one.text(without=node)
    at = node.parent
    while at is not None:
        if at.tag == "label":
            return at.text(without=node)
        at = at.parent
    return None


def path_of(node: Node) -> str:
    """Its place: `/html[1]/body[1]/form[1]/input[2]`."""
    parts: list[str] = []
    at: Node | None = node
    while at is not None and at.parent is not None:
        same = [
            c for c in at.parent.children if isinstance(c, Node) and c.tag == at.tag
        ]
        is_root = at.tag == "template" and SHADOW_ROOT in at.attributes
        tag = "shadow-root" if is_root else at.tag
        parts.append(f"{tag}[{same.index(at) + 1}]")
        at = at.parent
    return "/html/" + "/".join(reversed(parts))


def around(node: Node, name: str | None) -> tuple[str, ...]:
    """Short texts of what it stands in, nearest first."""
    found: dict[str, None] = {}
    at = node.parent
    while at is not None and at.tag not in ("body", "html"):
        said = at.text(without=node, offers=False)
        if said and len(said) <= MAX_TEXT and said != name:
            found[said] = None
        if len(found) == MAX_AROUND:
            break
        at = at.parent
    return tuple(found)


def element_of(node: Node, root: Node, box: Box | None = None) -> Element:
    """The element with all that its page tells of it; how it stands is not told."""
    role, name = role_of(node), name_of(node, root)
    told = {k: v[:MAX_TEXT] for k, v in node.attributes.items() if _is_kept(k)}
    content = "" if node.tag in _ENTRIES else node.text()[:MAX_TEXT]
    return Element(
        role=role,
        name=name,
        tag=node.tag,
        text=content or None,
        attributes=told,
        container=around(node, name),
        ordinal=_ordinal(node, root, role),
        path=path_of(node),
        box=box,
    )


def readable(root: Node) -> tuple[Element, ...]:
    """What the page says, in its order; of a table each with its row, and the head of
    its column."""
    said = (
        node
        for node in root.nodes()
        if any(isinstance(one, str) and one.strip() for one in node.children)
    )
    return tuple(map(_in_table, (node for node in said if not node.within(*_HIDDEN))))


def _in_table(node: Node) -> Element:
    attributes = {k: v[:MAX_TEXT] for k, v in node.attributes.items() if _is_kept(k)}
    container: tuple[str, ...] = around(node, None)
    cell, table = node.within("td", "th"), node.within("table")
    if cell and table and cell.parent:
        row = _cells(cell.parent)
        first = next((one for one in table.nodes() if one.tag == "tr"), cell.parent)
        heads, place = _cells(first), row.index(cell)
        if place < len(heads) > 1 and heads[place].tag == "th" and first != cell.parent:
            attributes["column head"] = heads[place].text()
        attributes["in row"] = path_of(cell.parent)
        container = ("\t".join(one.text() for one in row),)
    role, text = role_of(node), node.text()[:MAX_TEXT]
    return Element(
        role=role,
        name=text if role in NAMED_BY_CONTENT else None,
        tag=node.tag,
        text=text,
        attributes=attributes,
        container=container,
        path=path_of(node),
    )


def _cells(row: Node) -> list[Node]:
    return [one for one in row.children if isinstance(one, Node)]


def _is_kept(name: str) -> bool:
    is_state = name in ("value", "checked", "selected", "style")
    return not (is_state or name.startswith(("on", "__playwright")))


def _ordinal(node: Node, root: Node, role: str | None) -> int:
    kind = role or node.tag
    same = [one for one in root.nodes() if (role_of(one) or one.tag) == kind]
    return same.index(node) + 1 if node in same else 1


def option_in(select: Node, by: str, told: str) -> str | None:
    """What the option of this value, or at this place from 0, is called on the page;
    without such a value, the one that is labelled so."""
    options = [one for one in select.nodes() if one.tag == "option"]
    if by == "index":
        at = int(told) if told.isdigit() else len(options)
        return options[at].text() or None if at < len(options) else None
    for one in options:
        if one.attributes.get("value", one.text()) == told:
            return one.text() or None
    return told if any(one.text() == told for one in options) else None
