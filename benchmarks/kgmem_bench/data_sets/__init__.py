"""Every data set that can be read, by the name of its folder: those of the package, and
those that only measurements read."""

from collections.abc import Iterator
from pathlib import Path

from kgmem.samples import DATA_SETS, Sample
from kgmem.samples import samples as samples_of
from kgmem.samples.datasets import DataSet
from kgmem_bench.data_sets import android_control, autodroid, mail, tau, webarena

EVERY = {
    **DATA_SETS,
    **{
        one.name: one
        for one in (
            DataSet(android_control.SET, android_control.sample),
            DataSet(autodroid.SET, autodroid.sample),
            DataSet(mail.SET, mail.sample),
            DataSet(tau.SET, tau.sample, file="train.jsonl"),
            DataSet(webarena.SET, webarena.sample),
        )
    },
}


def samples(folder: Path) -> Iterator[Sample]:
    """The rows of one data set, see `kgmem.samples.samples`."""
    return samples_of(folder, EVERY)
