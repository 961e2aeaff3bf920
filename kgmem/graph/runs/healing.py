"""What replays found of a path's elements: locators, repairs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid5

from kgmem.graph.patterns.rows import (
    repairs_of,
    repairs_text,
)
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import DESTINATION, epoch_ms, locators_text
from kgmem.graph.runs.outcomes import NAMESPACE, PlanOutcome, StepOutcome
from kgmem.model.base import to_json
from kgmem.model.pattern import PatternStep
from kgmem.model.trajectory import Locator
from kgmem.ports import Row, Transaction

MAX_HEALED = 8
"""Locators that a step is given besides its recorded ones: the newest that hold."""


HEALED = {"": "healed", DESTINATION: "healed_destination"}
"""The property of a step that keeps how each of its elements is told by now."""


MAX_REPAIRS = 3
"""Ways that did a step's work which are kept: the newest."""


FAILED_OFTEN = 2
"""A locator that was missed so many times more often than met is given no more."""


def count_locators(
    tx: Transaction, given: PlanOutcome, steps: Mapping[str, StepOutcome]
) -> dict[str, str]:
    """Count the locators of elements, new ones as their next version; gives what each
    element is now told by besides its record, as JSON."""
    known = _known(tx, list(steps))
    rows: list[Row] = []
    for element, step in steps.items():
        held = known.setdefault(element, {})
        for one in step.met:
            row = held.setdefault((one.kind, one.value), _new(held, one))
            row["wins"] += 1
            rows.append(_locator_row(element, row, given, wins=1))
        for one in step.missed:
            if (one.kind, one.value) in held:
                row = held[one.kind, one.value]
                row["losses"] += 1
                rows.append(_locator_row(element, row, given, losses=1))
    each(tx, "put_locators", rows)
    return {
        element: locators_text(given_out(held.values()))
        for element, held in known.items()
    }


def add_repairs(
    tx: Transaction, repairs: Mapping[str, tuple[PatternStep, ...]]
) -> None:
    if not repairs:
        return
    rows = tx.run(query("repairs_of_steps"), {"keys": sorted(repairs)})
    each(
        tx,
        "set_repairs",
        (
            {"key": row["key"], "repairs": repairs_text(ways[-MAX_REPAIRS:])}
            for row in rows
            for new in (repairs[row["key"]],)
            for ways in ([*(w for w in repairs_of(row["repairs"]) if w != new), new],)
        ),
    )


def heal_steps(tx: Transaction, pattern_ids: Sequence[str]) -> None:
    """Give the steps of patterns that are written anew the locators that are known of
    their elements."""
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in tx.run(query("healed_by_element"), {"ids": list(pattern_ids)}):
        found[row["key"], row["part"] or ""].append(row)
    each(
        tx,
        "set_healed_pattern_steps",
        (
            {"key": key, "props": {HEALED[part]: locators_text(given_out(rows))}}
            for (key, part), rows in found.items()
        ),
    )


def given_out(rows: Iterable[Row]) -> list[Locator]:
    """The locators that a plan is given: those that hold, newest first."""
    good = [
        row for row in rows if (row["losses"] or 0) <= (row["wins"] or 0) + FAILED_OFTEN
    ]
    good.sort(key=lambda row: (-(row["version"] or 0), row["kind"], row["value"]))
    return [
        Locator.model_construct(kind=row["kind"], value=row["value"])
        for row in good[:MAX_HEALED]
    ]


def _known(
    tx: Transaction, elements: Sequence[str]
) -> dict[str, dict[tuple[str, str], Row]]:
    found: dict[str, dict[tuple[str, str], Row]] = {}
    for row in tx.run(query("locators_of_elements"), {"ids": sorted(elements)}):
        held = found.setdefault(row["element_id"], {})
        held[row["kind"], row["value"]] = row
    return found


def _new(held: Mapping[tuple[str, str], Row], locator: Locator) -> Row:
    """A locator as its kind's next version; the recorded one is version 1."""
    versions = [row["version"] for row in held.values() if row["kind"] == locator.kind]
    return {
        "kind": locator.kind,
        "value": locator.value,
        "version": max(versions, default=1) + 1,
        "wins": 0,
        "losses": 0,
    }


def _locator_row(
    element: str, row: Row, given: PlanOutcome, *, wins: int = 0, losses: int = 0
) -> Row:
    props = {name: row[name] for name in ("kind", "value", "version")}
    text = to_json(["locator", element, row["kind"], row["value"]])
    return {
        "element_id": element,
        "locator_id": str(uuid5(NAMESPACE, text)),
        "props": {"space": given.space, **props},
        "wins": wins,
        "losses": losses,
        "at": epoch_ms(given.at),
    }
