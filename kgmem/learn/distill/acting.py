"""Does following a link do something, or does it only show a page?"""

import re

from kgmem.language.lexicon import confirms, fold, lexicon, wordings
from kgmem.language.vocabulary import written
from kgmem.model.trajectory import Page, Step
from kgmem.paths.tidy import is_field, is_read_only

_ACTING = written("acts.terms", spaced=True)
ACTS = lexicon("acts")
"""Words on a link, at their beginning in English, whose page does something."""
_ACTING_WORD = re.compile("|".join(word for word in _ACTING if " " not in word))
"""The same as a word of an address: `/cart/add/3`, `?vote=up`."""
_HOST = re.compile(r"^(?:[a-z][a-z0-9+.-]{0,30}:)?//[^/?#]*", re.IGNORECASE)


def does_something(step: Step, address: str) -> bool:
    """Do the words of the link, or of the address, say that it does something?"""
    if any(ACTS.place(words) == 0 or _is_act(words) for words in wordings(step.target)):
        return True
    place = _HOST.sub("", address, count=1)
    return any(map(_ACTING_WORD.fullmatch, re.split(r"[^a-z]+", fold(place))))


def opens_form(before: Page | None, after: Page | None) -> bool:
    """Does the page after show an empty field and what sends it off, neither of which
    stood on the page before? Then nothing is done before it is filled and sent."""
    shown = [] if before is None or after is None else after.elements
    known = {(one.role, one.label()) for one in before.elements} if before else set()
    new = [one for one in shown if (one.role, one.label()) not in known]
    waits = any(
        is_field(one) and not is_read_only(one) and not one.attributes.get("value")
        for one in new
    )
    return waits and any(one.role == "button" and confirms(one) for one in new)


def _is_act(words: str) -> bool:
    """Chinese words may stand anywhere in what a link is called."""
    return not words.isascii() and words in ACTS
