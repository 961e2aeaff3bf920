"""Patterns into the graph: whole, one transaction for each group of them.

Whoever takes locks takes those of tasks before those of patterns: so do learning and
forgetting.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.errors import InvalidInput
from kgmem.graph.patterns.decided import inherited_decisions
from kgmem.graph.patterns.learned import heirs_of, inherited, put_learned
from kgmem.graph.patterns.leaving import delete_parts, delete_whole, move_out
from kgmem.graph.patterns.locked import (
    Instances,
    StoredPath,
    lock_patterns,
    lock_tasks,
    paths_of,
    reported,
)
from kgmem.graph.patterns.rows import (
    InstanceRows,
    PatternRows,
    chain_rows,
    head_props,
    history_line,
    instance_rows,
    members_of,
    pattern_step_id,
    rows_of_pattern,
)
from kgmem.graph.query_files import each, query
from kgmem.graph.runs.healing import heal_steps
from kgmem.model.pattern import Pattern
from kgmem.ports import Row, Transaction

BATCH, BATCH_ROWS = 64, 8_000
"""Patterns, and nodes and edges of theirs, that are written in one transaction."""


def batches(
    patterns: Sequence[Pattern], instances: Mapping[str, Instances]
) -> Iterator[list[Pattern]]:
    """The patterns in groups that one transaction can hold; a large one is alone."""
    batch: list[Pattern] = []
    rows = 0
    for pattern in patterns:
        runs = instances.get(pattern.pattern_id, {})
        weight = sum(map(len, runs.values())) + len(pattern.slots) + len(pattern.steps)
        weight += sum(1 + len(one.bindings) for one in pattern.memberships.values())
        if batch and (len(batch) == BATCH or rows + weight > BATCH_ROWS):
            yield batch
            batch, rows = [], 0
        batch.append(pattern)
        rows += weight
    if batch:
        yield batch


@dataclass(frozen=True, slots=True)
class Job:
    """One call of `write`; its methods are the transactions."""

    space: str
    instances: Mapping[str, Instances]
    considered: Mapping[str, str | None]
    history: Mapping[str, str]
    sizes: Mapping[str, int]
    at: int

    def write(self, patterns: Sequence[Pattern], tx: Transaction) -> list[str]:
        """Store these; ids of those that were made of what is gone, or of all if one
        has other members by now than it was read with."""
        members = sorted({key for one in patterns for key in members_of(one)})
        locked = lock_tasks(tx, self.space, members)
        ids = sorted(one.pattern_id for one in patterns)
        heads = lock_patterns(tx, self.space, ids)
        if any(
            self.sizes.get(k, row["members"]) != row["members"]
            for k, row in heads.items()
        ):
            return ids
        runs = [run for one in patterns for run in self._runs(one)]
        paths = paths_of(tx, self.space, runs)
        holds = [self._holds(one, locked, paths) for one in patterns]
        fresh = [one for one, good in zip(patterns, holds, strict=True) if good]
        stale = [one for one, good in zip(patterns, holds, strict=True) if not good]
        self._mark(tx, locked)
        if fresh:
            self._replace(tx, fresh, paths, heads)
        waiting = sorted({key for one in stale for key in members_of(one)})
        tx.run(query("unmark_tasks"), {"ids": waiting})
        return [one.pattern_id for one in stale]

    def mark(self, tasks: Sequence[str], tx: Transaction) -> None:
        """Note that the job looked at these tasks."""
        self._mark(tx, lock_tasks(tx, self.space, tasks))

    def _mark(self, tx: Transaction, locked: Mapping[str, str | None]) -> None:
        unchanged = [
            key
            for key, claimed in locked.items()
            if key in self.considered and self.considered[key] == claimed
        ]
        tx.run(query("mark_tasks"), {"ids": unchanged, "at": self.at})

    def _runs(self, pattern: Pattern) -> set[str]:
        """All runs that it names."""
        return {*self._instances(pattern), *pattern.success_cases}

    def _instances(self, pattern: Pattern) -> Instances:
        return self.instances.get(pattern.pattern_id, {})

    def _holds(
        self,
        pattern: Pattern,
        locked: Mapping[str, str | None],
        paths: Mapping[str, "StoredPath"],
    ) -> bool:
        """Is all that it was made of still there?"""
        return all(key in locked for key in members_of(pattern)) and all(
            run in paths for run in self._runs(pattern)
        )

    def _replace(
        self,
        tx: Transaction,
        patterns: Sequence[Pattern],
        paths: Mapping[str, "StoredPath"],
        locked: Mapping[str, Row],
    ) -> None:
        ids = {pattern.pattern_id for pattern in patterns}
        heads = {key: row for key, row in locked.items() if key in ids}
        tasks = [key for pattern in patterns for key in members_of(pattern)]
        belong = tx.run(query("patterns_of_tasks"), {"ids": tasks})
        heirs = heirs_of(patterns, belong)
        before = tx.run(query("lock_patterns"), {"ids": sorted(heirs)})
        learned = inherited(tx, patterns, heirs, before)
        decided = inherited_decisions(heirs, before)
        moved = {row["task_id"] for row in belong if row["pattern_id"] not in heads}
        move_out(tx, self.space, sorted(moved))
        repaired = tx.run(query("repairs_of_patterns"), {"ids": sorted(heads)})
        delete_parts(tx, sorted(heads))
        each(
            tx,
            "put_patterns",
            (
                self._head(tx, pattern, heads.get(pattern.pattern_id))
                for pattern in patterns
            ),
        )
        put_learned(tx, learned)
        each(tx, "put_patterns", decided)
        _create_parts(tx, [(one, self._parts(one, paths)) for one in patterns])
        _create_edges(tx, [self._edges(pattern, paths) for pattern in patterns])
        heal_steps(tx, sorted(heads))
        each(tx, "set_repairs", _taken_over(patterns, repaired))

    def _head(self, tx: Transaction, pattern: Pattern, old: Row | None) -> Row:
        what = self.history.get(pattern.pattern_id, "changed" if old else "created")
        lines = [
            *((old or {}).get("history") or ()),
            history_line(pattern.version, what, self.at),
        ]
        if old and old["uses"]:
            key = pattern.pattern_id
            told = reported(tx, ((key, run) for run in pattern.success_cases))
            old = {**old, "wins": old["wins"] - len(told)}
        props = head_props(self.space, pattern, old, lines, self.at)
        return {"pattern_id": pattern.pattern_id, "props": props}

    def _parts(
        self, pattern: Pattern, paths: Mapping[str, "StoredPath"]
    ) -> PatternRows:
        runs: dict[str, list[str]] = {}
        for run in pattern.success_cases:
            runs.setdefault(paths[run].task_id, []).append(run)
        return rows_of_pattern(self.space, pattern, runs)

    def _edges(
        self, pattern: Pattern, paths: Mapping[str, "StoredPath"]
    ) -> InstanceRows:
        runs = self._instances(pattern)
        members = set(members_of(pattern))
        for run in self._runs(pattern):
            if paths[run].task_id not in members:
                raise InvalidInput(f"run {run} is of no member of {pattern.pattern_id}")
        if not any(n is not None for places in runs.values() for n in places):
            return chain_rows(pattern)
        taken = {run: paths[run].steps for run in runs}
        return instance_rows(pattern.pattern_id, pattern.version, runs, taken)


def _taken_over(patterns: Sequence[Pattern], repaired: Sequence[Row]) -> Iterator[Row]:
    """The repairs of steps that are still there, as far as a name tells."""
    known = {
        (row["pattern_id"], row["action"], row["name"]): row["repairs"]
        for row in repaired
    }
    for pattern in patterns if known else ():
        for step in pattern.steps:
            name = (step.target.label() or None) if step.target else None
            text = known.get((pattern.pattern_id, step.action, name))
            if text and not step.repairs:
                key = pattern_step_id(pattern.pattern_id, pattern.version, step.n)
                yield {"key": key, "repairs": text}


def _create_parts(
    tx: Transaction, patterns: Sequence[tuple[Pattern, PatternRows]]
) -> None:
    for name, part in (
        ("create_slots", "slots"),
        ("create_pattern_steps", "steps"),
        ("create_memberships", "members"),
    ):
        each(
            tx,
            name,
            (
                {"pattern_id": pattern.pattern_id, part: listed}
                for pattern, rows in patterns
                if (listed := getattr(rows, part))
            ),
        )
    each(tx, "fill_pattern_steps", (row for _, rows in patterns for row in rows.fills))
    each(tx, "bind_slots", (row for _, rows in patterns for row in rows.binds))


def _create_edges(tx: Transaction, edges: Sequence[InstanceRows]) -> None:
    each(tx, "create_instances", (row for one in edges for row in one.instances))
    each(tx, "start_pattern_steps", (row for one in edges for row in one.starts))
    each(tx, "link_pattern_steps", (row for one in edges for row in one.links))
    each(tx, "aim_pattern_steps", (row for one in edges for row in one.aims))


def retire(space: str, ids: Sequence[str], tx: Transaction) -> list[str]:
    """Delete patterns; the ids of those that were there."""
    members = tx.run(query("pattern_members"), {"ids": list(ids)})
    lock_tasks(tx, space, sorted({row["task_id"] for row in members}))
    found = sorted(lock_patterns(tx, space, ids))
    delete_whole(tx, found)
    return found
