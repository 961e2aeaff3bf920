"""Edges of what is held against elements: counted, written, and taken back.

Votes are those of runs, kept by id, so that one that is forgotten takes its own along.
"""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID, uuid5

from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import step_of
from kgmem.model.base import to_json
from kgmem.model.keys.identity import step_id
from kgmem.paths.failing.lessons import Blame, Ref
from kgmem.ports import Row, Transaction

_NAMESPACE = UUID("6f1c2e52-9f43-5a0e-8c35-0b8d1f7a2c94")
"""Never change it: tombstones hang on it."""
MAX_VOTES = 50
"""Runs of each outcome that an edge counts, the newest ones."""

Key = tuple[str, str]
"""Element and avoidance id of an edge."""


def write_edges(
    tx: Transaction, *, space: str, scope: str, findings: Sequence[Blame], at: int
) -> set[Key]:
    refs = [
        ref
        for finding in findings
        for ref in (*finding.failed.values(), *finding.succeeded.values())
    ]
    asked = {"space": space, "ids": sorted({_step_id(ref) for ref in refs})}
    first = tx.run(query("places_of_steps"), asked)
    elements = sorted({row["element_id"] for row in first})
    tx.run(query("lock_elements"), {"space": space, "ids": elements})
    rows = tx.run(query("places_of_steps"), asked) if elements else []
    places = {row["step_id"]: row for row in rows}
    stones = tx.run(query("buried_avoidances"), {"space": space}) if rows else []
    buried = {row["key"] for row in stones}
    edges = {
        key: edge
        for key, edge in _edges(scope, findings, places).items()
        if key[1] not in buried
    }
    _add_successes(tx, list(edges.values()))
    created: dict[bool, list[Row]] = {True: [], False: []}
    for (element, key), edge in edges.items():
        place = places[edge["failed_steps"][0]]
        props = {"space": space, "last_at": at, **edge, **_counted(edge)}
        row = {"element_id": element, "avoidance_id": key, "props": props}
        created[place["from_app"]].append({**row, "place": place["place"]})
    each(tx, "avoid_from_apps", created[True])
    each(tx, "avoid_from_pages", created[False])
    return set(edges)


def _edges(
    scope: str, findings: Sequence[Blame], places: Mapping[str, Row]
) -> dict[Key, Row]:
    """What the edges say, by what they are, of steps whose places are known."""
    edges: dict[Key, Row] = {}
    for finding in findings:
        for run, ref in finding.failed.items():
            place = places.get(_step_id(ref))
            if place is None:
                continue
            element, action = place["element_id"], ref.step.action
            parts = scope, element, action, None, finding.sign.cause
            key = element, str(uuid5(_NAMESPACE, to_json(list(parts))))
            edge = edges.get(key)
            if edge is None:
                instead = _step_id(finding.instead) if finding.instead else ""
                edge = edges[key] = {
                    "scope": scope,
                    "action": action,
                    "value_shape": "",
                    "cause": finding.sign.cause,
                    "base": finding.base,
                    "instead_step": instead,
                    "experience_ids": [],
                    "failed_steps": [],
                    "success_ids": [
                        run
                        for run, success in finding.succeeded.items()
                        if success.step.action == action
                        and (there := places.get(_step_id(success)))
                        and there["element_id"] == element
                    ],
                }
            edge["experience_ids"].append(run)
            edge["failed_steps"].append(_step_id(ref))
    return edges


def _add_successes(tx: Transaction, edges: Iterable[Row]) -> None:
    """Let what succeeded before speak against errors, whatever its task: an error at
    an element speaks to every task, too."""
    errors = {e["failed_steps"][-1]: e for e in edges if e["cause"] == "error"}
    for row in each(tx, "successes_through", [{"step": key} for key in errors]):
        edge = errors[row["step"]]
        votes = dict.fromkeys([*row["runs"], *edge["success_ids"]])
        edge["success_ids"] = [v for v in votes if v not in edge["experience_ids"]]


def withdraw(tx: Transaction, space: str, runs: Sequence[str]) -> None:
    """Take the votes of runs that will be deleted out of all edges; one that no
    failed run speaks for goes."""
    used = tx.run(query("elements_of_runs"), {"ids": list(runs)})
    elements = {row["element_id"] for row in used}
    left: dict[Key, Row] = {}
    for row in touched_edges(tx, space, runs, elements):
        edge = row["edge"]
        against = [pair for pair in _against(edge) if pair[0] not in runs]
        left[edge_key(row)] = {
            "experience_ids": [run for run, _ in against],
            "failed_steps": [step for _, step in against],
            "success_ids": [run for run in edge["success_ids"] if run not in runs],
        }
    drop_edges(tx, [key for key, edge in left.items() if not edge["experience_ids"]])
    recount(tx, {key: edge for key, edge in left.items() if edge["experience_ids"]})


def touched_edges(
    tx: Transaction, space: str, runs: Sequence[str], elements: Iterable[str]
) -> list[Row]:
    """Edges on these elements that the runs used, which nobody else changes now."""
    asked = {"space": space, "ids": sorted(elements)}
    if not asked["ids"]:
        return []
    tx.run(query("lock_elements"), asked)
    used = {"space": space, "ids": list(runs), "elements": asked["ids"]}
    return tx.run(query("avoidances_touched"), used)


def approves(row: Row) -> bool:
    """Did this successful run do what the edge warns of, and nothing went wrong?"""
    edge, step = row["edge"], step_of(row["step"])
    if row["outcome"] != "success" or step.success is False or step.error:
        return False
    return row["experience_id"] not in edge["experience_ids"] and (
        step.action == edge["action"]
    )


def drop_edges(tx: Transaction, keys: Iterable[Key]) -> None:
    rows = [{"element_id": element, "avoidance_id": key} for element, key in keys]
    each(tx, "drop_avoidances", rows)


def recount(tx: Transaction, edges: Mapping[Key, Row]) -> None:
    rows = [
        {"element_id": element, "avoidance_id": key, "props": _counted(edge)}
        for (element, key), edge in edges.items()
    ]
    each(tx, "count_votes", rows)


def edge_key(row: Row) -> Key:
    return row["element_id"], row["edge"]["avoidance_id"]


def _against(edge: Row) -> list[tuple[str, str]]:
    """Failed runs, each with the step of it that tells of the edge; oldest first."""
    return list(zip(edge["experience_ids"], edge["failed_steps"], strict=True))


def _counted(edge: Row) -> Row:
    """What an edge says of its voters, the newest MAX_VOTES of each side."""
    return votes(_against(edge)[-MAX_VOTES:], edge["success_ids"][-MAX_VOTES:])


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


def _step_id(ref: Ref) -> str:
    return step_id(ref.attempt.experience_id, ref.n + 1)
