"""Real and generated runs: those that ship with the package, and loaders of the
data sets that they come from."""

from kgmem.samples.datasets import DATA_SETS, generated, load, load_all, samples
from kgmem.samples.demo import DEMO_QUERIES, DEMO_SPACE, DemoQuery
from kgmem.samples.sample import Sample
from kgmem.samples.shipped import shipped, shipped_count

__all__ = [
    "DATA_SETS",
    "DEMO_QUERIES",
    "DEMO_SPACE",
    "DemoQuery",
    "Sample",
    "generated",
    "load",
    "load_all",
    "samples",
    "shipped",
    "shipped_count",
]
