"""The values with which a script is run, and which have to come from outside."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import Field

from kgmem import ExportedPattern, NotFound, PatternSource
from kgmem.formats import Bindings, Value, said, validated
from kgmem_formats.exporters.naming import origin
from kgmem_formats.exporters.parameters import Values
from kgmem_formats.exporters.reading import script_of
from kgmem_formats.exporters.script import Script

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
PREFIX = "KGMEM_"
START = "KGMEM_START"
CHROMIUM = "KGMEM_CHROMIUM"
_TAKEN = frozenset({START, CHROMIUM})


@dataclass(frozen=True, slots=True)
class Cases:
    """What a script is run with."""

    values: tuple[Values, ...]
    """One for each case: the values of a run that went well."""
    outside: Mapping[str, str]
    """Names of environment variables by the parameters that no run shows: what was
    hidden, and what no run has a value for."""


class CaseOptions(Value):
    """What may be chosen of a test."""

    start: str | None = None
    """The address on which it begins."""
    cases: int = Field(default=1, ge=1, le=100)
    """How many runs' values it is run with."""


Written = Callable[[Script, Cases, list[str]], Iterator[str]]
"""Writes the lines of a test, with these remarks at its head."""


def exported_test(
    source: PatternSource,
    options: Mapping[str, object],
    form: str,
    name: str,
    run: str,
    lines: Written,
) -> ExportedPattern:
    """A test as one file; `run` says how it is run. Options: `start`, `cases`."""
    chosen = validated(CaseOptions, options, form)
    script = script_of(source, chosen.start)
    cases = cases_of(script, source, chosen.cases)
    head = [
        script.title,
        origin(source.pattern),
        f"Run it: {run}. Environment:",
        f"{CHROMIUM}: the browser's program; without, one of the system is taken.",
        f"{START}: another first page.",
        *(f"Note: {note}" for note in script.notes),
    ]
    text = "".join(f"{line}\n" for line in lines(script, cases, head))
    outside = (
        said(f"no run shows a value of {key}: it is read from {name}")
        for key, name in cases.outside.items()
    )
    notes = (*script.notes, *outside)
    return ExportedPattern(format=form, name=name, text=text, notes=notes)


def needed(script: Script, cases: Cases) -> dict[str, str]:
    """Variables of the environment without which it can't be run, by what they give."""
    start = {} if script.start or script.opens else {f"({START})": START}
    return {**cases.outside, **start}


def cases_of(script: Script, source: PatternSource, most: int = 1) -> Cases:
    """The values of at most `most` runs; without any, of the slots' examples."""
    found = [script.parameters.values(one) for one in bindings_of(source)]
    distinct = [one for n, one in enumerate(found) if one not in found[:n]][:most]
    keys = list(script.parameters.found)
    lacking = [key for key in keys if any(key not in one for one in distinct)]
    known = tuple(
        {k: v for k, v in one.items() if k not in lacking} for one in distinct
    )
    return Cases(known, dict(_variables(lacking)))


def bindings_of(source: PatternSource) -> Iterator[Bindings]:
    """The values of each run, at last those of the slots' examples alone."""
    pattern = source.pattern
    slots = [one for one in pattern.slots if one.examples and not one.sensitive]
    examples: dict[str, str | list[str]] = {
        one.name: [one.examples[0]] if one.is_list else one.examples[0] for one in slots
    }
    for run in source.runs:
        try:
            yield {**examples, **pattern.bindings(run.task_id)}
        except NotFound:  # it was learned since the pattern was read
            continue
    yield examples


def _variables(keys: list[str]) -> Iterator[tuple[str, str]]:
    taken = set(_TAKEN)
    for n, key in enumerate(keys, 1):
        name = PREFIX + (key.upper() if _NAME.fullmatch(key) else f"VALUE_{n}")
        if name in taken:
            name = f"{PREFIX}VALUE_{n}"
        taken.add(name)
        yield key, name
