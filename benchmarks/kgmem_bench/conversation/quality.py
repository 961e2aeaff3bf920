"""Is what was said found again, told as of its time, and kept when it is folded?"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.conversation import chats
from kgmem_bench.conversation.dialogs import Dialog, Language, Question, dialogs
from kgmem_bench.conversation.ways import WAYS, Asking, Way

BUDGET = 500
"""Tokens of a context."""
PER_TOKEN = 3
"""Characters of the last messages that are taken for a token; Chinese counts twice."""
CACHE = 20_000


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence found by one way, for the questions of one language."""

    way: str
    language: Language
    questions: int
    at_5: float
    """Share of a question's messages that are among the first five."""
    at_10: float
    all_in_10: float
    """Questions about several messages: all of them among the first ten."""
    newer_first: float
    """What changed: the new message is found, and stands before the old one."""


@dataclass(frozen=True, slots=True)
class AsOf:
    """What changed, asked as of two times."""

    language: Language
    questions: int
    then: float
    """The old message is among the first five when only that time is searched."""
    facts: int
    read: float
    """Things that people said of themselves that became facts."""
    fact_then: float
    """Share of all that are told rightly as of the time before they changed."""
    fact_now: float


@dataclass(frozen=True, slots=True)
class InContext:
    """Contexts of `BUDGET` tokens."""

    language: Language
    questions: int
    evidence: float
    """Share of a question's messages that are in the context."""
    precision: float
    """Share of the messages found for the question that are evidence."""
    tokens: float
    last_alone: float
    """Evidence among as many last messages as the budget holds."""


@dataclass(frozen=True, slots=True)
class Folded:
    """Names, codes and places of messages that were folded."""

    language: Language
    messages: int
    """Of the conversation."""
    named: int
    kept: float
    """Share of them that the summary has."""
    cut: float
    """Share that the last part of these messages has, of the summary's length."""


@dataclass(frozen=True, slots=True)
class Quality:
    """All of it."""

    embedder: str
    dialogs: int
    messages: int
    evidence: Sequence[Evidence]
    as_of: Sequence[AsOf]
    contexts: Sequence[InContext]
    folded: Sequence[Folded]
    in_chats: Sequence[chats.FoundInChats]


def measure(
    seed: int, each: int, lengths: Sequence[int], embedder: Embedder | None, tell: Say
) -> Quality:
    """Measure on `each` dialogs of either language."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=CACHE)
    made = list(dialogs(seed, each))
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
        stand(settings_for_bench(Path(folder)), once) as at,
    ):
        tell(f"{sum(len(one.messages) for one in made):,} messages are written")
        asked = [_filled(at, one) for one in made]
        tell(f"{sum(len(one.questions) for one in made)} questions are asked")
        groups = [
            [one for one in asked if one.dialog.language == language]
            for language in dict.fromkeys(one.language for one in made)
        ]
        return Quality(
            embedder=once.model,
            dialogs=len(made),
            messages=sum(len(one.messages) for one in made),
            evidence=[
                _evidence(name, way, group)
                for group in groups
                for name, way in WAYS.items()
            ],
            as_of=[_as_of(group) for group in groups],
            contexts=[_contexts(group) for group in groups],
            folded=[
                _folded(at, group, length) for group in groups for length in lengths
            ],
            in_chats=chats.measure(at, chats.chats()[: each * 2]),
        )


def _filled(at: Stand, dialog: Dialog) -> Asking:
    agent = at.memory.agent(dialog.key)
    conversation = agent.conversation("talk")
    kept = conversation.add_many(one.draft() for one in dialog.messages)
    # As it goes: half of it, then the rest.
    half = len(kept) // 2
    agent.update_with_pipeline([one.draft() for one in dialog.messages[:half]])
    agent.update_with_pipeline(conversation)
    agent.conversation("default").clear()
    return Asking(at, dialog, {one.message_id: one.n for one in kept})


def _questions(group: Sequence[Asking]) -> Iterator[tuple[Asking, Question]]:
    return ((asking, one) for asking in group for one in asking.dialog.questions)


# found again --------------------------------------------------------------------------


def _evidence(name: str, way: Way, group: Sequence[Asking]) -> Evidence:
    at_5, at_10, together, newer = [], [], [], []
    for asking, one in _questions(group):
        found = list(way(one.text, asking))
        wanted = _wanted(one)
        at_5.append(_share(wanted, found[:5]))
        at_10.append(_share(wanted, found))
        if one.sort == "pair":
            together.append(float(wanted <= set(found)))
        if one.sort == "changed":
            newer.append(float(_newer_first(one, found)))
    return Evidence(
        name,
        group[0].dialog.language,
        len(at_5),
        mean(at_5),
        mean(at_10),
        mean(together),
        mean(newer),
    )


def _wanted(question: Question) -> set[int]:
    """What changed is answered by the last message."""
    last = question.evidence[-1:]
    return set(last if question.sort == "changed" else question.evidence)


def _share(wanted: set[int], found: Sequence[int]) -> float:
    return len(wanted & set(found)) / len(wanted)


def _newer_first(question: Question, found: Sequence[int]) -> bool:
    old, new = question.evidence
    if new not in found:
        return False
    return old not in found or found.index(new) < found.index(old)


# as of a time -------------------------------------------------------------------------


def _as_of(group: Sequence[Asking]) -> AsOf:
    then = [
        _found_then(asking, one)
        for asking, one in _questions(group)
        if one.sort == "changed"
    ]
    told = [right for asking in group for right in _facts(asking)]
    return AsOf(
        group[0].dialog.language,
        len(then),
        mean(then),
        len(told),
        mean([float(one[0]) for one in told]),
        mean([float(one[1]) for one in told]),
        mean([float(one[2]) for one in told]),
    )


def _found_then(asking: Asking, question: Question) -> float:
    said = asking.dialog.messages
    old, new = question.evidence
    agent = asking.at.memory.agent(asking.dialog.key)
    hits = agent.search_conversations(
        question.text, limit=5, time_range=(said[0].at, said[new].at)
    )
    return float(old in [asking.place_of[hit.id] for hit in hits])


def _facts(asking: Asking) -> Iterator[tuple[bool, bool, bool]]:
    """Of each fact: was anything of it read, is the old one told rightly, the new
    one?"""
    memory, said = asking.at.memory, asking.dialog.messages
    about = f"agent:{asking.dialog.key}"
    for fact in asking.dialog.facts:
        old, new = fact.values
        before = said[fact.places[1]].at - timedelta(minutes=1)
        now = said[-1].at + timedelta(days=1)
        told = [
            {one.object for one in memory.facts(about, fact.predicate, as_of=moment)}
            for moment in (before, now)
        ]
        yield any(told), told[0] == {old}, told[1] == {new}


# contexts -----------------------------------------------------------------------------


def _contexts(group: Sequence[Asking]) -> InContext:
    evidence, precision, tokens, last = [], [], [], []
    for asking, one in _questions(group):
        context = asking.at.memory.agent(asking.dialog.key).context(
            one.text, budget_tokens=BUDGET
        )
        there = [one for one in context.pieces if one.kind == "message" and one.id]
        places = {asking.place_of[piece.id or ""] for piece in there}
        evidence.append(_share(_wanted(one), list(places)))
        sought = [
            asking.place_of[piece.id or ""]
            for piece in there
            if not any("said last" in str(why) for why in piece.why)
        ]
        if sought:
            precision.append(len(set(one.evidence) & set(sought)) / len(sought))
        tokens.append(float(context.tokens))
        last.append(_share(_wanted(one), _last_within(asking.dialog)))
    return InContext(
        group[0].dialog.language,
        len(evidence),
        mean(evidence),
        mean(precision),
        mean(tokens),
        mean(last),
    )


def _last_within(dialog: Dialog) -> list[int]:
    room, kept = float(BUDGET), list[int]()
    for one in reversed(dialog.messages):
        room -= sum(1 / PER_TOKEN if ch.isascii() else 2 for ch in one.text)
        if room < 0:
            break
        kept.append(one.n)
    return kept


# folding ------------------------------------------------------------------------------


def _folded(at: Stand, group: Sequence[Asking], length: int) -> Folded:
    kept, cut, named = 0, 0, 0
    for asking in group:
        said = asking.dialog.messages[:length]
        conversation = at.memory.agent(f"folded {length}").conversation(
            asking.dialog.key
        )
        conversation.add_many({**one.draft(), "message_id": None} for one in said)
        known = conversation.info()
        assert known is not None
        told = "\n".join(one.text for one in said[: known.folded])
        for name in _named(asking.dialog, known.folded):
            named += 1
            kept += name in known.summary
            cut += name in told[-len(known.summary) :]
    return Folded(group[0].dialog.language, length, named, kept / named, cut / named)


def _named(dialog: Dialog, until: int) -> list[str]:
    texts = " ".join(
        dialog.messages[n].text
        for one in dialog.questions
        for n in one.evidence
        if n < until
    )
    names = (name for one in dialog.questions for name in one.named)
    return [name for name in dict.fromkeys(names) if name in texts]
