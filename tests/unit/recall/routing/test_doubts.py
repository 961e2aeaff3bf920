"""What speaks against replaying a pattern's path."""

from typing import Any

import pytest

from kgmem.model.experience import Stats
from kgmem.model.pattern import (
    Expectation,
    Membership,
    Pattern,
    PatternMatch,
    PatternStep,
    Slot,
)
from kgmem.model.trajectory import Element, Mark, Page
from kgmem.paths.fits import Look, look
from kgmem.paths.unfold import unfold
from kgmem.recall.routing.doubts import doubts_about, lacks_first
from kgmem.recall.unsettled.seen_words import SeenInApp
from tests.unit.recall.runs import request

QUERY = Element(role="textbox", name="Query")
GO = Element(role="button", name="Go")


def pattern(*steps: PatternStep, values: Any = (), **more: Any) -> Pattern:
    """Search for {what}; a member for each of its values."""
    members = {
        f"t{n}": Membership(bindings={"what": value}) for n, value in enumerate(values)
    }
    fields = {"template": "Search for {what}", "memberships": members, **more}
    return Pattern(
        pattern_id="p",
        name="search",
        support=fields.pop("support", max(1, len(values))),
        slots=(Slot(slot_id="s", name="what", kind="text", examples=tuple(values)),),
        steps=steps,
        **fields,
    )


def typing(**more: Any) -> PatternStep:
    return PatternStep(
        n=1, action="type", value="{what}", target=QUERY, slots=("what",), **more
    )


def clicking(target: Element | None = GO, n: int = 2, **more: Any) -> PatternStep:
    return PatternStep(n=n, action="click", target=target, **more)


def doubts(
    of: Pattern,
    value: str = "tea",
    page: Page | None = None,
    task: str = "find a mouse",
    **match: Any,
) -> list[str]:
    bound = {"what": value}
    steps = unfold(of.steps, of.slots, bound)
    given = {"bindings": bound, "score": 1.0, **match}
    found = PatternMatch(pattern=of, **given)
    asked = request(task, page=page)
    seen = SeenInApp.of(asked, {})
    return [*map(str, doubts_about(found, asked, steps, of.stats, seen))]


def test_path_that_its_values_explain_raises_no_doubt() -> None:
    assert doubts(pattern(typing(), clicking(), values=["salt"])) == []


@pytest.mark.parametrize(
    "target",
    [None, Element(), Element(role="button"), Element(role="button", ordinal=3)],
)
def test_element_of_which_nothing_is_told_is_a_doubt(target: Element | None) -> None:
    [why] = doubts(pattern(typing(), clicking(target), values=["salt"]))

    assert why == "nothing tells the element of step 2"


@pytest.mark.parametrize(
    "target",
    [
        Element(tag="i", attributes={"class": "icon-trash"}),
        Element(role="button", container=("Cart",)),
        Element(role="button", test_id="go"),
    ],
)
def test_element_without_a_name_that_something_tells_is_none(target: Element) -> None:
    assert doubts(pattern(typing(), clicking(target), values=["salt"])) == []


@pytest.mark.parametrize("values", [["salt"], ["salt", "rice", "oats", "milk"]])
def test_new_value_that_no_step_uses_is_a_doubt(values: list[str]) -> None:
    known = pattern(clicking(n=1), values=values)

    [why] = doubts(known)

    assert "no step uses 'tea'" in why
    assert doubts(known, "salt") == []


@pytest.mark.parametrize("name", ["Book for $1019", "3月5日", "Mail ada@x.org"])
def test_amounts_and_dates_in_what_a_single_run_clicked_are_a_doubt(name: str) -> None:
    target = Element(role="button", name=name)

    single = doubts(pattern(typing(), clicking(target), values=["salt"]))
    several = doubts(pattern(typing(), clicking(target), values=["salt", "rice"]))

    assert [name in why for why in single] == [True]
    assert several == []


def test_number_in_what_a_single_run_clicked_is_none() -> None:
    target = Element(role="link", name="{{1}} Active tickets")

    assert doubts(pattern(typing(), clicking(target), values=["salt"])) == []


def test_what_a_single_run_typed_without_a_reason_is_a_doubt() -> None:
    typed = PatternStep(n=1, action="type", value="Oslo", target=QUERY)

    found = doubts(pattern(typed, typing().model_copy(update={"n": 2}), values=["x"]))

    assert found == ["'Oslo' may be of its one run alone"]


def test_other_words_than_those_of_a_single_run_are_a_doubt() -> None:
    path = (typing(), clicking())

    [why] = doubts(pattern(*path, values=["salt"]), score=0.85)

    assert "not worded as its one run" in why
    assert doubts(pattern(*path, values=["salt", "rice"]), score=0.85) == []


def test_words_that_are_a_doubt_themselves_are_no_other_wording_besides() -> None:
    once = pattern(typing(), clicking(), values=["salt"], template="Buy 3 of {what}")

    found = doubts(once, task="Buy 4 of tea", score=0.85, unexplained=("4",))

    assert found == ["nothing explains '4' in the task"]


def test_new_value_where_one_of_several_runs_alone_had_anything_is_a_doubt() -> None:
    path = (typing(), clicking())
    lacking = {"other": Membership(bindings={})}
    members = {"one": Membership(bindings={"what": "salt"}), **lacking}
    more = {"values": ["salt"], "support": 2, "memberships": members}
    both = pattern(*path, template="Search, {what}", **more)

    found = doubts(both)

    assert found == ["nothing explains 'tea' in the task"]
    assert doubts(both, "salt") == []
    assert doubts(pattern(*path, **more)) == []


@pytest.mark.parametrize(
    ("value", "doubted"),
    [
        ("green tea from the far south", 1),
        ("green tea", 0),
        ("salt and rice", 0),
    ],
)
def test_a_clause_in_the_place_of_the_one_known_value_is_a_doubt(
    value: str, doubted: int
) -> None:
    path = (typing(), clicking())

    assert len(doubts(pattern(*path, values=["salt"]), value)) == doubted
    assert not doubts(pattern(*path, values=["salt", "rice"]), value)


@pytest.mark.parametrize(
    ("element", "doubted"),
    [
        ({"role": "link", "name": "{what} drops every night"}, 1),
        ({"role": "link", "name": "{what} drops every night", "tag": "a"}, 0),
        ({"role": "link", "name": "{what}"}, 0),
    ],
)
def test_a_name_around_a_value_that_no_driver_saw_is_a_doubt(
    element: dict[str, str], doubted: int
) -> None:
    open_it = clicking(Element.model_validate(element), n=1, slots=("what",))

    assert len(doubts(pattern(open_it, values=["salt"]))) == doubted


@pytest.mark.parametrize(("shown", "doubted"), [("Sand and Stone", 0), ("Sand", 2)])
def test_a_long_value_that_the_page_shows_is_no_doubt(shown: str, doubted: int) -> None:
    item = clicking(Element(role="link", name="{what}"), n=1, slots=("what",))
    page = Page(elements=(link("Sand"), link(shown)))
    known = pattern(item, values=["salt", "rice"])

    found = doubts(known, "Sand and Stone", page=page, unexplained=("and Stone",))

    assert len(found) == doubted


def test_step_that_failed_in_most_replays_is_a_doubt() -> None:
    failing = clicking(wins=1, losses=2)

    [why] = doubts(pattern(typing(), failing, values=["salt", "rice"]))

    assert why == "its step 2 failed in 2 of 3 replays"
    assert doubts(pattern(typing(), clicking(losses=2), values=["salt", "rice"])) == []


def test_app_in_which_it_was_never_done_is_a_doubt() -> None:
    across = pattern(typing(), values=["salt"], app_stats={"shop": Stats(wins=3)})

    [why] = doubts(across)

    assert "never done in" in why


def test_opening_what_is_open_already_is_a_doubt_after_a_single_run() -> None:
    tab = clicking(Element(role="tab", name="Drinks"), n=1)
    item = clicking(Element(role="link", name="{what}"), slots=("what",))
    shown = Page(elements=(Element(role="tab", name="Drinks"), link("tea")))
    hidden = Page(elements=(Element(role="tab", name="Drinks"), link("milk")))

    [why] = doubts(pattern(tab, item, values=["salt"]), page=shown)

    assert why == "what step 2 is about is on the page at hand already"
    assert doubts(pattern(tab, item, values=["salt"]), page=hidden) == []
    assert doubts(pattern(tab, item, values=["salt", "rice"]), page=shown) == []


def test_opening_until_it_shows_what_is_open_already_is_no_doubt() -> None:
    named = Element(role="link", name="{what}")
    tabs = Element(role="tab", attributes={"class": "tab"})
    until = Expectation(elements=(named,))
    search = clicking(tabs, n=1, until=until, slots=("what",))
    page = Page(elements=(Element(role="tab", name="Drinks"), link("tea")))
    known = pattern(search, clicking(named, slots=("what",)), values=["salt"])

    assert "on the page at hand already" not in " ".join(doubts(known, page=page))


def link(name: str) -> Element:
    return Element(role="link", name=name)


def test_filling_in_before_a_choice_that_is_there_is_no_doubt() -> None:
    item = clicking(Element(role="link", name="{what}"), slots=("what",))
    page = Page(elements=(QUERY, link("tea")))

    assert doubts(pattern(typing(), item, values=["salt"]), page=page) == []


def test_choosing_before_a_button_that_is_always_there_is_no_doubt() -> None:
    choice = PatternStep(
        n=1,
        action="select",
        value="{what}",
        target=Element(role="combobox", name="Kind"),
        slots=("what",),
    )
    item = clicking(Element(role="link", name="{what}"), slots=("what",))
    page = Page(elements=(Element(role="combobox", name="Kind"), link("tea")))

    assert doubts(pattern(choice, item, values=["salt"]), page=page) == []


@pytest.mark.parametrize(
    ("address", "lacks"), [("/admin", False), ("/wiki", True), ("#", True)]
)
def test_a_link_to_the_same_address_may_be_first(address: str, lacks: bool) -> None:
    target = Element(role="link", name="Admin", attributes={"href": "/admin"})
    there = Element(role="link", name="管理", attributes={"href": address})

    assert lacks_first(target, request(page=Page(elements=(there,)))) is lacks


@pytest.mark.parametrize(("mark", "lacks"), [("3f9ac", False), ("00000", True)])
def test_what_is_hidden_on_a_page_is_known_by_its_hash(mark: str, lacks: bool) -> None:
    target = link("[REDACTED:phone#2~d12.3f9ac]")
    shown = Page(elements=(link("234-851-5952"),))
    hidden = Page(elements=(link(f"[REDACTED:phone#1~d12.{mark}]"),))

    assert lacks_first(target, request(page=shown, hidden_page=hidden)) is lacks


def test_elements_at_hand_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Element] = []

    def noting(element: Element) -> Look:
        seen.append(element)
        return look(element)

    monkeypatch.setattr("kgmem.recall.request.look", noting)
    asked = request(page=Page(elements=(QUERY, GO)))

    lacking = [lacks_first(one, asked) for one in (QUERY, GO, link("tea"))]

    assert lacking == [False, False, True]
    assert seen == [QUERY, GO]


def test_a_value_within_a_word_of_the_one_runs_element_is_a_doubt() -> None:
    link = clicking(Element(role="link", name="OrderGuideHistory"))

    [why] = doubts(pattern(typing(), link, values=["order guide"]), "price list")

    assert why == "'OrderGuideHistory' may be of its one run alone"
    several = pattern(typing(), link, values=["order guide", "price list"])
    assert doubts(several, "price list") == []


def test_another_form_of_a_word_is_no_value_within_it() -> None:
    posts = clicking(Element(role="link", name="All posts"))

    assert doubts(pattern(typing(), posts, values=["post"]), "page") == []


def test_the_same_label_in_another_row_does_not_show_it_already() -> None:
    turn = clicking(Element(role="link", name="Next"), n=1)
    data = Element(tag="a", role="link", container=("Size", "{what}"))
    found = pattern(turn, clicking(data, slots=("what",)), values=["salt"])

    def page(row: str) -> Page:
        shown = data.model_copy(update={"name": "42", "container": ("Size:", row)})
        return Page(elements=(Element(role="link", name="Next"), shown))

    assert doubts(found, page=page("rice Size: Colour:")) == []
    [why] = doubts(found, page=page("tea Size: Colour:"))
    assert why == "what step 2 is about is on the page at hand already"


@pytest.mark.parametrize(
    ("need", "expected"), [("required", []), ("optional", ["unused"])]
)
def test_a_number_that_a_needed_step_counts_to_is_used(
    need: Any, expected: list[str]
) -> None:
    mark = Mark(kind="#", at="/p/b", nth=0, of=1, turns="up", times=2)
    plus = clicking(expect=Expectation(marks=(mark,)), n=1, need=need)
    counted = pattern(plus, clicking(), values=("3", "5"))
    asked = PatternMatch(pattern=counted, bindings={"what": "7"}, score=1.0)

    wanted = request("Search for 7")
    seen = SeenInApp.of(wanted, {})
    found = doubts_about(asked, wanted, [], counted.stats, seen)

    assert [one.code for one in found] == expected
