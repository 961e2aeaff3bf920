"""Which of the paths that a task's wording has is followed."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem.model.experience import Stats
from kgmem.model.pattern import Membership, Pattern, PatternMatch, PatternStep, Slot
from kgmem.model.trajectory import Element, Page
from kgmem.recall.routing.by_pattern import PatternPath, follow
from kgmem.recall.routing.doubts import lacks_first
from kgmem.recall.routing.route import decide
from tests.unit.recall.runs import candidate, request, stored

ANOTHER = "another path of the same wording is known"


def icon(name: str) -> Element:
    return Element(tag="span", attributes={"class": name})


def click(n: int, target: Element, *slots: str) -> PatternStep:
    return PatternStep(n=n, action="click", target=target, slots=slots)


def match(name: str, *steps: PatternStep, wins: int = 1, **slot: Any) -> PatternMatch:
    """A path of the wording `Press {what}`, asked for with `reply`."""
    what = Slot(**{"slot_id": "s", "name": "what", "kind": "text", **slot})
    pattern = Pattern(
        pattern_id=name,
        name=name,
        template="Press {what}",
        support=wins,
        slots=(what,),
        steps=steps,
        stats=Stats(wins=wins),
        memberships={"t": Membership(bindings={"what": "send"})},
    )
    return PatternMatch(pattern=pattern, bindings={"what": "reply"}, score=1.0)


MENU = match(
    "menu",
    click(1, icon("more")),
    click(2, Element(role="menuitem", name="{what}"), "what"),
    wins=2,
)
DIRECT = match("direct", click(1, icon("{what}"), "what"))


def chosen(
    found: Sequence[PatternMatch], page: Sequence[Element] | None = None
) -> PatternPath:
    shown = None if page is None else Page(elements=tuple(page))
    followed = follow(found, request("Press reply", page=shown))
    assert followed is not None
    return followed


def names(followed: PatternPath) -> tuple[str, list[str]]:
    """The path's name, and what speaks against it."""
    doubts = [*map(str, followed.doubts)]
    return followed.match.pattern.pattern_id, doubts


def test_of_two_paths_the_usual_one_is_taken_and_doubted() -> None:
    assert names(chosen([DIRECT, MENU])) == ("menu", [ANOTHER])


@pytest.mark.parametrize("order", [[MENU, DIRECT], [DIRECT, MENU]])
def test_a_path_that_the_task_and_the_page_begin(
    order: list[PatternMatch],
) -> None:
    followed = chosen(order, [icon("more"), icon("reply")])

    assert names(followed) == ("direct", [])


def test_a_path_that_can_not_begin_on_the_page_is_no_rival() -> None:
    assert names(chosen([DIRECT, MENU], [icon("more"), icon("share")])) == ("menu", [])


@pytest.mark.parametrize(
    ("around", "followed"), [("Menu", "the run"), ("News", "the pattern")]
)
def test_a_named_element_may_stand_elsewhere(around: str, followed: str) -> None:
    """The very task was done before, on a page with other texts."""
    target = {"role": "button", "name": "reply", "container": ["Menu"]}
    run = stored("r", {"action": "click", "target": target}, task="Press reply")
    named = match("named", click(1, Element(role="button", name="{what}"), "what"))
    there = Element(role="button", name="reply", container=(around,))

    decision = decide(
        [candidate("Press reply", successes=["r"])],
        {"r": run},
        request("Press reply", page=Page(elements=(there,))),
        calibrated=True,
        matches=[named],
    )

    assert decision.route == "direct_replay"
    assert (decision.run is None) is (followed == "the pattern")


def layout(name: str, first: str, second: str, send: str, wins: int) -> PatternMatch:
    """The same entered on a page with labels of its own."""
    fields = (Element(role="textbox", container=(label,)) for label in (first, second))
    entered = (
        PatternStep(n=n, action="type", target=field, value="{what}", slots=("what",))
        for n, field in enumerate(fields, 1)
    )
    return match(name, *entered, click(3, Element(role="button", name=send)), wins=wins)


def test_of_several_layouts_that_of_the_page_at_hand_is_taken() -> None:
    old, new = (
        layout("old", "Title", "Year", "Go", 2),
        layout("new", "Title", "Date", "Search", 1),
    )
    page = [
        Element(role="textbox", container=("Title",)),
        Element(role="textbox", container=("Date",)),
        Element(role="button", name="Search"),
    ]

    assert names(chosen([old, new], page)) == ("new", [])


def test_where_no_path_can_begin_it_is_said() -> None:
    _, doubts = names(chosen([DIRECT, MENU], [icon("back")]))

    assert "the page at hand lacks the first step's element" in doubts


def test_two_ways_to_the_same_end_are_no_rivals() -> None:
    last = Element(role="button", name="{what}")
    short = match("short", click(1, icon("open")), click(2, last, "what"), wins=2)
    long = match(
        "long",
        click(1, icon("open")),
        click(2, icon("fold")),
        click(3, last, "what"),
    )

    assert names(chosen([short, long])) == ("short", [])


def looked(name: str, *between: Element, wins: int = 1) -> PatternMatch:
    """What is typed is sent, after something else was pressed."""
    field, send = (Element(role=r, name="Send") for r in ("textbox", "button"))
    filled = PatternStep(n=1, action="type", target=field, value="{what}")
    pressed = [click(n, one) for n, one in enumerate((*between, send), 2)]
    return match(name, filled, *pressed, wins=wins)


LOOK, URGENT = Element(role="button", name="Preview"), Element(role="radio", name="Now")


@pytest.mark.parametrize(
    ("besides", "wins", "path"),
    [
        ((LOOK,), (1, 1), "short"),
        ((LOOK, LOOK), (1, 1), "short"),
        ((LOOK,), (2, 1), "long"),
        ((URGENT,), (1, 1), "long"),
        ((LOOK, URGENT), (1, 1), "long"),
    ],
)
def test_what_others_did_without_is_not_done(
    besides: tuple[Element, ...], wins: tuple[int, int], path: str
) -> None:
    long = looked("long", *besides, wins=wins[0])

    assert names(chosen([long, looked("short", wins=wins[1])]))[0] == path


@pytest.mark.parametrize(
    ("around", "doubts"),
    [("Year Title Search", []), ("Artist Label Search", [ANOTHER])],
)
def test_a_form_in_another_order_is_no_rival(around: str, doubts: list[str]) -> None:
    ends = (
        Element(role="button", name="Search", container=(text,))
        for text in ("Title Year Search", around)
    )
    typed = Element(role="textbox")
    one, other = (
        match(
            f"path {n}",
            PatternStep(
                n=1, action="type", target=typed, value="{what}", slots=("what",)
            ),
            click(2, end),
        )
        for n, end in enumerate(ends)
    )

    assert names(chosen([one, other])) == ("path 0", doubts)


@pytest.mark.parametrize(
    ("first", "is_doubted"),
    [
        (Element(role="textbox", attributes={"id": "field-7"}), True),
        (Element(role="textbox", attributes={"id": "field-{what}"}), False),
    ],
)
def test_a_number_of_no_element_is_a_doubt(first: Element, is_doubted: bool) -> None:
    """`the 2nd field`: what is entered there does not say which one it is."""
    typing = PatternStep(
        n=1, action="type", target=first, value="{what}", slots=("what",)
    )

    _, doubts = names(chosen([match("typing", typing, kind="ordinal")]))

    assert any("no step uses" in why for why in doubts) is is_doubted


BOX = Element(
    role="textbox", name="City", attributes={"id": "city"}, container=("Send",)
)


@pytest.mark.parametrize(
    ("changed", "is_lacking"),
    [
        (BOX.model_copy(update={"attributes": {"id": "town"}}), False),
        (BOX.model_copy(update={"name": "Town", "container": ("Submit",)}), False),
        (BOX.model_copy(update={"container": ("提交",)}), False),
        (
            BOX.model_copy(
                update={"attributes": {"id": "town"}, "container": ("Submit",)}
            ),
            False,
        ),
        (Element(role="textbox", name="Town", attributes={"id": "town"}), True),
        (Element(role="button", name="City"), True),
    ],
)
def test_what_one_change_made_may_be_there(changed: Element, is_lacking: bool) -> None:
    asked = request(page=Page(elements=(changed,)))

    assert lacks_first(BOX, asked) is is_lacking


def asked_for(bindings: dict[str, str | list[str]]) -> PatternMatch:
    """A path that opens a row and enters a note in it."""
    slots = [Slot(slot_id=name, name=name, kind="text") for name in ("row", "note")]
    field = Element(role="textbox", name="Note")
    enter = PatternStep(n=2, action="type", target=field, value="{note}")
    steps = (
        click(1, Element(role="link", name="{row}"), "row"),
        enter.model_copy(update={"slots": ("note",)}),
    )
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="Note {note} on {row}",
        slots=tuple(slots),
        steps=steps,
        support=3,
        stats=Stats(wins=3),
    )
    lacking = tuple(one.name for one in slots if one.name not in bindings)
    return PatternMatch(pattern=pattern, bindings=bindings, unbound=lacking, score=0.9)


def test_a_value_that_the_task_lacks_is_asked_for() -> None:
    followed = chosen([asked_for({"row": "Tax"})])

    open_row, enter = followed.steps
    assert open_row.asks == ()
    assert (enter.asks, enter.value) == (("note",), "{note}")
    assert "the task gives no value for note" in names(followed)[1]


def test_a_path_with_all_of_its_values_goes_before() -> None:
    followed = chosen([asked_for({"row": "Tax"}), DIRECT])

    assert names(followed)[0] == "direct"


@pytest.mark.parametrize("wins", [1, 2, 3, 5, 21])
def test_more_successes_never_make_more_doubts(wins: int) -> None:
    found = asked_for({"row": "Tax", "note": "Paid"})
    more = {"support": wins, "stats": Stats(wins=wins)}
    grown = found.model_copy(update={"pattern": found.pattern.model_copy(update=more)})

    before = follow([asked_for({"row": "Tax", "note": "Paid"})], request("Press reply"))
    after = chosen([grown])

    assert before is not None
    assert wins < 3 or len(after.doubts) <= len(before.doubts)
