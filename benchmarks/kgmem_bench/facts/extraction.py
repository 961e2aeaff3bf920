"""Facts in sentences: which pairs of things the rules tie together, beside plain ways.

A pair is found if both of its ends are one of the forms that the label gives, up to
case, articles, and words around it. Direction and words of the relation don't count:
people who label sentences agree on the pairs, and hardly on more.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from kgmem.errors import InvalidInput
from kgmem.lab import JiebaTagger, Language, SpacyTagger, Triple
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.report import Check, machine, machine_line, table
from kgmem_bench.facts.plain_pairs import Pair, PlainPairs
from kgmem_people.reading.extract import Extract

SETS = Path(__file__).parents[1] / "data" / "extraction"
"""`development.json`, which the rules were fitted on, `asked.json`, which was asked
once before, and `strangers.json`, which others wrote without the rules; it was asked
once before it was fitted on, too. `judged.json` is by the same others, and was asked
once, after the last change of a rule: what it says is what to expect."""
NAMES = ("development", "asked", "strangers", "judged")
CHUNK = 800
"""Characters of a chunk that is timed."""
ROUNDS = 20
STORED_FACTS = "stored"


class LabelledFact(BaseModel):
    """Two things that a sentence ties together, each by the forms that will do."""

    model_config = ConfigDict(frozen=True)

    subject: tuple[str, ...]
    relation: str = ""
    object: tuple[str, ...]


class LabelledSentence(BaseModel):
    """A sentence with all that it states."""

    model_config = ConfigDict(frozen=True)

    id: str
    language: Language
    kind: str
    text: str
    facts: tuple[LabelledFact, ...]


@dataclass(frozen=True, slots=True)
class PairScore:
    """Pairs of one way on the sentences of one language."""

    name: str
    language: Language
    way: str
    wanted: int
    found: int
    right: int
    false_alarms: int
    """Pairs in sentences that state nothing."""

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else float("nan")

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else float("nan")

    @property
    def f1(self) -> float:
        return 2 * self.right / max(self.found + self.wanted, 1)


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """What was measured."""

    machine: dict[str, Any]
    scores: tuple[PairScore, ...]
    milliseconds: dict[Language, float]
    """Processor time of a chunk of CHUNK characters, median; names and facts."""


def read(path: Path) -> list[LabelledSentence]:
    """The sentences of a file. Raises InvalidInput if it can't be read."""
    try:
        adapter = TypeAdapter(list[LabelledSentence])
        return adapter.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise InvalidInput(f"labelled sentences at {path}: {error}") from error


def measure(sets: Sequence[Path] = (), rounds: int = ROUNDS) -> ExtractionResult:
    """Pairs found in the sentences of each file; without files those of our own."""
    extract = Extract(SpacyTagger(), JiebaTagger())
    files = list(sets) or [SETS / f"{name}.json" for name in NAMES]
    read_sets = [(file.stem, read(file)) for file in files]
    scores = [
        score
        for name, sentences in read_sets
        for score in _scores(name, sentences, extract)
    ]
    everything = [one for _, sentences in read_sets for one in sentences]
    return ExtractionResult(
        machine(), tuple(scores), _milliseconds(extract, everything, rounds)
    )


def render(result: ExtractionResult) -> str:
    """The report as Markdown."""
    head = ["", "pairs", "found", "precision", "recall", "F1", "where nothing is said"]
    parts = ["## Extraction of facts", machine_line(result.machine)]
    parts.append(
        "Unordered pairs of things that a sentence ties together. *Stored*: facts that "
        "the rules read; *adjacent names*: each name with the next one; *subject, "
        "verb, object*: of the parser's tree, in Chinese the nearest nouns around a "
        "verb."
    )
    for name in dict.fromkeys(one.name for one in result.scores):
        rows = [_row(one) for one in result.scores if one.name == name]
        parts += [f"### {name}", table(head, rows)]
    speed = ", ".join(
        f"{ms:.1f} ms ({lang})" for lang, ms in result.milliseconds.items()
    )
    parts.append(
        f"Processor time of names and facts for a chunk of {CHUNK} characters: {speed}."
    )
    return "\n\n".join(parts) + "\n"


def checks(result: ExtractionResult) -> list[Check]:
    """Precision of what is stored, and how much better it is than the plain ways."""
    found = []
    for one in result.scores:
        where = f"{one.name}, {one.language}"
        if one.way == STORED_FACTS:
            what = f"precision of what is stored: {where}"
            found.append(Check(what, one.precision, 0.7, "", "high", "required"))
            plain = [
                other.f1
                for other in result.scores
                if (other.name, other.language) == (one.name, one.language)
                and other.way != STORED_FACTS
            ]
            what = f"F1 above that of the best plain way: {where}"
            above = one.f1 - max(plain)
            found.append(Check(what, above, 0.0, "", "high", "required"))
    return found


def _row(one: PairScore) -> list[object]:
    return [
        f"{one.language}, {one.way}",
        one.wanted,
        one.found,
        one.precision,
        one.recall,
        one.f1,
        one.false_alarms,
    ]


# --- pairs ------------------------------------------------------------------------


def _scores(
    name: str, sentences: Sequence[LabelledSentence], extract: Extract
) -> Iterator[PairScore]:
    plain = PlainPairs(extract)
    ways: dict[str, Callable[[str, Language], list[Pair]]] = {
        STORED_FACTS: lambda text, _: pairs_of(extract, text),
        "adjacent names": plain.adjacent,
        "subject, verb, object": plain.around_verbs,
    }
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        part = [one for one in sentences if one.language == language]
        for way, find in ways.items() if part else ():
            counts = [counted(one, find(one.text, language)) for one in part]
            wanted, found, right = (sum(column) for column in zip(*counts, strict=True))
            alarms = sum(one[1] for one in counts if not one[0])
            yield PairScore(name, language, way, wanted, found, right, alarms)


def pairs_of(extract: Extract, text: str) -> list[Pair]:
    """The ends of its facts."""
    triples: tuple[Triple, ...] = extract.extract(text).triples
    return [(t.subject, t.object) for t in triples]


def counted(sentence: LabelledSentence, found: Sequence[Pair]) -> tuple[int, int, int]:
    """Pairs that are wanted, found, and both; each counts once."""
    wanted = list(
        {
            frozenset((fact.subject, fact.object)): fact for fact in sentence.facts
        }.values()
    )
    left = list({frozenset(map(folded, pair)): pair for pair in found}.values())
    total = len(left)
    for fact in wanted:
        for pair in left:
            if is_found(fact, pair):
                left.remove(pair)
                break
    return len(wanted), total, total - len(left)


def is_found(fact: LabelledFact, pair: Pair) -> bool:
    """Do the two things match the two ends, in any order?"""
    return any(
        _is_one_of(a, fact.subject) and _is_one_of(b, fact.object)
        for a, b in (pair, pair[::-1])
    )


def _is_one_of(name: str, forms: Sequence[str]) -> bool:
    return any(_is_within(name, form) or _is_within(form, name) for form in forms)


def _is_within(short: str, long: str) -> bool:
    a, b = folded(short), folded(long)
    if not a or not b:
        return False
    return a in b if not a.isascii() else f" {a} " in f" {_apart(b)} "


def _apart(text: str) -> str:
    """With Latin words set apart from Chinese ones."""
    return " ".join(re.sub(r"([^\x00-\u02ff]+)", r" \1 ", text).split())


def folded(name: str) -> str:
    """Without case, articles and marks."""
    text = re.sub(r"[^\w\s]", " ", name.casefold())
    return " ".join(w for w in text.split() if w not in ("the", "a", "an"))


# --- time ------------------------------------------------------------------------


def _milliseconds(
    extract: Extract, sentences: Sequence[LabelledSentence], rounds: int
) -> dict[Language, float]:
    languages: tuple[Language, ...] = ("en", "zh")
    texts = {
        language: [one.text for one in sentences if one.language == language]
        for language in languages
    }
    return {
        language: _median_time(extract, some, rounds)
        for language, some in texts.items()
        if some
    }


def _median_time(extract: Extract, texts: Sequence[str], rounds: int) -> float:
    """Of chunks in each of which the sentences stand in another order."""
    times = []
    for n in range(rounds):
        turn = n % len(texts)
        chunk = " ".join([*texts[turn:], *texts[:turn]])[:CHUNK]
        start = time.process_time()
        extract.extract(chunk)
        times.append((time.process_time() - start) * 1000)
    return percentile(times, 0.5)
