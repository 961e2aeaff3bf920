"""EntityStore: looking at entities, making one of two, and two of one."""

from collections.abc import Collection, Iterable, Sequence
from uuid import uuid4

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.facts.entities import (
    AMBIGUOUS,
    FoundEntity,
    Name,
    add_names,
    checked_kind,
    checked_name,
    delete_entities,
    delete_lone_entities,
    find_entities,
    key_of,
    lock_entities,
)
from kgmem.graph.facts.write import FactWriter
from kgmem.graph.query_files import query
from kgmem.graph.store import GraphStore
from kgmem.model.fact import Entity
from kgmem.model.keys.identity import app_id, entity_id
from kgmem.ports import Row, Transaction

MAX_LISTED = 20_000
"""Entities, and further names, that are looked at for duplicates."""


class EntityStore:
    """Typed operations on entities; all are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    # looking ----------------------------------------------------------------------

    def entities(
        self,
        space: str,
        kind: str | None = None,
        name: str | None = None,
        limit: int = MAX_LISTED,
    ) -> list[Entity]:
        """Entities of a kind, with `name` in one of their names, most facts first."""
        params: dict[str, object] = {
            "space": space,
            "kind": checked_kind(kind),
            "limit": limit,
        }
        if name is None:
            rows = self._store.read("entities_of_space", **params)
        else:
            rows = self._store.read("entities_named_like", part=key_of(name), **params)
        return [_entity(row) for row in rows]

    def apps(self, space: str, keys: Iterable[str]) -> list[str]:
        """Those of these keys that are the name of an app in which tasks were done."""
        by_id = {app_id(space, key): key for key in keys}
        rows = self._store.read("known_apps", ids=list(by_id))
        return [by_id[row["app_id"]] for row in rows]

    def shared_names(self, space: str) -> dict[str, list[str]]:
        """Ids of entities by the key of a further name that they have."""
        found: dict[str, list[str]] = {}
        rows = self._store.read("aliases_of_space", space=space, limit=MAX_LISTED)
        for row in rows:
            found.setdefault(row["key"], []).append(row["entity_id"])
        return found

    def meant(self, space: str, given: str) -> FoundEntity:
        """The entity of this id, or else of this name. Raises NotFound, or
        InvalidInput if several have the name."""
        rows = self._store.read("entity_by_id", space=space, entity_id=given)
        found = [FoundEntity.of_row(row) for row in rows]
        if not found:
            key = key_of(checked_name(given))
            named = find_entities(self._store.engine, space, [key]).get(key, [])
            found = [one for one in named if one.is_own_name] or named
        if not found:
            raise NotFound(f"no entity {given!r} in space {space!r}")
        if len(found) > 1:
            listed = ", ".join(
                f"{one.entity_id} ({one.kind or 'no kind'})" for one in found[:5]
            )
            raise InvalidInput(f"{given!r} may mean {listed}: give the id")
        return found[0]

    # joining ----------------------------------------------------------------------

    def add_aliases(self, space: str, entity_id: str, names: Sequence[str]) -> None:
        """Give an entity further names."""

        def work(tx: Transaction) -> None:
            if not lock_entities(tx, [entity_id]):
                raise NotFound(f"{entity_id} was deleted meanwhile")
            add_names(tx, space, entity_id, names)

        self._store.engine.write(work)

    def merge(
        self, space: str, keep: str, other: str, single: Collection[str], now: int
    ) -> None:
        """Facts, mentions and names of `other` become those of `keep`; both are ids."""

        def work(tx: Transaction) -> None:
            if lock_entities(tx, (keep, other)) != {keep, other}:
                raise NotFound(f"{keep} or {other} was deleted meanwhile")
            facts = _ids(tx, "facts_of_entity", "fact_id", other)
            chunks = _ids(tx, "chunks_naming", "chunk_id", other)
            move = {"source": other, "target": keep}
            _hand_over(tx, move, facts, chunks)
            tx.run(query("hand_over_mentions_in_tasks"), move)
            tx.run(query("hand_over_mentions_in_messages"), move)
            tx.run(query("hand_over_documents"), move)
            rows = tx.run(query("aliases_of_entities"), {"ids": [other]})
            names = tx.run(query("entity_by_id"), {"space": space, "entity_id": other})
            add_names(tx, space, keep, [r["name"] for r in (*names, *rows)])
            if names[0]["kind"]:
                _fill_kind(tx, space, keep, names[0]["kind"])
            delete_entities(tx, [other])
            _relate(tx, space, facts, single, now)

        self._store.changing(space, work, ["facts 1"])

    def split(
        self,
        space: str,
        old: FoundEntity,
        fact_ids: Sequence[str],
        name: Name,
        single: Collection[str],
        now: int,
    ) -> str:
        """These facts of an entity, and what states them, become another one's; its
        id. An entity without further names that nothing is left of goes. Raises
        InvalidInput if a fact is not about the entity."""

        def work(tx: Transaction) -> str:
            source = old.entity_id
            known = set(_ids(tx, "facts_of_entity", "fact_id", source))
            if foreign := [key for key in fact_ids if key not in known]:
                raise InvalidInput(f"fact_ids: {foreign[0]} is not about {old.name}")
            target = _other_entity(tx, space, old, name, now)
            lock_entities(tx, (source, target))
            params = {"ids": list(fact_ids), "entity_id": source}
            stating = tx.run(query("chunks_stating"), params)
            chunks = [row["chunk_id"] for row in stating]
            _hand_over(tx, {"source": source, "target": target}, fact_ids, chunks)
            tx.run(query("unlink_facts"), params)
            tx.run(query("unlink_chunks_from"), {**params, "ids": chunks})
            _relate(tx, space, [*known], single, now)
            if not tx.run(query("aliases_of_entities"), {"ids": [source]}):
                delete_lone_entities(tx, [source])
            return target

        return self._store.changing(space, work, ["facts 1"])


def _ids(tx: Transaction, name: str, field: str, key: str) -> list[str]:
    return [row[field] for row in tx.run(query(name), {"entity_id": key})]


def _hand_over(
    tx: Transaction, move: Row, facts: Sequence[str], chunks: Sequence[str]
) -> None:
    for name, ids in (
        ("hand_over_subjects", facts),
        ("hand_over_objects", facts),
        ("hand_over_mentions_in_facts", facts),
        ("hand_over_mentions_in_chunks", chunks),
    ):
        if ids:
            tx.run(query(name), {**move, "ids": list(ids)})


def _fill_kind(tx: Transaction, space: str, key: str, kind: str) -> None:
    (kept,) = tx.run(query("entity_by_id"), {"space": space, "entity_id": key})
    if kept["kind"] is None:
        tx.run(query("fill_kinds"), {"rows": [{"entity_id": key, "kind": kind}]})


def _relate(
    tx: Transaction,
    space: str,
    facts: Sequence[str],
    single: Collection[str],
    now: int,
) -> None:
    """What these facts close or contradict, anew."""
    writer = FactWriter(tx, space, single, now)
    writer.load(facts)
    writer.finish()


def _other_entity(
    tx: Transaction, space: str, old: FoundEntity, name: Name, now: int
) -> str:
    """The id of an entity of this name and kind that is not the old one."""
    called, kind = checked_name(name.name), checked_kind(name.kind)
    key = key_of(called)
    if key == old.key and kind in (None, old.kind):
        raise InvalidInput("name: another name, or another kind, is needed")
    base = entity_id(space, key)
    ids = [base, entity_id(space, key, kind or AMBIGUOUS)]
    rows = tx.run(
        query("entities_by_key"), {"space": space, "keys": [key], "alias_ids": []}
    )
    there = {row["entity_id"]: row for row in rows}
    same = [
        row["entity_id"]
        for row in rows
        if row["entity_id"] != old.entity_id and row["kind"] == kind
    ]
    chosen = same[0] if same else next((i for i in ids if i not in there), ids[1])
    props = {"space": space, "name": called, "key": key, "created_at": now}
    if kind:
        props["kind"] = kind
    tx.run(
        query("claim_entities"),
        {
            "claim": uuid4().hex,
            "rows": [{"entity_id": chosen, "props": props}],
        },
    )
    return chosen


def _entity(row: Row) -> Entity:
    return Entity(
        entity_id=row["entity_id"],
        name=row["name"],
        kind=row["kind"],
        aliases=tuple(row["aliases"] or ()),
        facts=row["facts"],
        mentions=row["mentions"],
    )
