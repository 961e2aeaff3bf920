"""The data sets that ship with the package, by the names of their folders.

A folder holds one JSONL file of rows; `mobiagent-zh` also holds templates, from
which runs can be made.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kgmem.errors import InvalidInput
from kgmem.samples import miniwob, mobiagent, screenagent
from kgmem.samples.sample import Row, Sample, read_rows


@dataclass(frozen=True, slots=True)
class DataSet:
    """A folder's name, its file of rows, and how to read a row."""

    name: str
    sample: Callable[[Row], Sample]
    file: str = "dev.jsonl"


DATA_SETS: Mapping[str, DataSet] = {
    one.SET: DataSet(one.SET, one.sample) for one in (miniwob, mobiagent, screenagent)
}


def samples(folder: Path, known: Mapping[str, DataSet] = DATA_SETS) -> Iterator[Sample]:
    """The rows of one data set, in the file's order.

    Raises InvalidInput for a folder that is no known data set, and for a row that
    does not fit.
    """
    data_set = known.get(folder.name)
    if data_set is None:
        raise InvalidInput(
            f"folder: {folder.name!r} is no known data set; known: {', '.join(known)}"
        )
    yield from read_rows(folder / data_set.file, data_set.sample)


def generated(folder: Path, per_template: int, seed: int = 0) -> Iterator[Sample]:
    """Runs made from the templates in the folder; none where it has no templates."""
    for template in mobiagent.templates(folder):
        yield from mobiagent.generate(template, per_template, seed)


def load_all(data_dir: Path, per_template: int = 0) -> Iterator[Sample]:
    """Every known data set below `data_dir`, by name, each followed by
    `per_template` runs made from each of its templates."""
    for name in DATA_SETS:
        if (data_dir / name).is_dir():
            yield from samples(data_dir / name)
            yield from generated(data_dir / name, per_template)
