"""Writing statements: what a transaction reads, decides and stores.

A statement that is there already is not made again; its log takes up who said it and
when. The log is the truth; everything else on the node, and the edges between
statements, say what follows from it now.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import uuid4

from kgmem.graph.facts.entities import claim_entities
from kgmem.graph.facts.group import (
    Group,
    HeldFact,
    held_fact,
    links_of,
    tells_more,
    what_is_so,
)
from kgmem.graph.facts.statement import (
    LITERAL,
    FactTaken,
    GroupKey,
    Placed,
    Statement,
    Written,
)
from kgmem.graph.points import FACT, IndexedNode, put_outbox
from kgmem.graph.query_files import each, query
from kgmem.model.base import language_of, normalize
from kgmem.model.fact_log import Event, standing
from kgmem.model.keys.identity import predicate_key
from kgmem.ports import Row, Transaction

MAX_GROUP = 2_000
"""Of a subject with more statements by one predicate, a new one is compared to those
alone whose id can be told from it. What one closes is told when they are read, but not
marked in the graph."""
FEW_OBJECTS = 20
"""Up to so many, statements are looked for by their objects."""
SOON = 1_000
"""Milliseconds: statements that come in faster than the clock ticks are recorded one
after the other, as long as that takes them no further into the future."""


class FactWriter:
    """One transaction's view of the statements that it touches."""

    def __init__(
        self,
        tx: Transaction,
        space: str,
        single: Collection[str],
        now: int,
        *,
        wary: bool = False,
    ) -> None:
        """`wary`: look whether ids are taken before they are used, see Overtaken."""
        self._tx = tx
        self._wary = wary
        self._space = space
        self._single = single
        self._now = now
        self._claim = uuid4().hex
        self._groups: dict[GroupKey, Group] = {}
        self._linked: list[Row] = []
        """Edges `corrected` that are to be made."""

    # statements -------------------------------------------------------------------

    def state(self, statements: Sequence[Statement]) -> Written:
        """Take up what is said; nothing is stored before `finish`."""
        placed = self._placed(statements)
        self._load(placed)
        taken = self._taken(placed)
        written = Written()
        for one in placed:
            fact, what = self._say(one, taken)
            written.ids.append(fact.fact_id)
            setattr(written, what, getattr(written, what) + 1)
        return written

    def _placed(self, statements: Sequence[Statement]) -> list[Placed]:
        names = [
            name
            for said in statements
            for name in (said.subject, said.object, *said.mentions)
            if name is not None
        ]
        ids = iter(claim_entities(self._tx, self._space, names))
        placed = []
        for said in statements:
            subject = next(ids) if said.subject is not None else None
            object = next(ids) if said.object is not None else None
            named = tuple(dict.fromkeys(next(ids) for _ in said.mentions))
            value = said.object_value
            object_key = object or (f"{LITERAL}{normalize(value)}" if value else "")
            key = predicate_key(said.predicate or "")
            group = (subject, key) if subject else ("", normalize(said.text))
            placed.append(Placed(said, group, subject, object, object_key, named))
        return placed

    def _load(self, placed: Sequence[Placed]) -> None:
        objects: dict[GroupKey, set[str]] = {}
        for one in placed:
            if one.subject:
                objects.setdefault(one.group, set()).add(one.object_key)
            else:
                self._groups.setdefault(one.group, Group(partial=True))
        self._load_groups(objects)
        likely = {
            key: one
            for one in placed
            if self._groups[one.group].partial
            for key in one.likely_ids(self._space)
        }
        for row in self._lock(likely):
            one = likely[row["fact_id"]]
            if (row["subject"], row["object_key"] or "") == (
                one.subject,
                one.object_key,
            ):
                self._groups[one.group].hold(held_fact(row))

    def _load_groups(self, objects: Mapping[GroupKey, Collection[str]]) -> None:
        if not objects:
            return
        wanted = [
            {
                "subject": subject,
                "predicate_key": predicate,
                "objects": sorted(keys)
                if len(keys) <= FEW_OBJECTS and predicate not in self._single
                else None,
            }
            for (subject, predicate), keys in objects.items()
        ]
        rows = self._tx.run(
            query("facts_of_groups"), {"rows": wanted, "most": MAX_GROUP}
        )
        for subject, predicate in objects:
            group = Group(single=predicate in self._single)
            self._groups.setdefault((subject, predicate), group)
        for row in rows:
            group = self._groups[row["subject"], row["predicate_key"]]
            if row["fact_id"] is None:
                group.single, group.partial = False, True
            else:
                group.hold(held_fact(row))

    def _lock(self, ids: Iterable[str]) -> list[Row]:
        params = {"ids": sorted(set(ids)), "claim": self._claim}
        return self._tx.run(query("lock_facts"), params) if params["ids"] else []

    def _taken(self, placed: Sequence[Placed]) -> set[str]:
        """Ids that statements about something else have: their entities were joined
        or taken apart."""
        ids = {one.fact_id(self._space) for one in placed if one.subject}
        ids -= {key for group in self._groups.values() for key in group.facts}
        if not ids or not self._wary:
            return set()
        params = {"ids": sorted(ids), "space": self._space}
        rows = self._tx.run(query("subjects_of_facts"), params)
        return {row["fact_id"] for row in rows}

    def _say(self, one: Placed, taken: Collection[str]) -> tuple[HeldFact, str]:
        group, said = self._groups[one.group], one.said
        at = self._moment(group, said)
        fact = group.same(one.object_key, said.start, said.end)
        if said.undated:
            fact = group.holder(one.object_key, at) or fact
        event = Event(
            "stated",
            at,
            said.source,
            said.extractor,
            said.confidence,
            undated=said.undated,
            messages=said.messages,
        )
        if fact is None:
            fact = self._new(one, taken)
            group.hold(fact)
            group.add(fact, event)
            return fact, "stored"
        if not tells_more(group, fact, event, explicit=said.recorded_at is not None):
            return fact, "unchanged"
        group.add(fact, event)
        return fact, "strengthened"

    def _moment(self, group: Group, said: Statement) -> int:
        if said.recorded_at is not None:
            return said.recorded_at
        last = group.last
        return last + 1 if self._now <= last < self._now + SOON else self._now

    def _new(self, one: Placed, taken: Collection[str]) -> HeldFact:
        key = one.fact_id(self._space)
        if key in taken:
            key = one.fact_id(self._space, self._claim)
        said = one.said
        row = {
            "fact_id": key,
            "subject": one.subject,
            "object": one.object,
            "named": [n for n in one.named if n not in (one.subject, one.object)],
            "props": {
                "space": self._space,
                "text": said.text,
                "predicate": said.predicate,
                "predicate_key": one.group[1] if one.subject else None,
                "object_value": said.object_value,
                "object_key": one.object_key or None,
                "valid_from": said.start,
                "valid_to": said.end,
                "extractor": said.extractor,
                "keywords": list(said.keywords),
                "app": said.app,
                "language": language_of(said.text),
                "version": 1,
                "created_at": self._now,
                "claimed": self._claim,
            },
        }
        return HeldFact(key, one.object_key, said.start, said.end, [], props=row)

    # what happens to those that are there ----------------------------------------

    def load(self, ids: Sequence[str]) -> dict[str, Row]:
        """Lock these statements and read them with all that is said of the same; by
        id those that there are, with their subjects."""
        params = {"ids": list(ids), "space": self._space}
        known = {
            r["fact_id"]: r for r in self._tx.run(query("subjects_of_facts"), params)
        }
        rows = {row["fact_id"]: row for row in self._lock(known)}
        objects: dict[GroupKey, set[str]] = {}
        for row in rows.values():
            if row["subject"]:
                group = row["subject"], row["predicate_key"]
                objects.setdefault(group, set()).add(row["object_key"])
        self._load_groups(objects)
        for row in rows.values():
            words = normalize(row["text"])
            group = (row["subject"] or "", row["predicate_key"] or words)
            self._groups.setdefault(group, Group(partial=True)).hold(held_fact(row))
        return rows

    def add(self, key: str, event: Event) -> None:
        """Note what happened to a loaded statement."""
        group = next(g for g in self._groups.values() if key in g.facts)
        group.add(group.facts[key], event)

    def stands(self, key: str, at: int | None = None) -> bool:
        """Is this loaded statement known at that time (None: now)?"""
        return standing(self._held(key).events, at) is not None

    def noted(self, key: str) -> tuple[int, int]:
        """When something was noted of this loaded statement first and last."""
        events = self._held(key).events
        return events[0].at, events[-1].at

    def correct(self, new: str, old: str, at: int) -> None:
        """The statement `new` takes the place of `old`."""
        self._linked.append(
            {"source": new, "target": old, "how": "corrected", "at": at}
        )

    def leave_out(self, key: str) -> None:
        """A loaded statement that is going to be deleted."""
        for group in self._groups.values():
            group.facts.pop(key, None)

    def _held(self, key: str) -> HeldFact:
        return next(g.facts[key] for g in self._groups.values() if key in g.facts)

    # storing ----------------------------------------------------------------------

    def finish(self) -> list[IndexedNode]:
        """Store everything; gives the points that the index has to take up."""
        facts = [f for group in self._groups.values() for f in group.facts.values()]
        new = [_row(fact) for fact in facts if fact.props]
        self._create(sorted(new, key=lambda row: str(row["fact_id"])))
        each(
            self._tx,
            "change_facts",
            (
                {"fact_id": f.fact_id, "props": what_is_so(f)}
                for f in facts
                if f.changed and not f.props
            ),
        )
        self._relate()
        each(self._tx, "supersede_facts", self._linked)
        return put_outbox(self._tx, FACT, [_point(row) for row in new])

    def _create(self, rows: Sequence[Row]) -> None:
        made = [
            *each(self._tx, "create_facts", (r for r in rows if r["object"])),
            *each(
                self._tx,
                "create_facts_of_values",
                (r for r in rows if r["subject"] and not r["object"]),
            ),
            *each(
                self._tx, "create_facts_of_words", (r for r in rows if not r["subject"])
            ),
        ]
        if len(made) != len(rows) or any(r["claimed"] != self._claim for r in made):
            raise FactTaken("another process writes the same facts; try again")
        each(
            self._tx,
            "mention_in_facts",
            (
                {"fact_id": row["fact_id"], "entity_id": key}
                for row in rows
                for key in row["named"]
            ),
        )

    def _relate(self) -> None:
        """What closes, refines or contradicts what: the edges, and `closed_at`."""
        touched = [
            group
            for key, group in self._groups.items()
            if not (group.partial and key[0])
            and (len(group.facts) > 1 or any(not f.props for f in group.facts.values()))
        ]
        wanted: set[tuple[str, str, str]] = set()
        closed: list[Row] = []
        recorded: dict[str, int] = {}
        for group in touched:
            laid_out = group.timeline()
            wanted |= links_of(laid_out)
            ends = {p.fact_id: p.end if p.closed_by else None for p in laid_out.periods}
            for fact in group.facts.values():
                recorded[fact.fact_id] = fact.events[-1].at if fact.events else 0
                end = ends.get(fact.fact_id)
                if end != fact.closed_at:
                    row = {"fact_id": fact.fact_id, "props": {"closed_at": end}}
                    closed.append(row)
        each(self._tx, "change_facts", closed)
        known = [f.fact_id for g in touched for f in g.facts.values() if not f.props]
        there = set()
        if known:
            rows = self._tx.run(query("links_of_facts"), {"ids": known})
            there = {(r["source"], r["target"], r["how"]) for r in rows}
        self._link(wanted - there, recorded)
        self._unlink(there - wanted)

    def _link(
        self, links: Collection[tuple[str, str, str]], at: Mapping[str, int]
    ) -> None:
        rows = [
            {"source": a, "target": b, "how": how, "at": at.get(a)}
            for a, b, how in sorted(links)
        ]
        for name, contradicting in (
            ("supersede_facts", False),
            ("contradict_facts", True),
        ):
            each(self._tx, name, _chosen(rows, contradicting))

    def _unlink(self, links: Collection[tuple[str, str, str]]) -> None:
        rows = [{"source": a, "target": b, "how": how} for a, b, how in sorted(links)]
        for name, contradicting in (
            ("unsupersede_facts", False),
            ("uncontradict_facts", True),
        ):
            each(self._tx, name, _chosen(rows, contradicting))


def _chosen(rows: Sequence[Row], contradicting: bool) -> list[Row]:
    return [row for row in rows if (row["how"] == "contradicts") is contradicting]


def _row(fact: HeldFact) -> Row:
    assert fact.props is not None
    props = {**fact.props["props"], **what_is_so(fact)}
    known = {name: value for name, value in props.items() if value is not None}
    return {**fact.props, "props": known}


def _point(row: Row) -> Row:
    props = row["props"]
    names = ("space", "version", "text", "keywords", "app", "source", "language")
    return {
        "point_id": row["fact_id"],
        "created_at": props["created_at"],
        **{name: props.get(name) for name in names},
    }
