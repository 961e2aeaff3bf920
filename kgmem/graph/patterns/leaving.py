"""Tasks and runs leave their pattern: it keeps what the others say, and no more.

Whoever takes something away notes first what it says (`noted`), and lets the patterns
settle afterwards (`settle`). A pattern that can't be kept without words that only the
ones who left had said is deleted: the next batch job makes it anew.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kgmem.graph.patterns.read import patterns_of, read_parts
from kgmem.graph.patterns.rows import app_stats_text, members_of
from kgmem.graph.query_files import each, query
from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Membership, Pattern, PatternStep, Slot
from kgmem.model.texts import template as templates
from kgmem.model.texts.url import url_template
from kgmem.ports import Row, Transaction

WITNESSES = 20
"""Instances of each step of a pattern that are asked what they say: what all of them
do needs no more."""
SPEAKERS = 3
"""Members that are asked for each wording."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """What goes, noted while it was there."""

    patterns: Mapping[str, int]
    """That it leaves, locked, with the number of runs behind them."""
    tasks: tuple[str, ...]
    runs: tuple[str, ...]
    said: "SharedTexts"
    instances: tuple[Row, ...]
    """Which runs are instances of which pattern's steps."""


def noted(
    tx: Transaction, tasks: Sequence[str], runs: Sequence[str] | None = None
) -> Leaving | None:
    """What these runs (None: all) of these tasks say and are instances of; None if
    the tasks have no pattern. The tasks have to be locked."""
    belong = tx.run(query("patterns_of_tasks"), {"ids": list(tasks)})
    patterns = sorted({row["pattern_id"] for row in belong})
    if not patterns:
        return None
    heads = tx.run(query("lock_patterns"), {"ids": patterns})
    if runs is None:
        instances = tx.run(query("instances_of_tasks"), {"ids": list(tasks)})
        runs = sorted({row["experience_id"] for row in instances})
    else:
        instances = tx.run(query("instances_of_runs"), {"ids": list(runs)})
    return Leaving(
        patterns={head["pattern_id"]: head["runs"] for head in heads},
        tasks=tuple(tasks),
        runs=tuple(runs),
        said=SharedTexts(
            chain(
                _said_by_tasks(tx, tasks),
                _said_by_steps(tx.run(query("said_by_runs"), {"ids": list(runs)})),
            )
        ),
        instances=tuple(instances),
    )


def move_out(tx: Transaction, space: str, tasks: Sequence[str]) -> None:
    """Take tasks out of their patterns; they themselves stay."""
    leaving = noted(tx, tasks)
    if leaving is None:
        return
    tx.run(query("leave_patterns"), {"ids": list(tasks)})
    tx.run(query("unbind_tasks"), {"ids": list(tasks)})
    tx.run(query("delete_instances"), {"ids": list(leaving.runs)})
    settle(tx, space, leaving)


def settle(tx: Transaction, space: str, leaving: Leaving) -> None:
    """Count anew what was left, and take out of it what only those who left had
    said. Its other members wait for a batch job."""
    for pattern_id in leaving.patterns:
        lost = [row for row in leaving.instances if row["pattern_id"] == pattern_id]
        _weaken(tx, lost)
        parts = read_parts(tx.run, space, [pattern_id], with_members=True)
        for pattern in patterns_of(parts).values():
            tx.run(query("unmark_tasks"), {"ids": list(pattern.members)})
            _settle(tx, pattern, leaving)


def _settle(tx: Transaction, pattern: Pattern, leaving: Leaving) -> None:
    kept, numbers = _without(pattern, leaving)
    if not kept.members or _betrays(tx, kept, leaving):
        delete_whole(tx, [pattern.pattern_id])
        return
    head = {
        "name": kept.name,
        "template": kept.template,
        "wordings": list(kept.wordings),
        "support": kept.support,
        "runs": len(kept.success_cases),
        "members": len(members_of(kept)),
        "steps": len(kept.steps),
        "wins": kept.stats.wins,
        "app_stats": app_stats_text(kept.app_stats),
    }
    key = {"pattern_id": pattern.pattern_id}
    tx.run(query("set_pattern"), {**key, "props": head})
    tx.run(query("drop_runs"), {"ids": list(leaving.tasks), "runs": list(leaving.runs)})
    each(
        tx,
        "set_examples",
        ({"slot_id": s.slot_id, "examples": list(s.examples)} for s in kept.slots),
    )
    for old, new in numbers.items():  # ascending: none is renumbered twice
        if old != new:
            tx.run(query("renumber_wording"), {**key, "old": old, "new": new})


def delete_whole(tx: Transaction, ids: Sequence[str]) -> None:
    """Delete patterns with all their parts."""
    delete_parts(tx, ids)
    tx.run(query("delete_patterns"), {"ids": list(ids)})


def delete_parts(tx: Transaction, ids: Sequence[str]) -> None:
    """Delete all of patterns but their heads."""
    for name in ("delete_slots", "delete_pattern_steps", "delete_memberships"):
        tx.run(query(name), {"ids": list(ids)})


def _weaken(tx: Transaction, lost: Sequence[Row]) -> None:
    """Take runs off the support of steps; a step that no run supports goes."""
    runs = Counter(row["pattern_step_id"] for row in lost)
    rows = [{"pattern_step_id": key, "runs": count} for key, count in runs.items()]
    each(tx, "weaken_pattern_steps", rows)
    tx.run(query("delete_unfounded_steps"), {"ids": list(runs)})


def _without(pattern: Pattern, leaving: Leaving) -> tuple[Pattern, Mapping[int, int]]:
    """The pattern as its remaining members bear it out, and the new numbers of the
    wordings that are still in use."""
    told = pattern.memberships.values()
    wordings = (pattern.template, *pattern.wordings)
    used = sorted({one.wording for one in told}) or list(range(len(wordings)))
    leavers = set(leaving.runs)
    runs = tuple(key for key in pattern.success_cases if key not in leavers)
    gone = leaving.patterns[pattern.pattern_id] - len(runs)
    apps = {fold_app(one.app) for one in told}
    template = wordings[used[0]]
    kept = pattern.model_copy(
        update={
            "name": pattern.name if used[0] == 0 else template,
            "template": template,
            "wordings": tuple(wordings[n] for n in used[1:]),
            "slots": tuple(_with_examples_of(told, slot) for slot in pattern.slots),
            "support": _support(pattern, gone),
            "success_cases": runs,
            "stats": pattern.stats.model_copy(
                update={"wins": max(0, pattern.stats.wins - gone)}
            ),
            "app_stats": {
                app: stats
                for app, stats in pattern.app_stats.items()
                if fold_app(app) in apps
            },
        }
    )
    return kept, {old: new for new, old in enumerate(used)}


def _support(pattern: Pattern, gone: int) -> int:
    """Runs that are left or, where none is, tasks."""
    runs = pattern.support - gone if pattern.steps else 0
    return runs if runs > 0 else len(pattern.members)


def _with_examples_of(members: Iterable[Membership], slot: Slot) -> Slot:
    bound = (one.bindings.get(slot.name, []) for one in members)
    values = set(chain.from_iterable([v] if isinstance(v, str) else v for v in bound))
    examples = tuple(one for one in slot.examples if one in values)
    return slot.model_copy(update={"examples": examples})


# What is said, and by whom ------------------------------------------------------------


class SharedTexts:
    """Texts, to be asked what they have in common with others."""

    def __init__(self, texts: Iterable[str]) -> None:
        unique = set(texts)
        self.texts = {folded for text in unique if (folded := _folded(text))}
        self.all = "\n".join(self.texts)
        self.words = {word for text in unique for word in folds(text)}

    def quotes(self, piece: str) -> bool:
        """Is it a part of one of the texts, or one of them a part of it?"""
        folded = _folded(piece)
        return folded in self.all or any(text in folded for text in self.texts)

    def contains(self, piece: str) -> bool:
        """Is it a part of one of the texts?"""
        return _folded(piece) in self.all


def _betrays(tx: Transaction, pattern: Pattern, leaving: Leaving) -> bool:
    """Does a fixed part of the pattern repeat what only those who left had said: a
    phrase of theirs, or a single word?"""
    gone, pieces = leaving.said, set(_pieces(pattern))
    quoted = {piece for piece in pieces if _folded(piece) and gone.quotes(piece)}
    words = {word for piece in pieces for word in folds(piece)} & gone.words
    if not quoted and not words:
        return False
    others = SharedTexts(_said_by_others(tx, pattern, leaving))
    return not all(map(others.contains, quoted)) or not words <= others.words


def _said_by_others(
    tx: Transaction, pattern: Pattern, leaving: Leaving
) -> Iterator[str]:
    speakers: dict[int, list[str]] = {}
    for key, member in pattern.memberships.items():
        speakers.setdefault(member.wording, []).append(key)
    chosen = {key for keys in speakers.values() for key in keys[:SPEAKERS]}
    # A task that lost a run may be a member still.
    chosen |= pattern.memberships.keys() & set(leaving.tasks)
    yield from _said_by_tasks(tx, sorted(chosen))
    asked = {"pattern_id": pattern.pattern_id, "limit": WITNESSES}
    yield from _said_by_steps(tx.run(query("said_by_instances"), asked))


def _said_by_tasks(tx: Transaction, ids: Iterable[str]) -> Iterator[str]:
    for row in tx.run(query("said_by_tasks"), {"ids": list(ids)}):
        yield row["text"]
        yield row["app"] or ""


def _said_by_steps(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield row["value"] or ""
        for name in ("params", "target", "destination", "page_before", "page_after"):
            if row[name]:
                value = json.loads(row[name])
                yield from _leaves(value)
                if url := name.startswith("page") and value.get("url"):
                    yield from _literals(url_template(url))


def _pieces(pattern: Pattern) -> Iterator[str]:
    """The fixed words of a pattern, slots left out."""
    texts = [pattern.name, pattern.template, *pattern.wordings]
    texts += [slot.name for slot in pattern.slots]
    for step in pattern.steps:
        texts += _texts(step)
    for text in texts:
        yield from _literals(text)


def _texts(step: PatternStep) -> Iterator[str]:
    yield step.value or ""
    yield from _leaves(step.params)
    for part in (step.target, step.destination, step.until, step.expect):
        if part is not None:
            yield from _leaves(part.compact())


def _literals(template: str) -> Iterator[str]:
    return (part for part in templates.parts(template) if isinstance(part, str))


def _leaves(value: object) -> Iterator[str]:
    """The texts and numbers of a JSON value, as texts."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        yield from chain.from_iterable(map(_leaves, value))
    elif isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def _folded(text: str) -> str:
    """The text without case, width and white space; empty if it is marks alone."""
    folded = "".join(normalize(text).split())
    return folded if any(ch.isalnum() for ch in folded) else ""
