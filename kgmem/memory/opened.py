"""Opening and closing a memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from kgmem.errors import ConfigurationError, InvalidInput, MemoryClosed
from kgmem.model.values.arguments import (
    embedding,
    file_path,
    key_text,
    optional_text,
    space_name,
)
from kgmem.ports import Embedder

if TYPE_CHECKING:
    from kgmem.config import Settings
    from kgmem.wiring import Parts

Progress = Callable[[int, int | None], None]


class Opened:
    """One space of two open stores, until it is closed."""

    def __new__(cls, *_: Any, **named: Any) -> Self:
        """Raises InvalidInput for a call that is meant for an agent's memory."""
        if "agent_id" in named:
            raise InvalidInput(
                "Memory: open one first, then ask it for the agent: "
                "Memory.open(path).agent(agent_id)"
            )
        return super().__new__(cls)

    def __init__(self, parts: Parts, space: str, *, owner: bool = True) -> None:
        from kgmem.learn.recording.drafts import Drafts
        from kgmem.learn.units.writeback import Writeback

        self._parts: Parts | None = parts
        self._owner = owner
        self.space: str = space_name(space)
        self._writeback = Writeback(parts.learn, Drafts(parts.store, self.space))

    @property
    def is_idle(self) -> bool:
        """Is no run in progress that is told unit by unit?"""
        return self._writeback.is_idle

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        space: str = "default",
        settings: Any = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """The embedded memory in the folder `path`, made if there is none.

        Raises MemoryLocked if another process has it open, SchemaOutOfDate if
        another version of kgmem made it.
        """
        from kgmem.config import settings_for
        from kgmem.wiring import wire

        folder = file_path(path, "folder")
        chosen = settings_for(settings, path=folder, space=space_name(space))
        return cls(wire(chosen, embedding(embedder)), chosen.space)

    @classmethod
    def connect(
        cls,
        url: str | None = None,
        *,
        api_key: str | None = None,
        space: str | None = None,
        settings: Any = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """The memory that the `KGMEM_*` settings name; with a `url`, or with
        `KGMEM_SERVER_URL`, that of a `kgmem serve` which is there.

        `api_key` is one that `kgmem keys` made. Raises ConfigurationError naming a
        missing variable, StoreUnavailable if a server can't be reached, NotAllowed if
        it does not take the key.
        """
        from kgmem.config import settings_for
        from kgmem.wiring import wire

        chosen = settings_for(settings, space=space)
        if url is not None or chosen.server_url is not None:
            from kgmem.extras import CLIENTS, brought

            served = brought(CLIENTS, "url", "serve", "Memory.connect(url)")
            return cast("Self", served(chosen, url, api_key, embedder))
        if api_key is not None:
            raise ConfigurationError(
                "api_key: is for a server; give its url, too, or set KGMEM_SERVER_URL"
            )
        name = space_name(chosen.space)  # before a store is opened for it
        return cls(wire(chosen, embedding(embedder)), name)

    def in_space(self, space: str) -> Self:
        """Another tenant on the same open stores; closing it leaves them open."""
        return type(self)(self._open, space, owner=False)

    def flush(self) -> None:
        """Return when every vector is in and would survive a power cut.

        Raises VectorsUnavailable if vectors have to wait.
        """
        self._open.projection.flush()

    def close(self) -> None:
        """Release the stores; a second call does nothing."""
        parts, self._parts = self._parts, None
        if parts is not None and self._owner:
            parts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def settings(self) -> Settings:
        """What it was opened with."""
        return self._open.settings

    @property
    def _open(self) -> Parts:
        if self._parts is None:
            raise MemoryClosed("this memory was closed; open it again")
        return self._parts

    def _without_secrets(self, name: str, given: object) -> str | None:
        """The text of an argument as it would be stored; None if it is blank."""
        return self._open.without_secrets(name, given)

    def _named_key(self, name: str, given: object) -> str | None:
        """A name that a caller gives something, without secrets; None if blank."""
        key = key_text(name, optional_text(name, given))
        return self._without_secrets(name, key) if key else None

    def _app(self, given: str | None) -> str | None:
        return self._without_secrets("app", given)
