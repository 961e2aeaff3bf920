"""The state of the two stores: counts, drift, its cure."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from kgmem.errors import (
    GraphUnavailable,
    KgmemError,
    NotFound,
    OtherMemory,
    VectorsLost,
)
from kgmem.graph import forget as forgetting
from kgmem.graph import migrate
from kgmem.graph.points import COLLECTIONS
from kgmem.graph.rows import with_elements
from kgmem.graph.store import GraphStore
from kgmem.graph.strays import TOLD, clear_away, strays
from kgmem.index.compare import difference, mend, strangers
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
        "degraded": projection.problems,
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
        *_unlinked(store, projection),
    ]
    drift = 0
    try:
        _see_to(projection)
        projection.drain(force=True)
        projection.require()
        for space in store.spaces():
            found, wrong = _compare(store, projection, space)
            drift += wrong
            findings += found
        unknown = strangers(store, projection)
        drift += len(unknown)
        findings += _unknown(unknown)
    except GraphUnavailable:
        raise  # nothing can be told without it, nor is it the vectors' fault
    except OtherMemory as error:
        what, _, cure = str(error).partition("; ")
        findings.append(Finding(severity="error", message=what, cure=cure))
    except VectorsLost as error:
        findings.append(
            Finding(severity="error", message=str(error), cure="kgmem repair")
        )
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
    if model := projection.unfinished():
        findings.append(
            Finding(
                severity="info",
                message=f"a reindex for {model} was interrupted",
                cure="`kgmem reindex` with that embedder goes on where it stopped",
            )
        )
    if projection.elsewhere:
        what, _, cure = projection.elsewhere.partition("; ")
        findings.append(Finding(severity="warning", message=what, cure=cure))
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


TORN = (
    (
        "incomplete_runs",
        "run {experience_id} has {found} of {expected} steps",
        "forget it with `kgmem forget --experience`, learn it again",
    ),
    (
        "incomplete_patterns",
        "pattern {pattern_id} lacks a member, a slot or a step",
        "forget it with memory.forget(pattern_id=…), then `kgmem generalize`",
    ),
    ("lone_tasks", "task {task_id} has no run", "kgmem repair"),
)
"""What may lack a part: the query that finds it, what is said of a row, the cure."""


def _torn(store: GraphStore) -> list[Finding]:
    return [
        Finding(severity="error", message=message.format(**row), cure=cure)
        for name, message, cure in TORN
        for row in islice(store.wrong(name), TOLD)
    ]


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


def _unlinked(store: GraphStore, projection: Projection) -> list[Finding]:
    """Tasks that learning left to the batch job, where it can link them."""
    if projection.embedder.calibration is None:
        return []
    counts = {
        space: store.read("count_unlinked", space=space)[0]["n"]
        for space in store.spaces()
    }
    return [
        Finding(
            severity="info",
            message=f"space {space!r}: {n} tasks are not linked to similar ones yet",
            cure=f"`kgmem --space {space} generalize`, or the next batch job",
        )
        for space, n in counts.items()
        if n
    ]


def _unknown(points: Sequence[tuple[Collection, str]]) -> list[Finding]:
    if not points:
        return []
    return [
        Finding(
            severity="error",
            message=f"{len(points)} points are of spaces that the graph does not know, "
            f"such as {points[0][1]}",
            cure="`kgmem repair` deletes them; another memory that shared these "
            "collections makes its own with KGMEM_QDRANT_PREFIX and `kgmem repair`",
        )
    ]


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


def repair(store: GraphStore, projection: Projection) -> None:
    """Write missing points, delete orphaned ones and those of unknown spaces; remove
    tasks without runs and what is left of lost records.

    Collections that are gone are made anew. Raises VectorsUnavailable or ServiceError
    if the index can't be read or written; call it again when it can.
    """
    clear_away(store)
    _see_to(projection)
    projection.drain(force=True)
    try:
        projection.require()
        mend(store, projection)
    except VectorsLost:
        projection.reopen()
        mend(store, projection)
    projection.flush()
    projection.made_whole()
    projection.drop_previous()


def _see_to(projection: Projection) -> None:
    """Have it use what the graph names now. Raises VectorsUnavailable."""
    if projection.used:
        projection.look()
    else:
        projection.reopen()
