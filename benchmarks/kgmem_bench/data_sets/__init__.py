"""The data sets that measurements read, by the names of their folders.

A folder holds one JSONL file of rows; `mobiagent-zh` also holds templates, from which
runs can be made. Small parts of three of them are here, in `ROWS`; `kgmem` ships the
runs that these are.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kgmem import InvalidInput
from kgmem.samples import Sample
from kgmem_bench.data_sets import (
    android_control,
    autodroid,
    mail,
    miniwob,
    mobiagent,
    screenagent,
    tau,
    webarena,
)
from kgmem_bench.data_sets.reading import Row, read_rows

ROWS = Path(__file__).parent / "rows"


@dataclass(frozen=True, slots=True)
class DataSet:
    """A folder's name, its file of rows, and how to read a row."""

    name: str
    sample: Callable[[Row], Sample]
    file: str = "dev.jsonl"


EVERY: Mapping[str, DataSet] = {
    one.name: one
    for one in (
        DataSet(miniwob.SET, miniwob.sample),
        DataSet(mobiagent.SET, mobiagent.sample),
        DataSet(screenagent.SET, screenagent.sample),
        DataSet(android_control.SET, android_control.sample),
        DataSet(autodroid.SET, autodroid.sample),
        DataSet(mail.SET, mail.sample),
        DataSet(tau.SET, tau.sample, file="train.jsonl"),
        DataSet(webarena.SET, webarena.sample),
        DataSet(webarena.PICTURES, webarena.pictured),
    )
}


def samples(folder: Path) -> Iterator[Sample]:
    """The rows of one data set, in the file's order.

    Raises InvalidInput for a folder that is no known data set, and for a row that
    does not fit.
    """
    data_set = EVERY.get(folder.name)
    if data_set is None:
        raise InvalidInput(
            f"folder: {folder.name!r} is no known data set; known: {', '.join(EVERY)}"
        )
    yield from read_rows(folder / data_set.file, data_set.sample)


def generated(folder: Path, per_template: int, seed: int = 0) -> Iterator[Sample]:
    """Runs made from the templates in the folder; none where it has no templates."""
    for template in mobiagent.templates(folder):
        yield from mobiagent.generate(template, per_template, seed)
