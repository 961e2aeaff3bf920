"""How alike two tasks are: in words, in path, in meaning.

Two texts are aligned on their longest common subsequence of tokens. What both have
counts for them, what only one has against them: tokens that the task's neighbours
share (anchors, the words of a template) in full, those that vary among its neighbours
(values) little, however long they are. Paths are compared in the same way. A likeness
is a number from 0 to 1.

The constants were chosen on the tuning half of the development data, in both
languages, where they lie on a plateau: a third more or less of each changes little.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np
from rapidfuzz.distance import LCSseq

from kgmem.generalize.grouping.sketch import DEED, LABEL, Sketch, is_mask
from kgmem.language.stopwords import CHINESE, ENGLISH
from kgmem.matching.anchor_words import POLAR
from kgmem.matching.same_kind import chance
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors
from kgmem.tuning import tuned

_TUNED = tuned("generalize.grouping.likeness")

FUNCTION_WEIGHT = _TUNED["function_weight"]
"""Weights of tokens; a content word, a Chinese character, a step's label weigh 1."""
MASK_WEIGHT = _TUNED["mask_weight"]
"""Of what stands for a value."""
DEED_WEIGHT = _TUNED["deed_weight"]
"""Of an action and a kind of target."""

UNSUPPORTED = _TUNED["unsupported"]
"""Share of its weight that a token counts for which both have and no neighbour."""
ANCHOR_COST = _TUNED["anchor_cost"]
"""What an anchor that only one has costs, as a multiple of its weight."""
VALUE_COST = _TUNED["value_cost"]
"""Most that the values of one gap cost, where many neighbours show that they vary …"""
UNKNOWN_COST = _TUNED["unknown_cost"]
"""… and where there are none to show it."""

FEW_TASKS = _TUNED["few_tasks"]
"""Tasks of an app beside which what all have still tells something."""
COMMON = _TUNED["common"]
"""Power of the share of tasks that have a token: the higher, the more of them have to
have it before it says less."""
COMMON_WORDS = _TUNED["common_words"]
"""Most that the words of a text count that all texts of its app have."""

OTHER_INTENT = _TUNED["other_intent"]
"""What is left of the words' likeness if they ask for different things."""
OTHER_END = _TUNED["other_end"]
"""What is left of the paths' likeness if they come to different things."""
PATH_SHARE = _TUNED["path_share"]
"""Weight of a path with many labels against the words."""
HALF_INFORMED = _TUNED["half_informed"]
"""Weight of labels at which a path has half of that."""
COMPATIBLE = _TUNED["compatible"]
"""Likeness of paths from which on similar vectors stand for similar words."""
COSINE, WORDS, NONE = _TUNED["cosine"], _TUNED["words"], _TUNED["none"]
"""Log-odds that two tasks are of one kind, for the cosine of their vectors, for the
likeness of their words; and that they are of none."""
PARAPHRASE = _TUNED["paraphrase"]
"""Calibrated similarity from which on vectors alone do: at 0.9, "turn on" and "turn
off" are paraphrases."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """How far a token tells tasks of an app apart: what all of them have says nothing
    about their kind."""

    having: Mapping[str, int]
    """Tasks that have the token in their words or their path."""
    tasks: int

    def weights(self, tokens: Sequence[str]) -> list[float]:
        """What each token weighs: what is common to all texts, all together, not more
        than COMMON_WORDS; what is common to all paths, nothing."""
        plain = [weight(token) for token in tokens]
        common = [w * self._share(t) for w, t in zip(plain, tokens, strict=True)]
        whole, is_path = sum(common), tokens[:1] and tokens[0].startswith(DEED)
        kept = 0.0 if is_path else min(1.0, COMMON_WORDS / whole) if whole else 1.0
        return [w - (1.0 - kept) * c for w, c in zip(plain, common, strict=True)]

    def _share(self, token: str) -> float:
        """1 for what all of very many tasks have, soon 0 for what fewer have."""
        share = self.having.get(token, 0) / (self.tasks + FEW_TASKS)
        return math.pow(share, COMMON)


@dataclass(frozen=True, slots=True)
class Supports:
    """What a task's neighbours say of its tokens."""

    shares: Sequence[float]
    """For each token the share of neighbours that have it."""
    evidence: float = 0.0
    """0 if there are none, towards 1 the more there are."""


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
    most: float
    """Most that the values of one gap cost."""
    labels: float
    """What its labels weigh."""


def line(tokens: tuple[str, ...], supports: Supports, rarity: Rarity) -> Line:
    """The squared share says how far a token is an anchor: that half of the
    neighbours have it too does not make it one."""
    weights = rarity.weights(tokens)
    counted = [
        (heavy, share * share)
        for heavy, share in zip(weights, supports.shares, strict=True)
    ]
    return Line(
        tokens,
        _sums(w * (UNSUPPORTED + (1 - UNSUPPORTED) * a) for w, a in counted),
        _sums(w * a * ANCHOR_COST for w, a in counted),
        _sums(w * (1 - a) for w, a in counted),
        UNKNOWN_COST + (VALUE_COST - UNKNOWN_COST) * supports.evidence,
        sum(w for t, w in zip(tokens, weights, strict=True) if t.startswith(LABEL)),
    )


def _sums(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(accumulate(values, initial=0.0))


def anchors(line: Line) -> tuple[str, ...]:
    """Its tokens that are anchors rather than values."""
    return tuple(
        token
        for n, token in enumerate(line.tokens)
        if line.anchors[n + 1] - line.anchors[n] >= line.values[n + 1] - line.values[n]
    )


@lru_cache(1 << 16)
def weight(token: str) -> float:
    """What a token of words or of a path weighs by itself."""
    if is_mask(token):
        return MASK_WEIGHT
    if token.startswith(LABEL):
        return 1.0 if token != LABEL else 0.0
    if token.startswith(DEED):
        return DEED_WEIGHT
    is_function = (token in ENGLISH or token in CHINESE) and token not in POLAR
    return FUNCTION_WEIGHT if is_function else 1.0


def line_likeness(a: Line, b: Line) -> float:
    """What both have, as a share of that and the costs; 1 for two empty lines."""
    shared = cost = 0.0
    most = (a.most + b.most) / 2
    i = j = 0
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


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task as its neighbours show it."""

    sketch: Sketch
    words: Line
    path: Line | None
    """None without a run."""
    vector: Vectors | None
    """Of its text, unit length."""


def likeness(a: TaskView, b: TaskView, calibration: SimilarityScale | None) -> float:
    """How alike two tasks are, by whatever is known of both.

    With runs of both, different paths pull apart what words bring together, and the
    other way round, the more the paths have labels. Vectors can make up for other
    words, but for sure only where the paths agree. Nothing makes up for asking for
    the opposite, or for an answer that stands at another place.
    """
    if a.sketch.is_opposite(b.sketch) or a.sketch.reads_elsewhere(b.sketch):
        return 0.0
    asked = _intent_likeness(a.sketch, b.sketch)
    words = line_likeness(a.words, b.words) * asked
    path, informed = _path_likeness(a, b), _information(a, b)
    if path >= COMPATIBLE and (asked == 1.0 or informed):
        meant = _meaning(a, b, words, calibration)
        words = max(words, meant if meant >= PARAPHRASE * (1 - informed) else 0.0)
    share = PATH_SHARE * informed
    return (1 - share) * words + share * path


def _intent_likeness(a: Sketch, b: Sketch) -> float:
    """OTHER_INTENT if they are for different things in the end, else up from there
    to 1 for the same intents on the way; 1 where one side is not known."""
    if not a.intents or not b.intents:
        return 1.0
    if a.intent != b.intent:
        return OTHER_INTENT
    both, either = a.intents & b.intents, a.intents | b.intents
    return OTHER_INTENT + (1 - OTHER_INTENT) * len(both) / len(either)


def _meaning(
    a: TaskView, b: TaskView, words: float, calibration: SimilarityScale | None
) -> float:
    """The chance that they are of one kind by their vectors and the likeness of their
    words; 0 without vectors, or those of a model that is not calibrated."""
    if calibration is None or a.vector is None or b.vector is None:
        return 0.0
    odds = COSINE * float(np.dot(a.vector, b.vector)) + WORDS * words
    return chance(odds, NONE)


def _path_likeness(a: TaskView, b: TaskView) -> float:
    """1 where one side is not known."""
    if a.path is None or b.path is None:
        return 1.0
    ends_alike = a.sketch.path[-2:] == b.sketch.path[-2:]
    return line_likeness(a.path, b.path) * (1.0 if ends_alike else OTHER_END)


def _information(a: TaskView, b: TaskView) -> float:
    """0 for paths without labels, or with none that tell, towards 1 the more both
    have."""
    labels = min(a.path.labels, b.path.labels) if a.path and b.path else 0.0
    return labels / (labels + HALF_INFORMED)
