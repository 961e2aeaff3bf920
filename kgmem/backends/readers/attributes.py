"""Tags of a page with no more attributes than a reader can take.

libxml2 compares each attribute of an element to all before it: a tag of 2 MB takes half
a minute, in which nothing can interrupt it. Whatever stands behind the first MAX in a
tag is left out here, in one pass.
"""

import re
from collections.abc import Iterator

MAX = 200
"""Attributes of one element. Those that matter here stand among the first."""

_OPENING = re.compile(r"<(?:!--|[a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*[^\s/>=][^\s/>=]*(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>"'][^\s>]*)?)?|[\s/]*="""
)
_REST = re.compile(r"[\s/]*>?")
_RAW = frozenset({"script", "style", "textarea", "title", "xmp"})
"""Their text is no markup."""


def bounded(markup: str) -> str:
    """The same page, but for attributes behind the first MAX of an element."""
    kept: list[str] = []
    begun = 0
    for start, end in _surplus(markup):
        kept.append(markup[begun:start])
        begun = end
    return "".join([*kept, markup[begun:]]) if kept else markup


def _surplus(markup: str) -> Iterator[tuple[int, int]]:
    """Where attributes stand that are too many."""
    at = 0
    while opening := _OPENING.search(markup, at):
        at = opening.end()
        if opening[0] == "<!--":
            at = _behind(markup, "-->", at - 2)  # `<!-->` is one, too
            continue
        found, surplus = 0, at
        while attribute := _ATTRIBUTE.match(markup, at):
            at, found = attribute.end(), found + 1
            if found == MAX:
                surplus = at
        if found > MAX:
            yield surplus, at
        at = _REST.match(markup, at).end()  # type: ignore[union-attr]  # always matches
        name = opening[0][1:].lower()
        if name in _RAW:
            at = _behind(markup, f"</{name}", at)


def _behind(markup: str, end: str, at: int) -> int:
    """Where what ends so has ended; the end of the page if it never does."""
    found = re.compile(re.escape(end), re.IGNORECASE).search(markup, at)
    return found.end() if found else len(markup)
