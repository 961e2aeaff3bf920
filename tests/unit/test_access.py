"""The token that a request bears."""

import pytest

from kgmem.access import bearer_of


@pytest.mark.parametrize(
    ("given", "token"),
    [
        ([b"Bearer abc"], "abc"),
        ([b"bearer  abc "], "abc"),
        ([b"Basic abc"], ""),
        ([b"Bearer abc", b"Bearer abc"], ""),
        ([b"Bearer \xff"], "\xff"),
        ([], ""),
    ],
)
def test_one_header_tells_it(given: list[bytes], token: str) -> None:
    headers = [(b"host", b"localhost"), *((b"Authorization", one) for one in given)]

    assert bearer_of(headers) == token
