"""Entities that may be one and the same, and why: for a person to decide."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from kgmem.graph.facts.entities import key_of
from kgmem.model.fact import Duplicates, Entity

SIMILAR = 90.0
"""Percent of rapidfuzz's ratio from which two names are similar."""
SHORT = 5
"""Names of fewer characters are similar only by chance."""
MAX_BLOCK = 50
"""A word that more names have tells nothing; names are compared within a word."""
MAX_FOUND = 1_000

_HAN = re.compile(r"[\u3400-\u9fff]")
_WORDS = re.compile(r"[^\W_]+")


def duplicates(
    entities: Sequence[Entity], further: Mapping[str, Sequence[str]]
) -> list[Duplicates]:
    """Groups of entities that may be one: those of one name first, then pairs.

    `further` are ids of entities by the keys of their further names. Names are compared
    only where they share a word, or two characters of Chinese, so that the work grows
    with the number of entities.
    """
    by_id = {entity.entity_id: entity for entity in entities}
    keys = {entity.entity_id: key_of(entity.name) for entity in entities}
    groups = _same_names(by_id, keys, further)
    known = {frozenset(one.entity_id for one in g.entities) for g in groups}
    for pair, reason in _alike(by_id, keys):
        if len(groups) >= MAX_FOUND:
            break
        if pair not in known:
            known.add(pair)
            both = sorted(
                (by_id[key] for key in pair), key=lambda e: (-e.facts, e.name)
            )
            groups.append(Duplicates(entities=tuple(both), reason=reason))
    return groups


def _same_names(
    by_id: Mapping[str, Entity],
    keys: Mapping[str, str],
    further: Mapping[str, Sequence[str]],
) -> list[Duplicates]:
    named: dict[str, dict[str, None]] = defaultdict(dict)
    for key in by_id:
        named[keys[key]][key] = None
    own = {name: len(ids) for name, ids in named.items()}
    for name, ids in further.items():
        named[name] |= dict.fromkeys(i for i in ids if i in by_id)
    groups = []
    for name, members in named.items():
        if len(members) > 1:
            found = [by_id[key] for key in members]
            kinds = ", ".join(sorted({e.kind or "none" for e in found}))
            reason = f"the same name {name!r}"
            if own.get(name, 0) == len(found):
                reason += f", kinds: {kinds}"
            groups.append(Duplicates(entities=tuple(found), reason=reason))
    return groups[:MAX_FOUND]


def _alike(
    by_id: Mapping[str, Entity], keys: Mapping[str, str]
) -> Iterator[tuple[frozenset[str], str]]:
    words = {key: _words(name) for key, name in keys.items()}
    yield from _initials(by_id, keys, words)
    blocks: dict[str, list[str]] = defaultdict(list)
    for key in by_id:
        for mark in _marks(words[key], keys[key]):
            blocks[mark].append(key)
    for members in blocks.values():
        if len(members) > MAX_BLOCK:
            continue
        for a, b in combinations(members, 2):
            if _compatible(by_id[a], by_id[b]):
                reason = _reason(keys[a], words[a], keys[b], words[b])
                if reason:
                    yield frozenset((a, b)), reason


def _words(name: str) -> tuple[str, ...]:
    return tuple(_WORDS.findall(name))


def _marks(words: Sequence[str], name: str) -> set[str]:
    """What names have to share to be compared: a word, two characters of Chinese, the
    beginning of the name."""
    han = "".join(_HAN.findall(name))
    pairs = {han[n : n + 2] for n in range(len(han) - 1)}
    return {*words, *pairs, f"^{name[:4]}"}


def _compatible(one: Entity, other: Entity) -> bool:
    return one.kind is None or other.kind is None or one.kind == other.kind


def _reason(a: str, a_words: Sequence[str], b: str, b_words: Sequence[str]) -> str:
    """Why two names may mean one thing; empty if they may not."""
    if a == b:
        return ""
    if len(a) > len(b):
        a, a_words, b, b_words = b, b_words, a, a_words
    if a_words and len(a_words) < len(b_words):
        if tuple(b_words[: len(a_words)]) == tuple(a_words):
            return f"{b!r} begins with {a!r}"
    elif _HAN.match(a) and len(a) > 1 and len(a) < len(b) and b.startswith(a):
        return f"{b!r} begins with {a!r}"
    if len(a) < SHORT or _numbers(a) != _numbers(b):
        return ""
    score = fuzz.ratio(a, b, score_cutoff=SIMILAR)
    return f"similar names: {a!r}, {b!r}" if score else ""


def _numbers(name: str) -> list[str]:
    """Two versions or addresses are not the same however much else agrees."""
    return re.findall(r"\d+", name)


def _initials(
    by_id: Mapping[str, Entity],
    keys: Mapping[str, str],
    words: Mapping[str, Sequence[str]],
) -> Iterator[tuple[frozenset[str], str]]:
    short: dict[str, list[str]] = defaultdict(list)
    for key, name in keys.items():
        if len(words[key]) == 1 and 2 <= len(name) <= 6:
            short[name].append(key)
    for key, parts in words.items():
        if not 2 <= len(parts) <= 8:
            continue
        for chosen in (parts, [p for p in parts if p not in ("of", "the", "and")]):
            for other in short.get("".join(part[0] for part in chosen), ()):
                if _compatible(by_id[key], by_id[other]):
                    reason = f"{keys[other]!r} are the initials of {keys[key]!r}"
                    yield frozenset((key, other)), reason
