"""Which of several like elements a step means, and when that can't be told."""

from typing import Any

import pytest

from kgmem.model.plan import PlanStep
from kgmem.replay.locate.flow import locate
from tests.unit.replay.locate.pages import Given, button, case, el, field, row, step

AT, ELSEWHERE = "form/button[1]", "aside/b"


def user(person: str, state: str) -> Given:
    return button("Edit", f"{person} u@x.org Admin {state}", "Users")


def icons(around: str) -> list[Given]:
    marks = ("star", "archive", "trash")
    return [
        el("<i", None, around, "Mails", a=f"class=icon {m}", test_id=m) for m in marks
    ]


def number_box(nth: int, around: str) -> Given:
    return el("<input", None, around, a=f"id=box-{nth}; type=checkbox")


def own_id(person: str, number: int) -> Given:
    return row(person, "Edit", a=f"id=edit-{number}; href=/users/{number}")[0]


ROWS = [one for who in ("Alice Smith", "Bob Jones") for one in row(who, "Edit")]
NAMES = ("Ann", "Bo", "Cy", "Di")
TALKS = [f"{person} Lunch today?" for person in NAMES]
STARS = [el("<i", None, one, " ".join(TALKS), a="class=star") for one in TALKS]
EDITS = [button("Edit", "Edit Delete", f"{who} Edit Delete") for who in NAMES]
DIALOG = [button("Delete", "Profile"), button("Delete", "Really delete?")]
SUBMIT = button("Submit", "Type 1817", p=AT)
RETYPED = [button("Submit", "Type 4201", p=AT)]
FOOTER = el("<a", "Help", p="footer/a[2]")
NAV = el("<a", "Help", p="nav/a[4]")
MADE_UP = button("Edit", "Bob alice@x.org active Edit", "Users")
TWO_USERS = [
    button("Edit", f"{who} {who.lower()}@x.org active Edit", "Users")
    for who in ("Alice", "Bob")
]


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("the row decides", row("Bob Jones", "Edit", "Delete")[1],
             [b for who in ("Alice Smith", "Bob Jones", "Carol Lee")
              for b in row(who, "Edit", "Delete")], 3),
        case("the row decides in Chinese", row("李敏", "Edit", "Delete")[1],
             [b for who in ("王芳", "李敏", "张伟")
              for b in row(who, "Edit", "Delete")], 3),
        case("by the slot's value alone", button("Edit", "Bob Jones"), ROWS, 1),
        case("words in another order",
             button("Edit", "Alice Smith Admin Edit", "Users"),
             [button("Edit", "Edit Admin Jones Bob", "Users"),
              button("Edit", "Edit Admin Smith Alice", "Users")], 1),
        case("a little changed in the row", user("Alice Smith", "blocked"),
             [user("Carol Lee", "blocked"), user("Alice Smith", "active"),
              user("Bob Jones", "blocked")], 1),
        case("what is around the whole list is around no row", STARS[2], STARS, 2),
        case("a caption that each row has is no other part", button("Edit", "Bo"),
             EDITS, 1),
        case("the only row left is not the removed one, by icons",
             icons("王芳 您的发票 昨天")[2], icons("李敏 会议纪要 今天"), None),
        *(case(f"the only row left is not the removed one {mark}",
               row("Alice Smith", "Edit", "Delete", **mark)[1],
               row("Bob Jones", "Edit", "Delete", **mark), None)
          for mark in ({}, {"test_id": "delete-user"}, {"a": "class=danger"})),
        case("surroundings that vary by themselves", SUBMIT, RETYPED, 0),
        case("unless nothing can be undone", SUBMIT, RETYPED, None, irreversible=True),
        case("what is around all that are alike tells nothing",
             number_box(2, "-3 Submit"),
             [number_box(n, "5 Submit") for n in (1, 2, 3)], 1, "check"),
        # As a pattern tells it that was learned from one run: the name is Bob's, the
        # address still Alice's.
        case("two rows share what was recorded", MADE_UP, TWO_USERS, None),
        case("numbers and addresses of the old value", own_id("Bob Jones", 1),
             [own_id("Bob Jones", 2), own_id("Carol Lee", 3)], 0),
        *(case(f"a sender called {name} is not the button {name}",
               el("link", name, "Mails"), page, index)
          for name in ("Delete", "删除")
          for page, index in (
              ([button(name, "Mails"), el("link", name, "Mails")], 1),
              ([button(name, "Mails")], None))),
        case("row texts that hold the button's name", button("Delete", "Delete"),
             [b for who in ("Ann", "Delete") for b in row(who, "Open", "Delete")],
             None),
        case("a dialog's button by its heading", DIALOG[1], DIALOG, 1),
        case("the part of the page, wrapped", FOOTER,
             [NAV, el("<a", "Help", p="div/footer/div/a")], 1),
        case("the part of the page, gone", FOOTER, [NAV], None),
    ],
)  # fmt: skip
def test_surroundings(step: PlanStep, page: list[Given], index: int | None) -> None:
    assert locate(step, page).index == index


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": "id=edit-alice"}, {"a": "id=edit-bob"}),
        ({"a": "id=edit-1"}, {"a": "id=edit-2"}),
        ({"a": "href=/alice"}, {"a": "href=/bob"}),
        ({"test_id": "edit-alice"}, {"test_id": "edit-bob"}),
    ],
)
def test_marks_of_the_old_value_do_not_beat_the_new_one(old: Given, new: Given) -> None:
    target = row("Bob Jones", "Edit", **old)[0]
    page = [*row("Alice Smith", "Edit", **old), *row("Bob Jones", "Edit", **new)]

    assert locate(step(target), page).index in (1, None)


def item(tag: str, name: str, number: int) -> Given:
    marks = f"id=ui-id-{number}; class=menu-item"
    return el(f"<{tag}", name, a=marks, p=f"ul/li/{tag}")


def copied(heading: str) -> tuple[Given, Given]:
    """A button, and its copy in a new part of a page that still has the words."""
    words = f"Username Password {heading}"
    return (
        button("Login", "Username Password", p="p/b"),
        button("Login", heading, words, p=ELSEWHERE),
    )


LOGIN, COPY = copied("Recently viewed")
登录, 副本 = copied("最近浏览")
FAR = [button("Save", "Change details", "Editing Bob Jones")]
SEARCH = field(None, "Search")
CODE = field("Code", "Code Search")
KNOWN = button("Search", a="id=search-button", p="form/button")
TWIN = button("Search", p="form/div/button")


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("a copy is not the removed one", LOGIN, [COPY], None),
        case("beside its copy", LOGIN, [COPY, LOGIN], 1),
        case("a copy in Chinese", 登录, [副本], None),
        case("beside its copy in Chinese", 登录, [副本, 登录], 1),
        case("what stood nearest stands further away", button("Save", "Bob Jones"),
             FAR, None),
        case("what stood further away stands behind another text",
             button("Save", "", "Bob Jones"), FAR, 0),
        case("an item of a list made anew", item("div", "Kenya", 2),
             [item("div", "Kenya", 23)], 0),
        case("another item", item("div", "Kenya", 2), [item("div", "Peru", 23)], None),
        case("a button of another number", item("button", "Kenya", 2),
             [item("button", "Kenya", 23)], None),
        case("a button of the next number", item("button", "Open", 2),
             [item("button", "Open", 3)], None),
        case("a wider text nearest to it", button("Login", "Username Password"),
             [button("Login", "News Username Password", "Welcome")], 0),
        case("a field of another name beside it", SEARCH, [CODE], None, "type"),
        case("a field of that name", SEARCH, [CODE, field("Search")], 1, "type"),
        case("without an id where others have theirs", KNOWN,
             [TWIN, field(a="id=search-text")], None),
        case("without an id where none has one", KNOWN, [TWIN, el("textbox")], 0),
    ],
)  # fmt: skip
def test_the_target_gone_and_a_look_alike_there(
    step: PlanStep, page: list[Given], index: int | None
) -> None:
    assert locate(step, page).index == index


def placed(n: int) -> Given:
    box = {"x": 9, "y": 40 * n, "width": 80, "height": 20}
    return button("Edit", ordinal=n, p=f"table/tr[{n}]/td/button", box=box)


def drawn(n: int, of: int | None = None) -> Given:
    box = {"x": 10, "y": 30 * n, "width": 20, "height": 20}
    size = {} if of is None else {"aria-setsize": of}
    return {"tag": "canvas", "ordinal": n, "box": box, "attributes": size}


EDIT_IDS = [button("Edit", a=f"id=edit-{n}") for n in (1, 2, 3)]
SHAPES = [drawn(n) for n in range(4)]
NOTHING = [{"tag": "div"}, {"tag": "div"}, {}]
MAIL = el("<input", a="id=mail", p="div/input")


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("its place does not decide", placed(2), [placed(1), placed(2)], None),
        case("numbers of ids do not decide", EDIT_IDS[1], EDIT_IDS, None),
        case("another number of a series", EDIT_IDS[0], EDIT_IDS[1:2], None),
        case("numbers through the whole page tell nothing", button("OK", a="id=x-7"),
             [button(n, a=f"id=x-{k}") for k, n in enumerate(("OK", "No"))], 0),
        case("nothing but its place, and nothing moved", drawn(1, of=3), SHAPES[:3], 1),
        case("nothing but its place, and one more", drawn(1, of=3), SHAPES, None),
        case("nothing but its place among unknown", drawn(1), SHAPES[:3], None),
        case("nothing but its place, alone", drawn(0), SHAPES[:1], 0),
        case("the only field under a new id", MAIL,
             [el("<input", a="id=address", p="div/input")], 0, "type", value="x"),
        case("the only field elsewhere", MAIL,
             [el("<input", a="id=address", p="nav/input")], None, "type", value="x"),
        case("nothing to tell it by", {"tag": "div"}, NOTHING, None),
        case("nothing to tell others by", button("Submit"), NOTHING, None),
        case("no names at all", button(None), [button(None)] * 2, None),
    ],
)  # fmt: skip
def test_nothing_to_tell_them_apart(
    step: PlanStep, page: list[Given], index: int | None
) -> None:
    assert locate(step, page).index == index


QUERY = el("link", "New query", a="href=/query")
REMOVE = el("link", "Remove", a="href=#")


@pytest.mark.parametrize(
    ("target", "page", "ambiguous"),
    [
        pytest.param(
            {**QUERY, "container": ["Context navigation"], "ordinal": 5},
            [{**QUERY, "container": ["Reports"], "ordinal": 9},
             {**QUERY, "container": ["Tools"], "ordinal": 5}],
            False, id="one name and address: either of the two"),
        pytest.param(el("link", "Edit", "Rows"),
                     [el("link", "Edit", "Rows", a=f"href=/edit/{n}") for n in "ab"],
                     True, id="one name, several addresses"),
        pytest.param(REMOVE, [REMOVE, REMOVE], True, id="a script acts on them"),
    ],
)  # fmt: skip
def test_links_of_one_name(target: Given, page: list[Given], ambiguous: bool) -> None:
    found = locate(step(target), page)

    assert (found.index is None, found.ambiguous) == (ambiguous, ambiguous)


def word(text: str, *around: str, **more: Any) -> Given:
    return el("<span", text, *around, a="class=link", **more)


def twins(around: str) -> list[Given]:
    return [word("ac", around, p=f"p[1]/span[{n}]", ordinal=n) for n in (1, 2)]


def bin_of(person: str, icon: str = "trash") -> Given:
    around = f"{person} Minutes of the meeting"
    return el("<span", None, around, "Inbox", a=f"class={icon}")


OLD = twins("Vitae nisl cras")
BINS = [bin_of("Ann", "star"), bin_of("Bob"), bin_of("Ann")]


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        *(case(f"{own} and not {other}", word(own), page, page.index(word(own)))
          for own, other in (("ac", "ac,"), ("posuere", "Posuere"))
          for page in ([word(other), word(own)], [word(own), word(other)])),
        case("two names like the recorded one", word("ac"), [word("ac,"), word("ac.")],
             None),
        case("by its place on the old page", OLD[0], OLD, 0),
        case("by its place, the second", OLD[1], OLD, 1),
        case("not where nothing can be undone", OLD[1], OLD, None, irreversible=True),
        case("not on another page", OLD[1], twins("Vitae nisl cras et"), None),
        case("not without surroundings", {**OLD[1], "container": []}, OLD, None),
        case("an icon in its row alone", BINS[2], BINS, 2, irreversible=True),
        case("an icon without its row", BINS[2], BINS[:2], None, irreversible=True),
    ],
)  # fmt: skip
def test_twins(step: PlanStep, page: list[Given], index: int | None) -> None:
    assert locate(step, page).index == index


def box(label: str, *around: str, nth: int = 1, **more: Any) -> Given:
    """A text field that nothing names but the text beside it."""
    path = f"/html/body[1]/form[1]/div[{nth}]/input[1]"
    given = {"role": "textbox", "container": [label, *around], "ordinal": nth}
    return el(None, path=path, **given, **more)


def nameless(given: str, y: int, **more: Any) -> Given:
    """A text field that nothing names but its id, made anew each time."""
    place = {"x": 20, "y": y, "width": 120, "height": 20}
    kind = more.pop("type", "text")
    more = {"path": "/html/body[1]/div[1]/input[1]", "ordinal": 1, "box": place, **more}
    return el(None, role="textbox", a=f"id={given}; type={kind}", **more)


MAILED = "type=text; class=recipient"
LABELS = ("Genre", "Year", "Artist")
ANSWER = nameless("answer", 140)


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("what stands further away may be content",
             box("To:", "To: Subject: Minutes of the meeting", a=MAILED),
             [box("To:", "To: Subject: Holiday greetings", a=MAILED),
              box("Text:", "To: Subject: Holiday greetings", nth=2)], 0, "type"),
        case("in another order, by their labels", box("Artist", "Artist Year Genre"),
             [box(one, " ".join(LABELS), nth=n) for n, one in enumerate(LABELS, 1)],
             2, "type"),
        case("a label that each row has", box("Amount:", "Tea Amount:"),
             [box("Amount:", "Coffee Amount:"), box("Amount:", "Cocoa Amount:", nth=2)],
             None, "type"),
        case("another id, some pixels away", ANSWER,
             [nameless("newly", 90), button("Send", a="id=other")], 0, "type"),
        case("another id in another part", ANSWER,
             [nameless("newly", 90, path="/html/body[1]/aside[1]/input[1]")], None,
             "type"),
        case("another id and type", ANSWER,
             [nameless("newly", 90, type="password")], None, "type"),
        case("another id, one of two", ANSWER,
             [nameless("newly", 90),
              nameless("more", 190, path="/html/body[1]/input[2]")], None, "type"),
    ],
)  # fmt: skip
def test_fields_without_a_name(
    step: PlanStep, page: list[Given], index: int | None
) -> None:
    assert locate(step, page).index == index
