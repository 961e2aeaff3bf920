"""Names go through headers and paths as they are."""

from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as st

from kgmem_serve.wire.names import from_header, in_header, in_path, read


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_any_name_comes_back(name: str) -> None:
    header, path = in_header(name), in_path(name)

    assert read(header) == name
    assert read(unquote(path)) == name  # a server decodes a path once by itself
    assert header.isascii()
    assert header.isprintable()
    assert "/" not in unquote(path)


def test_a_space_may_come_as_utf_8() -> None:
    assert from_header("中文".encode().decode("latin-1")) == "中文"
    assert from_header(in_header("中文")) == "中文"


def test_escapes_that_are_no_utf_8_are_read_as_latin_1() -> None:
    assert read("%C9t%E9") == "Été"
