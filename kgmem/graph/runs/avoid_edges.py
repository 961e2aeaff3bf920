"""Edges of what is held against elements: counted, written, and taken back.

Votes are those of runs, kept by id, so that one that is forgotten takes its own along.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import step_of
from kgmem.model.base import to_json
from kgmem.model.keys.identity import step_id
from kgmem.paths.failing.acts import act_of
from kgmem.paths.failing.blame import Blame
from kgmem.paths.failing.signs import Ref
from kgmem.ports import Row, Transaction

_NAMESPACE = UUID("6f1c2e52-9f43-5a0e-8c35-0b8d1f7a2c94")
"""Never change it: tombstones hang on it."""
MAX_VOTES = 50
"""Runs of each outcome that an edge counts, the newest ones."""


def withdraw(tx: Transaction, space: str, runs: Sequence[str]) -> None:
    """Take the votes of runs that will be deleted out of all edges; one that no
    failed run speaks for goes."""
    leaving = set(runs)
    used = tx.run(query("elements_of_runs"), {"ids": list(runs)})
    touched = touched_edges(tx, space, runs, {row["element_id"] for row in used})
    left = {edge_key(row): _without(row["edge"], leaving) for row in touched}
    gone = [key for key, edge in left.items() if not edge["experience_ids"]]
    drop_edges(tx, [{"element_id": e, "avoidance_id": a} for e, a in gone])
    recount(tx, {key: edge for key, edge in left.items() if key not in gone})


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


def edge_key(row: Row) -> tuple[str, str]:
    return row["element_id"], row["edge"]["avoidance_id"]


def touched_edges(
    tx: Transaction, space: str, runs: Sequence[str], elements: Iterable[str]
) -> list[Row]:
    """Edges on these elements that the runs used, which nobody else changes now."""
    asked = {"space": space, "ids": sorted(elements)}
    if not asked["ids"]:
        return []
    tx.run(query("lock_elements"), asked)
    told = {"space": space, "ids": list(runs), "elements": asked["ids"]}
    return tx.run(query("avoidances_touched"), told)


def approves(row: Row) -> bool:
    """Did this successful run do what the edge warns of, and nothing went wrong?"""
    edge, step = row["edge"], step_of(row["step"])
    if row["outcome"] != "success" or step.success is False or step.error:
        return False
    if row["experience_id"] in edge["experience_ids"] or step.action != edge["action"]:
        return False
    shape = edge["value_shape"]
    return not shape or act_of(step, row["task"]).shape == shape


def drop_edges(tx: Transaction, rows: Sequence[Row]) -> None:
    each(tx, "drop_avoidances", rows)


def recount(tx: Transaction, edges: Mapping[tuple[str, str], Row]) -> None:
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
class EdgeWriting:
    """One transaction of `AvoidStore.write`; call it."""

    space: str
    scope: str
    findings: Sequence[Blame]
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
            edge_key(row): row["edge"]
            for row in tx.run(
                query("avoidances_at"), {"space": self.space, "ids": elements}
            )
        }
        new = [e for key, e in edges.items() if self.anew or key not in known]
        self._add_successes(tx, new)
        if not self.anew:
            edges = {key: _merged(known.get(key), e) for key, e in edges.items()}
        drop_edges(tx, [_named(key) for key in edges if key in known])
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

    def _avoidance_id(self, finding: Blame, place: _Place, ref: Ref) -> str:
        parts = (ref.step.action, finding.shape, finding.cause)
        return str(uuid5(_NAMESPACE, to_json([self.scope, place.element_id, *parts])))

    def _edge(
        self, finding: Blame, place: _Place, ref: Ref, places: Mapping[str, _Place]
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
