"""What the answers of a browser's tools show: the page's elements by their numbers, the
tabs, a dialog, the locator of what was done."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem import Element
from kgmem.formats import CELLS, told_place

_NODE = re.compile(
    r"(?P<indent> *)(?:- )?(?:<changed> )?'?(?:uid=(?P<uid>[\w-]+) ?)?"
    r"(?P<role>/?[A-Za-z][\w-]*)?(?: ?\"(?P<name>(?:[^\"\\]|\\.)*)\")?(?P<rest>.*)"
)
_REF = re.compile(r"\[ref=(\w+)\]")
_TEXT = re.compile(r"(?:\[[^\]]*\]|[' ])*:\s+(.*)")
_RECORDS = frozenset({
    "row", "listitem", "article", "cell", "gridcell", "treeitem", "dialog",
    "alertdialog",
})  # fmt: skip
"""Nodes all of whose words tell one element from its likes in others."""
_PARTS = frozenset(
    {"group", "form", "region", "navigation", "main", "table", "fieldset"}
)
"""Nodes whose names do."""
_TABLES = frozenset({"table", "grid", "treegrid"})
_ROWS = _TABLES | {"row", "rowgroup"}
_FRAMES = ("iframe", "Iframe")
MAX_AROUND = 4
MAX_WORDS = 200
"""Characters of what stands around an element."""
MAX_LINES = 20_000


@dataclass(slots=True)
class SnapshotNode:
    """A line of a page's snapshot."""

    indent: int
    role: str
    name: str
    parent: "SnapshotNode | None"
    href: str | None = None
    children: list["SnapshotNode"] = field(default_factory=list)

    def up(self) -> Iterator["SnapshotNode"]:
        """What it stands in, nearest first."""
        at = self.parent
        while at is not None:
            yield at
            at = at.parent

    def words(self, without: "SnapshotNode") -> str:
        """Its name, or all that is said in it besides one part."""
        if self is without:
            return ""
        said = (one.words(without) for one in self.children)
        return self.name or " ".join(filter(None, said))

    def around(self, element: "SnapshotNode") -> str:
        """What it says of an element in it; empty where it tells nothing."""
        if self.role == "row":
            said = (one.words(without=element) for one in self.children)
            if len(shown := list(filter(None, said))) > 1:
                return CELLS.join(shown)
        if self.role in _RECORDS:
            return self.words(without=element)
        return self.name if self.role in _PARTS else ""

    def element(self) -> Element:
        """The element that it shows."""
        around = (one.around(self)[:MAX_WORDS] for one in self.up())
        told = [text for text in dict.fromkeys(around) if text and text != self.name]
        return Element(
            role=self.role or None,
            name=self.name or None,
            attributes={"href": self.href} if self.href else {},
            container=tuple(told[:MAX_AROUND]),
            frame=told_place([_told_frame(one) for one in self.frames()]),
        )

    def beside(self) -> Element:
        """The same as a text: with the row that it stands in and the head of its
        column, or what is said before it."""
        element = self.element()
        line = [self, *self.up()]
        row = next((n for n, one in enumerate(line) if one.role == "row"), 0)
        told: dict[str, str] = {}
        container = element.container
        if row:
            table = next((o for o in line[row + 1 :] if o.role in _TABLES), line[-1])
            rows = [one for one in _every(table) if one.role == "row"]
            place = line[row].children.index(line[row - 1])
            heads = rows[0].children
            if place < len(heads) and heads[place].role == "columnheader":
                told["column head"] = heads[place].words(without=self)
            told["in row"] = f"row[{rows.index(line[row]) + 1}]"
            cells = (one.words(without=line[-1]) for one in line[row].children)
            container = (CELLS.join(cells),)
        elif self.parent and (place := self.parent.children.index(self)):
            told["label before"] = self.parent.children[place - 1].words(without=self)
        attributes = {**element.attributes, **{k: v for k, v in told.items() if v}}
        changes = {"text": self.name, "attributes": attributes, "container": container}
        return element.model_copy(update=changes)

    def frames(self) -> Sequence["SnapshotNode"]:
        """The frames that it is in, from the outside in."""
        return [one for one in self.up() if one.role in _FRAMES][::-1]


def _told_frame(frame: SnapshotNode) -> Mapping[str, object]:
    around = next((one for one in frame.up() if one.role in _FRAMES), None)
    top = around or list(frame.up())[-1] if frame.parent else frame
    like = [one for one in _within(top) if one.role in _FRAMES]
    index = next((n for n, one in enumerate(like) if one is frame), 0)
    return {"title": frame.name, "index": index}


def _within(node: SnapshotNode) -> Iterator[SnapshotNode]:
    """The nodes in it that are in no further frame."""
    for one in node.children:
        yield one
        if one.role not in _FRAMES:
            yield from _within(one)


def nodes_in(text: str) -> dict[str, SnapshotNode]:
    """The nodes of the snapshot in an answer, by their `ref` or `uid`."""
    found: dict[str, SnapshotNode] = {}
    root = SnapshotNode(-1, "", "", None)
    at = root
    for line in text.splitlines()[:MAX_LINES]:
        match = _NODE.fullmatch(line)
        if match is None or not (match["uid"] or line.lstrip().startswith("- ")):
            continue
        indent = len(match["indent"])
        while at is not root and at.indent >= indent:
            at = at.parent or root
        if (match["role"] or "").startswith("/"):
            at.href = match["rest"].removeprefix(":").strip() or None
            continue
        at = _node(match, at, indent)
        ref = match["uid"] or next(iter(_REF.findall(match["rest"])), None)
        if ref:
            found[ref] = at
    return found


def readable(nodes: Mapping[str, SnapshotNode]) -> tuple[Element, ...]:
    """What the page of these nodes says, each with what stands beside it."""
    first = next(iter(nodes.values()), None)
    root = list(first.up())[-1] if first else None
    said = (one for one in _every(root) if one.role not in _ROWS) if root else ()
    return tuple(one.beside() for one in said if one.name)


def _every(node: SnapshotNode) -> Iterator[SnapshotNode]:
    for one in node.children:
        yield one
        yield from _every(one)


def _node(match: re.Match[str], parent: SnapshotNode, indent: int) -> SnapshotNode:
    name = re.sub(r"\\(.)", r"\1", match["name"] or "")
    said = _TEXT.match(match["rest"])
    is_value = match["role"] in ("textbox", "combobox", "searchbox", "spinbutton")
    if not name and said is not None and not is_value:
        name = said[1].strip().strip("\"'")
    node = SnapshotNode(indent, match["role"] or "", name, parent)
    address = re.search(r' url="([^"]*)"', match["rest"])
    node.href = address[1] if address and node.role == "link" else None
    parent.children.append(node)
    return node


# --- what else an answer tells --------------------------------------------------

_PAGE = re.compile(r"^- Page URL: (\S+)(?:\n- Page Title: ([^\n]*))?", re.M)
_TAB = re.compile(r"^- (\d+):( \(current\))? \[(.*)\] ?\((\S*)\)", re.M)
_OPENED = re.compile(r"^(\d+): (?:.*\((\S+)\)|(\S+))( \[selected\])?", re.M)
_DIALOG = re.compile(
    r"\"(\w+)\" dialog with message \"(.*?)\"(?=[\s:\]]|$)"
    r"|# Open dialog\n(\w+): (.*?)(?: \(default value: \".*\"\))?\.\n",
    re.S,
)
_FAILED = re.compile(r"\s*(?:###? )?Error\b[:\n]?(.*)", re.S)


ListedTab = tuple[str, str, bool]
"""A tab as an answer lists it: its key, its address, and whether it is at hand."""


def page_in(text: str) -> tuple[str, str] | None:
    """Address and title of the page that the answer tells."""
    match = _PAGE.search(text)
    return (match[1], match[2] or "") if match else None


def tabs_in(text: str) -> list[ListedTab]:
    """The tabs that Playwright's server lists, by their places."""
    return [(m[1], m[4], bool(m[2])) for m in _TAB.finditer(text)]


def pages_in(text: str) -> Iterator[ListedTab]:
    """The pages that Chrome's server lists under its headings, by their numbers."""
    for head in ("Pages", "Opened pages"):
        lines = text.partition(f"## {head}\n")[2].partition("\n## ")[0]
        for m in _OPENED.finditer(lines):
            yield m[1], m[2] or m[3], bool(m[4])


def dialog_in(text: str) -> tuple[str, str] | None:
    """Kind and message of the dialog that is open."""
    match = _DIALOG.search(text)
    return (match[1] or match[3], match[2] or match[4] or "") if match else None


def error_in(text: str) -> str | None:
    """What went wrong, if the answer begins with that."""
    match = _FAILED.match(text)
    return (match[1].strip() or "failed")[:MAX_WORDS] if match else None
