"""`kgmem`: the command line."""

import difflib
import io
import logging
import os
import sys
from collections.abc import Mapping
from errno import EPIPE
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click

import kgmem
from kgmem.errors import KgmemError, MissingExtra
from kgmem.extras import PACKAGES
from kgmem.interfaces.arguments import FileName
from kgmem.interfaces.commands import COMMANDS
from kgmem.interfaces.help_text import HelpContext, speaking
from kgmem.interfaces.opening import Opening
from kgmem.messages import said, speak

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it: 128 + SIGINT."""
ADDED = "kgmem.commands"
"""Entry points by which a package adds commands; each is loaded when it is named."""
BENCH_SUMMARY = "Measure speed and quality on this machine."
WITHOUT_BENCH = "Measure it (not installed)."
BENCH_CURE = "pip install kgmem-bench (in a checkout: uv sync)"


class CommandFailed(click.ClickException):
    """A command's own no: one red line on standard error, exit code 1."""

    def show(self, file: Any = None) -> None:
        from rich.text import Text  # a command that goes well may need none of it

        from kgmem.interfaces.screen import aside, one_line

        line = Text(f"{said('error')}: {one_line(self.message)}", style="red")
        aside().print(line, soft_wrap=True)


class Commands(click.Group):
    """Turns what kgmem raises into one line, and loads a command when it is named."""

    context_class = HelpContext

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run it; help is wanted before any setting is read."""
        speak(os.environ.get("KGMEM_LANG"))
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            raise _placed_after(error, ctx) or error from None
        except KgmemError as error:
            if ctx.params.get("verbose"):
                raise
            raise CommandFailed(str(error)) from error
        except OSError as error:  # the machine's no: a full disk, a missing right
            if ctx.params.get("verbose") or error.errno == EPIPE:
                raise  # click ends quietly where nobody reads on
            raise CommandFailed(str(error)) from error
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            if not near or self.get_command(ctx, args[0]) is not None:
                raise
            hint = said(f"Did you mean {near[0]}?")
            raise click.UsageError(f"{error.message} {hint}", ctx) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *sorted({"bench", *_added()} - COMMANDS.keys())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        listed = COMMANDS.get(cmd_name)
        if listed and not listed.extra:
            return speaking(_command(cmd_name))
        if listed or cmd_name == "bench" or cmd_name in _added():
            return speaking(_added_command(cmd_name))
        return super().get_command(ctx, cmd_name)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """The list in `--help`, with no command loaded."""
        summaries = {name: listed.summary for name, listed in COMMANDS.items()}
        for name, entry in _added().items():
            summaries.setdefault(name, f"From {_package(entry)}.")
        summaries["bench"] = BENCH_SUMMARY if "bench" in _added() else WITHOUT_BENCH
        with formatter.section("Commands"):
            formatter.write_dl(list(summaries.items()))


def _placed_after(error: click.NoSuchOption, ctx: click.Context) -> Exception | None:
    """What to say of an option of `kgmem` itself that stands behind a command."""
    own = {name for one in ctx.command.params for name in one.opts}
    if error.ctx is None or error.option_name not in own:
        return None
    command = error.ctx.command_path.partition(" ")[2]
    return click.UsageError(
        said(
            f"{error.option_name} goes before the command: "
            f"kgmem {error.option_name} … {command}"
        ),
        error.ctx,
    )


def _command(name: str) -> click.Command:
    module = import_module(f"kgmem.interfaces.commands.{COMMANDS[name].file}")
    called = name.replace("-", "_")
    found = getattr(module, f"{called}_" if iskeyword(called) else called)
    assert isinstance(found, click.Command)
    return found


@cache
def _added() -> Mapping[str, EntryPoint]:
    """Commands that other packages add, by name; none of them is loaded."""
    return {one.name: one for one in entry_points(group=ADDED)}


def _package(one: EntryPoint) -> str:
    return one.dist.name if one.dist else one.module


def _added_command(name: str) -> click.Command:
    entry, listed = _added().get(name), COMMANDS.get(name)
    if entry is None and listed:
        extra = listed.extra
        missing = MissingExtra(extra, f"kgmem {name}", PACKAGES[extra])
        return _missing(name, listed.summary, missing)
    if entry is None:
        cure = f"the benchmarks are not installed: {BENCH_CURE}"
        return _missing(name, WITHOUT_BENCH, CommandFailed(cure))
    try:
        command = entry.load()
    except ModuleNotFoundError as error:
        reason = f"{name} can't be loaded: {error}"
        return _missing(name, WITHOUT_BENCH, CommandFailed(reason))
    assert isinstance(command, click.Command)
    return command


def _missing(name: str, summary: str, reason: Exception) -> click.Command:
    unknown = {"ignore_unknown_options": True}

    @click.command(name, context_settings=unknown, help=summary)
    @click.argument("args", nargs=-1)
    def missing(args: tuple[str, ...]) -> None:
        raise reason

    return missing


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
    type=FileName(file_okay=False, path_type=Path),
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


def main() -> None:
    """The entry point: `kgmem`."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe on Windows and an ASCII locale would refuse Chinese text.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    cli(prog_name="kgmem")
