"""Words of a Chinese sentence put together: names, departments, noun phrases."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kgmem.facts.read.names import mention_at
from kgmem.language.vocabulary import words_in
from kgmem.model.fact import Mention

LONGEST_ROLE = 8
"""Characters of the R of X是Y的R."""


def statement_words(role: str) -> frozenset[str]:
    """The Chinese words of a role in statements."""
    return frozenset(words_in(f"statement.{role}", "zh"))


_AND = statement_words("joining")
MARKS_BETWEEN = statement_words("enumerating")
BE = statement_words("being")
SEATS = statement_words("seat")
_BELONGS = statement_words("belonging")
_PARTS = words_in("statement.part", "zh")
"""What X is of Y if it belongs to Y."""
_AMONG = words_in("statement.among", "zh")
_DEPARTMENTS = statement_words("department")
"""What departments are called with; jieba holds few of their names."""
_PLACES_TOO = statement_words("department_or_place")
_ROLES = words_in("statement.role_end", "zh")
"""Characters that nouns of offices and of members end with: 经理, 负责人, 成员."""
_INSIDE = statement_words("place_end")
"""What may close a place without changing which one is meant."""
OF = statement_words("of")
_NOUNS = ("n", "vn", "j", "l", "i", "eng", "b", "an", "s", "f", "nz")
_QUANTITY = ("m", "q")
_MODIFIERS = ("a", "ad", "ag", "d", "uj", "b", "t", "z")


@dataclass(frozen=True, slots=True)
class SentenceUnit:
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
        return self.name is None and (self.pos == "v" or self.text in BE | SEATS)


Units = tuple[SentenceUnit, ...]


# --- departments -----------------------------------------------------------------


def with_departments(text: str, units: Sequence[SentenceUnit]) -> list[SentenceUnit]:
    """支付 + 部 and 平台 + 组 as names, where a role or the end shows that they are."""
    units = _with_role(units)
    found: list[SentenceUnit] = []
    for n, unit in enumerate(units):
        found.append(unit)
        if not _ends_department(unit) or not _closes_department(units, n):
            continue
        at = _first_of_department(found)
        if at < len(found) - 1 or len(unit.text) > 2:
            found[at:] = [_as_name(text, found[at:])]
    return found


def _with_role(units: Sequence[SentenceUnit]) -> list[SentenceUnit]:
    """With an office that closes the clause as a noun: 组长 may be a verb."""
    last = units[-1] if len(units) > 1 else None
    if last is None or last.pos != "v" or not last.text.endswith(_ROLES):
        return list(units)
    before = units[-2]
    is_role = before.text in OF or _ends_department(before)
    return [*units[:-1], replace(last, pos="n")] if is_role else list(units)


def _ends_department(unit: SentenceUnit) -> bool:
    if unit.name is not None:
        return False
    whole = unit.is_nominal and len(unit.text) > 2 and unit.text[-1] in _DEPARTMENTS
    return whole or unit.text in _DEPARTMENTS


def _closes_department(units: Sequence[SentenceUnit], n: int) -> bool:
    after = [one for one in units[n + 1 : n + 3] if one.text not in OF][:1]
    if after and after[0].text.endswith(_ROLES) and not after[0].is_verb:
        return True
    return units[n].text not in _PLACES_TOO and (
        n + 1 == len(units) or units[n + 1].is_verb
    )


def _first_of_department(units: Sequence[SentenceUnit]) -> int:
    """Where the department's name begins that the last word ends: nouns, and before
    them a verb that can't be that of the clause."""
    at = len(units) - 1
    while at and _may_be_in_department(units[at - 1], units[at].start):
        at -= 1
    if not at or units[at - 1].pos != "v" or units[at - 1].name is not None:
        return at
    touches = units[at - 1].end == units[at].start and len(units[at - 1].text) == 2
    is_free = at == 1 or units[at - 2].is_verb or units[at - 2].text in OF
    return at - 1 if touches and is_free else at


def _may_be_in_department(unit: SentenceUnit, end: int) -> bool:
    return (
        unit.name is None
        and unit.end == end
        and len(unit.text) > 1
        and unit.pos in ("n", "vn", "nz", "j", "b", "an", "eng")
    )


def with_opening_noun(text: str, units: Sequence[SentenceUnit]) -> list[SentenceUnit]:
    """The 支付模块 of 支付模块属于…: what opens the clause can't be its verb."""
    if len(units) < 4 or units[0].pos != "v" or not units[0].is_verb:
        return list(units)
    noun, verb = units[1], units[2]
    belongs = verb.text in _BELONGS or (
        verb.text in BE and text_of(tuple(units)).endswith(_PARTS)
    )
    if not belongs or noun.name or not noun.is_nominal or noun.start != units[0].end:
        return list(units)
    return [_as_name(text, units[:2]), *units[2:]]


def _as_name(text: str, units: Sequence[SentenceUnit]) -> SentenceUnit:
    start, end = units[0].start, units[-1].end
    name = mention_at(text, start, end)
    return SentenceUnit(name.name, "nt", start, end, name)


# --- noun phrases ----------------------------------------------------------------


def may_be_in_noun(unit: SentenceUnit, before: SentenceUnit | None) -> bool:
    if before is not None and before.text in OF and unit.pos == "v":
        return True
    return unit.is_nominal or unit.pos in _MODIFIERS or unit.text in _AND


def text_of(units: Sequence[SentenceUnit]) -> str:
    """The words as they stand, without the marks that are cut off between them."""
    text = ""
    for n, unit in enumerate(units):
        gap = n and units[n - 1].end < unit.start
        text += f" {unit.text}" if gap and text[-1:].isascii() else unit.text
    return text


def coordinated(units: Units) -> list[Units]:
    """The parts between "and" and its like."""
    return [
        tuple(part)
        for is_and, part in groupby(
            units, key=lambda unit: unit.name is None and unit.text in _AND
        )
        if not is_and
    ]


def _is_named(units: Units) -> bool:
    """A name, with at most a noun behind it, or a compound noun."""
    if any(unit.text in OF for unit in units):
        return False
    if any(unit.name for unit in units):
        return all(unit.is_nominal for unit in units)
    return len(units) > 1 and all(unit.is_nominal for unit in units)


def subjects_of(units: Units) -> list[str]:
    """Subjects that can be told without the context; 返回值里 is none."""
    if units and units[-1].pos == "f":
        return []
    parts = coordinated(units)
    return [text_of(part) for part in parts] if all(map(_is_named, parts)) else []


def things_of(units: Units) -> list[str]:
    """Objects: names, noun phrases without a clause, amounts."""
    if len(units) > 1 and units[-1].name is None and units[-1].text in _INSIDE:
        units = units[:-1]  # 杂志上
    parts = coordinated(units)
    if len(parts) > 1 and parts[-1][-1].name is None and parts[0][-1].name:
        parts = [units]  # 中国与尼泊尔边境
    return [text_of(part) for part in parts] if all(map(_is_thing, parts)) else []


def classes_of(units: Units) -> list[str]:
    """What it is, of 浙江省省会、副省级市 both."""
    if any(unit.text in _AND and unit.text not in MARKS_BETWEEN for unit in units):
        return [text_of(units)]
    return [text_of(part) for part in coordinated(units)]


def _is_thing(units: Units) -> bool:
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


def place_of(units: Units, words: frozenset[str]) -> int:
    return next((n for n, unit in enumerate(units) if unit.text in words), -1)


def owned_by(units: Units) -> tuple[str, str] | None:
    """(Y, R) of Y的R, and of a name with a noun behind it."""
    at = place_of(units, OF)
    if at < 0:
        if len(units) == 2 and units[0].name and units[1].pos == "n":
            return units[0].text, units[1].text
        return None
    owner, role = units[:at], units[at + 1 :]
    if not role or not all(map(may_be_in_noun, role, units[at:])):
        return None
    if not _is_named(owner) or not any(unit.name for unit in owner):
        return None
    if owner[-1].pos == "vn" and owner[-1].name is None:
        return None
    text = text_of(role)
    if len(text) > LONGEST_ROLE * len(coordinated(role)) or text.endswith(_AMONG):
        return None
    return text_of(owner), text


def whole_of(units: Units) -> Units:
    """Y of Y的一部分."""
    at = place_of(units, OF)
    is_part = at > 0 and text_of(units[at + 1 :]).endswith(_PARTS)
    return units[:at] if is_part else ()


def after_quantity(units: Units) -> tuple[Units, Units]:
    """一位 and 中国作家 of 一位中国作家."""
    at = 0
    while at < len(units) and units[at].pos in _QUANTITY:
        at += 1
    return units[:at], units[at:]


def office_of(units: Units) -> tuple[str, str] | None:
    """(南山图书馆, 馆长)"""
    if len(units) < 2 or not units[0].name:
        return None
    if units[-1].pos[:1] != "n" and not units[-1].text.endswith(_ROLES):
        return None
    rest = tuple(unit for unit in units[1:] if unit.text not in OF)
    if not rest or not all(unit.is_nominal for unit in rest):
        return None
    return units[0].text, text_of(rest)


def closes_as_noun(units: Units) -> bool:
    """Is the last word a noun, or what can be nothing else after 的?"""
    last, before = units[-1], units[-2:-1]
    after_de = bool(before) and before[0].text in OF and len(last.text) > 1
    return last.is_nominal or after_de


def is_plain(unit: SentenceUnit) -> bool:
    """Does the dictionary take it for a noun, though it may be a verb?"""
    return unit.name is None and unit.pos in ("n", "vn") and len(unit.text) in (2, 3)


def is_person_with_role(units: Units) -> bool:
    """Does a noun stand right before a person, as in 腾讯创始人马化腾?"""
    role, person = units[-2], units[-1]
    return (
        person.name is not None
        and person.name.kind == "person"
        and role.name is None
        and role.pos == "n"
        and len(role.text) > 1
    )


def place_of_action(units: Units) -> int | None:
    """Where the verb stands; one that may be a noun too counts at the end."""
    for n, unit in enumerate(units):
        if unit.is_verb or (
            unit.pos == "vn" and unit.name is None and n + 1 == len(units)
        ):
            return n
    return None
