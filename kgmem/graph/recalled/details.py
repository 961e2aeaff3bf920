"""What became of the tasks that a recall found, and the facts that may matter."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.finding.found import OF_ENTITY, FactGroupFound
from kgmem.graph.known_tasks import TaskSummary
from kgmem.graph.query_files import query
from kgmem.graph.read_rows import RunsOfTask, StoredRun, whole_runs
from kgmem.graph.recalled.fact_groups import (
    LEADING,
    groups_of,
    is_whole,
    lead_key,
    leads_of,
)
from kgmem.graph.recalled.kept import KeptReads
from kgmem.graph.runs.attempts import attempts_of
from kgmem.model.keys.identity import alias_id
from kgmem.model.trust import TrustedSources
from kgmem.paths.failing.lessons import Attempt
from kgmem.ports import CypherEngine, Row

LOOKED_AT = 1_000
"""Facts over one entity that may matter for a task: the newest of so many."""
NO_FACTS: Mapping[str, Sequence[str]] = dict.fromkeys(LEADING, ())
"""What leads to no facts."""
NO_KIN: Mapping[str, object] = {"failing": (), "kin": (), "each": 0}
"""What leads to no runs to compare."""
OF_TASKS = ("details_tasks", "details_runs", "details_steps")
HOW = ("task", "run", "step", "attempt", "facts")
"""What the queries give."""

Rows = Mapping[str, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Details:
    """What a recall reads of what it found."""

    summaries: Mapping[str, TaskSummary]
    """By task id."""
    runs: dict[str, StoredRun]
    """By experience id."""
    facts: Sequence[FactGroupFound]
    """By subject and predicate."""
    attempts: Sequence[Attempt]
    """Runs to compare."""


@dataclass(frozen=True, slots=True)
class DetailsReader:
    """Reads it, but for what is kept: one round trip, none where nothing lacks."""

    engine: CypherEngine
    trusted: TrustedSources
    kept: KeptReads

    def of(
        self,
        space: str,
        task_ids: Sequence[str],
        facts: Mapping[str, Sequence[str]],
        kin: Mapping[str, object],
    ) -> Details:
        """See `GraphStore.details`."""
        drops = self.kept.runs.drops, self.kept.leads.drops
        tasks = self.kept.runs.of(space, task_ids)
        asked = [
            lead_key(how, one) for name, how in LEADING.items() for one in facts[name]
        ]
        leads = self.kept.leads.of(space, asked)
        lacking = [one for one in task_ids if one not in tasks]
        rows = self._read(
            {
                "space": space,
                "ids": lacking,
                "most": OF_ENTITY,
                "looked": LOOKED_AT,
                **_lacking(space, facts, leads),
                **(kin if _may_fail(kin, tasks) else NO_KIN),
            }
        )
        read = self._tasks(lacking, rows)
        self.kept.runs.put(space, read, drops[0])
        tasks |= read
        found = leads_of(rows["facts"], (one for one in asked if one not in leads))
        whole = {key: lead for key, lead in found.items() if is_whole(lead)}
        self.kept.leads.put(space, whole, drops[1])
        leads |= found
        known = [tasks[key] for key in task_ids if key in tasks]
        return Details(
            {key: tasks[key].summary for key in task_ids if key in tasks},
            {key: run for one in known for key, run in one.runs.items()},
            groups_of((key, lead) for key in asked if (lead := leads[key])),
            attempts_of(rows["attempt"]),
        )

    def _read(self, params: Mapping[str, object]) -> dict[str, list[Row]]:
        """The rows of what is asked for, by what they are."""
        names = [
            *(OF_TASKS if params["ids"] else ()),
            *(["details_attempts"] if params["failing"] and params["kin"] else ()),
            *(["details_facts"] if any(params[one] for one in LEADING) else ()),
        ]
        told: dict[str, list[Row]] = {name: [] for name in HOW}
        if names:
            text = "\nUNION ALL\n".join(map(query, names))
            for row in self.engine.read(text, params):
                told[row["how"]].append(row)
        return told

    def _tasks(self, ids: Iterable[str], rows: Rows) -> dict[str, RunsOfTask]:
        """The tasks of these rows, with their runs."""
        heads = {row["key"]: _head_of(row) for row in rows["run"]}
        steps: dict[str, list[Row]] = {}
        for row in rows["step"]:
            steps.setdefault(row["key"], []).append(row["body"])
        runs = whole_runs(heads, steps, self.trusted)
        summaries = {row["id"]: TaskSummary.of(row["head"]) for row in rows["task"]}
        return {
            key: RunsOfTask(one, {k: runs[k] for k in one.newest if k in runs})
            for key in ids
            if (one := summaries.get(key))
        }


def _lacking(
    space: str, facts: Mapping[str, Sequence[str]], leads: Mapping[str, object]
) -> dict[str, list[str]]:
    """What of all that may lead to facts has to be asked for."""
    lacking = {
        name: [one for one in facts[name] if lead_key(how, one) not in leads]
        for name, how in LEADING.items()
    }
    return {**lacking, "aliases": [alias_id(space, key) for key in lacking["keys"]]}


def _may_fail(kin: Mapping[str, object], known: Mapping[str, RunsOfTask]) -> bool:
    """May a run of one of the tasks `failing` have failed?"""
    failing = kin["failing"]
    assert isinstance(failing, Sequence)
    return any(one not in known or known[one].summary.failures for one in failing)


def _head_of(row: Row) -> Row:
    """A run without its steps, as `run_with_steps` gives it."""
    return {
        "task_id": row["id"],
        "experience_id": row["key"],
        "task": row["head"],
        "run": row["body"],
    }
