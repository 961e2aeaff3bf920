"""Which tab a step is done in, by the tabs that a history lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgmem.formats import list_of, mapping_of, text_of, told_place

_BLANK = ("", "about:blank", "chrome://newtab", "chrome://new-tab-page")
_NAMES = ("target_id", "tab_id", "page_id")


@dataclass(slots=True)
class Tab:
    """A tab of the run."""

    order: int | None
    """It was the n-th that was opened; 0: the run began in it; None: it was there
    before the run, beside that one."""
    opener: int | None = None
    url: str | None = None
    title: str | None = None

    def told(self) -> str | None:
        """As `Element.tab`."""
        if self.order == 0:
            return None
        title = self.title if self.order is None else None
        return told_place([{"order": self.order, "opener": self.opener,
                            "url": self.url, "title": title}])  # fmt: skip


@dataclass(slots=True)
class Tabs:
    """The tabs of one run, as they come up."""

    _known: dict[str, Tab] = field(default_factory=dict)
    _now: Tab = field(default_factory=lambda: Tab(0))
    _opened: int = 0
    _awaited: Tab | None = None
    """A tab that was opened and is not listed yet."""

    def told(self) -> str | None:
        """The tab at hand, as `Element.tab`."""
        return self._now.told()

    def see(self, state: Mapping[str, object]) -> None:
        """Take in a state's `url` and `tabs`."""
        listed = {
            key: one
            for one in map(mapping_of, list_of(state.get("tabs")))
            if (key := _key(one))
        }
        url = text_of(state.get("url"))
        if listed and not self._known:
            self._begin(listed, url)
        for key, one in listed.items():
            if key not in self._known:
                self._known[key] = self._new(one)
            tab = self._known[key]
            tab.url = text_of(one.get("url")) or tab.url
            tab.title = text_of(one.get("title")) or tab.title
        self._find([self._known[key] for key in listed], url)

    def _begin(
        self, listed: Mapping[str, Mapping[str, object]], url: str | None
    ) -> None:
        """Take the tabs that are listed first as those that the run began with."""
        at = next((k for k, one in listed.items() if one.get("url") == url), None)
        self._known = {key: Tab(None) for key in listed}
        self._known[at or next(iter(listed))] = self._now

    def _new(self, one: Mapping[str, object]) -> Tab:
        if self._awaited is not None:
            found, self._awaited = self._awaited, None
            return found
        parent = text_of(one.get("parent_target_id") or one.get("parent_tab_id"))
        opener = self._known.get((parent or "")[-4:], self._now)
        return self.open(text_of(one.get("url")), opener, is_listed=True)

    def _find(self, listed: list[Tab], url: str | None) -> None:
        """Which of the listed ones is at hand, if it is not the same as before."""
        self._awaited = None
        if not listed or (self._now in listed and self._now.url == url):
            return
        fitting = [one for one in listed if one.url == url]
        if fitting:
            self._now = fitting[-1]
        elif self._now not in listed:
            self._now = listed[-1]

    def open(
        self, url: str | None, opener: Tab | None = None, is_listed: bool = False
    ) -> Tab:
        """One more tab, opened from the one at hand."""
        self._opened += 1
        found = Tab(self._opened, (opener or self._now).order, url)
        if not is_listed:
            self._awaited = found
        return found

    def navigate_anew(self, url: str) -> None:
        """Go to an address in a new tab, which a blank one counts as."""
        if (self._now.url or "").rstrip("/") not in _BLANK or self._now.url is None:
            self._now = self.open(url)

    def switch(self, key: object) -> bool:
        """Go to the tab of this number or name; False if it is not known."""
        found = self._known.get(str(key)[-4:])
        self._now = found or self._now
        return found is not None

    def see_listed(self, key: str, url: str, is_current: bool) -> None:
        """A tab that an answer lists. One that was not there before is the one that was
        asked for, or was opened from the one at hand."""
        if key not in self._known:
            self._known[key] = self._found(url, is_current)
        self._known[key].url = url
        if is_current:
            self._now = self._known[key]

    def _found(self, url: str, is_current: bool) -> Tab:
        if self._awaited is not None:
            return self._new({}) if is_current else Tab(None)
        return self.open(url, is_listed=True) if self._known else self._now

    def begin_anew(self) -> None:
        """The run begins in a tab of its own: those listed before are not in it."""
        self._known = {key: Tab(None) for key in self._known}
        self._now = self._awaited = Tab(0)

    def begin_here(self) -> None:
        """Another run begins in the tab at hand, beside those that are listed."""
        now = Tab(0, url=self._now.url)
        self._known = {
            key: now if tab is self._now else Tab(None, url=tab.url, title=tab.title)
            for key, tab in self._known.items()
        }
        self._now, self._opened, self._awaited = now, 0, None

    def close(self, key: object) -> None:
        """Take a tab out of the row; those behind it move up by one."""
        places = list(self._known)
        gone = next((k for k, one in self._known.items() if one is self._now), "")
        gone = gone if key is None else str(key)
        left = [one for place, one in self._known.items() if place != gone]
        self._known = dict(zip(places, left, strict=False))
        if left and self._now not in left:
            self._now = left[-1]


def _key(one: Mapping[str, object]) -> str | None:
    """What tells a tab from the others: the end of its name, or its number."""
    found = next((one[name] for name in _NAMES if one.get(name) is not None), None)
    return None if found is None else str(found)[-4:]
