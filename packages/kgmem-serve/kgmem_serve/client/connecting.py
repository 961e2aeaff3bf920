"""From settings to the memory that a server keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import SecretStr

from kgmem import NotAllowed, NotFound, ServerUnavailable, ServiceError
from kgmem.ports import Embedder
from kgmem.serving import space_name
from kgmem_serve.client import RemoteMemory
from kgmem_serve.client.calls import refuse_object
from kgmem_serve.wire.address import server_address, server_key
from kgmem_serve.wire.connection import Connection
from kgmem_serve.wire.owner import owning_server

if TYPE_CHECKING:
    from kgmem import Settings


def served(
    settings: Settings,
    url: str | None,
    api_key: str | None,
    embedder: Embedder | None,
) -> RemoteMemory:
    """The memory that a server keeps. Raises ConfigurationError for a bad address or
    key, NotAllowed, ServerUnavailable."""
    refuse_object("embedder", embedder)
    address = server_address(url if url is not None else settings.server_url)
    given = SecretStr(api_key) if api_key is not None else None
    if given is None and (url is None or address == _set_address(settings)):
        given = settings.server_api_key  # for that server alone
    key = server_key(address, given)
    patience = settings.server_patience
    return _connected(settings, address, key, patience)


def _set_address(settings: Settings) -> object:
    return server_address(settings.server_url) if settings.server_url else None


def of_owner(settings: Settings) -> RemoteMemory | None:
    """The memory of these settings, asked of the server on this machine that has it
    open; None if there is none, or it does not answer."""
    found = owning_server(settings.home)
    if found is None:
        return None
    try:
        named = settings.model_copy(update={"space": settings.space})
        return _connected(named, found.url, SecretStr(found.secret), 0.0)
    except (
        NotAllowed,
        NotFound,
        ServerUnavailable,
        ServiceError,
    ):  # another one listens there now
        return None


def _connected(
    settings: Settings, address: str, key: SecretStr | None, patience: float
) -> RemoteMemory:
    timeout = settings.server_timeout
    connection = Connection(address, key, timeout=timeout, patience=patience)
    named = space_name(settings.space) if "space" in settings.model_fields_set else None
    try:
        memory = RemoteMemory(connection, settings, named)
        connection.patience = settings.server_patience
        return memory
    except BaseException:
        connection.close()
        raise
