"""A mapping that grows by new versions of itself."""

import threading
from collections.abc import Callable, Iterator, Mapping, ValuesView
from itertools import islice
from typing import Any, Generic, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

K = TypeVar("K")
V = TypeVar("V")


class _Log(Generic[K, V]):
    """Entries in the order in which they came, each key once; only ever added to."""

    def __init__(self, entries: Mapping[K, V]) -> None:
        self.lock = threading.Lock()
        self.keys = list(entries)
        self.values = list(entries.values())
        self.places = {key: n for n, key in enumerate(self.keys)}

    def append(self, key: K, value: V) -> None:
        self.keys.append(key)
        self.values.append(value)
        self.places[key] = len(self.keys) - 1


class SharedMap(Mapping[K, V]):
    """A mapping that never changes. One with one more entry shares all that it has, so
    that growing one by one takes time in proportion to the entries, and whoever reads
    an older one meanwhile is not disturbed. Safe for threads.

    The method: all versions are beginnings of one log; each knows its length.
    """

    __slots__ = ("_log", "_size")

    def __init__(self, entries: Mapping[K, V] | None = None) -> None:
        self._log: _Log[K, V] = _Log(entries or {})
        self._size = len(self._log.keys)

    def with_entry(self, key: K, value: V) -> "SharedMap[K, V]":
        """The same with this value under the key. Constant time for a new key in the
        newest version; else linear."""
        if key not in self:
            log = self._log
            with log.lock:
                if len(log.keys) == self._size:
                    log.append(key, value)
                    return self._version(log, self._size + 1)
        elif self[key] == value:
            return self
        return SharedMap({**self, key: value})

    @classmethod
    def _version(cls, log: _Log[K, V], size: int) -> "SharedMap[K, V]":
        made = cls.__new__(cls)
        made._log, made._size = log, size
        return made

    def __getitem__(self, key: K) -> V:
        place = self._log.places[key]
        if place >= self._size:
            raise KeyError(key)
        return self._log.values[place]

    def __iter__(self) -> Iterator[K]:
        return islice(self._log.keys, self._size)

    def __len__(self) -> int:
        return self._size

    def values(self) -> ValuesView[V]:
        """Its values, in the order of its keys."""
        return _Values(self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return SharedMap, (dict(self),)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Takes any mapping of its types and is written as a dict."""
        key, value = source.__args__
        plain = handler.generate_schema(dict[key, value])  # type: ignore[valid-type]  # known when it runs
        return core_schema.union_schema(
            [
                core_schema.is_instance_schema(cls),
                core_schema.no_info_after_validator_function(cls, plain),
            ],
            mode="left_to_right",
            serialization=core_schema.plain_serializer_function_ser_schema(
                dict, return_schema=plain
            ),
        )


class _Values(ValuesView[V]):
    """Of a SharedMap, without a look-up for each."""

    _mapping: SharedMap[object, V]

    def __iter__(self) -> Iterator[V]:
        return islice(self._mapping._log.values, len(self._mapping))
