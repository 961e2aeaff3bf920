"""Real and made runs that ship with the package."""

from kgmem.samples.demo import DEMO_QUERIES, DEMO_SPACE, DemoQuery
from kgmem.samples.shipped import Sample, shipped, shipped_count

__all__ = [
    "DEMO_QUERIES",
    "DEMO_SPACE",
    "DemoQuery",
    "Sample",
    "shipped",
    "shipped_count",
]
