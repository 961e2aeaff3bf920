"""AvoidStore: what is held against elements, as `AVOID` edges of the graph.

An edge holds no words: it counts, names the runs that speak for and against it, and
points to the steps that tell it. So a run that is forgotten takes its vote and its
words along, and what a step is called stays right when others name it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID, uuid5

from kgmem.errors import NotFound
from kgmem.graph.pattern_rows import tombstone_id
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import step_of
from kgmem.graph.store import GraphStore
from kgmem.model.base import language_of, to_json
from kgmem.model.identity import step_id
from kgmem.model.plan import Avoidance
from kgmem.paths.acts import act_of
from kgmem.paths.avoid_text import MAX_SHOWN, instead_text, message_of
from kgmem.paths.blame import Attempt, Finding, Ref, holds, rate
from kgmem.ports import Row, Transaction
from kgmem.tuning import tuned

_TUNED = tuned("graph.avoidance")

_NAMESPACE = UUID("6f1c2e52-9f43-5a0e-8c35-0b8d1f7a2c94")
"""Never change it: tombstones hang on it."""
MAX_VOTES = 50
"""Runs of each outcome that an edge counts, the newest ones."""
EACH = 10
"""Newest runs of a task that are compared."""
ALIKE = _TUNED["alike"]
"""Calibrated similarity of tasks whose runs are compared."""
MAX_NEAR = 64
"""Edges that one look around gives, from the elements at hand and from those of the
tasks each."""
BATCH = 500
"""Edges that are written in one transaction."""
WARNINGS = ("warnings",)
"""What is noted where an edge comes or goes: that is kept in memory, its counts are
not."""


@dataclass(frozen=True, slots=True)
class FailingTask:
    """A task that was not always done."""

    task_id: str
    app: str | None
    scope: str
    mark: str
    """Of its last change,"""
    noted: str | None
    """and of the one that the batch job looked at."""


def _failing(row: Row) -> FailingTask:
    scope = row["pattern_id"] or row["task_id"]
    mark = f"{row['claimed']} {scope}"
    return FailingTask(row["task_id"], row["app"], scope, mark, row["blamed"])


class AvoidStore:
    """Avoidances in any CypherEngine; all operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    # runs to compare --------------------------------------------------------------

    def scopes(self, space: str, tasks: Sequence[str]) -> dict[str, str]:
        """By task, what its failures tell of: its pattern's id or, without one, its
        own."""
        rows = self._store.read("kinds_of_tasks", space=space, ids=list(tasks))
        return {row["task_id"]: row["pattern_id"] or row["task_id"] for row in rows}

    def members(self, space: str, pattern_id: str, limit: int) -> list[str]:
        """Tasks of a pattern, those with failures first, then the newest."""
        rows = self._store.read(
            "newest_members", space=space, pattern_id=pattern_id, limit=limit
        )
        return [row["task_id"] for row in rows]

    def similar(self, space: str, tasks: Sequence[str], limit: int) -> list[str]:
        """Tasks that are more likely than not of the same kind as one of these."""
        rows = self._store.read(
            "similar_tasks", space=space, ids=list(tasks), least=ALIKE, limit=limit
        )
        return [row["task_id"] for row in rows]

    def failing(self, space: str) -> list[FailingTask]:
        """Tasks with failed runs."""
        rows = self._store.read("failing_tasks", space=space)
        return [_failing(row) for row in rows]

    def noted(self, tasks: Iterable[FailingTask]) -> None:
        """The batch job has looked at these tasks."""
        rows = [{"task_id": one.task_id, "mark": one.mark} for one in tasks]
        if rows:
            self._store.write("mark_blamed", rows=rows)

    def living(self, space: str, scopes: Iterable[str]) -> set[str]:
        """Of these scopes, those whose pattern or task is still there."""
        rows = self._store.read("living_scopes", space=space, ids=sorted(scopes))
        return {row["scope"] for row in rows}

    def attempts(self, space: str, tasks: Sequence[str]) -> list[Attempt]:
        """The newest runs of these tasks, with their steps."""
        rows = self._store.read(
            "attempts_of_tasks", space=space, ids=list(tasks), each=EACH
        )
        return self._with_steps(space, rows)

    def failed(self, space: str, tasks: Sequence[str]) -> set[str]:
        """Of these tasks, those with failed runs."""
        rows = self._store.read("tasks_that_failed", space=space, ids=list(tasks))
        return {row["task_id"] for row in rows}

    def some_attempts(self, space: str, runs: Sequence[str]) -> list[Attempt]:
        """These runs, with their steps."""
        return self._with_steps(
            space, self._store.read("some_attempts", space=space, ids=list(runs))
        )

    def _with_steps(self, space: str, rows: Sequence[Row]) -> list[Attempt]:
        ids = [row["experience_id"] for row in rows]
        steps: dict[str, list[Row]] = {key: [] for key in ids}
        for row in self._store.read("steps_of_attempts", space=space, ids=ids):
            steps[row["experience_id"]].append(row["step"])
        return [
            Attempt(
                row["experience_id"],
                row["task_id"],
                row["task"],
                row["app"],
                row["outcome"],
                tuple(map(step_of, sorted(found, key=lambda step: step["n"]))),
                row["at"],
            )
            for row in rows
            if (found := steps[row["experience_id"]])
        ]

    # writing ----------------------------------------------------------------------

    def write(
        self,
        space: str,
        scope: str,
        findings: Sequence[Finding],
        *,
        at: int,
        anew: bool = False,
    ) -> set[tuple[str, str]]:
        """Hold these findings against the elements of their steps; the edges, by
        element and avoidance id.

        Runs that an edge counts already count once; `anew` counts none but those of
        the findings. What was forgotten by hand, and runs that are gone by now, are
        left out. `at` is in milliseconds.
        """
        found: set[tuple[str, str]] = set()
        for n in range(0, len(findings), BATCH):
            job = _Writing(space, scope, findings[n : n + BATCH], at, anew)
            edges, _ = self._store.changing(space, job, _noted, mine=lambda _: True)
            found |= edges
        return found

    def approve(
        self, space: str, runs: Sequence[str], elements: Collection[str]
    ) -> None:
        """Let successes that did to one of these elements what an edge warns of speak
        against it."""

        def work(tx: Transaction) -> None:
            changed: dict[tuple[str, str], Row] = {}
            for row in filter(_approves, _touched(tx, space, runs, elements)):
                edge = changed.setdefault(_key(row), dict(row["edge"]))
                votes = dict.fromkeys([*edge["success_ids"], row["experience_id"]])
                edge["success_ids"] = list(votes)
            _recount(tx, changed)

        if runs:
            self._store.engine.write(work)

    def drop(self, space: str, edges: Iterable[tuple[str, str]]) -> None:
        """Delete edges, given by element and avoidance id."""
        rows = [{"element_id": e, "avoidance_id": a} for e, a in edges]
        for n in range(0, len(rows), BATCH):
            part = rows[n : n + BATCH]
            self._store.changing(space, partial(_drop, rows=part), WARNINGS)

    def forget(self, space: str, avoidance_id: str) -> None:
        """Delete one and leave a tombstone, so that no job writes it again. Raises
        NotFound."""

        def work(tx: Transaction) -> None:
            rows = tx.run(query("avoidances_of_space"), {"space": space})
            own = [row for row in rows if row["avoidance_id"] == avoidance_id]
            if not own:
                raise NotFound(f"no avoidance {avoidance_id} in space {space!r}")
            _drop(tx, own)
            stone = tombstone_id(space, f"avoidance {avoidance_id}")
            told = {"tombstone_id": stone, "space": space, "key": avoidance_id}
            tx.run(query("bury_avoidance"), told)

        self._store.changing(space, work, WARNINGS)

    # reading ----------------------------------------------------------------------

    def look(self, space: str) -> None:
        """Tell what changed in the space, where nothing else is read."""
        self._store.changes.look(space)

    def all(self, space: str) -> list[tuple[str, str, str]]:
        """Element, avoidance id and scope of every edge."""
        rows = self._store.read("avoidances_of_space", space=space)
        return [(r["element_id"], r["avoidance_id"], r["scope"]) for r in rows]

    def any(self, space: str) -> bool:
        """Is anything held against an element?"""
        return bool(self._store.read("any_avoidance", space=space))

    def near(
        self, space: str, elements: Sequence[str], tasks: Sequence[str], task: str
    ) -> list[Avoidance]:
        """What is held against these elements, and against those that these tasks
        use, by runs of their kinds; told for `task`, worst first. An error at an
        element speaks to every task. What changed in the space is told along."""
        changes = self._store.changes
        rows = self._store.read(
            "avoidances_near",
            space=space,
            elements=list(elements),
            tasks=list(tasks),
            limit=MAX_NEAR,
            **changes.asked(space),
        )
        changes.observe((row["log"] for row in rows if row["log"]), space)
        rows = [row for row in rows if not row["log"]]
        scopes = {r["edge"]["scope"] for r in rows if r["step"] is None} | set(tasks)
        found = {
            row["edge"]["avoidance_id"]: _avoidance(row, task)
            for row in rows
            if row["step"] is not None and _speaks_to(row["edge"], scopes)
        }
        return sorted(found.values(), key=lambda one: (-one.score, one.message))


def _noted(written: tuple[set[tuple[str, str]], bool]) -> Sequence[str]:
    return WARNINGS if written[1] else ()


def withdraw(tx: Transaction, space: str, runs: Sequence[str]) -> None:
    """Take the votes of runs that will be deleted out of all edges; one that no
    failed run speaks for goes."""
    leaving = set(runs)
    used = tx.run(query("elements_of_runs"), {"ids": list(runs)})
    touched = _touched(tx, space, runs, {row["element_id"] for row in used})
    left = {_key(row): _without(row["edge"], leaving) for row in touched}
    gone = [key for key, edge in left.items() if not edge["experience_ids"]]
    _drop(tx, [{"element_id": e, "avoidance_id": a} for e, a in gone])
    _recount(tx, {key: edge for key, edge in left.items() if key not in gone})


def _without(edge: Row, leaving: Collection[str]) -> Row:
    against = [
        (run, step) for run, step in _against(edge).items() if run not in leaving
    ]
    return {
        **edge,
        "experience_ids": [run for run, _ in against],
        "failed_steps": [step for _, step in against],
        "success_ids": [run for run in edge["success_ids"] if run not in leaving],
    }


def _against(edge: Row) -> dict[str, str]:
    """By failed run, the step of it that tells of the edge; oldest first."""
    return dict(zip(edge["experience_ids"], edge["failed_steps"], strict=True))


def _key(row: Row) -> tuple[str, str]:
    return row["element_id"], row["edge"]["avoidance_id"]


def _touched(
    tx: Transaction, space: str, runs: Sequence[str], elements: Iterable[str]
) -> list[Row]:
    """Edges on these elements that the runs used, which nobody else changes now."""
    asked = {"space": space, "ids": sorted(elements)}
    if not asked["ids"]:
        return []
    tx.run(query("lock_elements"), asked)
    told = {"space": space, "ids": list(runs), "elements": asked["ids"]}
    return tx.run(query("avoidances_touched"), told)


def _approves(row: Row) -> bool:
    """Did this successful run do what the edge warns of, and nothing went wrong?"""
    edge, step = row["edge"], step_of(row["step"])
    if row["outcome"] != "success" or step.success is False or step.error:
        return False
    if row["experience_id"] in edge["experience_ids"] or step.action != edge["action"]:
        return False
    shape = edge["value_shape"]
    return not shape or act_of(step, row["task"]).shape == shape


def _drop(tx: Transaction, rows: Sequence[Row]) -> None:
    each(tx, "drop_avoidances", rows)


def _recount(tx: Transaction, edges: Mapping[tuple[str, str], Row]) -> None:
    each(
        tx,
        "count_votes",
        (
            {"element_id": element, "avoidance_id": key, "props": _counted(edge)}
            for (element, key), edge in edges.items()
        ),
    )


def _counted(edge: Row) -> Row:
    """What an edge says of its voters, the newest MAX_VOTES of each side."""
    against = list(_against(edge).items())[-MAX_VOTES:]
    return votes(against, list(edge["success_ids"])[-MAX_VOTES:])


def votes(against: Sequence[tuple[str, str]], favour: Sequence[str]) -> Row:
    """What an edge says of its voters: failed runs with their step, and successes."""
    return {
        "experience_ids": [run for run, _ in against],
        "failed_steps": [step for _, step in against],
        "failed_step": against[-1][1],
        "success_ids": list(favour),
        "failures": len(against),
        "successes": len(favour),
    }


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a step was done, as the graph knows it."""

    element_id: str
    page_id: str
    app_id: str | None
    page_known: bool

    @property
    def is_app(self) -> bool:
        """Do edges start at the app, since nothing tells its pages apart?"""
        return not self.page_known and self.app_id is not None


@dataclass(frozen=True, slots=True)
class _Writing:
    """One transaction of `AvoidStore.write`; call it."""

    space: str
    scope: str
    findings: Sequence[Finding]
    at: int
    anew: bool

    def __call__(self, tx: Transaction) -> tuple[set[tuple[str, str]], bool]:
        """The edges, and whether one of them is new."""
        places = self._places(tx)
        if not places:
            return set(), False
        stones = tx.run(query("buried_avoidances"), {"space": self.space})
        buried = {row["key"] for row in stones}
        edges = {
            key: edge
            for key, edge in self._edges(places).items()
            if key[1] not in buried
        }
        elements = sorted({element for element, _ in edges})
        known = {
            _key(row): row["edge"]
            for row in tx.run(
                query("avoidances_at"), {"space": self.space, "ids": elements}
            )
        }
        new = [e for key, e in edges.items() if self.anew or key not in known]
        self._add_successes(tx, new)
        if not self.anew:
            edges = {key: _merged(known.get(key), e) for key, e in edges.items()}
        _drop(tx, [_named(key) for key in edges if key in known])
        self._create(tx, places, edges)
        return set(edges), not edges.keys() <= known.keys()

    def _add_successes(self, tx: Transaction, edges: Sequence[Row]) -> None:
        """Let what succeeded before speak against new edges, whatever its task: an
        error at an element speaks to every task, too."""
        wide = [e for e in edges if e["cause"] == "error" and not e["value_shape"]]
        asked = [{"step": e["failed_steps"][-1]} for e in wide]
        rows = each(tx, "successes_through", asked)
        through = {row["step"]: row["runs"] for row in rows}
        for edge in wide:
            earlier = through.get(edge["failed_steps"][-1], ())
            votes = dict.fromkeys([*earlier, *edge["success_ids"]])
            edge["success_ids"] = [v for v in votes if v not in edge["experience_ids"]]

    def _places(self, tx: Transaction) -> dict[str, _Place]:
        """By step id, of the steps that are still there; their elements are locked."""
        refs = (
            r
            for f in self.findings
            for r in (*f.failed.values(), *f.succeeded.values())
        )
        asked = {"space": self.space, "ids": sorted({_step_id(ref) for ref in refs})}
        first = tx.run(query("places_of_steps"), asked)
        elements = sorted({row["element_id"] for row in first})
        tx.run(query("lock_elements"), {"space": self.space, "ids": elements})
        return {
            row.pop("step_id"): _Place(**row)
            for row in tx.run(query("places_of_steps"), asked)
        }

    def _edges(self, places: Mapping[str, _Place]) -> dict[tuple[str, str], Row]:
        found: dict[tuple[str, str], Row] = {}
        for finding in self.findings:
            for run, ref in finding.failed.items():
                place = places.get(_step_id(ref))
                if place is not None:
                    key = place.element_id, self._avoidance_id(finding, place, ref)
                    edge = found.setdefault(
                        key, self._edge(finding, place, ref, places)
                    )
                    edge["experience_ids"].append(run)
                    edge["failed_steps"].append(_step_id(ref))
        return found

    def _avoidance_id(self, finding: Finding, place: _Place, ref: Ref) -> str:
        parts = (ref.step.action, finding.shape, finding.cause)
        return str(uuid5(_NAMESPACE, to_json([self.scope, place.element_id, *parts])))

    def _edge(
        self, finding: Finding, place: _Place, ref: Ref, places: Mapping[str, _Place]
    ) -> Row:
        favour = [
            run
            for run, one in finding.succeeded.items()
            if (there := places.get(_step_id(one)))
            and there.element_id == place.element_id
            and one.step.action == ref.step.action
        ]
        return {
            "space": self.space,
            "scope": self.scope,
            "action": ref.step.action,
            "value_shape": finding.shape or "",
            "cause": finding.cause,
            "base": finding.base,
            "last_at": self.at,
            "instead_step": _step_id(finding.instead) if finding.instead else "",
            "experience_ids": [],
            "failed_steps": [],
            "success_ids": favour,
            "place": place.app_id if place.is_app else place.page_id,
            "from_app": place.is_app,
        }

    def _create(
        self,
        tx: Transaction,
        places: Mapping[str, _Place],
        edges: Mapping[tuple[str, str], Row],
    ) -> None:
        rows: dict[bool, list[Row]] = {True: [], False: []}
        for (element, key), edge in edges.items():
            props = {k: v for k, v in edge.items() if k not in ("place", "from_app")}
            rows[edge["from_app"]].append(
                {
                    "place": edge["place"],
                    "element_id": element,
                    "props": {**props, "avoidance_id": key, **_counted(edge)},
                }
            )
        each(tx, "avoid_from_apps", rows[True])
        each(tx, "avoid_from_pages", rows[False])


def _merged(known: Row | None, new: Row) -> Row:
    """An edge with the voters of another one; a run counts once, for its failure."""
    if known is None:
        return new
    against = {**_against(known), **_against(new)}
    favour = dict.fromkeys([*known["success_ids"], *new["success_ids"]])
    return {
        **new,
        "instead_step": new["instead_step"] or known["instead_step"],
        "experience_ids": list(against),
        "failed_steps": list(against.values()),
        "success_ids": [run for run in favour if run not in against],
    }


def _named(key: tuple[str, str]) -> Row:
    return {"element_id": key[0], "avoidance_id": key[1]}


def _step_id(ref: Ref) -> str:
    return step_id(ref.attempt.experience_id, ref.n + 1)


# Back again ---------------------------------------------------------------------------


def _speaks_to(edge: Row, scopes: Collection[str]) -> bool:
    own = edge["scope"] in scopes or edge["cause"] == "error"
    return own and holds(
        edge["cause"], edge["failures"], edge["successes"], edge["base"]
    )


def _avoidance(row: Row, task: str) -> Avoidance:
    edge, step = row["edge"], step_of(row["step"])
    instead = row["instead"] and instead_text(
        step_of(row["instead"]), row["done_for"], task
    )
    counts = edge["failures"], edge["successes"]
    shape = edge["value_shape"] or None
    return Avoidance(
        avoidance_id=edge["avoidance_id"],
        action=step.action,
        element=step.target,
        page=step.page_before.url if step.page_before else None,
        value_shape=shape,
        instead=instead,
        cause=edge["cause"],
        message=message_of(
            step, edge["cause"], shape, *counts, instead, language_of(task)
        ),
        failures=counts[0],
        successes=counts[1],
        score=rate(*counts, edge["base"]),
        scope={"app": row["app"]} if row["app"] else {},
        experience_ids=tuple(edge["experience_ids"][-MAX_SHOWN:]),
    )
