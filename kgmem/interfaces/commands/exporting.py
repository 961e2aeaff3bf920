"""`kgmem export-pattern`: a pattern in another program's format."""

from pathlib import Path

import click

from kgmem.errors import NotFound
from kgmem.graph.spaces.exporting import new_file
from kgmem.interfaces.arguments import named_value
from kgmem.interfaces.command import argument, command, option
from kgmem.interfaces.commands.patterns import meant
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import aside, one_line, print_json, screen
from kgmem.memory.exporting import formats
from kgmem.messages import said
from kgmem.model.exported import ExportedPattern


@command()
def export_pattern(
    opening: Opening,
    id_: str = argument("ID"),
    form: str = option(
        "What to write.", "--as", type=click.Choice(list(formats())), required=True
    ),
    to: Path | None = option(
        "File, or folder, where it gets a name that suits it; else standard output.",
    ),
    options: tuple[str, ...] = option(
        "Of the format, such as cases=3.", "-o", "--option", metavar="NAME=VALUE"
    ),
    force: bool = option("Overwrite the file."),
    as_json: bool = option("Print name, text and notes as JSON.", "--json"),
) -> None:
    """Write a pattern as a test, a recording or a skill.

    ID is the id of a pattern, or as many first characters of it as only one has.
    playwright-python and playwright-typescript are tests that run as they are,
    chrome-recorder is a recording of Chrome's DevTools, skill a SKILL.md for agents.
    What was left out or guessed is said on standard error. What was hidden in the runs
    is a parameter.

    Examples:
      kgmem export-pattern 2e603643 --as playwright-python --to tests/
      kgmem export-pattern 2e603643 --as skill
    """
    chosen = dict(map(named_value, options))
    with opening.memory() as memory:
        pattern = meant(memory, id_)
        if pattern is None:
            raise NotFound(f"no pattern {id_!r}; `kgmem patterns` shows ids")
        made = memory.export_pattern(pattern.pattern_id, form, **chosen)
    _written(made, to, force=force, as_json=as_json)


def _written(
    made: ExportedPattern, to: Path | None, *, force: bool, as_json: bool
) -> None:
    if as_json:
        print_json(made)
    elif to is None:
        click.echo(made.text, nl=False)
    if to is not None:
        file = to / made.name if to.is_dir() else to
        with new_file(file, overwrite=force) as written:
            written.write(made.text.encode("utf-8"))
        if not as_json:
            screen().print(str(file), soft_wrap=True)
    _say(made.notes)


def _say(notes: tuple[str, ...]) -> None:
    for note in notes:
        aside().print(f"{said('note')}: {one_line(note)}", soft_wrap=True)
