"""Patterns into the graph: whole, one transaction for each group of them.

Whoever takes locks takes those of tasks before those of patterns: so do learning and
forgetting.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.errors import InvalidInput
from kgmem.graph.patterns.leaving import delete_parts, delete_whole, move_out
from kgmem.graph.patterns.rows import (
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
from kgmem.graph.query_files import each, query
from kgmem.graph.runs.reports import heal_steps
from kgmem.model.experience import moved_by_wins
from kgmem.model.keys.identity import fold_app
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
            key = pattern.pattern_id
            told = _reported(tx, ((key, run) for run in pattern.success_cases))
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
    """One task that joins a pattern, or brings it more of its runs."""

    pattern_id: str
    task_id: str
    membership: Membership
    instances: Instances
    """Of runs that succeeded."""
    version: int | None = None
    """Of the pattern that the task was matched with; None: any."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What became of tasks that were to join patterns."""

    good: list[bool]
    """For each, whether it could be: not where the pattern, the task or a run is not
    there, or the pattern is another one by now."""
    patterns: list[str]
    """Ids of those that were joined."""
    moved: bool
    """Did a task leave another pattern?"""


@dataclass(frozen=True, slots=True)
class Joinings:
    """Tasks that join patterns, each at most once; call it with a transaction. A
    handful of statements, however many tasks."""

    space: str
    wanted: Sequence[Joining]

    def __call__(self, tx: Transaction) -> Joined:
        ids = sorted({one.task_id for one in self.wanted})
        tasks = _lock_tasks(tx, self.space, ids)
        patterns = sorted({one.pattern_id for one in self.wanted})
        heads = _lock_patterns(tx, self.space, patterns)
        slots = _slots(tx, patterns)
        runs = [run for one in self.wanted for run in one.instances]
        paths = _paths(tx, self.space, runs)
        good = [
            one.task_id in tasks
            and one.pattern_id in heads
            and _fits(one, heads[one.pattern_id], slots, paths)
            for one in self.wanted
        ]
        chosen = [one for one, fits in zip(self.wanted, good, strict=True) if fits]
        moved = bool(chosen) and self._join(tx, chosen, heads, slots, paths)
        return Joined(good, [one.pattern_id for one in chosen], moved)

    def _join(
        self,
        tx: Transaction,
        chosen: Sequence[Joining],
        heads: dict[str, Row],
        slots: Mapping[tuple[str, str], str],
        paths: Mapping[str, "_Path"],
    ) -> bool:
        """Did a task leave another pattern?"""
        members, moved = self._members(tx, chosen, heads)
        if members:
            tx.run(query("unbind_tasks"), {"ids": sorted(members)})
        new = _new_runs(tx, chosen, members)
        told = _reported(tx, [(p, run) for p, runs in new for run in runs])
        rows, edges = [], []
        for one, (pattern_id, runs) in zip(chosen, new, strict=True):
            head = heads[pattern_id]
            known = one.task_id in members
            counted = sum(row["experience_id"] in runs for row in told)
            grown = _grown(head, one.membership.app, len(runs), counted, known)
            heads[pattern_id] = {**head, **grown}
            rows.append(_membership_row(one, runs, grown))
            taken = {run: paths[run].steps for run in runs}
            made = instance_rows(pattern_id, head["version"], runs, taken)
            edges += made.instances
        each(tx, "put_memberships", rows)
        each(tx, "bind_slots", (row for one in chosen for row in _binds(one, slots)))
        each(tx, "add_instances", _added(edges))
        return moved

    def _members(
        self, tx: Transaction, chosen: Sequence[Joining], heads: dict[str, Row]
    ) -> tuple[set[str], bool]:
        """Tasks that were members before, and whether one left another pattern: then
        heads are read anew."""
        joins = {one.task_id: one.pattern_id for one in chosen}
        rows = tx.run(query("patterns_of_tasks"), {"ids": sorted(joins)})
        leaving = {r["task_id"] for r in rows if r["pattern_id"] != joins[r["task_id"]]}
        if leaving:
            move_out(tx, self.space, sorted(leaving))
            heads |= _lock_patterns(tx, self.space, sorted(heads))
        return {row["task_id"] for row in rows} - leaving, bool(leaving)


def _slots(tx: Transaction, patterns: Sequence[str]) -> dict[tuple[str, str], str]:
    """Slot ids by pattern id and name."""
    rows = tx.run(query("slots_by_name"), {"ids": list(patterns)})
    return {(row["pattern_id"], row["name"]): row["slot_id"] for row in rows}


def _fits(
    one: Joining,
    head: Row,
    slots: Mapping[tuple[str, str], str],
    paths: Mapping[str, "_Path"],
) -> bool:
    return (
        one.version in (None, head["version"])
        and all((one.pattern_id, name) in slots for name in one.membership.bindings)
        and all(
            run in paths and paths[run].task_id == one.task_id for run in one.instances
        )
    )


def _new_runs(
    tx: Transaction, chosen: Sequence[Joining], members: set[str]
) -> list[tuple[str, Instances]]:
    """For each its pattern's id and, of its runs, those that are no instances of the
    pattern yet."""
    asked = [run for one in chosen if one.task_id in members for run in one.instances]
    rows = tx.run(query("instances_of_runs"), {"ids": asked}) if asked else []
    old = {row["experience_id"] for row in rows}
    return [
        (one.pattern_id, {r: at for r, at in one.instances.items() if r not in old})
        for one in chosen
    ]


def _membership_row(one: Joining, runs: Instances, head: Row) -> Row:
    return {
        "pattern_id": one.pattern_id,
        "task_id": one.task_id,
        "props": membership_props(one.membership),
        "runs": list(runs),
        "head": head,
    }


def _binds(one: Joining, slots: Mapping[tuple[str, str], str]) -> Iterator[Row]:
    for name, value in one.membership.bindings.items():
        bind = {"task_id": one.task_id, "props": bind_props(value)}
        yield {"slot_id": slots[one.pattern_id, name], "binds": [bind]}


def _added(rows: Iterable[Row]) -> Iterator[Row]:
    """One row for each step of a pattern."""
    found: dict[str, Row] = {}
    for row in rows:
        known = found.setdefault(
            row["pattern_step_id"], {**row, "runs": 0, "steps": []}
        )
        known["runs"] += row["runs"]
        known["steps"] += row["steps"]
    yield from found.values()


def _reported(tx: Transaction, runs: Iterable[tuple[str, str]]) -> list[Row]:
    """Successes that were counted when the plans of these runs were reported, given by
    pattern and run; the runs are counted themselves now."""
    rows = [{"pattern_id": key, "experience_id": run} for key, run in runs]
    return each(tx, "withdraw_reports", rows)


def _grown(head: Row, app: str | None, runs: int, told: int, known: bool) -> Row:
    """The counters of a pattern with so many more runs, which were successes, of a
    member that it has or that is new; `told` of them were counted before."""
    new_member = not known
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
    steps: list[tuple[str, dict[str | None, str]]]
    """See `pattern_rows.Path`."""


def _paths(tx: Transaction, space: str, runs: Sequence[str]) -> dict[str, _Path]:
    found: dict[str, _Path] = {}
    if not runs:
        return found
    rows = tx.run(query("run_paths"), {"ids": list(runs), "space": space})
    for row in sorted(rows, key=lambda row: int(row["n"])):
        path = found.setdefault(row["experience_id"], _Path(row["task_id"], []))
        if not path.steps or path.steps[-1][0] != row["step_id"]:
            path.steps.append((row["step_id"], {}))
        if row["element_id"]:
            path.steps[-1][1][row["part"]] = row["element_id"]
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
