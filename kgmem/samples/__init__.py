"""Real and generated runs that ship with the package, and what reads them."""

from kgmem.samples.datasets import DATA_SETS, generated, load_all, samples
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
    "load_all",
    "samples",
    "shipped",
    "shipped_count",
]
