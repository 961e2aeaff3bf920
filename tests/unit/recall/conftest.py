"""A memory that tests fill, and one that a module fills once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory
from tests.copies import copied
from tests.doubles import WordEmbedder


@pytest.fixture(scope="module")
def shared_memory(
    tmp_path_factory: pytest.TempPathFactory, _empty_memory: Path
) -> Iterator[Memory]:
    """An embedded memory that a module fills once, and whose tests only read it."""
    home = copied(_empty_memory, tmp_path_factory.mktemp("shared") / "memory")
    with Memory.open(home, embedder=WordEmbedder()) as memory:
        yield memory
