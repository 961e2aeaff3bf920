"""`kgmem bench conversation`: what was said, found again, kept and told in time.

Dialogs are made (see `dialogs.py`): the same ones for the same seed, with the messages
that answer each question. Weights of contexts were chosen on another seed.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from kgmem.lab import Embedder, offline_embedder
from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import (
    Check,
    Say,
    checks_table,
    machine,
    machine_line,
    say,
    table,
)
from kgmem_bench.conversation import chats, people, quality, speed
from kgmem_bench.conversation.people import FoundOfPeople
from kgmem_bench.conversation.quality import BUDGET, Quality
from kgmem_bench.conversation.speed import AGENTS, SizeSpeed
from kgmem_bench.conversation.ways import MINE

_STRANGERS = (
    "**Chats of strangers** with an assistant, each in a memory of its own, read by "
    "rules. *Right*: of the profile's statements those that the speaker said of "
    "himself and that still hold; *said once*, *traps*: what held once, and what nobody"
    " said. *Of others*: what is said of somebody else and is known of him. "
    "*Corrected*: of what held once what the profile tells no longer. *Days told*, "
    f"*answered*, *evidence*: in a context of {people.BUDGET} tokens. What reads them "
    f"was made with {' and '.join(people.MADE_WITH)}; the others were asked once."
)
LENGTHS = (40, 120)
"""Messages of conversations that are folded."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be measured."""

    each: int = 12
    """Dialogs of either language."""
    sizes: tuple[int, ...] = (1_000, 100_000)
    """Messages of growing memories."""
    rounds: int = 100
    seed: int = 0
    chats: tuple[Path, ...] = ()
    """Files of strangers' chats, beside those that are kept here."""
    strangers: int | None = None
    """Of each set and language so many; None: all."""


QUICK = Order(each=2, sizes=(500, 2_000), rounds=20, strangers=1)


@dataclass(frozen=True, slots=True)
class ConversationResult:
    """Everything that was measured."""

    benchmark: str
    machine: dict[str, Any]
    order: Order
    quality: Quality
    sizes: Sequence[SizeSpeed]
    people: Sequence[FoundOfPeople] = ()


@dataclass(frozen=True, slots=True)
class StrangersResult:
    """What was measured on the chats of strangers."""

    benchmark: str
    machine: dict[str, Any]
    people: Sequence[FoundOfPeople]


def bench_strangers(
    order: Order, *, embedder: Embedder | None = None
) -> StrangersResult:
    """Measure the chats of strangers alone."""
    facts = machine()
    return StrangersResult("conversation", facts, _strangers(order, embedder))


def _strangers(order: Order, embedder: Embedder | None) -> list[FoundOfPeople]:
    once = embedder or offline_embedder()[0]
    return people.measure(order.chats, once, most=order.strangers)


def bench_conversation(
    order: Order, *, embedder: Embedder | None = None, tell: Say = say
) -> ConversationResult:
    """Measure quality with the offline embedder, speed with made vectors."""
    facts = machine()
    found = quality.measure(order.seed, order.each, LENGTHS, embedder, tell)
    sizes = speed.measure(order.sizes, order.rounds, order.seed, tell)
    tell("chats of strangers are read")
    known = _strangers(order, embedder)
    return ConversationResult("conversation", facts, order, found, sizes, known)


def checks(result: ConversationResult) -> list[Check]:
    """What is asked, and what was measured."""
    made = [
        *_found(result),
        *_found_in_chats(result),
        Check(
            "named things that folding keeps",
            mean([one.kept for one in result.quality.folded]),
            0.9,
            "",
            "high",
            "aim",
        ),
    ]
    if len(result.sizes) > 1:
        small, large = result.sizes[0], result.sizes[-1]
        grown = large.context.p50 / small.context.p50
        what = f"a context at {large.messages:,} by one at {small.messages:,}, medians"
        made.append(Check(what, grown, 3, "×", "low", "required"))
    return [*made, *of_strangers(result)]


def of_strangers(result: ConversationResult | StrangersResult) -> list[Check]:
    """What is asked of sets that no rule was made with."""
    found = []
    for one in result.people:
        if one.set in people.MADE_WITH:
            continue
        for what, value, aim in (
            ("of the profile's statements, right", _precision(one), 0.9),
            ("of what people say of themselves, found", _recall(one), 1 / 3),
            ("what held once, told no longer", _corrected(one), 0.9),
        ):
            if value is not None:
                name = f"{one.set}, {one.language}: {what}"
                found.append(Check(name, value, aim, "", "high", "aim"))
    return found


def _precision(one: FoundOfPeople) -> float | None:
    return one.counted.share("right", "stated")


def _recall(one: FoundOfPeople) -> float | None:
    return one.counted.share("found", "said")


def _corrected(one: FoundOfPeople) -> float | None:
    return one.counted.share("corrected", "changes")


def _found(result: ConversationResult) -> list[Check]:
    """Against the best of what it is compared with."""
    found = []
    for language in dict.fromkeys(one.language for one in result.quality.evidence):
        rows = [one for one in result.quality.evidence if one.language == language]
        [mine] = [one for one in rows if one.way == MINE]
        others = [one for one in rows if one.way != MINE]
        best_10 = max(one.at_10 for one in others)
        best_all = max(one.all_in_10 for one in others)
        what = f"{language}: evidence in 10, above the best other way"
        found.append(Check(what, mine.at_10 - best_10, 0, "", "high", "required"))
        what = f"{language}: all evidence in 10, above the best other way"
        found.append(Check(what, mine.all_in_10 - best_all, 0, "", "high", "required"))
    return found


def _found_in_chats(result: ConversationResult) -> list[Check]:
    """On the dialogs that no weight was chosen on, against the fifteen lines."""
    rows = [one for one in result.quality.in_chats if one.split == "test"]
    found = []
    for language in dict.fromkeys(one.language for one in rows):
        of = {one.way: one for one in rows if one.language == language}
        mine, other = of[chats.MINE], of[chats.FIFTEEN]
        for what, gained in (
            ("5", mine.at_5 - other.at_5),
            ("10", mine.at_10 - other.at_10),
        ):
            name = f"{language}: two people, evidence in {what}, above fifteen lines"
            found.append(Check(name, gained, 0, "", "high", "required"))
    return found


def to_markdown(result: ConversationResult) -> str:
    """The whole report."""
    told = result.quality
    return "\n\n".join(
        [
            "## Conversations",
            machine_line(result.machine),
            checks_table(checks(result)),
            f"{told.dialogs} made dialogs of 120 messages, {told.messages:,} in all, "
            f"{told.embedder}; questions about one message, about two that belong "
            "together, and about things that changed, of which the newer message is "
            "the evidence. Each dialog is searched by itself.",
            _evidence(told),
            "**Dialogs of two people** over months, written by hand, questions in "
            "other words; weights were chosen on the half called dev. Fifteen lines: "
            "z-score of BM25, z-score of cosine, and .3 of the turns before and after. "
            f"Context: of {chats.BUDGET} tokens.",
            _in_chats(told),
            _STRANGERS,
            _of_people(result.people),
            "**As of a time.** Search in the time before something changed finds the "
            "message of that time among five. Facts that people say of themselves "
            "in words of all kinds, read by rules (no chat model), and told as of "
            "before and after they changed:",
            _as_of(told),
            f"**Contexts** of {BUDGET} tokens by the built-in estimate; precision: of "
            "the messages that were found for the question, the share that is "
            "evidence. Last messages alone: as many as the budget holds.",
            _contexts(told),
            "**Folding** by rules: names, codes and places in what people will be "
            "asked for, that the summary still has; and that as many of the last "
            "characters have.",
            _folded(told),
            f"**Growth.** {AGENTS} people share the memory; made vectors, embedding "
            "left out; milliseconds.",
            _sizes(result.sizes),
            "",
        ]
    )


def strangers_page(result: StrangersResult) -> str:
    """The report of the chats of strangers alone."""
    told = [checks_table(found)] if (found := of_strangers(result)) else []
    return "\n\n".join(
        [
            "## Conversations",
            machine_line(result.machine),
            *told,
            _STRANGERS,
            _of_people(result.people),
            "",
        ]
    )


def _of_people(found: Sequence[FoundOfPeople]) -> str:
    head = ["set", "language", "chats", "statements", "right", "said once", "traps"]
    head += ["of what is said, found", "of others, found", "corrected", "days told"]
    head += ["questions", "answered", "evidence", "old answer alone"]
    rows = []
    for one in found:
        n = one.counted
        shares = (
            n.share("found", "said"),
            n.share("others_found", "others"),
            n.share("corrected", "changes"),
            n.share("days_told", "days"),
        )
        asked = n.share("answered", "questions"), n.share("evidence", "questions")
        right = n.share("right", "stated")
        profile = n.stated, right, n.stale, n.trapped
        counts = one.set, one.language, one.chats, *profile, *shares, n.questions
        rows.append([*counts, *asked, n.stale_alone])
    return table(head, rows)


def _evidence(told: Quality) -> str:
    head = ["way", "language", "questions", "recall at 5", "at 10", "all in 10"]
    head += ["newer before older"]
    return table(head, map(astuple, told.evidence))


def _in_chats(told: Quality) -> str:
    head = ["way", "dialogs", "language", "questions", "recall at 5", "at 10"]
    head += ["in the context"]
    return table(head, map(astuple, told.in_chats))


def _as_of(told: Quality) -> str:
    head = ["language", "searches then", "found", "facts", "read at all"]
    head += ["right as of then", "right as of now"]
    return table(head, map(astuple, told.as_of))


def _contexts(told: Quality) -> str:
    head = ["language", "questions", "evidence", "precision", "tokens, mean"]
    head += ["evidence, last messages alone"]
    return table(head, map(astuple, told.contexts))


def _folded(told: Quality) -> str:
    head = ["language", "messages", "named", "in the summary", "in the last characters"]
    return table(head, map(astuple, told.folded))


def _sizes(sizes: Sequence[SizeSpeed]) -> str:
    head = ["messages", "kept a second", "one message p50", "p95", "context p50", "p95"]
    head += ["search p50", "p95", "MB on disk"]
    return table(
        head,
        [
            [
                f"{one.messages:,}",
                one.rate,
                one.single.p50,
                one.single.p95,
                one.context.p50,
                one.context.p95,
                one.search.p50,
                one.search.p95,
                one.bytes / 1e6,
            ]
            for one in sizes
        ],
    )
