"""Made pages: forms, tables with actions in their rows, mail lists, search results,
dialogs, settings; the same ones for the same seed."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal
from zlib import crc32

from kgmem.lab import Language
from kgmem_bench.locate.locate_tree import DRIVERS, Driver, Node, numbered
from kgmem_bench.locate.locate_words import Speech

Ids = Literal["chosen", "numbered", "generated", "none"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
MARKUP: tuple[Ids, ...] = ("chosen", "numbered", "generated", "none")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of some site."""

    site: str
    """Pages of one site belong to one half."""
    driver: Driver
    root: Node


@dataclass(frozen=True, slots=True)
class _Site:
    """How a site is built: its language, and what its developers wrote down."""

    speech: Speech
    ids: Ids
    test_ids: bool
    classes: Literal["own", "shared", "generated"]
    taken: set[str] = field(default_factory=set)
    """Ids on the page at hand."""

    @property
    def draw(self) -> random.Random:
        return self.speech.draw

    def marked(self, node: Node, name: str, number: int | None = None) -> Node:
        """The node with the ids and classes of this site; `name` is what a developer
        would call it, `number` which of many such it is."""
        if self.ids == "chosen" and number is None:
            node.attributes["id"] = self.unique(name)
        elif self.ids in ("chosen", "numbered"):
            node.attributes["id"] = self.unique(f"{name}-{number or 1}")
        elif self.ids == "generated":
            node.attributes["id"] = self.generated()
        if self.test_ids:
            node.test_id = name
        node.attributes["class"] = self.styled(node.tag, name)
        return node

    def unique(self, name: str) -> str:
        """The name, or one with a prefix where a page has that one."""
        free = name
        while free in self.taken:
            free = f"other-{free}"
        self.taken.add(free)
        return free

    def generated(self) -> str:
        """An id as frameworks make it, which no other element of the page has."""
        name = f":r{self.draw.randrange(16**4):x}:"
        if name in self.taken:
            return self.generated()
        self.taken.add(name)
        return name

    def styled(self, tag: str, name: str) -> str:
        """Class names: of this element, of all with its tag, or such as style
        compilers make of the tag."""
        if self.classes == "generated":
            return f"css-{crc32(tag.encode()):08x}"
        return f"{tag} {name}" if self.classes == "own" else f"{tag} {tag}-default"


def made_pages(sites: int, seed: int = 0) -> Iterator[Page]:
    """One page of each sort for each of so many sites; languages, drivers and ways of
    marking elements take turns."""
    for n in range(sites):
        draw = random.Random(f"{seed}/{n}")
        language = LANGUAGES[n % 2]
        site = _Site(
            Speech(language, draw),
            ids=draw.choice(MARKUP),
            test_ids=draw.random() < 0.4,
            classes=draw.choice(("own", "shared", "generated")),
        )
        for sort, build in _SORTS.items():
            driver = draw.choice(DRIVERS)
            site.taken.clear()
            name = f"made/{sort}/{n}"
            yield Page(name, driver, numbered(_framed(site, build(site))))


def _button(site: _Site, key: str, number: int | None = None, **more: str) -> Node:
    node = Node("button", site.speech(key), role="button", attributes=dict(more))
    return site.marked(node, key.replace(" ", "-") + "-button", number)


def _link(
    site: _Site, says: str, name: str, href: str, number: int | None = None
) -> Node:
    node = Node("a", says, role="link", attributes={"href": href})
    return site.marked(node, name, number)


def _field(site: _Site, key: str, tag: str = "input", kind: str = "text") -> Node:
    label = site.speech(key)
    roles = {"checkbox": "checkbox", "radio": "radio", "number": "spinbutton"}
    role = "combobox" if tag == "select" else roles.get(kind, "textbox")
    attributes = {"name": key.replace(" ", "_")}
    if tag == "input":
        attributes["type"] = kind
    node = Node(tag, label=label, role=role, attributes=attributes)
    caption = Node("label", label)
    return Node("div", children=[caption, site.marked(node, key.replace(" ", "-"))])


def _framed(site: _Site, main: Node) -> Node:
    """The page with the bars that all pages of a site have."""
    words = ("home", "products", "orders", "messages", "settings", "help")
    bar = [
        _link(site, site.speech(word), f"nav-{word}", f"/{word}")
        for word in words[: site.draw.randint(3, 6)]
    ]
    foot = [
        _link(site, site.speech(word), f"foot-{word}", f"/{word}")
        for word in ("about", "privacy", "contact", "help")
    ]
    top = Node("nav", children=[*bar, _button(site, "log out")], is_row=False)
    return Node("body", children=[top, main, Node("footer", children=foot)])


def _form(site: _Site) -> Node:
    """One or two groups of fields with the same labels, and buttons."""
    fields = ["first name", "last name", "email", "phone", "city", "street", "zip code"]
    chosen = site.draw.sample(fields, site.draw.randint(3, 6))
    groups = [_group(site, "shipping address", chosen)]
    if site.draw.random() < 0.4:
        groups.append(_group(site, "billing address", chosen))
    terms = _field(site, "i agree to the terms", kind="checkbox")
    buttons = [
        _button(site, "submit", type="submit"),
        _button(site, "save draft", type="button"),
        _button(site, "cancel", type="button"),
    ]
    return Node("form", children=[*groups, terms, Node("div", children=buttons)])


def _group(site: _Site, heading: str, fields: list[str]) -> Node:
    said = site.speech(heading)
    inside = [_field(site, key) for key in fields]
    inside.append(_field(site, "country", tag="select"))
    return Node("fieldset", heading=said, children=[Node("legend", said), *inside])


def _log_in(site: _Site) -> Node:
    said = site.speech("account")
    fields = [
        _field(site, "user name"),
        _field(site, "password", kind="password"),
        _field(site, "remember me", kind="checkbox"),
    ]
    buttons = [_button(site, "log in", type="submit"), _button(site, "register")]
    return Node("form", heading=said, children=[Node("h2", said), *fields, *buttons])


def _table(site: _Site) -> Node:
    said = site.speech("users")
    rows = [
        _row(site, n, person)
        for n, person in enumerate(site.speech.people(site.draw.randint(2, 15)), 1)
    ]
    return Node("section", heading=said, children=[Node("h2", said), *rows])


def _row(site: _Site, n: int, person: str) -> Node:
    number = 1000 + site.draw.randrange(9000)
    about = (
        person,
        f"u{number}@example.com",
        site.speech(site.draw.choice(("admin", "member"))),
        site.speech(site.draw.choice(("active", "blocked"))),
    )
    cells = [Node("td", text, role="cell") for text in about]
    actions = [_button(site, key, n) for key in ("view", "edit", "delete")]
    cells.append(Node("td", children=actions))
    return Node("tr", children=cells, is_row=True, values=about[:2])


def _mails(site: _Site) -> Node:
    """Each row with a link and three icons that have no words; a sender or a subject
    may be called like a button."""
    n = site.draw.randint(3, 12)
    told = zip(site.speech.people(n), site.speech.subjects(n), strict=True)
    rows = [_mail(site, k, *one) for k, one in enumerate(told, 1)]
    tools = [
        _button(site, key)
        for key in ("reply", "reply all", "forward", "archive", "delete")
    ]
    said = site.speech("messages")
    bar = Node("div", children=tools)
    return Node("section", heading=said, children=[Node("h2", said), bar, *rows])


def _mail(site: _Site, n: int, sender: str, subject: str) -> Node:
    day = site.speech(site.draw.choice(("today", "yesterday")))
    link = _link(site, subject, "mail-link", f"/mail/{site.draw.randrange(10**5)}", n)
    icons = [_icon(site, name) for name in ("star", "archive", "trash")]
    texts = [Node("span", sender), link, Node("span", day)]
    values = (sender, subject)
    return Node("li", children=[*texts, *icons], is_row=True, values=values)


def _icon(site: _Site, name: str) -> Node:
    icon = site.marked(Node("span", is_active=True), f"icon-{name}")
    icon.attributes.pop("id", None)
    icon.attributes["class"] = f"icon icon-{name}"
    return icon


def _results(site: _Site) -> Node:
    things = site.speech.things(site.draw.randint(3, 12))
    cards = [_card(site, n, thing) for n, thing in enumerate(things, 1)]
    said = site.speech("results")
    pages = [_link(site, str(n), f"page-{n}", f"?page={n}") for n in range(1, 6)]
    steps = [_button(site, "previous"), *pages, _button(site, "next")]
    search = Node("div", children=[_field(site, "search"), _button(site, "search")])
    names = ("in stock", "sold out", "newsletter")
    boxes = [_field(site, name, kind="checkbox") for name in names]
    side = Node("aside", heading=site.speech("filters"), children=boxes)
    inside = [Node("h2", said), *cards, Node("nav", children=steps)]
    found = Node("section", heading=said, children=inside)
    return Node("main", children=[search, side, found])


def _card(site: _Site, n: int, thing: str) -> Node:
    price = f"${site.draw.randint(5, 900)}.99"
    link = _link(site, thing, "product-link", f"/p/{site.draw.randrange(10**6)}", n)
    buttons = [_button(site, key, n) for key in ("add to cart", "add to wish list")]
    inside = [link, Node("span", price), *buttons]
    return Node("article", children=inside, is_row=True, values=(thing, price))


def _dialog(site: _Site) -> Node:
    """A dialog over a page that has buttons of the same names."""
    said = site.speech("confirm deletion")
    inside = [Node("h3", said), _button(site, "delete"), _button(site, "cancel")]
    dialog = Node("dialog", role="dialog", heading=said, children=inside)
    page = site.speech("profile")
    own = [_field(site, "first name"), _field(site, "comment", tag="textarea")]
    below = [_button(site, key) for key in ("save", "delete", "cancel")]
    main = Node("main", heading=page, children=[Node("h2", page), *own, *below])
    return Node("div", children=[main, dialog])


def _settings(site: _Site) -> Node:
    """Sections, each with switches and a button of its own."""
    sections = (
        ("security", ("two-step login", "location")),
        ("display", ("dark mode", "automatic updates")),
        ("notifications", ("newsletter", "messages")),
    )
    return Node("main", children=[_section(site, *one) for one in sections])


def _section(site: _Site, heading: str, switches: tuple[str, ...]) -> Node:
    said = site.speech(heading)
    inside = [_field(site, key, kind="checkbox") for key in switches]
    save = _button(site, "save")
    return Node("section", heading=said, children=[Node("h2", said), *inside, save])


_SORTS: dict[str, Callable[[_Site], Node]] = {
    "form": _form,
    "login": _log_in,
    "table": _table,
    "mails": _mails,
    "results": _results,
    "dialog": _dialog,
    "settings": _settings,
}
