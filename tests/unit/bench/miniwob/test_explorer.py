"""The frozen explorer: what it tries first, what it learns from a failure, what it
leaves out of a path."""

from kgmem_bench.pages.asked import Asked
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


# What is tried first -----------------------------------------------------------------


def test_a_value_goes_into_the_field_before_the_button_is_pressed() -> None:
    field, send = element("/f", "textbox"), element("/b", name="Submit")

    assert best('Enter "Kim" and press Submit.', send, field) == Act(
        "type", "/f", "Kim"
    )


def test_what_is_named_comes_before_what_is_not() -> None:
    tabs = [element(f"/t{n}", "tab", f"Tab #{n}") for n in (1, 2, 3)]

    assert best("Click on Tab #2.", *tabs) == Act("click", "/t2")


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
