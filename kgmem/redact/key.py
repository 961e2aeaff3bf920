"""The key of the hashes in placeholders: a file of the memory's folder or a setting."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from kgmem.errors import ConfigurationError

FILE = "redaction.key"
"""Its name in the folder of an embedded memory."""
_BYTES = 32


def key_of(said: str) -> bytes:
    """The key that a setting says."""
    return hashlib.sha256(b"kgmem redaction\0" + said.encode()).digest()


def key_in(folder: Path) -> bytes:
    """The folder's own key, made at the first call; only its owner may read it.

    Raises ConfigurationError if there is one that can't be used.
    """
    path = folder / FILE
    try:
        if not path.exists():
            _make(path)
        return _read(path)
    except OSError as error:
        raise ConfigurationError(
            f"the key {path} can't be used: {error.strerror}; let its owner read it, "
            "or set KGMEM_REDACTION_KEY"
        ) from error


def _read(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != _BYTES:
        raise ConfigurationError(
            f"the key {path} is damaged: bring it back from a copy, or delete it: then "
            "what was hidden on pages before is not recognised any more"
        )
    return key


def _make(path: Path) -> None:
    """Whole or not at all; of two processes at once, the first one's stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        _place(Path(temporary), path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _place(temporary: Path, path: Path) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not path.exists():
            os.replace(temporary, path)
