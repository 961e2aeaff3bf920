"""What is given as a document, before anything of it is stored."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from kgmem.errors import InvalidInput
from kgmem.facts.documents import given as module
from kgmem.facts.documents.given import Given, Taking, checked_source
from kgmem.model.document import Block
from kgmem.redact import Redactor


class Lines:
    """A reader of lines."""

    media = "text"

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        for line in data:
            yield Block(text=line.decode().strip())


TAKING = Taking(lambda data, name: Lines(), Redactor, 10_000)


def of_file(path: str | Path, source: str | None = None) -> Given:
    return TAKING("s", path, None, source, None)


def of_text(text: str, source: str | None = None) -> Given:
    return TAKING("s", None, text, source, None)


def test_spaces_and_secrets_of_a_source() -> None:
    given = of_text("words", " https://bob:Zebra-77!x@example.com/a \n b ")

    assert "Zebra" not in given.source + given.place + given.name
    assert given.source.endswith("/a b")


@pytest.mark.parametrize("size", [10_001, 3_000_000])
def test_what_is_too_long_is_refused_with_the_cure(tmp_path: Path, size: int) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * size)

    with pytest.raises(InvalidInput, match="KGMEM_MAX_DOCUMENT_MB"):
        of_file(tmp_path / "a.txt")
    with pytest.raises(InvalidInput, match="KGMEM_MAX_DOCUMENT_MB"):
        of_text("x" * size)


@pytest.mark.parametrize("source", ["", "  ", 7, "x" * 2_001])
def test_source_has_to_be_a_name(source: object) -> None:
    with pytest.raises(InvalidInput, match="source: "):
        checked_source(source)


def test_long_file_that_was_changed_is_noticed_at_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IN_MEMORY", 10)
    (tmp_path / "a.md").write_text("one line\n" * 3)
    given = of_file(tmp_path / "a.md")
    os.utime(tmp_path / "a.md", ns=(1, 1))
    blocks = given.blocks()

    assert [next(blocks).text for _ in range(3)] == ["one line"] * 3
    with pytest.raises(InvalidInput, match="import it again"):
        next(blocks)
