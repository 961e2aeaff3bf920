"""An action as what is done to a tab."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin

from kgmem import Action
from kgmem.agents import ACTIONS, Traits, Turns
from kgmem_agents.browser.acting.entries import CantBeDone, Entries
from kgmem_agents.browser.acting.pointer import HELD_MS, POLL_MS, Pointer
from kgmem_agents.browser.acting.rest import LOAD_MS
from kgmem_agents.browser.acting.tab import ElementDict, PageTab

TICKED = frozenset({"checkbox", "radio"})
"""Types of inputs that a recording says to be typed into where it knows no more."""
_OFF = frozenset({"", "0", "false", "off", "no"})
FAILED = 500
"""Answers of a server from here on are no page."""


class Hands:
    """Acts on one tab."""

    def __init__(self, tab: PageTab) -> None:
        self._tab = tab
        self._page = tab.page
        self._pointer = Pointer(tab)
        self._entries = Entries(tab, self._pointer)

    def act(
        self,
        action: Action,
        element: ElementDict | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[None]:
        """Do it. Raises CantBeDone, Hindered, or what Playwright raises."""
        does = ACTIONS[action]
        loads: list[Any] = []

        def hear(load: Any) -> None:
            loads.append(load)

        if params.get("download"):
            self._page.on("download", hear)
        try:
            if does.points_at == "element" and element is not None:
                yield from self._on_element(does, element, value, params)
            else:
                yield from self._on_page(does, element, value, params)
            if params.get("download"):
                yield from self._await_download(loads)
        finally:
            if params.get("download"):
                self._page.remove_listener("download", hear)

    def click(self, index: int) -> Turns[None]:
        """Click where the element can be reached. Raises Hindered."""
        yield from self._pointer.click(index)

    def _on_element(
        self,
        does: Traits,
        element: ElementDict,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[None]:
        index = int(element["element_id"])
        is_text = does.enters == "text"
        if does.enters == "option" or (is_text and element["tag"] == "select"):
            by = params.get("option_by")
            yield from self._entries.select(index, value or "", by)
        elif is_text and element["attributes"].get("type") in TICKED:
            yield from self._entries.tick(
                index, is_on=(value or "").casefold() not in _OFF
            )
        elif is_text:
            yield from self._entries.type(index, element, value or "")
        elif does.enters == "file":
            yield from self._entries.upload(index, value or "")
        elif does.sets is not None:
            yield from self._entries.tick(index, does.sets == "on")
        elif does.presses:
            how = {"times": 2 if does.presses == "twice" else 1}
            held = HELD_MS if does.presses == "long" else 0
            yield from self._pointer.click(index, **how, held_ms=held, params=params)
        elif does.has_destination:
            end = params.get("destination")
            if end is None:
                raise CantBeDone("it is not told where to drag it to")
            yield from self._pointer.drag(index, int(end["element_id"]), params)
        else:
            yield from self._pointer.over(index, params.get("position"))

    def _on_page(
        self,
        does: Traits,
        element: ElementDict | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[None]:
        index = None if element is None else int(element["element_id"])
        if does.enters == "key" and value:
            yield from self._press(index, value)
        elif does.enters == "text" and value:
            yield self._page.keyboard.type(value)
        elif does.enters == "address" and value:
            yield from self._go(value)
        elif does.presses and params.get("position"):
            times = 2 if does.presses == "twice" else 1
            place = params["position"]
            yield from self._pointer.click_at(place, times=times, params=params)
        elif does.leads == "back":
            yield self._page.go_back(wait_until="domcontentloaded", timeout=LOAD_MS)
        elif does.moves == "view":
            is_up = "up" in (value or "").split()
            given = {"direction": "up"} if is_up else {}
            yield from self._pointer.scroll(index, {**given, **params})
        else:
            raise CantBeDone("it is nothing that can be done to a page")

    def _press(self, index: int | None, key: str) -> Turns[None]:
        if index is not None and not (yield from self._tab.ask(index, "focus")):
            raise CantBeDone("the element does not take the focus")
        yield self._page.keyboard.press(key)

    def _go(self, address: str) -> Turns[None]:
        """Load the page, and have it even where it is never loaded to its end."""
        whole = urljoin(self._page.url, address) if address[:1] in "/?#" else address
        how = {"wait_until": "domcontentloaded", "timeout": LOAD_MS}
        try:
            answer = yield self._page.goto(whole, **how)
        except Exception as error:
            if "Download is starting" in str(error):
                return
            raise
        if answer is not None and answer.status >= FAILED:
            raise CantBeDone(f"the page does not load: HTTP {answer.status}")

    def _await_download(self, loads: list[Any]) -> Turns[None]:
        waited = 0.0
        while not loads:
            if waited >= LOAD_MS:
                raise CantBeDone("no download has begun")
            yield self._page.wait_for_timeout(POLL_MS)
            waited += POLL_MS
