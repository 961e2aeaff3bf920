"""The state of the two stores: counts, drift, its cure."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from kgmem.errors import KgmemError, NotFound, VectorsUnavailable
from kgmem.graph import forget as forgetting
from kgmem.graph import migrate
from kgmem.graph.points import COLLECTIONS, KINDS, PointKind
from kgmem.graph.rows import with_elements
from kgmem.graph.store import GraphStore
from kgmem.graph.strays import TOLD, clear_away, strays
from kgmem.index.projection import Projection
from kgmem.model.experience import Experience
from kgmem.model.health import Diagnosis, Finding
from kgmem.ports import Collection, CypherEngine
from kgmem.version import __version__

COUNTED = (
    "tasks",
    "experiences",
    "successes",
    "failures",
    "steps",
    "elements",
    "patterns",
    "slots",
    "replays",
    "replays_succeeded",
    "pages",
    "apps",
    "entities",
    "facts",
    "documents",
    "chunks",
    "drafts",
)


def experience(store: GraphStore, space: str, experience_id: str) -> Experience:
    """One run with its steps and the elements of their pages. Raises NotFound."""
    stored = store.run(space, experience_id)
    if stored is None:
        raise NotFound(f"no experience {experience_id} in space {space!r}")
    found = stored.experience
    heavy = store.read("page_elements", space=space, experience_id=experience_id)
    steps = tuple(
        with_elements(step, row["page_elements"])
        for step, row in zip(found.steps, heavy, strict=True)
    )
    return found.model_copy(update={"steps": steps})


def forget(
    store: GraphStore,
    projection: Projection,
    space: str,
    task_id: str | None,
    experience_id: str | None,
) -> int:
    """Delete from both stores; what the index can't do now waits in the outbox."""
    count = forgetting.forget(store, space, task_id, experience_id)
    projection.drain(force=True)
    return count


def stats(store: GraphStore, projection: Projection, space: str) -> dict[str, Any]:
    """Counts of a space in both stores."""
    counts = dict.fromkeys(COUNTED, 0)
    for row in store.read("counts", space=space):
        counts |= row["counts"]
    waiting = {row["point_id"] for row in store.read("waiting_points", space=space)}
    try:
        points: int | None = sum(
            projection.index.count(collection, space) for collection in COLLECTIONS
        )
    except KgmemError:
        points = None
    return {
        "space": space,
        **counts,
        "waiting": len(waiting - projection.handled),
        "points": points,
        "generation": projection.generation.number,
        "model": projection.generation.model,
        **{f"cache_{name}": n for name, n in store.hot.stats().items()},
    }


def capabilities(engine: CypherEngine, projection: Projection) -> dict[str, Any]:
    """What is in use, and why something is not."""
    embedder = projection.embedder
    return {
        "kgmem": __version__,
        "graph": engine.capabilities(),
        "vectors": projection.index.capabilities(),
        "embedder": {
            "model": embedder.model,
            "dimensions": embedder.dimensions,
            "calibrated": embedder.calibration is not None,
        },
        "degraded": [
            reason for reason in (projection.mismatch, projection.failure) if reason
        ],
    }


def doctor(
    engine: CypherEngine, store: GraphStore, projection: Projection
) -> Diagnosis:
    """Compare both stores over all spaces. Waiting outbox rows are no drift."""
    findings = [
        *_schema(engine),
        *_projection(projection),
        *_torn(store),
        *_lost(store),
    ]
    drift = 0
    try:
        projection.drain(force=True)
        projection.require()
        for space in store.spaces():
            found, wrong = _compare(store, projection, space)
            drift += wrong
            findings += found
        unknown = strangers(store, projection)
        drift += len(unknown)
        findings += _unknown(unknown)
    except KgmemError as error:
        findings.append(
            Finding(
                severity="error",
                message=f"the vector store does not answer: {error}",
                cure="start it, give it the room that it lacks, or check its settings; "
                "then run `kgmem doctor` again",
            )
        )
    waiting = store.read("count_waiting")[0]["n"]
    if projection.failure and waiting:
        findings.append(
            Finding(
                severity="warning",
                message=f"{waiting} points wait for the index: {projection.failure}",
                cure="they follow by themselves when it answers; `kgmem repair` now",
            )
        )
    if projection.refused:
        point, reason = next(iter(projection.refused.items()))
        findings.append(
            Finding(
                severity="warning",
                message=f"{len(projection.refused)} texts are refused by the embedder, "
                f"such as that of {point}: {reason}",
                cure="use a model that takes longer texts and run `kgmem reindex`, or "
                "forget what they belong to",
            )
        )
    ok = drift == 0 and all(one.severity != "error" for one in findings)
    return Diagnosis(ok=ok, drift=drift, findings=tuple(findings))


def _schema(engine: CypherEngine) -> list[Finding]:
    state = migrate.status(engine)
    if state.current:
        return []
    return [
        Finding(
            severity="error",
            message=f"the graph's schema is not this version's: {state}",
            cure="kgmem schema apply",
        )
    ]


def _projection(projection: Projection) -> list[Finding]:
    findings = []
    if projection.mismatch:
        findings.append(
            Finding(severity="error", message=projection.mismatch, cure="kgmem reindex")
        )
    if projection.embedder.calibration is None:
        findings.append(
            Finding(
                severity="info",
                message=f"{projection.embedder.model} is not calibrated: its "
                "similarities rank, but authorize no replay of similar tasks",
                cure="fit it with `kgmem bench embedders`, or use the offline default",
            )
        )
    return findings


def _torn(store: GraphStore) -> list[Finding]:
    findings = [
        Finding(
            severity="error",
            message=f"run {row['experience_id']} has {row['found']} of "
            f"{row['expected']} steps",
            cure="forget it with `kgmem forget --experience`, learn it again",
        )
        for row in islice(store.wrong("incomplete_runs"), TOLD)
    ]
    findings += [
        Finding(
            severity="error",
            message=f"pattern {row['pattern_id']} lacks a member, a slot or a step",
            cure="forget it with memory.forget(pattern_id=…), then `kgmem generalize`",
        )
        for row in islice(store.wrong("incomplete_patterns"), TOLD)
    ]
    findings += [
        Finding(
            severity="error",
            message=f"task {row['task_id']} has no run",
            cure="kgmem repair",
        )
        for row in islice(store.wrong("lone_tasks"), TOLD)
    ]
    return findings


def _lost(store: GraphStore) -> list[Finding]:
    """Records that are gone, by what they left behind."""
    found = strays(store)
    sorts = (
        (found.steps, "steps belong to no run", "step"),
        (found.runs, "runs belong to no task", "run"),
        (found.tasks, "tasks count other runs than they have", "task"),
    )
    return [
        Finding(
            severity="error",
            message=f"records of the graph are gone: {len(ids)}"
            f"{' or more' if len(ids) == TOLD else ''} {what}, such as {name} {ids[0]}",
            cure="put a backup of the graph back, if there is one; else `kgmem repair` "
            "clears away what is left, and what is missing can be learned or imported "
            "again",
        )
        for ids, what, name in sorts
        if ids
    ]


def _unknown(points: Sequence[tuple[Collection, str]]) -> list[Finding]:
    if not points:
        return []
    return [
        Finding(
            severity="error",
            message=f"{len(points)} points are of spaces that the graph does not know, "
            f"such as {points[0][1]}",
            cure="`kgmem repair` deletes them; but if another memory uses the same "
            "vector store, give it one of its own first (KGMEM_QDRANT_URL)",
        )
    ]


def strangers(
    store: GraphStore, projection: Projection
) -> list[tuple[Collection, str]]:
    """Points of spaces that the graph does not know, by collection."""
    spaces = list(store.spaces())
    found: list[tuple[Collection, str]] = []
    for collection in COLLECTIONS:
        ids = projection.index.outside(collection, spaces)
        known: set[str] = set()  # a space may have come since its name was read
        for kind in KINDS.values():
            if ids and kind.collection == collection:
                known |= {row["point_id"] for row in store.points(kind, ids)}
        found += [(collection, key) for key in sorted(set(ids) - known)]
    return found


def _compare(
    store: GraphStore, projection: Projection, space: str
) -> tuple[list[Finding], int]:
    findings, drift = [], 0
    for collection in COLLECTIONS:
        missing, orphaned = difference(store, projection, space, collection)
        lists = [
            (ids, f"{kind.name}s have no point or an old one")
            for kind, ids in missing.items()
        ]
        lists.append((orphaned, f"points in {collection} have no node"))
        findings += [
            Finding(
                severity="error",
                message=f"space {space!r}: {len(ids)} {what}, such as {min(ids)}",
                cure="kgmem repair",
            )
            for ids, what in lists
            if ids
        ]
        drift += sum(len(ids) for ids, _ in lists)
    return findings, drift


def difference(
    store: GraphStore, projection: Projection, space: str, collection: Collection
) -> tuple[dict[PointKind, set[str]], set[str]]:
    """Nodes whose point is missing or old, by kind, and points whose node is gone;
    what waits in the outbox is neither.

    In this order, so that what is learned meanwhile is never taken for an orphan.
    """
    handled = projection.handled
    points = projection.index.versions(collection, space)
    nodes = {
        kind: {
            r["point_id"]: r["version"] for r in store.read(kind.versions, space=space)
        }
        for kind in KINDS.values()
        if kind.collection == collection
    }
    waiting = {r["point_id"] for r in store.read("waiting_points", space=space)}
    waiting -= handled
    missing = {
        kind: {key for key, n in versions.items() if points.get(key) != n} - waiting
        for kind, versions in nodes.items()
    }
    known = {key for versions in nodes.values() for key in versions}
    return missing, set(points) - known - waiting


def repair(store: GraphStore, projection: Projection) -> None:
    """Write missing points, delete orphaned ones and those of unknown spaces; remove
    tasks without runs and what is left of lost records.

    An index that can't even be read is built anew. Raises VectorsUnavailable or
    ServiceError if it can't be written either.
    """
    clear_away(store)
    projection.drain(force=True)
    try:
        for space in store.spaces():
            for collection in COLLECTIONS:
                missing, orphaned = difference(store, projection, space, collection)
                for kind, ids in missing.items():
                    projection.restore(kind, sorted(ids))
                projection.remove(collection, sorted(orphaned))
        for collection, key in strangers(store, projection):
            projection.remove(collection, [key])
    except VectorsUnavailable:
        projection.rebuild()
    projection.flush()
