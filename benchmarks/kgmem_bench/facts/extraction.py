"""Triples from labelled sentences: what the rules and a chat model's answers get right.

Half of the sentences, by their hash, are there to tune the rules on; what counts is the
other half. Answers of the chat model are recorded ones, written by hand with the faults
that such models have: made-up triples, altered quotations, turned directions. They show
what the checks let through, not how good a model is.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal

from kgmem.errors import InvalidInput, ServiceError
from kgmem.lab import (
    Extract,
    JiebaTagger,
    Language,
    SpacyTagger,
    Triple,
    entity_key,
    predicate_key,
    tokens,
)
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.report import machine, machine_line, table
from kgmem_bench.common.task_pairs import is_tuning

TODAY = date(2024, 6, 15)
"""The day on which the sentences were said."""
CHUNK = 800
"""Characters of a chunk that is timed."""
ROUNDS = 20
Half = Literal["tuning", "reported"]
Way = Literal["rules", "recorded chat answers"]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A labelled sentence."""

    text: str
    language: Language
    register: str
    triples: tuple[Triple, ...]

    @property
    def half(self) -> Half:
        return "tuning" if is_tuning(self.text) else "reported"


@dataclass(frozen=True, slots=True)
class Score:
    """Triples of one language, half and way."""

    language: Language
    half: Half
    way: Way
    sentences: int
    silent: int
    """Of them those that state nothing."""
    false_alarms: int
    """Of these those in which something was found."""
    wanted: int
    found: int
    dropped: int
    """Of a chat model's triples."""
    exact: int
    """Subject, predicate and object are the same after folding."""
    timed: int
    """And the bounds of their validity too."""
    lenient: int
    """The head words are the same."""


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """What was measured."""

    machine: dict[str, Any]
    scores: tuple[Score, ...]
    milliseconds: Mapping[Language, float]
    """CPU time of a chunk of CHUNK characters, median, mentions and rules together."""


class RecordedChat:
    """LanguageModel that answers with what was recorded for the sentence asked for."""

    model = "recorded"

    def __init__(self, answers: Mapping[str, str]) -> None:
        self._answers = answers

    def complete(self, prompt: str) -> str:
        """Raises ServiceError for a sentence without an answer."""
        asked = [text for text in self._answers if f"\n{text}\n" in prompt]
        if not asked:
            raise ServiceError("no answer is recorded for this sentence")
        return self._answers[asked[0]]


def read(folder: Path) -> list[Sentence]:
    """The labelled sentences of both languages.

    Raises InvalidInput if one of the files is missing or can't be read.
    """
    return [*_sentences(folder, "en"), *_sentences(folder, "zh")]


def measure(folder: Path, progress: Progress | None = None) -> ExtractionResult:
    """Precision and recall on the sentences in `folder`, and the time of a chunk."""
    sentences = read(folder)
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    english, chinese = SpacyTagger(), JiebaTagger()
    ways: dict[Way, Extract] = {
        "rules": Extract(english, chinese),
        "recorded chat answers": Extract(english, chinese, RecordedChat(answers)),
    }
    asked: dict[Way, list[Sentence]] = {
        "rules": sentences,
        "recorded chat answers": [one for one in sentences if one.text in answers],
    }
    scores: list[Score] = []
    for done, (way, extract) in enumerate(ways.items(), 1):
        for language, half in _cells():
            part = [s for s in asked[way] if (s.language, s.half) == (language, half)]
            scores.append(_score(language, half, way, part, extract))
        if progress is not None:
            progress(done, len(ways) + 1)
    return ExtractionResult(
        machine(), tuple(scores), _milliseconds(ways["rules"], sentences)
    )


def render(result: ExtractionResult) -> str:
    """The report as Markdown."""
    head = ["", "sentences", "wanted", "found", "precision", "recall", "F1"]
    head += ["with time: precision", "lenient: precision", "recall", "false alarms"]
    parts = ["## Extraction of triples", machine_line(result.machine)]
    parts.append(
        "Exact: subject, predicate and object are the same after folding; with time: "
        "and both bounds of validity; lenient: the head words are the same. False "
        "alarms: sentences that state nothing in which something was found."
    )
    for half in ("reported", "tuning"):
        rows = [_row(one) for one in result.scores if one.half == half]
        parts += [f"### The {half} half", table(head, rows)]
    dropped = sum(one.dropped for one in result.scores)
    parts.append(
        f"{dropped} triples of the recorded answers were dropped, as the text does not "
        "bear them out. These answers are written by hand and say nothing of a model."
    )
    speed = ", ".join(
        f"{ms:.1f} ms ({lang})" for lang, ms in result.milliseconds.items()
    )
    parts.append(
        f"CPU time of mentions and rules for a chunk of {CHUNK} characters: {speed}."
    )
    return "\n\n".join(parts) + "\n"


def f1(precision: float, recall: float) -> float:
    """Their harmonic mean; 0 where both are."""
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def _row(one: Score) -> list[object]:
    precision, recall = _share(one.exact, one.found), _share(one.exact, one.wanted)
    return [
        f"{one.way}, {one.language}",
        one.sentences,
        one.wanted,
        one.found,
        precision,
        recall,
        f1(precision, recall),
        _share(one.timed, one.found),
        _share(one.lenient, one.found),
        _share(one.lenient, one.wanted),
        f"{one.false_alarms} of {one.silent}",
    ]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def _cells() -> Iterator[tuple[Language, Half]]:
    languages: tuple[Language, ...] = ("en", "zh")
    halves: tuple[Half, ...] = ("tuning", "reported")
    for language in languages:
        for half in halves:
            yield language, half


def _sentences(folder: Path, language: Language) -> Iterator[Sentence]:
    path = folder / f"sentences_{language}.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            row = json.loads(line)
            wanted = tuple(_triple(row["text"], one) for one in row["triples"])
            yield Sentence(row["text"], language, row["register"], wanted)
    except (OSError, ValueError, KeyError) as error:
        raise InvalidInput(f"labelled sentences at {path}: {error}") from error


def _triple(text: str, row: Mapping[str, str]) -> Triple:
    return Triple.model_validate(
        {
            **row,
            **{key: _moment(row.get(key)) for key in ("valid_from", "valid_to")},
            "start": 0,
            "end": len(text),
            "confidence": 1.0,
            "extractor": "label",
        }
    )


def _moment(day: str | None) -> datetime | None:
    return datetime.fromisoformat(f"{day}T00:00:00+00:00") if day else None


# --- scores ----------------------------------------------------------------------

_Same = Callable[[Triple, Triple], bool]


def _score(
    language: Language,
    half: Half,
    way: Way,
    sentences: Sequence[Sentence],
    extract: Extract,
) -> Score:
    read = [(one, extract.extract(one.text, today=TODAY)) for one in sentences]
    pairs = [(one.triples, found.triples) for one, found in read]
    silent = [found for one, found in read if not one.triples]
    return Score(
        language,
        half,
        way,
        sentences=len(read),
        silent=len(silent),
        false_alarms=sum(bool(found.triples) for found in silent),
        wanted=sum(len(wanted) for wanted, _ in pairs),
        found=sum(len(found) for _, found in pairs),
        dropped=sum(found.dropped for _, found in read),
        exact=sum(matched(*pair, same_words) for pair in pairs),
        timed=sum(matched(*pair, same_time) for pair in pairs),
        lenient=sum(matched(*pair, same_heads) for pair in pairs),
    )


def matched(wanted: Sequence[Triple], found: Sequence[Triple], same: _Same) -> int:
    """How many can be put in pairs, each of them once."""
    left = list(found)
    for one in wanted:
        other = next((other for other in left if same(one, other)), None)
        if other is not None:
            left.remove(other)
    return len(found) - len(left)


def same_words(one: Triple, other: Triple) -> bool:
    """Subject, predicate and object are the same after folding."""
    return _keys(one) == _keys(other)


def same_time(one: Triple, other: Triple) -> bool:
    """And so are the bounds of their validity."""
    bounds = (one.valid_from, one.valid_to), (other.valid_from, other.valid_to)
    return same_words(one, other) and bounds[0] == bounds[1]


def same_heads(one: Triple, other: Triple) -> bool:
    """Subject and object have the same head, and the predicates a word in common."""
    return (
        _is_same_head(one.subject, other.subject)
        and _is_same_head(one.object, other.object)
        and _share_a_word(one.predicate, other.predicate)
    )


def _keys(triple: Triple) -> tuple[str, str, str]:
    return (
        entity_key(triple.subject),
        predicate_key(triple.predicate),
        entity_key(triple.object),
    )


def _is_same_head(one: str, other: str) -> bool:
    """English: the last word before a preposition; Chinese: one ends with the other."""
    a, b = entity_key(one), entity_key(other)
    if a.isascii() and b.isascii():
        return _head(a) == _head(b)
    return a.endswith(b) or b.endswith(a)


def _head(phrase: str) -> str:
    for preposition in (" of ", " for ", " in "):
        phrase = phrase.partition(preposition)[0]
    return phrase.split()[-1] if phrase.split() else ""


def _share_a_word(one: str, other: str) -> bool:
    a, b = set(tokens(one)), set(tokens(other))
    return bool(a & b) or (not a and not b)


# --- time ------------------------------------------------------------------------


def _milliseconds(
    extract: Extract, sentences: Sequence[Sentence]
) -> dict[Language, float]:
    return {
        "en": _median_time(extract, [s.text for s in sentences if s.language == "en"]),
        "zh": _median_time(extract, [s.text for s in sentences if s.language == "zh"]),
    }


def _median_time(extract: Extract, texts: Sequence[str]) -> float:
    """Of chunks in each of which the sentences stand in another order."""
    times = []
    for n in range(ROUNDS):
        turned = [*texts[n:], *texts[:n]]
        chunk = " ".join(turned)[:CHUNK]
        start = time.process_time()
        extract.extract(chunk, today=TODAY)
        times.append((time.process_time() - start) * 1000)
    return percentile(times, 0.5)
