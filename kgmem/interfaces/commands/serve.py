"""`kgmem serve`: the memory over HTTP, with its console."""

import click

from kgmem.errors import ConfigurationError
from kgmem.interfaces.commands.mcp import LOOPBACK
from kgmem.interfaces.opening import Opening, pass_opening

PORT = 8700


@click.command(
    epilog="""
\b
Examples:
  kgmem serve
  kgmem --home /srv/kgmem serve --port 9000
"""
)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65_535), default=PORT, show_default=True)
@pass_opening
def serve(opening: Opening, host: str, port: int) -> None:
    """Serve the memory over HTTP, with a page that shows it.

    Ends with Ctrl-C, when what was begun is done.
    """
    import uvicorn

    from kgmem.interfaces.http.app import create_app

    if host not in LOOPBACK:
        raise ConfigurationError(f"{host} can be reached from other machines")
    with opening.memory() as memory:
        click.echo(f"http://{host}:{port}/", err=True)
        uvicorn.run(create_app(memory), host=host, port=port, log_level="warning")
