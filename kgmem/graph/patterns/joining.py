"""A run that joins a pattern: its members, values and instances grow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.patterns.leaving import move_out
from kgmem.graph.patterns.locked import (
    Instances,
    StoredPath,
    lock_patterns,
    lock_tasks,
    paths_of,
    reported,
)
from kgmem.graph.patterns.rows import (
    app_stats_of,
    app_stats_text,
    bind_props,
    instance_rows,
    membership_props,
)
from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import stats_of
from kgmem.model.experience import with_wins
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Membership
from kgmem.ports import Row, Transaction


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
        tasks = lock_tasks(tx, self.space, ids)
        patterns = sorted({one.pattern_id for one in self.wanted})
        heads = lock_patterns(tx, self.space, patterns)
        slots = _slots(tx, patterns)
        runs = [run for one in self.wanted for run in one.instances]
        paths = paths_of(tx, self.space, runs)
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
        paths: Mapping[str, "StoredPath"],
    ) -> bool:
        """Did a task leave another pattern?"""
        members, moved = self._members(tx, chosen, heads)
        if members:
            tx.run(query("unbind_tasks"), {"ids": sorted(members)})
        new = _new_runs(tx, chosen, members)
        told = reported(
            tx, [(p, r) for p, runs in new for r in runs if paths[r].followed_plan]
        )
        rows, edges = [], []
        for one, (pattern_id, runs) in zip(chosen, new, strict=True):
            head = heads[pattern_id]
            known = one.task_id in members
            counted = sum(row["experience_id"] in runs for row in told)
            grown = grown_head(head, one.membership.app, len(runs), counted, known)
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
            heads |= lock_patterns(tx, self.space, sorted(heads))
        return {row["task_id"] for row in rows} - leaving, bool(leaving)


def _slots(tx: Transaction, patterns: Sequence[str]) -> dict[tuple[str, str], str]:
    """Slot ids by pattern id and name."""
    rows = tx.run(query("slots_by_name"), {"ids": list(patterns)})
    return {(row["pattern_id"], row["name"]): row["slot_id"] for row in rows}


def _fits(
    one: Joining,
    head: Row,
    slots: Mapping[tuple[str, str], str],
    paths: Mapping[str, "StoredPath"],
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


def grown_head(head: Row, app: str | None, runs: int, told: int, known: bool) -> Row:
    """The counters of a pattern with so many more runs (or less), which were successes,
    of a member that it has or that is new; `told` of them were counted before."""
    new_member = not known
    wins = runs - told
    grown = with_wins(stats_of(head), wins)
    stats = {
        name: with_wins(one, wins) if fold_app(name) == fold_app(app) else one
        for name, one in app_stats_of(head["app_stats"]).items()
    }
    return {
        "members": head["members"] + new_member,
        "support": head["support"] + (runs if head["steps"] else new_member),
        "runs": head["runs"] + runs,
        "wins": grown.wins,
        "ema_success": grown.ema,
        "streak": grown.streak,
        "app_stats": app_stats_text(stats),
    }
