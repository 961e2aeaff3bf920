"""Words in runs of Chinese characters.

They are jieba's. Where rjieba is installed (`kgmem[chinese-fast]`), it cuts what holds
Han signs alone: a test compares its words with jieba's. Other signs it cuts otherwise.
"""

import functools
import logging
import re
import threading
import time
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem.language.vocabulary import written

log = logging.getLogger(__name__)

BLOCK = 400
"""Characters cut at once: jieba's time grows with the square of a run's length."""
REMEMBERED = 1_024
"""Blocks whose words are remembered: keywords and tokens of a text ask for the same."""

RELATING = re.compile(r"(?m)^(\S+) \d+ (?:[pdcurf]|v(?!n))\S*$")
"""Lines of its dictionary whose word names nothing (the tags of ICTCLAS)."""

NAMING_SIGNS = re.compile(r"(?m)^(\S) \d+ (?:ng?|ns|q)$")
"""Lines whose single sign names a thing or counts some."""

SURNAMES = frozenset(written("name.surname", spaced=False))
"""Single-character family names (the Song list, with common later ones)."""
_SURNAMES_OF_TWO = frozenset(written("name.surname_of_two", spaced=False))

PEOPLE = re.compile(r"(?m)^(\S+) \d+ nr\S*$")
"""Lines whose word is a name of a person."""
PLACES = re.compile(r"(?m)^(\S+) \d+ n[stz]\S*$")
"""Lines whose word is a name of a place, an organization or something else."""

PAUSE = 1.0
"""Seconds after which the dictionary is read ahead: a short program is done by then."""

HAN = re.compile(r"[\u4e00-\u9fa5]+")
"""What is cut alike by both."""
_loading = threading.Lock()


@functools.cache
def load_ahead() -> None:
    """Read the dictionary soon, on a thread that nobody waits for; once a process."""
    threading.Thread(target=_load_soon, name="kgmem-chinese", daemon=True).start()


def _load_soon() -> None:
    time.sleep(PAUSE)
    try:
        _ = _quick() or segmenter()
        _tagged()
    except Exception as error:  # nobody asked for it yet: who does is told
        log.info("the dictionary of Chinese could not be read ahead: %s", error)


def words(run: str) -> list[str]:
    """The words of `run`, in order; together they are `run` again.

    The first call loads jieba's dictionary (about a second).
    """
    return [
        word for at in range(0, len(run), BLOCK) for word in _cut(run[at : at + BLOCK])
    ]


@functools.lru_cache(REMEMBERED)
def _cut(block: str) -> tuple[str, ...]:
    return tuple(_words_of(block))


def known_words(run: str) -> list[str]:
    """The first BLOCK characters cut into words of the dictionary and single signs
    alone: no word is made up of signs that often stand together."""
    return _words_of(run[:BLOCK], made_up=False)


def _words_of(block: str, *, made_up: bool = True) -> list[str]:
    """The block cut; `made_up`: words that no dictionary has, too."""
    quick = _quick()
    if quick and HAN.fullmatch(block):
        return list(quick.cut(block, made_up))
    return list(segmenter().lcut(block, HMM=made_up))


@functools.lru_cache(1 << 12)
def peeled(word: str) -> tuple[str, ...]:
    """The word, and by themselves the words that name nothing at its ends, where no
    dictionary has it: 城去 is 城 and 去."""
    parts = known_words(word)
    first, last = 0, len(parts)
    while first < last - 1 and is_relating(parts[first]):
        first += 1
    while first < last - 1 and is_relating(parts[last - 1]):
        last -= 1
    return (*parts[:first], "".join(parts[first:last]), *parts[last:])


def is_relating(word: str) -> bool:
    """Is it a word that names nothing: a verb, preposition, adverb, conjunction,
    pronoun or particle, or one for a side of something?

    As jieba's dictionary tags it; the first call reads that (about half a second). A
    word that it lacks names something.
    """
    return word in _tagged()[0]


def names_thing(sign: str) -> bool:
    """Does the single sign name a thing, a place or a measure, as 城, 屋 and 座 do at
    the end of a name? As jieba's dictionary tags it."""
    return sign in _tagged()[1]


def is_person(text: str) -> bool:
    """Is it written as names of people are: a family name and one or two signs, and no
    other word of the dictionary, as 牛奶 and 谢谢 are?"""
    name = 2 if text[:2] in _SURNAMES_OF_TWO else int(text[:1] in SURNAMES)
    if not name or not 1 <= len(text) - name <= 2 or not text.isalpha():
        return False
    return not _is_listed(text) or text in _tagged()[2]


def is_name(word: str) -> bool:
    """Is it a name of a person, a place or an organization, as jieba's dictionary tags
    it?"""
    return word in _tagged()[2] or word in _tagged()[3]


def _is_listed(word: str) -> bool:
    """Has the dictionary the word?"""
    quick = _quick()
    return bool(quick.has_word(word) if quick else segmenter().FREQ.get(word))


@functools.cache
def _tagged() -> tuple[frozenset[str], ...]:
    """The words that name nothing, the signs that name things, the names of people and
    those of other things, by the dictionary's tags: read once for all."""
    jieba = find_spec("jieba")  # to import it takes longer than to read the file
    place = Path(jieba.origin) if jieba and jieba.origin else Path()
    told = place.with_name("dict.txt").read_text(encoding="utf-8")
    tags = (RELATING, NAMING_SIGNS, PEOPLE, PLACES)
    return tuple(frozenset(tag.findall(told)) for tag in tags)


def _quick() -> Any:
    """A rjieba.Jieba, made once for the process; None where it is not installed."""
    with _loading:
        return _load_quick()


@functools.cache
def _load_quick() -> Any:
    try:
        import rjieba
    except ImportError:
        return None
    return rjieba.Jieba()  # not the shared one, to which a host may add words


def segmenter() -> Any:
    """A jieba.Tokenizer with its dictionary, loaded once for the process."""
    with _loading:
        return _load()


@functools.cache
def _load() -> Any:
    """A segmenter of our own: words that a host adds to jieba's shared one would
    change the tokens of what is indexed already."""
    with warnings.catch_warnings():
        # Its sources hold invalid escape sequences, and it asks for pkg_resources.
        for category in (DeprecationWarning, SyntaxWarning, UserWarning):
            warnings.filterwarnings("ignore", r"invalid escape|.*escape seq", category)
            warnings.filterwarnings("ignore", r".*pkg_resources", category)
        import jieba

    # Filters hold for the whole process: they are as they were while this works.
    jieba.setLogLevel(logging.WARNING)
    segmenter = jieba.Tokenizer()
    segmenter.initialize()
    return segmenter
