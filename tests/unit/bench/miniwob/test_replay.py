"""A recorded script, and an episode as a page on which a plan is followed."""

from typing import Any

from kgmem_bench.pages.replay import EpisodeDriver
from kgmem_bench.pages.script import find, play

from tests.unit.bench.miniwob.pages import LOST, WON, FakePage, at_start, element


def click(path: str) -> tuple[str, str, None]:
    return ("click", path, None)


def two_pages() -> FakePage:
    return FakePage(
        "open, then send",
        {
            "start": [element("/open", name="Open"), element("/x", name="Cancel")],
            "open": [element("/send", name="Send")],
        },
        {("start", click("/open")): "open", ("open", click("/send")): WON},
    )


def test_what_is_done_to_an_episode_is_done_to_its_page() -> None:
    page = two_pages()
    driver = EpisodeDriver(at_start(page))

    done = driver.act("click", driver.elements()[0], None, {})

    assert done
    assert page.acts == [click("/open")]
    assert driver.landed() is None


def test_an_episode_that_ended_shows_nothing_more() -> None:
    page = FakePage(
        "go", {"start": [element("/go", name="Go")]}, {("start", click("/go")): LOST}
    )
    driver = EpisodeDriver(at_start(page))

    driver.act("click", driver.elements()[0], None, {})

    assert driver.landed() is False
    assert driver.elements() == ()


def test_what_ended_the_episode_was_done_though_it_could_not_be_finished() -> None:
    class Closing(FakePage):
        def act(self, *told: Any) -> bool:
            super().act(*told)
            return False

    field = element("/day", name="Day")
    typed = ("type", "/day", "May 3")
    page = Closing("focus", {"start": [field]}, {("start", typed): WON})
    driver = EpisodeDriver(at_start(page))

    assert driver.act("type", driver.elements()[0], "May 3", {})


def test_an_action_that_needs_no_element_is_not_done() -> None:
    driver = EpisodeDriver(at_start(two_pages()))

    assert not driver.act("key", None, "Enter", {})


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
