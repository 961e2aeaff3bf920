"""Where a plan's step finds its element on a page that may have changed."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.action import Action
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.paths.fits import MAY_BE_PART, PART_OF_NAME
from kgmem.replay.locate.flow import MAX_WEIGHED, locate
from tests.unit.replay.locate.pages import Given, button, case, el, field, row, step

# What is found ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("Log in", "Login"), ("Email", "E-mail:"), ("Search", "🔍 Search"),
        ("Inbox (3)", "Inbox (12)"), ("Messages", "Mesages"),
        ("提交订单", "提交订单 "), ("ＯＫ", "OK"),
    ],
)  # fmt: skip
def test_a_name_may_be_written_otherwise(recorded: str, now: str) -> None:
    page = [button("Help", "Form"), button(now, "Form")]

    assert locate(step(button(recorded, "Form")), page).index == 1


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("Reply", "Reply all"), ("Subscribe", "Unsubscribe"), ("Sign in", "Sign up"),
        ("Activate", "Deactivate"), ("Zoom +", "Zoom -"), ("Page 2", "Page 3"),
        ("Save", "Save draft"), ("同意", "不同意"), ("关注", "取消关注"),
    ],
)  # fmt: skip
def test_a_name_that_only_resembles_it_is_another_one(recorded: str, now: str) -> None:
    more = {"p": "form/button[1]", "tag": "button"}

    found = locate(
        step(button(recorded, "Mail", **more)), [button(now, "Mail", **more)]
    )

    assert found.index is None
    assert found.ambiguous


def icons(around: str) -> list[Given]:
    return [
        el("<i", None, around, a=f"class=icon {name}") for name in ("star", "trash")
    ]


def textarea(p: str, around: str, mark: str) -> Given:
    return field(None, around, tag="textarea", path=p, a=mark)


def by(kind: str, value: str, **more: Any) -> Given:
    """What only a locator tells."""
    return {"locators": [{"kind": kind, "value": value}], **more}


ABOUT = el("link", "About", a="href=/about")
MAIL = field("Email", a="name=email")
TRANSLATED = [
    el("link", "关于我们", a="href=/about"),
    el("link", "隐私", a="href=/privacy"),
    field("邮箱", a="name=email"),
    field("姓名", a="name=user"),
]
MARKS: list[Given] = [{"test_id": "go"}, {"a": "id=submit-order"}, {"element_id": "go"}]
LOGIN = [button("Help"), button("Sign in", a="id=login")]
TOLD = {"p": "main/button", "a": "class=primary"}
FORM = "Password Verify password Submit"
LAMPS = [el("link", "Blue lamp, $20"), el("link", "Red lamp, $30")]
PART = [PART_OF_NAME.model_dump()]
NICK = field("Nickname", **by("within", "my-card"))
IN_SHADOW = [
    field("Nickname", path="/html/body[1]/form[1]/label[1]/input[1]"),
    field("Nickname", path="/html/body[1]/my-card[1]/shadow-root[1]/input[1]"),
]


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        *(case(f"renamed or translated, by {mark}", button("Continue", **mark),
               [button("取消"), button("下单", **mark), button("帮助")], 1)
          for mark in MARKS),
        case("a link by its address", ABOUT, TRANSLATED, 0),
        case("a field by its form name", MAIL, TRANSLATED, 2, "type", value="a@b.cn"),
        case("an address that leads nowhere", el("link", "More", a="href=#"),
             [el("link", "Less", a="href=#")], None),
        case("a translated page without marks",
             button("Submit", "Sign up", p="form/button[1]"),
             [button("提交", "注册", p="form/button[1]")], None),
        case("an icon by its class and its row", icons("李敏 您的发票")[1],
             icons("王芳 会议纪要") + icons("李敏 您的发票"), 3),
        case("a class alone", el("<i", a="class=taken", p="div[1]/i"),
             [el("<i", a="class=taken", p="div[2]/i")], None),
        case("a field by what stands beside it",
             field(None, "Username", a="id=username"),
             [field(None, "Newsletter"), field(None, "Username", a="id=x-user"),
              field(None, "Password", a="id=x-pass")], 1, "type", value="ann"),
        case("a label to the letter", field(None, "Password"),
             [field(None, "Password", FORM, a="id=xyz-1"),
              field(None, "Verify password", FORM, a="id=xyz-2")], 0, "type"),
        case("by a text that a locator tells", by("text", "Sign in"), LOGIN, 1),
        case("by an id that a locator tells", by("id", "login"), LOGIN, 1),
        case("generated ids and classes of another build",
             button("Save", a="id=:r1a:; class=css-1x8k2j9"),
             [button("Save", a="id=:r7f:; class=css-9q2m4z1"),
              button("Cancel", a="id=:r1a:; class=css-1x8k2j9")], 0),
        case("a driver that tells less than the record",
             button("Save", "Profile", test_id="save", **TOLD),
             [button("Save"), button("Cancel")], 0),
        case("a part of a name where the target says so",
             el("link", "red lamp", locators=PART), LAMPS, 1),
        case("a part of a name elsewhere", el("link", "red lamp"), LAMPS, None),
        case("around what is called otherwise", button("Make it", "Tea"),
             [button("Make it", "There is no page Tea yet."), button("Old", "Tea")], 0),
        case("in a shadow root", NICK, IN_SHADOW, 1, "type"),
        case("a namesake outside of it", NICK, IN_SHADOW[:1], None, "type"),
        case("a hidden input behind a button",
             by("css", "#papers", attributes={"id": "papers"}),
             [button("Choose papers"),
              field(tag="input", a="type=file; id=papers; hidden="),
              button("Hand in")], 1, "upload", value="cv.txt"),
        *(case(f"a nameless field by {mark} {more}",
               textarea("/a[1]/b[1]", "Editing Home", mark), page, index,
               "type", value="x", **more)
          for mark in ("id=page-text", "name=text")
          for more in ({}, {"irreversible": True})
          for page, index in (
              ([textarea("/a[1]/x[1]", "Comment", "id=comment; name=comment"),
                textarea("/a[2]/c[3]/b[1]", "Editing Releases", mark)], 1),
              ([textarea("/a[1]/x[1]", "Comment", "id=comment; name=comment")], None))),
    ],
)  # fmt: skip
def test_what_is_found_again(
    step: PlanStep, page: list[Given], index: int | None
) -> None:
    found = locate(step, page)

    assert found.index == index
    assert index is None or not found.ambiguous


# What the action and the state allow --------------------------------------------------


@pytest.mark.parametrize(
    ("action", "wrong", "right"),
    [
        ("type", button("Name"), field("Name")),
        ("type", el("<label", "Name"), {"tag": "input", "name": "Name"}),
        ("type", {"tag": "div", "name": "Name"}, field("Name")),
        ("select", button("Name"), {"tag": "select", "name": "Name"}),
        ("check", button("Name"), el("checkbox", "Name")),
        ("click", field("Name"), button("Name")),
    ],
)
def test_the_action_has_to_be_possible(
    action: Action, wrong: Given, right: Given
) -> None:
    target = step(right, action, value="x")

    assert locate(target, [wrong, right]).index == 1
    assert locate(target, [wrong]).index is None


@pytest.mark.parametrize(
    "state",
    [
        {"disabled": ""},
        {"disabled": True},
        {"aria-disabled": "true"},
        {"hidden": "hidden"},
        {"aria-hidden": "true"},
        {"enabled": False},
        {"style": "color: red; display: none"},
    ],
)
def test_a_blocked_element_loses_and_is_never_used(state: Given) -> None:
    free, blocked = button("Save"), button("Save", attributes=state)

    assert locate(step(free), [blocked, free]).index == 1
    assert locate(step(free), [blocked]).index is None


MESSAGE = {"tag": "div", "name": "Message", "attributes": {"contenteditable": "true"}}
PAY = button("Pay", a="id=pay-button", test_id="pay")
BY_ID = [button("Continue", a="id=pay-button")]
BY_TEST_ID = [button("Continue", test_id="pay")]
CHECKOUT = button("Pay", frame="name=checkout & index=0", test_id="pay")
CARD = button("Pay", frame="name=f-8a61c3e97d & title=Card")
TAB = button("Accept", tab="order=1 & opener=0")
NOT_BLOCKED = {"disabled": False, "aria-hidden": "false"}


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("text into a field's place", field("Message"), [MESSAGE], None, "type"),
        case("text into what is editable", MESSAGE, [MESSAGE], 0, "type", value="hi"),
        case("attributes that deny a state", button("Save"),
             [button("Save", attributes=NOT_BLOCKED)], 0),
        case("by its id alone", PAY, BY_ID, 0),
        case("not by its id where nothing is taken back", PAY, BY_ID, None,
             irreversible=True),
        case("by its test id there", PAY, BY_TEST_ID, 0, irreversible=True),
        case("by its name there", PAY, [button("Pay")], 0, irreversible=True),
        case("in another frame", CHECKOUT,
             [button("Pay", frame="name=advert & index=0", test_id="pay")], None),
        case("in no frame", CHECKOUT, [button("Pay", test_id="pay")], None),
        case("a frame by what will be said again", CARD,
             [button("Pay"), button("Pay", frame="name=f-77c1d0e2ab & title=Card")], 1),
        case("in another tab", TAB, [button("Accept", tab="order=2 & opener=0")], None),
        case("where no tabs are told", TAB, [button("Accept")], 0),
    ],
)  # fmt: skip
def test_what_action_and_state_allow(
    step: PlanStep, page: list[Given], index: int | None
) -> None:
    assert locate(step, page).index == index


# Names --------------------------------------------------------------------------------


def section(number: int, n: int = 1, p: str = "") -> Given:
    """A heading that opens a section, the n-th on its page."""
    marks = f"id=ui-id-{n}; class=head"
    return el("tab", f"Section #{number}", a=marks, p=p or f"h3[{n}]")


def part(name: str) -> Given:
    return button(name, locators=[MAY_BE_PART.model_dump()])


HOME = [el("<li", "Home", p="nav/ul/li[1]"), el("<a", "Home", p="nav/ul/li[1]/a")]
NEWS = [el("<label", "Newsletter"), el("checkbox", "Newsletter")]


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("an item around its link is no rival", el("<li", "Home"), HOME, 0),
        case("a link within its item is no rival", el("link", "Home"), HOME, 1),
        case("a label is no rival of its box", NEWS[1], NEWS, 1, "check"),
        case("a number in a name is content where it is alone", section(9),
             [button("Submit"), section(38)], 1),
        case("a number among several", section(9), [section(38), section(40, 2)], None),
        case("a number elsewhere", section(9),
             [button("Submit"), section(38, p="div/h3")], None),
        case("a number that varies", section(9), [section(38)], None, varies=True),
        case("a number where nothing is taken back", section(9), [section(38)], None,
             irreversible=True),
        case("the only name that holds a part", part("14 March"),
             [button(f"{day} 2027") for day in ("4 March", "14 March", "14 April")], 1),
        case("a whole name before a part", part("Reply"),
             [button("Reply all"), button("Reply")], 1),
        case("two names that hold it", part("Reply"),
             [button("Reply all"), button("Reply later")], None),
        case("a part of a word", part("Reply"), [button("Replying")], None),
    ],
)  # fmt: skip
def test_names(step: PlanStep, page: list[Given], index: int | None) -> None:
    assert locate(step, page).index == index


# Rows by their text -------------------------------------------------------------------


def order(number: int, who: str, *names: str) -> list[Given]:
    return [button(one, f"Order {number} {who} 3 May") for one in names]


def orders(*rows: str) -> list[Given]:
    return [button("Delete", one) for one in rows]


THREE = [
    *order(5, "Ann", "Delete"), *order(7, "Bob", "Delete"), *order(57, "Max", "Go"),
]  # fmt: skip
TWO = [*order(5, "Ann", "Edit", "Delete"), *order(7, "Bob", "Edit")]


@pytest.mark.parametrize(
    ("step", "page", "index"),
    [
        case("its text may hold what its button is called",
             button("Delete", "Order 5 Ann 12.00 Delete"),
             orders("Order 4 Bob 5.00", "Order 5 Ann 12.00"), 1),
        case("a number is no part of another number", button("Delete", "7"),
             orders("Order 6 7.50", "Order 7 99.10"), 1, varies=True),
        *(case(f"without a name in {told}", el("button", None, told), page, index)
          for page, index, texts in (
              (THREE, 1, ("Order 7 Bob 3 May Delete", "Order 7", "Bob")),
              (TWO, None, ("Order 8 Bob 3 May", "3 May", "Order 5")))
          for told in texts),
    ],
)  # fmt: skip
def test_rows_by_their_text(
    step: PlanStep, page: list[Given], index: int | None
) -> None:
    assert locate(step, page).index == index


# What comes back ----------------------------------------------------------------------


# Input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad", [None, 3, "Save", {"box": {"x": 1}}, {"ordinal": -1}, {"role": ["button"]}]
)
def test_a_bad_element_is_named_by_its_index(bad: Any) -> None:
    with pytest.raises(InvalidInput, match=r"elements\[1\]"):
        locate(step(button("Save")), [button("Save"), bad])


@pytest.mark.parametrize("bad", ["Save", b"Save", {"role": "button"}, None, 5])
def test_no_list_at_all_is_refused(bad: Any) -> None:
    with pytest.raises(InvalidInput, match="a list is needed"):
        locate(step(button("Save")), bad)


def test_long_texts_and_paths_are_cut() -> None:
    long = "word " * 100_000
    given = button(long, *[long] * 9, text=long, path="/a" * 100_000)

    found = locate(step(given), [Element.model_validate(given)] * 20)

    assert (found.index, found.evidence["name"]) == (None, 1.0)


def test_of_a_large_page_the_right_row_is_among_those_that_are_weighed() -> None:
    page = [
        Element.model_validate(one)
        for n in range(1_000)
        for one in row(f"user{n} u{n}@example.com", "View", "Edit", "Delete")
    ]
    assert len(page) > MAX_WEIGHED

    found = locate(step(page[2_501]), page)

    assert found.index == 2_501
