"""A few answers kept in memory, by space."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """The `most` values that were used last; the first part of a key is its space.
    Thread-safe. An OrderedDict rather than cachetools' LRUCache, which is slower and
    would have to be wrapped all the same, for `drops`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Hashable, ...], V] = OrderedDict()
        self._lock = Lock()
        self.drops = 0
        """How often something was dropped; `put` asks for it."""

    def peek(self, key: tuple[Hashable, ...]) -> V | None:
        """The value, if it is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def get(self, key: tuple[Hashable, ...], make: Callable[[], V]) -> V:
        """The value, made if it is not kept."""
        known = self.peek(key)
        if known is not None:
            return known
        drops = self.drops
        made = make()
        self.put(key, made, drops)
        return made

    def put(self, key: tuple[Hashable, ...], value: V, drops: int) -> None:
        """Keep a value that was made when there had been so many `drops`, but not if
        there were more since: it may have been made of what was dropped. The one that
        was used longest ago may go."""
        with self._lock:
            if drops != self.drops:
                return
            self._kept[key] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(
        self, space: str, about: Callable[[object], bool] = lambda _: True
    ) -> None:
        """Keep nothing of a space any more; of values whose key has a second part,
        those `about` which it says so."""
        with self._lock:
            self.drops += 1
            for key in [one for one in self._kept if one[0] == space]:
                if len(key) == 1 or about(key[1]):
                    del self._kept[key]

    def drop_each(self, space: str, names: Iterable[Hashable]) -> None:
        """Keep nothing under these keys of a space any more: quicker than a look at
        all that is kept."""
        with self._lock:
            self.drops += 1
            for name in names:
                self._kept.pop((space, name), None)
