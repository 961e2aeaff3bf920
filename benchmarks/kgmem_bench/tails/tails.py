"""`kgmem bench tails`: is what a request adds to a known one ever replayed away?

A memory learns some runs of each kind with a path and generalizes. Requests of these
kinds with other values are asked again with words that change or extend them: before
them, after a value, at their end. Not one of those may be replayed directly, whether
the request without them is or lacks something that they might pass for.
"""

import json
import random
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem import Recollection, Trajectory
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem.samples import Sample
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.data_sets import ROWS, miniwob, mobiagent, samples, tau

LEARNED = 5
"""Runs of each kind that are learned,"""
ASKED = 4
"""and others that are asked for."""
PLACES = ("before", "within", "after")
CLOSING = ('"', "'", "”", "’", "」", "』", "》", ")", "）")
SHORT = 8
"""Tails of each place in a quick run."""


@dataclass(frozen=True, slots=True)
class Tail:
    """Words that change what is asked."""

    text: str
    place: str
    language: str
    change: str = ""
    """What it changes, where that is said."""


@dataclass(frozen=True, slots=True)
class Tailed:
    """A request with a tail, and what became of it."""

    set: str
    kind: str
    task: str
    tail: Tail
    route: str
    told: str
    """What the plan binds, for reading."""


@dataclass(frozen=True, slots=True)
class SetCount:
    """Of one data set: requests with other values, and how many are direct."""

    name: str
    kinds: int
    asked: int
    direct: int


@dataclass(frozen=True, slots=True)
class TailsResult:
    """All sets."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    tails: str
    """Where the tails come from."""
    sets: list[SetCount]
    tailed: list[Tailed]


def own_tails() -> list[Tail]:
    """Those beside this module."""
    path = Path(__file__).with_name("tails.toml")
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Tail(text, place, language)
        for language, places in given.items()
        for place, texts in places.items()
        for text in texts
    ]


def tails_in(path: Path) -> list[Tail]:
    """Those of a JSON file: objects with `text`, `place` and `language`, or lists of
    these by name."""
    given = json.loads(path.read_text(encoding="utf-8"))
    rows = given if isinstance(given, list) else [r for v in given.values() for r in v]
    return [
        Tail(row["text"], row["place"], row["language"], row.get("changes", ""))
        for row in rows
    ]


def bench_tails(
    data: Path | None = None,
    tails: Path | None = None,
    *,
    quick: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> TailsResult:
    """Measure the sets with paths below `data`, or the shipped samples."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=20_000)
    chosen = tails_in(tails) if tails else own_tails()
    if quick:
        chosen = some_of(chosen)
    counts: list[SetCount] = []
    found: list[Tailed] = []
    for name, kinds in sets_with_paths(data or ROWS):
        with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
            settings = settings_for_bench(Path(folder))
            with stand(settings, once) as at:
                count, more = measured(name, kinds, at, chosen)
        tell(f"{name}: {count.direct} of {count.asked} direct, {len(more)} with tails")
        counts.append(count)
        found += more
    return TailsResult(
        benchmark="tails",
        machine=machine(),
        embedder=once.model,
        data=data.name if data else "shipped samples",
        tails=tails.name if tails else "own",
        sets=counts,
        tailed=found,
    )


def some_of(tails: Sequence[Tail]) -> list[Tail]:
    """A few of each place and language."""
    kept: dict[tuple[str, str], list[Tail]] = defaultdict(list)
    for tail in random.Random(0).sample(tails, len(tails)):
        listed = kept[tail.place, tail.language]
        if len(listed) < SHORT:
            listed.append(tail)
    return [tail for listed in kept.values() for tail in listed]


Kinds = Mapping[str, list[Sample]]


def sets_with_paths(data: Path) -> Iterator[tuple[str, Kinds]]:
    """The sets whose runs have steps, by name."""
    for name in (miniwob.SET, tau.SET):
        if (data / name).is_dir():
            yield name, _kinds(samples(data / name))
    if templates := mobiagent.templates(data / mobiagent.SET):
        made = {
            one.name: mobiagent.generate(one, LEARNED + ASKED, seed=1)
            for one in templates
        }
        yield f"{mobiagent.SET}, made runs", made


def _kinds(found: Iterable[Sample]) -> Kinds:
    """Successes with steps by kind, each text once."""
    kinds: dict[str, dict[str, Sample]] = defaultdict(dict)
    for one in found:
        run = one.trajectory
        if one.group and run.outcome == "success" and run.steps:
            kinds[one.group].setdefault(run.task, one)
    return {kind: list(texts.values()) for kind, texts in kinds.items()}


def measured(
    name: str, kinds: Kinds, at: Stand, tails: Sequence[Tail]
) -> tuple[SetCount, list[Tailed]]:
    """The set's requests on an empty memory, without tails and with them."""
    enough = {k: v for k, v in kinds.items() if len(v) > LEARNED}
    learned = [s.trajectory for v in enough.values() for s in v[:LEARNED]]
    at.memory.learn_many(learned)
    at.memory.generalize()
    asked = [
        (kind, sample.trajectory)
        for kind, listed in enough.items()
        for sample in listed[LEARNED : LEARNED + ASKED]
    ]
    direct = sum(_ask(at, run.task).route == "direct_replay" for _, run in asked)
    tailed = [
        one for kind, run in asked for one in _with_tails(name, kind, run, at, tails)
    ]
    return SetCount(name, len(enough), len(asked), direct), tailed


def _ask(at: Stand, task: str) -> Recollection:
    return at.memory.recall(task)


def _with_tails(
    name: str, kind: str, run: Trajectory, at: Stand, tails: Sequence[Tail]
) -> Iterator[Tailed]:
    language = "zh" if any("\u4e00" <= ch <= "\u9fff" for ch in run.task) else "en"
    match = at.memory.match(run.task)
    values = [v for v in match.bindings.values() if isinstance(v, str)] if match else []
    other = _other(at, run, values)
    for tail in tails:
        if tail.language != language:
            continue
        for task in _texts(run.task, tail, values, other):
            found = _ask(at, task)
            plan = found.plan
            told = json.dumps(plan.bindings, ensure_ascii=False) if plan else ""
            yield Tailed(name, kind, task, tail, found.route, told)


def _other(at: Stand, run: Trajectory, values: Sequence[str]) -> str:
    """A value that another run has where this one has its first."""
    match = at.memory.match(run.task)
    if match is None or not values:
        return "another one"
    first = next(n for n, v in match.bindings.items() if v == values[0])
    known = match.pattern.slot(first).examples
    return next((one for one in known if one and one != values[0]), "another one")


def _texts(task: str, tail: Tail, values: Sequence[str], other: str) -> Iterator[str]:
    text = tail.text.replace("{other}", other)
    is_spaced = tail.language == "en"
    gap = " " if is_spaced else ""
    if tail.place == "before":
        rest = task[:1].lower() + task[1:] if is_spaced else task
        yield f"{text}{gap}{rest}"
    elif tail.place == "after":
        bare = task.rstrip(".。!！")
        yield f"{bare}{gap}{text}{task[len(bare) :]}"
        if not is_spaced:
            yield f"{bare}，{text}{task[len(bare) :]}"
    else:
        for value in values[:2]:
            if value and task.count(value) == 1:
                at = task.index(value) + len(value)
                while task[at : at + 1] in CLOSING:  # a quotation is one value
                    at += 1
                yield f"{task[:at]}{gap}{text}{task[at:]}"
