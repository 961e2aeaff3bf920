"""Moving a memory, on the engines that ship."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kgmem import Memory
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge
from tests.contracts.transfer import Empty, TransferContract
from tests.doubles import WordEmbedder


class TestArcadeAndEdge(OnArcadeAndEdge, TransferContract):
    @pytest.fixture
    def empty(self, tmp_path: Path) -> Iterator[Empty]:
        with ExitStack() as stack:
            yield lambda: stack.enter_context(
                Memory.open(tmp_path / "other", embedder=WordEmbedder())
            )


class TestNeo4jAndEdge(OnNeo4jAndEdge, TransferContract):
    @pytest.fixture
    def empty(self, memory: Memory) -> Empty:
        """The server has one database: the same memory, cleared."""

        def cleared() -> Memory:
            memory.clear("all")
            return memory

        return cleared
