"""From the command line's options to an open memory."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:  # `kgmem --help` opens nothing: a second of loading
    from kgmem.config import Settings
    from kgmem.memory import Memory

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opening:
    """The options in front of every command."""

    home: Path | None = None
    space: str | None = None
    verbose: bool = False

    def settings(self, **overrides: object) -> "Settings":
        """Settings from the environment, with the options and `overrides` on top.

        Raises ConfigurationError naming the variable that is wrong.
        """
        from kgmem.config import Settings

        given = {"home": self.home, "space": self.space, **overrides}
        settings = Settings.load(**{k: v for k, v in given.items() if v is not None})
        if self.home is not None:  # a folder is meant, no server
            return settings.model_copy(update={"server_url": None})
        return settings

    def memory(self, settings: "Settings | None" = None) -> "Memory":
        """The memory that the settings name, opened; it is a context manager. Where
        `kgmem serve` has its folder open, it is asked of that server."""
        from kgmem.errors import MemoryLocked, MissingExtra
        from kgmem.extras import CLIENTS, brought
        from kgmem.memory import Memory

        chosen = settings or self.settings()
        try:
            return Memory.connect(settings=chosen)
        except MemoryLocked as locked:
            try:
                served = brought(CLIENTS, "owner", "serve", "its server")(chosen)
            except MissingExtra:
                raise locked from None
            if served is None:
                raise
            log.info("%s; asked of its server", locked)
            return cast("Memory", served)

    def own_memory(self, settings: "Settings | None" = None) -> "Memory":
        """The same, opened by this process and no other."""
        from kgmem.memory import Memory

        chosen = settings or self.settings()
        return Memory.connect(settings=chosen.model_copy(update={"server_url": None}))


pass_opening = click.make_pass_decorator(Opening, ensure=True)
