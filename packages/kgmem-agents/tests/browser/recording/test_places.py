"""Frames and tabs are told by what they are known by."""

from dataclasses import dataclass, field
from typing import Any

from kgmem_agents.browser.recording.places import TabsHeard, frame_text


@dataclass(eq=False)
class Frame:
    name: str = ""
    parent_frame: Any = None
    child_frames: list[Any] = field(default_factory=list)

    def holding(self, name: str) -> "Frame":
        self.child_frames.append(Frame(name, self))
        return self.child_frames[-1]  # type: ignore[no-any-return]


def test_a_page_tells_its_frames() -> None:
    chain = [{"id": "", "name": "pay", "index": 0}, {"src": "/in", "index": 1}]

    assert frame_text(chain, None) == "name=pay & index=0 >> src=/in & index=1"


def test_what_it_does_not_know_the_browser_does() -> None:
    page = Frame()
    page.holding("one")
    inner = page.holding("two").holding("three")

    told = frame_text(None, inner)

    assert told == "name=two & index=1 >> name=three & index=0"


def test_tabs_are_counted_as_they_open() -> None:
    tabs = TabsHeard("first", ["before"])
    tabs.opened("second")
    tabs.acted_in(tabs.order("second"))
    tabs.opened("third")

    assert [tabs.order(one) for one in ("first", "second", "third")] == [0, 1, 2]
    assert tabs.text(0, "http://a/") is None
    assert tabs.text(2, "http://c/?q=1#x") == "order=2 & opener=1 & url=http://c/"
    assert tabs.text(2, "http://d/") == "order=2 & opener=1 & url=http://c/"


def test_a_tab_that_was_open_before_has_no_order() -> None:
    tabs = TabsHeard("first", ["before"])

    assert tabs.text(tabs.order("before"), "http://b/") == "url=http://b/"


def test_an_empty_tab_is_told_by_its_address_once_it_has_one() -> None:
    tabs = TabsHeard("first", [])
    tabs.opened("second")

    assert "about:blank" in (tabs.text(1, "about:blank") or "")
    assert tabs.text(1, "http://b/") == "order=1 & opener=0 & url=http://b/"
