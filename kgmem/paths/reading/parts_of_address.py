"""Parts of an address, told by what stands before them or by the name of a query."""

from collections.abc import Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

Part = tuple[str, str, str]
"""How it is told, `after` or `query`; by what; the part, decoded."""


def parts_of_address(url: str | None) -> Iterator[Part]:
    """Each part of the path, of a route behind `#`, and each value of a query; the part
    before a part is the next one without a number."""
    try:
        split = urlsplit(url or "")
    except ValueError:
        return
    for path in (split.path, split.fragment.partition("?")[0]):
        before = ""
        for part in filter(None, path.split("/")):
            yield "after", before, unquote(part)
            before = part if not any(map(str.isdecimal, part)) else f"{before}/…"
    for query in (split.query, split.fragment.partition("?")[2]):
        yield from (("query", name, value) for name, value in parse_qsl(query))
