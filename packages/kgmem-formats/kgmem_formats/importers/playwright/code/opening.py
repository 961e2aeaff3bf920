"""Tabs, downloads and file choosers that a script's acts open."""

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.code.values import (
    Awaiting,
    Downloaded,
    FileChoice,
    PagePart,
    Unknown,
)
from kgmem_formats.importers.playwright.tabs import TabPlace
from kgmem_formats.importers.steps import Steps

_TABS = ("popup", "page")


class OpenedTabs:
    """Numbers tabs by the order in which they are opened."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._count = 0

    def first(self) -> TabPlace:
        """The page that the run begins in."""
        self._count = max(self._count, 1)
        return TabPlace(0)

    def opened(self, opener: TabPlace | None) -> TabPlace:
        """One more; the first is where the run begins."""
        self._count += 1
        order = self._count - 1
        return TabPlace(order, opener.order if opener and order else None)

    def waits(self, kind: str, tab: TabPlace) -> Awaiting:
        """The script waits for something while it acts."""
        self.first()
        return Awaiting(kind, tab, len(self._steps.steps))

    def resolved(self, event: Awaiting) -> object:
        """What came: told of by the step before."""
        if event.value is None:
            event.value = self._came(event)
        return event.value

    def _came(self, event: Awaiting) -> object:
        if event.kind in _TABS:
            return PagePart(self.opened(event.tab))
        if event.kind == "filechooser":
            return FileChoice(event.since, event.tab)
        if event.kind == "download":
            self._downloaded(event)
            return Downloaded()
        if event.kind == "dialog":
            raise InvalidInput("a dialog that is answered after it was waited for")
        return Unknown()

    def _downloaded(self, event: Awaiting) -> None:
        if len(self._steps.steps) <= event.since:
            raise InvalidInput("a download that nothing began")
        last = self._steps.steps[-1]
        self._steps.last(params={**last.params, "download": True})
