"""What is measured with each rule off: fixed samples of every set, read and embedded
once. Of a set whole kinds are taken, by their checksum."""

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from kgmem.lab import Embedder, SimilarityScale
from kgmem.samples import Sample, miniwob
from kgmem_bench.ablation.everyday_parts import everyday_parts
from kgmem_bench.ablation.part import PATTERNS, RECALL, WRONG, Measures, Part
from kgmem_bench.common.metrics import mean
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.data_sets import mail, samples
from kgmem_bench.patterns.demonstrations import (
    TOGETHER,
    Kind,
    Learner,
    kinds_of,
    verdicts,
)
from kgmem_bench.patterns.pattern_plans import PatternPlans
from kgmem_bench.patterns.pattern_sets import VARIANTS, read_sets, score
from kgmem_bench.patterns.pattern_tasks import embedded
from kgmem_bench.patterns.patterns import MADE_RUNS, tidied, with_steps
from kgmem_bench.patterns.patterns import read_sets as read_runs
from kgmem_bench.routing.mail import drawn
from kgmem_bench.tails.tails import (
    Tail,
    measured,
    own_tails,
    sets_with_paths,
    some_of,
)
from kgmem_bench.wordings.wording_sets import WordingSet, wording_sets
from kgmem_bench.wordings.wordings import SAME, WRITTEN, learned, offers_of, recalled
from kgmem_bench.wordings.wordings_report import is_wrongly_direct


@dataclass(frozen=True, slots=True)
class Size:
    """How much of each set is taken."""

    tasks: int
    """Tasks of a set of kinds; whole kinds."""
    kinds: int
    """Kinds with paths."""
    asked: int
    """Texts asked of a set of wordings."""
    mail: int
    """Requests asked of the set of mails."""
    everyday: int
    """Kinds of each set of everyday tasks."""


SMALL = Size(tasks=70, kinds=6, asked=28, mail=40, everyday=12)
WHOLE = Size(tasks=100_000, kinds=1_000, asked=100_000, mail=60, everyday=1_000)
K = 3
"""Runs of a kind that are learned before others are asked,"""
WORDED = 10
"""and wordings of an intent."""


def parts(data: Path, embedder: Embedder, size: Size) -> Iterator[Part]:
    """All that is measured; `embedder` remembers what it was asked."""
    yield from _kinds(data, embedder, size)
    yield from _paths(data, embedder, size)
    yield from _mails(data, embedder, size)
    yield from _wordings(data, embedder, size)
    yield from _tails(data, embedder, size)
    yield from everyday_parts(embedder, size.everyday)


def by_checksum(name: str) -> str:
    """An order that has nothing to do with what is ordered."""
    return sha256(name.encode()).hexdigest()


# Kinds and values ---------------------------------------------------------------------


def _kinds(data: Path, embedder: Embedder, size: Size) -> Iterator[Part]:
    for name, listed in read_sets(data):
        some = _whole_kinds(listed, size.tasks)
        for runs in ("none", "shared step, values typed", "as given"):
            changed = VARIANTS[runs](some)
            if changed is not None:
                texts = [one.trajectory.task for one in changed]
                vectors = embedded(texts, embedder)
                scale = embedder.calibration
                measure = partial(_grouped, name, runs, changed, vectors, scale)
                yield Part(f"{name}: {WAYS[runs]}", measure, frozenset({PATTERNS}))


WAYS = {
    "none": "texts",
    "shared step, values typed": "values in actions",
    "as given": "runs",
}


def _whole_kinds(found: Sequence[Sample], most: int) -> list[Sample]:
    kinds: dict[str, list[Sample]] = defaultdict(list)
    for one in found:
        kinds[str(one.group)].append(one)
    taken: list[Sample] = []
    for kind in sorted(kinds, key=by_checksum):
        taken += kinds[kind] if len(taken) < most else ()
    return taken


def _grouped(
    name: str,
    runs: str,
    found: Sequence[Sample],
    vectors: Mapping[str, tuple[float, ...]],
    scale: SimilarityScale | None,
) -> Measures:
    told = score(name, runs, found, vectors, scale)
    exact = {} if told.slots is None else {"slots exact": told.slots.exact.value}
    return {"pair F1": told.pairs.f1, **exact}


# Paths of people ----------------------------------------------------------------------


def _paths(data: Path, embedder: Embedder, size: Size) -> Iterator[Part]:
    found = read_runs(data)
    plans = partial(PatternPlans, calibration=embedder.calibration)
    for name, listed in (
        (f"{miniwob.SET}: paths", with_steps(found.get(miniwob.SET, ()), tidied)),
        (f"{miniwob.SET}: paths as recorded", found.get(miniwob.SET, [])),
        (f"{MADE_RUNS}: paths", found.get(MADE_RUNS, [])),
    ):
        kinds = sorted(kinds_of(listed), key=lambda one: by_checksum(one.name))
        some = [_fewer(one) for one in kinds[: 2 * size.kinds]]
        texts = [run.task for one in some for run in one.runs]
        vectors = embedded(texts, embedder)
        if some:
            yield Part(name, partial(_followed, some, plans, vectors))


def _fewer(kind: Kind) -> Kind:
    return replace(kind, runs=kind.runs[: 4 * K])


def _followed(
    kinds: Sequence[Kind], plans: Learner, vectors: Mapping[str, tuple[float, ...]]
) -> Measures:
    found = list(verdicts(kinds, plans, vectors, TOGETHER, K, 0))
    return {
        "path given": mean([one.values["slot"] for one in found]),
        "path given to the letter": mean([one.values["strict"] for one in found]),
    }


# With a memory ------------------------------------------------------------------------


def _mails(data: Path, embedder: Embedder, size: Size) -> Iterator[Part]:
    if (data / mail.SET).is_dir():
        found = [one for one in samples(data / mail.SET) if one.trajectory.steps]
        measure = partial(_intents, found, embedder, size.mail)
        yield Part(f"{mail.SET}: intents", measure)


def _intents(found: Sequence[Sample], embedder: Embedder, most: int) -> Measures:
    asked = list(islice(drawn(found, WORDED, 0, embedder), most))
    direct = [one for one in asked if one.route == "direct_replay"]
    return {
        "right intent": mean([float(one.shown == one.meant) for one in asked]),
        "direct and right": mean([float(not o.is_wrong) for o in direct] or [0.0])
        * len(direct) / len(asked),
        f"direct and {WRONG}": float(sum(one.is_wrong for one in direct)),
    }  # fmt: skip


def _wordings(data: Path, embedder: Embedder, size: Size) -> Iterator[Part]:
    for one in wording_sets(data, WRITTEN):
        asked = sorted(one.asked, key=lambda a: by_checksum(a.task))[: size.asked]
        some = replace(one, asked=asked)
        measure = partial(_offered, some, embedder)
        yield Part(f"other words: {one.name}", measure, frozenset({RECALL}))


def _offered(one: WordingSet, embedder: Embedder) -> Measures:
    with learned(one, embedder) as at:
        offers = offers_of(one, [recalled(at, asked) for asked in one.asked])
    same = [offer for offer in offers if offer.relation in SAME]
    return {
        "offered": mean([float(o.is_offered and o.is_kind) for o in same]),
        "all values": mean([float(offer.is_right) for offer in same]),
        "all or asked for": mean([float(offer.is_safe) for offer in same]),
        f"direct and {WRONG}": float(sum(map(is_wrongly_direct, offers))),
    }


def _tails(data: Path, embedder: Embedder, size: Size) -> Iterator[Part]:
    tails = some_of(own_tails())
    for name, kinds in sets_with_paths(data):
        chosen = sorted(kinds, key=by_checksum)[: size.kinds]
        some = {kind: kinds[kind] for kind in chosen}
        measure = partial(_tailed, name, some, tails, embedder)
        yield Part(f"tails: {name}", measure, frozenset({RECALL}))


def _tailed(
    name: str,
    kinds: dict[str, list[Sample]],
    tails: Sequence[Tail],
    embedder: Embedder,
) -> Measures:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder))
        with stand(settings, embedder) as at:
            count, tailed = measured(name, kinds, at, tails)
    wrong = sum(one.route == "direct_replay" for one in tailed)
    return {
        "direct without a tail": count.direct / count.asked if count.asked else 0.0,
        f"direct with a tail, {WRONG}": float(wrong),
    }
