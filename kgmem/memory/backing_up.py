"""All spaces of a memory into a folder, and back."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.memory.opened import Progress
from kgmem.memory.operating import OperatingFace
from kgmem.model.transfer import BackedUp, BackupManifest, BackupReport, RestoreReport
from kgmem.model.values.arguments import callback, file_path
from kgmem.version import __version__

MANIFEST = "manifest.json"
MOST_MANIFEST = 10_000_000
"""Bytes that are read of a manifest; one of a thousand spaces has 300,000."""


class BackupFace(OperatingFace):
    """All spaces of a memory into a folder, and back."""

    def spaces(self) -> list[str]:
        """The names of the spaces that hold something, in order."""
        return list(self._open.store.spaces())

    def backup_to(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> BackupReport:
        """Write every space into the new folder `path`: an export of each, and a
        manifest with their sizes and SHA-256 sums.

        Others learn and recall meanwhile: each space is as it was at one moment, not
        all at the same. The folder stands there when all is in it; after an
        interruption there is none. `progress(done, total)` counts spaces. Raises
        InvalidInput if something stands at `path`, or it can't be written.
        """
        began, tell = time.perf_counter(), callback(progress)
        folder = file_path(path, "folder")
        beside = folder.with_name(f".{folder.name}.{uuid4().hex[:8]}.part")
        try:
            if folder.exists():
                raise InvalidInput(f"path: {folder} is there; name a new folder")
            beside.mkdir(mode=0o700, parents=True)
            spaces = self.spaces()
            kept = []
            for n, space in enumerate(spaces):
                kept.append(self._space_into(beside, n, space))
                if tell is not None:
                    tell(n + 1, len(spaces))
            manifest = BackupManifest(
                kgmem=__version__, at=datetime.now(UTC), spaces=tuple(kept)
            )
            text = manifest.model_dump_json(indent=2)
            (beside / MANIFEST).write_text(text + "\n", encoding="utf-8")
            beside.rename(folder)
        except OSError as error:
            raise InvalidInput(
                f"path: {folder} can't be written ({error.strerror}); make room or "
                "name another place"
            ) from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        return BackupReport(
            path=str(folder),
            spaces=manifest.spaces,
            size=sum(one.size for one in kept),
            seconds=time.perf_counter() - began,
        )

    def _space_into(self, folder: Path, n: int, space: str) -> BackedUp:
        file = folder / f"{n:04}-{_plain(space)}.jsonl.gz"
        done = self.in_space(space).export_to(file)
        return BackedUp(
            space=space,
            file=file.name,
            size=file.stat().st_size,
            sha256=_sum_of(file),
            runs=done.runs,
        )

    def restore_from(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> RestoreReport:
        """Take up every space of a folder that `backup_to` wrote; what is here stays
        as it is, so that it may be called again after an interruption.

        All files are compared with the manifest before anything is written.
        `progress(done, total)` counts spaces. Raises InvalidInput for a folder that is
        no backup, and naming the file that is missing or damaged.
        """
        began, tell = time.perf_counter(), callback(progress)
        folder = file_path(path, "folder")
        manifest = manifest_in(folder)
        for one in manifest.spaces:
            _check(folder, one)
        reports = []
        for n, one in enumerate(manifest.spaces):
            reports.append(self.in_space(one.space).import_from(folder / one.file))
            if tell is not None:
                tell(n + 1, len(manifest.spaces))
        return RestoreReport(
            path=str(folder),
            at=manifest.at,
            spaces=tuple(reports),
            seconds=time.perf_counter() - began,
        )


def manifest_in(folder: Path) -> BackupManifest:
    """What a backup says of itself. Raises InvalidInput for what is none."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            told: Any = json.loads(file.read(MOST_MANIFEST))
        return BackupManifest.model_validate(told)
    except (OSError, ValueError, RecursionError, ValidationError) as error:
        raise InvalidInput(
            f"path: {folder} is no backup: its {MANIFEST} is missing or can't be read"
        ) from error


def _check(folder: Path, one: BackedUp) -> None:
    place = folder / one.file
    if Path(one.file).name != one.file:  # it would lead out of the folder
        raise InvalidInput(f"path: the manifest names {one.file}, which is no file")
    with suppress(OSError, ValueError):
        if _sum_of(place) == one.sha256:
            return
    raise InvalidInput(
        f"path: {place} is missing or damaged; take another backup, or leave its "
        "space out of the manifest"
    )


def _sum_of(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _plain(space: str) -> str:
    """Of a space's name what any file system takes; its number tells two apart."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", space)[:40]
