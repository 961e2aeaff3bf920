"""Find `prompts/` and `graph_schema/` in a wheel or in a checkout."""

from pathlib import Path

from kgmem.errors import ConfigurationError


def folder(name: str) -> Path:
    """The folder inside the installed package, else the one beside it."""
    package = Path(__file__).parent
    for place in (package / name, package.parent / name):
        if place.is_dir():
            return place
    raise ConfigurationError(
        f"kgmem's folder {name!r} is missing from this installation; reinstall kgmem"
    )
