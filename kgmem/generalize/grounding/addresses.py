"""The addresses that a run's steps led to, told with the values that stand in them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from kgmem.language.words import folds
from kgmem.matching.transform import apply
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole
from kgmem.model.texts.url import MAX_URL, url_template
from kgmem.model.trajectory import Page, Step

MAX_SLOTS = 60
"""Values of a run that are looked for."""
SHORTEST = 3
"""Characters of a value that is looked for; two where they are not ASCII."""
ENCODED = frozenset({"url_quote", "url_plus"})
SPELLINGS = (
    "url_quote", "url_plus", "hyphens", "underscores", "slug", "snake", "lower",
    "title", "capitalize", "no_spaces",
)  # fmt: skip
"""Transforms that make a part of an address of a value, the most usual first."""
_HOST = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]{0,30}:)?//[^/?#]*")
_PART = re.compile(r"(?<=/)[^/?#]+")
PLACEHOLDER = "[REDACTED"
_JOINED = re.compile(r"[-_+.]")
"""What parts the words of a name in an address."""
_MARK = 0xE000
"""First private character; one stands for each hole while an address is folded."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")


class Addresses:
    """Which parts of a run's addresses are values of the task's text."""

    def __init__(
        self,
        steps: Sequence[Step],
        bindings: Mapping[str, str | list[str]],
        first_use: Mapping[str, int],
    ) -> None:
        """`first_use`: the step that uses a slot's value first, by slot. A part that
        an address had before then is the app's own."""
        self._holes: dict[str, Hole] = {}
        self._values: list[str] = []
        values = [(k, v) for k, v in bindings.items() if isinstance(v, str)]
        for slot, value in values[:MAX_SLOTS]:
            place = first_use.get(slot, -1)
            is_short = len(value) < SHORTEST - (not value.isascii())
            if place < 0 or is_short or PLACEHOLDER in value:
                continue
            known = {part for url in _until(steps, place) for part in _parts(url)}
            if not any(_words(value) <= _words(part) for part in known):
                self._values.append(value)
            for part, spelling in _spelled(value):
                if part not in known:
                    self._holes.setdefault(part, Hole(slot, spelling))

    def template(self, page: Page | None) -> str | None:
        """The page's `url_template` as a template (literal braces doubled), with
        `{slot|transform}` for each part of its path that is a value; None without an
        address, and where a part says more than a value: a record's own name for
        itself, as `pine-bench-3`."""
        url = page.url[:MAX_URL] if page and page.url else ""
        if not url or any(map(self._is_of_record, _parts(url))):
            return None
        used: list[Hole] = []
        if self._holes and _PRIVATE.search(url) is None:
            url = self._marked(url, used)
        told = templates.escape(url_template(url))
        for n, hole in enumerate(used):
            told = told.replace(chr(_MARK + n), str(hole))
        return told

    def _is_of_record(self, part: str) -> bool:
        said = _words(part)
        return part not in self._holes and any(_words(v) <= said for v in self._values)

    def _marked(self, url: str, used: list[Hole]) -> str:
        """The address with a mark for each value in it, whose holes go to `used`."""

        def marked(part: re.Match[str]) -> str:
            hole = self._holes.get(unquote(part[0]))
            if hole is None:
                return part[0]
            used.append(hole)
            return chr(_MARK + len(used) - 1)

        return "".join(
            _PART.sub(marked, piece) if is_path else piece
            for piece, is_path in _pieces(url)
        )


def _words(text: str) -> frozenset[str]:
    return frozenset(folds(_JOINED.sub(" ", text)))


def _spelled(value: str) -> Iterator[tuple[str, str]]:
    """What the value may look like in an address, decoded, and by which transform."""
    for spelling in SPELLINGS:
        told = apply(spelling, value)
        if told:
            yield (unquote(told) if spelling in ENCODED else told), spelling


def _until(steps: Sequence[Step], place: int) -> Iterator[str]:
    """The addresses seen before step `place` did something."""
    for n, step in enumerate(steps[: place + 1]):
        for page in (step.page_before, step.page_after if n < place else None):
            if page is not None and page.url:
                yield page.url[:MAX_URL]


def _parts(url: str) -> Iterator[str]:
    """The parts of its path, decoded."""
    return (unquote(text) for _, text in path_parts(url))


def path_parts(url: str) -> Iterator[tuple[int, str]]:
    """The parts of its path, and of a fragment that is a route: where each starts,
    and its text as it stands there."""
    start = 0
    for piece, is_path in _pieces(url):
        for part in _PART.finditer(piece) if is_path else ():
            yield start + part.start(), part[0]
        start += len(piece)


def _pieces(url: str) -> Iterator[tuple[str, bool]]:
    """Host, path, query, the fragment's path and its query; whether it is a path."""
    host = _HOST.match(url)
    rest = url[host.end() :] if host else url
    yield (host[0] if host else ""), False
    rest, mark, fragment = rest.partition("#")
    for piece in (rest, mark + fragment):
        path, question, query = piece.partition("?")
        yield path, True
        yield question + query, False
