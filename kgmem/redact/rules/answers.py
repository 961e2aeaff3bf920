"""What gives an account back to who lost it: security answers, recovery codes, seed
phrases. They look like anything, so the words before them have to tell."""

import re
from collections.abc import Iterator

from kgmem.language.vocabulary import either, word_set, written
from kgmem.redact.finding import PHRASE, Sensitive
from kgmem.redact.rules.plausible import harmless, secret_looking

ANSWER_HINT = re.compile(either("redact.answer.hint"))
"""In a text in lower case: it may hold one of these."""

_QUESTION = either("redact.answer.question")
_ASKED = re.compile(either("redact.answer.asked"))
_ANSWERED = re.compile(
    rf"(?:{either('redact.answer.answered')})"
    rf"\s{{0,2}}(?:[:：=]|{either('redact.answer.after_answered')})\s{{0,2}}"
)
_NAMED = re.compile(
    rf"(?:{_QUESTION})[\"']?\s{{0,2}}(?:[:：=]|{either('redact.answer.link')})"
    r"\s{0,2}:?\s{0,2}"
)
_VALUE = re.compile(
    r"[\"“'‘「『](?P<quoted>[^\"”'’」』\n]{1,80})[\"”'’」』]"
    r"|(?P<latin>[A-Za-z0-9][\w'’.\-]{0,40}"
    rf"(?: (?!(?:{either('redact.answer.behind', spaced=True)})(?![a-z]))"
    r"[\w'’\-]{1,40}){0,3})"
    r"|(?P<han>[\u3400-\u9fff·0-9A-Za-z]{1,16}?)"
    rf"(?={either('redact.answer.behind', spaced=False)}"
    r"|[\s,，。.;；!！?？、)）\"”]|\Z)"
)
_NO_ANSWER = re.compile(rf"(?i)(?:{either('redact.answer.none')})")
"""What begins like this says something about an answer."""

_CODES = re.compile(
    rf"(?:{either('redact.recovery.name')})"
    rf"(?:\s?(?:{either('redact.recovery.list')}))?[\"'”]?"
    rf"\s{{0,3}}(?:[:：=]|{either('redact.recovery.link')})?[\s\"'“]{{0,3}}"
)
_CODE = re.compile(
    r"(?:\d{1,2}[.)、]\s{0,2})?([A-Za-z0-9]{3,16}(?:[\-–][A-Za-z0-9]{2,12}){0,9})"
    r"(?![A-Za-z0-9:/])"
)
_AND = either("redact.recovery.and", spaced=True)
_AND_ZH = "".join(written("redact.recovery.and", spaced=False))
_NEXT = re.compile(rf"[\s,，、;；|\"'{_AND_ZH}]{{1,4}}(?:(?:{_AND}) )?")
_MOST_CODES = 32
_DAY = re.compile(r"(?:19|20)[0-9]{2}(?:-[0-9]{1,2}(?:-[0-9]{1,2})?)?")

_SEED = re.compile(either("redact.seed.name"))
_ONE_OF_WORDS = (
    r"(?:(?:\d{1,2}[.):、]?\s{0,2})?(?<![A-Za-z])[a-z]{3,8}(?![A-Za-z'’\-])"
    r"[\s,，、;]{0,3})"
)
_WORDS = re.compile(_ONE_OF_WORDS + "{11,25}")
_IS = written("redact.seed.is", spaced=True)
_IS_ZH = written("redact.seed.is", spaced=False)
_BEHIND_IS = "|".join(
    [*(f"(?<= {word})" for word in _IS), *(f"(?<={w})" for w in _IS_ZH)]
)
_SOME_WORDS = re.compile(
    rf"(?:{either('redact.seed.noun')})"
    rf"(?: (?:{'|'.join(_IS)})|\s?(?:{'|'.join(_IS_ZH)}))?"
    rf"\s{{0,2}}(?:[:：=]|{_BEHIND_IS})[\s\"“'「]{{1,3}}"
    rf"(?P<words>{_ONE_OF_WORDS}{{4,25}})"
    rf"|(?:{either('redact.seed.noun', spaced=False)})(?:{'|'.join(_IS_ZH)}|[:：])"
    rf"(?P<more>{_ONE_OF_WORDS}{{4,25}})"
)
"""Right behind the name a few will do: the rest may have been cut off."""
_HAN_WORDS = re.compile(
    r"(?<![\u3400-\u9fff])(?:[\u3400-\u9fff] {1,2}){11,23}[\u3400-\u9fff]"
    r"(?![\u3400-\u9fff])"
)
_WORD = re.compile(r"[a-z]+|[\u3400-\u9fff]")
_FEWEST_WORDS = 12
_PROSE = word_set("redact.seed.prose")
"""Words that no list of seed words has, and few sentences of twelve lack."""
_NEAR = 160


def answers(text: str, low: str) -> Iterator[Sensitive]:
    """Where they stand; `low` is the text in lower case."""
    yield from _security_answers(text, low)
    for name in _CODES.finditer(low):
        yield from recovery_codes(text, name.end())
    done = 0
    for name in _SEED.finditer(low):
        if name.end() >= done:
            done = name.end() + _NEAR // 2  # what is named before is looked for, too
            for finding in _seed_words(text, low, name):
                done = finding.end
                yield finding


def _security_answers(text: str, low: str) -> Iterator[Sensitive]:
    for named in _NAMED.finditer(low):
        yield from _answer(text, named.end())
    for asked in _ASKED.finditer(low):
        end = low.find("\n\n", asked.end(), asked.end() + _NEAR)
        end = end if end >= 0 else asked.end() + _NEAR
        told = _ANSWERED.search(low, asked.end(), end)
        if told:
            yield from _answer(text, told.end())


def _answer(text: str, start: int) -> Iterator[Sensitive]:
    value = _VALUE.match(text, start)
    if value is None:
        return
    group = value.lastgroup or "latin"
    said = value[group].rstrip(".'’-")
    is_name = group == "quoted" or (said[:1].isupper() and " " not in said)
    if _NO_ANSWER.match(said) and not is_name:
        return
    if not harmless(said.split(" ", 1)[0]) and len(said) > 1:
        at = value.start(group)
        yield _found("security_answer", text, at, at + len(said))


def recovery_codes(text: str, at: int) -> Iterator[Sensitive]:
    """The list of codes that begins there, if one does."""
    for _ in range(_MOST_CODES):
        code = _CODE.match(text, at)
        if code is None or not _is_code(code[1]):
            return
        yield _found("recovery_code", text, *code.span(1))
        gap = _NEXT.match(text, code.end())
        if gap is None:
            return
        at = gap.end()


def _is_code(value: str) -> bool:
    """Has it digits, or groups of capitals, and is it no year or date?"""
    if _DAY.fullmatch(value) or len(value) < 4:
        return False
    return secret_looking(value) or ("-" in value and value.isupper())


def _seed_words(text: str, low: str, name: re.Match[str]) -> Iterator[Sensitive]:
    """Twelve words or more, none of which a sentence needs."""
    end = min(len(low), name.end() + _NEAR)
    said = _SOME_WORDS.search(low, max(0, name.start()), name.end() + 400)
    if said and said.start() < name.end() + 12:
        yield from _run_of(text, low, said.span(said.lastgroup or "words"), 4)
        return
    for form in (_WORDS, _HAN_WORDS):
        found = form.search(low, name.end(), min(len(low), end + 400))
        if found is None or found.start() > end:
            continue
        some = list(_run_of(text, low, found.span(), _FEWEST_WORDS))
        if some:
            yield from some
            return


def _run_of(
    text: str, low: str, span: tuple[int, int], fewest: int
) -> Iterator[Sensitive]:
    """Its words up to the first that only sentences have, if these are enough."""
    words = list(_WORD.finditer(low, *span))
    ends = (n for n, word in enumerate(words) if word[0] in _PROSE)
    words = words[: next(ends, len(words))]
    if len(words) >= fewest:
        yield _found("seed_phrase", text, words[0].start(), words[-1].end())


def _found(kind: str, text: str, start: int, end: int) -> Sensitive:
    return Sensitive(start, end, kind, text[start:end], PHRASE)
