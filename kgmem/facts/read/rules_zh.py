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

from kgmem.facts.read.dates import Validity, validity
from kgmem.facts.read.names import MAX_NAME, mention_at
from kgmem.language.vocabulary import written
from kgmem.model.fact import Mention, Triple
from kgmem.model.keys.identity import entity_key
from kgmem.ports import Token

EXTRACTOR = "rules:zh@1"
CONFIDENCE = 0.5
MAX_TOKENS = 60
"""Of a sentence."""
LONGEST_ROLE = 8
"""Characters of the R of X是Y的R."""


def _words(role: str) -> frozenset[str]:
    return frozenset(written(f"statement.{role}", spaced=False))


_UNSURE = _words("unsure")
"""Words that take a statement back, in part or as a whole, or say whose it is."""
_NEGATIONS = written("statement.negation", spaced=False)
_FILLERS = _words("filler")
"""Words that a statement is the same without."""
_ONCE = _words("once")
"""Words of what is no more."""
_AND = _words("joining")
_COMMAS = _words("comma")
_MARKS_BETWEEN = _words("enumerating")
_BE = _words("being")
_BY = _words("doer")
_IN = _words("in")
_AT = _words("at")
_WHERE = _words("verb_end")
"""What may close a verb."""
_SEATS = _words("seat")
_OFFICES = _words("office")
_BELONGS = _words("belonging")
_PARTS = written("statement.part", spaced=False)
"""What X is of Y if it belongs to Y."""
_AMONG = written("statement.among", spaced=False)
_DEPARTMENTS = _words("department")
"""What departments are called with; jieba holds few of their names."""
_PLACES_TOO = _words("department_or_place")
_ROLES = written("statement.role_end", spaced=False)
"""Characters that nouns of offices and of members end with: 经理, 负责人, 成员."""
_INSIDE = _words("place_end")
"""What may close a place without changing which one is meant."""
_STATES = _words("lasting")
"""Verbs of what lasts: 在1994年 it held in 1994. What other verbs say happened then,
and is so from then on."""
_OF = _words("of")
[_IS_A] = _words("is_a")
[_BELONGS_TO] = _words("belongs_to")
[_HAPPENED_AT] = _AT
"""What is put between a verb and its time or place: 成立于."""
_NOUNS = ("n", "vn", "j", "l", "i", "eng", "b", "an", "s", "f", "nz")
_QUANTITY = ("m", "q")
_MODIFIERS = ("a", "ad", "ag", "d", "uj", "b", "t", "z")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A word, or all of a name."""

    text: str
    pos: str
    start: int
    end: int
    name: Mention | None = None

    @property
    def is_nominal(self) -> bool:
        return self.name is not None or self.pos in _NOUNS or self.pos[:1] == "n"

    @property
    def is_verb(self) -> bool:
        return self.name is None and (self.pos == "v" or self.text in _BE | _SEATS)


_Units = tuple[_Unit, ...]


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
    subject: _Units = ()
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
    units: list[_Unit] = []
    at = start
    for token in tokens:
        first = _after_times(token, spans)
        if token.start < at or first >= token.end:
            continue
        name = next((one for one in named if one.start <= token.start < one.end), None)
        if name is not None and name.end <= end:
            units.append(_Unit(name.name, token.pos, name.start, name.end, name))
            at = name.end
        elif _is_word(token):
            word = text[first : token.end]
            units.append(_Unit(word, token.pos, first, token.end))
    has_once = any(token.text in _ONCE for token in tokens)
    units = _with_opening_noun(text, _with_departments(text, units))
    return _Clause(text, tuple(units), when, (start, end), has_once)


def _with_departments(text: str, units: Sequence[_Unit]) -> list[_Unit]:
    """支付 + 部 and 平台 + 组 as names, where a role or the end shows that they are."""
    units = _with_role(units)
    found: list[_Unit] = []
    for n, unit in enumerate(units):
        found.append(unit)
        if not _ends_department(unit) or not _closes_department(units, n):
            continue
        at = _first_of_department(found)
        if at < len(found) - 1 or len(unit.text) > 2:
            found[at:] = [_as_name(text, found[at:])]
    return found


def _with_role(units: Sequence[_Unit]) -> list[_Unit]:
    """With an office that closes the clause as a noun: 组长 may be a verb."""
    last = units[-1] if len(units) > 1 else None
    if last is None or last.pos != "v" or not last.text.endswith(_ROLES):
        return list(units)
    before = units[-2]
    is_role = before.text in _OF or _ends_department(before)
    return [*units[:-1], replace(last, pos="n")] if is_role else list(units)


def _ends_department(unit: _Unit) -> bool:
    if unit.name is not None:
        return False
    whole = unit.is_nominal and len(unit.text) > 2 and unit.text[-1] in _DEPARTMENTS
    return whole or unit.text in _DEPARTMENTS


def _closes_department(units: Sequence[_Unit], n: int) -> bool:
    after = [one for one in units[n + 1 : n + 3] if one.text not in _OF][:1]
    if after and after[0].text.endswith(_ROLES) and not after[0].is_verb:
        return True
    return units[n].text not in _PLACES_TOO and (
        n + 1 == len(units) or units[n + 1].is_verb
    )


def _first_of_department(units: Sequence[_Unit]) -> int:
    """Where the department's name begins that the last word ends: nouns, and before
    them a verb that can't be that of the clause."""
    at = len(units) - 1
    while at and _may_be_in_department(units[at - 1], units[at].start):
        at -= 1
    if not at or units[at - 1].pos != "v" or units[at - 1].name is not None:
        return at
    touches = units[at - 1].end == units[at].start and len(units[at - 1].text) == 2
    is_free = at == 1 or units[at - 2].is_verb or units[at - 2].text in _OF
    return at - 1 if touches and is_free else at


def _may_be_in_department(unit: _Unit, end: int) -> bool:
    return (
        unit.name is None
        and unit.end == end
        and len(unit.text) > 1
        and unit.pos in ("n", "vn", "nz", "j", "b", "an", "eng")
    )


def _with_opening_noun(text: str, units: Sequence[_Unit]) -> list[_Unit]:
    """The 支付模块 of 支付模块属于…: what opens the clause can't be its verb."""
    if len(units) < 4 or units[0].pos != "v" or not units[0].is_verb:
        return list(units)
    noun, verb = units[1], units[2]
    belongs = verb.text in _BELONGS or (
        verb.text in _BE and _text(tuple(units)).endswith(_PARTS)
    )
    if not belongs or noun.name or not noun.is_nominal or noun.start != units[0].end:
        return list(units)
    return [_as_name(text, units[:2]), *units[2:]]


def _as_name(text: str, units: Sequence[_Unit]) -> _Unit:
    start, end = units[0].start, units[-1].end
    name = mention_at(text, start, end)
    return _Unit(name.name, "nt", start, end, name)


def _after_times(token: Token, spans: Sequence[tuple[int, int]]) -> int:
    """Where the token goes on after a time that it overlaps: 出 of 25日 + 出."""
    ends = [b for a, b in spans if token.start < b and a < token.end]
    return max([token.start, *ends])


def _is_word(token: Token) -> bool:
    if token.text in _FILLERS:
        return False
    return token.text in _MARKS_BETWEEN or any(mark.isalnum() for mark in token.text)


@dataclass(frozen=True)
class _Clause:
    """A part of a sentence between commas."""

    text: str
    units: _Units
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
            if n and self.units[n - 1].text in _OF and unit.text not in _BE:
                continue  # Kafka的开发语言
            if unit.is_verb or (unit.pos in "pc" and unit.text in _BY | _IN | _AT):
                return n
        return len(self.units)

    @property
    def subject(self) -> _Units:
        """What stands before the predicate."""
        return self.units[: self.verb]

    def triples(self) -> Iterator[Triple]:
        """What it states."""
        at = self.verb
        subject, rest = self.units[:at], self.units[at:]
        if not subject or not all(map(_may_be_in_noun, subject, (None, *subject))):
            return
        if not rest:
            yield from self._verbless(subject)
            return
        if self.is_over and rest[0].text in _STATES:
            return
        if rest[0].text in _AT and len(subject) > 1 and _is_plain(subject[-1]):
            subject, rest = subject[:-1], (subject[-1], *rest)  # 毕业 + 于
        if len(subject) > 1 and _is_person_with_role(subject):
            if len(subject) == 3 and subject[0].name:
                role = subject[1].text
                yield from self._made(subject[0].text, role, subject[2].text)
            subject = subject[-1:]
        yield from self._predicate(subject, rest[0], rest[1:])

    def _verbless(self, units: _Units) -> Iterator[Triple]:
        """A noun, or a verb that is taken for one, between names: 西安古称长安."""
        if len(units) > 2 and units[0].name and _is_plain(units[1]):
            things = _coordinated(units[2:])
            if all(len(part) == 1 and part[0].name for part in things):
                for part in things:
                    yield from self._made(units[0].text, units[1].text, part[0].text)

    def _predicate(
        self, subject: _Units, verb: _Unit, rest: _Units
    ) -> Iterator[Triple]:
        if verb.text in _BE:
            yield from self._is(subject, rest)
        elif verb.text in _BY:
            yield from self._done_by(subject, rest)
        elif verb.text in _IN and (at := _place_of_action(rest)):
            yield from self._where_it_does(subject, rest, at)
        elif verb.text in _SEATS and (about := _owned(subject)):
            yield from self._all([about[0]], about[1], _things(rest))
        elif verb.text in _OFFICES and (office := _office(rest)):
            for name in _subjects(subject):
                yield from self._made(*office, name)
        else:
            yield from self._does(subject, verb, rest)

    def _is(self, subject: _Units, rest: _Units) -> Iterator[Triple]:
        """X是Y的R, Y的R是X, X是Y"""
        if not rest or not _closes_as_noun(rest):
            return
        if whole := _whole(rest):
            yield from self._all(_subjects(subject), _BELONGS_TO, _things(whole))
            return
        if any(unit.is_verb for unit in rest[:1] + rest[2:]):
            return
        if about := _owned(subject):
            yield from self._all([about[0]], about[1], _things(rest))
            return
        names = _subjects(subject)
        many, kinds = _after_quantity(rest)
        at = _place_of(kinds, _OF)
        role = _owned(kinds) if at > 0 and not many else None
        if role is not None:
            for part in _coordinated(kinds[at + 1 :]):
                for name in names:
                    yield from self._made(role[0], _text(part), name)
            return
        if at == 2 and kinds[0].name and kinds[1].pos in ("v", "vn"):
            yield from self._all([kinds[0].text], kinds[1].text, names)
            kinds = kinds[at + 1 :]  # 刘慈欣创作的 + 长篇小说
        if kinds and (len(kinds) > 1 or not kinds[0].name):
            yield from self._all(names, _IS_A, _classes(kinds))

    def _done_by(self, subject: _Units, rest: _Units) -> Iterator[Triple]:
        """X由Y执导"""
        at = _place_of_action(rest)
        if not at or len(rest) > at + 1:
            return
        doers = _things(rest[:at])
        for thing in _subjects(subject):
            yield from self._all(doers, rest[at].text, [thing])

    def _where_it_does(
        self, subject: _Units, rest: _Units, at: int
    ) -> Iterator[Triple]:
        """X在Y工作, X在Y建立了Z"""
        names, verb, after = _subjects(subject), rest[at].text, rest[at + 1 :]
        if after:
            yield from self._all(names, verb, _things(after))
        else:
            yield from self._all(names, f"{verb}{_HAPPENED_AT}", _things(rest[:at]))

    def _does(self, subject: _Units, verb: _Unit, rest: _Units) -> Iterator[Triple]:
        predicate = verb.text
        if verb.text in _IN and not any(unit.name for unit in subject):
            return  # 用户数据存储在…: the noun before it may be the verb
        if rest and rest[0].is_verb and len(verb.text) == 1:  # 出 + 生于
            predicate, rest = predicate + rest[0].text, rest[1:]
        if rest and rest[0].text in _WHERE and rest[0].name is None:
            predicate, rest = predicate + rest[0].text, rest[1:]
        at = self.when.at
        if rest:
            yield from self._all(_subjects(subject), predicate, _things(rest))
        elif at is not None and self._stands_after(verb, at.start):
            thing = self.text[self.span[0] + at.start : self.span[0] + at.end]
            yield from self._all(
                _subjects(subject), f"{verb.text}{_HAPPENED_AT}", [thing]
            )

    def _stands_after(self, verb: _Unit, time: int) -> bool:
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


# --- noun phrases ----------------------------------------------------------------


def _may_be_in_noun(unit: _Unit, before: _Unit | None) -> bool:
    if before is not None and before.text in _OF and unit.pos == "v":
        return True
    return unit.is_nominal or unit.pos in _MODIFIERS or unit.text in _AND


def _text(units: Sequence[_Unit]) -> str:
    """The words as they stand, without the marks that are cut off between them."""
    text = ""
    for n, unit in enumerate(units):
        gap = n and units[n - 1].end < unit.start
        text += f" {unit.text}" if gap and text[-1:].isascii() else unit.text
    return text


def _coordinated(units: _Units) -> list[_Units]:
    """The parts between "and" and its like."""
    return [
        tuple(part)
        for is_and, part in groupby(
            units, key=lambda unit: unit.name is None and unit.text in _AND
        )
        if not is_and
    ]


def _is_named(units: _Units) -> bool:
    """A name, with at most a noun behind it, or a compound noun."""
    if any(unit.text in _OF for unit in units):
        return False
    if any(unit.name for unit in units):
        return all(unit.is_nominal for unit in units)
    return len(units) > 1 and all(unit.is_nominal for unit in units)


def _subjects(units: _Units) -> list[str]:
    """Subjects that can be told without the context; 返回值里 is none."""
    if units and units[-1].pos == "f":
        return []
    parts = _coordinated(units)
    return [_text(part) for part in parts] if all(map(_is_named, parts)) else []


def _things(units: _Units) -> list[str]:
    """Objects: names, noun phrases without a clause, amounts."""
    if len(units) > 1 and units[-1].name is None and units[-1].text in _INSIDE:
        units = units[:-1]  # 杂志上
    parts = _coordinated(units)
    if len(parts) > 1 and parts[-1][-1].name is None and parts[0][-1].name:
        parts = [units]  # 中国与尼泊尔边境
    return [_text(part) for part in parts] if all(map(_is_thing, parts)) else []


def _classes(units: _Units) -> list[str]:
    """What it is, of 浙江省省会、副省级市 both."""
    if any(unit.text in _AND and unit.text not in _MARKS_BETWEEN for unit in units):
        return [_text(units)]
    return [_text(part) for part in _coordinated(units)]


def _is_thing(units: _Units) -> bool:
    """A noun phrase without a clause, or an amount."""
    closes = bool(units) and (units[-1].is_nominal or units[-1].pos in _QUANTITY)
    if len(units) == 1 and units[0].text in _DEPARTMENTS:
        return False  # the 部 of 支付部, torn off
    return (
        closes
        and all(
            unit.is_nominal
            or unit.pos in (*_QUANTITY, *_MODIFIERS)
            or unit.text in _AND
            or (unit.pos == "v" and after.pos == "vn")  # 支付服务
            for unit, after in zip(units, (*units[1:], units[-1]), strict=True)
        )
    )


def _place_of(units: _Units, words: frozenset[str]) -> int:
    return next((n for n, unit in enumerate(units) if unit.text in words), -1)


def _owned(units: _Units) -> tuple[str, str] | None:
    """(Y, R) of Y的R, and of a name with a noun behind it."""
    at = _place_of(units, _OF)
    if at < 0:
        if len(units) == 2 and units[0].name and units[1].pos == "n":
            return units[0].text, units[1].text
        return None
    owner, role = units[:at], units[at + 1 :]
    if not role or not all(map(_may_be_in_noun, role, units[at:])):
        return None
    if not _is_named(owner) or not any(unit.name for unit in owner):
        return None
    if owner[-1].pos == "vn" and owner[-1].name is None:
        return None
    text = _text(role)
    if len(text) > LONGEST_ROLE * len(_coordinated(role)) or text.endswith(_AMONG):
        return None
    return _text(owner), text


def _whole(units: _Units) -> _Units:
    """Y of Y的一部分."""
    at = _place_of(units, _OF)
    is_part = at > 0 and _text(units[at + 1 :]).endswith(_PARTS)
    return units[:at] if is_part else ()


def _after_quantity(units: _Units) -> tuple[_Units, _Units]:
    """一位 and 中国作家 of 一位中国作家."""
    at = 0
    while at < len(units) and units[at].pos in _QUANTITY:
        at += 1
    return units[:at], units[at:]


def _office(units: _Units) -> tuple[str, str] | None:
    """(南山图书馆, 馆长)"""
    if len(units) < 2 or not units[0].name:
        return None
    if units[-1].pos[:1] != "n" and not units[-1].text.endswith(_ROLES):
        return None
    rest = tuple(unit for unit in units[1:] if unit.text not in _OF)
    if not rest or not all(unit.is_nominal for unit in rest):
        return None
    return units[0].text, _text(rest)


def _closes_as_noun(units: _Units) -> bool:
    """Is the last word a noun, or what can be nothing else after 的?"""
    last, before = units[-1], units[-2:-1]
    after_de = bool(before) and before[0].text in _OF and len(last.text) > 1
    return last.is_nominal or after_de


def _is_plain(unit: _Unit) -> bool:
    """Does the dictionary take it for a noun, though it may be a verb?"""
    return unit.name is None and unit.pos in ("n", "vn") and len(unit.text) in (2, 3)


def _is_person_with_role(units: _Units) -> bool:
    """Does a noun stand right before a person, as in 腾讯创始人马化腾?"""
    role, person = units[-2], units[-1]
    return (
        person.name is not None
        and person.name.kind == "person"
        and role.name is None
        and role.pos == "n"
        and len(role.text) > 1
    )


def _place_of_action(units: _Units) -> int | None:
    """Where the verb stands; one that may be a noun too counts at the end."""
    for n, unit in enumerate(units):
        if unit.is_verb or (
            unit.pos == "vn" and unit.name is None and n + 1 == len(units)
        ):
            return n
    return None
