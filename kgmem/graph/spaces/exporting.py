"""A whole memory into a file, while others go on learning.

choose what is whole -> nodes, a page at a time -> relationships between them -> footer

What is learned meanwhile is not in the file. If something that was chosen is deleted
meanwhile, all is begun anew.
"""

import gzip
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, cast
from uuid import uuid4

from kgmem.errors import GraphUnavailable, InvalidInput
from kgmem.graph import migrate
from kgmem.graph.runs.write import summary_of
from kgmem.graph.spaces.lines import (
    FORMAT,
    LOCK,
    PARTS,
    WHOLES,
    Whole,
    for_label,
    keys,
    keys_of,
    line_of,
    pages,
    voters_within,
)
from kgmem.graph.store import GraphStore
from kgmem.model.transfer import Counts
from kgmem.model.values.arguments import refuse_special
from kgmem.ports import Row
from kgmem.version import __version__

ATTEMPTS = 5
"""Times that an export is begun while things are deleted under it."""
GZIP_LEVEL = 5

Progress = Callable[[int, int | None], None]


class _Changed(Exception):
    """Something that was chosen is not there any more."""


@dataclass(slots=True)
class Chosen:
    """What goes into the file: keys alone."""

    ids: dict[str, dict[str, None]] = field(default_factory=dict)
    """By label, in their order."""
    runs: dict[str, list[Row]] = field(default_factory=dict)
    """By task, what it counts of its runs."""

    def has(self, label: str, key: str) -> bool:
        """Is this node in the file?"""
        return key in self.ids.get(label, ())


def export(
    store: GraphStore,
    space: str,
    file: IO[bytes],
    vectors: Mapping[str, object],
    *,
    packed: bool = False,
    progress: Progress | None = None,
) -> tuple[Counts, Counts]:
    """Write a space into a file that is open for writing, `packed` by gzip; how many
    nodes and relationships.

    `vectors` say what the index was built with. Raises GraphUnavailable if things are
    deleted all the time meanwhile.
    """
    for _ in range(ATTEMPTS):
        file.seek(0)
        file.truncate()
        try:
            with stream_into(file, packed=packed) as stream:
                return _Writing(store, space, stream, progress)(vectors)
        except _Changed:
            continue
    raise GraphUnavailable(
        "the memory was changed again and again during the export; "
        "export it when no job runs"
    )


def choose(store: GraphStore, space: str) -> Chosen:
    """The nodes of a space of which nothing is missing.

    Owners come first and the others from the end of the schema to its beginning: what
    a node tells of was there before it, so it is found later at the latest.
    """
    chosen = Chosen()
    for whole in WHOLES.values():
        _choose_wholes(store, space, whole, chosen)
    for label in reversed(list(keys())):
        if label not in chosen.ids and label not in PARTS:
            chosen.ids[label] = dict.fromkeys(keys_of(store, space, label))
    known = chosen.ids["Task"]
    chosen.ids["Task"] = {key: None for key in known if key in chosen.runs}
    return chosen


def _choose_wholes(store: GraphStore, space: str, whole: Whole, chosen: Chosen) -> None:
    owners = chosen.ids.setdefault(whole.label, {})
    for label in whole.parts:
        chosen.ids.setdefault(label, {})
    text = for_label("owners_with_parts", whole.label)
    asked = {"kinds": list(whole.kinds), "keys": dict(keys())}
    for ids in pages(keys_of(store, space, whole.label)):
        for row in store.engine.read(text, {**asked, "ids": ids}):
            found = Counter(part["label"] for part in row["parts"])
            if any(found[k] != row["props"][n] for k, n in whole.parts.items()):
                continue
            owners[row["key"]] = None
            for part in row["parts"]:
                chosen.ids[part["label"]][part["key"]] = None
            if whole.label == "Experience":
                _note_run(chosen, row["key"], row["props"])


def _note_run(chosen: Chosen, key: str, props: Row) -> None:
    told = ("recorded_at", "outcome", "judge", "decided", "path")
    run = {"experience_id": key, **{name: props.get(name) for name in told}}
    chosen.runs.setdefault(props["task_id"], []).append(run)


def _recorded(run: Row) -> tuple[int, str]:
    return run["recorded_at"], run["experience_id"]


class _Writing:
    """One attempt; call it."""

    def __init__(
        self, store: GraphStore, space: str, file: IO[bytes], progress: Progress | None
    ) -> None:
        self._store, self._space, self._progress = store, space, progress
        self._file = file
        self._digest = hashlib.sha256()
        self._nodes: Counter[str] = Counter()
        self._relationships: Counter[str] = Counter()
        self._chosen = Chosen()
        self._done = 0

    def __call__(self, vectors: Mapping[str, object]) -> tuple[Counts, Counts]:
        self._chosen = choose(self._store, self._space)
        version = migrate.status(self._store.engine).version
        self._put(_header(self._space, vectors, version))
        for label in keys():
            for ids in pages(list(self._chosen.ids[label])):
                self._put_nodes(label, ids)
        for label in keys():
            for ids in pages(list(self._chosen.ids[label])):
                self._put_relationships(label, ids)
        self._end()
        return dict(self._nodes), dict(self._relationships)

    def _put(self, value: Mapping[str, object]) -> None:
        line = line_of(value)
        self._digest.update(line)
        self._file.write(line)

    def _end(self) -> None:
        footer = {
            "nodes": dict(self._nodes),
            "relationships": dict(self._relationships),
            "sha256": self._digest.hexdigest(),
        }
        self._file.write(line_of({"footer": footer}))

    def _tell(self, done: int) -> None:
        self._done += done
        if self._progress:
            # Each node is read twice: itself, and what starts at it.
            self._progress(self._done, 2 * sum(map(len, self._chosen.ids.values())))

    def _put_nodes(self, label: str, ids: list[str]) -> None:
        text = for_label("nodes_by_key", label)
        rows = self._store.engine.read(text, {"ids": ids})
        if len(rows) != len(ids):
            raise _Changed
        for row in sorted(rows, key=lambda row: str(row["key"])):
            props = self._props(label, row)
            if label != "Meta" or len(props) > 1:
                self._put({"n": label, "p": _ordered(props)})
                self._nodes[label] += 1
        self._tell(len(ids))

    def _props(self, label: str, row: Row) -> Row:
        props: Row = row["props"]
        if label == "Task":
            for name in ("unlinked", "single"):  # whoever imports links and builds it
                props.pop(name, None)
            return self._counted(row["key"], props)
        if label == "Meta":
            return {name: value for name, value in props.items() if name not in LOCK}
        return props

    def _counted(self, key: str, props: Row) -> Row:
        """A task as the runs in the file make it."""
        runs = self._chosen.runs[key]
        if len(runs) == props["runs"]:
            return props
        told = [{**run, "paths": props.get("paths")} for run in runs]
        summary = summary_of(sorted(told, key=_recorded))
        return {k: v for k, v in {**props, **summary}.items() if v is not None}

    def _put_relationships(self, label: str, ids: list[str]) -> None:
        text = for_label("relationships_from", label)
        asked = {"ids": ids, "keys": dict(keys())}
        for row in sorted(self._store.engine.read(text, asked), key=_place):
            props = self._edge(row)
            if props is None or not self._chosen.has(row["label"], row["target"]):
                continue
            ends = {
                "from": [label, row["source"]],
                "to": [row["label"], row["target"]],
            }
            self._put({"r": row["kind"], **ends, "p": _ordered(props)})
            self._relationships[row["kind"]] += 1
        self._tell(len(ids))

    def _edge(self, row: Row) -> Row | None:
        """What a relationship says of the runs in the file; None if nothing."""
        props: Row = row["props"]
        if row["kind"] == "AVOID":
            return voters_within(props, self._is_left_out)
        if row["kind"] == "GENERALIZES":
            kept = [
                run for run in props.get("runs") or () if not self._is_left_out(run)
            ]
            return {**props, "runs": kept}
        return props

    def _is_left_out(self, run: str) -> bool:
        return not self._chosen.has("Experience", run)


def _ordered(props: Mapping[str, object]) -> dict[str, object]:
    """The same memory gives the same lines, whatever order an engine keeps."""
    return dict(sorted(props.items()))


def _place(row: Row) -> tuple[str, ...]:
    mark = row["props"].get("avoidance_id", "")
    return row["source"], row["kind"], row["label"] or "", row["target"] or "", mark


def _header(
    space: str, vectors: Mapping[str, object], version: int | None
) -> dict[str, object]:
    return {
        "kgmem_export": FORMAT,
        "kgmem": __version__,
        "schema_version": version,
        "space": space,
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "vectors": dict(vectors),
    }


# The file -----------------------------------------------------------------------------


@contextmanager
def new_file(path: Path, *, overwrite: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which stands at `path` when the block ends without an error;
    until then, and after one, there is what was there. For its owner's eyes only.

    Raises InvalidInput for a folder, a device or a pipe, for a file that is there
    (unless `overwrite`) and for a place that can't be written.
    """
    _check_place(path, overwrite)
    beside = path.with_name(f".{path.name}.{uuid4().hex[:8]}.part")
    try:
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0)
        raw = os.fdopen(os.open(beside, flags, 0o600), "w+b")
    except OSError as error:
        raise InvalidInput(
            f"path: {path} can't be written ({error.strerror}); name another place"
        ) from error
    try:
        with raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        _check_place(path, overwrite)
        beside.replace(path)
    except OSError as error:
        raise InvalidInput(
            f"path: {path} can't be written ({error.strerror}); make room or name "
            "another place"
        ) from error
    finally:
        with suppress(OSError):
            beside.unlink()


@contextmanager
def stream_into(file: IO[bytes], *, packed: bool) -> Iterator[IO[bytes]]:
    """What to write to so that it gets into the file, packed or as it is."""
    if not packed:
        yield file
        return
    with gzip.GzipFile(
        filename="", mode="wb", compresslevel=GZIP_LEVEL, fileobj=file, mtime=0
    ) as stream:
        yield cast(IO[bytes], stream)


def is_packed(path: Path) -> bool:
    """Does the name ask for gzip?"""
    return path.suffix.casefold() == ".gz"


def _check_place(path: Path, overwrite: bool) -> None:
    refuse_special(path)
    if path.exists() and not overwrite:
        raise InvalidInput(
            f"path: {path} is there already; name another file, or overwrite it "
            "(`overwrite=True`, `kgmem export --force`)"
        )
