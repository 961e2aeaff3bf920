"""Tokens, sparse vectors and keywords of English and Chinese text.

English words are lower case, without stop words, as Snowball stems; Chinese runs give
jieba's words and their single characters, so that a word that was cut differently
elsewhere is still found. A placeholder of a redacted value gives its kind alone.
"""

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from kgmem.language import chinese
from kgmem.language.stemming import stem
from kgmem.language.stopwords import CHINESE, CHINESE_VERBS, ENGLISH, ENGLISH_VERBS
from kgmem.ports import Sparse

K1 = 1.2
B = 0.75
"""BM25's saturation of term counts and share of length normalization (Robertson and
Zaragoza 2009 give 1.2..2 and 0.5..0.8)."""
AVERAGE_LENGTH = 15.0
"""Tokens of an average text. A constant, because a stored vector can't follow a
moving average: task texts have about 9 in English and 21 in Chinese."""
LONGEST_TOKEN = 64
"""Characters that count; what is longer is no word but a key or encoded data."""
REMEMBERED = 4096
REMEMBERED_LENGTH = 2_000
"""Texts whose tokens are kept, and up to what length."""
KEYWORD_SPAN = 20_000
"""Characters at a text's beginning that keywords are taken from."""

_HAN = r"\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PIECE = re.compile(
    r"\[redacted:(?P<kind>[a-z_]{1,24})(?:#\d{1,9})?(?:~[a-z0-9.]{1,24})?\]"
    rf"|(?P<han>[{_HAN}]+)"
    r"|https?://(?P<host>[a-z0-9.-]{1,253})"
    r"|(?P<address>[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})"
    rf"|(?P<number>(?>\d+(?:[.,]\d+)*))(?![^\W\d_{_HAN}])"
    rf"|(?P<word>[^\W_{_HAN}]+)"
)
_PART = re.compile(r"[a-z0-9]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_QUOTED = re.compile(r"[“\"「『《]([^“”\"「」『』《》\n]{1,40})[”\"」』》]")
_SURFACE = re.compile(
    rf"(?P<hidden>\[REDACTED:[^\]]{{1,60}}\])|(?P<han>[{_HAN}]+)"
    rf"|(?P<word>[^\W\d_{_HAN}][^\W_{_HAN}]*(?:['-][^\W_{_HAN}]+)*)"
)
_SENTENCE_ENDS = frozenset(".!?。！？\n:：")


def tokens(text: str) -> list[str]:
    """The tokens of `text` in order, repeats included; linear in its length."""
    if len(text) > REMEMBERED_LENGTH:
        return list(_tokens(text))
    return list(_remembered(text))


def sparse_document(text: str, average_length: float = AVERAGE_LENGTH) -> Sparse:
    """BM25's term weights without IDF, which the vector index adds.

    tf (k1 + 1) / (tf + k1 (1 - b + b length / average_length))
    """
    counts = Counter(tokens(text))
    fullness = K1 * (1 - B + B * counts.total() / average_length)
    return _sparse(
        (token, tf * (K1 + 1) / (tf + fullness)) for token, tf in counts.items()
    )


def sparse_query(text: str) -> Sparse:
    """1.0 for each distinct token."""
    return _sparse((token, 1.0) for token in dict.fromkeys(tokens(text)))


def keywords(text: str, limit: int = 8, apps: Iterable[str] = ()) -> list[str]:
    """At most `limit` words that name what `text` is about, as they are written.

    `apps` first, then what stands in quotes, then names (capitals within a sentence),
    then other content words, the frequent and the early before the rest.
    """
    head = text[:KEYWORD_SPAN]
    ranked = [*apps, *_quoted(head), *_ranked(_candidates(head))]
    chosen: dict[str, str] = {}
    for word in ranked:
        chosen.setdefault(" ".join(tokens(word)) or word.casefold(), word)
    return list(chosen.values())[:limit]


@functools.lru_cache(REMEMBERED)
def _remembered(text: str) -> tuple[str, ...]:
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    for match in _PIECE.finditer(folded):
        piece = match[match.lastgroup or 0]
        match match.lastgroup:
            case "kind":
                yield f"redacted:{piece}"
            case "han":
                yield from _chinese(piece)
            case "host" | "address":
                yield from _web(piece)
            case "number":
                yield _number_token(piece)
            case _:
                yield from _word(piece)


def _chinese(run: str) -> Iterator[str]:
    for word in chinese.words(run):
        if word in CHINESE:
            continue
        yield word[:LONGEST_TOKEN]
        if len(word) > 1:
            yield from (character for character in word if character not in CHINESE)


def _web(name: str) -> Iterator[str]:
    """A host or an e-mail address whole and in its parts."""
    whole = name.strip(".-").removeprefix("www.")
    if whole:
        yield whole[: 2 * LONGEST_TOKEN]
    parts = _PART.findall(whole)
    for part in parts if len(parts) > 1 else ():
        yield from _word(part)


def _number_token(number: str) -> str:
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    return number[:LONGEST_TOKEN]


def _word(word: str) -> Iterator[str]:
    if word not in ENGLISH:
        yield stem(word[:LONGEST_TOKEN])


@functools.lru_cache(1 << 15)
def _index(token: str) -> int:
    """The token's number: the same in every process and version."""
    return int.from_bytes(blake2b(token.encode(), digest_size=4).digest(), "big")


def _sparse(weighted: Iterable[tuple[str, float]]) -> Sparse:
    weights: dict[int, float] = {}
    for token, weight in weighted:
        number = _index(token)
        weights[number] = weights.get(number, 0.0) + weight
    numbers = sorted(weights)
    return Sparse(tuple(numbers), tuple(weights[number] for number in numbers))


def _quoted(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        if "[REDACTED" not in match[1] and tokens(match[1]):
            yield match[1].strip()


def _candidates(text: str) -> Iterator[tuple[str, bool]]:
    """Content words and whether they are names, in order."""
    opening = True
    for match in _SURFACE.finditer(text):
        if match["han"]:
            yield from ((word, False) for word in _chinese_nouns(match["han"]))
        elif match["word"] and _is_content(match["word"]):
            word = match["word"]
            yield word, word[:1].isupper() and not opening
        opening = text[match.end() : match.end() + 1] in _SENTENCE_ENDS


def _chinese_nouns(run: str) -> Iterator[str]:
    for word in chinese.words(run):
        if len(word) > 1 and word not in CHINESE and word not in CHINESE_VERBS:
            yield word


def _is_content(word: str) -> bool:
    lower = word.casefold()
    parts = lower.split("'")
    return len(lower) > 1 and parts[0] not in ENGLISH and lower not in ENGLISH_VERBS


def _ranked(candidates: Iterable[tuple[str, bool]]) -> Sequence[str]:
    """Each word once: names before others, then by count, then by place."""
    counts: Counter[str] = Counter()
    surface: dict[str, str] = {}
    names: set[str] = set()
    for word, is_name in candidates:
        key = word.casefold()
        counts[key] += 1
        surface.setdefault(key, word)
        if is_name:
            names.add(key)
    keys = sorted(surface, key=lambda key: (key not in names, -counts[key]))
    return [surface[key] for key in keys]
