"""Facts that may matter, by what leads to them and by what they are about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kgmem.graph.finding.found import OF_ENTITY, FactGroupFound, StatedFact
from kgmem.ports import Row

LEADING = {"facts": "seed", "keys": "asked", "tasks": "task"}
"""What leads to facts, by the parameter that names it, and how the query calls it."""


@dataclass(frozen=True, slots=True)
class FactGroup:
    """All that is said of one subject and predicate; of facts without both, those that
    were found together."""

    key: tuple[str | None, str | None]
    subject: str | None
    single: bool | None
    facts: Mapping[str, StatedFact]
    """By id, those that were found first."""
    is_cut: bool
    """May there be more?"""

    @property
    def is_alone(self) -> bool:
        """Is nothing else said beside what was found?"""
        return None in self.key


class Led(NamedTuple):
    """A fact that something leads to, over an entity of that name."""

    name: str | None
    fact_id: str
    group: FactGroup


Lead = tuple[Led, ...]
"""All that one thing leads to."""


def is_whole(lead: Lead) -> bool:
    """Is all known of what it leads to?"""
    return not any(one.group.is_cut for one in lead)


def leads_of(rows: Iterable[Row], asked: Iterable[str]) -> dict[str, Lead]:
    """By what was asked for, see `lead_key`, the facts that it leads to."""
    found: dict[str, list[Led]] = {}
    for row in rows:
        group = _group(row)
        for fact in row["body"]["facts"]:
            for how, source, name in fact["ways"]:
                led = Led(name, fact["fact_id"], group)
                found.setdefault(lead_key(how, source), []).append(led)
    return {key: tuple(found.get(key, ())) for key in asked}


def lead_key(how: str, source: str) -> str:
    """What names a lead."""
    return f"{how} {source}"


def groups_of(leads: Iterable[tuple[str, Lead]]) -> list[FactGroupFound]:
    """By subject and predicate, what these lead to."""
    ways: dict[str, list[tuple[str, str, str | None]]] = {}
    facts: dict[tuple[str | None, str | None], dict[str, StatedFact]] = {}
    groups: dict[tuple[str | None, str | None], FactGroup] = {}
    for key, lead in leads:
        how, _, source = key.partition(" ")
        for name, fact_id, group in lead:
            groups[group.key] = group
            ways.setdefault(fact_id, []).append((how, source, name))
            facts.setdefault(group.key, {})[fact_id] = group.facts[fact_id]
    return [_found(groups[key], found, ways) for key, found in facts.items()]


def _found(
    group: FactGroup,
    facts: Mapping[str, StatedFact],
    ways: Mapping[str, Sequence[tuple[str, str, str | None]]],
) -> FactGroupFound:
    beside = [] if group.is_alone else [k for k in group.facts if k not in facts]
    return FactGroupFound(
        [one.found_by(ways[key]) for key, one in facts.items()],
        group.single,
        group.is_cut,
        (*facts.values(), *(group.facts[key] for key in beside)),
    )


def _group(row: Row) -> FactGroup:
    body, about = row["body"], (row["id"], row["head"]["subject"])
    return FactGroup(
        (row["id"], row["key"]),
        row["head"]["subject"],
        row["head"]["single"],
        {
            one["fact_id"]: StatedFact(one, *about)
            for one in (*body["facts"], *body["beside"])
        },
        len(body["beside"]) >= OF_ENTITY,
    )
