"""Names in English: the tagger's entities and runs of proper nouns, or of capitals."""

import re
from collections.abc import Iterator, Sequence

from kgmem.people import ENGLISH, ENGLISH_VERBS, Mention, words_in
from kgmem.ports import Token
from kgmem_people.reading.names import NO_NAMES, has_capital, mention_at

_KINDS = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organization",
    "WORK_OF_ART": "work",
    "LAW": "work",
    "PRODUCT": "product",
    "EVENT": None,
}
"""Kinds by OntoNotes' labels; dates, amounts and nationalities are no names."""
_CONNECTORS = frozenset(words_in("name.connector", "en"))
"""Lower-case words within a name."""
_HONORIFICS = frozenset(words_in("name.honorific", "en"))


def english_names(text: str, tokens: Sequence[Token]) -> list[Mention]:
    """The tagger's entities and runs of proper nouns; overlapping ones too."""
    entities = list(_entities(text, tokens))
    runs = [run for run in _proper_runs(text, tokens) if not _is_split(run, entities)]
    return [*entities, *runs]


def _is_split(run: Mention, entities: Sequence[Mention]) -> bool:
    """Are there several entities in a run, as in "Apple CEO Tim Cook"?"""
    inside = [one for one in entities if run.start <= one.start and one.end <= run.end]
    has_connector = _CONNECTORS & set(run.name.split())
    return len(inside) > 1 and not has_connector


def _entities(text: str, tokens: Sequence[Token]) -> Iterator[Mention]:
    at = 0
    while at < len(tokens):
        first, label = at, tokens[at].entity[2:]
        at += 1
        while label and at < len(tokens) and tokens[at].entity == f"I-{label}":
            at += 1
        if label in _KINDS:
            yield from _entity(text, tokens[first:at], _KINDS[label])


def _entity(text: str, tokens: Sequence[Token], kind: str | None) -> Iterator[Mention]:
    """Without what is no part of the name before and after it; none in lower case.

    The kind of a person counts from two words on: of single words the model guesses.
    """
    opened = next((n for n, token in enumerate(tokens) if token.text == "("), None)
    words = list(tokens[:opened] if opened else tokens)
    while words and _is_before_name(words[0]):
        words.pop(0)
    while words and words[-1].pos in ("PUNCT", "PART"):
        words.pop()
    if any(has_capital(token.text) for token in words):
        sure = kind if kind != "person" or len(words) > 1 else None
        yield mention_at(text, words[0].start, words[-1].end, sure)


def _is_before_name(token: Token) -> bool:
    return (
        token.pos in ("DET", "PUNCT", "PART", "PRON")
        or token.text.casefold() in ENGLISH_VERBS
    )


def _proper_runs(text: str, tokens: Sequence[Token]) -> list[Mention]:
    runs: list[list[Token]] = []
    for n, token in enumerate(tokens):
        opens = _is_proper(tokens, n)
        last = runs[-1][-1:] if runs else []
        behind = last == [tokens[n - 1]] and last[0].sentence == token.sentence
        if behind and (opens or _continues(text, tokens, n)):
            runs[-1].append(token)
        elif opens:
            runs.append([token])
    return [mention_at(text, run[0].start, run[-1].end) for run in runs]


def _is_proper(tokens: Sequence[Token], n: int) -> bool:
    """A capital that the beginning of a sentence does not explain."""
    token = tokens[n]
    if not has_capital(token.text) or token.text.casefold() in _HONORIFICS:
        return False
    if token.entity[2:] in ("NORP", "DATE", "LANGUAGE") or token.text == "I":
        return False
    if token.pos == "PROPN" or has_capital(token.text[1:]):
        return True
    if n == 0 or tokens[n - 1].sentence != token.sentence:
        return _is_bare_subject(tokens, n)
    return token.pos in ("NOUN", "ADJ", "X") and tokens[n - 1].text not in "\"“”'("


def _is_bare_subject(tokens: Sequence[Token], n: int) -> bool:
    """A singular noun without an article that opens the sentence as its subject, or a
    word that belongs to the proper noun after it."""
    token, after = tokens[n], tokens[n + 1 : n + 2]
    if token.dep == "compound" and after and token.head == n + 1:
        return after[0].pos == "PROPN"
    is_noun = token.tag in ("NN", "NNP") and token.pos != "PRON"
    return is_noun and token.dep in ("nsubj", "nsubjpass")


def _continues(text: str, tokens: Sequence[Token], n: int) -> bool:
    """Does the token go on a name that stands right before it?"""
    token, before = tokens[n], tokens[n - 1]
    after = tokens[n + 1] if n + 1 < len(tokens) else None
    touching = token.start == before.end
    if token.text.casefold() in _CONNECTORS:
        return _leads_to_name(tokens, n)
    if token.text in ("-", "&", ".") and after is not None:
        return touching and after.start == token.end and has_capital(after.text)
    if token.pos == "NUM":
        return token.text.isdigit() and token.head < n and before.pos == "PROPN"
    return False


def _leads_to_name(tokens: Sequence[Token], n: int) -> bool:
    """Up to three connectors and then a capital, in the same sentence."""
    for token in tokens[n + 1 : n + 4]:
        if token.sentence != tokens[n].sentence:
            return False
        if token.text.casefold() not in _CONNECTORS:
            return token.pos == "PROPN" and has_capital(token.text)
    return False


_CAPITAL = r"[^\W\d_a-z][^\W_]*(?:[-&.'’][^\W_]+)*"
_CAPITALS = re.compile(
    rf"(?<![\w'’]){_CAPITAL}"
    rf"(?:(?: (?:{'|'.join(sorted(_CONNECTORS))})){{0,3}} {_CAPITAL}| \d{{1,4}}(?!\w))*"
)
_OPENING = re.compile(r"(?:^|[.!?:\n])[\"'“(\s]*$")


def capitals(text: str) -> list[Mention]:
    """Runs of words with a capital, for want of a tagger; a single word that opens a
    sentence is none."""
    found = []
    for match in _CAPITALS.finditer(text):
        start, end = match.span()
        words = match[0].split()
        opens = _OPENING.search(text[max(0, start - 8) : start]) is not None
        if opens and words[0].casefold() in ENGLISH | ENGLISH_VERBS | NO_NAMES:
            start += len(words[0]) + 1
            words = words[1:]
            opens = False
        is_name = bool(words) and words[0][0].isupper()
        if is_name and not (opens and len(words) == 1):
            found.append(mention_at(text, start, end))
    return found
