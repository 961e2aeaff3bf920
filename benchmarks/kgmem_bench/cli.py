"""`kgmem bench`: measure this installation on this machine."""

from pathlib import Path

import click

from kgmem_bench.agents.command import agents
from kgmem_bench.answers.command import answers
from kgmem_bench.common.options import (
    DATA_OPTION,
    JSON_OPTION,
    show,
)
from kgmem_bench.conversation.command import conversation
from kgmem_bench.gate.command import gate
from kgmem_bench.light.command import light
from kgmem_bench.miniwob.command import miniwob
from kgmem_bench.peers.command import peers
from kgmem_bench.rows.command import both_times, rows
from kgmem_bench.serve.command import serve

SETS_OPTION = click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of data sets.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def bench() -> None:
    """Measure speed and quality on this machine."""


COMMANDS = (
    agents,
    answers,
    both_times,
    conversation,
    gate,
    light,
    miniwob,
    peers,
    rows,
    serve,
)
for command in COMMANDS:
    bench.add_command(command)


@bench.command()
@DATA_OPTION
@click.option("--quick", is_flag=True, help="Fewer queries.")
@JSON_OPTION
def recall(data: Path | None, quick: bool, json_to: str | None) -> None:
    """Quality of recall, with expansion and without, beside plain searches."""
    from kgmem_bench.recall.recall_quality import bench_recall
    from kgmem_bench.recall.recall_report import checks, to_markdown

    result = bench_recall(data, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    required=True,
    help="Folder with rows of HotpotQA's distractor setting in dev.jsonl.",
)
@JSON_OPTION
def documents(data: Path, json_to: str | None) -> None:
    """Questions that need two documents: both found, with expansion and without."""
    from kgmem_bench.facts.documents import bench_documents, checks, to_markdown

    result = bench_documents(data)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@click.option(
    "--set",
    "sets",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help="JSON list of labelled sentences; without it those of our own.",
)
@JSON_OPTION
def extraction(sets: tuple[Path, ...], json_to: str | None) -> None:
    """Facts in sentences of both languages, beside plain ways to find them."""
    from kgmem_bench.facts.extraction import checks, measure, render

    result = measure(sets)
    show(result, checks(result), render, json_to)


@bench.command()
@DATA_OPTION
@click.option("--quick", is_flag=True, help="Fewer queries, one k only.")
@JSON_OPTION
def routing(data: Path | None, quick: bool, json_to: str | None) -> None:
    """Known or novel, the right kind, and what replays and confidence are worth."""
    from kgmem_bench.routing.routing import bench_routing
    from kgmem_bench.routing.routing_report import checks, to_markdown

    result = bench_routing(data, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@DATA_OPTION
@click.option(
    "--tails",
    "given",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A JSON file of tails: objects with text, place and language.",
)
@click.option("--quick", is_flag=True, help="Fewer tails.")
@JSON_OPTION
def tails(
    data: Path | None, given: Path | None, quick: bool, json_to: str | None
) -> None:
    """Requests that ask for more or otherwise than a known one: none is replayed."""
    from kgmem_bench.tails.tails import bench_tails
    from kgmem_bench.tails.tails_report import checks, to_markdown

    result = bench_tails(data, given, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@click.option(
    "--kinds",
    "given",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A JSON file of sets of kinds, written as the package's everyday.json is.",
)
@click.option("--quick", is_flag=True, help="Some kinds of each set.")
@JSON_OPTION
def everyday(given: Path | None, quick: bool, json_to: str | None) -> None:
    """Everyday tasks that others wrote: all of what was asked, and nothing else."""
    from kgmem_bench.wordings.everyday import bench_everyday
    from kgmem_bench.wordings.everyday_report import checks, to_markdown

    result = bench_everyday(given, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@click.option("--quick", is_flag=True, help="Fewer tasks.")
@click.option("--tasks", type=click.IntRange(min=2), help="Another number of tasks.")
@JSON_OPTION
def stream(quick: bool, tasks: int | None, json_to: str | None) -> None:
    """A thousand tasks in random order, with a memory and without: done, and harm."""
    from kgmem_bench.stream.report import checks, to_markdown
    from kgmem_bench.stream.run import QUICK, TASKS, bench_stream

    result = bench_stream(tasks or (QUICK if quick else TASKS))
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@SETS_OPTION
@JSON_OPTION
def longmemeval(data: Path, json_to: str | None) -> None:
    """Questions about recorded runs: is their evidence within a reader's budget?"""
    from kgmem_bench.longmemeval.run import bench_longmemeval, checks, to_markdown

    result = bench_longmemeval(data)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder that holds the folder mail-requests.",
)
@click.option("--quick", is_flag=True, help="One draw.")
@JSON_OPTION
def mail(data: Path, quick: bool, json_to: str | None) -> None:
    """Intents in other people's words: nothing of another intent is replayed."""
    from kgmem_bench.routing.mail import bench_mail
    from kgmem_bench.routing.mail_report import checks, to_markdown

    result = bench_mail(data, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@DATA_OPTION
@click.option(
    "--written",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A JSON file of tasks in several wordings and languages.",
)
@click.option("--only", help="Sets whose name has these words.")
@JSON_OPTION
def wordings(
    data: Path | None, written: Path | None, only: str | None, json_to: str | None
) -> None:
    """Known tasks in other words and in another language: are they offered?"""
    from kgmem_bench.wordings.wordings import bench_wordings
    from kgmem_bench.wordings.wordings_report import checks, to_markdown

    result = bench_wordings(data, written, only=only)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@DATA_OPTION
@click.option("--quick", is_flag=True, help="One draw.")
@JSON_OPTION
def avoidance(data: Path | None, quick: bool, json_to: str | None) -> None:
    """Runs that fail told from runs that succeed, by the risk of their steps."""
    from kgmem_bench.routing.avoidance import bench_avoidance
    from kgmem_bench.routing.avoidance_report import checks, to_markdown

    result = bench_avoidance(data, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@SETS_OPTION
@click.option("--quick", is_flag=True, help="Each fifth task.")
@JSON_OPTION
def fragments(data: Path, quick: bool, json_to: str | None) -> None:
    """Goals that no run reached: is the next step on a known page named?"""
    from kgmem_bench.recall.fragments import bench_fragments, checks, to_markdown

    result = bench_fragments(data, quick=quick)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@DATA_OPTION
@click.option("--quick", is_flag=True, help="Fewer draws, one number of learned runs.")
@click.option("--no-vectors", is_flag=True, help="Do without an embedder.")
@JSON_OPTION
def patterns(
    data: Path | None, quick: bool, no_vectors: bool, json_to: str | None
) -> None:
    """Quality of patterns: paths of the next run, tool calls, kinds and values."""
    from kgmem_bench.patterns.pattern_report import checks, to_markdown
    from kgmem_bench.patterns.patterns import bench_patterns

    result = bench_patterns(data, quick=quick, vectors=not no_vectors)
    show(result, checks(result), to_markdown, json_to)


@bench.command()
@SETS_OPTION
@click.option("--write", "write_them", is_flag=True, help="Store the constants.")
@JSON_OPTION
def embedders(data: Path, write_them: bool, json_to: str | None) -> None:
    """Fit the offline embedders' scales from a cosine to a similarity."""
    from kgmem_bench.recall.embedders import bench_embedders, checks, to_markdown

    result = bench_embedders(data, write_them=write_them)
    show(result, checks(result), to_markdown, json_to)
