"""SearchStore: what search asks of the graph, in its words."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from kgmem.graph.finding.found import Item, Kind
from kgmem.graph.store import GraphStore
from kgmem.model.keys.identity import alias_id
from kgmem.ports import Row

T = TypeVar("T")

HUB = 24
"""An entity that so many things of one sort name, or are about, leads to none of
them: it tells too little."""
RARE = 8
"""The same where the entity is only named on both sides, and where it is known by a
name that the text may mean otherwise."""
HEADS, FEW = 8, 2
"""First parts of a document that its subject leads to. What seeds only name leads to
so many, too, while that makes HEADED parts at most; else to fewer, but for FEW."""
HEADED = 64

Ids = Mapping[str, Sequence[str]]
"""Ids by kind."""


@dataclass(frozen=True, slots=True)
class EntityLead:
    """An entity, and what leads to it."""

    how: str
    """`asked`: the query names it; `about`, `names`: a seed is about it, or names
    it."""
    source: str
    """The seed's id; of `asked`, the name's key in the query."""
    entity_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Reached:
    """Something that an entity or a seed leads to."""

    item: Item
    how: str
    """`about`, `names`: it is about the entity, or names it; `next`: it stands next to
    the seed in a document; `states`, `stated`: the seed states it, or it the seed."""
    source: str
    """The entity's id, or the seed's."""
    degree: int
    """To how many the entity leads in this way."""
    named: int
    """How many parts of documents name the entity, up to HUB."""
    name: str | None = None
    """The entity's."""
    key: str | None = None
    """The one of `Start.said` that led there."""


@dataclass(frozen=True, slots=True)
class Start:
    """What is followed."""

    subjects: Sequence[str]
    """Ids of entities that the query names or that seeds are about."""
    objects: Sequence[str]
    """Ids of entities that seeds name."""
    said: Sequence[str]
    """Keys of further names that seeds may hold."""
    best: Ids
    """Ids of the seeds."""
    own: Mapping[str, str] = field(default_factory=dict)
    """By subject the one document whose parts alone lead to it: these need not be led
    to from there."""

    def __bool__(self) -> bool:
        return any((self.subjects, self.objects, self.said, *self.best.values()))


class SearchStore:
    """All operations are scoped to a space; each is one round trip."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def seeds(
        self, space: str, found: Ids, best: Ids, keys: Sequence[str]
    ) -> tuple[list[Item], list[EntityLead]]:
        """What of `found` the graph knows, and the entities that `keys` and the
        `best` of it lead to."""
        best = {f"top_{kind}": ids for kind, ids in best.items()}
        ids = {f"{kind}s": _same(i) for kind, i in {**found, **best}.items()}
        ids |= {"keys": _same(keys)}
        ids |= {"aliases": {key: alias_id(space, key) for key in keys}}
        looked = {name: ids.get(param, {}) for name, param in _SEEDS.items()}
        led = list(self._led(space, looked, _SEEDS, _seed))
        items = [one for one in led if isinstance(one, Item)]
        return items, [one for one in led if isinstance(one, EntityLead)]

    def reached(self, space: str, start: Start, kinds: Sequence[str]) -> list[Reached]:
        """What these entities, and these seeds, lead to, of these kinds."""
        entities = _same([*start.subjects, *start.objects])
        chunks, facts, messages = (
            _same(start.best.get(kind, ())) for kind in ("chunk", "fact", "message")
        )
        heads = _heads(start)
        looked: dict[str, Mapping[str, object]] = {
            "reached_subjects": {
                key: {"id": key, "own": start.own.get(key, "")}
                for key in start.subjects
            },
            "reached_named": {k: {"id": k, "heads": heads} for k in start.objects},
            "reached_said": {k: {"id": k, "heads": heads} for k in start.said},
            "reached_facts_about": entities,
            "reached_facts_naming": entities,
            "reached_tasks": entities,
            "reached_messages": entities,
            "reached_beside": chunks,
            "reached_said_beside": messages,
            "reached_stated": chunks,
            "reached_stating": facts,
        }
        wanted = {k: v for k, v in looked.items() if REACHED[k] in kinds}
        params = {name: name.removeprefix("reached_") for name in wanted}
        bounds = {"hub": HUB, "rare": RARE, "all_heads": HEADS}
        items: dict[str, Item] = {}
        make = partial(_reached, items=items)
        return list(self._led(space, wanted, params, make, **bounds))

    def _led(
        self,
        space: str,
        looked: Mapping[str, Mapping[str, object]],
        params: Mapping[str, str],
        make: Callable[[Row], Iterable[T]],
        **bounds: int,
    ) -> Iterator[T]:
        """What queries give, in their order; `looked` has by query what each looks up,
        and what it sends to look that up; `params` the parameter that takes it. What
        is kept is not read again."""
        kept = self._store.kept.searched
        drops = kept.drops
        keys = {
            (name, source): f"{name} {sent}"
            for name, sources in looked.items()
            for source, sent in sources.items()
        }
        known = kept.of(space, keys.values())
        new: dict[str, list[T]] = {}
        lacking: dict[str, list[object]] = {}
        for (name, source), key in keys.items():
            if key not in known:
                new[key] = []
                lacking.setdefault(name, []).append(looked[name][source])
        sent = {params[name]: ids for name, ids in lacking.items()}
        for row in self._store.read_any(list(lacking), space=space, **sent, **bounds):
            new[keys[row["query"], row.get("key") or row["source"]]] += make(row)
        kept.put(space, {key: tuple(found) for key, found in new.items()}, drops)
        read = {**known, **new}
        return (one for key in keys.values() for one in read[key])


_SEEDS = {
    "seed_chunks": "chunks",
    "seed_facts": "facts",
    "seed_tasks": "tasks",
    "seed_messages": "messages",
    "seed_events": "events",
    "seed_profiles": "profiles",
    "seed_keys": "keys",
    "seed_aliases": "aliases",
    "seed_subjects_of_chunks": "top_chunks",
    "seed_names_in_chunks": "top_chunks",
    "seed_subjects_of_facts": "top_facts",
    "seed_names_in_facts": "top_facts",
    "seed_names_in_tasks": "top_tasks",
    "seed_names_in_messages": "top_messages",
}
"""What each query about seeds looks up."""
REACHED = {
    "reached_subjects": "chunk",
    "reached_named": "chunk",
    "reached_said": "chunk",
    "reached_facts_about": "fact",
    "reached_facts_naming": "fact",
    "reached_tasks": "task",
    "reached_messages": "message",
    "reached_beside": "chunk",
    "reached_said_beside": "message",
    "reached_stated": "fact",
    "reached_stating": "chunk",
}
"""Of what kind each query's answers are."""


def _same(ids: Iterable[str]) -> dict[str, str]:
    return {one: one for one in ids}


def _seed(row: Row) -> list[Item | EntityLead]:
    """What a row of the queries `seed_…` tells."""
    if row["how"] == "seed":
        return [Item.of_row(row["kind"], row["source"], row["item"])]
    return [EntityLead(row["how"], row["source"], *entity) for entity in row["item"]]


def _heads(start: Start) -> int:
    """First parts that each of what seeds only name leads to."""
    return max(FEW, min(HEADS, HEADED // max(1, len(start.objects))))


def _reached(row: Row, items: dict[str, Item]) -> Iterator[Reached]:
    """What a row of the queries `reached_…` leads to; an item that `items` has is not
    made again."""
    by_entity = row["how"] == "entity"
    common = row["named"], row["name"], row["key"]
    how = "about" if by_entity else row["how"]
    for item in _items(row, "items", items):
        yield Reached(item, how, row["source"], row["degree"], *common)
    for item in _items(row, "others", items):
        yield Reached(item, "names", row["source"], row["named"], *common)


def _items(row: Row, name: str, items: dict[str, Item]) -> Iterator[Item]:
    kind: Kind = row["kind"]
    for one in row[name] or ():
        key = one[0] if kind == "chunk" else one[f"{kind}_id"]
        if key not in items:
            is_part = kind == "chunk"
            items[key] = Item.of_chunk(one) if is_part else Item.of_row(kind, key, one)
        yield items[key]


@dataclass(frozen=True, slots=True)
class FactsSought:
    """What may lead to facts."""

    fact_ids: Sequence[str]
    keys: Sequence[str]
    """Of entities, by their names."""
    task_ids: Sequence[str]

    @property
    def params(self) -> dict[str, list[str]]:
        """For `GraphStore.details`."""
        return {
            "facts": list(self.fact_ids),
            "keys": list(self.keys),
            "tasks": list(self.task_ids),
        }
