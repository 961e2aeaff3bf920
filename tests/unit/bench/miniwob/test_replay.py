"""Following a plan, and a recorded script, step by step."""

from collections.abc import Sequence
from typing import Any

import pytest
from kgmem_bench.pages.replay import HandOver, Replay
from kgmem_bench.pages.script import find, play

from kgmem import Element, Expectation, PlanStep
from kgmem.replay.locate.flow import locate
from tests.unit.bench.miniwob.pages import LOST, WON, FakePage, at_start, element


def step(n: int, name: str, **more: Any) -> PlanStep:
    target = Element(role="button", name=name, tag="button")
    return PlanStep(n=n, action="click", target=target, **more)


def click(path: str) -> tuple[str, str, None]:
    return ("click", path, None)


def followed(page: FakePage, steps: Sequence[PlanStep]) -> Replay:
    replay = Replay(at_start(page), locate)
    replay.follow(steps)
    return replay


def two_pages() -> FakePage:
    return FakePage(
        "open, then send",
        {
            "start": [element("/open", name="Open"), element("/x", name="Cancel")],
            "open": [element("/send", name="Send")],
        },
        {("start", click("/open")): "open", ("open", click("/send")): WON},
    )


def test_each_step_is_located_and_done() -> None:
    page = two_pages()

    replay = followed(page, [step(1, "Open"), step(2, "Send")])

    assert replay.verdict == WON
    assert page.acts == [click("/open"), click("/send")]
    assert replay.located[2].index == 0


def test_it_ends_with_the_episode() -> None:
    page = FakePage(
        "go", {"start": [element("/go", name="Go")]}, {("start", click("/go")): LOST}
    )

    replay = followed(page, [step(1, "Go"), step(2, "Go")])

    assert replay.verdict == LOST
    assert len(page.acts) == 1


def test_what_is_not_there_is_handed_over() -> None:
    page = two_pages()

    with pytest.raises(HandOver, match="step 2: not surely located: click Delete"):
        followed(page, [step(1, "Open"), step(2, "Delete")])

    assert page.acts == [click("/open")]


def test_an_optional_step_that_is_not_there_is_left_out() -> None:
    steps = [step(1, "Accept cookies", need="optional"), step(2, "Open")]
    page = two_pages()

    followed(page, steps)

    assert page.acts == [click("/open")]


def test_an_expectation_that_is_not_met_is_handed_over() -> None:
    expect = Expectation(texts=("Saved",))

    with pytest.raises(HandOver, match="did not show"):
        followed(two_pages(), [step(1, "Open", expect=expect), step(2, "Send")])


def test_an_expectation_that_is_met_goes_on() -> None:
    expect = Expectation(elements=(Element(role="button", name="Send"),))

    replay = followed(two_pages(), [step(1, "Open", expect=expect), step(2, "Send")])

    assert replay.verdict == WON


def pages_of_results(there: str) -> FakePage:
    """Three pages, each with `Next`; the result is on one of them."""
    states = {
        n: [element("/next", name="Next")]
        + ([element("/hit", name="Result")] if n == there else [])
        for n in "123"
    }
    leads = {("1", click("/next")): "2", ("2", click("/next")): "3"}
    return FakePage("find it", states, {**leads, (there, click("/hit")): WON})


@pytest.mark.parametrize(("there", "clicks"), [("1", 0), ("3", 2)])
def test_a_step_is_repeated_until_something_shows(there: str, clicks: int) -> None:
    until = Expectation(elements=(Element(role="button", name="Result"),))
    page = pages_of_results(there)

    replay = followed(page, [step(1, "Next", until=until), step(2, "Result")])

    assert replay.verdict == WON
    assert page.acts.count(click("/next")) == clicks


def test_a_repetition_without_end_is_handed_over() -> None:
    until = Expectation(texts=("Never",))

    with pytest.raises(HandOver, match="repeated"):
        followed(pages_of_results("1"), [step(1, "Next", until=until)])


def tabs(there: str) -> tuple[FakePage, list[PlanStep]]:
    """Three tabs, the first one open; a link is on one of them."""

    def shown(state: str) -> list[dict[str, Any]]:
        found = [
            element(
                f"/tab{n}",
                role="link",
                name=f"Tab {n}",
                attributes={"class": "tab", "aria-selected": str(n == state).lower()},
            )
            for n in "123"
        ]
        return found + ([element("/hit", name="Result")] if state == there else [])

    states = {n: shown(n) for n in "123"}
    leads = {(a, click(f"/tab{b}")): b for a in "123" for b in "123"}
    page = FakePage("find it", states, {**leads, (there, click("/hit")): WON})
    like = Element(role="link", tag="button", attributes={"class": "tab"})
    until = Expectation(elements=(Element(role="button", name="Result"),))
    search = PlanStep(n=1, action="click", target=like, until=until)
    return page, [search, step(2, "Result")]


@pytest.mark.parametrize(("there", "opened"), [("1", ""), ("2", "2"), ("3", "23")])
def test_one_like_element_after_the_other_is_tried_until_something_shows(
    there: str, opened: str
) -> None:
    page, steps = tabs(there)

    replay = followed(page, steps)

    assert replay.verdict == WON
    assert page.acts == [*(click(f"/tab{n}") for n in opened), click("/hit")]


def test_a_search_that_finds_nothing_is_handed_over() -> None:
    page, steps = tabs("nowhere")

    with pytest.raises(HandOver, match="none of its like is left"):
        followed(page, steps)

    assert page.acts == [click("/tab2"), click("/tab3")]


def test_another_way_is_taken_where_the_first_is_not_there() -> None:
    other = (step(1, "Open"),)
    page = two_pages()

    followed(page, [step(1, "Start", branches=(other,)), step(2, "Send")])

    assert page.acts == [click("/open"), click("/send")]


def test_an_action_that_the_driver_does_not_know_is_handed_over() -> None:
    with pytest.raises(HandOver, match="'key' is not done"):
        followed(two_pages(), [PlanStep(n=1, action="key", value="Enter")])


# A recorded script -------------------------------------------------------------------


def recorded(path: str, **more: Any) -> dict[str, Any]:
    return {"action": "click", "target": element(path, **more), "value": None}


def test_a_script_repeats_what_was_recorded() -> None:
    attempt = play(
        at_start(two_pages()), [recorded("/open"), recorded("/send")], "XPath"
    )

    assert (attempt.ending, attempt.actions) == ("succeeded", 2)


def test_a_script_that_misses_its_first_element_does_nothing() -> None:
    attempt = play(at_start(two_pages()), [recorded("/gone")], "XPath")

    assert (attempt.ending, attempt.actions) == ("declined", 0)


def test_elements_are_found_by_what_the_script_recorded() -> None:
    box = {"x": 50.0, "y": 0.0, "width": 10.0, "height": 10.0}
    page = FakePage(
        "",
        {"s": [element("/a", attributes={"id": "one"}), element("/b", box=box)]},
        {},
    )
    view = at_start(page).view()
    moved = element("/elsewhere", attributes={"id": "one"}, box=box)

    assert find(view, moved, "id") == 0
    assert find(view, moved, "place") == 1
    assert find(view, moved, "XPath") is None
