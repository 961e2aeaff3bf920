"""Moving a memory, on each engine."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kgmem import Memory
from tests.contracts.transfer import Empty, TransferContract
from tests.doubles import WordEmbedder


class TestTransfer(TransferContract):
    @pytest.fixture
    def empty(self, memory: Memory, tmp_path: Path) -> Iterator[Empty]:
        """Another memory; a server has one database: the same memory, cleared."""
        with ExitStack() as stack:

            def cleared() -> Memory:
                memory.clear("all")
                return memory

            def opened() -> Memory:
                return stack.enter_context(
                    Memory.open(tmp_path / "other", embedder=WordEmbedder())
                )

            yield cleared if _is_shared(memory) else opened


def _is_shared(memory: Memory) -> bool:
    return memory.capabilities()["graph"]["engine"] != "arcadedb"
