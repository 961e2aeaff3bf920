"""Reading large files of other programs: runs and megabytes a second, peak memory."""

import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem import ImportedRun, Source
from kgmem.lab import format_reader
from kgmem_bench.common.child import in_child
from kgmem_bench.common.report import Say, machine, machine_line, say, table
from kgmem_bench.formats.made_files import MADE

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


def bench_formats(megabytes: int = 100, tell: Say = say) -> FormatsResult:
    """Make a file of about this size in each format, and read it."""
    readings = []
    for name in MADE:
        tell(f"reading {name} …")
        readings.append(in_child(partial(_measure, name, megabytes)))
    return FormatsResult("formats", machine(), readings)


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
    return f"{machine_line(result.machine)}\n\n{table(head, rows)}\n"
