"""Seeds -> candidates: the seeds as the graph knows them, and what it leads to.

A seed names an entity that a document is about (`names` then `about`), or is about one
that something names; and what the query names leads to what is about it. How much a
way counts was chosen on the tuning half of `kgmem bench documents`.
"""

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, Protocol

from kgmem.graph.rows import epoch_ms
from kgmem.graph.searching import RARE, Item, Naming, Reached, SearchStore, Start
from kgmem.model.identity import entity_key, fold_app
from kgmem.search.candidate import Candidate, Path, stronger
from kgmem.search.request import SearchRequest
from kgmem.search.seed import Key, Seeds

FOLLOWED = 10
"""Seeds of each kind, the best ones, that are followed."""
ENTITIES = 24
"""Entities that are followed from what the query names and from what seeds are about,
and as many from what seeds name; those of the best seeds first."""
READ, MAX_SAID = 10, 200
"""Parts of documents, the best ones, whose text is read for more names; and how many
of each."""
REMEMBERED = 512
"""Texts whose names are kept."""
KEPT = 64
"""Different things that are reached and compared to the query, those that the
strongest ways lead to."""
MAX_KEYS = 512
"""Names that the query may hold, the first ones."""
ASKED = 0.4
"""What it counts that a thing is about what the query names."""
LOWER_CASE = 0.5
"""Share of that where the name is one word in lower case."""
FORWARD, BACKWARD, SHARED = 1.0, 0.8, 0.2
"""Share of a seed's worth that goes to what is about an entity that it names; to what
names the entity that it is about; to what names the same entity."""
REGARDLESS = 0.6
"""Share that goes whatever is reached; the rest goes by how like the query it is
itself, compared to what is most like it."""
NEXT = 0.3
"""The same for what stands next to it in its document."""
STATED = 0.5
"""The same between a part of a document and a fact that it states."""
LATER_PARTS = 0.5
"""Share for parts of a document after the first: its subject leads to the whole."""


class NameKeys(Hashable, Protocol):
    """Text -> the keys of entities that it may name, and where."""

    def __call__(
        self, text: str, *, small: bool = True
    ) -> Sequence[tuple[str, int, int]]:
        """Without `small`, none whose first or last word begins with a small letter."""


@dataclass(frozen=True, slots=True)
class Expanded:
    """All candidates, and what leads from one to another."""

    candidates: dict[Key, Candidate] = field(default_factory=dict)
    seeds: frozenset[Key] = frozenset()
    """Those of the candidates that the index found."""
    asked: Mapping[str, float] = field(default_factory=dict)
    """Keys that the query may name, and how surely."""
    namings: Sequence[Naming] = ()
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
        candidates.setdefault(one.item.key, Candidate(one.item))
    return Expanded(candidates, seen, asked, [*namings, *_late(reached, said)], reached)


def _reached(store: SearchStore, request: SearchRequest, start: Start) -> list[Reached]:
    """What there is to follow leads to."""
    if not start:
        return []
    found = store.reached(request.space, start, request.kinds)
    return [one for one in found if fits(one.item, request)]


def _late(
    reached: Sequence[Reached], said: Mapping[str, Sequence[str]]
) -> list[Naming]:
    """What seeds turned out to name."""
    about = {one.source: one for one in reached if one.how == "about"}
    return [
        Naming("names", seed, one.source, one.name or "")
        for one in about.values()
        if one.degree < RARE
        for seed in said.get(one.key or entity_key(one.name or ""), ())
    ]


def _said(best: Sequence[Candidate], keys: NameKeys) -> dict[str, list[str]]:
    """Ids of the seeds by the keys of names that they may hold: what they were linked
    to when they came in knows nothing of documents that came later."""
    seeds: dict[str, list[str]] = {}
    for one in best[:READ]:
        for key in _names_in(keys, one.fields["text"]):
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


def _candidates(seeds: Seeds, items: Iterable[Item]) -> dict[Key, Candidate]:
    cosines, words = seeds.cosines(), seeds.words()
    return {
        item.key: Candidate(item, cosines.get(item.key), words.get(item.key, 0.0))
        for item in items
    }


def _start(
    namings: Sequence[Naming], best: Mapping[str, Sequence[str]], said: Iterable[str]
) -> Start:
    """What the query names, then what seeds lead to, by their rank; of what seeds say
    only what is not followed anyway."""
    rank = {key: n for ids in best.values() for n, key in enumerate(ids)}
    following = sorted(
        (one for one in namings if one.how == "asked" or one.source in rank),
        key=lambda one: (rank.get(one.source, -1), one.entity_id),
    )
    subjects = dict.fromkeys(n.entity_id for n in following if n.how != "names")
    objects = dict.fromkeys(n.entity_id for n in following if n.how == "names")
    led = list(subjects)[:ENTITIES]
    led += [key for key in objects if key not in subjects][:ENTITIES]
    names = {entity_key(one.name) for one in following if one.entity_id in set(led)}
    return Start(
        subjects=[key for key in led if key in subjects],
        objects=[key for key in led if key not in subjects],
        said=[key for key in said if key not in names],
        best=best,
    )


def _own(
    subjects: Iterable[str],
    namings: Sequence[Naming],
    candidates: Mapping[Key, Candidate],
    said: Mapping[str, Sequence[str]],
) -> dict[str, str]:
    """By entity the one document whose parts alone lead to it."""
    documents = {
        key: one.fields["document_id"]
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


def narrow(expanded: Expanded) -> None:
    """Drop all but the KEPT that the strongest ways lead to of what
    is no seed; the seeds' own worth has to be known."""
    ways, strength = _Ways(expanded), dict[Key, float]()
    for one in expanded.reached:
        if (key := one.item.key) not in expanded.seeds:
            strength[key] = max(ways.at_most(one), strength.get(key, 0.0))
    for weakest in sorted(strength, key=lambda key: (-strength[key], key))[KEPT:]:
        del expanded.candidates[weakest]


def link(expanded: Expanded) -> None:
    """Set the strongest way that leads to each candidate; their own worth has to be
    known (`Candidate.text`)."""
    ways = _Ways(expanded)
    pairs = [
        (target, one)
        for one in expanded.reached
        if (target := expanded.candidates.get(one.item.key))
    ]
    for target, one in pairs:
        if weight := ways.asked(one):
            path = Path(weight, partial(_written_asked, one))
            target.asked = stronger(target.asked, path)
    ways = _Ways(expanded)  # what is asked for counts for more now
    best = max((one.text for one in expanded.candidates.values()), default=0.0)
    for target, one in pairs:
        likely = REGARDLESS + (1 - REGARDLESS) * target.text / (best or 1.0)
        way = ways.strongest(one)
        weight = way.weight * _place(one) * likely if way else 0.0
        if way and (target.path is None or weight > target.path.weight):
            target.path = Path(weight, partial(_written, way, one))


class _Way(NamedTuple):
    """From a seed to what an entity or the seed itself leads to."""

    weight: float
    """For the first part of a document."""
    source: Item
    naming: Naming | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    """What leads to an entity."""

    naming: Naming
    item: Item
    alone: float
    """What it is worth before other candidates lead to it."""


class _Ways:
    """What leads to what was reached. All that an entity leads to in one way share
    theirs, so these are weighed once."""

    def __init__(self, expanded: Expanded) -> None:
        self._sources = {one.item.id: one for one in expanded.candidates.values()}
        self._alone: dict[str, float] = {}
        self._leading: dict[str, list[_Source]] = {}
        self._asked: dict[str, float] = {}
        for naming in expanded.namings:
            if naming.how == "asked":
                surely = expanded.asked[naming.source]
                known = self._asked.get(naming.entity_id, 0.0)
                self._asked[naming.entity_id] = max(surely, known)
            elif source := self._sources.get(naming.source):
                leading = self._leading.setdefault(naming.entity_id, [])
                leading.append(_Source(naming, source.item, self._worth(source)))
        self._ways: dict[tuple[str, str], list[_Way]] = {}

    def _worth(self, source: Candidate) -> float:
        key = source.item.id
        if key not in self._alone:
            self._alone[key] = source.alone
        return self._alone[key]

    def asked(self, one: Reached) -> float:
        """What it counts that the query names what this is about; 0: it does not."""
        surely = self._asked.get(one.source, 0.0) if one.how == "about" else 0.0
        return ASKED * surely * _place(one) / math.sqrt(one.degree) if surely else 0.0

    def at_most(self, one: Reached) -> float:
        """What the strongest counts, whatever document it is from."""
        ways = self._leading_to(one)
        weight = ways[0].weight * _place(one) if ways else 0.0
        return max(weight, self.asked(one))

    def strongest(self, one: Reached) -> _Way | None:
        """The strongest from a seed that is not of the same document."""
        ways = self._leading_to(one)
        if one.how in _DIRECT:
            return ways[0] if ways else None
        for way in ways:
            if not _are_of_one_whole(way.source, one.item):
                return way
        return None

    def _leading_to(self, one: Reached) -> Sequence[_Way]:
        """All there are, the strongest first."""
        known = (one.how, one.source)
        ways = self._ways.get(known)
        if ways is None:
            ways = self._ways[known] = self._weighed(one)
            ways.sort(key=_weight, reverse=True)
        return ways

    def _weighed(self, one: Reached) -> list[_Way]:
        if one.how in _DIRECT:
            source = self._sources.get(one.source)
            share = _DIRECT[one.how][0]
            return [_Way(share * source.alone, source.item)] if source else []
        leading = self._leading.get(one.source, ())
        shares = {how: _share(how, one) for how in ("about", "names")}
        return [
            _Way(shares[by.naming.how] * by.alone, by.item, by.naming) for by in leading
        ]


_weight = attrgetter("weight")


def _written_asked(one: Reached) -> str:
    return f"query names Entity {one.name!r}{_edge(one.how, one.item)}"


def _written(way: _Way, one: Reached) -> str:
    """How a reader of the graph would write the way to this."""
    if way.naming is None:
        return _over_edge(way.source, _DIRECT[one.how][1], one.item)
    return _over_entity(way.source, way.naming, one)


def _over_edge(source: Item, edge: str, target: Item) -> str:
    return f"{_name(source)}{edge}{_label(target)}"


def _over_entity(source: Item, naming: Naming, one: Reached) -> str:
    return (
        f"{_name(source)}{_arrow(naming.how, source)}"
        f"Entity {naming.name!r}{_edge(one.how, one.item)}"
    )


def _are_of_one_whole(a: Item, b: Item) -> bool:
    """Of one document, or the same: what both are about tells nothing new."""
    document = a.fields.get("document_id")
    return a.id == b.id or (
        document is not None and document == b.fields.get("document_id")
    )


_DIRECT = {
    "next": (NEXT, "-[:NEXT]-"),
    "states": (STATED, "-[:STATES]->"),
    "stated": (STATED, "<-[:STATES]-"),
}


def _share(leading: str, one: Reached) -> float:
    """Of the source's worth, what goes over an entity that it leads to."""
    if one.how == "about":
        rare = math.sqrt(one.degree) * (1 + math.log1p(one.named) / 4)
        return FORWARD / rare
    if leading == "about":
        return BACKWARD / (1 + math.log(max(1, one.degree)))
    return SHARED / math.log2(1 + max(1, one.degree))


def _place(one: Reached) -> float:
    is_later = (
        one.how == "about" and one.item.kind == "chunk" and one.item.fields.get("n")
    )
    return LATER_PARTS if is_later else 1.0


# how paths are written ---------------------------------------------------------------


def _name(item: Item) -> str:
    """The source's label and what tells it from others of its label."""
    label = _label(item)
    source = item.fields.get("source")
    said = source if label == "Chunk" and source else item.fields["text"]
    short = said if len(said) <= 60 else f"{said[:59]}…"
    return f"{label} {short!r}"


def _label(item: Item) -> str:
    return item.kind.capitalize()


def _arrow(how: str, item: Item) -> str:
    """From a seed to an entity."""
    if how == "about":
        over = "<-[:HAS_CHUNK]-Document-[:ABOUT]->"
        return over if item.kind == "chunk" else "-[:SUBJECT]->"
    return "-[:OBJECT|MENTIONS]->" if item.kind == "fact" else "-[:MENTIONS]->"


def _edge(how: str, item: Item) -> str:
    """From an entity to what it leads to."""
    if how == "about":
        over = "<-[:ABOUT]-Document-[:HAS_CHUNK]->Chunk"
        return over if item.kind == "chunk" else "<-[:SUBJECT]-Fact"
    edge = "<-[:OBJECT|MENTIONS]-" if item.kind == "fact" else "<-[:MENTIONS]-"
    return f"{edge}{_label(item)}"


# what was asked for ------------------------------------------------------------------


def fits(item: Item, request: SearchRequest) -> bool:
    """Is it of the app, the source and the time that are asked for?"""
    fields = item.fields
    if item.kind not in request.kinds:
        return False
    if request.app and fold_app(fields.get("app")) != fold_app(request.app):
        return False
    if request.source and fields.get("source") != request.source:
        return False
    return not request.bounded or _is_in_time(item, request)


def _is_in_time(item: Item, request: SearchRequest) -> bool:
    since = -math.inf if request.since is None else epoch_ms(request.since)
    until = math.inf if request.until is None else epoch_ms(request.until)
    at = item.fields.get("at")
    start, end = validity(item)
    if item.kind == "fact" and (start is not None or end is not None):
        return (start is None or start < until) and (end is None or end > since)
    return at is not None and since <= at < until


def validity(item: Item) -> tuple[int | None, int | None]:
    """From when to when a fact holds, as far as known, in milliseconds."""
    ends = [item.fields.get(name) for name in ("valid_to", "closed_at")]
    return item.fields.get("valid_from"), min(
        (end for end in ends if end is not None), default=None
    )
