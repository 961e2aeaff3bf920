"""Which of several like elements a step means, and when that can't be told."""

from typing import Any

import pytest

from kgmem.model.action import Action
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.locate.flow import locate

Given = dict[str, Any]


def step(target: Given, action: Action = "click", **more: Any) -> PlanStep:
    return PlanStep(n=1, action=action, target=Element.model_validate(target), **more)


def button(name: str | None, **more: Any) -> Given:
    return {"role": "button", "name": name, **more}


def row(person: str, *names: str, **more: Any) -> list[Given]:
    """The buttons of a table's row."""
    around = [f"{person} {' '.join(names)}", "Users"]
    return [button(name, container=around, **more) for name in names]


# Surroundings -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "wanted"),
    [
        (["Alice Smith", "Bob Jones", "Carol Lee"], "Bob Jones"),
        (["王芳", "李敏", "张伟"], "李敏"),
    ],
)
def test_the_row_decides_between_buttons_of_one_name(
    people: list[str], wanted: str
) -> None:
    page = [one for person in people for one in row(person, "Edit", "Delete")]

    assert locate(step(row(wanted, "Edit", "Delete")[1]), page).index == 3


def test_a_row_is_known_by_the_slots_value_alone() -> None:
    page = [one for name in ("Alice Smith", "Bob Jones") for one in row(name, "Edit")]
    target = button("Edit", container=["Bob Jones"])

    assert locate(step(target), page).index == 1


def test_words_of_a_row_may_stand_in_another_order() -> None:
    page = [
        button("Edit", container=["Edit Admin Jones Bob", "Users"]),
        button("Edit", container=["Edit Admin Smith Alice", "Users"]),
    ]
    target = button("Edit", container=["Alice Smith Admin Edit", "Users"])

    assert locate(step(target), page).index == 1


def test_a_row_in_which_a_little_changed_is_the_same_row() -> None:
    def edit(person: str, state: str) -> Given:
        return button("Edit", container=[f"{person} u@x.org Admin {state}", "Users"])

    page = [
        edit("Carol Lee", "blocked"),
        edit("Alice Smith", "active"),
        edit("Bob Jones", "blocked"),
    ]

    assert locate(step(edit("Alice Smith", "blocked")), page).index == 1


def test_what_is_around_the_whole_list_is_around_no_row_of_it() -> None:
    rows = [f"{person} Lunch today?" for person in ("Ann", "Bo", "Cy", "Di")]
    page = [
        {
            "tag": "i",
            "attributes": {"class": "star"},
            "container": [one, " ".join(rows)],
        }
        for one in rows
    ]

    assert locate(step(page[2]), page).index == 2


def test_the_only_row_left_with_icons_is_not_the_removed_one() -> None:
    def icons(around: str) -> list[Given]:
        return [
            {
                "tag": "i",
                "test_id": name,
                "attributes": {"class": f"icon {name}"},
                "container": [around, "Mails"],
            }
            for name in ("star", "archive", "trash")
        ]

    target = icons("王芳 您的发票 昨天")[2]

    assert locate(step(target), icons("李敏 会议纪要 今天")).index is None


def test_the_only_row_left_is_not_the_removed_one() -> None:
    for mark in ({}, {"test_id": "delete-user"}, {"attributes": {"class": "danger"}}):
        target = row("Alice Smith", "Edit", "Delete", **mark)[1]
        page = row("Bob Jones", "Edit", "Delete", **mark)

        assert locate(step(target), page).index is None, mark


def test_surroundings_that_vary_by_themselves_are_no_other_row() -> None:
    """A button in its old place beside other contents; unless nothing can be undone."""
    path = "/html/body/form/button[1]"
    target = button("Submit", container=["Type 1817"], path=path)
    page = [button("Submit", container=["Type 4201"], path=path)]

    assert locate(step(target), page).index == 0
    assert locate(step(target, irreversible=True), page).index is None


def test_what_is_around_all_that_are_alike_tells_nothing() -> None:
    def box(nth: int, around: str) -> Given:
        given = {"id": f"box-{nth}", "type": "checkbox"}
        return {"tag": "input", "attributes": given, "container": [around]}

    page = [box(n, "5 Submit") for n in (1, 2, 3)]

    assert locate(step(box(2, "-3 Submit"), "check"), page).index == 1


def test_two_rows_that_share_what_was_recorded_are_refused() -> None:
    """As a pattern tells it that was learned from one run: the name is Bob's, the
    address still Alice's."""
    target = button("Edit", container=["Bob alice@x.org active Edit", "Users"])
    page = [
        button("Edit", container=["Alice alice@x.org active Edit", "Users"]),
        button("Edit", container=["Bob bob@x.org active Edit", "Users"]),
    ]

    assert locate(step(target), page).index is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"attributes": {"id": "edit-alice"}}, {"attributes": {"id": "edit-bob"}}),
        ({"attributes": {"id": "edit-1"}}, {"attributes": {"id": "edit-2"}}),
        ({"attributes": {"href": "/alice"}}, {"attributes": {"href": "/bob"}}),
        ({"test_id": "edit-alice"}, {"test_id": "edit-bob"}),
    ],
)
def test_marks_of_the_old_value_do_not_beat_the_new_one(old: Given, new: Given) -> None:
    target = row("Bob Jones", "Edit", **old)[0]
    page = [*row("Alice Smith", "Edit", **old), *row("Bob Jones", "Edit", **new)]

    assert locate(step(target), page).index in (1, None)


def test_numbers_and_addresses_of_the_old_value_do_not_count_against_the_new_one() -> (
    None
):
    def edit(person: str, number: int) -> Given:
        marks = {"id": f"edit-{number}", "href": f"/users/{number}"}
        return row(person, "Edit", attributes=marks)[0]

    page = [edit("Bob Jones", 2), edit("Carol Lee", 3)]

    assert locate(step(edit("Bob Jones", 1)), page).index == 0


@pytest.mark.parametrize("name", ["Delete", "删除"])
def test_a_sender_called_like_a_button_is_not_the_button(name: str) -> None:
    target = {"role": "link", "name": name, "container": ["Mails"]}
    toolbar = button(name, container=["Mails"])

    assert locate(step(target), [toolbar, target]).index == 1
    assert locate(step(target), [toolbar]).index is None


def test_row_texts_that_hold_the_buttons_name_do_not_tell_the_sender() -> None:
    target = button("Delete", container=["Delete"])
    page = [one for who in ("Ann", "Delete") for one in row(who, "Open", "Delete")]

    assert locate(step(target), page).index is None


def test_a_dialogs_button_is_told_from_the_pages_by_its_heading() -> None:
    page = [
        button("Delete", container=["Profile"]),
        button("Delete", container=["Really delete?"]),
    ]

    assert locate(step(page[1]), page).index == 1


def test_the_part_of_the_page_tells_where_no_text_does() -> None:
    def link(path: str) -> Given:
        return {"tag": "a", "text": "Help", "path": path}

    wanted = link("/html/body/footer/a[2]")
    wrapped = link("/html/body/div/footer/div/a")
    elsewhere = link("/html/body/nav/a[4]")

    assert locate(step(wanted), [elsewhere, wrapped]).index == 1
    assert locate(step(wanted), [elsewhere]).index is None


# The target gone, a look-alike there --------------------------------------------------


@pytest.mark.parametrize("heading", ["Recently viewed", "最近浏览"])
def test_a_copy_in_a_new_part_of_the_page_is_not_the_removed_one(heading: str) -> None:
    """The whole page still has the words that stood around the removed one."""
    target = button("Login", container=["Username Password"], path="/html/body/p/b")
    copy = button(
        "Login",
        container=[heading, f"Username Password {heading}"],
        path="/html/body/aside/b",
    )

    assert locate(step(target), [copy]).index is None
    assert locate(step(target), [copy, target]).index == 1


def test_a_caption_that_each_row_has_is_no_other_part_of_the_page() -> None:
    def edit(person: str) -> Given:
        return button("Edit", container=["Edit Delete", f"{person} Edit Delete"])

    page = [edit(person) for person in ("Alice", "Bob", "Carol")]
    target = button("Edit", container=["Bob"])

    assert locate(step(target), page).index == 1


def test_a_text_that_stood_further_away_may_stand_behind_another_one() -> None:
    page = [button("Save", container=["Change details", "Editing Bob Jones"])]

    assert locate(step(button("Save", container=["Bob Jones"])), page).index is None
    assert locate(step(button("Save", container=["", "Bob Jones"])), page).index == 0


@pytest.mark.parametrize(
    ("tag", "name", "index"),
    [("div", "Kenya", 0), ("div", "Peru", None), ("button", "Kenya", None)],
)
def test_an_item_of_a_list_made_anew_has_another_number(
    tag: str, name: str, index: int | None
) -> None:
    def item(tag: str, name: str, number: int) -> Given:
        path = f"/html/body/ul/li/{tag}"
        marks = {"id": f"ui-id-{number}", "class": "menu-item"}
        return {"tag": tag, "text": name, "attributes": marks, "path": path}

    page = [item(tag, name, 23)]

    assert locate(step(item(tag, "Kenya", 2)), page).index == index
    assert locate(
        step(item("button", "Open", 2)), [item("button", "Open", 3)]
    ).index is (None)


def test_a_wider_text_nearest_to_it_is_the_same_surroundings() -> None:
    target = button("Login", container=["Username Password"])
    page = [button("Login", container=["News Username Password", "Welcome"])]

    assert locate(step(target), page).index == 0


def test_a_field_of_another_name_is_not_the_one_beside_that_label() -> None:
    target = {"role": "textbox", "container": ["Search"]}
    code = {"role": "textbox", "name": "Code", "container": ["Code Search"]}
    named = {"role": "textbox", "name": "Search", "container": ["Code"]}

    assert locate(step(target, "type", value="x"), [code]).index is None
    assert locate(step(target, "type", value="x"), [code, named]).index == 1


def test_an_element_without_an_id_is_another_one_where_others_have_theirs() -> None:
    path = "/html/body/form/button"
    target = button("Search", attributes={"id": "search-button"}, path=path)
    twin = button("Search", path="/html/body/form/div/button")
    marked = {"role": "textbox", "attributes": {"id": "search-text"}}
    unmarked = {"role": "textbox"}

    assert locate(step(target), [twin, marked]).index is None
    assert locate(step(target), [twin, unmarked]).index == 0


# Nothing to tell them apart -----------------------------------------------------------


def test_two_equal_candidates_are_ambiguous() -> None:
    found = locate(step(button("Edit")), [button("Edit"), button("Edit")])

    assert (found.index, found.element_id, found.ambiguous) == (None, None, True)
    assert found.margin == 0.0
    assert found.evidence["name"] == 1.0


def test_the_place_does_not_decide_between_elements_that_are_alike() -> None:
    def edit(n: int) -> Given:
        return button(
            "Edit",
            ordinal=n,
            path=f"/html/body/table/tr[{n}]/td/button",
            box={"x": 9, "y": 40 * n, "width": 80, "height": 20},
        )

    assert locate(step(edit(2)), [edit(1), edit(2), edit(3)]).index is None


def test_numbers_of_ids_do_not_decide_between_rows() -> None:
    page = [button("Edit", attributes={"id": f"edit-{n}"}) for n in (1, 2, 3)]

    assert locate(step(page[1]), page).index is None


def test_another_number_of_a_series_is_another_row() -> None:
    page = [button("Edit", attributes={"id": "edit-2"})]

    assert locate(step(button("Edit", attributes={"id": "edit-1"})), page).index is None


def test_numbers_that_run_through_the_whole_page_tell_nothing() -> None:
    page = [button(n, attributes={"id": f"x-{k}"}) for k, n in enumerate(("OK", "No"))]
    target = button("OK", attributes={"id": "x-7"})

    assert locate(step(target), page).index == 0


def test_an_element_that_has_nothing_but_its_place_is_found_if_nothing_moved() -> None:
    def shape(n: int, of: int | None = None) -> Given:
        size = {} if of is None else {"aria-setsize": of}
        place = {"x": 10, "y": 30 * n, "width": 20, "height": 20}
        return {"tag": "canvas", "ordinal": n, "box": place, "attributes": size}

    three, four = [[shape(n) for n in range(size)] for size in (3, 4)]

    assert locate(step(shape(1, of=3)), three).index == 1
    assert locate(step(shape(1, of=3)), four).index is None
    assert locate(step(shape(1)), three).index is None
    assert locate(step(shape(0)), three[:1]).index == 0


def test_the_only_field_is_found_in_its_old_place_under_a_new_id() -> None:
    def field(chosen: str, path: str) -> Given:
        return {"tag": "input", "attributes": {"id": chosen}, "path": path}

    target = step(field("mail", "/html/body/div/input"), "type", value="x")

    assert locate(target, [field("address", "/html/body/div/input")]).index == 0
    assert locate(target, [field("address", "/html/body/nav/input")]).index is None


def test_an_empty_page_and_one_of_other_kinds_are_refused() -> None:
    fields = [
        {"role": "textbox", "name": "Submit"},
        {"role": "checkbox", "name": "Submit"},
    ]
    for page in ([], fields):
        found = locate(step(button("Submit")), page)

        assert (found.index, found.ambiguous, found.evidence) == (None, True, {})


def test_elements_without_anything_to_tell_them_by_are_refused() -> None:
    page = [{"tag": "div"}, {"tag": "div"}, {}]

    assert locate(step({"tag": "div"}), page).index is None
    assert locate(step(button("Submit")), page).index is None
    assert locate(step(button(None)), [button(None), button(None)]).index is None


def test_either_of_two_links_with_one_name_and_address_is_the_one() -> None:
    link = {"role": "link", "name": "New query", "attributes": {"href": "/query"}}
    above = {**link, "container": ["Context navigation"], "ordinal": 5}
    below = {**link, "container": ["Reports"], "ordinal": 9}
    step = PlanStep(n=1, action="click", target=Element.model_validate(above))

    found = locate(step, [below, {**above, "container": ["Tools"]}])

    assert found.index is not None
    assert not found.ambiguous


def test_links_of_one_name_to_several_addresses_are_told_apart() -> None:
    link = {"role": "link", "name": "Edit", "container": ["Rows"]}
    rows = [{**link, "attributes": {"href": f"/edit/{name}"}} for name in "ab"]
    step = PlanStep(n=1, action="click", target=Element.model_validate(link))

    assert locate(step, rows).ambiguous


def test_two_links_that_a_script_acts_on_are_two_acts() -> None:
    link = {"role": "link", "name": "Remove", "attributes": {"href": "#"}}
    step = PlanStep(n=1, action="click", target=Element.model_validate(link))

    assert locate(step, [link, link]).ambiguous


# Twins --------------------------------------------------------------------------------


def word(text: str, **more: Any) -> Given:
    return {"tag": "span", "text": text, "attributes": {"class": "link"}, **more}


@pytest.mark.parametrize(("own", "other"), [("ac", "ac,"), ("posuere", "Posuere")])
def test_the_name_to_the_letter_is_meant_and_not_one_like_it(
    own: str, other: str
) -> None:
    for page in ([word(other), word(own)], [word(own), word(other)]):
        assert locate(step(word(own)), page).index == page.index(word(own))


def test_two_names_like_the_recorded_one_are_not_told_apart() -> None:
    assert locate(step(word("ac")), [word("ac,"), word("ac.")]).index is None


def twins(around: str) -> list[Given]:
    return [
        word("ac", container=[around], path=f"/html/body/p[1]/span[{n}]", ordinal=n)
        for n in (1, 2)
    ]


def test_a_twin_is_known_by_its_place_on_a_page_that_is_the_old_one() -> None:
    for n, target in enumerate(twins("Vitae nisl cras")):
        assert locate(step(target), twins("Vitae nisl cras")).index == n


def test_twins_on_another_page_are_not_told_apart() -> None:
    target = twins("Vitae nisl cras turpis")[1]
    without = {**target, "container": []}

    assert locate(step(target), twins("Vitae nisl cras et")).index is None
    assert locate(step(without), twins("Vitae nisl cras turpis")).index is None


def test_an_icon_is_taken_in_its_row_alone_where_nothing_can_be_undone() -> None:
    def bin_of(person: str, icon: str = "trash") -> Given:
        around = [f"{person} Minutes of the meeting", "Inbox"]
        return {"tag": "span", "attributes": {"class": icon}, "container": around}

    target = bin_of("Ann")
    page = [bin_of("Ann", "star"), bin_of("Bob"), target]

    assert locate(step(target, irreversible=True), page).index == 2
    assert locate(step(target, irreversible=True), page[:2]).index is None


def test_a_twin_is_not_taken_where_nothing_can_be_undone() -> None:
    page = twins("Vitae nisl cras")

    assert locate(step(page[1], irreversible=True), page).index is None


# Ends of names ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "index"),
    [
        (["Malta", "Marzipan", "Muffin"], 1),
        (["Marchpan", "Marzipan"], None),
        (["Malta", "Muffin"], None),
    ],
)
def test_the_only_name_with_both_ends_is_meant(
    names: list[str], index: int | None
) -> None:
    page = [{"tag": "li", "text": name} for name in names]
    ends = [{"kind": "name_match", "value": "ends"}]
    target = {"tag": "li", "text": "Mar*pan", "locators": ends}

    assert locate(step(target, varies=True), page).index == index


# Fields without a name ----------------------------------------------------------------


def box(label: str, *around: str, nth: int = 1, **more: Any) -> Given:
    """A text field that nothing names but the text beside it."""
    path = f"/html/body[1]/form[1]/div[{nth}]/input[1]"
    return {
        "role": "textbox",
        "container": [label, *around],
        "ordinal": nth,
        "path": path,
        **more,
    }


def test_what_stands_further_away_from_a_labelled_field_may_be_content() -> None:
    of_mail = {"attributes": {"type": "text", "class": "recipient"}}
    old = box("To:", "To: Subject: Minutes of the meeting", **of_mail)
    page = [
        box("To:", "To: Subject: Holiday greetings", **of_mail),
        box("Text:", "To: Subject: Holiday greetings", nth=2),
    ]

    assert locate(step(old, "type"), page).index == 0


def test_fields_in_another_order_are_told_by_their_labels() -> None:
    old = box("Artist", "Artist Year Genre")
    around = "Genre Year Artist"
    page = [
        box(label, around, nth=n)
        for n, label in enumerate(("Genre", "Year", "Artist"), 1)
    ]

    assert locate(step(old, "type"), page).index == 2


def test_a_label_that_each_row_has_tells_none_of_its_fields() -> None:
    old = box("Amount:", "Tea Amount:")
    page = [
        box("Amount:", "Coffee Amount:"),
        box("Amount:", "Cocoa Amount:", nth=2),
    ]

    assert locate(step(old, "type"), page).index is None


# Ids made anew ------------------------------------------------------------------------


def nameless(given: str, y: int, **more: Any) -> Given:
    return {
        "role": "textbox",
        "attributes": {"id": given, "type": "text"},
        "path": "/html/body[1]/div[1]/input[1]",
        "ordinal": 1,
        "box": {"x": 20, "y": y, "width": 120, "height": 20},
        **more,
    }


def test_the_only_field_is_found_with_another_id_some_pixels_away() -> None:
    page = [nameless("newly", 90), button("Send", attributes={"id": "other"})]

    assert locate(step(nameless("answer", 140), "type"), page).index == 0


@pytest.mark.parametrize(
    "now",
    [
        [nameless("newly", 90, path="/html/body[1]/aside[1]/input[1]")],
        [nameless("newly", 90, attributes={"id": "newly", "type": "password"})],
        [nameless("newly", 90), nameless("more", 190, path="/html/body[1]/input[2]")],
    ],
)
def test_it_is_not_taken_where_more_than_its_id_is_another(now: list[Given]) -> None:
    assert locate(step(nameless("answer", 140), "type"), now).index is None
