"""What is known of the page while the calls of a browser's tools are read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kgmem import Element, InvalidInput, Page
from kgmem.formats import element_from, element_in_words, text_of
from kgmem_formats.browsers.rows import is_given
from kgmem_formats.browsers.shown_code import by_selector, element_in_code
from kgmem_formats.browsers.snapshots import (
    SnapshotNode,
    dialog_in,
    nodes_in,
    page_in,
    pages_in,
    readable,
    tabs_in,
)
from kgmem_formats.browsers.tabs import Tabs

_REFS = ("ref", "target", "uid", "selector")
_REF = re.compile(r"(?:f\d+)?e\d+|\d+_\d+")
_IN_FRAME = re.compile(r"(f\d+)e\d+")
UNTOLD = "ref="
"""What the frame begins with of an element in a frame that nothing tells."""


@dataclass(slots=True)
class McpPage:
    """The page at hand, as the answers of the tools showed it."""

    page: Page | None = None
    tabs: Tabs = field(default_factory=Tabs)
    dialog: tuple[str, str] | None = None
    """Kind and message of the one that the last answer told."""
    shown: tuple[Element, ...] = ()
    """What the last answer's snapshot says."""
    _nodes: dict[str, SnapshotNode] = field(default_factory=dict)
    _is_worded: bool = False
    """Is the last element known in the words of a description alone?"""

    def take(self, said: str) -> Element | None:
        """Take in an answer: page, tabs, snapshot and dialog. Gives the element that it
        shows as the one that was acted on."""
        if found := page_in(said):
            self.page = Page(url=found[0], title=found[1] or None)
        nodes = nodes_in(said)
        self._nodes |= nodes
        self.shown = readable(nodes)
        self.dialog = dialog_in(said)
        for tab in tabs_in(said):
            self.tabs.see_listed(*tab)
        for key, url, is_current in pages_in(said):
            self.tabs.see_listed(key, url, is_current)
            self.page = Page(url=url) if is_current else self.page
        return element_in_code(said)

    def open(self, url: str | None, is_first: bool) -> None:
        """Another tab; one that is opened before anything was done is where the run
        begins."""
        if is_first:
            self.tabs.begin_anew()
        else:
            self.tabs.navigate_anew(url or "")

    def element(self, given: Mapping[str, object]) -> Element:
        """The element of a call: as the last snapshots show it, else in the words that
        describe it. Raises InvalidInput where neither tells."""
        ref = next((str(given[k]) for k in _REFS if is_given(given.get(k))), None)
        words = text_of(given.get("element"))
        node = self._nodes.get(ref or "")
        self._is_worded = node is None
        if node is not None:
            return node.element()
        if ref is not None and not _REF.fullmatch(ref):
            return by_selector(ref)
        if is_given(given.get("x")):
            found = element_from([given.get("x"), given.get("y")])
            if found is not None:
                return found
        described = element_in_words(words) if words else None
        if described is None and ref is None:
            raise InvalidInput("its element is not told")
        within = _IN_FRAME.fullmatch(ref or "")
        frame = f"{UNTOLD}{within[1]}" if within else None
        return (described or Element(element_id=ref)).model_copy(
            update={"frame": frame}
        )

    def option(self, given: Mapping[str, object]) -> Element | None:
        """The list of choices that the clicked option is of, where it is a field's."""
        node = self._nodes.get(str(given.get("uid") or given.get("ref") or ""))
        if node is None or node.role != "option":
            return None
        return next(
            (one.element() for one in node.up() if one.role == "combobox"), None
        )

    def told_more(self, target: Element, shown: Element) -> Element:
        """The target with what the code of the answer tells: it is sure of the frame,
        and of what nothing else told."""
        own = {
            name: value
            for name, value in shown
            if name in shown.model_fields_set and not getattr(target, name, None)
        }
        better = (("role", shown.role), ("name", shown.name)) if self._is_worded else ()
        named = {field: said for field, said in better if said}
        is_untold = (target.frame or "").startswith(UNTOLD)
        frame = {"frame": shown.frame} if shown.frame or is_untold else {}
        return target.model_copy(update={**own, **named, **frame})
