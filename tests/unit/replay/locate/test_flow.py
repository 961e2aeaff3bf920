"""Where a plan's step finds its element on a page that may have changed."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.action import Action
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Locator
from kgmem.paths.fits import MAY_BE_PART, PART_OF_NAME
from kgmem.replay.locate.evidence import score
from kgmem.replay.locate.flow import MAX_WEIGHED, locate

Given = dict[str, Any]


def step(target: Given, action: Action = "click", **more: Any) -> PlanStep:
    return PlanStep(n=1, action=action, target=Element.model_validate(target), **more)


def button(name: str, **more: Any) -> Given:
    return {"role": "button", "name": name, **more}


def field(name: str | None = None, **more: Any) -> Given:
    return {"role": "textbox", "name": name, **more}


def row(person: str, *names: str, **more: Any) -> list[Given]:
    """The buttons of a table's row."""
    around = [f"{person} {' '.join(names)}", "Users"]
    return [button(name, container=around, **more) for name in names]


# What is found ------------------------------------------------------------------------


def test_an_element_is_found_by_role_and_name_alone() -> None:
    page = [
        button("Cancel"),
        {**button("Submit"), "element_id": "e7"},
        {"role": "link", "name": "Submit"},
        field("Submit"),
    ]

    found = locate(step(button("Submit")), page)

    assert (found.index, found.element_id, found.ambiguous) == (1, "e7", False)
    assert found.evidence == {"name": 1.0, "kind": 1.0}
    assert found.confidence > 0.8


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("Log in", "Login"),
        ("Email", "E-mail:"),
        ("Search", "🔍 Search"),
        ("Inbox (3)", "Inbox (12)"),
        ("Messages", "Mesages"),
        ("提交订单", "提交订单 "),
        ("ＯＫ", "OK"),
    ],
)
def test_a_name_may_be_written_otherwise(recorded: str, now: str) -> None:
    page = [button("Help", container=["Form"]), button(now, container=["Form"])]

    assert locate(step(button(recorded, container=["Form"])), page).index == 1


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ("Reply", "Reply all"),
        ("Subscribe", "Unsubscribe"),
        ("Activate", "Deactivate"),
        ("Sign in", "Sign up"),
        ("Zoom +", "Zoom -"),
        ("Page 2", "Page 3"),
        ("Save", "Save draft"),
        ("同意", "不同意"),
        ("关注", "取消关注"),
    ],
)
def test_a_name_that_only_resembles_it_is_another_one(recorded: str, now: str) -> None:
    more = {"container": ["Mail"], "path": "/html/body/form/button[1]", "tag": "button"}

    found = locate(step(button(recorded, **more)), [button(now, **more)])

    assert found.index is None
    assert found.ambiguous


@pytest.mark.parametrize(
    "mark",
    [{"test_id": "go"}, {"attributes": {"id": "submit-order"}}, {"element_id": "go"}],
)
def test_what_developers_wrote_down_finds_a_renamed_or_translated_button(
    mark: Given,
) -> None:
    page = [button("取消"), button("下单", **mark), button("帮助")]

    assert locate(step(button("Continue", **mark)), page).index == 1


def test_a_link_is_found_by_its_address_and_a_field_by_its_form_name() -> None:
    link = {"role": "link", "name": "About", "attributes": {"href": "/about"}}
    mail = field("Email", attributes={"name": "email"})
    page = [
        {"role": "link", "name": "关于我们", "attributes": {"href": "/about"}},
        {"role": "link", "name": "隐私", "attributes": {"href": "/privacy"}},
        field("邮箱", attributes={"name": "email"}),
        field("姓名", attributes={"name": "user"}),
    ]

    assert locate(step(link), page).index == 0
    assert locate(step(mail, "type", value="a@b.cn"), page).index == 2


def test_an_address_that_leads_nowhere_tells_nothing() -> None:
    target = {"role": "link", "name": "More", "attributes": {"href": "#"}}
    page = [{"role": "link", "name": "Less", "attributes": {"href": "#"}}]

    assert locate(step(target), page).index is None


def test_a_translated_page_without_marks_is_refused() -> None:
    target = button("Submit", container=["Sign up"], path="/html/body/form/button[1]")
    page = [button("提交", container=["注册"], path="/html/body/form/button[1]")]

    assert locate(step(target), page).index is None


def test_an_icon_without_a_name_is_found_by_its_class_and_its_row() -> None:
    def icons(around: str) -> list[Given]:
        return [
            {"tag": "i", "attributes": {"class": f"icon {name}"}, "container": [around]}
            for name in ("star", "trash")
        ]

    page = icons("王芳 会议纪要") + icons("李敏 您的发票")

    assert locate(step(icons("李敏 您的发票")[1]), page).index == 3


def test_a_class_alone_may_only_say_how_an_element_stands() -> None:
    def mark(where: str) -> Given:
        return {"tag": "i", "attributes": {"class": "taken"}, "path": f"/html/{where}"}

    assert locate(step(mark("div[1]/i")), [mark("div[2]/i")]).index is None


def test_a_field_without_a_name_is_called_by_what_stands_beside_it() -> None:
    target = field(attributes={"id": "username"}, container=["Username"])
    page = [
        field(container=["Newsletter"]),
        field(attributes={"id": "x-user"}, container=["Username"]),
        field(attributes={"id": "x-pass"}, container=["Password"]),
    ]

    assert locate(step(target, "type", value="ann"), page).index == 1


def test_what_only_a_locator_tells_is_used() -> None:
    by_text = {"locators": [{"kind": "text", "value": "Sign in"}]}
    by_id = {"locators": [{"kind": "id", "value": "login"}]}
    page = [button("Help"), button("Sign in", attributes={"id": "login"})]

    assert locate(step(by_text), page).index == 1
    assert locate(step(by_id), page).index == 1


def test_locators_that_both_have_tell_an_element() -> None:
    way = Locator(kind="css", value="nav > .next")
    page = [Element(tag="b", text="2", locators=(way,)), Element(tag="b", text="2")]

    found = locate(PlanStep(n=1, action="click", target=page[0]), page)

    assert (found.index, found.evidence["locator"]) == (0, 1.0)


def test_generated_ids_and_classes_of_another_build_say_nothing() -> None:
    target = button("Save", attributes={"id": ":r1a:", "class": "css-1x8k2j9"})
    page = [
        button("Save", attributes={"id": ":r7f:", "class": "css-9q2m4z1"}),
        button("Cancel", attributes={"id": ":r1a:", "class": "css-1x8k2j9"}),
    ]

    assert locate(step(target), page).index == 0


def test_a_driver_that_tells_less_than_the_record_is_no_contradiction() -> None:
    target = button(
        "Save",
        test_id="save",
        container=["Profile"],
        path="/html/body/main/button",
        attributes={"class": "primary"},
    )

    assert locate(step(target), [button("Save"), button("Cancel")]).index == 0


def test_a_part_of_a_name_is_enough_where_the_target_says_so() -> None:
    target = {"role": "link", "name": "red lamp"}
    of_a_pattern = Element(**target, locators=(PART_OF_NAME,))
    page = [
        {"role": "link", "name": "Blue lamp, $20"},
        {"role": "link", "name": "Red lamp, $30"},
    ]

    found = locate(PlanStep(n=1, action="click", target=of_a_pattern), page)

    assert found.index == 1
    assert locate(step(target), page).index is None


# What the action and the state allow --------------------------------------------------


@pytest.mark.parametrize(
    ("action", "wrong", "right"),
    [
        ("type", button("Name"), field("Name")),
        ("type", {"tag": "label", "text": "Name"}, {"tag": "input", "name": "Name"}),
        ("type", {"tag": "div", "name": "Name"}, field("Name")),
        ("select", button("Name"), {"tag": "select", "name": "Name"}),
        ("check", button("Name"), {"role": "checkbox", "name": "Name"}),
        ("click", field("Name"), button("Name")),
    ],
)
def test_the_action_has_to_be_possible(
    action: Action, wrong: Given, right: Given
) -> None:
    target = step(right, action, value="x")

    assert locate(target, [wrong, right]).index == 1
    assert locate(target, [wrong]).index is None


def test_text_may_be_typed_into_what_is_editable() -> None:
    body = {"tag": "div", "name": "Message", "attributes": {"contenteditable": "true"}}

    assert locate(step(field("Message"), "type", value="hi"), [body]).index is None
    assert locate(step(body, "type", value="hi"), [body]).index == 0


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


def test_attributes_that_deny_a_state_do_not_block() -> None:
    free = button("Save", attributes={"disabled": False, "aria-hidden": "false"})

    assert locate(step(button("Save")), [free]).index == 0


def test_a_step_that_can_not_be_taken_back_needs_the_name() -> None:
    target = button("Pay", attributes={"id": "pay-button"}, test_id="pay")
    by_id = [button("Continue", attributes={"id": "pay-button"})]
    by_test_id = [button("Continue", test_id="pay")]

    assert locate(step(target), by_id).index == 0
    assert locate(step(target, irreversible=True), by_id).index is None
    assert locate(step(target, irreversible=True), by_test_id).index == 0
    assert locate(step(target, irreversible=True), [button("Pay")]).index == 0


@pytest.mark.parametrize("elsewhere", ["name=advert & index=0", None])
def test_another_frame_is_another_place(elsewhere: str | None) -> None:
    target = button("Pay", frame="name=checkout & index=0", test_id="pay")
    namesake = button("Pay", frame=elsewhere, test_id="pay")

    found = locate(step(target), [namesake])

    assert found.index is None


def test_a_frame_is_known_by_what_will_be_said_again() -> None:
    target = button("Pay", frame="name=f-8a61c3e97d & title=Card")
    there = button("Pay", frame="name=f-77c1d0e2ab & title=Card")

    found = locate(step(target), [button("Pay"), there])

    assert found.index == 1


def test_another_tab_is_another_place_where_the_page_tells_its_tabs() -> None:
    target = button("Accept", tab="order=1 & opener=0")

    other = locate(step(target), [button("Accept", tab="order=2 & opener=0")])
    untold = locate(step(target), [button("Accept")])

    assert other.index is None
    assert untold.index == 0


# One thing listed twice ---------------------------------------------------------------


def test_an_element_within_another_of_the_same_name_is_no_rival() -> None:
    page = [
        {"tag": "li", "text": "Home", "path": "/html/body/nav/ul/li[1]"},
        {"tag": "a", "text": "Home", "path": "/html/body/nav/ul/li[1]/a"},
    ]

    assert locate(step({"tag": "li", "text": "Home"}), page).index == 0
    assert locate(step({"role": "link", "name": "Home"}), page).index == 1


def test_a_label_is_no_rival_of_its_box() -> None:
    page = [
        {"tag": "label", "text": "Newsletter"},
        {"role": "checkbox", "name": "Newsletter"},
    ]

    assert locate(step(page[1], "check"), page).index == 1
    assert locate(step({"tag": "#text", "text": "Newsletter"}), page).index in (0, 1)


# What comes back ----------------------------------------------------------------------


def test_confidence_grows_with_evidence_and_falls_with_rivals() -> None:
    plain, known = button("Save"), button("Save", test_id="save")
    rival = button("Save", container=["Elsewhere"])
    in_form = button("Save", container=["Form"])

    alone = locate(step(plain), [plain])
    surer = locate(step(known), [known])
    disputed = locate(step(in_form), [in_form, rival])
    undisputed = locate(step(in_form), [in_form])
    refused = locate(step(plain), [plain, plain])

    assert 0.5 < alone.confidence < surer.confidence < 1
    assert disputed.confidence < undisputed.confidence
    assert disputed.margin < undisputed.margin == 1.0
    assert refused.confidence < 0.5


def test_the_same_page_gives_the_same_answer() -> None:
    page = [*row("Alice", "Edit"), *row("Bob", "Edit"), field("Name")]
    target = row("Bob", "Edit")[0]

    answers = {locate(step(target), page).model_dump_json() for _ in range(3)}

    assert len(answers) == 1


def test_a_step_without_a_target_has_nothing_to_be_located() -> None:
    found = locate(PlanStep(n=1, action="key", value="Enter"), [button("Submit")])

    assert (found.index, found.ambiguous) == (None, False)


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


def test_elements_are_taken_as_they_are() -> None:
    page = tuple(Element(role="button", name=name) for name in ("Save", "Cancel"))

    assert locate(step(button("Cancel")), page).index == 1


def test_odd_texts_are_compared_as_they_are() -> None:
    names = ["a{b}[c]*(", "\ud800", "'; DROP", "[REDACTED:password#1]", "👍🏽", "\x00x"]
    page = [button(name) for name in names]

    for n, name in enumerate(names):
        assert locate(step(button(name)), page).index == n


def test_long_texts_and_paths_are_cut() -> None:
    long = "word " * 100_000
    given = button(long, text=long, container=[long] * 9, path="/a" * 100_000)
    page = [Element.model_validate(given)] * 20

    found = locate(step(given), page)

    assert (found.index, found.evidence["name"]) == (None, 1.0)


def test_of_a_large_page_the_right_row_is_among_those_that_are_weighed() -> None:
    page = [
        Element.model_validate(one)
        for n in range(1_000)
        for one in row(f"user{n} u{n}@example.com", "View", "Edit", "Delete")
    ]
    assert len(page) > MAX_WEIGHED

    found = locate(PlanStep(n=1, action="click", target=page[2_501]), page)

    assert found.index == 2_501


def test_of_two_labels_the_very_one_is_meant_and_not_the_longer_one() -> None:
    form = "Password Verify password Submit"
    page = [
        field(container=["Password", form], attributes={"id": "xyz-1"}),
        field(container=["Verify password", form], attributes={"id": "xyz-2"}),
    ]

    found = locate(step(field(container=["Password"]), "type", value="x"), page)

    assert (found.index, found.ambiguous) == (0, False)


def section(number: int, n: int = 1, **more: Any) -> Given:
    """A heading that opens a section, the n-th on its page."""
    marks = {"id": f"ui-id-{n}", "class": "head"}
    given = {"role": "tab", "name": f"Section #{number}", "attributes": marks}
    return {**given, "path": f"/html/body/h3[{n}]", **more}


def test_a_number_in_a_name_is_content_where_nothing_else_is_called_so() -> None:
    target = section(9)
    alone = [button("Submit"), section(38)]
    several = [section(38), section(40, 2)]
    elsewhere = [button("Submit"), section(38, path="/html/body/div/h3")]

    assert locate(step(target), alone).index == 1
    assert locate(step(target), several).index is None
    assert locate(step(target), elsewhere).index is None


@pytest.mark.parametrize("which", [{"varies": True}, {"irreversible": True}])
def test_a_number_that_says_which_one_is_no_content(which: dict[str, bool]) -> None:
    assert locate(step(section(9), **which), [section(38)]).index is None


def test_around_what_is_called_otherwise_the_very_text_tells_nothing() -> None:
    page = [
        {
            "role": "button",
            "name": "Make it",
            "container": ["There is no page Tea yet."],
        },
        {"role": "button", "name": "History", "container": ["Tea"]},
    ]
    wanted = {"role": "button", "name": "Make it", "container": ["Tea"]}

    found = locate(step(wanted, "click"), page)

    assert (found.index, found.ambiguous) == (0, False)


def textarea(path: str, around: str, **attributes: str) -> dict[str, Any]:
    return {
        "role": "textbox",
        "tag": "textarea",
        "attributes": attributes,
        "container": [around],
        "path": path,
    }


@pytest.mark.parametrize("mark", [{"id": "page-text"}, {"name": "text"}])
@pytest.mark.parametrize("irreversible", [False, True])
def test_a_nameless_field_is_told_by_its_mark_whatever_stands_around(
    mark: dict[str, str], irreversible: bool
) -> None:
    target = Element.model_validate(textarea("/a[1]/b[1]", "Editing Home", **mark))
    page = [
        textarea("/a[1]/x[1]", "Comment", id="comment", name="comment"),
        textarea("/a[2]/c[3]/b[1]", "Editing Releases", **mark),
    ]
    step = PlanStep(
        n=1, action="type", value="x", target=target, irreversible=irreversible
    )

    assert locate(step, page).index == 1
    assert locate(step, page[:1]).index is None


def test_a_path_that_differs_says_nothing() -> None:
    assert score({"name": 1.0, "path": 0.0}) == score({"name": 1.0})
    assert score({"name": 1.0, "path": 1.0}) > score({"name": 1.0})


# Rows by their text -------------------------------------------------------------------


def test_a_rows_text_may_hold_what_its_button_is_called() -> None:
    target = button("Delete", container=["Order 5 Ann 12.00 Delete"])
    rows = [
        button("Delete", container=[f"Order {n} {who} {price}"])
        for n, who, price in ((4, "Bob", "5.00"), (5, "Ann", "12.00"))
    ]

    assert locate(step(target), rows).index == 1


def test_a_number_in_a_row_is_no_part_of_another_number() -> None:
    target = button("Delete", container=["7"])
    rows = [
        button("Delete", container=[f"Order {n} {price}"])
        for n, price in ((6, "7.50"), (7, "99.10"))
    ]

    assert locate(step(target, varies=True), rows).index == 1


def order(number: int, who: str, *names: str) -> list[Element]:
    text = f"Order {number} {who} 3 May"
    return [Element(role="button", name=one, container=(text,)) for one in names]


@pytest.mark.parametrize("told", ["Order 7 Bob 3 May Delete", "Order 7", "Bob"])
def test_a_button_without_a_name_is_the_one_of_its_order(told: str) -> None:
    page = [
        *order(5, "Ann", "Delete"),
        *order(7, "Bob", "Delete"),
        *order(57, "Max", "Go"),
    ]
    target = Element(role="button", container=(told,))

    found = locate(PlanStep(n=1, action="click", target=target), page)

    assert found.index == 1


@pytest.mark.parametrize("told", ["Order 8 Bob 3 May", "3 May", "Order 5"])
def test_a_button_of_another_row_or_one_of_several_is_not_taken(told: str) -> None:
    page = [*order(5, "Ann", "Edit", "Delete"), *order(7, "Bob", "Edit")]
    target = Element(role="button", container=(told,))

    found = locate(PlanStep(n=1, action="click", target=target), page)

    assert found.index is None


def test_an_input_that_is_hidden_behind_a_button_takes_files() -> None:
    hidden = {
        "role": "textbox",
        "tag": "input",
        "attributes": {"type": "file", "id": "papers", "hidden": ""},
    }
    wanted = step(
        {
            "attributes": {"id": "papers"},
            "locators": [{"kind": "css", "value": "#papers"}],
        },
        "upload",
        value="cv.txt",
    )

    found = locate(wanted, [button("Choose papers"), hidden, button("Hand in")])

    assert found.index == 1


# Parts of names, selectors ------------------------------------------------------------


def part(name: str, **more: Any) -> Given:
    locators = [{"kind": MAY_BE_PART.kind, "value": MAY_BE_PART.value}]
    return button(name, locators=locators, **more)


def test_the_only_name_that_holds_a_part_is_meant() -> None:
    page = [button("4 March 2027"), button("14 March 2027"), button("14 April 2027")]

    found = locate(step(part("14 March")), page)

    assert found.index == 1


@pytest.mark.parametrize(
    ("names", "index"),
    [
        (["Reply all", "Reply"], 1),
        (["Reply all", "Reply later"], None),
        (["Replying", "Forward"], None),
    ],
)
def test_a_part_of_names_gives_way_to_a_whole_one(
    names: list[str], index: int | None
) -> None:
    found = locate(step(part("Reply")), list(map(button, names)))

    assert found.index == index


def test_a_namesake_outside_of_the_shadow_root_is_none() -> None:
    page = [
        field("Nickname", path="/html/body[1]/form[1]/label[1]/input[1]"),
        field("Nickname", path="/html/body[1]/my-card[1]/shadow-root[1]/input[1]"),
    ]
    target = field("Nickname", locators=[{"kind": "within", "value": "my-card"}])

    found = [locate(step(target, "type"), page), locate(step(target, "type"), page[:1])]

    assert [one.index for one in found] == [1, None]


def test_a_field_is_found_by_a_selector_alone() -> None:
    page = [
        field("Name", tag="input", path="/html/body[1]/form[1]/label[1]/input[1]"),
        field("City", tag="input", path="/html/body[1]/form[1]/label[2]/input[1]"),
    ]
    selector = {"kind": "css", "value": "label:nth-of-type(2) > input"}
    target = {"tag": "input", "locators": [selector]}

    found = locate(step(target, "type"), page)

    assert found.index == 1
    assert found.evidence["selector"] == 1.0
