"""`kgmem demo`: learn what ships, find patterns, recall, and show what came of it."""

import itertools
import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from kgmem.config import Settings
from kgmem.interfaces.arguments import FileName
from kgmem.interfaces.capabilities_view import fallback_notes, stores_line
from kgmem.interfaces.command import command, option
from kgmem.interfaces.commands.demo_words import taught_words
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.pattern_view import patterns_table, print_report
from kgmem.interfaces.recollection_view import SHORT_ID, print_recollection
from kgmem.interfaces.screen import indented, one_line, print_json, progress_bar, screen
from kgmem.memory import Memory
from kgmem.model.base import language_of
from kgmem.model.pattern import GeneralizeReport, Pattern
from kgmem.model.recollection import Recollection, describe_step
from kgmem.samples import DEMO_QUERIES, DEMO_SPACE, DemoQuery, shipped

BATCH = 32
"""Runs between two moves of the progress bar."""
BEST = 6
"""Patterns of each language that are listed."""
MOST = 8
"""Steps of a path that are listed."""


@command()
def demo(
    opening: Opening,
    home: Path | None = option(
        "Folder of the demo's memory.  [default: demo below the memory's folder]",
        type=FileName(file_okay=False, path_type=Path),
    ),
    as_json: bool = option(
        "Print the recollections as JSON, without ids and times: equal on any stores.",
        "--json",
    ),
) -> None:
    """Learn the runs that come with kgmem, find patterns, then recall.

    Needs no server, no key and no network. Where KGMEM_GRAPH or KGMEM_VECTORS name
    a server, that one is used, in the space "demo". A second run finds everything
    known already.

    Examples:
      kgmem demo
      KGMEM_GRAPH=neo4j KGMEM_VECTORS=qdrant kgmem demo --json
    """
    settings = demo_settings(opening, home)
    with opening.memory(settings) as memory:
        if as_json:
            _learn(memory)
            _generalize(memory)
            answers = [*_ask(memory), *taught_words(memory)]
            print_json([_comparable(query, found) for query, found in answers])
        else:
            _show(screen(), memory)


def demo_settings(opening: Opening, home: Path | None) -> Settings:
    """Settings of the demo's own memory: an own folder for embedded stores, an own
    space on servers, unless the options say where."""
    settings = opening.settings(home=home or opening.home)
    embedded = settings.graph == "arcadedb" and settings.vectors == "edge"
    changes: dict[str, object] = {}
    if embedded and home is None and opening.home is None:
        changes["home"] = settings.home / "demo"
    if opening.space is None and settings.space == "default":
        changes["space"] = DEMO_SPACE
    return settings.model_copy(update=changes)


def learn_samples(memory: Memory) -> None:
    """Learn what ships, and its patterns, unless that is known already."""
    stored, _, _ = _learn(memory)
    if stored:
        _generalize(memory)


def _learn(memory: Memory) -> tuple[int, int, float]:
    """(stored now, known before, seconds)."""
    runs = [sample.trajectory for sample in shipped()]
    stored, known, seconds = 0, 0, 0.0
    with progress_bar("learning", len(runs)) as advance:
        for start in range(0, len(runs), BATCH):
            report = memory.learn_many(runs[start : start + BATCH])
            stored += report.stored
            known += report.duplicates
            seconds += report.seconds
            advance(min(start + BATCH, len(runs)), len(runs))
    return stored, known, seconds


def _generalize(memory: Memory) -> GeneralizeReport:
    with progress_bar("generalizing") as advance:
        return memory.generalize(progress=advance)


def _ask(memory: Memory) -> list[tuple[DemoQuery, Recollection]]:
    return [(query, memory.recall(query.task, app=query.app)) for query in DEMO_QUERIES]


def _comparable(query: DemoQuery, found: Recollection) -> dict[str, object]:
    """What has to agree between two pairs of stores and between two runs."""
    plan = found.plan
    return {
        "task": query.task,
        "app": query.app,
        "route": found.route,
        "confidence": round(found.confidence, 3),
        "familiarity": round(found.familiarity, 3),
        "found": [
            {"task": run.task, "outcome": run.outcome, "score": round(run.score, 3)}
            for run in found.experiences
        ],
        "plan": [describe_step(step) for step in plan.steps] if plan else None,
        "checked": plan.checked if plan else None,
        "patterns": [
            {"wording": match.pattern.template, "values": match.bindings}
            for match in found.patterns
        ],
        "avoid": [item.message for item in found.avoidance],
        "failed_stages": [s.name for s in found.stages if s.status == "failed"],
    }


# For people ---------------------------------------------------------------------------


def _show(console: Console, memory: Memory) -> None:
    capabilities = memory.capabilities()
    console.print(
        f"kgmem {capabilities['kgmem']}, a memory for GUI and web agents: explore "
        "once, then go direct.",
        style="bold",
    )
    console.print(stores_line(capabilities))
    for note in fallback_notes(capabilities):
        console.print(note)
    console.print(_learned(*_learn(memory)))
    print_report(console, _generalize(memory), most_refused=0)
    console.print(patterns_table(_best_patterns(memory), console.width))
    answers = _ask(memory)
    for n, (query, found) in enumerate(answers, 1):
        console.print()
        console.print(Rule(Text(f"{n} of {len(answers)}: {query.why}"), align="left"))
        console.print(indented(console, Text(), _question(query)))
        print_recollection(console, found, most=MOST)
    for query, found in taught_words(memory):
        console.print()
        console.print(Rule(Text(query.why), align="left"))
        console.print(indented(console, Text(), _question(query)))
        print_recollection(console, found, most=MOST)
    console.print()
    console.print(Rule(Text("try next"), align="left"))
    for line in _next(memory, answers):
        console.print(line, soft_wrap=True)


def _best_patterns(memory: Memory) -> list[Pattern]:
    """In each language those with a path that most runs follow."""
    chosen: list[Pattern] = []
    for language in ("en", "zh"):
        found = (
            pattern
            for pattern in memory.patterns()
            if pattern.steps and language_of(pattern.template) == language
        )
        chosen += itertools.islice(found, BEST)
    return chosen


def _learned(stored: int, known: int, seconds: float) -> str:
    if stored == 0:
        return f"{known} runs, already known: nothing learned twice ({seconds:.1f} s)."
    before = f", {known} were known" if known else ""
    return f"Learned {stored} runs in {seconds:.1f} s{before}."


def _question(query: DemoQuery) -> Text:
    text = Text(one_line(query.task), style="bold")
    if query.app:
        text.append(f"  [{query.app}]", style="not bold dim")
    return text


def _next(
    memory: Memory, answers: Sequence[tuple[DemoQuery, Recollection]]
) -> list[str]:
    """Commands to paste."""
    known = [run for _, found in answers for run in found.experiences]
    start = _program(memory.settings)
    show = known[0].experience_id[:SHORT_ID] if known else "ID"
    count = "MATCH (e:UIElement) RETURN e.name, e.tasks ORDER BY e.tasks DESC LIMIT 5"
    pattern = _best_patterns(memory)[-1].pattern_id[:SHORT_ID]
    return [
        f"{start} show {pattern}",
        f"{start} match {shlex.quote('用饿了么点一份兰州拉面的外卖')}",
        f"{start} recall {shlex.quote('用美团点一份麻婆豆腐外卖')}",
        f"{start} show {show}",
        f"{start} cypher {shlex.quote(count)}",
    ]


def _program(settings: Settings) -> str:
    """How this program was called, with the options that reach the demo's memory."""
    words = ["uv", "run"] if "UV_RUN_RECURSION_DEPTH" in os.environ else []
    words.append("kgmem")
    if settings.home != Settings.load().home:
        words += ["--home", shlex.quote(str(settings.home))]
    if settings.space != Settings.load().space:
        words += ["--space", shlex.quote(settings.space)]
    return " ".join(words)
