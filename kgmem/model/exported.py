"""A pattern in another program's format, and what that is made from."""

from collections.abc import Callable, Mapping

from kgmem.model.base import Value
from kgmem.model.experience import Experience
from kgmem.model.pattern import Pattern
from kgmem.model.plan import Avoidance


class PatternSource(Value):
    """What an exporter is given."""

    pattern: Pattern
    runs: tuple[Experience, ...] = ()
    """Successful runs of it, with their steps."""
    avoidance: tuple[Avoidance, ...] = ()
    """What failed before in tasks of its kind."""


class ExportedPattern(Value):
    """A pattern in another program's format."""

    format: str
    name: str
    """A file name that suits it."""
    text: str
    notes: tuple[str, ...] = ()
    """What was left out or guessed, in words."""


Exporter = Callable[[PatternSource, Mapping[str, object]], ExportedPattern]
"""Writes a pattern in one format. The second argument are the format's own options;
raises InvalidInput for one that is wrong."""
