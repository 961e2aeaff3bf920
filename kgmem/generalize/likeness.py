"""How alike two tasks are: in words, in path, in meaning.

Two texts are aligned on their longest common subsequence of tokens. What both have
counts for them, what only one has against them: tokens that the task's neighbours
share (anchors, the words of a template) in full, those that vary among its neighbours
(values) with a constant per gap, however long they are. Paths are compared in the
same way. A likeness is a number from 0 to 1.

The constants were chosen on the tuning half of the development data, where they lie
on a plateau: half or twice of each changes little.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np
from rapidfuzz.distance import LCSseq

from kgmem.generalize.sketch import APP, Sketch
from kgmem.index.stopwords import CHINESE, ENGLISH
from kgmem.model.anchor_words import POLAR, is_han
from kgmem.model.similarity import Calibration
from kgmem.ports import Vectors

FUNCTION_WEIGHT = 0.6
"""Weights of tokens; a content word weighs 1."""
HAN_SHARE = 0.8
"""Of a Chinese character: most words have two."""
MASK_WEIGHT = 0.5
"""Of what stands for a value."""
APP_WEIGHT = 0.1
"""All tasks of an app may name it."""
DEED_WEIGHT = 0.5
"""In a path, of an action and a kind of target; their label weighs 1."""

UNSUPPORTED = 0.4
"""Share of its weight that a common token counts for which no neighbour shares."""
ANCHOR_COST = 2.5
"""What an anchor that only one has costs, as a multiple of its weight."""
VALUE_COST = 0.15
"""Most that a gap's values cost, where many neighbours show that they vary …"""
UNKNOWN_COST = 0.6
"""… and where there are none to show it."""

OTHER_INTENT = 0.5
"""What is left of the words' likeness if they ask for different things."""
OTHER_END = 0.6
"""What is left of the paths' likeness if they come to different things."""
PATH_SHARE = 0.5
"""Weight of the path against the words."""
COMPATIBLE = 0.8
"""Likeness of paths from which on similar vectors stand for similar words."""
PARAPHRASE = 0.95
"""Calibrated similarity from which on vectors alone do."""


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens with running sums of what they count, one sum more than tokens."""

    tokens: tuple[str, ...]
    shared: tuple[float, ...]
    """For the likeness, if the other has them too."""
    anchors: tuple[float, ...]
    """Against it, if the other lacks them: the part that is anchor …"""
    values: tuple[float, ...]
    """… and the part that is value."""
    gap: float = UNKNOWN_COST
    """Most that the values in one gap cost."""


def line(
    tokens: tuple[str, ...], supports: Sequence[float], evidence: float = 0.0
) -> Line:
    """`supports`: for each token the share (0..1) of neighbours that have it.

    Its square says how far the token is an anchor: about half of the neighbours do
    not make one.
    """
    counted = [(_weight(t), s * s) for t, s in zip(tokens, supports, strict=True)]
    return Line(
        tokens,
        _sums(w * (UNSUPPORTED + (1 - UNSUPPORTED) * a) for w, a in counted),
        _sums(w * a * ANCHOR_COST for w, a in counted),
        _sums(w * (1 - a) for w, a in counted),
        UNKNOWN_COST + (VALUE_COST - UNKNOWN_COST) * evidence,
    )


def anchors(line: Line) -> tuple[str, ...]:
    """Its tokens that are anchors rather than values."""
    return tuple(
        token
        for n, token in enumerate(line.tokens)
        if line.anchors[n + 1] - line.anchors[n] >= line.values[n + 1] - line.values[n]
    )


def _sums(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(accumulate(values, initial=0.0))


@lru_cache(1 << 16)
def _weight(token: str) -> float:
    """What a token of a text or a path weighs by itself."""
    if token == APP:
        return APP_WEIGHT
    if token.startswith("<") or token == "=<value>":
        return MASK_WEIGHT
    if token.startswith("="):
        return 1.0
    if ":" in token:
        return DEED_WEIGHT
    share = HAN_SHARE if is_han(token) else 1.0
    is_function = (token in ENGLISH or token in CHINESE) and token not in POLAR
    return (FUNCTION_WEIGHT if is_function else 1.0) * share


@dataclass(frozen=True, slots=True)
class View:
    """A task as its neighbours show it."""

    sketch: Sketch
    words: Line
    path: Line | None
    """None without a run."""
    vector: Vectors | None
    """Of its text, unit length."""


def line_likeness(a: Line, b: Line) -> float:
    """What both have, as a share of that and the costs; 1 for two empty lines."""
    shared = cost = 0.0
    i = j = 0
    most = (a.gap + b.gap) / 2
    for block in LCSseq.opcodes(a.tokens, b.tokens).as_matching_blocks():
        m, n = block.a, block.b
        if m > i or n > j:
            values = (a.values[m] - a.values[i] + b.values[n] - b.values[j]) / 2
            cost += min(most, values)
            cost += (a.anchors[m] - a.anchors[i] + b.anchors[n] - b.anchors[j]) / 2
        i, j = m + block.size, n + block.size
        shared += (a.shared[i] - a.shared[m] + b.shared[j] - b.shared[n]) / 2
    return shared / (shared + cost) if shared + cost else 1.0


def common(a: tuple[str, ...], b: tuple[str, ...]) -> Iterator[int]:
    """Indexes into `a` of a longest common subsequence."""
    for block in LCSseq.opcodes(a, b).as_matching_blocks():
        yield from range(block.a, block.a + block.size)


def likeness(a: View, b: View, calibration: Calibration | None) -> float:
    """How alike two tasks are, by whatever is known of both.

    With runs of both, words and paths count alike: different paths pull apart what
    words bring together, and the other way round.
    """
    asked = _intent_likeness(a.sketch.intents, b.sketch.intents)
    words = line_likeness(a.words, b.words) * asked
    path = _path_likeness(a, b)
    if asked == 1.0 and calibration and a.vector is not None and b.vector is not None:
        meaning = calibration(float(np.dot(a.vector, b.vector)))
        if path is None and meaning < PARAPHRASE:
            meaning = 0.0
        if path is None or path >= COMPATIBLE:
            words = max(words, meaning)
    return words if path is None else (1 - PATH_SHARE) * words + PATH_SHARE * path


def _path_likeness(a: View, b: View) -> float | None:
    if a.path is None or b.path is None:
        return None
    ends_alike = a.sketch.path[-2:] == b.sketch.path[-2:]
    return line_likeness(a.path, b.path) * (1.0 if ends_alike else OTHER_END)


def _intent_likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """From OTHER_INTENT, for none in common, to 1 for the same ones, or where one
    side is not known."""
    if not a or not b:
        return 1.0
    return OTHER_INTENT + (1 - OTHER_INTENT) * len(a & b) / len(a | b)
