"""So many at a time, of what may have no end."""

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in their order, `size` of them together, the last ones as left."""
    iterator = iter(items)
    while batch := list(itertools.islice(iterator, size)):
        yield batch
