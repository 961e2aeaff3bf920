"""Which of a list's options a text means."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from kgmem.language.stemming import stem
from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.option import Option
from kgmem.model.values.identical import REMEMBERED, Identical

_ToldBy = tuple[Mapping[str, str | None], Callable[[str], str]]
"""Labels by a form of the options' texts, and how a text gets it."""


def option_meant(text: str, options: tuple[Option, ...]) -> Option | None:
    """The option that the text means, see `label_meant`."""
    if not options:
        return None
    label = _among(text, _told_by_options(Identical(options)))
    return next((one for one in options if one.label == label), None)


def label_meant(text: str, options: Sequence[tuple[str, str | None]]) -> str | None:
    """The label of the option that the text is: by its label, else by the page's own
    word for it, else by a form of one of these, as `bugs` is of Bug, `in progress` of
    In-Progress, `high` of `1 - High`. None where it is none, or may be several."""
    return _among(text, _told_by(options))


def _among(text: str, told_by: Iterable[_ToldBy]) -> str | None:
    for told, form in told_by:
        key = form(text)
        if key and key in told:
            return told[key]
    return None


@lru_cache(maxsize=REMEMBERED)
def _told_by_options(the: Identical[tuple[Option, ...]]) -> tuple[_ToldBy, ...]:
    return tuple(_told_by([(one.label, one.value) for one in the.value]))


def _told_by(options: Sequence[tuple[str, str | None]]) -> Iterator[_ToldBy]:
    """The surest first."""
    labels = [(label, label) for label, _ in options]
    own = [(value, label) for label, value in options if value]
    for told, form in (
        (labels, str),
        (labels, normalize),
        (own, normalize),
        (labels, _letters),
        (labels, _stems),
        (own, _stems),
        (labels, _words),
    ):
        yield _by(form, told), form


def _by(
    form: Callable[[str], str], told: Iterable[tuple[str, str]]
) -> dict[str, str | None]:
    """By the form of their texts; None where several have the same."""
    found: dict[str, str | None] = {}
    for text, label in told:
        key = form(text)
        found[key] = label if found.get(key, label) == label else None
    return found


def _letters(text: str) -> str:
    """Its letters and digits."""
    return "".join(fold for fold in folds(text) if fold.isalnum())


def _stems(text: str) -> str:
    """Its words without endings, white space and marks."""
    return "".join(_stemmed(text))


def _words(text: str) -> str:
    """The same without what has a digit: the number that a list puts before it."""
    return "".join(one for one in _stemmed(text) if not any(map(str.isdigit, one)))


def _stemmed(text: str) -> Iterator[str]:
    return (stem(fold) for fold in folds(text) if fold.isalnum())
