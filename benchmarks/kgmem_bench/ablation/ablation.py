"""`kgmem bench ablation`: each rule switched off in turn, and what changes on each set.

First everything is measured with all rules on, and each is watched: where it answers
just what it would if it were off, it can change nothing, and is not measured again.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.ablation.part import PATTERNS, RECALL, Measures, Part
from kgmem_bench.ablation.parts import SMALL, WHOLE, parts
from kgmem_bench.ablation.rules import PATTERN_RULES
from kgmem_bench.ablation.rules_recall import RECALL_RULES
from kgmem_bench.ablation.switch import Rule, is_number, off, watched
from kgmem_bench.common.report import Say, machine, say

RULES: tuple[Rule, ...] = (*PATTERN_RULES, *RECALL_RULES)
CACHED = 60_000
"""Texts whose vectors are remembered."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one measure of one set comes to without a rule."""

    part: str
    measure: str
    with_rule: float
    without: float


@dataclass(frozen=True, slots=True)
class RuleWorth:
    """What a rule is worth."""

    room: str
    rule: str
    place: str
    moved: Mapping[str, int]
    """By part that was measured: how often it answered otherwise than it would if it
    were off; -1 for a number, of which that is not known."""
    changes: tuple[Change, ...]
    """Measures that are others without it."""
    failed: str | None
    """What kgmem raised without it."""
    seconds: float
    """Of the processor."""


@dataclass(frozen=True, slots=True)
class AblationResult:
    """All rules."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    whole: bool
    """Were the whole sets measured?"""
    base: Mapping[str, Measures]
    """By part, with all rules."""
    rules: list[RuleWorth]


def bench_ablation(
    data: Path,
    *,
    only: str | None = None,
    whole: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> AblationResult:
    """Measure the sets below `data` without each rule; with `only`, those whose room,
    name or place has these words."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=CACHED)
    listed = list(parts(data, once, WHOLE if whole else SMALL))
    asked = [rule for rule in RULES if not only or only in _told(rule)]
    base, worth = measured(listed, asked, tell)
    return AblationResult(
        benchmark="ablation",
        machine=machine(),
        embedder=once.model,
        data=data.name,
        whole=whole,
        base=base,
        rules=worth,
    )


def measured(
    listed: Sequence[Part], rules: Sequence[Rule], tell: Say = say
) -> tuple[dict[str, Measures], list[RuleWorth]]:
    """What the parts come to with all rules, and what each of the rules is worth."""
    base, moved = _watched(listed, rules, tell)
    worth = []
    for rule in rules:
        worth.append(_without(rule, listed, base, moved))
        tell(_line(worth[-1]))
    return base, worth


def _told(rule: Rule) -> str:
    return f"{rule.room} {rule.name} {rule.place}"


def _watched(
    listed: Sequence[Part], rules: Sequence[Rule], tell: Say
) -> tuple[dict[str, Measures], dict[str, Counter[str]]]:
    """What each part comes to, and how often each rule moved there."""
    base: dict[str, Measures] = {}
    moved: dict[str, Counter[str]] = {}
    for part in listed:
        with watched([rule for rule in rules if not is_number(rule)]) as counted:
            base[part.name] = part.measure()
        moved[part.name] = counted
        tell(f"{part.name}: {dict(base[part.name])}")
    return base, moved


def _without(
    rule: Rule,
    listed: Sequence[Part],
    base: Mapping[str, Measures],
    moved: Mapping[str, Counter[str]],
) -> RuleWorth:
    counts = {
        part.name: -1 if is_number(rule) else moved[part.name][rule.name]
        for part in listed
    }
    chosen = _chosen(rule, [part for part in listed if counts[part.name]])
    changes: list[Change] = []
    failed = None
    start = time.process_time()
    try:
        with off(rule):
            for part in chosen:
                changes += _changes(part.name, base[part.name], part.measure())
    except Exception as error:  # whatever leans on the rule
        failed = f"{type(error).__name__}: {error}"[:200]
    return RuleWorth(
        room=rule.room,
        rule=rule.name,
        place=rule.place,
        moved={part.name: counts[part.name] for part in chosen},
        changes=tuple(changes),
        failed=failed,
        seconds=time.process_time() - start,
    )


def _chosen(rule: Rule, moved: Sequence[Part]) -> Sequence[Part]:
    """Of the parts in which it moved, those of its side; all, if it moved in none of
    these."""
    side = PATTERNS if rule in PATTERN_RULES else RECALL
    return [part for part in moved if side in part.shows] or moved


def _changes(name: str, before: Measures, after: Measures) -> Iterator[Change]:
    for measure, value in before.items():
        if abs(after[measure] - value) > 1e-9:
            yield Change(name, measure, value, after[measure])


def _line(worth: RuleWorth) -> str:
    changes = "; ".join(
        f"{one.part}, {one.measure} {one.without - one.with_rule:+.3f}"
        for one in worth.changes
    )
    return f"{worth.room} | {worth.rule} | {worth.failed or changes or 'nothing'}"
