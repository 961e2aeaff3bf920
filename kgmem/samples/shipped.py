"""The samples inside of the package: small, real, and free to pass on."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kgmem.samples.datasets import load_all
from kgmem.samples.sample import Sample

DATA = Path(__file__).parent / "data"
PER_TEMPLATE = 6
"""How many runs are made from each template."""


def shipped() -> Iterator[Sample]:
    """The samples that come with kgmem, made runs included; always the same ones."""
    return iter(_all())


def shipped_count() -> int:
    """How many `shipped` gives."""
    return len(_all())


@cache
def _all() -> tuple[Sample, ...]:
    return tuple(load_all(DATA, PER_TEMPLATE))
