"""Fits the weights of `matching.same_kind`: which kind a text in other words means, or
that it means none.

    uv run python -m kgmem_bench.wordings.fit_kinds --data FOLDER

A conditional logit over the kinds of the app and "none" (D. McFadden, "Conditional
logit analysis of qualitative choice behavior", 1974). A kind counts as its likeliest
run does. Each request is there twice, the second time with its kind taken away;
families of sets weigh the same. Printed are the weights fitted on all, and for each
family what comes of those that were fitted on the others.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from kgmem import Trajectory
from kgmem.lab import (
    CachedEmbedder,
    Language,
    Wording,
    language_of,
    masked,
    masked_with,
    offline_embedder,
)
from kgmem_bench.agents.admin.kinds import KINDS as ADMIN
from kgmem_bench.common.report import say
from kgmem_bench.wordings.everyday import WRITTEN as EVERYDAY
from kgmem_bench.wordings.wording_sets import LEARNED, wording_sets
from kgmem_bench.wordings.wordings import WRITTEN

NAMES = ("cosine", "words", "abroad", "none")
START = (9.0, 9.0, 1.0, 6.0)
PENALTY = 0.001
ASKED = ("other words", "other language", "stranger")
BARS = (0.05, 0.2)


@dataclass(frozen=True, slots=True)
class Text:
    """A task that was learned, or is asked for."""

    kind: str
    app: str | None
    masked: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A request: each kind's runs as features, by NAMES, and which kind is right."""

    kinds: Sequence[np.ndarray]
    right: int

    def chances(self, weights: np.ndarray) -> np.ndarray:
        """Of each kind, and of none behind them."""
        best = [float((rows @ weights[:-1]).max()) for rows in self.kinds]
        odds = np.array([*best, weights[-1]])
        odds = np.exp(odds - odds.max())
        return np.asarray(odds / odds.sum())


Texts = tuple[list[Text], list[Text]]


def _kind_of(run: Trajectory) -> str:
    """The kind whose page it opens."""
    first = run.steps[0].target
    return ((first.name if first else None) or "").removeprefix("Page ")


def text_sets(data: Path | None) -> Iterator[tuple[str, Texts]]:
    """What is learned and asked together, by family."""
    for one in wording_sets(data, WRITTEN):
        learned = [
            Text(
                _kind_of(run),
                run.app,
                masked_with(run.task, [s.value for s in run.steps if s.value]),
            )
            for run in one.learned
        ]
        asked = [
            Text(each.kind, each.app, masked(each.task))
            for each in one.asked
            if each.relation in ASKED
        ]
        is_trac = one.name.startswith("Trac")
        yield ("Trac" if is_trac else "rewordings"), (learned, asked)
    for kinds in json.loads(EVERYDAY.read_text(encoding="utf-8")).values():
        yield "everyday", _everyday(kinds)
    yield "administration", _administration("en", "zh")
    yield "administration", _administration("zh", "en")


def _everyday(kinds: Sequence[Mapping[str, object]]) -> Texts:
    learned, asked = [], []
    for n, kind in enumerate(kinds):
        app = str(kind["app"])
        for run in kind["runs"]:  # type: ignore[attr-defined]
            values = [step["value"] for step in run["steps"] if step.get("value")]
            learned.append(Text(str(n), app, masked_with(run["task"], values)))
        for relation in ("plain", "other_words", "other_language"):
            for each in kind[relation]:  # type: ignore[attr-defined]
                asked.append(Text(str(n), app, masked(each["task"])))
    return learned, asked


def _administration(own: Language, other: Language) -> Texts:
    learned, asked = [], []
    for name, kind in ADMIN.items():
        for values in kind.sets[own][:LEARNED]:
            task = masked_with(kind.task(own, 0, values), values.values())
            learned.append(Text(name, None, task))
        for language, first in ((own, 1), (other, 0)):
            for values in kind.sets[language][LEARNED : LEARNED + 2]:
                for n in range(first, len(kind.wordings[language])):
                    task = masked(kind.task(language, n, values))
                    asked.append(Text(name, None, task))
    return learned, asked


def choices(texts: Texts, embedder: CachedEmbedder) -> Iterator[Choice]:
    """Each request among the kinds of its app, and once more without its own kind."""
    learned, asked = texts
    cosines = (
        embedder.embed([one.masked for one in asked])
        @ embedder.embed([one.masked for one in learned]).T
    )
    for each, row in zip(asked, cosines, strict=True):
        kinds: dict[str, list[list[float]]] = defaultdict(list)
        for one, cosine in zip(learned, row, strict=True):
            if each.app is None or one.app == each.app:
                kinds[one.kind].append(_features(each, one, float(cosine)))
        names = [*kinds]
        rows = [np.array(kinds[name]) for name in names]
        right = names.index(each.kind) if each.kind in kinds else len(names)
        yield Choice(rows, right)
        if right < len(names):
            yield Choice([*rows[:right], *rows[right + 1 :]], len(names) - 1)


def _features(asked: Text, known: Text, cosine: float) -> list[float]:
    """By NAMES, but for none."""
    if language_of(asked.masked) != language_of(known.masked):
        return [cosine, cosine, 1.0]
    return [cosine, Wording(asked.masked).share(known.masked), 0.0]


def fit(families: Sequence[Sequence[Choice]]) -> np.ndarray:
    """The weights that make the right choices likeliest, by NAMES."""

    def loss(weights: np.ndarray) -> float:
        total = PENALTY * float(weights @ weights)
        for family in families:
            chances = [one.chances(weights)[one.right] for one in family]
            total -= float(np.log(np.array(chances) + 1e-12).mean())
        return total

    return np.asarray(minimize(loss, np.array(START), method="Nelder-Mead").x)


def told(found: Sequence[Choice], weights: np.ndarray) -> Iterator[str]:
    """How often the right kind is the likeliest, and what is offered from each bar on,
    of known kinds and of others."""
    for is_known in (True, False):
        own = [one for one in found if (one.right < len(one.kinds)) == is_known]
        best = [one.chances(weights)[:-1] for one in own if one.kinds]
        firsts = sum(
            int(p.argmax()) == o.right for p, o in zip(best, own, strict=False)
        )
        bars = (sum(p.max() >= bar for p in best) / len(own) for bar in BARS)
        offered = ", ".join(f"{share:.2f}" for share in bars)
        what = f"known, first {firsts / len(own):.2f}" if is_known else "unknown"
        yield f"{what}; offered {offered} of {len(own)}"


def main() -> None:
    """Prints weights, and what they come to on families that were left out."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--data", type=Path)
    embedder = CachedEmbedder(offline_embedder()[0], size=80_000)
    known: dict[str, list[Choice]] = defaultdict(list)
    for family, texts in text_sets(reader.parse_args().data):
        known[family] += choices(texts, embedder)
    for name, weight in zip(NAMES, fit([*known.values()]), strict=True):
        say(f"{name} = {weight:.1f}")
    for family, own in known.items():
        left_out = fit([found for name, found in known.items() if name != family])
        for line in told(own, left_out):
            say(f"{family}, left out: {line}")


if __name__ == "__main__":
    main()
