"""HTML of a recording as nodes."""

from html.parser import HTMLParser

from kgmem import Element
from kgmem_formats.importers.dom import MAX_NODES, Node, element_of

MAX_HTML = 4 << 20
"""Characters of a page that are parsed."""
_EMPTY = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
    "source", "track", "wbr",
})  # fmt: skip
MAX_OPEN = 500


class _Nodes(HTMLParser):
    """Builds nodes; tags that are never closed end with what they stand in."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Node("html")
        self._open = [self.root]
        self._count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._count += 1
        if self._count > MAX_NODES or len(self._open) > MAX_OPEN:
            return
        told = {name.replace("aria_", "aria-"): value or "" for name, value in attrs}
        node = Node(tag, told, parent=self._open[-1])
        self._open[-1].children.append(node)
        if tag not in _EMPTY:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._open[-1].children.append(data)


def element_in_html(html: str | None, attribute: str, value: str) -> Element | None:
    """The element whose attribute has this value; None if the page has none such."""
    if not html or not value or len(html) > MAX_HTML:
        return None
    parser = _Nodes()
    parser.feed(html)
    for node in parser.root.nodes():
        if node.attributes.get(attribute) == value:
            return element_of(node, parser.root)
    return None
