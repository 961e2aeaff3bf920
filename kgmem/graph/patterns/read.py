"""Rows of the graph as patterns again."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgmem.graph.columns import fields_of
from kgmem.graph.patterns.learned import learned_of
from kgmem.graph.patterns.rows import SLOTS, STEPS, app_stats_of
from kgmem.graph.query_files import query
from kgmem.graph.read_rows import locators_of, stats_of
from kgmem.graph.rows import moment_of
from kgmem.model.decision import APPROVED, QUARANTINED
from kgmem.model.pattern import (
    QUARANTINED_STATUS,
    Membership,
    Pattern,
    PatternStep,
    RunSource,
    Slot,
    of_app,
    path_key,
    vouched,
)
from kgmem.model.trust import EVERY_SOURCE, TrustedSources
from kgmem.ports import Params, Row


@dataclass(frozen=True, slots=True)
class PatternParts:
    """Rows of several patterns, as they came back."""

    heads: Sequence[Row]
    slots: Sequence[Row] = ()
    steps: Sequence[Row] = ()
    members: Sequence[Row] = ()
    bindings: Sequence[Row] = ()
    sources: Sequence[Row] = ()


def patterns_of(
    parts: PatternParts, trusted: TrustedSources = EVERY_SOURCE
) -> dict[str, Pattern]:
    """Patterns by id; `trusted` are the sources that count without a judge."""
    slots = _by_pattern(parts.slots)
    steps = _by_pattern(parts.steps)
    memberships = _memberships(parts)
    members = _by_pattern(parts.members)
    sources = _by_pattern(parts.sources)
    return {
        key: _pattern(
            head,
            sorted(slots[key], key=lambda row: row["n"]),
            sorted(steps[key], key=lambda row: row["n"]),
            sorted(members[key], key=lambda row: str(row["task_id"])),
            memberships[key],
            tuple(_source(row, trusted) for row in sources[key]),
        )
        for head in parts.heads
        for key in (head["pattern_id"],)
    }


def torn(parts: PatternParts, with_members: bool) -> set[str]:
    """Ids of patterns that were written anew between two of the queries: their parts
    are not as many as their heads say, or of another version."""
    versions = {head["pattern_id"]: head["version"] for head in parts.heads}
    found = {
        "slots": Counter(row["pattern_id"] for row in parts.slots),
        "steps": Counter(
            row["pattern_id"]
            for row in parts.steps
            if row["version"] == versions[row["pattern_id"]]
        ),
    }
    if with_members:
        found["members"] = Counter(row["pattern_id"] for row in parts.members)
    return {
        head["pattern_id"]
        for head in parts.heads
        for part, counted in found.items()
        if counted[head["pattern_id"]] != head[part]
    }


def _by_pattern(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["pattern_id"]].append(row)
    return found


def _pattern(
    head: Row,
    slots: Sequence[Row],
    steps: Sequence[Row],
    members: Sequence[Row],
    memberships: dict[str, Membership],
    sources: tuple[RunSource, ...],
) -> Pattern:
    pattern = Pattern.model_construct(
        pattern_id=head["pattern_id"],
        name=head["name"],
        template=head["template"],
        app=head["app"],
        version=head["version"],
        status=QUARANTINED_STATUS if _is_quarantined(head) else head["status"],
        support=head["support"],
        slots=tuple(map(_slot, slots)),
        steps=tuple(map(_step, steps)),
        stats=stats_of(head),
        app_stats=app_stats_of(head["app_stats"]),
        updated_at=moment_of(head["updated_at"]),
        created_at=moment_of(head["created_at"]),
        members=tuple(row["task_id"] for row in members),
        success_cases=tuple(run for row in members for run in row["runs"] or ()),
        wordings=tuple(head["wordings"] or ()),
        learned=learned_of(head["learned"]),
        memberships=memberships,
    )
    approved = _is_approved(head, pattern)
    return with_sources(pattern.model_copy(update={"approved": approved}), sources)


def _is_quarantined(head: Row) -> bool:
    """Was it decided so, of it or of all runs that its steps come from?"""
    return head["decided"] == QUARANTINED or bool(head["steps"] and not head["runs"])


def _is_approved(head: Row, pattern: Pattern) -> bool:
    """Does an operator vouch for the path that it has now?"""
    is_decided = head["decided"] == APPROVED
    return is_decided and bool(head["approved_path"] == path_key(pattern.steps))


def with_sources(pattern: Pattern, sources: Sequence[RunSource]) -> Pattern:
    """A pattern whose statistics are those of replays alone, with what these say of the
    runs behind it."""
    by_app = {
        app: vouched(stats, of_app(sources, app), approved=pattern.approved)
        for app, stats in pattern.app_stats.items()
    }
    stats = vouched(pattern.stats, sources, approved=pattern.approved)
    known = {"sources": tuple(sources), "stats": stats, "app_stats": by_app}
    return pattern.model_copy(update=known)


def _source(row: Row, trusted: TrustedSources) -> RunSource:
    return RunSource.of_stored(
        source=row["source"],
        app=row["app"],
        trusted=row["source"] in trusted,
        runs=row["runs"],
        verified=row["verified"],
    )


def _slot(row: Row) -> Slot:
    return Slot.model_construct(slot_id=row["slot_id"], **fields_of(SLOTS, row))


def _step(row: Row) -> PatternStep:
    return PatternStep.model_construct(
        **fields_of(STEPS, row),
        healed=locators_of(row["healed"]),
        healed_destination=locators_of(row["healed_destination"]),
        wins=row["wins"] or 0,
        losses=row["losses"] or 0,
    )


def _memberships(parts: PatternParts) -> dict[str, dict[str, Membership]]:
    """By pattern and task; a member whose words are not told has none."""
    bindings: dict[tuple[str, str], dict[str, str | list[str]]] = defaultdict(dict)
    for row in parts.bindings:
        value = row["value"] if row["items"] is None else list(row["items"])
        bindings[row["pattern_id"], row["task_id"]][row["name"]] = value
    found: dict[str, dict[str, Membership]] = defaultdict(dict)
    for row in sorted(parts.members, key=lambda row: str(row["task_id"])):
        if row["wording"] is not None:
            pattern, task = row["pattern_id"], row["task_id"]
            found[pattern][task] = Membership.model_construct(
                bindings=bindings.get((pattern, task), {}),
                wording=row["wording"],
                separators=_separators(row["separators"]),
                app=row["app"],
            )
    return found


def _separators(text: str | None) -> dict[str, tuple[str, ...]]:
    read: dict[str, list[str]] = json.loads(text) if text else {}
    return {name: tuple(between) for name, between in read.items()}


def read_parts(
    run: Callable[[str, Params], list[Row]],
    space: str,
    ids: Sequence[str],
    with_members: bool,
) -> PatternParts:
    """The rows of these patterns, as many as there are, over an engine's `read` or a
    transaction's `run`."""
    heads = run(query("pattern_heads"), {"space": space, "ids": list(ids)})
    found = {"ids": [head["pattern_id"] for head in heads]}
    if not heads:
        return PatternParts(heads)
    return PatternParts(
        heads,
        slots=run(query("pattern_slots"), found),
        steps=run(query("pattern_steps"), found),
        members=run(query("pattern_members"), found) if with_members else (),
        bindings=run(query("pattern_bindings"), found) if with_members else (),
        sources=run(query("runs_behind_patterns"), found) if with_members else (),
    )
