"""What short Chinese sentences state, by rules over their parts of speech.

    X是Y的R, Y的R是X        (Y, R, X)
    X是一个Y                (X, 是, Y)
    X收购了Y                (X, 收购, Y)
    X由Y执导, X被Y收购      (Y, 执导, X)
    X位于Y, X住在Y          (X, 位于, Y)
    X在Y工作                (X, 工作于, Y)
    X成立于1911年           (X, 成立于, 1911年)
    X担任Y馆长              (Y, 馆长, X)
    Y总部位于X              (Y, 总部, X)
    Y创始人X…               (Y, 创始人, X)
    X是Y创作的小说          (Y, 创作, X), (X, 是, 小说)
    X属于Y, X是Y的一部分    (X, 属于, Y)

Each part between commas is read by itself; one that begins with its verb has the
subject of the part before. Only statements about something that is named, or that a
compound noun calls by its kind (订单服务). A negation, a possibility, a question, a
condition, a request, a report of what was said, and the future state nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from kgmem.facts.read.names import MAX_NAME
from kgmem.facts.read.units_zh import (
    BE,
    MARKS_BETWEEN,
    OF,
    SEATS,
    SentenceUnit,
    Units,
    after_quantity,
    classes_of,
    closes_as_noun,
    coordinated,
    is_person_with_role,
    is_plain,
    may_be_in_noun,
    office_of,
    owned_by,
    place_of,
    place_of_action,
    statement_words,
    subjects_of,
    text_of,
    things_of,
    whole_of,
    with_departments,
    with_opening_noun,
)
from kgmem.facts.read.validity import Validity, validity
from kgmem.language.vocabulary import words_in
from kgmem.model.fact import Mention, Triple
from kgmem.model.keys.identity import entity_key
from kgmem.ports import Token

EXTRACTOR = "rules:zh@1"
CONFIDENCE = 0.5
MAX_TOKENS = 60
"""Of a sentence."""

_UNSURE = statement_words("unsure")
"""Words that take a statement back, in part or as a whole, or say whose it is."""
_NEGATIONS = words_in("statement.negation", "zh")
_FILLERS = statement_words("filler")
"""Words that a statement is the same without."""
_ONCE = statement_words("once")
"""Words of what is no more."""
_COMMAS = statement_words("comma")
_BY = statement_words("doer")
_IN = statement_words("in")
_AT = statement_words("at")
_WHERE = statement_words("verb_end")
"""What may close a verb."""
_OFFICES = statement_words("office")
_STATES = statement_words("lasting")
"""Verbs of what lasts: 在1994年 it held in 1994. What other verbs say happened then,
and is so from then on."""
[_IS_A] = statement_words("is_a")
[_BELONGS_TO] = statement_words("belongs_to")
[_HAPPENED_AT] = _AT
"""What is put between a verb and its time or place: 成立于."""


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
    for is_comma, part in groupby(tokens, key=lambda token: token.text in _COMMAS):
        if is_comma:
            continue
        clause = _read(text, list(part), named, today)
        if not clause.units:
            carried = clause.when
            continue
        if any(mark in text[slice(*clause.span)] for mark in ":：`"):
            continue
        if not clause.when.spans:
            clause = replace(clause, when=replace(carried, spans=()))
        if clause.is_future(today):
            return
        if clause.verb == 0 and subject:
            clause = replace(clause, units=(*subject, *clause.units))
        for triple in clause.triples():
            yield triple.model_copy(
                update={"start": tokens[0].start, "end": tokens[-1].end}
            )
        if clause.verb < len(clause.units):
            subject = clause.subject or subject


def _read(
    text: str, tokens: Sequence[Token], named: Sequence[Mention], today: date | None
) -> "_Clause":
    """The words of a part, names as one, without times, marks and fillers."""
    start, end = tokens[0].start, tokens[-1].end
    when = validity(text[start:end], today)
    spans = [(start + a, start + b) for a, b in when.spans]
    units: list[SentenceUnit] = []
    at = start
    for token in tokens:
        first = _after_times(token, spans)
        if token.start < at or first >= token.end:
            continue
        name = next((one for one in named if one.start <= token.start < one.end), None)
        if name is not None and name.end <= end:
            units.append(SentenceUnit(name.name, token.pos, name.start, name.end, name))
            at = name.end
        elif _is_word(token):
            word = text[first : token.end]
            units.append(SentenceUnit(word, token.pos, first, token.end))
    has_once = any(token.text in _ONCE for token in tokens)
    units = with_opening_noun(text, with_departments(text, units))
    return _Clause(text, tuple(units), when, (start, end), has_once)


def _after_times(token: Token, spans: Sequence[tuple[int, int]]) -> int:
    """Where the token goes on after a time that it overlaps: 出 of 25日 + 出."""
    ends = [b for a, b in spans if token.start < b and a < token.end]
    return max([token.start, *ends])


def _is_word(token: Token) -> bool:
    if token.text in _FILLERS:
        return False
    return token.text in MARKS_BETWEEN or any(mark.isalnum() for mark in token.text)


@dataclass(frozen=True)
class _Clause:
    """A part of a sentence between commas."""

    text: str
    units: Units
    when: Validity
    span: tuple[int, int]
    has_once: bool
    """Does a word such as 曾经 stand in it?"""

    @property
    def is_over(self) -> bool:
        """Did it hold once, and not until when?"""
        held = (self.when.valid_from, self.when.valid_to, self.when.at)
        return held == (None, None, None) and self.has_once

    def is_future(self, today: date | None) -> bool:
        """Is it of a time after today?"""
        at = self.when.at
        return at is not None and today is not None and at.since.date() > today

    @property
    def verb(self) -> int:
        """Where the predicate begins; the number of words if it has none."""
        for n, unit in enumerate(self.units):
            if n and self.units[n - 1].text in OF and unit.text not in BE:
                continue  # Kafka的开发语言
            if unit.is_verb or (unit.pos in "pc" and unit.text in _BY | _IN | _AT):
                return n
        return len(self.units)

    @property
    def subject(self) -> Units:
        """What stands before the predicate."""
        return self.units[: self.verb]

    def triples(self) -> Iterator[Triple]:
        """What it states."""
        at = self.verb
        subject, rest = self.units[:at], self.units[at:]
        if not subject or not all(map(may_be_in_noun, subject, (None, *subject))):
            return
        if not rest:
            yield from self._verbless(subject)
            return
        if self.is_over and rest[0].text in _STATES:
            return
        if rest[0].text in _AT and len(subject) > 1 and is_plain(subject[-1]):
            subject, rest = subject[:-1], (subject[-1], *rest)  # 毕业 + 于
        if len(subject) > 1 and is_person_with_role(subject):
            if len(subject) == 3 and subject[0].name:
                role = subject[1].text
                yield from self._made(subject[0].text, role, subject[2].text)
            subject = subject[-1:]
        yield from self._predicate(subject, rest[0], rest[1:])

    def _verbless(self, units: Units) -> Iterator[Triple]:
        """A noun, or a verb that is taken for one, between names: 西安古称长安."""
        if len(units) > 2 and units[0].name and is_plain(units[1]):
            things = coordinated(units[2:])
            if all(len(part) == 1 and part[0].name for part in things):
                for part in things:
                    yield from self._made(units[0].text, units[1].text, part[0].text)

    def _predicate(
        self, subject: Units, verb: SentenceUnit, rest: Units
    ) -> Iterator[Triple]:
        if verb.text in BE:
            yield from self._is(subject, rest)
        elif verb.text in _BY:
            yield from self._done_by(subject, rest)
        elif verb.text in _IN and (at := place_of_action(rest)):
            yield from self._where_it_does(subject, rest, at)
        elif verb.text in SEATS and (about := owned_by(subject)):
            yield from self._all([about[0]], about[1], things_of(rest))
        elif verb.text in _OFFICES and (office := office_of(rest)):
            for name in subjects_of(subject):
                yield from self._made(*office, name)
        else:
            yield from self._does(subject, verb, rest)

    def _is(self, subject: Units, rest: Units) -> Iterator[Triple]:
        """X是Y的R, Y的R是X, X是Y"""
        if not rest or not closes_as_noun(rest):
            return
        if whole := whole_of(rest):
            yield from self._all(subjects_of(subject), _BELONGS_TO, things_of(whole))
            return
        if any(unit.is_verb for unit in rest[:1] + rest[2:]):
            return
        if about := owned_by(subject):
            yield from self._all([about[0]], about[1], things_of(rest))
            return
        names = subjects_of(subject)
        many, kinds = after_quantity(rest)
        at = place_of(kinds, OF)
        role = owned_by(kinds) if at > 0 and not many else None
        if role is not None:
            for part in coordinated(kinds[at + 1 :]):
                for name in names:
                    yield from self._made(role[0], text_of(part), name)
            return
        if at == 2 and kinds[0].name and kinds[1].pos in ("v", "vn"):
            yield from self._all([kinds[0].text], kinds[1].text, names)
            kinds = kinds[at + 1 :]  # 刘慈欣创作的 + 长篇小说
        if kinds and (len(kinds) > 1 or not kinds[0].name):
            yield from self._all(names, _IS_A, classes_of(kinds))

    def _done_by(self, subject: Units, rest: Units) -> Iterator[Triple]:
        """X由Y执导"""
        at = place_of_action(rest)
        if not at or len(rest) > at + 1:
            return
        doers = things_of(rest[:at])
        for thing in subjects_of(subject):
            yield from self._all(doers, rest[at].text, [thing])

    def _where_it_does(self, subject: Units, rest: Units, at: int) -> Iterator[Triple]:
        """X在Y工作, X在Y建立了Z"""
        names, verb, after = subjects_of(subject), rest[at].text, rest[at + 1 :]
        if after:
            yield from self._all(names, verb, things_of(after))
        else:
            yield from self._all(names, f"{verb}{_HAPPENED_AT}", things_of(rest[:at]))

    def _does(
        self, subject: Units, verb: SentenceUnit, rest: Units
    ) -> Iterator[Triple]:
        predicate = verb.text
        if verb.text in _IN and not any(unit.name for unit in subject):
            return  # 用户数据存储在…: the noun before it may be the verb
        if rest and rest[0].is_verb and len(verb.text) == 1:  # 出 + 生于
            predicate, rest = predicate + rest[0].text, rest[1:]
        if rest and rest[0].text in _WHERE and rest[0].name is None:
            predicate, rest = predicate + rest[0].text, rest[1:]
        at = self.when.at
        if rest:
            yield from self._all(subjects_of(subject), predicate, things_of(rest))
        elif at is not None and self._stands_after(verb, at.start):
            thing = self.text[self.span[0] + at.start : self.span[0] + at.end]
            yield from self._all(
                subjects_of(subject), f"{verb.text}{_HAPPENED_AT}", [thing]
            )

    def _stands_after(self, verb: SentenceUnit, time: int) -> bool:
        """成立于1911年: is the time what the verb is about?"""
        between = self.text[verb.end : self.span[0] + time]
        return between in _AT | _IN

    def _all(
        self, subjects: Sequence[str], predicate: str, things: Sequence[str]
    ) -> Iterator[Triple]:
        for subject in subjects:
            for thing in things:
                yield from self._made(subject, predicate, thing)

    def _made(self, subject: str, predicate: str, thing: str) -> Iterator[Triple]:
        if not (subject and predicate and thing):
            return
        if max(len(subject), len(thing)) > MAX_NAME:
            return
        if entity_key(subject) == entity_key(thing):
            return
        since, until = self._bounds(predicate)
        kinds = {unit.text: unit.name.kind for unit in self.units if unit.name}
        yield Triple(
            subject=subject,
            predicate=predicate,
            object=thing,
            subject_kind=kinds.get(subject),
            object_kind=kinds.get(thing),
            valid_from=since,
            valid_to=until,
            start=self.span[0],
            end=self.span[1],
            confidence=CONFIDENCE,
            extractor=EXTRACTOR,
        )

    def _bounds(self, predicate: str) -> tuple[datetime | None, datetime | None]:
        """As it says; 在1994年 bounds a state on both sides, what happened on one."""
        when = self.when
        if when.valid_from or when.valid_to or when.at is None:
            return when.valid_from, when.valid_to
        verb = self.units[self.verb].text if self.verb < len(self.units) else ""
        lasts = verb in _STATES or predicate.rstrip("".join(_AT | _IN)) in _STATES
        return when.at.since, when.at.until if lasts else None
