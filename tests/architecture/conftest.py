from collections.abc import Iterator

import pytest

from tests.architecture import sources


@pytest.fixture(scope="package", autouse=True)
def _parsed_once() -> Iterator[None]:
    yield
    sources.forget()
