"""`kgmem bench longmemeval`: is the evidence among what is handed to a reader?"""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem.lab import Embedder, offline_embedder
from kgmem_bench.common.metrics import mean, percentile
from kgmem_bench.common.report import Check, checks_table, machine, machine_line, table
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.conversation.chats import bm25, word_table
from kgmem_bench.longmemeval.memory import Evidence, within
from kgmem_bench.longmemeval.questions import asked
from kgmem_bench.longmemeval.states import Raw, described, states

MINE = "kgmem"
NOTE = """The benchmark's harness, its trajectories and its reader could not be had
where this was measured: the questions are made from other recorded runs by their
structure, and what is judged is whether the texts handed over have the steps or lines
of pages that answer. Workflows and gotchas are asked in wordings that were left out.
kgmem's adding and asking go through the methods that the harness calls; a token is
taken to have three bytes; a plain search has the text of each step."""
Way = Callable[[str], Sequence[str]]
"""Question -> texts within the budget."""


@dataclass(frozen=True, slots=True)
class EvidenceResult:
    """By question: its kind, its text and, for each way, whether its evidence is
    there and the milliseconds that the processor took."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    trajectories: int
    kinds: list[str]
    texts: list[str]
    right: dict[str, list[float]]
    took: dict[str, list[float]]


def bench_longmemeval(data: Path, embedder: Embedder | None = None) -> EvidenceResult:
    """Learn all trajectories, then ask all questions, each way."""
    runs, questions = asked(data)
    model = embedder or offline_embedder()[0]
    right, took = dict[str, list[float]](), dict[str, list[float]]()
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
        stand(settings_for_bench(Path(folder)), model) as at,
    ):
        mine = Evidence({"memory": at.memory})
        for run in runs:
            mine.insert(run)
        at.wait_for_job()
        steps = list(dict.fromkeys(text for run in runs for text in _texts(run)))
        vectors = model.embed(steps)
        ways: Mapping[str, Way] = {
            MINE: lambda text: [item["value"] for item in mine.query(text)],
            "cosine over the steps": _plain(
                steps, lambda text: dict(enumerate(vectors @ model.embed([text])[0]))
            ),
            "BM25 over the steps": _plain(steps, partial(bm25, word_table(steps))),
        }
        for name, way in ways.items():
            right[name], took[name] = [], []
            for question in questions:
                start = time.process_time()
                evidence = way(question.text)
                took[name].append(1000 * (time.process_time() - start))
                right[name].append(float(question.is_answered(evidence)))
    kinds = [question.kind for question in questions]
    texts = [question.text for question in questions]
    told = machine(), model.model, len(runs), kinds, texts, right, took
    return EvidenceResult("longmemeval", *told)


def _texts(run: Raw) -> Iterator[str]:
    """What a plain search has of each step."""
    for state in states(run):
        then = f"\nthen {described(state.step)}" if state.step else ""
        yield f"{run['goal']}: {run['outcome']}\n{state.text()}{then}"


def _plain(texts: Sequence[str], scored: Callable[[str], Mapping[int, float]]) -> Way:
    """Those with the highest scores."""

    def found(question: str) -> Sequence[str]:
        scores = scored(question)
        return within([texts[n] for n in sorted(scores, key=lambda n: -scores[n])])

    return found


def checks(result: EvidenceResult) -> list[Check]:
    """What is wanted of kgmem."""
    share, p95 = mean(result.right[MINE]), percentile(result.took[MINE], 0.95)
    return [
        Check("evidence in 4,000 tokens", share, 0.8, "", "high", "aim"),
        Check(
            "a question's evidence, of the processor, p95", p95, 100, "ms", "low", "aim"
        ),
    ]


def to_markdown(result: EvidenceResult) -> str:
    """The whole report."""
    rows = list[list[object]]()
    for kind in [*dict.fromkeys(result.kinds), ""]:
        places = [n for n, own in enumerate(result.kinds) if kind in (own, "")]
        shares = [mean([own[n] for n in places]) for own in result.right.values()]
        rows.append([f"{kind or 'all'} ({len(places)})", *shares])
    rows.append(
        [
            "p95, ms of the processor",
            *(percentile(own, 0.95) for own in result.took.values()),
        ]
    )
    asked_and_right = zip(result.kinds, result.texts, result.right[MINE], strict=True)
    missed = [[kind, text] for kind, text, is_right in asked_and_right if not is_right]
    return "\n\n".join([
        f"# Evidence for questions: {result.trajectories} runs, {result.embedder}",
        machine_line(result.machine),
        NOTE.replace("\n", " "),
        "### Checks",
        checks_table(checks(result)),
        "### Share of questions whose evidence is within 4,000 tokens",
        table(["questions", *result.right], rows),
        "### Without evidence",
        table(["kind", "question"], missed),
    ])  # fmt: skip
