"""`kgmem recall`: what is known that helps with a task."""

import click

from kgmem.interfaces.arguments import text_or_stdin
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.recollection_view import print_recollection
from kgmem.interfaces.screen import print_json, screen


@command()
def recall(
    opening: Opening,
    task: str = argument("TEXT", type=text_or_stdin),
    app: str | None = option("App of the task; its runs are preferred."),
    url: str | None = option("Address of the page at hand."),
    top_n: int = option(
        "How many earlier runs to show.", type=click.IntRange(1, 100), default=3
    ),
    no_expand: bool = option("Leave the graph's neighbours out."),
    as_json: bool = AS_JSON,
    prompt: bool = option("Print the text for an agent's prompt."),
) -> None:
    """Recall what helps with the task TEXT.

    `-` reads it from standard input. Shows the route to take and why, the earlier
    runs that were found, the path to follow, and what failed before.

    Examples:
      kgmem recall 'Search for a red mouse' --app shop
      kgmem recall '用美团点一份外卖' --prompt
    """
    if as_json and prompt:
        raise click.UsageError("Give either --json or --prompt.")
    with opening.memory() as memory:
        found = memory.recall(task, app=app, url=url, top_n=top_n, expand=not no_expand)
    if as_json:
        print_json(found.model_dump(mode="json", exclude_none=True))
    elif prompt:
        click.echo(found.to_prompt(), nl=False)
    else:
        print_recollection(screen(), found)
