"""`kgmem`: the command line."""

import io
import logging
import sys
from pathlib import Path
from typing import Any

import click
from rich.text import Text

import kgmem
from kgmem.errors import KgmemError
from kgmem.interfaces.commands.calibrate import calibrate
from kgmem.interfaces.commands.cypher import cypher
from kgmem.interfaces.commands.demo import demo
from kgmem.interfaces.commands.documents import documents, import_
from kgmem.interfaces.commands.facts import entities, fact, facts
from kgmem.interfaces.commands.learn import learn
from kgmem.interfaces.commands.operate import doctor, forget, reindex, repair, stats
from kgmem.interfaces.commands.patterns import generalize, match, patterns
from kgmem.interfaces.commands.prune import prune
from kgmem.interfaces.commands.recall import recall
from kgmem.interfaces.commands.schema import schema
from kgmem.interfaces.commands.search import search
from kgmem.interfaces.commands.show import show
from kgmem.interfaces.commands.transfer import clear, export
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import aside, one_line

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it: 128 + SIGINT."""
BENCH = "kgmem.bench.cli"
"""Loaded only when asked for: measurements need more than the memory does."""


class Failure(click.ClickException):
    """A command's own no: one red line on standard error, exit code 1."""

    def show(self, file: Any = None) -> None:
        line = Text(f"error: {one_line(self.message)}", style="red")
        aside().print(line, soft_wrap=True)


class Commands(click.Group):
    """Turns what kgmem raises into one line, and loads `bench` when it is named."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KgmemError as error:
            if ctx.params.get("verbose"):
                raise
            raise Failure(str(error)) from error
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, "bench"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _bench() if cmd_name == "bench" else super().get_command(ctx, cmd_name)


def _bench() -> click.Command:
    from importlib import import_module

    try:
        found = import_module(BENCH).bench
    except ModuleNotFoundError as error:
        return _without_bench(f"the benchmarks are not installed: {error}")
    assert isinstance(found, click.Command)
    return found


def _without_bench(reason: str) -> click.Command:
    @click.command("bench", context_settings={"ignore_unknown_options": True})
    @click.argument("args", nargs=-1)
    def bench(args: tuple[str, ...]) -> None:
        """Measure it (not installed)."""
        raise Failure(reason)

    return bench


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="""
\b
Settings come from KGMEM_* variables or a .env file; without any, the memory is a
folder, ~/.kgmem, and needs no server, no key and no network.

\b
Exit codes: 0 done, 1 the command failed or its answer is no, 2 wrong usage.

\b
Examples:
  kgmem demo
  kgmem learn runs.jsonl
  kgmem recall 'Search for a red mouse' --app shop
""",
)
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the embedded memory.  [default: KGMEM_HOME, else ~/.kgmem]",
)
@click.option(
    "--space", help="Whose memory it is.  [default: KGMEM_SPACE, else default]"
)
@click.option("-v", "--verbose", is_flag=True, help="Log more; errors with traceback.")
@click.version_option(kgmem.__version__, prog_name="kgmem")
@click.pass_context
def cli(
    ctx: click.Context, home: Path | None, space: str | None, verbose: bool
) -> None:
    """A memory for GUI and web agents: learn a run once, find its path again."""
    ctx.obj = Opening(home, space, verbose)
    if verbose:
        logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")


for _command in (
    demo,
    learn,
    recall,
    generalize,
    patterns,
    match,
    calibrate,
    facts,
    fact,
    entities,
    import_,
    documents,
    search,
    show,
    cypher,
    doctor,
    repair,
    reindex,
    schema,
    stats,
    forget,
    prune,
    clear,
    export,
):
    cli.add_command(_command)


def main() -> None:
    """The entry point: `kgmem`."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe on Windows and an ASCII locale would refuse Chinese text.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    cli(prog_name="kgmem")
