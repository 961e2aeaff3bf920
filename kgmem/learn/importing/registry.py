"""The readers that are installed: entry points of the group `kgmem.importers`."""

import logging
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points

from kgmem.errors import InvalidInput
from kgmem.extras import need
from kgmem.learn.importing.importer import Importer
from kgmem.learn.importing.source import Source
from kgmem.model.values.arguments import shown

log = logging.getLogger(__name__)

GROUP = "kgmem.importers"
AUTO = "auto"


def names() -> tuple[str, ...]:
    """What `format` may be, besides `auto`."""
    return tuple(sorted(_points()))


def importer(name: str) -> Importer:
    """The reader of a format. Raises InvalidInput if there is none,
    MissingExtra where the package that has it may be missing."""
    point = _points().get(name)
    if point is None:
        need("formats", f"the format {shown(name)}")
        known = ", ".join((AUTO, *names()))
        raise InvalidInput(f"format: no reader is called {shown(name)}; known: {known}")
    return _loaded(point)


def recognised(source: Source) -> tuple[Importer, str]:
    """The reader that takes the source for its own, and why.

    Raises InvalidInput if none does, or several do.
    """
    found = []
    for point in _points().values():
        try:
            one = _loaded(point)
        except InvalidInput as error:  # another package's; the others still read
            log.warning("%s", error)
            continue
        if because := one.recognizes(source):
            found.append((one, str(because)))
    if len(found) == 1:
        return found[0]
    if not found:
        need("formats", f"reading {source.name}")
    known = ", ".join(one.name for one, _ in found) if found else ", ".join(names())
    if found:
        raise InvalidInput(f"{source.name}: may be any of: {known}; say which: format")
    raise InvalidInput(
        f"{source.name}: of no known format; say which: format ({known})"
    )


def _points() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _loaded(point: EntryPoint) -> Importer:
    try:
        found: Importer = point.load()
    except Exception as error:  # whatever another package raises when it is loaded
        raise InvalidInput(
            f"format: the reader {point.name!r} can't be loaded "
            f"({type(error).__name__}); install its package again"
        ) from error
    return found
