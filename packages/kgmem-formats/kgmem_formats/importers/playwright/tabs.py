"""Tabs of a recording."""

from kgmem.formats import told_place


class TabPlaces:
    """Numbers the tabs of a recording that has a name for each, as they are opened."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, object]] = {}
        """The n-th that was opened, and from which."""

    def open(self, key: str, opener: str | None = None) -> None:
        """The tab of this name; a new one is the next that was opened."""
        place: dict[str, object] = {"order": len(self._known)}
        if self._known and opener in self._known:
            place["opener"] = self._known[opener]["order"]
        self._known.setdefault(key, place)

    def told(self, key: str) -> str | None:
        """As an element says it; None: the one that the run began in."""
        self.open(key)
        place = self._known[key]
        return told_place([place]) if place["order"] else None
