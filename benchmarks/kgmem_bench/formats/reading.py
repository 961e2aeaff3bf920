"""Reading large files of other programs: runs and megabytes a second, peak memory; and
whether the elements of imported steps are found again on their pages."""

import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem import ImportedRun, Source
from kgmem.lab import format_reader
from kgmem_bench.common.child import in_child
from kgmem_bench.common.report import Say, machine, machine_line, say, table
from kgmem_bench.formats.found_again import FoundAgain, measure_found_again
from kgmem_bench.formats.made_files import MADE
from kgmem_bench.pages.chromium import BrowserMissing

MB = 1e6
KIB = 1024


@dataclass(frozen=True, slots=True)
class FormatReading:
    """One file, read in a process of its own; nothing is stored."""

    format: str
    file_mb: float
    runs: int
    steps: int
    refused: int
    seconds: float
    peak_mb: float
    """Of resident memory, beyond what the process had before."""

    def row(self) -> list[object]:
        """A line of the table."""
        rate, runs = self.file_mb / self.seconds, self.runs / self.seconds
        return [self.format, self.file_mb, self.runs, self.steps, self.refused,
                self.seconds, rate, runs, self.peak_mb]  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormatsResult:
    """All formats."""

    benchmark: str
    machine: dict[str, Any]
    readings: Sequence[FormatReading]
    found_again: Sequence[FoundAgain]
    lacking: str | None = None
    """Why nothing was looked for on pages."""


def bench_formats(megabytes: int = 100, tell: Say = say) -> FormatsResult:
    """Make a file of about this size in each format, and read it; then record on made
    pages, where there is a browser, and look for the elements again."""
    readings = []
    for name in MADE:
        tell(f"reading {name} …")
        readings.append(in_child(partial(_measure, name, megabytes)))
    facts = machine()
    tell("recording on made pages …")
    try:
        return FormatsResult("formats", facts, readings, measure_found_again())
    except BrowserMissing as missing:
        return FormatsResult("formats", facts, readings, (), str(missing))


def _measure(name: str, megabytes: int) -> FormatReading:
    file_name, make = MADE[name]
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        path = Path(folder) / file_name
        in_child(partial(make, path, int(megabytes * MB)))
        reader, source = format_reader(name), Source.of(path)
        before, began = _peak(), time.perf_counter()
        runs = steps = refused = 0
        for one in reader.read(source):
            if isinstance(one, ImportedRun):
                runs, steps = runs + 1, steps + len(one.run.get("steps", ()))
                refused += len(one.refused)
            else:
                refused += 1
        seconds = time.perf_counter() - began
        size = path.stat().st_size / MB
        return FormatReading(
            name, size, runs, steps, refused, seconds, _peak() - before
        )


def _peak() -> float:
    """The most resident memory of this process so far, in MB (Linux: KiB)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB / MB


def to_markdown(result: FormatsResult) -> str:
    """The report."""
    head = ["format", "MB", "runs", "steps", "refused", "s", "MB/s", "runs/s",
            "peak MB"]  # fmt: skip
    rows = [one.row() for one in result.readings]
    parts = [machine_line(result.machine), table(head, rows), *_found_again(result)]
    return "\n\n".join(parts) + "\n"


def _found_again(result: FormatsResult) -> Iterator[str]:
    if result.lacking:
        yield f"Elements were not looked for on pages: {result.lacking}"
        return
    yield (
        "**Found again.** Steps whose element `locate` finds on the page that they "
        "were recorded on; of the others, where it took another one. Pages whose "
        "elements have names of their own, and tables whose rows have the same buttons."
    )
    head = ["format", "recorded by", "page", "steps", "found", "another one"]
    rows = [
        [one.format, "itself" if one.recorded else "made after its schema", one.page,
         one.acts, one.found / one.acts, one.wrong / one.acts]
        for one in result.found_again
    ]  # fmt: skip
    yield table(head, rows)
