"""Does following a link do something, or does it only show a page?"""

import re

from kgmem.language.lexicon import fold, lexicon, wordings
from kgmem.language.vocabulary import written
from kgmem.model.trajectory import Step

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


def _is_act(words: str) -> bool:
    """Chinese words may stand anywhere in what a link is called."""
    return not words.isascii() and words in ACTS
