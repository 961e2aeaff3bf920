"""`kgmem bench documents`: does search find both paragraphs that a question needs?

Questions of HotpotQA's distractor setting (Yang et al. 2018), the paragraphs of all of
them pooled in one memory. A question is answered if all its gold paragraphs are among
the first TOP. Half of the questions, by a hash of their ids, is what search was tuned
on; the other half is what counts.
"""

import hashlib
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kgmem.errors import InvalidInput
from kgmem.lab import (
    CachedEmbedder,
    Embedder,
    Found,
    VectorHit,
    VectorQuery,
    entity_key,
    fuse,
    offline_embedder,
    sparse_query,
)
from kgmem_bench.common.metrics import Interval, interval, percentile
from kgmem_bench.common.report import (
    Check,
    Say,
    checks_table,
    machine,
    machine_line,
    say,
)
from kgmem_bench.common.report import table as as_table
from kgmem_bench.common.stand import SPACE, Stand, settings_for_bench, stand

TOP = 5
SEARCHED = 100
"""Hits of each list that the plain searches fuse."""
RRF_K = 60
"""Cormack, Clarke and Büttcher 2009."""
FOLLOWED = 2
"""Paragraphs whose mentions of titles the baseline follows."""
SHORTEST = 4
"""Characters of a title that is looked for in texts."""
CACHE = 50_000
AIM = 0.8

Half = Literal["tuning", "reported", "all"]
Way = Callable[["Question", "Asking"], Sequence[str]]
"""Question -> ids of documents, best first."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One document."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what it needs."""

    question_id: str
    text: str
    kind: str
    """`bridge`: one paragraph leads to the other; `comparison`: both are named."""
    gold: frozenset[Paragraph]

    @property
    def half(self) -> Half:
        digest = hashlib.sha256(self.question_id.encode()).digest()
        return "reported" if digest[-1] % 2 else "tuning"


@dataclass(frozen=True, slots=True)
class Score:
    """Share of questions of which all gold paragraphs were among the first TOP."""

    way: str
    half: Half
    kind: str
    questions: int
    found: Interval
    p50_ms: float
    """A search's median, less embedding; nan for the plain searches."""


@dataclass(frozen=True, slots=True)
class DocumentsResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    paragraphs: int
    import_seconds: float
    """Of all paragraphs, embedding included."""
    embedding_seconds: float
    links: int
    """Mentions that the import found."""
    scores: list[Score]


# the data -----------------------------------------------------------------------------


def read_questions(data: Path) -> list[Question]:
    """The questions of `dev.jsonl` in this folder. Raises InvalidInput."""
    path = data / "dev.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [_question(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{path}: rows of HotpotQA are needed, one JSON object a line, with id, "
            f"question, type, context and supporting_facts: {error!r}"
        ) from error


def _question(row: Mapping[str, Any]) -> Question:
    titles = {title for title, _ in row["supporting_facts"]}
    gold = [_paragraph(one) for one in row["context"] if one[0] in titles]
    return Question(row["id"], row["question"], row["type"], frozenset(gold))


def _paragraph(given: Sequence[Any]) -> Paragraph:
    title, sentences = given
    return Paragraph(title, "".join(sentences))


def read_paragraphs(data: Path) -> list[Paragraph]:
    """The paragraphs of all questions, each once."""
    lines = (data / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return list(
        dict.fromkeys(_paragraph(one) for row in rows for one in row["context"])
    )


# measuring ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asking:
    """A filled memory and what the ways need to know of it."""

    at: Stand
    document_of: Mapping[str, str]
    """By the id of a part."""
    paragraph_of: Mapping[str, Paragraph]
    """By the id of a document."""

    def found(self, question: Question) -> Found:
        """What meaning and words give, each by itself."""
        embedder, index = self.at.embedder, self.at.index
        query = VectorQuery(
            SPACE,
            ("chunk",),
            SEARCHED,
            dense=embedder.embed([question.text])[0].tolist(),
            sparse=sparse_query(question.text),
        )
        return index.search("facts", [query])[0]

    def documents(self, parts: Iterable[str]) -> list[str]:
        """The documents of these parts, each once, in their order."""
        return list(dict.fromkeys(self.document_of[part] for part in parts))


def bench_documents(
    data: Path, *, embedder: Embedder | None = None, tell: Say = say
) -> DocumentsResult:
    """Import the paragraphs below `data` and ask its questions in every way."""
    facts = machine()
    questions, paragraphs = read_questions(data), read_paragraphs(data)
    once = CachedEmbedder(embedder or offline_embedder()[0], size=CACHE)
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder))
        with stand(settings, once) as at:
            tell(f"{len(paragraphs)} paragraphs are imported")
            start = time.perf_counter()
            paragraph_of = _imported(paragraphs, at, tell)
            seconds, embedding = time.perf_counter() - start, at.embedder.seconds
            asking = Asking(at, _documents(at), paragraph_of)
            tell(f"{len(questions)} questions are asked in {len(WAYS)} ways")
            scores = [
                score
                for name, way in WAYS.items()
                for score in _scores(name, way, questions, asking)
            ]
            links = _count_links(at)
    return DocumentsResult(
        benchmark="documents",
        machine=facts,
        embedder=once.model,
        data=data.name,
        paragraphs=len(paragraphs),
        import_seconds=seconds,
        embedding_seconds=embedding,
        links=links,
        scores=scores,
    )


def _imported(
    paragraphs: Sequence[Paragraph], at: Stand, tell: Say
) -> dict[str, Paragraph]:
    found: dict[str, Paragraph] = {}
    for n, one in enumerate(paragraphs, 1):
        found[at.memory.add_document(text=one.text, source=one.title)] = one
        if n % 200 == 0:
            tell(f"{n} are in")
    at.memory.flush()
    return found


def _documents(at: Stand) -> dict[str, str]:
    rows = at.engine.read(
        "MATCH (c:Chunk) WHERE c.space = $space "
        "RETURN c.chunk_id AS part, c.document_id AS document",
        {"space": SPACE},
    )
    return {row["part"]: row["document"] for row in rows}


def _count_links(at: Stand) -> int:
    [row] = at.engine.read("MATCH (:Chunk)-[r:MENTIONS]->() RETURN count(r) AS n")
    return int(row["n"])


def _scores(
    name: str, way: Way, questions: Sequence[Question], asking: Asking
) -> Iterable[Score]:
    found: dict[str, float] = {}
    took: list[float] = []
    for question in questions:
        apart, start = asking.at.embedder.seconds, time.perf_counter()
        ranked = way(question, asking)
        ms = (time.perf_counter() - start) * 1e3
        took.append(ms - (asking.at.embedder.seconds - apart) * 1e3)
        first = {asking.paragraph_of[key] for key in ranked[:TOP]}
        found[question.question_id] = float(question.gold <= first)
    kinds = ("all", *sorted({question.kind for question in questions}))
    halves: tuple[Half, ...] = ("tuning", "reported", "all")
    for half in halves:
        for kind in kinds:
            asked = [
                one.question_id
                for one in questions
                if half in ("all", one.half) and kind in ("all", one.kind)
            ]
            groups = {key: [found[key]] for key in asked}
            searched = percentile(took, 0.5) if name in SEARCHES else float("nan")
            yield Score(name, half, kind, len(asked), interval(groups), searched)


# ways ---------------------------------------------------------------------------------


def _words(question: Question, asking: Asking) -> list[str]:
    return asking.documents(hit.point_id for hit in asking.found(question).sparse)


def _meaning(question: Question, asking: Asking) -> list[str]:
    return asking.documents(hit.point_id for hit in asking.found(question).dense)


def _min_max(question: Question, asking: Asking) -> list[str]:
    found = asking.found(question)
    return asking.documents(key for key, _ in fuse(found.dense, found.sparse))


def _reciprocal(question: Question, asking: Asking) -> list[str]:
    found = asking.found(question)
    return asking.documents(reciprocal_ranks(found.dense, found.sparse))


def reciprocal_ranks(*lists: Sequence[VectorHit]) -> list[str]:
    """Ids by the sum of 1 / (60 + place) over the lists."""
    total: dict[str, float] = {}
    for hits in lists:
        for place, hit in enumerate(hits, 1):
            total[hit.point_id] = total.get(hit.point_id, 0.0) + 1 / (RRF_K + place)
    return sorted(total, key=lambda key: (-total[key], key))


def _titles(question: Question, asking: Asking) -> list[str]:
    ranked = _words(question, asking)
    linked = [
        other
        for key in ranked[:FOLLOWED]
        for other in titles_in(asking.paragraph_of[key].text, asking.paragraph_of)
        if other not in ranked[:FOLLOWED]
    ]
    return list(dict.fromkeys([*ranked[:FOLLOWED], *linked, *ranked]))


def titles_in(text: str, paragraph_of: Mapping[str, Paragraph]) -> list[str]:
    """The documents whose titles, without what stands in parentheses, stand in the
    text."""
    words = f" {_plain(text)} "
    return [
        key
        for key, paragraph in paragraph_of.items()
        for title in (_plain(re.sub(r"\s*\([^)]*\)$", "", paragraph.title)),)
        if len(title) >= SHORTEST and f" {title} " in words
    ]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", entity_key(text)))


def _without(question: Question, asking: Asking) -> list[str]:
    return _searched(question, asking, expand=False)


def _with(question: Question, asking: Asking) -> list[str]:
    return _searched(question, asking, expand=True)


def _searched(question: Question, asking: Asking, *, expand: bool) -> list[str]:
    hits = asking.at.memory.search(
        question.text, kinds=["chunk"], top_n=TOP, expand=expand
    )
    return asking.documents(hit.id for hit in hits)


EXPAND, SEEDS = "search", "search, expand=False"
SEARCHES = (SEEDS, EXPAND)
WAYS: Mapping[str, Way] = {
    "words (BM25)": _words,
    "meaning (cosine)": _meaning,
    "both, reciprocal ranks": _reciprocal,
    "both, min-max sum": _min_max,
    "words and links by titles": _titles,
    SEEDS: _without,
    EXPAND: _with,
}


# the report ---------------------------------------------------------------------------


def checks(result: DocumentsResult) -> list[Check]:
    """What is asked of search, and what was measured."""
    found = {(s.way, s.half, s.kind): s.found.value for s in result.scores}
    mine = found[EXPAND, "reported", "all"]
    gain = mine - found[SEEDS, "reported", "all"]
    return [
        Check(f"all gold paragraphs in {TOP}", mine, AIM, "", "high", "aim"),
        Check("what expansion adds", gain, 0.0, "", "high", "aim"),
    ]


def to_markdown(result: DocumentsResult) -> str:
    """The whole report."""
    each = result.import_seconds / max(1, result.paragraphs)
    return "\n\n".join(
        [
            f"## Documents: {result.data}, {result.embedder}",
            machine_line(result.machine),
            f"{result.paragraphs} paragraphs in one memory, imported in "
            f"{result.import_seconds:.1f} s ({each * 1e3:.0f} ms each, of which "
            f"{result.embedding_seconds:.1f} s embedding), {result.links} mentions. "
            f"Share of questions of which all gold paragraphs are among the first "
            f"{TOP}; in brackets: 95 % intervals.",
            *(
                f"### {half.capitalize()} half\n\n{_table(result, half)}"
                for half in ("reported", "tuning")
            ),
            f"### All questions\n\n{_table(result, 'all')}",
            checks_table(checks(result)),
            "",
        ]
    )


def _table(result: DocumentsResult, half: str) -> str:
    scores = [score for score in result.scores if score.half == half]
    kinds = list(dict.fromkeys(score.kind for score in scores))
    asked = {score.kind: score.questions for score in scores}
    rows = []
    for way in dict.fromkeys(score.way for score in scores):
        mine = {score.kind: score for score in scores if score.way == way}
        found = [str(mine[kind].found) for kind in kinds]
        rows.append([way, *found, mine["all"].p50_ms])
    head = ["way", *(f"{kind} ({asked[kind]})" for kind in kinds), "p50 ms"]
    return as_table(head, rows)
