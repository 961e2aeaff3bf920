"""What a text names: people, places, organizations, works, products, codes.

What `names_en` and `names_zh` find in their languages meets here with the names that
the graph knows, titles in quotation marks, and codes. No pronouns, days, months, bare
numbers, or words that only label a control.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from kgmem.people import (
    CHINESE,
    CHINESE_VERBS,
    ENGLISH,
    ENGLISH_VERBS,
    HAN,
    MONTHS,
    KnownNames,
    Mention,
    Triple,
    bare_name,
    entity_key,
    known_names,
    roles,
    word_set,
    written,
)
from kgmem_people.reading.codes import codes, with_version
from kgmem_people.reading.validity import Bounds

MAX_NAME = 80
"""Characters of a name; what is longer is a sentence."""
MAX_MENTIONS = 64
"""Mentions of one text, the first ones."""
Thing = tuple[str, str]
"""What it is called, and its sort: a name, a compound, a pronoun, a noun, one that
opens a sentence."""
_TOLD = {"name": 1.0, "compound": 0.95, "pronoun": 0.7}
"""By what the subject of a fact is: a name, a noun that tells which one, a pronoun for
a name. Of another noun a text elsewhere can't tell which one is meant: nothing is
stated of it."""
NO_NAMES = (
    frozenset(
        word.casefold()
        for month in (*MONTHS, *written("weekday", spaced=True))
        for word in (month, month[:3], f"{month}s")
    )
    | frozenset(code.casefold() for code in roles("amount.currency"))
    | word_set("control.label")
)
"""Days, months, currencies, and words that label controls and notes."""
_WORDS = NO_NAMES | ENGLISH | ENGLISH_VERBS | CHINESE | CHINESE_VERBS
_QUOTED = re.compile(
    r"《(?P<work>[^《》\n]{1,60})》"
    r"|[「『](?P<han>[^「」『』。！？\n]{2,30})[」』]"
    r"|[“\"](?P<quote>[^“”\"\n.!?。！？]{2,60})[”\"]"
)


# --- all together ----------------------------------------------------------------


def mentions(
    text: str, found: Iterable[Mention], known: KnownNames | None = None
) -> tuple[Mention, ...]:
    """What `text` names, in its order: what was found in its language, what the graph
    knows, what stands in quotation marks, and codes.

    Of names that overlap the longest counts; of those that are as long a known name or
    a code. A name with a version counts beside the name alone, and so does
    `Ed Wood (film)` where it is known or all of the text, and a known name of several
    words, or of an app, within a longer one that is not known.
    """
    sure = list(codes(text))
    others = _apart(_kept([*_quoted(text), *found]), sure)
    familiar = known_names(text, known or {})
    picked = _longest([*familiar, *sure, *others])
    beside = [one for name in picked if (one := with_version(text, name))]
    beside += [
        _bare(text, name) for name in picked if bare_name(name.name) != name.name
    ]
    beside += _within(picked, familiar)
    beside += _with_parenthesis(text, picked, known or {})
    both = sorted([*picked, *beside], key=lambda one: (one.start, one.end))
    return tuple(both[:MAX_MENTIONS])


def _apart(names: Iterable[Mention], sure: Iterable[Mention]) -> list[Mention]:
    """Names that no code is a part of: in "Read FR-001" the tagger sees one name."""
    taken = _places(sure)
    return [one for one in names if taken.keys().isdisjoint(range(one.start, one.end))]


def _within(
    picked: Iterable[Mention], familiar: Sequence[Mention]
) -> Iterator[Mention]:
    """League of Nations in "President of the League of Nations", and the app in what
    it has: one word of another name is seldom what that word names alone."""
    known = {(one.start, one.end) for one in familiar}
    over = _places(one for one in picked if (one.start, one.end) not in known)
    for name in familiar:
        longer = over.get(name.start)
        alone = " " in name.name or name.kind == "app"
        if alone and longer is not None and name.end <= longer.end:
            yield name


def _places(names: Iterable[Mention]) -> dict[int, Mention]:
    """By each character of theirs; of names that overlap the last one."""
    return {place: one for one in names for place in range(one.start, one.end)}


def _bare(text: str, name: Mention) -> Mention:
    end = name.start + len(bare_name(name.name))
    return mention_at(text, name.start, end, name.kind)


def _with_parenthesis(
    text: str, names: Sequence[Mention], known: KnownNames
) -> Iterator[Mention]:
    for name in names:
        match = re.match(
            r"\s?[(（][^()（）\n]{1,60}[)）]", text[name.end : name.end + 64]
        )
        if not match:
            continue
        whole = text[name.start : name.end + match.end()]
        key = entity_key(whole)
        if key in known or whole == text.strip():
            yield mention_at(text, name.start, name.end + match.end(), known.get(key))


def _quoted(text: str) -> Iterator[Mention]:
    """What stands in title marks, and in quotation marks if it looks like a title."""
    for match in _QUOTED.finditer(text):
        group = match.lastgroup or "quote"
        start, end = match.span(group)
        if group != "quote" or _is_title(match[group]):
            yield mention_at(text, start, end, "work" if group == "work" else None)


def _is_title(words: str) -> bool:
    """A capital, or a few Chinese characters: longer ones are what somebody says."""
    return words[0].isupper() or bool(re.fullmatch(f"[{HAN}·]{{2,8}}", words))


def mention_at(text: str, start: int, end: int, kind: str | None = None) -> Mention:
    """The name at a place of the text."""
    return Mention(name=text[start:end], start=start, end=end, kind=kind)


def tied(
    subjects: Sequence[Thing],
    predicate: str,
    things: Sequence[Thing],
    named: Sequence[Mention],
    bounds: Bounds,
    span: tuple[int, int],
    confidence: float,
    extractor: str,
) -> Iterator[Triple]:
    """What a sentence at `span` states of each of the subjects that can be told."""
    for subject, sort in subjects:
        for thing, other in things:
            # Invoices belong to Acme; but not: Words number five.
            sort = "compound" if (sort, other) == ("opening", "name") else sort
            if sort in _TOLD and entity_key(subject) != entity_key(thing):
                sure = confidence * _TOLD[sort]
                said = subject, predicate, thing
                yield stated(said, named, bounds, span, sure, extractor)


def stated(
    said: tuple[str, str, str],
    named: Sequence[Mention],
    bounds: Bounds,
    span: tuple[int, int],
    confidence: float,
    extractor: str,
) -> Triple:
    """What a sentence at `span` states, with the kinds that its names have."""
    subject, predicate, thing = (" ".join(one.split()) for one in said)
    kinds = {entity_key(one.name): one.kind for one in reversed(named)}
    return Triple(
        subject=subject,
        predicate=predicate,
        object=thing,
        subject_kind=kinds.get(entity_key(subject)),
        object_kind=kinds.get(entity_key(thing)),
        valid_from=bounds[0],
        valid_to=bounds[1],
        start=span[0],
        end=span[1],
        confidence=confidence,
        extractor=extractor,
    )


def _kept(found: Iterable[Mention]) -> list[Mention]:
    return [one for one in map(_without_stop, found) if _is_name(one.name)]


def _without_stop(name: Mention) -> Mention:
    """Without the sentence's full stop; that of U.S. is its own."""
    head = name.name.rstrip(".,;:!?")
    if head == name.name or "." in head:
        return name
    return name.model_copy(update={"name": head, "end": name.start + len(head)})


def has_capital(word: str) -> bool:
    """Is one of its letters a capital?"""
    return any(character.isupper() for character in word)


def _is_name(name: str) -> bool:
    key = entity_key(name)
    return (
        0 < len(key) <= MAX_NAME
        and (len(key) > 1 or not key.isascii())
        and any(character.isalpha() for character in key)
        and key not in _WORDS
    )


def _longest(found: Sequence[Mention]) -> list[Mention]:
    """Mentions that don't overlap: the longest, of equal ones the first."""
    taken: list[Mention] = []
    covered: set[int] = set()
    for one in sorted(found, key=lambda one: one.start - one.end):
        places = range(one.start, one.end)
        if covered.isdisjoint(places):
            covered.update(places)
            taken.append(one)
    return taken
