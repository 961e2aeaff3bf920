"""The frozen explorer: what it tries first, what it learns from a failure, what it
leaves out of a path."""

from kgmem_bench.pages.asked import Asked, iso_dates
from kgmem_bench.pages.choices import choices
from kgmem_bench.pages.driver import Act, View
from kgmem_bench.pages.explorer import MAX_ACTIONS, explore
from kgmem_bench.pages.shorten import shorten

from tests.unit.bench.miniwob.pages import LOST, WON, FakePage, element


def best(task: str, *elements: dict, done: frozenset[Act] = frozenset()) -> Act:
    found = choices(Asked(task), View(elements, "s"), done)
    return max(found, key=lambda choice: choice.weight).act


# What the text offers ---------------------------------------------------------------


def test_quoted_pieces_dates_and_names_are_values_before_plain_words() -> None:
    asked = Asked('Enter "mouse" on 02/14/2015 for @kim and press go.')

    assert [value.text for value in asked.values[:3]] == ["mouse", "02/14/2015", "@kim"]


def test_chinese_quotation_marks_mark_values_too() -> None:
    assert Asked("在搜索框中输入“机械键盘”并点击「搜索」").quoted == (
        "机械键盘",
        "搜索",
    )


def test_a_date_in_digits_is_read_in_each_order_that_makes_a_day() -> None:
    assert iso_dates("02/03/2015") == ("2015-02-03", "2015-03-02")
    assert iso_dates("25/12/2015") == ("2015-12-25",)
    assert iso_dates("13/13/2015") == ()


def test_words_that_stand_next_to_each_other_have_a_place() -> None:
    asked = Asked("Click on Tab #2.")

    assert asked.place_of("Tab #2") is not None
    assert asked.place_of("Tab #1") is None


# What is tried first -----------------------------------------------------------------


def test_a_value_goes_into_the_field_before_the_button_is_pressed() -> None:
    field, send = element("/f", "textbox"), element("/b", name="Submit")

    assert best('Enter "Kim" and press Submit.', send, field) == Act(
        "type", "/f", "Kim"
    )


def test_what_is_named_comes_before_what_is_not() -> None:
    tabs = [element(f"/t{n}", "tab", f"Tab #{n}") for n in (1, 2, 3)]

    assert best("Click on Tab #2.", *tabs) == Act("click", "/t2")


def test_an_icon_in_the_row_that_is_meant_comes_before_its_likes() -> None:
    rows = [
        element(f"/r{n}", None, attributes={"class": "trash"}, container=[who])
        for n, who in enumerate(["Bo hello", "Lonna hi", "Kim bye"])
    ]

    found = best("Find the email by Lonna and click the trash icon.", *rows)

    assert found == Act("click", "/r1")


def test_an_option_is_chosen_in_its_list() -> None:
    listed = element("/s", "combobox")
    options = [
        element(f"/s/option[{n}]", "option", name) for n, name in enumerate("AB")
    ]

    assert best("Select B and press Go", listed, *options) == Act("select", "/s", "B")


def test_a_date_field_is_offered_days() -> None:
    field = element("/d", "textbox", attributes={"type": "date"})

    assert best("Enter 02/14/2015 as the date", field) == Act(
        "type", "/d", "2015-02-14"
    )


def test_what_was_done_is_not_done_again_first() -> None:
    boxes = [element(f"/c{n}", "checkbox", name) for n, name in enumerate(["Ab", "Cd"])]
    done = frozenset({Act("click", "/c0")})

    assert best("Select Ab, Cd", *boxes, done=done) == Act("click", "/c1")


# Searching --------------------------------------------------------------------------


def two_buttons(task: str = "press the right one") -> FakePage:
    """Either button ends it, one of them well."""
    return FakePage(
        task,
        {"start": [element("/a", name="One"), element("/b", name="Two")]},
        {("start", ("click", "/a", None)): LOST, ("start", ("click", "/b", None)): WON},
    )


def test_a_dead_end_is_not_entered_twice() -> None:
    page = two_buttons()

    found = explore(page)

    assert found.path is not None
    assert found.actions == len(page.acts) <= 2
    assert page.acts[-1] == ("click", "/b", None)


def test_the_same_seed_finds_the_same_path_by_the_same_way() -> None:
    pages = [two_buttons(f"press {n}") for n in range(20)]
    again = [two_buttons(f"press {n}") for n in range(20)]

    found = [explore(page).actions for page in pages]

    assert found == [explore(page).actions for page in again]
    assert set(found) == {1, 2}


def test_it_gives_up() -> None:
    """Every click leads to a new state, and none to an end."""
    states = {str(n): [element(f"/{n}", name=str(n))] for n in range(600)}
    leads = {(str(n), ("click", f"/{n}", None)): str(n + 1) for n in range(599)}
    page = FakePage("go", states, leads)

    found = explore(page)

    assert found.path is None
    assert found.actions <= MAX_ACTIONS


def test_nothing_to_do_is_no_path() -> None:
    assert explore(FakePage("go", {"start": []}, {})).path is None


def test_needless_steps_are_left_out() -> None:
    """The menu may be opened, but nothing depends on it."""
    elements = [element("/menu", name="Menu"), element("/go", name="Go")]
    page = FakePage(
        "press Menu, then Go",
        {"start": elements, "open": elements},
        {
            ("start", ("click", "/menu", None)): "open",
            ("start", ("click", "/go", None)): WON,
            ("open", ("click", "/go", None)): WON,
        },
    )
    found = explore(page)
    assert found.path is not None

    short = shorten(page, found.path)

    assert [done.act.path for done in short.path] == ["/go"]
    assert short.actions == len(found.path) - 1


def test_needed_steps_stay() -> None:
    page = FakePage(
        "press Menu, then Go",
        {"start": [element("/menu", name="Menu")], "open": [element("/go", name="Go")]},
        {
            ("start", ("click", "/menu", None)): "open",
            ("open", ("click", "/go", None)): WON,
        },
    )
    found = explore(page)
    assert found.path is not None

    short = shorten(page, found.path)

    assert [done.act.path for done in short.path] == ["/menu", "/go"]
