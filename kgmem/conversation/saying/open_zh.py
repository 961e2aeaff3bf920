"""Chinese clauses of no kind, kept in their own words: what somebody has done for years
or at some time, what he is like, what he gave up."""

import re
from collections.abc import Iterator
from functools import cache

from kgmem.conversation.person import SPEAKER, Said
from kgmem.language.vocabulary import words_in

LONGEST = 18
"""Signs of a clause that is told."""


def own_words_of(about: str, rest: str, clause: str) -> list[Said]:
    """What a clause says that lasts, after its subject, as it is told of another."""
    told = _pattern("closing").sub("", rest.strip())
    if not 2 <= len(told) <= LONGEST or _pattern("passing").search(clause):
        return []
    for form, tells in _forms("lasts"):
        if match := form.fullmatch(told):
            return [_said(tells.format(**_parts(match)), clause)]
    if about != SPEAKER and _pattern("others").fullmatch(told):
        return [_said(told, clause)]
    return []


def own_topic(clause: str) -> Iterator[Said]:
    """What the speaker says of himself under a topic: 咖啡戒了, 猫倒是有一只."""
    told = _pattern("closing").sub("", clause)
    for form, tells in _forms("topic"):
        if match := form.fullmatch(told):
            yield _said(tells.format(**_parts(match)), clause)
            return


def _parts(match: re.Match[str]) -> dict[str, str]:
    return {"whole": match[0], **{k: v or "" for k, v in match.groupdict().items()}}


def _said(told: str, clause: str) -> Said:
    [form] = words_in("person.habit.tells", "zh")
    return Said("person habit", told, form.format(x=told), clause)


@cache
def _forms(role: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns, each with how it is told: `pattern => telling`."""
    parted = (one.split(" => ") for one in words_in(f"person.own.{role}", "zh"))
    return tuple((re.compile(form), tells) for form, tells in parted)


@cache
def _pattern(role: str) -> re.Pattern[str]:
    return re.compile("|".join(words_in(f"person.own.{role}", "zh")))
