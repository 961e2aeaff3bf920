"""`kgmem serve`: the memory over HTTP, with its console."""

from typing import TYPE_CHECKING, Literal

import click

from kgmem import ConfigurationError
from kgmem.serving import LOOPBACK, Opening, command, option

if TYPE_CHECKING:
    from kgmem import Settings

PORT = 8700


@command()
def serve(
    opening: Opening,
    host: str = option(default="127.0.0.1"),
    port: int = option(type=click.IntRange(1, 65_535), default=PORT),
    allow_host: tuple[str, ...] = option(
        "A name that clients call it by, besides localhost and addresses."
    ),
    allow_origin: tuple[str, ...] = option(
        "A site whose pages may call it, such as https://desk.example."
    ),
    log_format: Literal["json", "text"] | None = option(
        "Of the log on standard error.  [default: KGMEM_SERVE_LOG, else text]"
    ),
    demo: bool | None = option(
        "Learn the runs that come with kgmem into the space demo, for the page to "
        "show.  [default: where the memory's folder is new]",
        "--demo/--no-demo",
        default=None,
    ),
) -> None:
    """Serve the memory over HTTP, with a page that shows it.

    Without keys (`kgmem keys`) it answers anybody on this machine, and listens nowhere
    else. Ends with Ctrl-C, when what was begun is done.

    Examples:
      kgmem serve
      kgmem --home /srv/kgmem serve --port 9000
      kgmem serve --host 0.0.0.0 --allow-host memory.example
    """
    from kgmem.serving import DEMO_SPACE, learn_samples
    from kgmem_serve.http.access.layers import Access
    from kgmem_serve.http.access.logs import log_to_stderr
    from kgmem_serve.http.schedule import Schedule
    from kgmem_serve.http.serving import run
    from kgmem_serve.wire.owner import announced, own_address

    settings = opening.settings(
        serve_allow_host=",".join(allow_host) or None,
        serve_allow_origin=",".join(allow_origin) or None,
        serve_log=log_format,
    )
    access = Access.of(settings, host)
    if host not in LOOPBACK and not access.keys.exist():
        raise ConfigurationError(
            f"{host} can be reached from other machines, and there are no keys: make "
            "one with `kgmem keys add NAME --role read`, or serve on 127.0.0.1"
        )
    if settings.serve_allow_host and not access.keys.exist():
        raise ConfigurationError(
            "whoever reaches a proxy would be let in, as there are no keys: make one "
            "with `kgmem keys add NAME`, or serve without --allow-host"
        )
    log_to_stderr(settings.serve_log)
    shown = _is_new(settings) if demo is None else demo
    with opening.own_memory(settings) as memory:
        if shown:
            learn_samples(memory.in_space(DEMO_SPACE))
        click.echo(f"http://{host}:{port}/", err=True)
        with (
            announced(settings.home, own_address(host, port), access.secret),
            Schedule.of(memory, settings),
        ):
            run(memory, access, host, port)


def _is_new(settings: "Settings") -> bool:
    """Has nothing been stored in the folder of an embedded memory?"""
    return settings.graph == "arcadedb" and not (settings.home / "graph").exists()
