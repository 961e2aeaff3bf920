"""Whether the two stores agree, each finding with its cure."""

from collections.abc import Callable, Iterator
from itertools import islice

from kgmem.errors import GraphUnavailable, KgmemError, OtherMemory, VectorsLost
from kgmem.graph import migrate
from kgmem.graph.counting import unlinked_tasks, waiting_rows
from kgmem.graph.points import COLLECTIONS
from kgmem.graph.query_files import query
from kgmem.graph.store import GraphStore
from kgmem.index.compare import difference, strangers
from kgmem.index.projection import Projection
from kgmem.model.health import Diagnosis, Finding
from kgmem.operate.repair import see_to
from kgmem.ports import CypherEngine, Row


def doctor(
    engine: CypherEngine, store: GraphStore, projection: Projection
) -> Diagnosis:
    """Compare both stores over all spaces. Waiting outbox rows are no drift."""
    schema = [*_schema(engine)]  # read first: where nothing can be read, that is told
    if refused := _takes_no_writes(store):
        return Diagnosis(ok=False, drift=0, findings=(refused, *schema))
    before = [
        *schema,
        *_projection(projection),
        *_torn(store),
        *_lost(store),
        *_unlinked(store, projection),
    ]
    compared, drift = _compared(store, projection)
    findings = (*before, *compared, *_waiting(store, projection))
    ok = drift == 0 and all(one.severity != "error" for one in findings)
    return Diagnosis(ok=ok, drift=drift, findings=findings)


def _takes_no_writes(store: GraphStore) -> Finding | None:
    """Why nothing can be learned, and no outbox be settled, where that is so."""
    try:
        store.engine.write(lambda tx: tx.run(query("write_nothing_new")))
    except KgmemError as error:
        return Finding(
            severity="error",
            message=f"the graph is only read: {error}",
            cure="give its user the right to write, or make the database, its folder "
            "or its disk writable; then run `kgmem doctor` again",
        )
    return None


def _compared(store: GraphStore, projection: Projection) -> tuple[list[Finding], int]:
    """What the stores differ in, and by how many points; as far as they answer."""
    findings: list[Finding] = []
    drift = 0
    try:
        see_to(projection)
        findings += _settings(projection)
        projection.drain(force=True)
        projection.require()
        for found, wrong in _differences(store, projection):
            drift += wrong
            findings.append(found)
    except GraphUnavailable:
        raise  # nothing can be told without it, nor is it the vectors' fault
    except KgmemError as error:
        findings.append(_unreadable(error))
    return findings, drift


def _differences(
    store: GraphStore, projection: Projection
) -> Iterator[tuple[Finding, int]]:
    """Each finding with how many points differ so, of each space, and of unknown
    spaces."""
    for space in store.spaces():
        yield from list(_compare(store, projection, space))
    if points := strangers(store, projection):
        finding = Finding(
            severity="error",
            message=f"{len(points)} points are of spaces that the graph does not know, "
            f"such as {points[0][1]}",
            cure="`kgmem repair` deletes them; another memory that shared these "
            "collections makes its own with KGMEM_QDRANT_PREFIX and `kgmem repair`",
        )
        yield finding, len(points)


def _settings(projection: Projection) -> Iterator[Finding]:
    if waiting := ", ".join(projection.index.waiting_settings()):
        yield Finding(
            severity="info",
            message=f"the collections were made without {waiting}",
            cure="`kgmem reindex` makes new ones as the settings say",
        )


def _unreadable(error: KgmemError) -> Finding:
    """Why the vectors can't be compared."""
    if isinstance(error, OtherMemory):
        what, _, cure = str(error).partition("; ")
        return Finding(severity="error", message=what, cure=cure)
    if isinstance(error, VectorsLost):
        return Finding(severity="error", message=str(error), cure="kgmem repair")
    return Finding(
        severity="error",
        message=f"the vector store does not answer: {error}",
        cure="start it, give it the room that it lacks, or check its settings; "
        "then run `kgmem doctor` again",
    )


def _waiting(store: GraphStore, projection: Projection) -> Iterator[Finding]:
    waiting = waiting_rows(store)
    if projection.failure and waiting:
        yield Finding(
            severity="warning",
            message=f"{waiting} points wait for the index: {projection.failure}",
            cure="they follow by themselves when it answers; `kgmem repair` now",
        )


def _schema(engine: CypherEngine) -> Iterator[Finding]:
    state = migrate.status(engine)
    if not state.current:
        yield Finding(
            severity="error",
            message=f"the graph's schema is not this version's: {state}",
            cure="kgmem schema apply",
        )


def _projection(projection: Projection) -> Iterator[Finding]:
    if projection.mismatch:
        yield Finding(
            severity="error", message=projection.mismatch, cure="kgmem reindex"
        )
    if model := projection.unfinished():
        yield Finding(
            severity="info",
            message=f"a reindex for {model} was interrupted",
            cure="`kgmem reindex` with that embedder goes on where it stopped",
        )
    if projection.elsewhere:
        what, _, cure = projection.elsewhere.partition("; ")
        yield Finding(severity="warning", message=what, cure=cure)
    if projection.embedder.calibration is None:
        yield Finding(
            severity="info",
            message=f"{projection.embedder.model} is not calibrated: its "
            "similarities rank, but authorize no replay of similar tasks",
            cure="fit it with `kgmem bench embedders`, or use the offline default",
        )


TORN: tuple[tuple[str, Callable[[Row], str], str], ...] = (
    (
        "incomplete_runs",
        lambda row: (
            f"run {row['experience_id']} has {row['found']} of {row['expected']} steps"
        ),
        "forget it with `kgmem forget --experience`, learn it again",
    ),
    (
        "incomplete_patterns",
        lambda row: f"pattern {row['pattern_id']} lacks a member, a slot or a step",
        "forget it with memory.forget(pattern_id=…), then `kgmem generalize`",
    ),
    ("lone_tasks", lambda row: f"task {row['task_id']} has no run", "kgmem repair"),
    (
        "stray_messages",
        lambda row: f"message {row['message_id']} belongs to no conversation",
        "`kgmem repair` gives it back to its own, or deletes it if that is gone",
    ),
    (
        "torn_chains",
        lambda row: (
            f"message {row['message_id']} does not follow the one before it "
            f"in conversation {row['conversation_id']}"
        ),
        "`kgmem repair` links its messages by number and time",
    ),
    (
        "miscounting_conversations",
        lambda row: (
            f"conversation {row['conversation_id']} counts {row['expected']} "
            f"messages and has {row['found']}"
        ),
        "`kgmem repair` counts and numbers them anew",
    ),
    (
        "overreaching_summaries",
        lambda row: (
            f"the summary of conversation {row['conversation_id']} covers "
            f"{row['folded']} messages, and there are {row['found']}"
        ),
        "`kgmem repair` drops it; the next message makes another one",
    ),
)
"""What may lack a part: the query that finds it, what is said of it, the cure."""
LOST = (
    ("stray_steps", "steps belong to no run", "step"),
    ("stray_runs", "runs belong to no task", "experience"),
    ("miscounting_tasks", "tasks count other runs than they have", "task"),
)
"""Records that are gone, by what they left behind."""
TOLD = 20
"""Of each sort, so many are looked for to tell of them."""


def _torn(store: GraphStore) -> list[Finding]:
    return [
        Finding(severity="error", message=message(row), cure=cure)
        for name, message, cure in TORN
        for row in islice(store.wrong(name), TOLD)
    ]


def _lost(store: GraphStore) -> list[Finding]:
    return [
        Finding(
            severity="error",
            message=f"records of the graph are gone: {len(ids)}{more} {what}, "
            f"such as {name} {ids[0]}",
            cure="put a backup of the graph back, if there is one; else `kgmem repair` "
            "clears away what is left, and what is missing can be learned or imported "
            "again",
        )
        for query, what, name in LOST
        if (ids := [row[f"{name}_id"] for row in islice(store.wrong(query), TOLD)])
        for more in [" or more" if len(ids) == TOLD else ""]
    ]


def _unlinked(store: GraphStore, projection: Projection) -> Iterator[Finding]:
    """Tasks that learning left to the batch job, where it can link them."""
    if projection.embedder.calibration is None:
        return
    for space in store.spaces():
        if n := unlinked_tasks(store, space):
            told = f"space {space!r}: {n} tasks are not linked to similar ones yet"
            yield Finding(
                severity="info",
                message=told,
                cure=f"`kgmem --space {space} generalize`, or the next batch job",
            )


def _compare(
    store: GraphStore, projection: Projection, space: str
) -> Iterator[tuple[Finding, int]]:
    for collection in COLLECTIONS:
        missing, orphaned = difference(store, projection, space, collection)
        lists = [
            (ids, f"{kind.name}s have no point or an old one")
            for kind, ids in missing.items()
        ]
        for ids, what in (*lists, (orphaned, f"points in {collection} have no node")):
            if ids:
                told = f"space {space!r}: {len(ids)} {what}, such as {min(ids)}"
                finding = Finding(severity="error", message=told, cure="kgmem repair")
                yield finding, len(ids)
