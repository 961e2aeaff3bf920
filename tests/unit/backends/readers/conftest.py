"""Reading bytes as the reader for them does."""

import io
from collections.abc import Callable

import pytest

from kgmem.backends.readers import reader_of
from kgmem.model.document import Block

Read = Callable[[str, str | bytes], list[Block]]


@pytest.fixture
def read() -> Read:
    """`read(name, content)`: the blocks of a document of that name."""

    def blocks(name: str, content: str | bytes) -> list[Block]:
        data = content.encode() if isinstance(content, str) else content
        return list(reader_of(data, name).read(io.BytesIO(data), name=name))

    return blocks
