"""SearchStore: what search asks of the graph, in its words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from kgmem.graph.finding.found import Item, Kind
from kgmem.graph.store import GraphStore
from kgmem.model.keys.identity import alias_id
from kgmem.ports import Row

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
        kept = self._store.kept
        drops = kept.done.drops, kept.stated.drops
        known = kept.done.of(space, found.get("task", ()))
        known |= kept.stated.of(space, found.get("fact", ()))
        lacking = {k: [i for i in ids if i not in known] for k, ids in found.items()}
        asked = {"keys": list(keys), "aliases": [alias_id(space, k) for k in keys]}
        params = asked | _by_kind("", lacking) | _by_kind("top_", best)
        names = [name for name, param in _SEEDS.items() if params[param]]
        rows = self._store.read_any(names, space=space, **params)
        read = [_item(row) for row in rows if row["how"] == "seed"]
        new = {kind: {i.id: i for i in read if i.kind == kind} for kind in ITEM_KINDS}
        kept.done.put(space, new["task"], drops[0], _own)
        kept.stated.put(space, new["fact"], drops[1], _own)
        items = [
            item
            for kind in ITEM_KINDS
            for key in found.get(kind, ())
            if (item := new[kind].get(key) or known.get(key))
        ]
        namings = [
            EntityLead(row["how"], row["id"], *entity)
            for row in rows
            if row["how"] != "seed"
            for entity in row["item"]
        ]
        return items, namings

    def reached(self, space: str, start: Start, kinds: Sequence[str]) -> list[Reached]:
        """What these entities, and these seeds, lead to, of these kinds."""
        entities = [*start.subjects, *start.objects]
        chunks, facts = start.best.get("chunk", ()), start.best.get("fact", ())
        messages = start.best.get("message", ())
        followed: dict[str, tuple[bool, Sequence[object]]] = {
            "reached_subjects": ("chunk" in kinds, _subjects(start)),
            "reached_named": ("chunk" in kinds, start.objects),
            "reached_said": ("chunk" in kinds, start.said),
            "reached_facts_about": ("fact" in kinds, entities),
            "reached_facts_naming": ("fact" in kinds, entities),
            "reached_tasks": ("task" in kinds, entities),
            "reached_messages": ("message" in kinds, entities),
            "reached_beside": ("chunk" in kinds, chunks),
            "reached_said_beside": ("message" in kinds, messages),
            "reached_stated": ("fact" in kinds, chunks),
            "reached_stating": ("chunk" in kinds, facts),
        }
        asked = {
            name: list(these) for name, (wanted, these) in followed.items() if wanted
        }
        rows = self._store.read_any(
            [name for name, these in asked.items() if these],
            space=space,
            hub=HUB,
            rare=RARE,
            all_heads=HEADS,
            heads=_heads(start),
            **{name.removeprefix("reached_"): these for name, these in asked.items()},
        )
        items: dict[str, Item] = {}
        return [one for row in rows for one in _reached(row, items)]


ITEM_KINDS = get_args(Kind)


def _own(key: str, _: Item) -> tuple[str, ...]:
    return (key,)


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


def _subjects(start: Start) -> list[Row]:
    return [{"id": key, "own": start.own.get(key, "")} for key in start.subjects]


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


def _by_kind(prefix: str, ids: Ids) -> dict[str, list[str]]:
    return {f"{prefix}{kind}s": list(ids.get(kind, ())) for kind in ITEM_KINDS}


def _item(row: Row) -> Item:
    return Item.of_row(row["kind"], row["id"], row["item"])
