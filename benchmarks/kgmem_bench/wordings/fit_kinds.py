"""Fits the weights of `matching.same_kind`: which kind a text in other words means, or
that it means none.

    uv run python -m kgmem_bench.wordings.fit_kinds --data FOLDER

The features are those of `Alike`, being of another app than is asked for, and being in
another language where others are in the text's own. A conditional logit over the kinds
of a memory and "none" (D. McFadden, "Conditional logit analysis of qualitative choice
behavior", 1974). A kind counts as its likeliest run does. Each request is there twice,
the second time with its kind taken away; where the memory has several apps once more
with none named; and where its values are known once more with a record that another
kind has met. Families of sets weigh the same. Printed are the weights fitted on all,
and for each family what comes of those that were fitted on the others.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from kgmem import Trajectory
from kgmem.lab import (
    Alike,
    CachedEmbedder,
    Language,
    Vectors,
    Wording,
    intent_of,
    language_of,
    marked_values,
    masked,
    masked_with,
    middle,
    offline_embedder,
    without,
)
from kgmem_bench.agents.admin.kinds import KINDS as ADMIN
from kgmem_bench.agents.house.kinds import KINDS as HOUSE
from kgmem_bench.agents.trac.kinds import Kind
from kgmem_bench.common.report import say
from kgmem_bench.data_sets import mail, samples, tau, webarena
from kgmem_bench.recall.recall_sets import GROUPED, grouped
from kgmem_bench.wordings.everyday import WRITTEN as EVERYDAY
from kgmem_bench.wordings.wording_sets import LEARNED, wording_sets
from kgmem_bench.wordings.wordings import WRITTEN

NAMES = (*Alike._fields, "elsewhere", "foreign", "none")
PENALTY = 0.003
SAMPLED = 200
"""Requests of a family that weights are fitted on."""
ASKED = ("other words", "other language", "stranger")
BARS = (0.02, 0.05, 0.2)


@dataclass(frozen=True, slots=True)
class Text:
    """A task that was learned, or is asked for."""

    kind: str
    app: str | None
    text: str
    values: tuple[str, ...] = ()
    """That stand in it."""

    @property
    def masked(self) -> str:
        """As it is kept of a learned task."""
        return masked_with(self.text, self.values)

    @classmethod
    def of_run(cls, kind: str, run: Trajectory, app: str | None) -> "Text":
        """A task with what its run enters."""
        values = tuple(step.value for step in run.steps if step.value)
        return cls(kind, app, run.task, values)


@dataclass(frozen=True, slots=True)
class Choice:
    """A request: runs as features, by NAMES, the kind of each, and the right kind."""

    rows: np.ndarray
    kinds: np.ndarray
    right: int
    """As many as there are kinds for none."""
    count: int

    def likeliest(self, weights: np.ndarray) -> np.ndarray:
        """Of each kind, the run that speaks most for it."""
        order = np.argsort(self.rows @ weights[:-1])
        best = np.zeros(self.count, int)
        best[self.kinds[order]] = order
        return best

    def chances(self, weights: np.ndarray) -> np.ndarray:
        """Of each kind, and of none behind them."""
        best = self.rows[self.likeliest(weights)] @ weights[:-1]
        odds = np.append(best, weights[-1])
        odds = np.exp(odds - odds.max())
        return np.asarray(odds / odds.sum())

    def without_right(self) -> "Choice | None":
        """The same where the right kind is not known."""
        stays = self.kinds != self.right
        kinds = self.kinds[stays] - (self.kinds[stays] > self.right)
        is_left = 0 < stays.sum() < len(stays)
        count = self.count - 1
        return Choice(self.rows[stays], kinds, count, count) if is_left else None


Texts = tuple[list[Text], list[Text]]


def _kind_of(run: Trajectory) -> str:
    """The kind whose page it opens."""
    first = run.steps[0].target
    return ((first.name if first else None) or "").removeprefix("Page ")


def text_sets(data: Path | None) -> Iterator[tuple[str, Texts]]:
    """What is learned and asked together, by family."""
    for one in wording_sets(data, WRITTEN):
        learned = [Text.of_run(_kind_of(run), run, run.app) for run in one.learned]
        asked = [
            Text(each.kind, each.app, each.task, tuple(each.values.values()))
            for each in one.asked
            if each.relation in ASKED
        ]
        yield one.name.split()[0].strip(","), (learned, asked)
    for kinds in json.loads(EVERYDAY.read_text(encoding="utf-8")).values():
        yield "everyday", _everyday(kinds)
    for family, site in ("administration", ADMIN), ("house", HOUSE):
        yield family, _site(site, "en")
        yield family, _site(site, "zh")
        yield family, _site(site, "en", "zh")
    if data:
        yield from _by_group(data)


def _everyday(kinds: Sequence[Mapping[str, object]]) -> Texts:
    learned, asked = [], []
    for n, kind in enumerate(kinds):
        app = str(kind["app"])
        for run in kind["runs"]:  # type: ignore[attr-defined]
            values = tuple(s["value"] for s in run["steps"] if s.get("value"))
            learned.append(Text(str(n), app, run["task"], values))
        for relation in ("plain", "other_words", "other_language"):
            for each in kind[relation]:  # type: ignore[attr-defined]
                asked.append(Text(str(n), app, each["task"], tuple(each["values"])))
    return learned, asked


def _site(site: Mapping[str, Kind], *languages: Language) -> Texts:
    """Its kinds, each learned in one of these languages in turn."""
    learned, asked = [], []
    for kind, own in zip(site.values(), cycle(languages), strict=False):

        def text(
            language: Language, n: int, values: Mapping[str, str], kind: Kind = kind
        ) -> Text:
            task = kind.task(language, n, values)
            return Text(kind.name, None, task, tuple(map(str, values.values())))

        learned += [text(own, 0, values) for values in kind.sets[own][:LEARNED]]
        other: Language = "zh" if own == "en" else "en"
        for language, first in ((own, 1), (other, 0)):
            for values in kind.sets[language][LEARNED : LEARNED + 2]:
                for n in range(first, len(kind.wordings[language])):
                    asked.append(text(language, n, values))
    return learned, asked


def _by_group(data: Path) -> Iterator[tuple[str, Texts]]:
    """Sets that say which requests are of one kind, one or three of each learned."""
    for name in (*GROUPED, webarena.PICTURES, tau.SET, mail.SET):
        if not (data / name).is_dir():
            continue
        found = list(samples(data / name))
        for k in (1, 3):
            scenario = grouped(name, found, k)
            kinds = {run: one.group for one in scenario.queries for run in one.relevant}
            learned = [
                Text.of_run(kinds[str(run.source_task_id)], run, None)
                for run in scenario.runs
                if run.source_task_id in kinds
            ]
            asked = [Text(one.group, None, one.text) for one in scenario.queries]
            yield name, (learned, asked)


def with_records_of_others(texts: Texts, embedder: CachedEmbedder) -> Texts:
    """The requests with a value in the place of one of theirs that only another kind of
    the app has met: of all such values the nearest one."""
    learned, asked = texts
    met = defaultdict(set)
    for one in learned:
        for value in _names(one.values, one.text):
            met[value].add((one.app, one.kind))
    if not met:
        return learned, []
    known = [*met]
    vectors = embedder.embed(known)
    found = []
    for one in asked:
        for value in _names(one.values, one.text)[:1]:
            near = np.argsort(-(vectors @ embedder.embed([value])[0]))
            others = (
                known[n]
                for n in near
                if known[n] != value
                and language_of(known[n]) == language_of(value)
                and any(app == one.app for app, _ in met[known[n]])
                and not any(kind == one.kind for _, kind in met[known[n]])
            )
            if other := next(others, None):
                text = one.text.replace(value, other)
                found.append(replace(one, text=text, values=(other,)))
    return learned, found


def _names(values: Iterable[str], text: str) -> list[str]:
    """Those that stand in the text and are no numbers."""
    return [v for v in values if v in text and not any(map(str.isdigit, v))]


def choices(texts: Texts, embedder: CachedEmbedder) -> Iterator[Choice]:
    """Each request among the kinds that are learned, and once more without its own."""
    learned, asked = texts
    if len({one.app for one in learned}) > 1:
        asked = [*asked, *(replace(one, app=None) for one in asked if one.app)]
    if not asked:
        return
    vectors = _middles([(one.masked, one.text) for one in learned], embedder)
    met = {v for one in learned for v in marked_values(one.text, one.masked)}
    bare = [without(one.text, met) for one in asked]
    pairs = [(masked(one.text), one.text) for one in asked]
    cosines = _middles(pairs, embedder) @ vectors.T
    intents = [intent_of(one.text) for one in learned]
    names = [*dict.fromkeys(one.kind for one in learned)]
    kinds = np.array([names.index(one.kind) for one in learned])
    for each, text, row in zip(asked, bare, cosines, strict=True):
        wording = Wording(text, intent_of(each.text))
        alike = [
            wording.alike(one.text, intent, float(cosine))
            for one, intent, cosine in zip(learned, intents, row, strict=True)
        ]
        elsewhere = [
            None not in (each.app, one.app) and each.app != one.app for one in learned
        ]
        beside = any(
            not one.abroad and not away
            for one, away in zip(alike, elsewhere, strict=True)
        )
        rows = [
            (*one, away, one.abroad * beside)
            for one, away in zip(alike, elsewhere, strict=True)
        ]
        is_known = each.kind in names
        right = names.index(each.kind) if is_known else len(names)
        choice = Choice(np.array(rows), kinds, right, len(names))
        yield choice
        if is_known and (other := choice.without_right()):
            yield other


def _middles(pairs: Sequence[tuple[str, str]], embedder: CachedEmbedder) -> Vectors:
    """The vectors that stand for texts without and with values together."""
    first, second = (embedder.embed(list(side)) for side in zip(*pairs, strict=True))
    return np.array([middle(both) for both in zip(first, second, strict=True)])


def fit(families: Sequence[Sequence[Choice]]) -> np.ndarray:
    """The weights that make the right choices likeliest, by NAMES."""
    chance = random.Random(0)
    sampled = [
        chance.sample(list(own), min(SAMPLED, len(own))) for own in families if own
    ]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total = PENALTY * float(weights @ weights)
        slope = 2 * PENALTY * weights
        for family in sampled:
            for one in family:
                chances = one.chances(weights)
                total -= float(np.log(chances[one.right] + 1e-12)) / len(family)
                chances[one.right] -= 1.0
                rows = one.rows[one.likeliest(weights)]
                gain = np.append(chances[:-1] @ rows, chances[-1])
                slope = slope + gain / len(family)
        return total, slope

    return np.asarray(
        minimize(loss, np.ones(len(NAMES)), jac=True, method="L-BFGS-B").x
    )


def told(found: Sequence[Choice], weights: np.ndarray) -> Iterator[str]:
    """How often the right kind is the likeliest, and what is offered from each bar on,
    of known kinds and of others."""
    for is_known in (True, False):
        own = [one for one in found if (one.right < one.count) == is_known]
        if not own:
            continue
        best = [one.chances(weights)[:-1] for one in own]
        firsts = sum(int(p.argmax()) == o.right for p, o in zip(best, own, strict=True))
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
        shared = with_records_of_others(texts, embedder)
        known[f"{family}, records of others"] += choices(shared, embedder)
    for name, weight in zip(NAMES, fit([*known.values()]), strict=True):
        say(f"{name} = {weight:.1f}")
    for family, own in known.items():
        first = family.split(",")[0]
        others = [of for name, of in known.items() if name.split(",")[0] != first]
        for line in told(own, fit(others)) if own else ():
            say(f"{family}, left out: {line}")


if __name__ == "__main__":
    main()
