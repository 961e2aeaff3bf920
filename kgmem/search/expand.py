"""Seeds -> candidates: the seeds as the graph knows them, and what it leads to.

A seed names an entity that a document is about (`names` then `about`), or is about one
that something names; and what the query names leads to what is about it. How much a
way counts was chosen on the tuning half of `kgmem bench documents`.
"""

import math
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Protocol

from kgmem.graph.finding.found import Item
from kgmem.graph.finding.store import RARE, EntityLead, Reached, SearchStore, Start
from kgmem.graph.rows import epoch_ms
from kgmem.model.keys.identity import entity_key, fold_app
from kgmem.search.candidate import GraphPath, SearchCandidate, stronger
from kgmem.search.request import SearchRequest
from kgmem.search.seed import Key, Seeds
from kgmem.search.ways import LeadingWays, place, written, written_asked
from kgmem.tuning import tuned

_TUNED = tuned("search.expand")

FOLLOWED = 8
"""Seeds of each kind, the best ones, that are followed."""
ENTITIES, NAMED = 16, 6
"""Entities that are followed from what the query names and from what seeds are about,
and from what seeds name; those of the best seeds first."""
READ, MAX_SAID = 8, 200
"""Parts of documents, the best ones, whose text is read for more names; and how many
of each."""
REMEMBERED = 512
"""Texts whose names are kept."""
KEPT = 20
"""Different things that are reached and compared to the query, those that the
strongest ways lead to."""
MAX_KEYS = 512
"""Names that the query may hold, the first ones."""
LOWER_CASE = _TUNED["lower_case"]
"""Share of that where the name is one word in lower case."""
REGARDLESS = _TUNED["regardless"]
"""Share that goes whatever is reached; the rest goes by how like the query it is
itself, compared to what is most like it."""


class NameKeys(Hashable, Protocol):
    """Text -> the keys of entities that it may name, and where."""

    def __call__(
        self, text: str, *, small: bool = True
    ) -> Sequence[tuple[str, int, int]]:
        """Without `small`, none whose first or last word begins with a small letter."""


@dataclass(frozen=True, slots=True)
class Expanded:
    """All candidates, and what leads from one to another."""

    candidates: dict[Key, SearchCandidate] = field(default_factory=dict)
    seeds: frozenset[Key] = frozenset()
    """Those of the candidates that the index found."""
    asked: Mapping[str, float] = field(default_factory=dict)
    """Keys that the query may name, and how surely."""
    namings: Sequence[EntityLead] = ()
    reached: Sequence[Reached] = ()


def expand(
    store: SearchStore,
    request: SearchRequest,
    seeds: Seeds,
    text: str,
    keys: NameKeys,
) -> Expanded:
    """The seeds as they stand in the graph and, if asked for, what it leads to.

    One round trip for the seeds and one for the rest, none where there is nothing to
    look up. Without an index, names in the query are all there is to start from.
    """
    follow = request.expand or seeds.down
    found = seeds.ranked()
    asked = asked_keys(text, keys) if follow else {}
    if not asked and not any(found.values()):
        return Expanded()
    best = {kind: ids[:FOLLOWED] for kind, ids in found.items()} if follow else {}
    items, namings = store.seeds(request.space, found, best, list(asked))
    candidates = _candidates(seeds, [one for one in items if fits(one, request)])
    if not follow:
        return Expanded(candidates, frozenset(candidates))
    known = {kind: [i for i in best[kind] if (kind, i) in candidates] for kind in best}
    said = _said([candidates["chunk", i] for i in known.get("chunk", ())], keys)
    start = _start(namings, known, said)
    own = _own(start.subjects, namings, candidates, said)
    reached = _reached(store, request, replace(start, own=own))
    seen = frozenset(candidates)
    for one in reached:
        candidates.setdefault(one.item.key, SearchCandidate(one.item))
    return Expanded(candidates, seen, asked, [*namings, *_late(reached, said)], reached)


def _reached(store: SearchStore, request: SearchRequest, start: Start) -> list[Reached]:
    """What there is to follow leads to."""
    if not start:
        return []
    found = store.reached(request.space, start, request.kinds)
    return [one for one in found if fits(one.item, request)]


def _late(
    reached: Sequence[Reached], said: Mapping[str, Sequence[str]]
) -> list[EntityLead]:
    """What seeds turned out to name."""
    about = {one.source: one for one in reached if one.how == "about"}
    return [
        EntityLead("names", seed, one.source, one.name or "")
        for one in about.values()
        if one.degree < RARE
        for seed in said.get(one.key or entity_key(one.name or ""), ())
    ]


def _said(best: Sequence[SearchCandidate], keys: NameKeys) -> dict[str, list[str]]:
    """Ids of the seeds by the keys of names that they may hold: what they were linked
    to when they came in knows nothing of documents that came later."""
    seeds: dict[str, list[str]] = {}
    for one in best[:READ]:
        for key in _names_in(keys, one.item.text):
            seeds.setdefault(key, []).append(one.item.id)
    return seeds


@lru_cache(REMEMBERED)
def _names_in(keys: NameKeys, text: str) -> tuple[str, ...]:
    """Keys of names that it may hold, neither end of which is in lower case."""
    names = (key for key, _, _ in keys(text, small=False))
    return tuple(islice(dict.fromkeys(names), MAX_SAID))


_LOWER_CASE = re.compile("[a-z]+")


def asked_keys(text: str, keys: NameKeys) -> dict[str, float]:
    """Keys of what the text may name, and how surely: one word in lower case is
    rather a word than a name."""
    weights: dict[str, float] = {}
    for key, start, end in keys(text)[:MAX_KEYS]:
        surely = LOWER_CASE if _LOWER_CASE.fullmatch(text, start, end) else 1.0
        weights[key] = max(surely, weights.get(key, 0.0))
    return weights


def _candidates(seeds: Seeds, items: Iterable[Item]) -> dict[Key, SearchCandidate]:
    cosines, words = seeds.cosines(), seeds.words()
    return {
        item.key: SearchCandidate(item, cosines.get(item.key), words.get(item.key, 0.0))
        for item in items
    }


def _start(
    namings: Sequence[EntityLead],
    best: Mapping[str, Sequence[str]],
    said: Iterable[str],
) -> Start:
    """What the query names, then what seeds lead to, by their rank; of what seeds say
    only what they were not linked to."""
    rank = {key: n for ids in best.values() for n, key in enumerate(ids)}
    following = sorted(
        (one for one in namings if one.how == "asked" or one.source in rank),
        key=lambda one: (rank.get(one.source, -1), one.entity_id),
    )
    subjects = dict.fromkeys(n.entity_id for n in following if n.how != "names")
    objects = dict.fromkeys(n.entity_id for n in following if n.how == "names")
    led = list(subjects)[:ENTITIES]
    led += [key for key in objects if key not in subjects][:NAMED]
    names = {entity_key(one.name) for one in following}
    return Start(
        subjects=[key for key in led if key in subjects],
        objects=[key for key in led if key not in subjects],
        said=[key for key in said if key not in names],
        best=best,
    )


def _own(
    subjects: Iterable[str],
    namings: Sequence[EntityLead],
    candidates: Mapping[Key, SearchCandidate],
    said: Mapping[str, Sequence[str]],
) -> dict[str, str]:
    """By entity the one document whose parts alone lead to it."""
    documents = {
        key: one.item.document_id
        for (kind, key), one in candidates.items()
        if kind == "chunk"
    }
    leading: dict[str, set[str | None]] = {key: set() for key in subjects}
    for one in namings:
        if one.entity_id in leading:
            sources = [one.source, *said.get(entity_key(one.name), ())]
            leading[one.entity_id].update(map(documents.get, sources))
    return {
        key: document
        for key, found in leading.items()
        if len(found) == 1 and (document := next(iter(found))) is not None
    }


def _ways(expanded: Expanded) -> LeadingWays:
    candidates = expanded.candidates.values()
    return LeadingWays(candidates, expanded.namings, expanded.asked)


def narrow(expanded: Expanded) -> None:
    """Drop all but the KEPT that the strongest ways lead to of what
    is no seed; the seeds' own worth has to be known."""
    ways, strength = _ways(expanded), dict[Key, float]()
    for one in expanded.reached:
        if (key := one.item.key) not in expanded.seeds:
            strength[key] = max(ways.at_most(one), strength.get(key, 0.0))
    for weakest in sorted(strength, key=lambda key: (-strength[key], key))[KEPT:]:
        del expanded.candidates[weakest]


def link(expanded: Expanded) -> None:
    """Set the strongest way that leads to each candidate; their own worth has to be
    known (`Candidate.text`)."""
    ways = _ways(expanded)
    pairs = [
        (target, one)
        for one in expanded.reached
        if (target := expanded.candidates.get(one.item.key))
    ]
    for target, one in pairs:
        if weight := ways.asked(one):
            path = GraphPath(weight, partial(written_asked, one))
            target.asked = stronger(target.asked, path)
    # What is asked for counts for more now, and leads on.
    best = max((one.text for one in expanded.candidates.values()), default=0.0)
    for target, one in pairs:
        likely = REGARDLESS + (1 - REGARDLESS) * target.text / (best or 1.0)
        way = ways.strongest(one)
        weight = way.weight * place(one) * likely if way else 0.0
        if way and (target.path is None or weight > target.path.weight):
            target.path = GraphPath(weight, partial(written, way, one))


# what was asked for ------------------------------------------------------------------


def fits(item: Item, request: SearchRequest) -> bool:
    """Is it of the app, source, conversation and time that are asked for?"""
    if item.kind not in request.kinds:
        return False
    if request.app and fold_app(item.app) != fold_app(request.app):
        return False
    if request.source and item.source != request.source:
        return False
    if item.kind == "message" and request.conversation not in (
        None,
        item.conversation_id,
    ):
        return False
    return not request.bounded or _is_in_time(item, request)


def _is_in_time(item: Item, request: SearchRequest) -> bool:
    since = -math.inf if request.since is None else epoch_ms(request.since)
    until = math.inf if request.until is None else epoch_ms(request.until)
    at = item.at
    start, end = validity(item)
    if item.kind == "fact" and (start is not None or end is not None):
        return (start is None or start < until) and (end is None or end > since)
    return at is not None and since <= at < until


def validity(item: Item) -> tuple[int | None, int | None]:
    """From when to when a fact holds, as far as known, in milliseconds."""
    ends = [end for end in (item.valid_to, item.closed_at) if end is not None]
    return item.valid_from, min(ends, default=None)
