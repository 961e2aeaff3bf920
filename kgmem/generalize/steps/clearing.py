"""What only clears the way: it closes a banner or a dialog that covers the page."""

import tomllib
from functools import cache
from pathlib import Path

from kgmem.language.lexicon import fold, wordings
from kgmem.language.words import folds
from kgmem.model.trajectory import Element

_FILE = Path(__file__).parent / "dismissals.toml"


def closes_cover(element: Element | None) -> bool:
    """Is it called as what closes a banner or a dialog, or does it stand in a banner
    about cookies?"""
    if element is None:
        return False
    called = wordings(element)
    if any(fold(name).strip(" .!") in _names() for name in called[:1]):
        return True
    told = folds(" ".join((*called, *element.container)))
    return not _about().isdisjoint(told)


@cache
def _names() -> frozenset[str]:
    return frozenset(fold(one) for key, all in _read() if key != "about" for one in all)


@cache
def _about() -> frozenset[str]:
    return frozenset(fold(one) for key, all in _read() if key == "about" for one in all)


@cache
def _read() -> tuple[tuple[str, tuple[str, ...]], ...]:
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple((key, tuple(given)) for key, given in read.items())
