"""From the command line's options to an open memory."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:  # `kgmem --help` opens nothing: a second of loading
    from kgmem.config import Settings
    from kgmem.memory import Memory


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
        return Settings.load(**{k: v for k, v in given.items() if v is not None})

    def memory(self, settings: "Settings | None" = None) -> "Memory":
        """The memory that the settings name, opened; it is a context manager."""
        from kgmem.memory import Memory

        return Memory.connect(settings=settings or self.settings())


pass_opening = click.make_pass_decorator(Opening, ensure=True)
