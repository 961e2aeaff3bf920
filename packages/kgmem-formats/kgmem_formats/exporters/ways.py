"""An element as a browser's driver finds it: by role and name, label, test id, …"""

from collections.abc import Iterator

from kgmem import Element
from kgmem.formats import (
    MAY_BE_PART,
    PART_OF_NAME,
    fill,
    holes,
    is_generated,
    is_told_by_row,
    looks_generated,
)
from kgmem_formats.exporters.parameters import Parameters, Words
from kgmem_formats.exporters.script import LocatorWay, WayKind, Where

_ROLES = """
    alert alertdialog application article banner blockquote button caption cell
    checkbox code columnheader combobox complementary contentinfo definition
    deletion dialog directory document emphasis feed figure form generic grid
    gridcell group heading img insertion link list listbox listitem log main marquee
    math meter menu menubar menuitem menuitemcheckbox menuitemradio navigation none
    note option paragraph presentation progressbar radio radiogroup region row
    rowgroup rowheader scrollbar search searchbox separator slider spinbutton status
    strong subscript superscript switch tab table tablist tabpanel term textbox time
    timer toolbar tooltip tree treegrid treeitem
"""
ROLES = frozenset(_ROLES.split())
"""Roles of ARIA 1.2: others are of other systems, and a browser knows none of them."""
FIELDS = frozenset({"input", "select", "textarea"})
UNROLED_INPUTS = frozenset({"password"})
"""Types of inputs that have no role at all."""
TEST_IDS = "data-testid", "data-test-id", "data-test", "data-qa", "data-cy"
CUT = 200
"""Letters after which a recorder may have cut a name."""
MOST_WAYS = 3
"""Of telling an element by itself: more would tell nothing new."""
LONGEST_AROUND = 40
"""Letters of what stands around an element: longer texts change from day to day."""
PLACES = frozenset({"xpath", "path"})


def where_of(
    element: Element, parameters: Parameters, loop: str | None = None
) -> Where:
    """All ways to find a pattern's element; within a loop over the slot `loop`."""
    ways = _Ways(element, parameters, loop)
    found = tuple(dict.fromkeys(ways.by_name()))[:MOST_WAYS]
    if found and is_told_by_row(element):
        row = LocatorWay(
            "around", parameters.words(element.nearest(), loop), None, False
        )
        return Where(found, (), element.box, element.frame, row)
    if found:
        also = (*ways.around(), *ways.place())
        return Where(found, also, element.box, element.frame)
    return Where(tuple(ways.place()), (), element.box, element.frame)


def is_by_place(where: Where) -> bool:
    """Is it known by nothing but its place?"""
    return all(way.kind == "xpath" for way in where.ways)


class _Ways:
    def __init__(
        self, element: Element, parameters: Parameters, loop: str | None
    ) -> None:
        self._element = element
        self._parameters = parameters
        self._loop = loop

    def by_name(self) -> Iterator[LocatorWay]:
        """What it is called, and ids that a person gave it."""
        yield from self._by_role()
        yield from self._by_label()
        yield from self._by_test_id()
        yield from self._by_text()
        yield from self._by_id()
        yield from self._by_locators()

    def around(self) -> Iterator[LocatorWay]:
        """What stands around it, nearest."""
        text = self._element.nearest()
        if 0 < len(text) <= LONGEST_AROUND:
            yield LocatorWay("around", self._words(text), exact=False)

    def place(self) -> Iterator[LocatorWay]:
        """Its place in the page; not where a value says which of several is meant."""
        element = self._element
        told = (element.name, element.text, *element.container)
        if any(map(holes, filter(None, told))):
            return
        paths = [self._element.path] if self._element.path else []
        paths += [one.value for one in self._element.locators if one.kind in PLACES]
        for path in paths[:1]:
            if path.startswith("/"):
                yield self._literal("xpath", path)

    def _by_role(self) -> Iterator[LocatorWay]:
        element = self._element
        is_unroled = element.attributes.get("type") in UNROLED_INPUTS
        if element.role not in ROLES or is_unroled:
            return
        if element.name:
            is_exact = self._is_exact(element.name)
            yield LocatorWay("role", self._words(element.name), element.role, is_exact)

    def _by_label(self) -> Iterator[LocatorWay]:
        element = self._element
        if element.name and self._is_field():
            yield LocatorWay(
                "label", self._words(element.name), None, self._is_exact("")
            )
        if shown := element.attributes.get("placeholder"):
            yield LocatorWay("placeholder", self._words(shown))

    def _by_test_id(self) -> Iterator[LocatorWay]:
        given = self._element.attributes
        named = [name for name in TEST_IDS if name in given]
        ids = [given[name] for name in named if not holes(given[name])]
        named = named or ["data-testid"]
        ids = ids or [self._element.test_id or ""]
        if not ids[0]:
            return
        if named[0] == "data-testid":
            yield self._literal("test_id", ids[0])
        else:
            yield self._literal("css", f"[{named[0]}={css_text(ids[0])}]")

    def _by_text(self) -> Iterator[LocatorWay]:
        element = self._element
        text = element.text or ("" if element.role in ROLES else element.name)
        if text and len(text) < CUT and not self._is_field():
            yield LocatorWay("text", self._words(text), None, self._is_exact(text))

    def _by_id(self) -> Iterator[LocatorWay]:
        given = self._element.attributes
        for name in ("id", "name"):
            value = given.get(name, "")
            is_odd = holes(value) or looks_generated(value)
            if value and not is_odd and not is_generated(value):
                yield self._literal("css", f"[{name}={css_text(_plain(value))}]")

    def _by_locators(self) -> Iterator[LocatorWay]:
        for one in self._element.locators:
            kind = one.kind.casefold()
            if not one.value or is_generated(one.value):
                continue
            if kind == "css":
                yield self._literal("css", one.value)
            elif kind == "id":
                yield self._literal("css", f"[id={css_text(one.value)}]")
            elif kind in ("test_id", "testid"):
                yield self._literal("test_id", one.value)
            elif kind == "text" and not self._is_field():
                yield self._literal("text", one.value)

    def _is_field(self) -> bool:
        return self._element.tag in FIELDS

    def _is_exact(self, text: str) -> bool:
        is_part = {PART_OF_NAME, MAY_BE_PART} & {*self._element.locators}
        return not is_part and len(text) < CUT

    def _words(self, template: str) -> Words:
        return self._parameters.words(template, self._loop)

    def _literal(self, kind: WayKind, text: str) -> LocatorWay:
        return LocatorWay(kind, (text,))


def _plain(template: str) -> str:
    """A template without slots, its braces single again."""
    return fill(template, str)


def css_text(text: str) -> str:
    """A string of CSS: quoted, what ends it or its line escaped."""
    return '"' + "".join(map(_css_letter, text)) + '"'


def _css_letter(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\{ord(letter):x} "
