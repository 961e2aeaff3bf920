"""SearchStore: what search asks of the graph, in its words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from kgmem.graph.facts.store import FactRow
from kgmem.graph.store import OF_ENTITY, GraphStore
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

Kind = Literal["chunk", "fact", "task", "message", "event", "profile"]
Ids = Mapping[str, Sequence[str]]
"""Ids by kind."""


class Item(NamedTuple):
    """Something that can be found, as it stands in the graph."""

    kind: Kind
    id: str
    fields: Mapping[str, Any]
    """What a hit is made from; `at`: when it was written, in milliseconds."""

    @property
    def key(self) -> tuple[Kind, str]:
        """Kind and id."""
        return self.kind, self.id


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
        asked = {"keys": list(keys), "aliases": [alias_id(space, k) for k in keys]}
        params = asked | _by_kind("", found) | _by_kind("top_", best)
        names = [name for name, param in _SEEDS.items() if params[param]]
        rows = self._store.read_any(names, space=space, **params)
        items = [_item(row) for row in rows if row["how"] == "seed"]
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
        followed: dict[str, tuple[bool, Sequence[Any]]] = {
            "reached_subjects": ("chunk" in kinds, _subjects(start)),
            "reached_named": ("chunk" in kinds, start.objects),
            "reached_said": ("chunk" in kinds, start.said),
            "reached_facts_about": ("fact" in kinds, entities),
            "reached_facts_naming": ("fact" in kinds, entities),
            "reached_tasks": ("task" in kinds, entities),
            "reached_messages": ("message" in kinds, entities),
            "reached_beside": ("chunk" in kinds, chunks),
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
    for item in _items(row["kind"], row["items"], items):
        yield Reached(item, how, row["source"], row["degree"], *common)
    for item in _items(row["kind"], row["others"] or (), items):
        yield Reached(item, "names", row["source"], row["named"], *common)


def _items(kind: Kind, given: Sequence[Any], items: dict[str, Item]) -> Iterator[Item]:
    for one in given:
        fields = dict(zip(_OF_CHUNK, one, strict=True)) if kind == "chunk" else one
        key = fields[f"{kind}_id"]
        if key not in items:
            items[key] = Item(kind, key, fields)
        yield items[key]


_OF_CHUNK = (
    "chunk_id",
    "text",
    "headings",
    "app",
    "source",
    "document_id",
    "n",
    "at",
)
"""What the queries `reached_…` tell of a part of a document, in its order: a map for
each would take longer to read than all else."""


@dataclass(frozen=True, slots=True)
class FactsSought:
    """What may lead to facts."""

    fact_ids: Sequence[str]
    keys: Sequence[str]
    """Of entities, by their names."""
    task_ids: Sequence[str]

    def params(self, space: str) -> dict[str, list[str]]:
        """For `GraphStore.details`."""
        return {
            "facts": list(self.fact_ids),
            "keys": list(self.keys),
            "aliases": [alias_id(space, key) for key in self.keys],
            "tasks": list(self.task_ids),
        }


class FoundStatement(NamedTuple):
    """A fact, and what led to it."""

    fields: Row
    """All that is stored of it."""
    ways: Sequence[tuple[str, str, str | None]]
    """How (`seed`, `asked`, `task`), from which id or key, over which entity."""

    @property
    def fact_id(self) -> str:
        return str(self.fields["fact_id"])


@dataclass(frozen=True, slots=True)
class FactGroupFound:
    """What was found of one subject and predicate, or of no subject."""

    found: Sequence[FoundStatement]
    single: bool | None
    """Has the predicate one value at a time? None: nobody declared it."""
    _row: Row

    @property
    def is_cut(self) -> bool:
        """May there be more beside it?"""
        return len(self._row["body"]["beside"]) >= OF_ENTITY

    @property
    def statements(self) -> list[FactRow]:
        """What was found, and what else is said of these, up to OF_ENTITY; made when it
        is asked for, since few of all that is read are shown."""
        body = self._row["body"]
        return [_fact_row(self._row, one) for one in (*body["facts"], *body["beside"])]


def said_in(rows: Sequence[Row]) -> list[FactGroupFound]:
    """What these rows of `Details.facts` tell."""
    return [
        FactGroupFound(
            [
                FoundStatement(one, [tuple(way) for way in one["ways"]])
                for one in row["body"]["facts"]
            ],
            row["head"]["single"],
            row,
        )
        for row in rows
    ]


def _fact_row(row: Row, one: Row) -> FactRow:
    subject = row["head"]["subject"]
    return FactRow(
        fact_id=one["fact_id"],
        text=one["text"],
        log=tuple(one["log"] or ()),
        predicate=one["predicate"],
        predicate_key=one["predicate_key"],
        object_value=one["object_value"],
        object_key=one["object_key"],
        valid_from=one["valid_from"],
        valid_to=one["valid_to"],
        keywords=tuple(one["keywords"] or ()),
        app=one["app"],
        subject_id=row["id"],
        subject=subject,
        object=one["object"],
    )


def _by_kind(prefix: str, ids: Ids) -> dict[str, list[str]]:
    return {f"{prefix}{kind}s": list(ids.get(kind, ())) for kind in get_args(Kind)}


def _item(row: Row) -> Item:
    return Item(row["kind"], row["id"], row["item"])
