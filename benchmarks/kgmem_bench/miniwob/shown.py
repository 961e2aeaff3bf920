"""Does a page show what a task's text says that no learned text did? Where it does not,
nothing can tell what is meant, whoever looks."""

from collections.abc import Iterable, Iterator, Sequence

from kgmem_bench.pages.asked import words
from kgmem_bench.pages.driver import ElementDict


def is_shown(
    task: str,
    known: Iterable[str],
    elements: Sequence[ElementDict],
    text: str,
    takes_text: bool,
) -> bool:
    """Is each word of the task that is in none of the `known` texts anywhere on its
    page: in an element, or in its `text`, hidden parts too? Where the page `takes_text`
    it may be typed. Nothing is known here of how the task was done or went."""
    new = set(words(task)).difference(*map(words, known))
    if not new or takes_text:
        return True
    said = {word for told in _told(elements) for word in words(told)}
    return new <= said | set(words(text))


def _told(elements: Iterable[ElementDict]) -> Iterator[str]:
    for one in elements:
        own = one["name"], one["text"], one["role"], one["tag"]
        yield from filter(None, (*own, *one["container"]))
        yield from map(str, one["attributes"].values())
