"""`kgmem recall`: what is known that helps with a task."""

import click

from kgmem.interfaces.arguments import as_json, text_or_stdin
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.recollection_view import print_recollection
from kgmem.interfaces.screen import print_json, screen


@click.command(
    epilog="""
\b
Examples:
  kgmem recall 'Search for a red mouse' --app shop
  kgmem recall '用美团点一份外卖' --prompt
"""
)
@click.argument("task", metavar="TEXT", type=text_or_stdin)
@click.option("--app", help="App of the task; its runs are preferred.")
@click.option("--url", help="Address of the page at hand.")
@click.option(
    "--top-n",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="How many earlier runs to show.",
)
@click.option("--no-expand", is_flag=True, help="Leave the graph's neighbours out.")
@as_json()
@click.option("--prompt", is_flag=True, help="Print the text for an agent's prompt.")
@pass_opening
def recall(
    opening: Opening,
    task: str,
    app: str | None,
    url: str | None,
    top_n: int,
    no_expand: bool,
    as_json: bool,
    prompt: bool,
) -> None:
    """Recall what helps with the task TEXT.

    `-` reads it from standard input. Shows the route to take and why, the earlier
    runs that were found, the path to follow, and what failed before.
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
