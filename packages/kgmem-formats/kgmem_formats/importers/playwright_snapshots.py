"""The pages in a trace of Playwright's: nodes, most of which earlier pages gave."""

import json
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from kgmem import Box, Element
from kgmem.formats import mapping_of, told_place
from kgmem_formats.importers.dom import MAX_NODES, Node, element_of, readable
from kgmem_formats.importers.steps import whole_of

TARGET = "__playwright_target__"
"""Marks what an action was done to."""
FRAMES = ("iframe", "frame")
MAX_KEPT = 200_000
"""Nodes of earlier pages that are kept unpacked."""
MAX_DEPTH = 200
FAST = 1
"""Level of packing: a page is packed once and seldom unpacked."""


class Frames:
    """Pages by frame, in the order in which they were taken.

    A later page may refer to any of them, but few do: they are kept packed, a small
    part of the room that nodes take, and unpacked when one is referred to.
    """

    def __init__(self) -> None:
        self._packed: dict[str, list[bytes]] = {}
        self._last: dict[str, object] = {}
        self._urls: dict[str, str | None] = {}
        """Of frames within a page; None: of the page itself."""
        self._pages: dict[str, str] = {}
        self._unpacked: OrderedDict[tuple[str, int], list[object]] = OrderedDict()
        self._kept = 0

    def take(self, snapshot: Mapping[str, object]) -> None:
        """The next page of its frame."""
        frame, page = _frame(snapshot), snapshot.get("html")
        packed = zlib.compress(json.dumps(page).encode(), FAST)
        self._packed.setdefault(frame, []).append(packed)
        self._last[frame] = page
        self._pages[frame] = str(snapshot.get("pageId"))
        url = str(snapshot.get("frameUrl") or "").partition("?")[0]
        self._urls[frame] = url if snapshot.get("isMainFrame") is False else None

    def target(
        self, snapshot: Mapping[str, object], call: str, box: Box | None
    ) -> tuple[Element, Node] | None:
        """What the call was done to, on a page that was taken last of its frame, and
        its node; None where it does not show it."""
        root = self._root(_frame(snapshot))
        if root is None:
            return None
        for node in root.nodes():
            mark = node.attributes.get(TARGET)
            if mark is not None and mark in ("", call):
                element = element_of(node, root, box)
                chain = told_place(self._told(_frame(snapshot)))
                return element.model_copy(update={"frame": chain}), node
        return None

    def readable(self, snapshot: Mapping[str, object]) -> tuple[Element, ...]:
        """What a page says that was taken last of its frame."""
        root = self._root(_frame(snapshot))
        return readable(root) if root else ()

    def _told(self, frame: str) -> list[Mapping[str, object]]:
        """What is known of the frame within a page: its address, and what the page
        says of it where it has no other; nothing for the page itself."""
        url = self._urls.get(frame)
        if url is None:
            return []
        shown = [
            node
            for other, page in self._pages.items()
            if page == self._pages[frame] and (root := self._root(other))
            for node in root.nodes()
            if node.tag in FRAMES
        ]
        if len(shown) != 1:
            return [{"src": url}]
        told = {key: shown[0].attributes.get(key) for key in ("id", "name", "title")}
        return [{**told, "src": url, "index": 0}]

    def _root(self, frame: str) -> Node | None:
        at = len(self._packed[frame]) - 1
        self._left = MAX_NODES
        found = self._node(frame, at, self._last[frame], None, 0)
        return found if isinstance(found, Node) else None

    def _node(
        self, frame: str, at: int, raw: object, parent: Node | None, depth: int
    ) -> Node | str | None:
        """A node of the page `at`; one that an earlier page gave is looked up there."""
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            return None
        if isinstance(raw, str):
            return raw
        if not isinstance(raw, list) or not raw:
            return None
        if isinstance(raw[0], list):
            return self._referred(frame, at, raw[0], parent, depth)
        made = Node(str(raw[0]).lower(), _attributes(raw[1:2]), parent=parent)
        for child in raw[2:]:
            node = self._node(frame, at, child, made, depth + 1)
            if node is not None:
                made.children.append(node)
        return made

    def _referred(
        self,
        frame: str,
        at: int,
        place: Sequence[object],
        parent: Node | None,
        depth: int,
    ) -> Node | str | None:
        back, number = map(whole_of, place)
        earlier = at - back
        if not 0 <= earlier < at:
            return None
        nodes = self._numbered(frame, earlier)
        if not 0 <= number < len(nodes):
            return None
        return self._node(frame, earlier, nodes[number], parent, depth + 1)

    def _numbered(self, frame: str, at: int) -> list[object]:
        """The nodes that this page gave itself, in the order in which they are
        numbered: what is inside first."""
        if (known := self._unpacked.get((frame, at))) is not None:
            self._unpacked.move_to_end((frame, at))
            return known
        found: list[object] = []
        _number(json.loads(zlib.decompress(self._packed[frame][at])), found, 0)
        self._unpacked[frame, at] = found
        self._kept += len(found)
        while self._kept > MAX_KEPT and len(self._unpacked) > 1:
            _, oldest = self._unpacked.popitem(last=False)
            self._kept -= len(oldest)
        return found


def _number(raw: object, found: list[object], depth: int) -> None:
    if isinstance(raw, str):
        found.append(raw)
    elif (
        isinstance(raw, list) and raw and isinstance(raw[0], str) and depth < MAX_DEPTH
    ):
        for child in raw[2:]:
            _number(child, found, depth + 1)
        found.append(raw)


def _frame(snapshot: Mapping[str, object]) -> str:
    return str(snapshot.get("frameId"))


def _attributes(given: Sequence[object]) -> dict[str, str]:
    told = mapping_of(given[0] if given else None)
    return {str(name): str(value) for name, value in told.items()}
