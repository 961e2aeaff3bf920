"""Where a text begins to ask for something more: ", and then …", "，然后…"."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from kgmem.language.intent import INTENTS
from kgmem.language.read_text import part_of_text
from kgmem.language.vocabulary import either, word_set
from kgmem.language.words import Span

MAX_CLAUSES = 20
MAX_JOINTS = 100
"""Clauses of a text that are told, and places that are examined for one."""
_AHEAD = 40
"""Characters in which a clause's verb must stand."""

_AND = either("clause.and", spaced=True)
_AND_ZH = either("clause.and", spaced=False)
_NEXT = re.compile(
    rf"[,;]?\s{{1,9}}(?:(?:{_AND})\s{{1,9}})?(?:{either('clause.next', spaced=True)})\b"
    rf"|[，；,;。]?\s{{0,9}}(?:{either('clause.next', spaced=False)})"
)
"""Words that only a second request begins with."""
_SENTENCE = re.compile(r"[.?!]\s{1,9}(?=[A-Z\u4e00-\u9fff])|[。？！](?=.)")
_ABBREVIATIONS = word_set("abbreviation.words") | word_set("name.honorific")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_JOINT = re.compile(
    rf",?\s{{1,9}}(?:{_AND})\s{{1,9}}|[,;]\s{{1,9}}|\n\s{{0,9}}"
    rf"|[，；](?:{either('clause.and_after_mark')})|{_AND_ZH}"
)
"""What joins requests as well as things: a verb must follow."""
_ALSO = re.compile(
    rf"(?:(?:{either('turning.addition', spaced=True)})\s{{1,9}}"
    rf"|(?:{either('turning.addition', spaced=False)})){{1,3}}",
    re.IGNORECASE,
)
"""Words between what joins a request on and its verb."""
_VERB = re.compile(rf"(?:{either('clause.verb')})\b", re.IGNORECASE)
"""Requests that say no intent by themselves."""
_OBJECT = re.compile(
    rf"\S{{2,20}}\s(?:(?:{either('clause.behind_verb')})\b|[\d\"“'#$@])",
    re.IGNORECASE,
)
"""An English verb and what it acts on: "email it", but no "email address"."""
QUOTED = re.compile('"[^"\n]{0,999}"|“[^”\n]{0,999}”|「[^」\n]{0,999}」')


@part_of_text
def clause_starts(text: str) -> tuple[int, ...]:
    """Where further requests begin, in characters, with what joins them on; none
    within quotation marks."""
    found = sorted(islice(_starts(text), MAX_JOINTS))
    if not found:
        return ()
    quoted = [match.span() for match in QUOTED.finditer(text)]
    outside = (at for at in found if not _is_inside(at, quoted))
    return tuple(islice(outside, MAX_CLAUSES))


def is_abbreviation(text: str, at: int) -> bool:
    """Is the full stop there one of an abbreviation, as in "Dr. Lee"?"""
    before = _LAST_WORD.search(text, max(0, at - _AHEAD), at)
    return (
        text[at : at + 1] == "."
        and before is not None
        and before[0].casefold() in _ABBREVIATIONS
    )


def _starts(text: str) -> Iterator[int]:
    yield from (match.start() for match in _NEXT.finditer(text))
    for match in _SENTENCE.finditer(text):
        if not is_abbreviation(text, match.start()):
            yield match.start()
    for match in islice(_JOINT.finditer(text), MAX_JOINTS):
        if _is_request(text, match.end()):
            yield match.start()


def _is_inside(at: int, spans: Sequence[Span]) -> bool:
    """Is it inside of one of the spans, which follow each other?"""
    before = bisect_left(spans, (at, 0)) - 1
    return before >= 0 and at < spans[before][1]


def _is_request(text: str, at: int) -> bool:
    """Does a verb that asks for something stand right here, or behind an "also"?"""
    rest = text[at : at + _AHEAD]
    also = _ALSO.match(rest)
    return _begins_request(rest) or bool(also and _begins_request(rest[also.end() :]))


def _begins_request(rest: str) -> bool:
    if rest[:1].isascii() and not _OBJECT.match(rest):
        return False
    return _VERB.match(rest) is not None or any(
        verbs.place(rest) == 0 for verbs in INTENTS.values()
    )
