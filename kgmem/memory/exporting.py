"""Patterns in the formats of other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from kgmem.errors import ConfigurationError, InvalidInput, NotFound
from kgmem.extras import need
from kgmem.memory.patterns import PatternsFace
from kgmem.memory.runs import RunsFace
from kgmem.model.experience import Experience
from kgmem.model.exported import ExportedPattern, Exporter, PatternSource
from kgmem.model.pattern import QUARANTINED_STATUS, Pattern
from kgmem.model.values.arguments import shown

GROUP = "kgmem.exporters"
"""Entry points by which a package adds a format; each is loaded when it is named."""
MOST_RUNS = 20
"""Runs that an exporter is given."""


@cache
def formats() -> Mapping[str, EntryPoint]:
    """The formats that are installed, by name; none of them is loaded."""
    found = sorted(entry_points(group=GROUP), key=lambda one: one.name)
    return {one.name: one for one in found}


class ExportingFace(PatternsFace, RunsFace):
    """Patterns in the formats of other programs."""

    def export_pattern(
        self, pattern_id: str, format: str, **options: Any
    ) -> ExportedPattern:
        """A pattern as a file for another program: `playwright-python` or
        `playwright-typescript` (a test that runs as it is; options `start`, `cases`),
        `chrome-recorder` (`start`), `skill` (a SKILL.md for agents), `device` (a plan
        for another device: `from_screen`, `to_screen`, `packages`, `device`), or what
        a package has registered in the entry-point group `kgmem.exporters`.

        `.text` is the file, `.name` a name for it, `.notes` say what was left out or
        guessed. What was hidden in the runs is a parameter, never text. Raises
        NotFound, and InvalidInput for an unknown format or option.
        """
        export = _exporter(format)
        pattern = self.pattern(pattern_id)
        if pattern.status == QUARANTINED_STATUS:
            raise InvalidInput(
                f"pattern_id: {pattern.pattern_id} is quarantined; see its history "
                "and release it first"
            )
        return export(self._source(pattern.without_detours()), options)

    def _source(self, pattern: Pattern) -> PatternSource:
        runs = tuple(self._runs(pattern))
        task = runs[0].task if runs else pattern.template
        found = self.recall(task, app=pattern.app, top_n=1)
        return PatternSource(pattern=pattern, runs=runs, avoidance=found.avoidance)

    def _runs(self, pattern: Pattern) -> Iterator[Experience]:
        from kgmem.graph.runs.whole import experience

        for run_id in pattern.success_cases[:MOST_RUNS]:
            try:
                yield experience(self._open.store, self.space, run_id)
            except NotFound:  # it was forgotten meanwhile
                continue


def _exporter(name: str) -> Exporter:
    """The function that writes a format. Raises InvalidInput if there is none."""
    known = formats()
    if not isinstance(name, str) or name not in known:
        need("formats", f"the format {shown(name)}")
        listed = ", ".join(known)
        raise InvalidInput(f"format: {shown(name)} is unknown; known: {listed}")
    try:
        found: Exporter = known[name].load()
    except ImportError as error:
        raise ConfigurationError(
            f"the exporter {name} can't be loaded: {error}; install its package anew"
        ) from error
    return found
