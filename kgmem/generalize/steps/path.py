"""The common path of runs: lift -> loops -> align -> outline -> build -> verify.

Each run is tidied and told in slots, its loops are found, the runs are aligned step
by step; what nearly all take is required, what some take is optional, what excludes
each other is a choice. What was built counts only for runs that follow it, with each
step still naming the element that it named.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.generalize.steps.align_steps import align
from kgmem.generalize.steps.build_steps import build
from kgmem.generalize.steps.lift import BoundUse, Lifted, MemberRun, joined_slots, lift
from kgmem.generalize.steps.loops import PathToken, Uneven, lists_in, shapes_in, tokens
from kgmem.generalize.steps.nameless import with_open_names
from kgmem.generalize.steps.outline import Table, outline
from kgmem.generalize.steps.own_content import without_own_content
from kgmem.generalize.steps.same_step import way_of
from kgmem.generalize.steps.verify_path import PathVerdict, verdict
from kgmem.model.pattern import PatternStep, Slot
from kgmem.paths.fill_steps import Filler

__all__ = ["BoundUse", "CommonPath", "MemberRun", "common_path"]

MAX_BUILT_FROM = 30
"""Runs that a path is built from; more hardly change it."""
MAX_ALIGNED = 12
"""Different sequences that are aligned, the most frequent ones; runs with others are
only checked against the path."""
MAX_LENGTH = 80
"""Steps of a sequence that is aligned to another one."""
MAX_BUILDS = 4
"""Times that a path is built, each time without the runs that did not follow the one
before; then one run has to do."""

TOO_LONG = "is too long to compare"
TOO_RARE = "takes a way that few other runs take"
UNLIKE_VERIFIED = "does otherwise than the runs that are verified"


@dataclass(frozen=True, slots=True)
class CommonPath:
    """What runs have in common, and who follows it."""

    steps: tuple[PatternStep, ...]
    instances: Mapping[str, tuple[int | None, ...]]
    """By experience id: for each of the run's steps the number of the pattern's step
    that it is an instance of; None for fidgeting, which the path leaves out."""
    refused: Mapping[str, str]
    """Experience ids of the runs that don't follow it, with the reason."""


def common_path(runs: Sequence[MemberRun], asked: Collection[str] = ()) -> CommonPath:
    """The path that most of the runs follow; from one run already.

    It is built from `MAX_BUILT_FROM` runs at most; others follow it or don't. Holes of
    its steps name slots, each with its transform; `{slot}` is the value as the text
    has it. Of slots that are `asked` for any value will do.
    """
    by_id = {run.experience_id: run for run in runs}
    refused: dict[str, str] = {}
    open_slots = [Slot(slot_id=k, name=k, kind="text", asked=True) for k in asked]
    table = _conforming(_table(_leading(runs), refused), by_id, refused)
    steps: tuple[PatternStep, ...] = ()
    verdicts: dict[str, PathVerdict] = {}
    builds = 0
    while table:
        builds += 1
        found = outline(table)
        if len(found.runs) == 1 < len(runs):
            table = _table([by_id[key] for key in found.runs], {})
            found = replace(outline(table), refused=found.refused)
        steps = build(found, table, by_id)
        filler = Filler(steps, open_slots)
        verdicts = {
            run.experience_id: verdict(filler, run.bindings, run.path) for run in runs
        }
        refused |= found.refused
        failed = {key for key in found.runs if verdicts[key].reason}
        if not failed:
            break
        refused |= {key: verdicts[key].reason or "" for key in failed}
        table = _narrowed(table, failed, builds)
    return _concluded(steps, verdicts, refused)


def _conforming(
    table: Table, runs: Mapping[str, MemberRun], refused: dict[str, str]
) -> Table:
    """The runs without those that leave out what all verified ones do, or do what none
    of these does: what is only claimed does not change a verified path."""
    sure = [row.keys() for key, row in table.items() if runs[key].verified]
    if not sure:
        return table
    needed, known = set(sure[0]).intersection(*sure), set[int]().union(*sure)
    kept = {key: row for key, row in table.items() if needed <= row.keys() <= known}
    refused |= dict.fromkeys(table.keys() - kept.keys(), UNLIKE_VERIFIED)
    return kept


def _leading(runs: Sequence[MemberRun]) -> list[MemberRun]:
    """The runs to build from: each task's first, then the second ones, …, those that
    are verified before the others."""
    rank: Counter[str] = Counter()
    ranked: list[tuple[int, MemberRun]] = []
    for run in runs:
        ranked.append((rank[run.task_id], run))
        rank[run.task_id] += 1
    ranked.sort(key=lambda one: (not one[1].verified, one[0]))
    return [run for _, run in ranked[:MAX_BUILT_FROM]]


def _narrowed(table: Table, failed: Collection[str], builds: int) -> Table:
    """The runs to build from next: without those that failed, in the end the first
    one alone; none if that has failed alone."""
    left = {key: row for key, row in table.items() if key not in failed}
    if left and builds < MAX_BUILDS:
        return left
    first = next(iter(table))
    return {first: table[first]} if len(table) > 1 else {}


def _table(runs: Sequence[MemberRun], refused: dict[str, str]) -> Table:
    """The runs in common columns; those that can't be are added to `refused`."""
    told = _told(runs, refused)
    groups = list(_comparable(told, refused))
    columns = align([told[keys[0]] for keys in groups])
    return {
        key: dict(zip(taken, told[key], strict=True))
        for keys, taken in zip(groups, columns, strict=True)
        for key in keys
    }


def _told(
    runs: Sequence[MemberRun], refused: dict[str, str]
) -> dict[str, tuple[PathToken, ...]]:
    """Each run as a sequence of steps and loops, by experience id."""
    joined = joined_slots(runs)
    lifted = without_own_content(runs, [lift(run, joined) for run in runs])
    lifted = with_open_names(runs, lifted)
    shapes = shapes_in(
        lifted, {slot for run in runs for slot in lists_in(run.bindings)}
    )
    told: dict[str, tuple[PathToken, ...]] = {}
    for run, steps in zip(runs, lifted, strict=True):
        try:
            told[run.experience_id] = tokens(steps, run.bindings, shapes)
        except Uneven as error:
            refused[run.experience_id] = f"treats the items of {error} unevenly"
    return told


def _comparable(
    told: Mapping[str, Sequence[PathToken]], refused: dict[str, str]
) -> Iterator[list[str]]:
    """Runs with the same sequence together, the most frequent one first, as far as
    they can be aligned."""
    groups: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for key, found in told.items():
        groups[tuple(map(_signature, found))].append(key)
    ranked = sorted(groups.values(), key=lambda keys: -len(keys))
    for n, keys in enumerate(ranked):
        if n and len(told[keys[0]]) > MAX_LENGTH:
            refused |= dict.fromkeys(keys, TOO_LONG)
        elif n >= MAX_ALIGNED:
            refused |= dict.fromkeys(keys, TOO_RARE)
        else:
            yield keys


def _signature(token: PathToken) -> object:
    """Tokens with the same one are the same step, as far as names tell."""
    return token.slot, tuple(map(_step_signature, token.rounds[0]))


def _step_signature(lifted: Lifted) -> object:
    look = lifted.look
    if look is None:
        return lifted.step.action, lifted.entered
    told: object = (look.name, look.sure)
    if told == (None, ()):
        told = (tuple(sorted(look.evidence.items())), look.classes)
    way = None if lifted.picks else way_of(lifted)
    return lifted.step.action, lifted.entered, look.kind, told, way


def _concluded(
    steps: Sequence[PatternStep],
    verdicts: Mapping[str, PathVerdict],
    refused: Mapping[str, str],
) -> CommonPath:
    follows = {
        key: found.instances for key, found in verdicts.items() if not found.reason
    }
    others = {key: found.reason for key, found in verdicts.items() if found.reason}
    support = Counter(n for taken in follows.values() for n in {*taken} - {None})
    return CommonPath(
        tuple(
            step.model_copy(update={"support": support[step.n]})
            for step in (steps if follows else ())
        ),
        follows,
        {k: reason for k, reason in {**others, **refused}.items() if k not in follows},
    )
