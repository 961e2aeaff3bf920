"""Chinese clauses -> what they say of whom.

Whom a clause is about is told by the parts of speech that it begins with; what it says
by the patterns of `language/zh.toml` on what follows."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

from kgmem.people import is_chinese_person, phrase, words_in
from kgmem.ports import Token
from kgmem_people.person import (
    KINDS,
    NICKNAMES,
    SPEAKER,
    SURE,
    UNSURE,
    Said,
    any_of,
    is_nickname,
    opening_of,
    said_as,
)
from kgmem_people.saying.clause import Clause

_CLAUSE = re.compile(r"[，；,;：:、]\s*|\s+")
_VALUE = r"(?P<x>[^，；。！？\s]{1,24}?)"
_PEOPLE = ("nr", "nrt", "nrfg")
_PREDICATES = ("v", "a", "l", "i", "z")
"""What tells something: verbs, adjectives, and set phrases of them."""
_SKIPPED = ("c", "d", "t", "y", "e", "o", "f", "ad", "tg", "dg")


_any = partial(any_of, "zh")


_KIN_NAME = phrase("person.kin_name", "zh", kin="{kin}")
"""What one of the speaker's people is called."""
_OF_KIN = _KIN_NAME.partition("{")[0]
_ASKING = re.compile(rf"[?？]\s*$|{_any('asking')}")
_UNREAL, _SAYING = re.compile(_any("unreal")), re.compile(_any("saying"))
_SELF, _KIN, _OTHERS = _any("self"), _any("kin"), _any("others")
_OPENING = re.compile(rf"^(?:{opening_of('zh')})+")
_HEDGE = re.compile(_any("hedge"))
_DENIED, _LEAVING = re.compile(_any("denial")), re.compile(_any("leaving"))
_CLOSING = re.compile(rf"{_any('closing')}+$")
_KIN_OF_OWN = re.compile(rf"(?:{_SELF})(?:的|家里?的?)?(?P<kin>{_KIN})")
_BARE_KIN = re.compile(rf"(?P<kin>{_KIN})")
_KIN_CALLED = re.compile(
    rf"(?P<kin>{_KIN})(?P<x>[{''.join(NICKNAMES)}][\u4e00-\u9fff]"
    rf"|[\u4e00-\u9fff]{{2,3}}?(?={_any('saying')}))"
)
_ONESELF = re.compile(rf"{_SELF}(?:自己|个人)?")
_TOLD_OF, _SOMEBODY = re.compile("用户的?|他|她"), re.compile(_OTHERS)
_OWN_NOUN = re.compile(
    "的?(?:生日|专业|老家|职业|爱好|名字|家住|家在|家里|籍贯|母语|目标|年龄|姓名|公司)"
)
_ADVERBS = re.compile(
    rf"(?:{_any('opening')}|{_any('often')}|都|也|还|就|刚|已经|早就|才|今年|之前|以前"
    "|从小|真的|目前)*"
)
_LEFT_BEHIND = re.compile("(?<=.)(?:不再|不|没有|没)$")
"""What denies the word behind a value."""
_PAST = re.compile(
    "之前|" + "|".join(o for o in words_in("statement.once", "zh") if o[1:])
)
_NEAREST = words_in("person.nearest", "zh")
_FINAL = re.compile("[了啦哦呢呀啊嘛哈]*$")
_PERSON = re.compile(
    rf"(?:{_KIN}|{_OTHERS}|[{''.join(words_in('statement.role_end', 'zh'))}])$"
)
"""What nouns of people end with."""
_SELF_WORD = re.compile(_SELF)


Tag = Callable[[str], Sequence[Token]]
"""Gives the parts of speech of a clause."""


class Chinese:
    """Reads a text, clause by clause; pronouns mean whom was named before."""

    def __init__(self, told: bool = False) -> None:
        self.told = told
        self._now: str | None = SPEAKER
        self._named: str | None = None
        self._told_of: set[str] = set()

    def read(self, sentence: str, tag: Tag) -> Iterator[Said | Clause]:
        """What a sentence says beside its clauses, and what each clause may say."""
        unreal = bool(_UNREAL.search(sentence))
        for clause in map(str.strip, _CLAUSE.split(sentence.rstrip("。！!.~～ "))):
            before = self._now
            asked = unreal or bool(_ASKING.search(clause))
            about, rest = self._subject(clause, tag)
            if not asked:
                yield from self._kin_of_own(clause, tag)
            self._notice(clause, tag)
            if about is None and _SAYING.search(clause) and not asked:
                break  # what follows is somebody else's
            whose = self._whose(about, before, clause, tag)
            found = list(self._said(about, rest, clause)) if not asked else []
            told = _own(rest)
            so = tuple(one for one, holds in found if holds)
            if not told or not whose or not (so or _says(clause, tag)):
                continue
            names = any(one.predicate == "person name" for one in so)
            if names and not (self.told or _SELF_WORD.search(clause)):
                continue  # 叫阿福: whoever was spoken of, all of six in `data/sorts`
            not_so = [one for one, holds in found if not holds]
            yield Clause(
                replace(_habit(told, clause), about=whose),
                clause,
                "no" if asked else "unsure" if _HEDGE.search(clause) else "yes",
                so,
                tuple(not_so),
            )

    def _whose(
        self, about: str | None, before: str | None, clause: str, tag: Tag
    ) -> str | None:
        """Whom it is about; the speaker where its topic is a thing, and nobody else was
        spoken of: 猫倒是有一只."""
        if about is not None:
            return about
        somebody = _SOMEBODY.search(clause) or _KIN_CALLED.search(clause)
        people = any(one.pos in _PEOPLE for one in tag(clause))
        alone = before == SPEAKER and not somebody and not people
        return SPEAKER if alone else None

    def _notice(self, clause: str, tag: Tag) -> None:
        """Whom a pronoun after this means."""
        if (match := _KIN_CALLED.search(clause)) and _is_name(match["x"], tag(clause)):
            self._named = match["x"]
        elif match := _KIN_OF_OWN.search(clause):
            self._named = _KIN_NAME.format(kin=match["kin"])

    def _kin_of_own(self, clause: str, tag: Tag) -> Iterator[Said]:
        """我老婆在…: there is one; 室友小蔡: what he is called."""
        for match in _KIN_CALLED.finditer(clause):
            if is_chinese_person(match["x"]) or _is_name(match["x"], tag(clause)):
                found = said_as("family", match["x"], match["kin"], clause, SURE)
                if found is not None and match["kin"] not in self._told_of:
                    self._told_of.add(match["kin"])
                    yield found
        own = _KIN_OF_OWN.search(clause)
        if re.search("叫|名字", clause):
            return
        if own and own["kin"] in _NEAREST and own["kin"] not in self._told_of:
            self._told_of.add(own["kin"])
            kin = own["kin"] * (2 if own["kin"] in ("姐", "妹", "哥", "弟") else 1)
            yield Said("person has", kin, phrase("person.has", "zh", x=kin), clause)

    # whom it is about -------------------------------------------------------------

    def _subject(self, clause: str, tag: Tag) -> tuple[str | None, str]:
        """Whom the clause is about, and what follows that."""
        text = _OPENING.sub("", clause)
        skipped = ""
        tokens = tag(text)
        for n, one in enumerate(tokens):
            rest = text[one.start :]
            if match := _KIN_OF_OWN.match(rest):
                return self._kin(match), skipped + rest[match.end("kin") :]
            match = _ONESELF.match(rest) or (
                _TOLD_OF.match(rest) if self.told else None
            )
            if match:
                self._now = SPEAKER
                return SPEAKER, skipped + rest[match.end() :]
            if match := _SOMEBODY.match(rest):
                if match[0] not in ("他", "她", "它"):
                    self._now = None
                    return None, rest
                self._now = self._named or ""
                return self._now, skipped + rest[match.end() :]
            if match := _BARE_KIN.match(rest):
                ends = {other.end - one.start for other in tokens[n:]}
                is_kin = one.pos.startswith("n") and match.end() in ends
                following = rest[match.end() :]
                if is_kin and following:
                    return self._kin(match), skipped + following
            is_person = one.pos in _PEOPLE and is_chinese_person(one.text)
            if is_person and n + 1 < len(tokens):
                return self._one(one.text), skipped + text[one.end :]
            if one.pos in _SKIPPED and not _DENIED.match(one.text):
                skipped += one.text
                continue
            if one.pos.startswith(("n", "r")) and not _OWN_NOUN.match(rest):
                if _PERSON.search(one.text):
                    self._now = None
                return None, rest
            return self._now, skipped + rest
        return self._now, skipped

    def _kin(self, match: re.Match[str]) -> str:
        return self._one(_KIN_NAME.format(kin=match["kin"]))

    def _one(self, name: str) -> str:
        self._now = self._named = name
        return name

    # what it says -----------------------------------------------------------------

    def _said(
        self, about: str | None, rest: str, clause: str
    ) -> Iterator[tuple[Said, bool]]:
        if about is None:
            return
        sure = UNSURE if _HEDGE.search(clause) else SURE
        plain = _HEDGE.sub("", rest)
        bare = _ADVERBS.sub("", plain, count=1)
        past = bool(_PAST.search(clause))
        if about and _LEAVING.search(bare) and not _DENIED.search(bare):
            for role in ("job", "employer"):
                yield Said(f"person {role}", "", clause, clause, about=about), False
        found = list(_patterns_on(plain, clause)) or list(_patterns_on(bare, clause))
        for one in found:
            if denies := _LEFT_BEHIND.search(one.value):  # allergic to 花生: 不过敏
                role = one.predicate.split(" ")[1]
                value = one.value[: denies.start()]
                if undone := said_as(role, value, "", clause, sure):
                    yield replace(undone, about=about), False
                continue
            if one.predicate == "person name" and about != SPEAKER:
                if about == "" or not about.startswith(_OF_KIN):
                    self._one(one.value)
                    continue
                kin = about.removeprefix(_OF_KIN)
                if named := said_as("family", one.value, kin, clause, sure):
                    yield named, True
                continue
            if about:
                yield replace(one, about=about, confidence=sure), not past
        if found or not about:
            return
        if match := _DENIED.match(bare):
            for one in _patterns_on(
                ("是" if "是" in match[0] else "") + bare[match.end() :],
                clause,
            ):
                yield replace(one, about=about), False


def _says(clause: str, tag: Tag) -> bool:
    """Has it a predicate, or a subject that it is told of: 五岁 alone says nothing."""
    return bool(_SELF_WORD.search(clause)) or any(
        one.pos[:1] in _PREDICATES for one in tag(clause)
    )


def _habit(told: str, quote: str) -> Said:
    return Said("person habit", told, phrase("person.habit", "zh", x=told), quote)


def _own(rest: str) -> str:
    """What follows whom a clause is about, as it is told of another."""
    told = _FINAL.sub("", rest.strip())
    return _SELF_WORD.sub("自己", told) if len(told) > 1 else ""


def _patterns_on(rest: str, clause: str) -> Iterator[Said]:
    """What the patterns say of what follows the subject, the first of each kind."""
    done: set[str] = set()
    for role, pattern in _patterns():
        if (
            role in done
            or role == "family"
            or (match := pattern.fullmatch(rest)) is None
        ):
            continue
        parts = match.groupdict()
        value = _CLOSING.sub("", parts["x"].strip("“”《》「」 ")) or parts["x"]
        if found := said_as(role, value, parts.get("topic") or "", clause, SURE):
            done.add(role)
            yield found


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    order = ("birthday", "age", *(k for k in KINDS if k not in ("birthday", "age")))
    return tuple(
        (
            role,
            re.compile(
                one.replace("{x}", "{_x}").format(
                    _x=_VALUE, value=_VALUE.replace("?P<x>", "?:")
                )
                + rf"{_any('closing')}*"
            ),
        )
        for role in order
        for one in words_in(f"person.{role}.says", "zh")
    )


def _is_name(value: str, tokens: Sequence[Token]) -> bool:
    words = [one.text for one in tokens]
    whole = {*words, *(a + b for a, b in pairwise(words))}
    return (is_nickname(value) and value in whole) or any(
        one.text == value and one.pos in _PEOPLE for one in tokens
    )
