"""LangGraph's long-term store, kept in a memory: items are facts about a namespace.

So they survive, are exported, forgotten and searched as everything else is, and pass
the redaction: a password in a value is a placeholder when it is read again. Namespaces
and keys are found by their digests, since they may look like a secret, too.
"""

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from kgmem import Fact, InvalidInput, Memory
from kgmem.agents import needs

with needs("langgraph", "a store of LangGraph"):
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )

SOURCE = "langgraph"
KIND = "namespace"
MOST_FOUND = 100
"""Items that a query ranks; others follow, the newest first."""
MOST_NAMESPACES = 100_000

Namespace = tuple[str, ...]
_LETTERS = str.maketrans("0123456789", "ghijklmnop")
_SPACES = re.compile(r"(?<= ) ")
"""Of several spaces, those after the first: a fact keeps one."""


class MemoryStore(BaseStore):
    """What all stores over a memory share."""

    __slots__ = ("_memory",)

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same as `batch`, in a worker thread."""
        return await asyncio.to_thread(self.batch, list(ops))


class KgmemStore(MemoryStore):
    """A `BaseStore` on a memory's space: `graph.compile(store=KgmemStore(memory))`.

    Items are searched by words and by meaning, whatever `index` says; `index=False`
    leaves an item out of what a query finds.
    """

    __slots__ = ()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """The results of these operations; what is put counts for the next batch, and
        the last put of a key counts."""
        results: list[Result] = []
        puts: dict[tuple[Namespace, str], PutOp] = {}
        for op in ops:
            results.append(self._result(op))
            if isinstance(op, PutOp):
                puts[op.namespace, op.key] = op
        for put in puts.values():
            self._put(put)
        return results

    def _result(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            kept = self._kept(op.namespace, op.key)
            return kept[0].item() if kept else None
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        return None

    def _kept(self, namespace: Namespace, key: str) -> list["StoredItem"]:
        """What is kept under a key, the newest first: more than one only where a put
        was interrupted."""
        about, what = subject_of(namespace), predicate_of(namespace, key)
        found = self._memory.facts(about=about, predicate=what)
        return sorted(_items(found), key=_newest)

    def _put(self, op: PutOp) -> None:
        before = self._kept(op.namespace, op.key)
        if op.value is not None:
            self._add(op, before[0].created_at if before else None)
        for old in before:
            self._memory.forget(fact_id=old.fact_id)

    def _add(self, op: PutOp, created_at: str | None) -> None:
        now = datetime.now(UTC).isoformat()
        told = {
            "value": op.value,
            "namespace": list(op.namespace),
            "key": op.key,
            "created_at": created_at or now,
            "updated_at": now,
            "searched": op.index is not False,
            "path": [digest(op.namespace[: n + 1]) for n in range(len(op.namespace))],
        }
        self._memory.add_triple(
            subject_of(op.namespace),
            predicate_of(op.namespace, op.key),
            _SPACES.sub(r"\\u0020", json.dumps(told, ensure_ascii=False)),
            source=SOURCE,
            subject_kind=KIND,
        )

    def _all(self, prefix: Namespace = ()) -> list["StoredItem"]:
        """The items below a namespace, the newest first."""
        wanted = digest(prefix)
        found: dict[str, StoredItem] = {}
        for entity in self._memory.entities(KIND, limit=MOST_NAMESPACES):
            for one in _items(self._memory.facts(about=entity.name)):
                known = found.get(one.place)
                is_newer = known is None or _newest(one) < _newest(known)
                if is_newer and (not prefix or wanted in one.path):
                    found[one.place] = one.below(prefix)
        return sorted(found.values(), key=_newest)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        held = [
            one
            for one in self._all(op.namespace_prefix)
            if matches_filter(one.value, op.filter)
        ]
        scores = self._scores(op.query) if op.query else {}
        held.sort(key=lambda one: -scores.get(one.fact_id, 0.0))
        chosen = held[op.offset : op.offset + op.limit]
        return [one.found(scores.get(one.fact_id)) for one in chosen]

    def _scores(self, query: str) -> dict[str, float]:
        hits = self._memory.search(
            query, kinds=("fact",), source=SOURCE, top_n=MOST_FOUND, expand=False
        )
        return {hit.id: hit.score for hit in hits if '"searched": true' in hit.text}

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        conditions = op.match_conditions or ()
        found = {
            one.namespace[: op.max_depth] if op.max_depth else one.namespace
            for one in self._all()
            if all(matches_path(one.namespace, condition) for condition in conditions)
        }
        return sorted(found)[op.offset : op.offset + op.limit]


class StoredItem:
    """An item as its fact holds it."""

    def __init__(self, fact: Fact, told: Mapping[str, Any]) -> None:
        self.fact_id = fact.fact_id
        self.place = f"{fact.subject} {fact.predicate}"
        """The same for the same namespace and key."""
        self.value: dict[str, Any] = told["value"]
        self.namespace: Namespace = tuple(told["namespace"])
        self.path: Sequence[str] = told["path"]
        self.key: str = told["key"]
        self.created_at: str = told["created_at"]
        self.updated_at: str = told["updated_at"]

    def below(self, prefix: Namespace) -> "StoredItem":
        """The same, its namespace begun as it was asked for."""
        self.namespace = (*prefix, *self.namespace[len(prefix) :])
        return self

    def item(self) -> Item:
        """As `get` gives it."""
        return Item(**self._fields())

    def found(self, score: float | None) -> SearchItem:
        """As `search` gives it."""
        return SearchItem(**self._fields(), score=score)

    def _fields(self) -> dict[str, Any]:
        return {
            "namespace": self.namespace,
            "key": self.key,
            "value": self.value,
            "created_at": datetime.fromisoformat(self.created_at),
            "updated_at": datetime.fromisoformat(self.updated_at),
        }


def digest(path: Sequence[str]) -> str:
    """What tells a path from others, in letters that look like no number."""
    found = sha256(json.dumps(list(path), ensure_ascii=False).encode()).hexdigest()
    return found[:16].translate(_LETTERS)


def subject_of(namespace: Namespace) -> str:
    """What the items of a namespace are facts about."""
    return f"{SOURCE} {digest(namespace)}"


def predicate_of(namespace: Namespace, key: str) -> str:
    """What an item is, among those of its namespace."""
    return f"item {digest((*namespace, key))}"


def _items(facts: Iterable[Fact]) -> Iterator[StoredItem]:
    for fact in facts:
        if fact.source == SOURCE and fact.object and fact.retracted_at is None:
            yield StoredItem(fact, json.loads(fact.object))


def _newest(one: StoredItem) -> float:
    return -datetime.fromisoformat(one.updated_at).timestamp()


def matches_filter(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Has an item what a filter asks of its fields?"""
    return all(_fits(value.get(key), want) for key, want in (wanted or {}).items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and any(key.startswith("$") for key in wanted):
        return all(_holds(value, operator, than) for operator, than in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(value, dict) and matches_filter(value, wanted)
    return bool(value == wanted)


def _holds(value: Any, operator: str, than: Any) -> bool:
    if operator == "$eq":
        return bool(value == than)
    if operator == "$ne":
        return bool(value != than)
    if value is None:
        return False
    compare = {
        "$gt": float.__gt__,
        "$gte": float.__ge__,
        "$lt": float.__lt__,
        "$lte": float.__le__,
    }.get(operator)
    if compare is None:
        raise InvalidInput(
            f"filter: {operator} is no operator; known: $eq, $ne, $gt, $gte, $lt, $lte"
        )
    return bool(compare(float(value), float(than)))


def matches_path(namespace: Namespace, condition: MatchCondition) -> bool:
    """Does a namespace begin, or end, like the path? `*` stands for any part."""
    path: Sequence[str] = condition.path
    if len(path) > len(namespace):
        return False
    is_prefix = condition.match_type == "prefix"
    part = (
        namespace[: len(path)] if is_prefix else namespace[len(namespace) - len(path) :]
    )
    return all(want in ("*", one) for one, want in zip(part, path, strict=True))
