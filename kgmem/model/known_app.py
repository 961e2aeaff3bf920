"""An app that tasks were done in, and what else it goes by."""

from kgmem.model.base import Value


class KnownApp(Value):
    """An app that tasks were done in."""

    name: str
    tasks: int = 0
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    """Of its pages' addresses, those of most pages first."""
    titles: tuple[str, ...] = ()
    """Of its pages."""
