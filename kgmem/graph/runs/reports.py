"""ReportStore: what agents report of plans, counted once per plan."""

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.graph.changes import ALL
from kgmem.graph.known_tasks import paths_of, paths_text, with_replays
from kgmem.graph.patterns.learned import (
    Learned,
    learned_of,
    learned_text,
    with_wording,
    without_wording,
)
from kgmem.graph.patterns.rows import (
    app_stats_of,
    app_stats_text,
    pattern_step_id,
    stats_props,
)
from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import stats_of
from kgmem.graph.rows import DESTINATION, epoch_ms, now_ms
from kgmem.graph.runs.healing import HEALED, add_repairs, count_locators
from kgmem.graph.runs.outcomes import PlanOutcome, RepairRun, StepOutcome
from kgmem.graph.store import GraphStore
from kgmem.model.base import normalize
from kgmem.model.decision import QUARANTINED
from kgmem.model.experience import REFUTED, Stats, replayed
from kgmem.model.keys.identity import fold_app, report_id, step_id
from kgmem.model.trajectory import ReplayOutcome, counts
from kgmem.model.trust import LOCATED, TOLD
from kgmem.ports import Row, Transaction


@dataclass(frozen=True, slots=True)
class Counted:
    """What became of a report."""

    is_new: bool
    """False: this plan was reported before, and nothing was changed."""
    has_origin: bool = True
    """False: what the plan was made from is gone; the report alone is kept."""
    is_confirmed: bool = False
    """Are runs that were told trusted from now on?"""


@dataclass(frozen=True, slots=True)
class _Queries:
    """The queries for one kind of origin."""

    link: str
    confirm: str
    count: str
    elements: str
    heal: str


_OF_RUNS = _Queries(
    "link_report_to_run",
    "confirm_run",
    "count_steps",
    "elements_of_steps",
    "set_healed",
)
_OF_PATTERNS = _Queries(
    "link_report_to_pattern",
    "confirm_runs_of_pattern",
    "count_pattern_steps",
    "elements_of_pattern_steps",
    "set_healed_pattern_steps",
)


class ReportStore:
    """Reports in any CypherEngine; all operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def write(self, reported: PlanOutcome) -> Counted:
        """Count the outcome on what the plan was made from, in one transaction."""
        origin = reported.origin

        def notes(counted: Counted) -> list[str]:
            if counted.is_confirmed:
                return [ALL]
            of_pattern = origin.kind == "pattern" and counted.is_new
            return [f"replay {origin.id}"] if of_pattern and counted.has_origin else []

        return self._store.changing(reported.space, _Writing(reported), notes)

    def waiting_repairs(self, space: str) -> list[RepairRun]:
        """Runs that were reported and are not learned yet."""
        rows = self._store.read(
            "waiting_repairs", space=space, task_id=_of_repairs(space)
        )
        return [RepairRun(row["draft_id"], row["body"]) for row in rows]

    def replaced_repairs(self, space: str) -> list[str]:
        """Plans whose repair still counts beside the agent's own record."""
        rows = self._store.read("replaced_repairs", space=space)
        return [row["plan_id"] for row in rows]

    def repair(self, space: str, plan_id: str) -> str | None:
        """Id of the run that was made of the plan's repair, if there is one."""
        rows = self._store.read("repaired_run", report_id=report_id(space, plan_id))
        return rows[0]["experience_id"] if rows else None

    def set_repair(self, space: str, plan_id: str, experience_id: str | None) -> None:
        """Note the run that was made of the plan's repair, or that it is gone."""
        self._store.write(
            "set_repair",
            report_id=report_id(space, plan_id),
            experience_id=experience_id,
        )


@dataclass(frozen=True, slots=True)
class _Writing:
    """The transaction of one report."""

    given: PlanOutcome

    @property
    def _queries(self) -> _Queries:
        return _OF_RUNS if self.given.origin.kind == "experience" else _OF_PATTERNS

    def __call__(self, tx: Transaction) -> Counted:
        given = self.given
        key = report_id(given.space, given.plan_id)
        claim = {"report_id": key, "space": given.space, "plan_id": given.plan_id}
        claimed = tx.run(query("claim_report"), claim)[0]
        if claimed["outcome"] is not None and not self._settles(claimed["outcome"]):
            return Counted(is_new=False)
        count = self._on_run if given.origin.kind == "experience" else self._on_pattern
        found, counted_on = count(tx, claimed["experience_id"])
        if found and given.outcome == "failure" and given.verified:
            path = {"origin_id": given.origin.id, "app": given.app, "streak": REFUTED}
            tx.run(query("refute_path"), {**path, "at": epoch_ms(given.at)})
        props = {
            **given.props,
            "task_id": given.task_id,
            "outcome": given.outcome,
            "feedback": given.feedback,
            "judge": given.judge,
            "origin_kind": given.origin.kind,
            "origin_id": given.origin.id,
            "origin_version": given.origin.version,
            "counted_on": counted_on,
            "app": given.app,
            "at": epoch_ms(given.at),
        }
        if given.repair_run is not None:
            props["repair_id"] = given.repair_run.experience_id
            tx.run(query("put_repair"), _draft_row(given.space, given.repair_run))
        tx.run(query("put_report"), {"report_id": key, "props": props})
        if found:
            link = {"report_id": key, "origin_id": given.origin.id}
            tx.run(query(self._queries.link), link)
        return Counted(True, found, found and self._confirms(tx))

    def _confirms(self, tx: Transaction) -> bool:
        """Mark the runs of the path that were told as located; were there any?"""
        sources = {"told": TOLD, "located": LOCATED}
        asked = {"origin_id": self.given.origin.id, **sources}
        return self.given.is_located and bool(
            tx.run(query(self._queries.confirm), asked)
        )

    def _settles(self, known: ReplayOutcome) -> bool:
        """Was what came of the plan left open, and is it told now? So it is where one
        that was stopped is followed to its end."""
        return not counts(known) and counts(self.given.outcome)

    # --- a plan made from a run -------------------------------------------------------

    def _on_run(self, tx: Transaction, learned: str | None) -> tuple[bool, str | None]:
        """Was the run there, and the task whose replays it counts for."""
        given = self.given
        origin = {"origin_id": given.origin.id, "space": given.space}
        rows = tx.run(query("lock_origin_run"), origin)
        if not rows:
            return False, None
        outcome: ReplayOutcome = "failure" if given.repaired else given.outcome
        stats = self._replayed(stats_of(rows[0]), outcome)
        key = given.origin.id
        props = {"experience_id": key, "props": stats_props(stats)}
        tx.run(query("set_run_stats"), props)
        self._count_steps(tx, {n: step_id(key, n) for n in given.steps})
        return True, self._on_task(tx, rows[0], learned)

    def _on_task(self, tx: Transaction, row: Row, learned: str | None) -> str | None:
        """The task's id, if the outcome counts for it: the very same was asked, the
        run of this replay is not counted itself, and the origin is not quarantined."""
        given = self.given
        won, lost = given.outcome == "success", given.outcome == "failure"
        if given.repaired or not (won or lost) or row["decided"] == QUARANTINED:
            return None
        if normalize(given.task) != normalize(row["text"]):
            return None
        rows = (
            tx.run(query("task_of_run"), {"experience_id": learned}) if learned else []
        )
        if any(one["task_id"] == row["task_id"] for one in rows):
            return None
        counted = {
            "task_id": row["task_id"],
            "wins": (row["replay_wins"] or 0) + won,
            "losses": (row["replay_losses"] or 0) + lost,
            "verified": (row["replay_verified"] or 0) + (won and given.verified),
            "paths": paths_text(
                with_replays(
                    paths_of(row["paths"]),
                    row["path"],
                    int(won),
                    int(lost),
                    int(won and given.verified),
                )
            ),
        }
        tx.run(query("set_replays"), counted)
        return str(row["task_id"])

    # --- a plan made from a pattern ---------------------------------------------------

    def _on_pattern(
        self, tx: Transaction, learned: str | None
    ) -> tuple[bool, str | None]:
        """Was the pattern there, and its id, if the outcome counts for it."""
        given = self.given
        key = given.origin.id
        rows = tx.run(query("lock_patterns"), {"ids": [key]})
        if not rows or rows[0]["space"] != given.space:
            return False, None
        counts = not (given.outcome == "success" and self._is_instance(tx, learned))
        stats = stats_of(rows[0])
        after = self._replayed(stats, given.outcome)
        if not counts:
            before = {"wins": stats.wins, "streak": stats.streak}
            after = after.model_copy(update=before)
        apps = self._with_app(app_stats_of(rows[0]["app_stats"]), counts)
        props = {
            **stats_props(after),
            "app_stats": app_stats_text(apps),
            "learned": learned_text(self._with_wording(rows[0])),
        }
        tx.run(query("set_pattern"), {"pattern_id": key, "props": props})
        if rows[0]["version"] == given.origin.version:
            version = given.origin.version
            keys = {n: pattern_step_id(key, version, n) for n in given.steps}
            self._count_steps(tx, keys)
            add_repairs(tx, {keys[n]: way for n, way in given.repairs.items()})
        return True, key if counts else None

    def _with_wording(self, head: Row) -> Learned:
        """The wordings that the pattern has learned, with what this outcome says."""
        known, given = learned_of(head["learned"]), self.given
        if given.wording is None or head["version"] != given.origin.version:
            return known
        if given.outcome == "failure":
            return without_wording(known, given.wording.template)
        return with_wording(known, given.wording, given.task_id)

    def _with_app(self, apps: Mapping[str, Stats], counts: bool) -> dict[str, Stats]:
        """The statistics by app with this outcome, where they are kept apart."""
        app = self.given.app
        if not apps or not app or not counts:
            return dict(apps)
        name = next((one for one in apps if fold_app(one) == fold_app(app)), app)
        return {
            **apps,
            name: self._replayed(apps.get(name, Stats()), self.given.outcome),
        }

    def _is_instance(self, tx: Transaction, run: str | None) -> bool:
        params = {"experience_id": run, "pattern_id": self.given.origin.id}
        rows = tx.run(query("is_instance"), params) if run else []
        return bool(rows and rows[0]["steps"])

    # --- both -------------------------------------------------------------------------

    def _replayed(self, stats: Stats, outcome: ReplayOutcome) -> Stats:
        given, sure = self.given, self.given.verified
        return replayed(stats, outcome, given.at, given.feedback, verified=sure)

    def _count_steps(self, tx: Transaction, keys: Mapping[int, str]) -> None:
        """Count each step and its locators."""
        steps = self.given.steps
        each(
            tx,
            self._queries.count,
            (
                {
                    "key": keys[n],
                    "wins": int(one.worked),
                    "losses": int(not one.worked),
                }
                for n, one in steps.items()
            ),
        )
        self._count_found(tx, "", {keys[n]: one for n, one in steps.items()})
        ends = {keys[n]: end for n, one in steps.items() if (end := one.destination)}
        self._count_found(tx, DESTINATION, ends)

    def _count_found(
        self, tx: Transaction, part: str, outcomes: Mapping[str, StepOutcome]
    ) -> None:
        """Count the locators of one part of the steps, by their keys."""
        told = {key: one for key, one in outcomes.items() if one.met or one.missed}
        if not told:
            return
        found = {"keys": sorted(told), "part": part}
        rows = tx.run(query(self._queries.elements), found)
        elements = {row["key"]: row["element_id"] for row in reversed(rows)}
        healed = count_locators(
            tx,
            self.given,
            {elements[key]: one for key, one in told.items() if key in elements},
        )
        each(
            tx,
            self._queries.heal,
            (
                {"key": key, "props": {HEALED[part]: healed[elements[key]]}}
                for key in told
                if key in elements
            ),
        )


def repair_draft(space: str, plan_id: str) -> str:
    """The id of the draft that a plan's repair waits as."""
    return f"repair:{report_id(space, plan_id)}"


def _of_repairs(space: str) -> str:
    """What repairs that wait are looked up by, in the place of a task's id."""
    return f"repairs of {space}"


def _draft_row(space: str, run: RepairRun) -> Row:
    return {
        "draft_id": run.draft_id,
        "props": {
            "space": space,
            "task_id": _of_repairs(space),
            "body": run.body,
            "created_at": now_ms(),
        },
    }
