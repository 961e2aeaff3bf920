"""What Chinese sentences state, by patterns over parts of speech.

    X是Y的R, Y的R是X        (Y, R, X)
    X是一个Y                (X, 是, Y)
    X收购了Y                (X, 收购, Y)
    X由Y执导, X被Y收购      (Y, 执导, X)
    X在Y工作, X住在Y        (X, 工作于, Y), (X, 住在, Y)
    X与Y结婚, X向Y提供Z     (X, 结婚, Y), (X, 提供, Z)
    X成立于1911年           (X, 成立于, 1911年)
    Y创始人X…               (Y, 创始人, X)
    X…，R是Z                (X, R, Z)
    X1911年迁居Y            (X, 迁居于, 1911年)

Each part between commas by itself; one without a subject has that of the part before.
What is negated, possible, asked, supposed, told by somebody or of the future states
nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from kgmem.people import Mention, Triple, tuned, word_set, words_in
from kgmem.ports import Token
from kgmem_people.reading.names import tied
from kgmem_people.reading.validity import Validity, validity

EXTRACTOR = "patterns:zh@3"
MAX_TOKENS = 80
"""Of a sentence."""
_TUNED = tuned("kgmem_people.reading.chinese")
CONFIDENCE = {**_TUNED}
"""How sure a fact is, by its pattern."""

_UNSURE = word_set("statement.unsure")
_ONCE = word_set("statement.once")
"""Words of what is no more."""
_NEGATIONS = ("不", "没", "未")
_ENDS = "在于到至自往向入成为"
"""What may close a verb: 在, 于."""
_STATES = word_set("statement.lasting")
"""Verbs of what lasts: 在1994年 it held in 1994. What other verbs say happened then."""
_ROLES = words_in("statement.role_end", "zh")
_FILLERS = word_set("statement.filler")
_PERCENT = "%％℃°"
_DEPARTMENTS = words_in("statement.department", "zh")
_AT, _IS_WORD = "于", "是"
_LETTERS = {
    **dict.fromkeys((*"和与及、跟同", "以及"), "C"),
    **dict.fromkeys("是为系", "B"),
    **dict.fromkeys("由被", "y"),
    "的": "D",
    "在": "Z",
    _AT: "Y",
}
_BY_TAG = {
    **dict.fromkeys(("m", "q", "r", "mq"), "q"),
    **dict.fromkeys(("a", "ad", "ag", "z", "t", "b", "d"), "a"),
    **dict.fromkeys(("j", "l", "i", "eng", "an", "s", "vn"), "n"),
    **dict.fromkeys(("p", "c"), "P"),
    "f": "f",
}
"""Letters of words: E a name, n noun, q amount, a modifier, v verb, D 的, C and, B 是,
y by, Z 在, Y 于, P another preposition, f a side."""

_MENDED = (
    (r"(?<=n)q(?=[vyD]|$)|(?<=Bv)q(?=D)", "n"),  # 小说集
    (r"(?<=[BDv])v(?=n)|(?<=C)v(?=E)", "n"),  # 依赖支付服务
    (r"(?<=D)[avoPq](?=B|$)|(?<=[nE])a$", "n"),  # 意大利的首都
    (r"(?<=D)v$|(?<=v[qanEC]n)v$|(?<=Cn)v$", "n"),  # 支持短信登录
    (r"(?<=[nE])n(?=[ZY](?:[aq]*[nE]+f?)?$)", "v"),  # 存储在
)
"""Verbs that jieba takes for nouns, and nouns that it takes for verbs, by what stands
around them."""
_NO_VERB = ((r"(?<=[PyZ])([EnC]+)n$", r"\1v"), (r"(?<=[nE])n(?=q)", "v"))
"""The same where no word is a verb."""
_ONE = r"[qa]*(?:a?[nE])+f?"
_OF = rf"(?:[qan]*[aqnEf]D)*{_ONE}"
_PLACE = re.compile(rf"([PZCy])({_OF}(?:C{_ONE})*)(?=[^D]|$)")
_VERB = re.compile(rf"(v+[ZY]?)((?:[qa]*{_OF}(?:C{_OF})*q*|q+)?)")
_IS = re.compile(rf"B({_OF}(?:C{_OF})*)")
_SUBJECT = re.compile(rf"{_OF}(?:C{_OF})*(?=[aqo]*[vByZYP]|C{_OF}[vZ])")


@dataclass(frozen=True, slots=True)
class SentenceUnit:
    """A word, or all of a name."""

    text: str
    letter: str
    start: int
    end: int
    name: Mention | None = None


Units = tuple[SentenceUnit, ...]


def triples(
    text: str,
    tokens: Sequence[Token],
    named: Sequence[Mention],
    today: date | None = None,
) -> list[Triple]:
    """What the sentences of `text` state; `named` is what it names."""
    found: list[Triple] = []
    for _, group in groupby(tokens, key=lambda token: token.sentence):
        sentence = list(group)
        if len(sentence) <= MAX_TOKENS and _is_statement(sentence):
            found += _of_sentence(text, sentence, named, today)
    return found


def _is_statement(tokens: Sequence[Token]) -> bool:
    return not tokens[-1].text.endswith(("？", "?", "！", "…")) and not any(
        token.text in _UNSURE
        or token.pos == "y"
        or (token.pos[:1] in "dvli" and token.text.startswith(_NEGATIONS))
        for token in tokens
    )


def _of_sentence(
    text: str, tokens: Sequence[Token], named: Sequence[Mention], today: date | None
) -> Iterator[Triple]:
    subject: Units = ()
    carried = Validity()
    for is_comma, part in groupby(tokens, key=lambda token: token.text in ("，", ",")):
        words = list(part)
        if is_comma:
            continue
        span = words[0].start, words[-1].end
        when = validity(text[slice(*span)], today)
        units = _units_of(text, words, named, when, bool(subject))
        if not units:
            carried = when
            continue
        if any(mark in text[slice(*span)] for mark in ":：`"):
            continue
        if not when.spans:
            when = replace(carried, spans=())
        if when.at and today and when.at.since.date() > today:
            return
        whole = tokens[0].start, tokens[-1].end
        once = any(token.text in _ONCE for token in words)
        clause = _Clause(text, units, when, span, whole, named, once, subject)
        yield from clause.triples()
        if clause.subject and not clause.is_attribute:
            subject = clause.subject


@dataclass(frozen=True)
class _Clause:
    """A part of a sentence between commas."""

    text: str
    units: Units
    when: Validity
    span: tuple[int, int]
    whole: tuple[int, int]
    named: Sequence[Mention]
    has_once: bool
    carried: Units

    @property
    def letters(self) -> str:
        return "".join(unit.letter for unit in self.units)

    @property
    def subject(self) -> Units:
        """What stands before the predicate; of a title with a name the name."""
        match = _SUBJECT.match(self.letters)
        units = self.units[: match.end()] if match else self.units[:1]
        if not match and not (units[0].name and set(self.letters) <= set("Ena")):
            return ()
        if len(units) > 1 and units[-1].name and not _has(units, "CD"):
            return units[-1:] if units[-2].letter in "na" else units
        return units

    @property
    def is_attribute(self) -> bool:
        """Is it about a noun that tells no thing by itself, but one of what was named
        before: 总部, 其客户?"""
        letters = {unit.letter for unit in self.subject}
        return bool(self.carried and letters) and letters <= set("na")

    def triples(self) -> Iterator[Triple]:
        """What it states."""
        yield from self._titles()
        match = _SUBJECT.match(self.letters)
        at = match.end() if match else 0
        subject = self.subject or self.carried
        if not subject:
            return
        beside: list[tuple[str, Units]] = []
        while at < len(self.units):
            if found := _PLACE.match(self.letters, at):
                beside.append((self.units[at].text, self._of(found, 2)))
            elif found := _VERB.match(self.letters, at):
                if self.letters[found.end() : found.end() + 1] != "D":
                    yield from self._does(subject, found, beside)
                beside = []
            elif found := _IS.match(self.letters, at):
                yield from self._is(subject, self._of(found, 1))
            at = found.end() if found else at + 1

    def _of(self, match: re.Match[str], group: int) -> Units:
        return self.units[match.start(group) : match.end(group)]

    def _titles(self) -> Iterator[Triple]:
        """腾讯创始人马化腾, 鲁迅原名周树人"""
        for match in re.finditer("(?=(E)?([na]+)(E))", self.letters):
            owner, role, name = (
                self._of(match, n) if match[n] else () for n in (1, 2, 3)
            )
            is_role = role[-1].text.endswith(_ROLES) or match.end(3) == len(self.units)
            if owner and is_role:
                yield from self._pairs(owner, _text_of(role), name, "title")
            elif self.carried and is_role and match[2] == "n" and not match.start(2):
                yield from self._pairs(self._nearest, role[0].text, name, "office")

    @property
    def _nearest(self) -> Units:
        """Of what an officer is one: the last name before that is no person's."""
        for one in reversed(self.named):
            inside = self.whole[0] <= one.start and one.end <= self.span[0]
            if inside and one.kind != "person":
                return (SentenceUnit(one.name, "E", one.start, one.end, one),)
        return self.carried

    def _does(
        self,
        subject: Units,
        match: re.Match[str],
        beside: list[tuple[str, Units]],
    ) -> Iterator[Triple]:
        verb, things = self._of(match, 1), self._of(match, 2)
        predicate = _text_of(verb)
        yield from self._at(subject, predicate)
        for word, others in beside:
            yield from self._beside(subject, predicate, word, others)
        if not any(_LETTERS.get(word) == "y" for word, _ in beside):
            yield from self._pairs(subject, predicate, things, "object")

    def _beside(
        self, subject: Units, predicate: str, word: str, others: Units
    ) -> Iterator[Triple]:
        """What stands with its preposition before the verb."""
        letter = _LETTERS.get(word)
        if letter == "y":
            yield from self._pairs(others, predicate, subject, "by")
        else:
            whole = f"{predicate}{_AT}" if letter == "Z" else f"{word}{predicate}"
            yield from self._pairs(subject, whole, others, "preposition")

    def _at(self, subject: Units, predicate: str) -> Iterator[Triple]:
        """The date of what happened."""
        time = self.when.at
        if time is None or not self.when.spans or self._lasts(predicate):
            return
        start, end = self.span[0] + time.start, self.span[0] + time.end
        said = (SentenceUnit(self.text[start:end], "E", start, end),)
        whole = f"{predicate.rstrip(_ENDS)}{_AT}"
        if any(map(str.isdigit, said[0].text)):
            yield from self._pairs(subject, whole, said, "at")

    def _is(self, subject: Units, kind: Units) -> Iterator[Triple]:
        bounds = self.when.at, self.when.valid_from, self.when.valid_to
        if self.has_once and not any(bounds):
            return
        if role := _owned(subject):
            yield from self._pairs(role[0], _text_of(role[1]), kind, "role")
            return
        if self.is_attribute and _has(kind, "E"):
            yield from self._pairs(self.carried, _text_of(subject), kind, "of-topic")
            return
        whose, what = _owned(kind) or ((), ())
        if _has(whose, "nE") and whose[0].letter != "q":
            yield from self._pairs(whose, _text_of(what), subject, "role")
        else:
            yield from self._pairs(subject, _IS_WORD, kind, "is")

    def _pairs(
        self, subjects: Units, predicate: str, things: Units, pattern: str
    ) -> Iterator[Triple]:
        bounds = self.when.bounds(lasts=self._lasts(predicate))
        named = [(_text_of(one), _sort_of(one)) for one in _parts_of(subjects)]
        others = [
            (_text_of(one), _sort_of(one))
            for one in _parts_of(things)
            if len(_text_of(one)) > 1 or _has(one, "E")
        ]
        about = self.named, bounds, self.whole
        sure, by = CONFIDENCE[pattern], f"{EXTRACTOR} {pattern}"
        return tied(named, predicate, others, *about, sure, by)

    def _lasts(self, predicate: str) -> bool:
        return predicate in _STATES or predicate.rstrip(_ENDS) in _STATES


def _units_of(
    text: str,
    tokens: Sequence[Token],
    named: Sequence[Mention],
    when: Validity,
    has_subject: bool,
) -> Units:
    """The words of a part, names as one, without times, marks and fillers."""
    start, end = tokens[0].start, tokens[-1].end
    spans = [(start + a, start + b) for a, b in when.spans]
    units: list[SentenceUnit] = []
    at = start
    for n, token in enumerate(tokens):
        first = max(
            [token.start, *(b for a, b in spans if token.start < b and a < token.end)]
        )
        if token.start < at or first >= token.end:
            continue
        name = next((one for one in named if one.start <= token.start < one.end), None)
        after = tokens[n + 1].pos if n + 1 < len(tokens) else ""
        if name is not None and name.end <= end and after not in ("ul", "ug", "uz"):
            units.append(SentenceUnit(name.name, "E", name.start, name.end, name))
            at = name.end
        elif token.text not in _FILLERS and (letter := _letter(token, after)):
            units.append(
                SentenceUnit(text[first : token.end], letter, first, token.end)
            )
    return _mended(units, has_subject)


def _letter(token: Token, after: str) -> str:
    if token.text in _LETTERS:
        return _LETTERS[token.text]
    if token.text in _PERCENT:
        return "q"
    if not any(mark.isalnum() for mark in token.text) or token.pos[:1] in "ueyo":
        return "n" if token.pos == "eng" else ""
    if after in ("ul", "ug", "uz") or token.pos == "v":
        return "v"
    return _BY_TAG.get(token.pos, "n" if token.pos[:1] == "n" else "o")


def _mended(units: Sequence[SentenceUnit], has_subject: bool) -> Units:
    """With verbs that jieba takes for nouns, and nouns that it takes for verbs, by what
    stands around them."""
    letters = "".join(unit.letter for unit in units)
    for pattern, letter in _MENDED:
        letters = re.sub(pattern, letter, letters)
    if not has_subject:
        letters = re.sub(r"^v(?=n+[vByZ])|^a(?=[vByZ])", "n", letters)
    if not re.search("[vB]", letters):
        again = (*_NO_VERB, (r"^n(?=[qa]*E)", "v")) if has_subject else _NO_VERB
        for pattern, letter in again:
            letters = re.sub(pattern, letter, letters, count=1)
    return tuple(
        replace(unit, letter=letter)
        for unit, letter in zip(units, letters, strict=True)
    )


def _has(units: Units, letters: str) -> bool:
    return any(unit.letter in letters for unit in units)


def _text_of(units: Sequence[SentenceUnit]) -> str:
    """The words as they stand, without the marks that are cut off between them."""
    text = ""
    for n, unit in enumerate(units):
        gap = n and units[n - 1].end < unit.start
        is_span = text[-1:].isdigit() and unit.text[:1].isdigit()
        mark = "–" if is_span else " " if text[-1:].isascii() else ""
        text += f"{mark if gap else ''}{unit.text}"
    return text


def _parts_of(units: Units) -> list[Units]:
    """The parts between "and" and its like."""
    return [
        tuple(part)
        for is_and, part in groupby(units, key=lambda unit: unit.letter == "C")
        if not is_and
    ]


def _owned(units: Units) -> tuple[Units, Units] | None:
    """(Y, R) of Y的R."""
    places = [n for n, unit in enumerate(units) if unit.letter == "D"]
    if not places:
        return None
    at = places[-1]
    return (units[:at], units[at + 1 :]) if 0 < at < len(units) - 1 else None


def _sort_of(units: Units) -> str:
    if any(unit.name for unit in units):
        return "name"
    last = units[-1].text
    is_office = len(last) > 2 and last.endswith(_DEPARTMENTS)
    if is_office or (len(units) > 1 and all(unit.letter == "n" for unit in units)):
        return "compound"
    return "noun"
