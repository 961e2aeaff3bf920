"""A recording says what it needs before it begins."""

import pytest

from kgmem import InvalidInput, record_page


class AsyncPage:
    """As Playwright's async pages are told from its sync ones."""

    async def evaluate(self) -> None: ...


def test_an_async_page_needs_async_with() -> None:
    with pytest.raises(InvalidInput, match="async with"):
        record_page(AsyncPage(), None, "Do it").__enter__()
