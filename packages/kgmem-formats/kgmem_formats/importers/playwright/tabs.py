"""Tabs of a recording."""

from dataclasses import dataclass

from kgmem.formats import told_place


@dataclass(frozen=True, slots=True)
class TabPlace:
    """A page: the n-th that was opened."""

    order: int
    opener: int | None = None

    @property
    def told(self) -> str | None:
        """As an element says it; None: the one that the run began in."""
        if not self.order:
            return None
        place = {"order": self.order, "opener": self.opener}
        return told_place([{k: v for k, v in place.items() if v is not None}])


class TabPlaces:
    """Numbers the tabs of a recording that has a name for each, as they are opened."""

    def __init__(self) -> None:
        self._known: dict[str, TabPlace] = {}

    def open(self, key: str, opener: str | None = None) -> TabPlace:
        """The tab of this name; a new one is the next that was opened."""
        if key not in self._known:
            order = len(self._known)
            by = self._known.get(opener) if opener else None
            self._known[key] = TabPlace(order, by.order if by and order else None)
        return self._known[key]

    def told(self, key: str) -> str | None:
        """As an element says it; None: the one that the run began in."""
        return self.open(key).told
