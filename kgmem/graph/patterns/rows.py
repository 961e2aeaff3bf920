"""A pattern as rows of the graph."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from uuid import UUID, uuid5

from kgmem.errors import InvalidInput
from kgmem.graph.columns import (
    FLAG,
    LIST,
    OBJECT,
    SOME,
    Column,
    json_of,
    named,
    props_of,
)
from kgmem.graph.read_rows import STATS, element_of, stats_of
from kgmem.graph.rows import without_unknown
from kgmem.model.base import to_json
from kgmem.model.experience import Stats, with_wins
from kgmem.model.option import Option
from kgmem.model.pattern import Expectation, Membership, Pattern, PatternStep, Slot
from kgmem.model.source import ValueSource
from kgmem.model.values.identical import REMEMBERED
from kgmem.ports import Row

MAX_ELEMENTS = 8
"""A pattern's step points at so many elements: those that most instances used."""
MAX_HISTORY = 50
"""Newest lines that are kept of what became of a pattern."""

Places = Sequence[int | None]
"""For each step of a run's path the `n` of the pattern's step that it is an instance
of; None for one that the pattern does without."""
Path = Sequence[tuple[str, Mapping[str | None, str]]]
"""A run's path: of each step that did not fail its id and, by the part of the step that
they are, the ids of its elements; None: its target."""

_NAMESPACE = UUID("0c5cf3d3-6a7e-5c36-8f0b-2c6a0d1f4b7e")
"""Never change it: every stored step of a pattern hangs on it."""


def pattern_step_id(pattern_id: str, version: int, n: int) -> str:
    """The id of step `n` of one version of a pattern."""
    return str(uuid5(_NAMESPACE, to_json(["pattern_step", pattern_id, version, n])))


def tombstone_id(space: str, key: str) -> str:
    """One id per space and key of a forgotten pattern."""
    return str(uuid5(_NAMESPACE, to_json(["tombstone", space, key])))


# There --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PatternRows:
    """The parts of one pattern, without its head and what its runs tell."""

    slots: list[Row]
    steps: list[Row]
    fills: list[Row]
    members: list[Row]
    binds: list[Row]


def rows_of_pattern(
    space: str, pattern: Pattern, runs: Mapping[str, Sequence[str]]
) -> PatternRows:
    """Slots, steps and memberships; `runs` are the pattern's success cases by task.
    Raises InvalidInput for a slot's name that the pattern does not have."""
    slots = _SlotIds(pattern)
    return PatternRows(
        slots=[_slot_row(space, n, slot) for n, slot in enumerate(pattern.slots, 1)],
        steps=[_step_row(space, pattern, step) for step in pattern.steps],
        fills=[
            {
                "pattern_step_id": _step_key(pattern, step.n),
                "slot_id": slots[name],
            }
            for step in pattern.steps
            for name in step.slots
        ],
        members=[
            {
                "task_id": key,
                "props": {
                    **membership_props(pattern.memberships.get(key)),
                    "runs": list(runs.get(key, ())),
                },
            }
            for key in members_of(pattern)
        ],
        binds=_bind_rows(pattern, slots),
    )


def members_of(pattern: Pattern) -> list[str]:
    """Ids of its tasks, each once, sorted."""
    return sorted({*pattern.members, *pattern.memberships})


def head_props(
    space: str, pattern: Pattern, old: Row | None, history: Sequence[str], at: int
) -> Row:
    """Properties of the pattern's node; `old` is the node that was there. What was
    counted in replays stays."""
    return {
        "space": space,
        "name": pattern.name,
        "template": pattern.template,
        "wordings": list(pattern.wordings),
        "app": pattern.app,
        "version": pattern.version,
        "status": pattern.status,
        "support": pattern.support,
        "runs": len(pattern.success_cases),
        "members": len(members_of(pattern)),
        "slots": len(pattern.slots),
        "steps": len(pattern.steps),
        "history": list(history)[-MAX_HISTORY:],
        "created_at": at if old is None else old["created_at"],
        "updated_at": at,
        **stats_props(_counted_on(pattern, old)),
        "app_stats": app_stats_text(_app_stats(pattern, old)),
    }


def membership_props(membership: Membership | None) -> Row:
    """Properties of a GENERALIZES edge."""
    if membership is None:
        return {}
    return {
        "wording": membership.wording,
        "separators": to_json(membership.separators) if membership.separators else None,
        "app": membership.app,
    }


def bind_props(value: str | list[str]) -> Row:
    """Properties of a BINDS edge: one value, or the items of a list."""
    return {"value": value} if isinstance(value, str) else {"values": list(value)}


@dataclass(frozen=True, slots=True)
class PatternChange:
    """What became of a pattern in one version."""

    version: int
    what: str
    at: int
    """In milliseconds."""


def history_line(version: int, what: str, at: int) -> str:
    """JSON of one line of a pattern's history."""
    return to_json({"version": version, "what": what, "at": at})


class _SlotIds(dict[str, str]):
    """Slot ids by name."""

    def __init__(self, pattern: Pattern) -> None:
        super().__init__({slot.name: slot.slot_id for slot in pattern.slots})
        self._pattern_id = pattern.pattern_id

    def __missing__(self, name: str) -> str:
        raise InvalidInput(f"pattern {self._pattern_id} has no slot {name!r}")


def _step_key(pattern: Pattern, n: int) -> str:
    return pattern_step_id(pattern.pattern_id, pattern.version, n)


def _slot_row(space: str, n: int, slot: Slot) -> Row:
    props = {"space": space, **props_of(SLOTS, slot)}
    return without_unknown({"slot_id": slot.slot_id, "n": n, "props": props})


def _step_row(space: str, pattern: Pattern, step: PatternStep) -> Row:
    props = {
        "space": space,
        "version": pattern.version,
        "name": (step.target.label() or None) if step.target else None,
        **props_of(STEPS, step),
    }
    key = _step_key(pattern, step.n)
    return without_unknown({"pattern_step_id": key, "n": step.n, "props": props})


def options_text(options: Sequence[Option]) -> str | None:
    """JSON of a list's options; None for none."""
    return to_json([[one.label, one.value] for one in options]) if options else None


@lru_cache(maxsize=REMEMBERED)
def _options_of(text: str | None) -> tuple[Option, ...]:
    """Cached: what is told of an option is remembered by the very list."""
    pairs = json.loads(text) if text else []
    return tuple(Option.of_stored(label=label, value=own) for label, own in pairs)


def _reads_text(sources: Sequence[ValueSource]) -> str | None:
    return to_json([one.compact() for one in sources]) if sources else None


def _reads_of(text: str | None) -> tuple[ValueSource, ...]:
    return tuple(map(ValueSource.model_validate, json.loads(text))) if text else ()


@lru_cache(maxsize=4096)
def _expectation_of(text: str | None) -> Expectation | None:
    return None if text is None else Expectation.model_validate_json(text)


def repairs_text(repairs: Sequence[Sequence[PatternStep]]) -> str:
    """JSON of the ways that did a step's work."""
    return to_json([[step.compact() for step in way] for way in repairs])


def repairs_of(text: str | None) -> tuple[tuple[PatternStep, ...], ...]:
    """The ways in a JSON text."""
    return tuple(
        tuple(PatternStep.model_validate({"n": 0, **step}) for step in way)
        for way in (json.loads(text) if text else ())
    )


SLOTS = {
    **named("name kind is_list sensitive transform"),
    "asked": Column(load=bool),
    "examples": LIST,
    "has_more": FLAG,
    "reads": Column(_reads_text, _reads_of),
    "options": Column(options_text, _options_of),
}
STEPS = {
    **named("n action value need branch repeat_for support irreversible"),
    **named("target destination", Column(json_of, element_of)),
    **named("until expect", Column(json_of, _expectation_of)),
    "params": OBJECT,
    "slots": LIST,
    "clears": FLAG,
    "when": SOME._replace(name="done_when"),
    "unless": SOME._replace(name="done_unless"),
    "repairs": Column(lambda ways: repairs_text(ways) if ways else None, repairs_of),
}


def _bind_rows(pattern: Pattern, slots: Mapping[str, str]) -> list[Row]:
    binds: dict[str, list[Row]] = defaultdict(list)
    for task, membership in pattern.memberships.items():
        for name, value in membership.bindings.items():
            bind = {"task_id": task, "props": bind_props(value)}
            binds[slots[name]].append(bind)
    return [{"slot_id": key, "binds": rows} for key, rows in binds.items()]


def _counted_on(pattern: Pattern, old: Row | None) -> Stats:
    """The statistics to go on with: those of replays, and the runs behind the
    pattern, which count as wins; how many of these are verified, they tell."""
    if old is None:
        return pattern.stats.model_copy(update={"verified": 0})
    runs = len(pattern.success_cases) - old["runs"]
    return with_wins(stats_of(old), runs)


def _app_stats(pattern: Pattern, old: Row | None) -> dict[str, Stats]:
    """Per app the better known of what is given and what was there."""
    known = app_stats_of(old["app_stats"]) if old else {}
    new = {
        app: stats.model_copy(update={"verified": 0})
        for app, stats in pattern.app_stats.items()
    }
    return {
        app: max(stats, known.get(app, stats), key=lambda one: one.wins + one.losses)
        for app, stats in new.items()
    }


def stats_props(stats: Stats) -> Row:
    """Counters as properties of a node."""
    return props_of(STATS, stats)


def app_stats_text(stats: Mapping[str, Stats]) -> str | None:
    """JSON of the statistics of each app; None for none."""
    rows = {app: stats_props(one) for app, one in stats.items()}
    return to_json(rows) if rows else None


def app_stats_of(text: str | None) -> dict[str, Stats]:
    """The statistics of each app in a JSON text."""
    rows: dict[str, Row] = json.loads(text) if text else {}
    return {app: stats_of(row) for app, row in rows.items()}


# What a pattern's runs tell ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InstanceRows:
    """How runs go through a pattern's steps."""

    instances: list[Row]
    """Steps by the pattern's step that they are instances of, with how many runs."""
    starts: list[Row]
    links: list[Row]
    aims: list[Row]


def instance_rows(
    pattern_id: str,
    version: int,
    instances: Mapping[str, Places],
    paths: Mapping[str, Path],
) -> InstanceRows:
    """Edges from runs to a pattern's steps and, drawn from them, between its steps.

    Raises InvalidInput where the places don't fit the run's path.
    """
    steps: dict[int, list[str]] = defaultdict(list)
    runs: Counter[int] = Counter()
    starts: Counter[int] = Counter()
    links: Counter[tuple[int, int]] = Counter()
    aims: dict[tuple[int, str | None], Counter[str]] = defaultdict(Counter)
    for run, places in instances.items():
        for n, (step, elements) in _placed(run, places, paths[run]):
            steps[n].append(step)
            for part, element in elements.items():
                aims[n, part][element] += 1
        gone = list(dict.fromkeys(n for n in places if n is not None))
        runs.update(gone)
        starts.update(gone[:1])
        links.update({(a, b) for a, b in pairwise(gone) if a < b})

    @cache
    def key(n: int) -> str:
        return pattern_step_id(pattern_id, version, n)

    return InstanceRows(
        instances=[
            {"pattern_step_id": key(n), "steps": ids, "runs": runs[n]}
            for n, ids in sorted(steps.items())
        ],
        starts=[
            {"pattern_id": pattern_id, "pattern_step_id": key(n), "support": count}
            for n, count in sorted(starts.items())
        ],
        links=[
            {"before": key(a), "after": key(b), "support": count}
            for (a, b), count in sorted(links.items())
        ],
        aims=[
            {
                "pattern_step_id": key(n),
                "elements": [one for one, _ in counted.most_common(MAX_ELEMENTS)],
                "part": part,
            }
            for (n, part), counted in sorted(
                aims.items(), key=lambda one: (one[0][0], one[0][1] or "")
            )
        ],
    )


def chain_rows(pattern: Pattern) -> InstanceRows:
    """The same for a pattern without instances: its steps one after the other."""
    keys = [_step_key(pattern, step.n) for step in pattern.steps]
    return InstanceRows(
        instances=[],
        starts=[
            {
                "pattern_id": pattern.pattern_id,
                "pattern_step_id": key,
                "support": step.support,
            }
            for key, step in zip(keys[:1], pattern.steps, strict=False)
        ],
        links=[
            {"before": a, "after": b, "support": step.support}
            for (a, b), step in zip(pairwise(keys), pattern.steps[1:], strict=True)
        ],
        aims=[],
    )


def _placed(
    run: str, places: Places, path: Path
) -> Iterable[tuple[int, tuple[str, Mapping[str | None, str]]]]:
    if len(places) != len(path):
        raise InvalidInput(
            f"instances of run {run}: {len(places)} places for {len(path)} steps"
        )
    return [(n, step) for n, step in zip(places, path, strict=True) if n is not None]
