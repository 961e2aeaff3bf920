"""A recorded path takes the values of another task."""

import pytest

from kgmem.model.trajectory import Element, Locator, Page, Step
from kgmem.paths.refill import TextSwap, refilled

LEARNED, ASKED = "Delete the invoice of Ann Lee", "Delete the invoice of Bob"


@pytest.mark.parametrize(
    ("learned", "asked", "field", "filled"),
    [
        ('Enter "Ash" now', 'Enter "Vanda Lee" now', "ash", "Vanda Lee"),
        ("fly from Rome to Oslo", "fly from Bonn to Lima", "Oslo (OSL)", "Lima (OSL)"),
        ("在淘宝搜索手机壳并下单", "在拼多多搜索机械键盘并下单", "手机壳", "机械键盘"),
        ("press Search for a cat", "press Search for a dog", "Search", "Search"),
        ("pick {a} [b]+", "pick {c|d} [b]+", "{a}", "{c|d}"),
        ("send 😀 to Li", "send 🎉 to Li", "😀", "😀"),
        ("pick ten", "pick", "ten", "ten"),
    ],
)
def test_values_are_swapped_by_their_place(
    learned: str, asked: str, field: str, filled: str
) -> None:
    assert TextSwap(learned, asked)(field) == filled


@pytest.mark.parametrize(
    ("learned", "asked", "field"),
    [
        ("Show the hat", "Show a hat", "Leave the page"),  # a little word
        ("搜索红围巾", "搜索绿帽子", "围观"),  # one sign of a word
        ("Find Rome", "find rome", "Rome"),  # only spelled otherwise
    ],
)
def test_what_is_no_value_stays(learned: str, asked: str, field: str) -> None:
    swap = TextSwap(learned, asked)

    assert swap(field) == field
    assert not swap.swapped
    assert not swap.stale


def test_what_is_swapped_is_told_and_what_has_no_counterpart() -> None:
    steps = [Step(action="type", value="Ann Lee"), Step(action="type", value="twice")]

    told = refilled(steps, "Delete the invoice of Ann Lee twice", ASKED)

    assert [step.value for step in told.steps] == ["Ann Lee", "twice"]
    assert told.stale == ("Ann Lee", "twice")

    told = refilled(steps[:1], LEARNED, ASKED)

    assert [step.value for step in told.steps] == ["Bob"]
    assert told.swapped == (("Ann Lee", "Bob"),)
    assert told.stale == ()


@pytest.mark.parametrize(
    ("learned", "asked", "value", "entered"),
    [
        ("log in as Admin", "log in as admin", "Admin", "admin"),
        ("log in as Admin", "log in as admin", "ADMIN", "ADMIN"),  # of the run's own
        ("log in as Admin", "log in as Admin", "Admin", "Admin"),
        ("log in as Admin", "log in as Eve", "Admin", "Eve"),
        ("log in as Admin", "log in as admin", "Administrator", "Administrator"),
        ("log in as Admin", "log in as admin", "", ""),
    ],
)
def test_what_is_entered_is_written_as_the_task_writes_it(
    learned: str, asked: str, value: str, entered: str
) -> None:
    assert TextSwap(learned, asked).entered(value) == entered


@pytest.mark.parametrize(
    ("learned", "asked", "value", "beyond"),
    [
        (
            "Delete the tag of Ann",
            "Delete the tag of Bob tomorrow evening",
            "Ann",
            ["tomorrow evening"],
        ),
        ("删除标签红色", "删除标签蓝色然后发邮件", "红色", ["然后发邮件"]),
        ("Delete the tag of Ann", "Remove the tag of Bob", "Ann", ["Remove"]),
        ("Delete the tag of Ann", "Delete the the tag of Bob", "Ann", []),
        ("Book a van with Ann", "Book a van without Ann", "Ann", ["without"]),
        ("Book a van for Ann", "Book no van for Ann", "Ann", ["no"]),
    ],
)
def test_what_the_learned_text_does_not_say_is_told(
    learned: str, asked: str, value: str, beyond: list[str]
) -> None:
    swap = TextSwap(learned, asked)

    swap(value)

    assert list(swap.beyond()) == beyond


def test_an_element_that_a_value_names_is_another_one() -> None:
    row = Element(
        role="link",
        name="Ann Lee",
        test_id="row-7",
        path="/table/tr[7]",
        ordinal=7,
        attributes={"id": "r7", "title": "Open Ann Lee"},
        locators=(Locator(kind="css", value="#r7"),),
        container=("Invoices", "Ann Lee, 20 euro"),
    )

    (step,) = refilled([Step(action="click", target=row)], LEARNED, ASKED).steps

    assert step.target == Element(
        role="link",
        name="Bob",
        attributes={"title": "Open Bob"},
        container=("", "Bob, 20 euro"),
    )


def test_a_value_within_an_address_is_encoded_anew() -> None:
    url = "https://shop.example/find?q=Ann%20Lee&page=1"
    there = Step(action="navigate", value=url)
    click = Step(action="click", page_after=Page(url=url))

    told = refilled([there, click], LEARNED, "Delete the invoice of Eve Ray")
    goto, clicked = told.steps

    assert goto.value == "https://shop.example/find?q=Eve%20Ray&page=1"
    assert clicked.page_after is None  # it led where the other value leads


def test_what_the_other_text_leaves_out_is_unsaid() -> None:
    swap = TextSwap("Send letter.txt with a receipt", "Send letter.txt")

    assert [*swap.unsaid()] == ["with a receipt"]


def test_what_a_dialog_said_explains_nothing() -> None:
    said = {"kind": "confirm", "accept": True, "message": "Delete the list Garden?"}
    second = Element(role="button", name="Delete", ordinal=2)
    step = Step(action="click", target=second, params={"dialogs": [said]})

    told = refilled([step], "Delete the list Garden", "Delete the list Travel")

    assert told.beyond == ("Travel",)
    assert told.swapped == ()
    assert told.steps[0].params == {
        "dialogs": [{**said, "message": "Delete the list Travel?"}]
    }
