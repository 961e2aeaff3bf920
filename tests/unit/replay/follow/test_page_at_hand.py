"""What is not there yet, in another tab, or further down a list."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from kgmem import follow
from tests.unit.replay.form import FakeForm, FakeReports, button, followed, plan, press

TAB = "order=1 & opener=0"


# Lists that show what they are scrolled to ------------------------------------------


@dataclass
class LongList(FakeForm):
    """Two rows of six are shown."""

    top: int = 4

    def elements(self) -> list[dict[str, Any]]:
        return [button(f"/{n}", f"Row {n}") for n in (self.top, self.top + 1)]

    def scroll_on(self) -> bool:
        self.top = 0 if self.top == 4 else self.top + 2
        return self.top > 0


@pytest.mark.parametrize(
    ("name", "outcome"), [("Row 3", "success"), ("Row 9", "stopped")]
)
def test_lists_are_scrolled_from_their_top_to_their_end(
    name: str, outcome: str
) -> None:
    page = LongList({"list": []})

    done = follow(FakeReports(), plan(press(1, name)), page)

    assert done.outcome == outcome


# Tabs -------------------------------------------------------------------------------


@dataclass
class Tabbed(FakeForm):
    """A page of which each state is a tab."""

    turned: list[str | None] = field(default_factory=list)
    there: Sequence[str | None] = (None, TAB)

    def turn_to(self, tab: str | None) -> bool:
        self.turned.append(tab)
        if tab not in self.there:
            return False
        self.state = "second" if tab else "first"
        return True


TABS = {"first": [button("/1", "Accept")], "second": [button("/2", "Accept")]}


def test_a_step_in_another_tab_is_done_there() -> None:
    page = Tabbed(TABS)

    done = followed(page, press(1, "Accept", tab=TAB), press(2, "Accept"))

    assert done.outcome == "success"
    assert page.turned == [TAB, None]
    assert [path for _, path, _ in page.acts] == ["/2", "/1"]


def test_a_tab_that_is_not_there_stops_it_unless_the_step_may_be_left_out() -> None:
    alone = Tabbed(TABS, there=(None,))
    optional = press(1, "Accept", tab=TAB, need="optional")

    stopped = followed(alone, press(1, "Accept", tab=TAB))
    done = followed(alone, optional, press(2, "Accept"))

    assert (stopped.why, stopped.actions) == ("not located", 0)
    assert done.outcome == "success"
    assert alone.acts == [("click", "/1", None)]


@pytest.mark.parametrize(
    ("where", "why", "reason"),
    [
        ({"tab": TAB}, "out of reach", None),
        ({"frame": "name=pay"}, "not located",
         "step 1: not surely located: Accept, in the frame name=pay"),
    ],
    ids=["tab", "frame"],
)  # fmt: skip
def test_a_driver_stops_before_what_it_does_not_reach(
    where: dict[str, str], why: str, reason: str | None
) -> None:
    page = FakeForm({"start": [button("/1", "Accept")]})

    done = followed(page, press(1, "Accept", **where))

    assert (done.outcome, done.why, page.acts) == ("stopped", why, [])
    assert reason in (None, done.reason)
