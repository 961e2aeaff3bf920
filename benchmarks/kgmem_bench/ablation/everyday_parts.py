"""The sets of everyday tasks as parts of the ablation: learned anew for each rule that
makes patterns, and once for all rules that follow them."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from kgmem.lab import Embedder
from kgmem_bench.ablation.part import PATTERNS, RECALL, WRONG, Measures, Part
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.wordings.everyday import (
    WRITTEN,
    Kind,
    Relation,
    Request,
    asked_of,
    learn_kinds,
)

SAME_TASK: Sequence[Relation] = ("plain", "other_words", "other_language")


def everyday_parts(embedder: Embedder, kinds: int) -> Iterator[Part]:
    """Each set, the first `kinds` of it, for either side."""
    sets = json.loads(WRITTEN.read_text(encoding="utf-8"))
    for name, listed in sets.items():
        some = listed[:kinds]
        anew = partial(_learned_and_asked, name, some, embedder)
        yield Part(f"everyday: {name}", anew, frozenset({PATTERNS}))
        asked = _Asked(name, some, embedder).measure
        yield Part(f"everyday: {name}, asked", asked, frozenset({RECALL}))


class _Asked:
    """A set that is learned when it is first asked, with all rules on, and kept."""

    def __init__(self, name: str, kinds: Sequence[Kind], embedder: Embedder) -> None:
        self._name, self._kinds, self._embedder = name, kinds, embedder
        self._home: tempfile.TemporaryDirectory[str] | None = None

    def measure(self) -> Measures:
        if self._home is None:
            self._home = tempfile.TemporaryDirectory(prefix="kgmem-bench-")
            with _memory(Path(self._home.name), self._embedder) as at:
                learn_kinds(self._kinds, at)
        with _memory(Path(self._home.name), self._embedder) as at:
            return _measures(list(asked_of(self._name, self._kinds, at)))


def _learned_and_asked(
    name: str, kinds: Sequence[Kind], embedder: Embedder
) -> Measures:
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as home,
        _memory(Path(home), embedder) as at,
    ):
        learn_kinds(kinds, at)
        return _measures(list(asked_of(name, kinds, at)))


@contextmanager
def _memory(home: Path, embedder: Embedder) -> Iterator[Stand]:
    with stand(settings_for_bench(home), embedder) as at:
        yield at


def _measures(requests: Sequence[Request]) -> Measures:
    """Numbers of requests, so that one more or less is seen."""
    told = {
        relation.replace("_", " "): [r for r in requests if r.relation == relation]
        for relation in SAME_TASK
    }
    right = {
        f"{name}, right": _count(r.is_right for r in own) for name, own in told.items()
    }
    other = [r for r in requests if r.relation == "different"]
    return {
        **right,
        "plain, direct and right": _count(
            r.is_right and r.is_direct for r in told["plain"]
        ),
        f"something else, direct and {WRONG}": _count(r.is_direct for r in other),
        f"something else, done blindly and {WRONG}": _count(r.is_blind for r in other),
        f"direct with other values and {WRONG}": _count(
            r.is_direct and not r.is_right for own in told.values() for r in own
        ),
    }


def _count(found: Iterator[bool]) -> float:
    return float(sum(found))
