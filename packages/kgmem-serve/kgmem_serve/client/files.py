"""Files that go to a server, or come from one."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pydantic import TypeAdapter

from kgmem import ConfigurationError, InvalidInput, KgmemError
from kgmem.serving import (
    Added,
    DocumentError,
    Redactor,
    checked_path,
    checked_source,
    clean,
    files_of,
    new_file,
)
from kgmem_serve.client.calls import received
from kgmem_serve.wire.connection import Connection, WireCall

_ADDED: TypeAdapter[Added] = TypeAdapter(Added)
REPORT = "Kgmem-Report"
"""The header with the receipt of what is in the body."""


def sent_document(
    connection: Connection,
    space: str | None,
    path: str | Path | None,
    text: str | None,
    source: str | None,
    app: str | None,
) -> Added:
    """What became of a file's content, or of a text, on the server. Raises InvalidInput
    for what is none."""
    if (path is None) == (text is None):
        raise InvalidInput("add_document: give one of path, text")
    params = {"app": app, "source": None if source is None else checked_source(source)}
    if path is None:
        if not isinstance(text, str):
            raise InvalidInput(f"text: a text is needed, not {type(text).__name__}")
        content = clean(text).encode()
    else:
        found = checked_path(path)
        content = _bytes(found)
        place = Path(os.path.abspath(found)).as_posix()
        params |= {"name": found.name, "source": source or place}
    request = WireCall(
        "/v1/add_document",
        content,
        space,
        params={name: one for name, one in params.items() if one is not None},
        is_long=True,
        kind="application/octet-stream",
    )
    return received(_ADDED, connection(request))


def each_document(
    paths: Iterable[str | Path],
    send: Callable[[Path], Added],
    progress: Callable[[str, int, int | None], None] | None,
) -> tuple[list[Added], list[DocumentError]]:
    """The files that are given, and those in folders, sent one by one; bad ones are
    told."""
    items: list[Added] = []
    errors: list[DocumentError] = []
    for path in files_of(paths):
        if isinstance(path, DocumentError):
            errors.append(path)
            continue
        try:
            added = send(path)
        except (InvalidInput, ConfigurationError) as error:
            errors.append(_refused(path, error))
        else:
            items.append(added)
            if progress:
                progress(added.source, added.chunks, added.chunks)
    return items, errors


def _refused(path: Path, error: KgmemError) -> DocumentError:
    return DocumentError(
        source=Redactor().text(str(clean(str(path)))), error=str(error)
    )


def sent_file(
    connection: Connection, space: str | None, verb: str, path: Path
) -> bytes:
    """The answer to what is in a file."""
    return connection(
        WireCall(
            f"/v1/{verb}",
            _bytes(path),
            space,
            params={"name": path.name},
            is_long=True,
            kind="application/octet-stream",
        )
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path}: can't be read: {error.strerror or error}"
        ) from error


def download_into(
    connection: Connection, request: WireCall, path: Path, *, overwrite: bool = False
) -> Any:
    """Write what the server sends into a new file; the receipt that comes with it.
    Raises InvalidInput for a place that can't be written."""
    with new_file(path, overwrite=overwrite) as file:
        head = connection.stream(request, file.write)
        return json.loads(unquote(head.get(REPORT, "null")))
