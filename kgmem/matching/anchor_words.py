"""What the literal words of a template weigh, and which words pass for one another.

Words are folded as in `kgmem.language.words`; weights are in content words.
"""

import unicodedata
from functools import lru_cache

from rapidfuzz.distance import OSA

from kgmem.tuning import tuned

_TUNED = tuned("matching.anchor_words")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


LIGHT = _set(
    """
    a an the please kindly just me my our your us you i we is are was were be been am
    do does did has have had will would could can shall should it its that there this
    these those so also then some any
    的 了 吧 呢 啊 呀 吗 嘛 哦 请 帮 我 你 您 们 一 个 份 条 张 种 些 这 那 给 并 就
    再 是
    """
)
"""Words that come and go without changing what is asked."""
FUNCTION = _set(
    """
    about above across after against all among and around as at away before below
    between both but by during each every for from her here him his if in inside into
    more most much near next of onto or other over own per than their them they through
    to too toward towards under until up upon very via when where which while who whose
    with within
    在 到 从 用 把 对 和 与 或 及 向 将 被 让 为 以 于 之 里 中 上 下 内 外 后 前 时 间
    所 有 都 去 来 能 会
    """
)
"""Other words of little meaning: they hold a sentence together."""
NEGATIONS = _set(
    """
    no not never without don't doesn't didn't can't cannot won't isn't aren't
    不 没 无 未 别 勿
    """
)
POLAR = NEGATIONS | _set(
    """
    off on out less least fewer min max minimum maximum first last before after above
    below up down 非 开 关 加 减 增 删 取
    """
)
"""Words that turn what is asked into its opposite."""
OPENING = LIGHT | _set(
    """
    want need like help hi hello hey now to
    想 要 麻 烦 需 可 以 好
    """
)
"""What may stand before a request without being a part of it."""
CLOSING = _set("please thanks thank you now 谢 吧 啊 呀 哦 嘛 了")
"""What may stand after it."""
NEVER_FIRST = _set("and or of than 的 了 和 与 或 吧 呢 吗 们")
NEVER_LAST = _set(
    """
    a an the my your our his her its their and or of to in on at by for from with as is
    are was were that which whose i we me
    的 和 与 或 在 把 从 给 用 对 向 到 我 你 请 帮 是
    """
)
"""Words that no name or phrase begins or ends with."""

MARK_WEIGHT = _TUNED["mark_weight"]
LIGHT_WEIGHT = _TUNED["light_weight"]
FUNCTION_WEIGHT = _TUNED["function_weight"]
POLAR_WEIGHT = _TUNED["polar_weight"]
HAN_SHARE = _TUNED["han_share"]
"""A Chinese word has two characters on average; each weighs half of one."""

LIGHT_SWAP = _TUNED["light_swap"]
INFLECTED = _TUNED["inflected"]
RESPELLED = _TUNED["respelled"]
"""Shares of a word that are lost with another light word, another ending, a shortened
or a misspelt one."""

_ENDINGS = ("'s", "’s", "ing", "ed", "es", "s", "d")
_SHORTEST_STEM = 3
_SHORTEST_PREFIX = 4
_LEAST_CUT = 3
"""`repo` may stand for `repository`, but `star` not for `start`."""
_SHORTEST_MISSPELT = 6


@lru_cache(1 << 15)
def weight(fold: str) -> float:
    """How much of a sentence's meaning the word carries; 1 for a content word."""
    if not any(map(str.isalnum, fold)):
        return MARK_WEIGHT
    share = HAN_SHARE if is_han(fold) else 1.0
    if fold in POLAR:
        return POLAR_WEIGHT * share
    if fold in LIGHT:
        return LIGHT_WEIGHT * share
    return (FUNCTION_WEIGHT if fold in FUNCTION else 1.0) * share


@lru_cache(1 << 15)
def is_content(fold: str) -> bool:
    """Does the word say something by itself?"""
    return any(map(str.isalnum, fold)) and not any(
        fold in words for words in (OPENING, CLOSING, FUNCTION)
    )


@lru_cache(1 << 15)
def is_han(fold: str) -> bool:
    """Is it a Chinese character?"""
    return len(fold) == 1 and unicodedata.name(fold, "").startswith("CJK")


@lru_cache(1 << 15)
def stem(fold: str) -> str:
    """The word without an English ending; Chinese as it is."""
    for ending in _ENDINGS:
        if fold.endswith(ending) and len(fold) - len(ending) >= _SHORTEST_STEM:
            return fold.removesuffix(ending).removesuffix("e")
    return fold.removesuffix("e") if len(fold) > _SHORTEST_STEM else fold


@lru_cache(1 << 16)
def swap_loss(literal: str, word: str) -> float | None:
    """The share of a literal word that is lost if `word` stands in its place; None:
    it is another word.

    Nothing for the same, little for an inflection (`order`, `orders`), a shortening
    (`repo`, `repository`), a slip of the pen, or light words of one another (`is`,
    `are`). The beginning must agree: `subscribe` is not `unsubscribe`.
    """
    if literal == word:
        return 0.0
    if literal in LIGHT and word in LIGHT:
        return LIGHT_SWAP
    if stem(literal) == stem(word):
        return INFLECTED
    if literal[:1] != word[:1] or is_han(literal):
        return None
    if _is_shortened(literal, word) or _is_slip(literal, word):
        return RESPELLED
    return None


def _is_shortened(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    cut = len(long) - len(short)
    return (
        len(short) >= _SHORTEST_PREFIX and cut >= _LEAST_CUT and long.startswith(short)
    )


def _is_slip(one: str, other: str) -> bool:
    return (
        min(len(one), len(other)) >= _SHORTEST_MISSPELT
        and OSA.distance(one, other, score_cutoff=1) <= 1
    )
