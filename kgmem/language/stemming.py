"""The stem of an English word: one for search, for wordings and for slots.

Snowball's English stemmer (Porter2), see https://snowballstem.org.
"""

import functools
import re
import threading
from typing import Any

_ENGLISH = re.compile(r"[a-z]+(?:['’][a-z]*)?")

_stemming = threading.Lock()


@functools.cache
def _stemmer() -> Any:
    import snowballstemmer  # loads all its languages: a tenth of a second

    return snowballstemmer.stemmer("english")


@functools.lru_cache(1 << 15)
def stem(word: str) -> str:
    """The word without its English ending; what is no English word in lower case stays
    as it is."""
    if not _ENGLISH.fullmatch(word):
        return word
    with _stemming:  # a stemmer keeps the word that it is at in itself
        return str(_stemmer().stemWord(word.replace("’", "'")))
