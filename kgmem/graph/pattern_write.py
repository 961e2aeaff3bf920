"""Patterns into the graph: whole, one transaction for each group of them.

Whoever takes locks takes those of tasks before those of patterns: so do learning and
forgetting.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.errors import InvalidInput
from kgmem.graph.leaving import delete_parts, delete_whole, move_out
from kgmem.graph.pattern_rows import (
    InstanceRows,
    PatternRows,
    Places,
    app_stats_of,
    app_stats_text,
    bind_props,
    chain_rows,
    head_props,
    history_line,
    instance_rows,
    members_of,
    membership_props,
    pattern_step_id,
    rows_of_pattern,
)
from kgmem.graph.query_files import query
from kgmem.graph.reports import heal_steps
from kgmem.graph.store import each
from kgmem.model.experience import moved_by_wins
from kgmem.model.identity import fold_app
from kgmem.model.pattern import Membership, Pattern
from kgmem.ports import Row, Transaction

BATCH, BATCH_ROWS = 64, 8_000
"""Patterns, and nodes and edges of theirs, that are written in one transaction."""

Instances = Mapping[str, Places]
"""By experience id."""


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
    at: int

    def write(self, patterns: Sequence[Pattern], tx: Transaction) -> list[str]:
        """Store these; ids of those that were made of what is gone."""
        members = sorted({key for one in patterns for key in members_of(one)})
        locked = _lock_tasks(tx, self.space, members)
        runs = [run for one in patterns for run in self._runs(one)]
        paths = _paths(tx, self.space, runs)
        holds = [self._holds(one, locked, paths) for one in patterns]
        fresh = [one for one, good in zip(patterns, holds, strict=True) if good]
        stale = [one for one, good in zip(patterns, holds, strict=True) if not good]
        self._mark(tx, locked)
        if fresh:
            self._replace(tx, fresh, paths)
        waiting = sorted({key for one in stale for key in members_of(one)})
        tx.run(query("unmark_tasks"), {"ids": waiting})
        return [one.pattern_id for one in stale]

    def mark(self, tasks: Sequence[str], tx: Transaction) -> None:
        """Note that the job looked at these tasks."""
        self._mark(tx, _lock_tasks(tx, self.space, tasks))

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
        paths: Mapping[str, "_Path"],
    ) -> bool:
        """Is all that it was made of still there?"""
        return all(key in locked for key in members_of(pattern)) and all(
            run in paths for run in self._runs(pattern)
        )

    def _replace(
        self, tx: Transaction, patterns: Sequence[Pattern], paths: Mapping[str, "_Path"]
    ) -> None:
        ids = sorted(pattern.pattern_id for pattern in patterns)
        heads = _lock_patterns(tx, self.space, ids)
        tasks = [key for pattern in patterns for key in members_of(pattern)]
        belong = tx.run(query("patterns_of_tasks"), {"ids": tasks})
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
            told = _reported(tx, pattern.pattern_id, pattern.success_cases)
            old = {**old, "wins": old["wins"] - len(told)}
        props = head_props(self.space, pattern, old, lines, self.at)
        return {"pattern_id": pattern.pattern_id, "props": props}

    def _parts(self, pattern: Pattern, paths: Mapping[str, "_Path"]) -> PatternRows:
        runs: dict[str, list[str]] = {}
        for run in pattern.success_cases:
            runs.setdefault(paths[run].task_id, []).append(run)
        return rows_of_pattern(self.space, pattern, runs)

    def _edges(self, pattern: Pattern, paths: Mapping[str, "_Path"]) -> InstanceRows:
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
    _lock_tasks(tx, space, sorted({row["task_id"] for row in members}))
    found = sorted(_lock_patterns(tx, space, ids))
    delete_whole(tx, found)
    return found


@dataclass(frozen=True, slots=True)
class Joining:
    """One task joins a pattern, or brings it more of its runs; call it with a
    transaction. False where that can't be."""

    space: str
    pattern_id: str
    task_id: str
    membership: Membership
    instances: Instances
    version: int | None
    """Of the pattern that the task was matched with; None: any."""

    def __call__(self, tx: Transaction) -> bool:
        if not _lock_tasks(tx, self.space, [self.task_id]):
            return False
        head = _lock_patterns(tx, self.space, [self.pattern_id]).get(self.pattern_id)
        slots = self._slots(tx)
        paths = _paths(tx, self.space, list(self.instances))
        if head is None or not self._fits(head, slots, paths):
            return False
        known = self._is_member(tx)
        runs = self._new_runs(tx) if known else self.instances
        if known:
            tx.run(query("unbind_tasks"), {"ids": [self.task_id]})
        told = len(_reported(tx, self.pattern_id, runs))
        grown = _grown(head, self.membership.app, len(runs), told, new_member=not known)
        self._tell(tx, slots, runs, grown)
        taken = {run: paths[run].steps for run in runs}
        edges = instance_rows(self.pattern_id, head["version"], runs, taken)
        each(tx, "add_instances", edges.instances)
        return True

    def _slots(self, tx: Transaction) -> dict[str, str]:
        rows = tx.run(query("slots_by_name"), {"pattern_id": self.pattern_id})
        return {row["name"]: row["slot_id"] for row in rows}

    def _fits(
        self, head: Row, slots: Mapping[str, str], paths: Mapping[str, "_Path"]
    ) -> bool:
        return (
            self.version in (None, head["version"])
            and self.membership.bindings.keys() <= slots.keys()
            and all(
                run in paths and paths[run].task_id == self.task_id
                for run in self.instances
            )
        )

    def _is_member(self, tx: Transaction) -> bool:
        """Was it one before? It leaves any other pattern."""
        rows = tx.run(query("patterns_of_tasks"), {"ids": [self.task_id]})
        if any(row["pattern_id"] != self.pattern_id for row in rows):
            move_out(tx, self.space, [self.task_id])
            return False
        return bool(rows)

    def _tell(
        self, tx: Transaction, slots: Mapping[str, str], runs: Instances, head: Row
    ) -> None:
        tx.run(
            query("put_membership"),
            {
                "pattern_id": self.pattern_id,
                "head": head,
                "task_id": self.task_id,
                "props": membership_props(self.membership),
                "runs": list(runs),
            },
        )
        each(
            tx,
            "bind_slots",
            (
                {
                    "slot_id": slots[name],
                    "binds": [{"task_id": self.task_id, "props": bind_props(value)}],
                }
                for name, value in self.membership.bindings.items()
            ),
        )

    def _new_runs(self, tx: Transaction) -> Instances:
        """Those that are no instances of the pattern yet."""
        if not self.instances:
            return {}
        rows = tx.run(query("instances_of_runs"), {"ids": list(self.instances)})
        old = {row["experience_id"] for row in rows}
        return {run: at for run, at in self.instances.items() if run not in old}


def _reported(tx: Transaction, pattern_id: str, runs: Iterable[str]) -> list[Row]:
    """Successes that were counted when the plans of these runs were reported; the
    runs are counted themselves now."""
    params = {"pattern_id": pattern_id, "ids": list(runs)}
    return tx.run(query("withdraw_reports"), params)


def _grown(
    head: Row, app: str | None, runs: int, told: int, *, new_member: bool
) -> Row:
    """The counters of a pattern with so many more runs, which were successes; `told`
    of them were counted before."""
    wins = runs - told
    stats = {
        name: one.model_copy(update={"wins": one.wins + wins})
        if fold_app(name) == fold_app(app)
        else one
        for name, one in app_stats_of(head["app_stats"]).items()
    }
    return {
        "members": head["members"] + new_member,
        "support": head["support"] + (runs if head["steps"] else new_member),
        "runs": head["runs"] + runs,
        "wins": head["wins"] + wins,
        "ema_success": moved_by_wins(head["ema_success"], wins),
        "app_stats": app_stats_text(stats),
    }


@dataclass(frozen=True, slots=True)
class _Path:
    """A run's path as it is stored."""

    task_id: str
    steps: list[tuple[str, str | None]]
    """Id and element id of each step that did not fail."""


def _paths(tx: Transaction, space: str, runs: Sequence[str]) -> dict[str, _Path]:
    found: dict[str, _Path] = {}
    if not runs:
        return found
    rows = tx.run(query("run_paths"), {"ids": list(runs), "space": space})
    for row in sorted(rows, key=lambda row: int(row["n"])):
        path = found.setdefault(row["experience_id"], _Path(row["task_id"], []))
        path.steps.append((row["step_id"], row["element_id"]))
    return found


def _lock_tasks(
    tx: Transaction, space: str, ids: Sequence[str]
) -> dict[str, str | None]:
    """The marks of those that are there, by id; nobody else changes them now."""
    rows = tx.run(query("lock_tasks"), {"space": space, "ids": sorted(ids)})
    return {row["task_id"]: row["claimed"] for row in rows}


def _lock_patterns(tx: Transaction, space: str, ids: Sequence[str]) -> dict[str, Row]:
    """The heads of those that are there, by id."""
    rows = tx.run(query("lock_patterns"), {"ids": sorted(ids)})
    if foreign := [row["pattern_id"] for row in rows if row["space"] != space]:
        raise InvalidInput(f"pattern {foreign[0]} is of another space than {space!r}")
    return {row["pattern_id"]: row for row in rows}
