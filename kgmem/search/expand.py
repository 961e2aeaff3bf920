"""Seeds -> candidates: the seeds as the graph knows them, and what it leads to.

A seed names an entity that a document is about (`names` then `about`), or is about one
that something names; and what the query names leads to what is about it. How much a
way counts was chosen on the tuning half of `kgmem bench documents`.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice

from kgmem.graph.rows import epoch_ms
from kgmem.graph.searching import Item, Naming, Reached, SearchStore, Start
from kgmem.model.identity import fold_app
from kgmem.search.candidate import Candidate, Path, stronger
from kgmem.search.request import SearchRequest
from kgmem.search.seed import Key, Seeds

FOLLOWED = 10
"""Seeds of each kind, the best ones, that are followed."""
ENTITIES = 64
"""Entities that are followed from what the query names and from what seeds are about,
and as many from what seeds name; those of the best seeds first."""
READ, MAX_SAID = 10, 200
"""Parts of documents, the best ones, whose text is read for more names; and how many
of each."""
REMEMBERED = 512
"""Texts whose names are kept."""
REACHED = 400
"""Different things that are reached and compared to the query, the first ones."""
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

NameKeys = Callable[[str], Sequence[tuple[str, int, int]]]
"""Text -> the keys of entities that it may name, and where."""


@dataclass(frozen=True, slots=True)
class Expanded:
    """All candidates, and what leads from one to another."""

    candidates: dict[Key, Candidate] = field(default_factory=dict)
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
        return Expanded(candidates)
    known = {kind: [i for i in best[kind] if (kind, i) in candidates] for kind in best}
    said = _said([candidates["chunk", i] for i in known.get("chunk", ())], keys)
    reached = _reached(store, request, _start(namings, known, list(said)))
    for one in reached:
        candidates.setdefault(one.item.key, Candidate(one.item))
    return Expanded(candidates, asked, [*namings, *_late(reached, said)], reached)


def _reached(store: SearchStore, request: SearchRequest, start: Start) -> list[Reached]:
    """What there is to follow leads to, REACHED different things at most."""
    if not start:
        return []
    found = store.reached(request.space, start, request.kinds)
    fitting = [one for one in found if fits(one.item, request)]
    first = set(islice(dict.fromkeys(one.item.key for one in fitting), REACHED))
    return [one for one in fitting if one.item.key in first]


def _late(
    reached: Sequence[Reached], said: Mapping[str, Sequence[str]]
) -> list[Naming]:
    """What seeds turned out to name."""
    found = (
        Naming("names", seed, one.source, one.name or "")
        for one in reached
        for seed in said.get(one.key or "", ())
    )
    return list(dict.fromkeys(found))


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
    """Keys of the names that the text may hold; none begins with a small letter."""
    names = (key for key, start, _ in keys(text) if not text[start].islower())
    return tuple(islice(dict.fromkeys(names), MAX_SAID))


def asked_keys(text: str, keys: NameKeys) -> dict[str, float]:
    """Keys of what the text may name, and how surely: one word in lower case is
    rather a word than a name."""
    weights: dict[str, float] = {}
    for key, start, end in keys(text)[:MAX_KEYS]:
        surely = LOWER_CASE if re.fullmatch(r"[a-z]+", text[start:end]) else 1.0
        weights[key] = max(surely, weights.get(key, 0.0))
    return weights


def _candidates(seeds: Seeds, items: Iterable[Item]) -> dict[Key, Candidate]:
    cosines, words = seeds.cosines(), seeds.words()
    return {
        item.key: Candidate(item, cosines.get(item.key), words.get(item.key, 0.0))
        for item in items
    }


def _start(
    namings: Sequence[Naming], best: Mapping[str, Sequence[str]], said: Sequence[str]
) -> Start:
    """What the query names, then what seeds lead to, by their rank."""
    rank = {key: n for ids in best.values() for n, key in enumerate(ids)}
    following = sorted(
        (one for one in namings if one.how == "asked" or one.source in rank),
        key=lambda one: (rank.get(one.source, -1), one.entity_id),
    )
    subjects = dict.fromkeys(n.entity_id for n in following if n.how != "names")
    objects = dict.fromkeys(n.entity_id for n in following if n.how == "names")
    return Start(
        subjects=list(subjects)[:ENTITIES],
        objects=[key for key in objects if key not in subjects][:ENTITIES],
        said=said,
        best=best,
    )


def link(expanded: Expanded) -> None:
    """Set the strongest way that leads to each candidate; their own worth has to be
    known (`Candidate.text`)."""
    leading: dict[str, list[Naming]] = {}
    for naming in expanded.namings:
        leading.setdefault(naming.entity_id, []).append(naming)
    pairs = [(expanded.candidates[one.item.key], one) for one in expanded.reached]
    for target, one in pairs:
        for path in _asked(one, leading.get(one.source, ()), expanded.asked):
            target.asked = stronger(target.asked, path)
    sources = {one.item.id: one for one in expanded.candidates.values()}
    best = max((one.text for one in expanded.candidates.values()), default=0.0)
    for target, one in pairs:
        likely = REGARDLESS + (1 - REGARDLESS) * target.text / (best or 1.0)
        for weight, words in _paths(one, leading.get(one.source, ()), sources):
            weight *= likely
            if target.path is None or weight > target.path.weight:
                target.path = Path(weight, words())


def _asked(
    one: Reached, leading: Iterable[Naming], asked: Mapping[str, float]
) -> Iterator[Path]:
    """Ways from the query's names to what is about them."""
    for naming in leading if one.how == "about" else ():
        if naming.how == "asked":
            surely = asked[naming.source] * _place(one)
            text = f"query names Entity {naming.name!r}{_edge(one.how, one.item)}"
            yield Path(ASKED * surely / math.sqrt(one.degree), text)


def _paths(
    one: Reached, leading: Iterable[Naming], sources: Mapping[str, Candidate]
) -> Iterator[tuple[float, Callable[[], str]]]:
    """Ways from seeds: what each counts, and how it is written, which only the
    strongest has to be."""
    if one.how in _DIRECT:
        share, edge = _DIRECT[one.how]
        if source := sources.get(one.source):
            yield (
                share * source.alone,
                partial(_over_edge, source.item, edge, one.item),
            )
        return
    for naming in leading:
        source = sources.get(naming.source)
        if source is None or _are_of_one_whole(source.item, one.item):
            continue
        yield (
            _share(naming.how, one) * source.alone,
            partial(_over_entity, source.item, naming, one),
        )


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
        return FORWARD * _place(one) / rare
    if leading == "about":
        return BACKWARD / (1 + math.log(max(1, one.degree)))
    return SHARED / math.log2(1 + max(1, one.degree))


def _place(one: Reached) -> float:
    is_later = one.item.kind == "chunk" and one.item.fields.get("n")
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
