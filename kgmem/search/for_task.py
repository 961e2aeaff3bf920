"""The facts that matter for a task: like it in words or meaning, or over the graph.

A path leads from what the task names, from its app, and from what similar tasks name,
to the facts about it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from kgmem.errors import VectorsUnavailable
from kgmem.graph.finding.found import FactGroupFound, FoundStatement
from kgmem.graph.finding.store import FactsSought
from kgmem.graph.rows import epoch_ms, now_ms
from kgmem.index.projection import Projection
from kgmem.index.seeds import searched
from kgmem.language.tokenizer import sparse_query
from kgmem.model.keys.identity import entity_key, fold_app
from kgmem.model.why import Why
from kgmem.ports import Found, VectorQuery
from kgmem.search.candidate import GraphPath, SearchCandidate, either
from kgmem.search.expand import NameKeys, asked_keys
from kgmem.search.explain import meaning, missed
from kgmem.search.score import weigh_text
from kgmem.search.seed import Key, fill_cosines
from kgmem.tuning import tuned

_TUNED = tuned("search.for_task")

DEPTH = 20
"""Facts of each list, by meaning and by words."""
ALIKE = _TUNED["alike"]
"""Worth of words and meaning from which a fact matters that no path leads to: two
texts that are as likely as not about the same have it by meaning alone."""
NAMED, OF_APP, OF_SIMILAR = _TUNED["named"], _TUNED["of_app"], _TUNED["of_similar"]
"""What it counts that the task names what the fact is about, that it is about the
task's app, and that a similar task, or the page at hand, names it."""
ELSEWHERE = _TUNED["elsewhere"]
"""Share of its worth that a fact of another app keeps."""
MAX_NAMES = 200
"""Names beside the task's own that are looked up."""


@dataclass(frozen=True, slots=True)
class TaskNeeds:
    """A task, redacted, and what is known of the situation."""

    space: str
    text: str
    vector: Sequence[float] | None = None
    """The text's; None: it could not be embedded."""
    app: str | None = None
    task_ids: Sequence[str] = ()
    """Similar tasks of the past, best first."""
    beside: Sequence[str] = ()
    """Keys of further names: what elements of the page at hand are called, what similar
    tasks name."""
    as_of: datetime | None = None
    """When the fact has to hold; None: now."""
    known_at: datetime | None = None
    """What was known by then; None: by now."""
    limit: int = 10


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact that matters, to be read by its id."""

    fact_id: str
    score: float
    """0..1"""
    why: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """Where the facts for a task are looked for."""

    needs: TaskNeeds
    found: Found | None
    """By the index; None: it did not answer."""
    asked: "Mapping[str, _Named]"
    notes: list[str]

    @property
    def params(self) -> dict[str, list[str]]:
        """What to read of the graph, see `GraphStore.details`."""
        hits = (*self.found.dense, *self.found.sparse) if self.found else ()
        return FactsSought(
            list(dict.fromkeys(hit.point_id for hit in hits)),
            list(self.asked),
            self.needs.task_ids[:DEPTH],
        ).params


def seek(projection: Projection, keys: NameKeys, needs: TaskNeeds) -> Sought | None:
    """Where to look, by one search of the index; None where it has no facts of the
    space."""
    notes: list[str] = []
    found = _seeds(projection, needs, notes)
    if found is not None and not found.dense and _is_whole(projection, needs):
        projection.factless.add(needs.space)
        return None
    return Sought(needs, found, _asked(needs, keys), notes)


def choose(
    projection: Projection, sought: Sought, said: Sequence[FactGroupFound]
) -> list[FoundFact]:
    """At most `limit` of the facts that were read, best first."""
    needs, found, notes = sought.needs, sought.found, sought.notes
    rows = [row for one in said for row in one.found]
    known, moment = _moments(needs)
    holding = [row for row in rows if _holds(row, needs, known, moment)]
    candidates = _candidates(holding, found)
    if not notes:
        fill_cosines(projection, needs.space, needs.vector, candidates, notes)
    calibration = projection.embedder.calibration
    weigh_text(candidates, needs.text, calibration, indexed=found is not None)
    _link(candidates, rows, sought.asked)
    return _best(candidates.values(), needs, notes)


def _seeds(projection: Projection, needs: TaskNeeds, notes: list[str]) -> Found | None:
    """None, and a note, where the index does not answer."""
    sparse = sparse_query(needs.text)
    if needs.vector is None and not sparse.indices:
        return Found()
    query = VectorQuery(
        needs.space, ("fact",), DEPTH, dense=needs.vector, sparse=sparse
    )
    try:
        return searched(projection, "facts", [query])[0]
    except VectorsUnavailable as error:
        notes.append(f"without the index, by names in the graph alone: {error}")
        return None


def _is_whole(projection: Projection, needs: TaskNeeds) -> bool:
    """Would the index know of any fact that there is?"""
    return (
        needs.vector is not None
        and projection.failure is None
        and projection.mismatch is None
    )


@dataclass(frozen=True, slots=True)
class _Named:
    """A key that may lead to facts."""

    weight: float
    by: str
    """Who names it, for people to read."""


def _asked(needs: TaskNeeds, keys: NameKeys) -> dict[str, _Named]:
    """What the words, the app and the page may name, by key."""
    weights = asked_keys(needs.text, keys)
    by_task = {
        surely: _Named(NAMED * surely, "task names") for surely in {*weights.values()}
    }
    named = {key: by_task[surely] for key, surely in weights.items()}
    if needs.app:
        named.setdefault(entity_key(needs.app), _Named(OF_APP, "App ="))
    beside = _Named(OF_SIMILAR, "page or similar task names")
    for key in needs.beside[:MAX_NAMES]:
        named.setdefault(key, beside)
    named.pop("", None)
    return named


def _moments(needs: TaskNeeds) -> tuple[int | None, int]:
    """When the facts have to be known, None for all that is (one of many that are
    recorded at once is recorded some milliseconds ahead), and when they have to
    hold."""
    known = None if needs.known_at is None else epoch_ms(needs.known_at)
    return known, now_ms() if needs.as_of is None else epoch_ms(needs.as_of)


def _holds(
    fact: FoundStatement, needs: TaskNeeds, known: int | None, moment: int
) -> bool:
    """Leaves out what was not known or does not hold then; whoever reads the facts
    looks closer at what a later statement closed since."""
    retracted, start, end = fact.retracted_at, fact.item.valid_from, fact.item.valid_to
    closed = None if needs.known_at else fact.item.closed_at
    return (
        (known is None or fact.recorded_at <= known)
        and (retracted is None or (known is not None and retracted > known))
        and (start is None or start <= moment)
        and (end is None or end > moment)
        and (closed is None or closed > moment)
    )


def _candidates(
    rows: Sequence[FoundStatement], found: Found | None
) -> dict[Key, SearchCandidate]:
    cosines = {hit.point_id: hit.score for hit in (found.dense if found else ())}
    words = {hit.point_id: hit.score for hit in (found.sparse if found else ())}
    made: dict[Key, SearchCandidate] = {}
    for row in rows:
        key = row.fact_id
        found_by = cosines.get(key), words.get(key, 0.0)
        made[row.item.key] = SearchCandidate(row.item, *found_by)
    return made


def _link(
    candidates: Mapping[Key, SearchCandidate],
    rows: Sequence[FoundStatement],
    asked: Mapping[str, _Named],
) -> None:
    """Set the strongest way to each fact. What many facts are over counts less for
    each of them, but slowly: an app's rules matter however many there are."""
    similar = _Named(OF_SIMILAR, "similar Task-[:MENTIONS]->")
    facts = Counter(way for row in rows for way in row.ways)
    for row in rows:
        candidate = candidates.get(("fact", row.fact_id))
        if candidate is None:
            continue
        for way in row.ways:
            how, source, name = way
            if how == "seed":
                continue
            named = asked[source] if how == "asked" else similar
            weight = named.weight / (1 + math.log(facts[way]) / 2)
            if candidate.path is None or weight > candidate.path.weight:
                candidate.path = GraphPath(weight, partial(_written, named, name))


def _written(named: _Named, name: str | None) -> str:
    return f"{named.by} Entity {name!r}<-[:SUBJECT|OBJECT|MENTIONS]-Fact"


def _best(
    candidates: Iterable[SearchCandidate], needs: TaskNeeds, notes: Sequence[str]
) -> list[FoundFact]:
    app = fold_app(needs.app)
    found: list[tuple[float, str, SearchCandidate]] = []
    for one in candidates:
        if one.path is None and one.text < ALIKE:
            continue
        confidence = one.item.confidence
        score = either(one.text, one.path.weight if one.path else 0.0)
        score *= 1.0 if confidence is None else 0.9 + 0.1 * confidence
        if app and one.item.app and fold_app(one.item.app) != app:
            score *= ELSEWHERE
        found.append((-score, one.item.id, one))
    found.sort(key=lambda one: one[:2])
    return [
        FoundFact(key, -score, (*_why(one), *map(missed, notes)))
        for score, key, one in found[: needs.limit]
    ]


def _why(candidate: SearchCandidate) -> list[Why]:
    why = []
    if path := candidate.path:
        why.append(Why(f"graph: {path.written()}", "graph", weight=path.weight))
    if candidate.cosine is not None:
        why.append(meaning(candidate.cosine))
    if candidate.words:
        share = candidate.parts["sparse"]
        why.append(Why(f"words: {share:.2f}", "words", weight=share))
    return why
