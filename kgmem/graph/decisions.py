"""DecisionStore: what people decided about runs and patterns.

What holds now and the log of all decisions are properties of the node, so that both are
exported, imported and forgotten with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.changes import ALL
from kgmem.graph.patterns.joining import grown_head
from kgmem.graph.patterns.locked import lock_patterns
from kgmem.graph.patterns.read import patterns_of, read_parts
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import epoch_ms
from kgmem.graph.runs.avoid_edges import withdraw
from kgmem.graph.runs.forget import recount_task
from kgmem.graph.store import GraphStore
from kgmem.model.decision import (
    APPROVED,
    QUARANTINED,
    OperatorDecision,
    decisions_of,
    in_force,
)
from kgmem.model.pattern import path_key
from kgmem.ports import Row, Transaction


@dataclass(frozen=True, slots=True)
class Subject:
    """A run or a pattern that is decided about."""

    kind: str
    """`run` or `pattern`."""
    key: str
    decisions: tuple[OperatorDecision, ...] = ()
    """Oldest first."""


class DecisionStore:
    """Decisions in any CypherEngine; all operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def named(
        self, space: str, runs: Sequence[str], patterns: Sequence[str]
    ) -> list[Subject]:
        """What is stored under these ids."""
        asked = {"runs": list(runs), "patterns": list(patterns)}
        rows = self._store.read("subjects_of_decisions", space=space, **asked)
        return [
            Subject(row["kind"], row["key"], decisions_of(row["decisions"]))
            for row in rows
        ]

    def write(self, space: str, subject: Subject, decision: OperatorDecision) -> None:
        """Keep a decision, and let it hold from now on. Raises NotFound if the subject
        was forgotten meanwhile, InvalidInput if it can't be approved."""
        decide = _decide_run if subject.kind == "run" else _decide_pattern
        work = partial(decide, space, subject.key, decision)
        self._store.changing(space, work, [ALL])


# A run --------------------------------------------------------------------------------


def _decide_run(
    space: str, key: str, decision: OperatorDecision, tx: Transaction
) -> None:
    asked = {"space": space, "experience_id": key, "claim": uuid4().hex}
    rows = tx.run(query("lock_decided_run"), asked)
    if not rows:
        raise _gone(key, space)
    run, task_id = rows[0]["run"], rows[0]["task_id"]
    was, now = run["decided"], in_force(decision.verb)
    props = {"experience_id": key, "props": run_props(run, decision)}
    tx.run(query("set_run_stats"), props)
    recount_task(tx, space, task_id)
    if QUARANTINED in (was, now) and was != now:
        sign = -1 if now == QUARANTINED else 1
        _count_replays(tx, key, task_id, sign)
        if now == QUARANTINED:
            withdraw(tx, space, [key])
    _count_in_patterns(tx, space, asked | {"task_id": task_id}, was, decision)


def run_props(run: Row, decision: OperatorDecision) -> Row:
    """What a run's node says once this was decided: an approved run is a verified
    success, also one of which nobody had said how it ended. Raises InvalidInput for one
    that failed."""
    before = _as_before(run)
    now = in_force(decision.verb)
    props = {
        **before,
        "decided": now,
        "decisions": [*(run["decisions"] or ()), decision.line()],
    }
    if now != APPROVED:
        return props
    if before["outcome"] == "failure":
        raise InvalidInput(
            "a run that failed can't be approved; learn one that did the task, and "
            "approve that"
        )
    is_new = before["outcome"] == "unknown"
    return {
        **props,
        "outcome": "success",
        "outcome_before": before["outcome"],
        "wins": before["wins"] + is_new,
        "verified": before["verified"] + (is_new or run["judge"] is None),
    }


def _as_before(run: Row) -> Row:
    """The run as it was before it was approved, if it is."""
    wins, verified = run["wins"] or 0, run["verified"] or 0
    if run["decided"] != APPROVED:
        told = {"outcome": run["outcome"], "outcome_before": None}
        return {**told, "wins": wins, "verified": verified}
    was_new = run["outcome_before"] == "unknown"
    return {
        "outcome": run["outcome_before"],
        "outcome_before": None,
        "wins": wins - was_new,
        "verified": verified - (was_new or run["judge"] is None),
    }


def _count_replays(tx: Transaction, key: str, task_id: str, sign: int) -> None:
    """Count the replays of a run for its task again, or no longer."""
    asked = {"experience_id": key, "task_id": task_id}
    [counted] = tx.run(query("replays_of_run"), asked)
    less = {name: -sign * counted[name] for name in ("wins", "losses", "verified")}
    if any(less.values()):
        each(tx, "discount_replays", [{"task_id": task_id, **less}])


def _count_in_patterns(
    tx: Transaction,
    space: str,
    of_run: Row,
    was: str | None,
    decision: OperatorDecision,
) -> None:
    """Have the run behind the patterns whose path it goes again, or no longer."""
    key, now = of_run["experience_id"], in_force(decision.verb)
    rows = tx.run(query("patterns_of_run"), of_run)
    heads = lock_patterns(tx, space, [row["pattern_id"] for row in rows])
    for row in rows:
        runs = [run for run in row["runs"] if run != key]
        back = key in row["runs"] or was == QUARANTINED
        kept = [*runs, key] if back and now != QUARANTINED else runs
        more, head = len(kept) - len(row["runs"]), heads[row["pattern_id"]]
        grown = grown_head(head, row["app"], more, 0, known=True) if more else {}
        tx.run(
            query("set_member_runs"),
            {
                "pattern_id": row["pattern_id"],
                "task_id": of_run["task_id"],
                "runs": kept,
                "head": {**grown, "decided_at": epoch_ms(decision.at)},
            },
        )


# A pattern ----------------------------------------------------------------------------


def _decide_pattern(
    space: str, key: str, decision: OperatorDecision, tx: Transaction
) -> None:
    head = lock_patterns(tx, space, [key]).get(key)
    if head is None:
        raise _gone(key, space)
    now, approved = in_force(decision.verb), None
    if now == APPROVED:
        steps = patterns_of(read_parts(tx.run, space, [key], False))[key].steps
        if not steps:
            raise InvalidInput(
                f"pattern {key} has no path to approve: its runs take different ones; "
                "approve one of its runs"
            )
        approved = path_key(steps)
    props = {
        "decided": now,
        "decisions": [*(head["decisions"] or ()), decision.line()],
        "decided_at": epoch_ms(decision.at),
        "approved_path": approved,
    }
    tx.run(query("set_pattern"), {"pattern_id": key, "props": props})


def _gone(key: str, space: str) -> NotFound:
    return NotFound(f"{key} was forgotten meanwhile in space {space!r}")
