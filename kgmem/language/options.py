"""Which of a list's options a text means."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from kgmem.language.stemming import stem
from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.option import Option
from kgmem.model.shared import REMEMBERED
from kgmem.model.values.identical import Identical


def option_meant(text: str, options: tuple[Option, ...]) -> Option | None:
    """The option that the text is: by its label, else by the page's own word for it,
    else by a form of one of these, as `bugs` is of Bug, `in progress` of In-Progress,
    `high` of `1 - High`. None where it is none, or may be several."""
    if not options:
        return None
    for told, form in _told_by(Identical(options)):
        key = form(text)
        if key and key in told:
            return told[key]
    return None


_ToldBy = tuple[Mapping[str, Option | None], Callable[[str], str]]
"""The options by a form of their texts, and how a text gets it."""


@lru_cache(maxsize=REMEMBERED)
def _told_by(the: Identical[tuple[Option, ...]]) -> tuple[_ToldBy, ...]:
    """The surest first."""
    labels = [(one.label, one) for one in the.value]
    own = [(one.value, one) for one in the.value if one.value]
    forms = (
        (labels, str),
        (labels, normalize),
        (own, normalize),
        (labels, _stems),
        (own, _stems),
        (labels, _words),
    )
    return tuple((_by(form, told), form) for told, form in forms)


def _by(
    form: Callable[[str], str], told: Sequence[tuple[str, Option]]
) -> dict[str, Option | None]:
    """By the form of their texts; None where several have the same."""
    found: dict[str, Option | None] = {}
    for text, option in told:
        key = form(text)
        found[key] = option if found.get(key, option) == option else None
    return found


def _stems(text: str) -> str:
    """Its words without endings, white space and marks."""
    return "".join(_stemmed(text))


def _words(text: str) -> str:
    """The same without what has a digit: the number that a list puts before it."""
    return "".join(one for one in _stemmed(text) if not any(map(str.isdigit, one)))


def _stemmed(text: str) -> Iterator[str]:
    return (stem(fold) for fold in folds(text) if fold.isalnum())
