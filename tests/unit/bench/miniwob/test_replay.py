"""A recorded script, and an episode as a page on which a plan is followed."""

from typing import Any

from kgmem_bench.pages.replay import EpisodeDriver
from kgmem_bench.pages.script import find, play

from tests.unit.bench.miniwob.pages import WON, FakePage, at_start, element


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


# A recorded script -------------------------------------------------------------------


def recorded(path: str, **more: Any) -> dict[str, Any]:
    return {"action": "click", "target": element(path, **more), "value": None}


def test_a_script_repeats_what_was_recorded() -> None:
    attempt = play(
        at_start(two_pages()), [recorded("/open"), recorded("/send")], "XPath"
    )

    assert (attempt.ending, attempt.actions) == ("succeeded", 2)


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
