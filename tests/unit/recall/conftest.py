"""A memory that tests fill."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder


@pytest.fixture
def memory(new_home: Path) -> Iterator[Memory]:
    """An empty memory, for the embedder of the tests."""
    with Memory.open(new_home, embedder=WordEmbedder()) as opened:
        yield opened
