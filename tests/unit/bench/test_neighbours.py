"""Best hits of a memory, and the scale that is fitted on them."""

from itertools import pairwise

import numpy as np
import pytest
from kgmem_bench.common.task_pairs import Example
from kgmem_bench.recall.neighbours import MAX_KNOTS, Asked, ask, fit_scale

from kgmem.ports import Vectors


def task(text: str, kind: str, family: str | None = None, source: str = "s") -> Example:
    return Example(text, source, "scope", kind, family or kind)


def at(*degrees: float) -> Vectors:
    turned = np.radians(np.array(degrees))
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


def cases(cosines: list[float], right: list[bool], known: list[bool]) -> Asked:
    groups = np.array(["en"] * len(cosines))
    kinds = np.array([str(n) for n in range(len(cosines))])
    return Asked(np.array(cosines), np.array(right), np.array(known), groups, kinds)


def test_a_text_is_asked_while_its_kind_is_known_and_while_it_is_novel() -> None:
    stored = [task("buy a", "buy"), task("buy b", "buy"), task("sell", "sell")]

    found = ask(stored[:1], at(0), stored, at(0, 60, 90))

    np.testing.assert_allclose(found.cosines, [0.5, 0.0], atol=1e-6)
    assert found.right.tolist() == [True, False]
    assert found.known.tolist() == [True, False]


def test_a_scale_says_how_often_the_best_hit_is_right() -> None:
    random = np.random.default_rng(3)
    cosines = random.random(4000) * 0.9
    right = random.random(4000) < cosines
    known = right | (random.random(4000) < 0.1)

    scale = fit_scale(cases(list(cosines), list(right), list(known)))

    chances = [y for _, y in scale.knots]
    weights = cases(list(cosines), list(right), list(known)).weights()
    near = np.abs(cosines - 0.5) < 0.05
    seen = (weights * right)[near].sum() / weights[near].sum()
    assert len(scale.knots) <= MAX_KNOTS
    assert all(a <= b for a, b in pairwise(chances))
    assert scale(0.5) == pytest.approx(seen, abs=0.06)
