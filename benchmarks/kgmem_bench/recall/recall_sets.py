"""What the recall benchmark learns and asks: scenarios made from sets of samples.

Groups (templates, kinds of task) are split by checksum. A quarter is left out of the
memory: what is asked of them is novel. Of every other group the first k distinct
wordings by checksum are learned and later ones asked, so no query is a learned
wording. Half of all groups is the tuning half, by the same rule that the embedders'
scales were fitted with; numbers are reported on the other half.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from kgmem import Trajectory
from kgmem.lab import Language, language_of, normalize
from kgmem.samples import Sample
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.data_sets import (
    android_control,
    autodroid,
    miniwob,
    mobiagent,
    samples,
    screenagent,
    webarena,
)
from kgmem_bench.data_sets.reading import read_rows

ASKED_PER_GROUP = 6
EVERYTHING = "all in one memory"
GROUPED = (miniwob.SET, webarena.SET, mobiagent.SET)
"""Sets that say which tasks are of one kind."""
SETS = (*GROUPED, screenagent.SET, autodroid.SET, android_control.SET)
LEFT_OUT = 4
"""One group in so many is novel."""
OVERLAP = 0.5
"""Runs of one app whose sets of targets overlap so far (Jaccard) help each other."""
_VARIANT = re.compile(r"(-(easy|medium|hard|nodelay|dynamic|auto|large|soft|\d+))+$")
_SOURCES = {
    miniwob.SET: "miniwob",
    mobiagent.SET: "mobiagent",
    webarena.SET: "webarena",
}
"""Sets by the names that the embedders' halves know them by."""


@dataclass(frozen=True, slots=True)
class Query:
    """A task to recall, and the runs that would help."""

    text: str
    group: str
    relevant: frozenset[str]
    """source_task_id of learned runs."""
    tuning: bool
    known: bool | None
    """False: its whole group was left out; None: the set does not tell."""

    @property
    def language(self) -> Language:
        return language_of(self.text)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One memory and what is asked of it."""

    name: str
    k: int | None
    """Learned runs per group; None: as many as there are."""
    runs: tuple[Trajectory, ...]
    queries: tuple[Query, ...]

    @property
    def title(self) -> str:
        return self.name if self.k is None else f"{self.name}, k={self.k}"


def scenarios(data: Path, *, quick: bool = False) -> Iterator[Scenario]:
    """All scenarios that the data sets below `data` allow."""
    asked = 2 if quick else ASKED_PER_GROUP
    found = {
        name: list(samples(data / name)) for name in SETS if (data / name).is_dir()
    }
    plain = [name for name in GROUPED if name in found]
    alone = [grouped(name, found[name], 3, asked) for name in plain]
    if not quick:
        yield from (grouped(name, found[name], 1, asked) for name in plain)
    yield from alone
    if miniwob.SET in found:
        yield after_failures(found[miniwob.SET], asked)
    others = [
        *(cross_language(data / screenagent.SET) if screenagent.SET in found else ()),
        *(shared_screens(found[autodroid.SET]) if autodroid.SET in found else ()),
        *(
            [unrelated(found[android_control.SET])]
            if android_control.SET in found
            else ()
        ),
    ]
    yield from others
    yield together(alone, others)


def grouped(
    name: str, found: Sequence[Sample], k: int, asked: int = ASKED_PER_GROUP
) -> Scenario:
    """Other wordings of the same group."""
    runs: list[Trajectory] = []
    queries: list[Query] = []
    groups = _by_group(found)
    novel = _novel(groups)
    for group, members in groups.items():
        texts = _shuffled({normalize(s.trajectory.task) for s in members})
        learned = set() if group in novel else set(texts[:k])
        mine = [
            s.trajectory for s in members if normalize(s.trajectory.task) in learned
        ]
        runs += mine
        later = _wordings(members, texts[k : k + asked])
        queries += _queries(name, group, mine, later)
    return Scenario(name, k, tuple(runs), tuple(queries))


def cross_language(folder: Path) -> list[Scenario]:
    """Sessions learned under their wording in one language, asked in the other."""
    found: list[Scenario] = []
    for learned, asked in (("en", "zh"), ("zh", "en")):
        both = [
            (_session(row, learned), _session(row, asked), str(row["task_en"]))
            for row in read_rows(folder / "dev.jsonl", dict)
        ]
        novel = _novel(group for _, _, group in both)
        runs: dict[str, list[Trajectory]] = defaultdict(list)
        wording: dict[str, str] = {}
        for run, other, group in both:
            wording[group] = other.task
            runs[group] += [] if group in novel else [run]
        queries = [
            query
            for group, text in wording.items()
            for query in _queries(screenagent.SET, group, runs[group], [text])
        ]
        every = tuple(run for listed in runs.values() for run in listed)
        name = f"screenagent-zh, {learned} learned, {asked} asked"
        found.append(Scenario(name, None, every, tuple(queries)))
    return found


def _session(row: dict[str, object], language: str) -> Trajectory:
    return screenagent.sample(row, "zh" if language == "zh" else "en").trajectory


def shared_screens(found: Sequence[Sample]) -> list[Scenario]:
    """Tasks in apps where no wording returns: half is learned, the other half asked,
    and the other way round. What helps is a run over the same elements."""
    halves: tuple[list[Trajectory], list[Trajectory]] = ([], [])
    for sample in found:
        halves[crc32(sample.trajectory.task.encode()) % 101 < 50].append(
            sample.trajectory
        )
    return [
        Scenario(
            f"autodroid, half {n}",
            None,
            tuple(learned),
            tuple(_query_by_path(one, learned) for one in asked),
        )
        for n, (learned, asked) in enumerate((halves, halves[::-1]), 1)
    ]


def _query_by_path(asked: Trajectory, learned: Iterable[Trajectory]) -> Query:
    relevant = frozenset(
        str(one.source_task_id) for one in learned if _overlap(asked, one) >= OVERLAP
    )
    tuning = is_tuning(f"autodroid/{asked.app}")
    return Query(asked.task, str(asked.app), relevant, tuning, known=None)


def _overlap(a: Trajectory, b: Trajectory) -> float:
    if a.app != b.app:
        return 0.0
    one, other = (
        {(s.action, s.target.label()) for s in run.steps if s.target} for run in (a, b)
    )
    return len(one & other) / len(one | other) if one | other else 0.0


def after_failures(found: Sequence[Sample], asked: int) -> Scenario:
    """Groups with failed runs: all of those are learned and a single success; asked
    is in wordings to which a failed run is the closest."""
    runs: list[Trajectory] = []
    queries: list[Query] = []
    for group, members in _by_group(found).items():
        failed = [s.trajectory for s in members if s.trajectory.outcome == "failure"]
        tried = {normalize(run.task) for run in failed}
        won = [s.trajectory for s in members if s.trajectory.outcome == "success"]
        won = [run for run in won if normalize(run.task) not in tried]
        won.sort(key=lambda run: crc32(run.task.encode()))
        if not failed or len(won) < 2:
            continue
        learned, rest = won[:1], _shuffled({run.task for run in won[1:]})
        runs += [*failed, *learned]
        texts = [text for text in rest if _closest(text, failed, learned)]
        queries += _queries(miniwob.SET, group, learned, texts[:asked])
    return Scenario("miniwob-demos, after failures", None, tuple(runs), tuple(queries))


def _closest(
    text: str, failed: Iterable[Trajectory], won: Iterable[Trajectory]
) -> bool:
    """Does a failed run share more of its words than any success?"""
    return max(_words_shared(text, f.task) for f in failed) > max(
        _words_shared(text, w.task) for w in won
    )


def _words_shared(a: str, b: str) -> float:
    one, other = set(normalize(a).split()), set(normalize(b).split())
    return len(one & other) / len(one | other)


def unrelated(found: Sequence[Sample]) -> Scenario:
    """Goals that hardly repeat: half is learned, the other half asked, and nothing
    may be replayed directly."""
    runs = [s.trajectory for s in found if crc32(s.trajectory.task.encode()) % 101 < 50]
    known = {normalize(run.task) for run in runs}
    texts = {s.trajectory.task for s in found} - {run.task for run in runs}
    queries = [
        Query(text, text, frozenset(), is_tuning(f"android-control/{text}"), known=None)
        for text in _shuffled(texts)[:120]
        if normalize(text) not in known
    ]
    return Scenario("android-control", None, tuple(runs), tuple(queries))


def together(asked: Sequence[Scenario], others: Sequence[Scenario]) -> Scenario:
    """Their runs in one memory: more to confuse a task with. Only the first are
    asked, whose kinds are told apart by the sets themselves."""
    runs = {run.source_task_id: run for one in (*asked, *others) for run in one.runs}
    texts = {normalize(run.task) for run in runs.values()}
    queries = [
        query
        for one in asked
        for query in one.queries
        if normalize(query.text) not in texts
    ]
    return Scenario(EVERYTHING, 3, tuple(runs.values()), tuple(queries))


def _queries(
    source: str, group: str, learned: Sequence[Trajectory], texts: Iterable[str]
) -> list[Query]:
    relevant = frozenset(str(run.source_task_id) for run in learned)
    tuning = is_tuning(_half_of(source, group))
    name, known = f"{source}/{group}", bool(learned)
    return [Query(text, name, relevant, tuning, known) for text in texts]


def _half_of(source: str, group: str) -> str:
    """What the embedders' halves are chosen by; a translated task, by its English."""
    if source == screenagent.SET:
        return group
    return f"{_SOURCES.get(source, source)}/{group}"


def _family(group: str) -> str:
    """The group without what names a variant of it (`-easy`, `-nodelay`, …)."""
    return _VARIANT.sub("", group)


def _novel(groups: Iterable[str]) -> set[str]:
    """Groups that are left out of the memory."""
    shuffled = _shuffled(groups)
    return set(shuffled[: len(shuffled) // LEFT_OUT])


def _by_group(found: Iterable[Sample]) -> dict[str, list[Sample]]:
    """Variants of one task are one group: often they share their very words."""
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample in found:
        if sample.group is not None:
            groups[_family(sample.group)].append(sample)
    return groups


def _wordings(members: Iterable[Sample], texts: Sequence[str]) -> list[str]:
    """One wording as it is written for each normalized text."""
    written = {normalize(s.trajectory.task): s.trajectory.task for s in members}
    return [written[text] for text in texts]


def _shuffled(texts: Iterable[str]) -> list[str]:
    """An order that has nothing to do with the texts' order or meaning."""
    return sorted(texts, key=lambda text: (crc32(text.encode()), text))
