"""Entities: which names mean the same thing, and the things that are made for them.

Joining is careful, for two things made one can't be told apart again, while one thing
kept twice can be joined later. A name means the entity whose own name it is, else one
that it is a further name of. Kinds must agree, or one of them be unknown:

- a name with a kind means the entity of that kind, else the only one of that name, if
  its kind is unknown (it takes the kind), else a new one;
- a name without a kind means the only entity of that name; among several it means the
  one without a kind, made if needed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from kgmem.errors import GraphUnavailable, InvalidInput
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import now_ms
from kgmem.graph.runs.write import CLAIMS
from kgmem.model.base import clean
from kgmem.model.keys.identity import alias_id, entity_id, entity_key
from kgmem.model.values.arguments import shown
from kgmem.ports import CypherEngine, Params, Row, Transaction

MAX_NAME = 500
"""Longest name in characters; longer texts are no names."""
MAX_KIND = 100
SHOWN_ALIASES = 50
"""So many further names stand on the entity itself, to look at; all of them are
Alias nodes."""
AMBIGUOUS = " "
"""Stands for a kind in the id of an entity without one, where its name alone would
give the id of another: no kind is blank."""


@dataclass(frozen=True, slots=True)
class Name:
    """How something is called, and what is known of it by that."""

    name: str
    kind: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundEntity:
    """An entity as it stands in the graph."""

    entity_id: str
    name: str
    key: str
    kind: str | None = None
    aliases: Sequence[str] = ()
    """The first of its further names."""
    is_own_name: bool = True
    """Was it found by its own name, or by a further one?"""

    @classmethod
    def of_row(cls, row: Row) -> "FoundEntity":
        """A row of a query that tells how it was found, or only what it is."""
        is_own = row.get("how", "name") == "name"
        aliases = tuple(row["aliases"] or ())
        return cls(
            row["entity_id"], row["name"], row["key"], row["kind"], aliases, is_own
        )


def key_of(name: str) -> str:
    """The form in which names are compared: that of `entity_key`, or, for a name of
    nothing but punctuation, the name itself without the difference of case."""
    return entity_key(name) or " ".join(name.casefold().split())


def checked_name(name: object) -> str:
    """A name as it is kept: on one line, without what no store can hold.

    Raises InvalidInput for one that is blank, too long, or no text.
    """
    if not isinstance(name, str):
        raise InvalidInput(f"name: a text is needed, not {type(name).__name__}")
    folded = " ".join(clean(name).split())
    if not folded:
        raise InvalidInput("name: it is blank")
    if len(folded) > MAX_NAME:
        raise InvalidInput(
            f"name: it has {len(folded):,} characters; {MAX_NAME} fit, a longer text "
            "belongs into a fact or a document"
        )
    return folded


def checked_kind(kind: object) -> str | None:
    """A kind in lower case; None for a blank one. Raises InvalidInput."""
    if kind is None:
        return None
    if not isinstance(kind, str) or len(kind) > MAX_KIND:
        raise InvalidInput(
            f"kind: one word is needed, such as person, not {shown(kind)}"
        )
    return " ".join(clean(kind).casefold().split()) or None


def claim_entities(tx: Transaction, space: str, names: Sequence[Name]) -> list[str]:
    """The ids of what the names mean, in their order, see above.

    What is missing is made; all are locked until the end of the transaction, in the
    order of their ids, so that two writers can't wait for each other. Raises
    InvalidInput for a blank name or one that is too long; nothing is written then.
    """
    wanted = [_wanted(name) for name in names]
    if not wanted:
        return []
    keys = {key: None for one in wanted for key in (one.key, *one.aliases)}
    for _ in range(CLAIMS):  # another writer may have been quicker
        plan = _Plan(space, _named(tx.run, space, keys))
        ids = [plan.place(one) for one in wanted]
        claimed = _claim(tx, space, plan)
        if claimed is not None:
            _name_further(tx, space, plan.further, claimed)
            return ids
    raise GraphUnavailable("entities of these names are being changed all the time")


def count_mentions(
    tx: Transaction, space: str, texts: Mapping[str, Sequence[tuple[Name, int]]]
) -> dict[tuple[str, str], int]:
    """By the ids of a text and of an entity how often the text names it; `texts` are
    the names in each, with how often they stand there. See `claim_entities`."""
    names = [name for named in texts.values() for name, _ in named]
    found = iter(claim_entities(tx, space, names))
    counts: Counter[tuple[str, str]] = Counter()
    for key, named in texts.items():
        for _, count in named:
            counts[key, next(found)] += count
    return counts


def find_entities(
    engine: CypherEngine, space: str, keys: Iterable[str]
) -> dict[str, list[FoundEntity]]:
    """By key, see `entity_key`, the entities that it names. Those of that name come
    first; what nothing is called is missing."""
    return _named(engine.read, space, dict.fromkeys(keys))


def _named(
    read: Callable[[str, Params], list[Row]], space: str, keys: Iterable[str]
) -> dict[str, list[FoundEntity]]:
    listed = list(keys)
    rows = read(
        query("entities_by_key"),
        {
            "space": space,
            "keys": listed,
            "alias_ids": [alias_id(space, key) for key in listed],
        },
    )
    found: dict[str, list[FoundEntity]] = {}
    for row in sorted(rows, key=lambda r: (r["how"] != "name", r["entity_id"])):
        found.setdefault(row["named"], []).append(FoundEntity.of_row(row))
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    key: str
    name: str
    kind: str | None
    aliases: Mapping[str, str]
    """Further names by their keys."""


def _wanted(name: Name) -> _Wanted:
    called = checked_name(name.name)
    key = key_of(called)
    further = {key_of(alias): alias for alias in map(checked_name, name.aliases)}
    further.pop(key, None)
    return _Wanted(key, called, checked_kind(name.kind), further)


@dataclass(slots=True)
class _Thing:
    """An entity that there is, or will be."""

    entity_id: str
    key: str
    name: str
    kind: str | None


class _Plan:
    """Finds or makes up the entity of each name; nothing is written yet."""

    def __init__(self, space: str, found: Mapping[str, Sequence[FoundEntity]]) -> None:
        self._space = space
        self._known: dict[str, _Thing] = {}
        self._of_key: dict[str, list[_Thing]] = {}
        self.claims: dict[str, _Thing] = {}
        """Entities that names mean, by id."""
        self.further: dict[tuple[str, str], str] = {}
        """Further names that are not in the graph yet, by (entity id, key)."""
        for key, entities in found.items():
            for one in entities:
                thing = self._known.setdefault(
                    one.entity_id, _Thing(one.entity_id, one.key, one.name, one.kind)
                )
                self._of_key.setdefault(key, []).append(thing)

    def place(self, wanted: _Wanted) -> str:
        """The id of the entity that the name means."""
        thing = _meant(wanted, self._of_key.get(wanted.key, ())) or self._made(wanted)
        thing.kind = thing.kind or wanted.kind
        self.claims[thing.entity_id] = thing
        for key, alias in wanted.aliases.items():
            named = self._of_key.setdefault(key, [])
            if thing not in named:
                named.append(thing)
                self.further[thing.entity_id, key] = alias
        return thing.entity_id

    def _made(self, wanted: _Wanted) -> _Thing:
        key = entity_id(self._space, wanted.key)
        if key in self._known:
            kind = wanted.kind or AMBIGUOUS
            key = entity_id(self._space, wanted.key, kind)
        thing = _Thing(key, wanted.key, wanted.name, wanted.kind)
        self._known[key] = thing
        self._of_key.setdefault(wanted.key, []).insert(0, thing)
        return thing


def _meant(wanted: _Wanted, things: Sequence[_Thing]) -> _Thing | None:
    """The entity of these that the name means; None: a new one."""
    own = [thing for thing in things if thing.key == wanted.key]
    nearest = own or things
    if wanted.kind is None:
        if len(nearest) == 1:
            return nearest[0]
        return next((thing for thing in own if thing.kind is None), None)
    same = [thing for thing in (*own, *things) if thing.kind == wanted.kind]
    if same:
        return same[0]
    return nearest[0] if len(nearest) == 1 and nearest[0].kind is None else None


def _claim(tx: Transaction, space: str, plan: _Plan) -> dict[str, Row] | None:
    """Make or lock what the plan names, by id; None if another writer made something
    else of it meanwhile."""
    rows = tx.run(
        query("claim_entities"),
        {
            "claim": uuid4().hex,
            "rows": [
                {"entity_id": key, "props": _props(space, thing)}
                for key, thing in sorted(plan.claims.items())
            ],
        },
    )
    claimed = {row["entity_id"]: row for row in rows}
    for key, thing in plan.claims.items():
        if key not in claimed or claimed[key]["kind"] not in (None, thing.kind):
            return None
    each(
        tx,
        "fill_kinds",
        (
            {"entity_id": key, "kind": thing.kind}
            for key, thing in plan.claims.items()
            if thing.kind and claimed[key]["kind"] is None
        ),
    )
    return claimed


def _name_further(
    tx: Transaction,
    space: str,
    further: Mapping[tuple[str, str], str],
    entities: Mapping[str, Row],
) -> None:
    """Store further names, given by entity id and key."""
    shown: dict[str, list[str]] = {}
    for (owner, _), name in further.items():
        shown.setdefault(owner, list(entities[owner]["aliases"] or ())).append(name)
    names = {key: name for (_, key), name in sorted(further.items())}
    each(
        tx,
        "merge_aliases",
        (
            {
                "alias_id": alias_id(space, key),
                "props": {"space": space, "key": key, "name": name},
            }
            for key, name in sorted(names.items())
        ),
    )
    each(
        tx,
        "link_aliases",
        (
            {"alias_id": alias_id(space, key), "entity_id": owner}
            for owner, key in sorted(further)
        ),
    )
    each(
        tx,
        "show_aliases",
        (
            {"entity_id": owner, "aliases": names[:SHOWN_ALIASES]}
            for owner, names in shown.items()
        ),
    )


def _props(space: str, thing: _Thing) -> Row:
    props = {
        "space": space,
        "name": thing.name,
        "key": thing.key,
        "created_at": now_ms(),
    }
    return {**props, "kind": thing.kind} if thing.kind else props


def add_names(tx: Transaction, space: str, key: str, names: Iterable[str]) -> None:
    """Give an entity further names; its own stays what it is."""
    params = {"space": space, "entity_id": key}
    (entity,) = tx.run(query("entity_by_id"), params)
    further = {(key, key_of(name)): name for name in names}
    further.pop((key, entity["key"]), None)
    _name_further(tx, space, further, {key: entity})


def lock_entities(tx: Transaction, ids: Iterable[str]) -> set[str]:
    """Lock those of these entities that there are until the end of the transaction;
    their ids."""
    params = {"ids": sorted(set(ids)), "claim": uuid4().hex}
    return {row["entity_id"] for row in tx.run(query("lock_entities"), params)}


def delete_lone_entities(tx: Transaction, ids: Sequence[str]) -> list[str]:
    """Delete those of these entities that nothing is said of and nothing names, with
    their further names; their ids."""
    known = lock_entities(tx, ids) if ids else set()
    if not known:
        return []
    rows = tx.run(query("lone_entities"), {"ids": sorted(known)})
    lone = [row["entity_id"] for row in rows]
    delete_entities(tx, lone)
    return lone


def delete_entities(tx: Transaction, ids: Sequence[str]) -> None:
    """Delete entities, and further names that name nothing else."""
    if not ids:
        return
    rows = tx.run(query("aliases_of_entities"), {"ids": list(ids)})
    tx.run(query("delete_entities"), {"ids": list(ids)})
    idle = sorted({row["alias_id"] for row in rows})
    tx.run(query("delete_idle_aliases"), {"ids": idle})
