"""An export is read through before anything of it is written.

The checksum tells an accident, not a forger: whoever can write the file can write into
the memory.
"""

import gzip
import hashlib
import json
import math
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast
from uuid import UUID

from kgmem.errors import InvalidInput
from kgmem.graph.points import KINDS
from kgmem.graph.schema import RELATIONSHIPS, schema_version
from kgmem.graph.spaces.lines import (
    FORMAT,
    WHOLES,
    EdgeLine,
    Node,
    NodeLine,
    belongs,
    keys,
)
from kgmem.model.values.arguments import refuse_special
from kgmem.model.values.json_read import list_of
from kgmem.ports import Row

MAX_LINE = 64_000_000
"""Bytes of the longest line: 640 times that of a step with 500 elements."""
MAX_HEADER = 100_000
"""The same of the first line, where no more is asked than whether it is an export."""
GZIP_MAGIC = b"\x1f\x8b"
WHOLE_NUMBERS = range(-(2**63), 2**63)
"""What the graph can hold."""

Line = Mapping[str, object]
Digest = Callable[[Line], str]


@dataclass(slots=True)
class Inventory:
    """What a sound export holds: keys, and what belongs to what."""

    space: str = ""
    schema: int = 0
    """Version of the graph that it was written from."""
    ids: dict[str, set[str]] = field(default_factory=dict)
    """By label."""
    marks: dict[Node, tuple[object, ...]] = field(default_factory=dict)
    """By owner, what tells its parts from those that it has elsewhere."""
    owners: dict[Node, Node] = field(default_factory=dict)
    """Of parts."""
    task_of: dict[str, str] = field(default_factory=dict)
    """By run."""
    members: dict[str, list[str]] = field(default_factory=dict)
    """By pattern, its tasks,"""
    evidence: dict[str, list[str]] = field(default_factory=dict)
    """and its runs,"""
    wordings: dict[str, str] = field(default_factory=dict)
    """and what it is known by after it was forgotten."""
    reports: list[tuple[str, Node]] = field(default_factory=list)
    """Each with what it is about."""
    lines: int = 0
    """Of nodes and relationships."""


def is_export(path: Path) -> bool:
    """Does the file begin as an export does? False for anything that can't be read."""
    try:
        first = next(_raw_lines(path, MAX_HEADER), b"")
        return "kgmem_export" in _parsed(first, 1)
    except InvalidInput:
        return False


def verified(path: Path, space: str, wording: Digest) -> Inventory:
    """Read an export through. `wording` gives what a pattern with these properties is
    known by after it was forgotten.

    Raises InvalidInput with the cure for anything that is not a sound export of this
    space by this version or one before.
    """
    reading = _Verifying(path, space, wording)
    for number, raw in enumerate(_raw_lines(path), 1):
        reading.take(number, raw)
    return reading.done()


def lines_of(path: Path) -> Iterator[NodeLine | EdgeLine]:
    """The nodes and relationships of an export that was verified."""
    for number, raw in enumerate(_raw_lines(path), 1):
        line: Row = _parsed(raw, number)
        if "n" in line:
            yield NodeLine(line["n"], line["p"])
        elif "r" in line:
            source, target = tuple(line["from"]), tuple(line["to"])
            yield EdgeLine(line["r"], source, target, line["p"])


def _raw_lines(path: Path, longest: int = MAX_LINE) -> Iterator[bytes]:
    refuse_special(path)
    try:
        with path.open("rb") as file, _unpacked(file) as stream:
            while line := stream.readline(longest + 1):
                if len(line) > longest:
                    raise InvalidInput(f"path: {path} has a line over {longest} bytes")
                yield line
    except FileNotFoundError as error:
        raise InvalidInput(f"path: there is no file {path}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise _damaged(f"it can't be read: {error}") from error


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    magic = file.read(len(GZIP_MAGIC))
    file.seek(0)
    return cast(IO[bytes], gzip.open(file)) if magic == GZIP_MAGIC else file


def _damaged(what: str) -> InvalidInput:
    return InvalidInput(
        f"path: the export is damaged, {what}; nothing was imported: "
        "copy it again or export anew"
    )


def _parsed(raw: bytes, number: int) -> dict[str, object]:
    try:
        value = _DECODER.decode(raw.decode())
    except (ValueError, RecursionError) as error:
        raise _damaged(f"line {number} is not JSON") from error
    if not isinstance(value, dict):
        raise _damaged(f"line {number} is no object")
    return value


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_number)
"""Made once: `json.loads` makes one for each line."""


class _Verifying:
    def __init__(self, path: Path, space: str, wording: Digest) -> None:
        self._path, self._space, self._wording = path, space, wording
        self._digest = hashlib.sha256()
        self._found = Inventory(space=space)
        self._nodes: Counter[str] = Counter()
        self._relationships: Counter[str] = Counter()
        self._number = 0
        self._complete = False

    def take(self, number: int, raw: bytes) -> None:
        """Check one line, and note what it tells."""
        self._number = number
        if self._complete:
            raise self._wrong("stands behind the footer")
        if not raw.endswith(b"\n"):
            raise _damaged("its end is missing")
        value = _parsed(raw, number)
        if number == 1:
            self._header(value)
        elif "footer" in value:
            self._footer(value["footer"])
        elif b"\\u" in raw and not _is_text(value):
            raise self._wrong("holds half a character or a NUL")
        elif value.keys() == {"n", "p"}:
            self._node(value["n"], value["p"])
        elif value.keys() == {"r", "from", "to", "p"}:
            self._relationship(value)
        else:
            raise self._wrong("is neither a node nor a relationship")
        self._digest.update(raw)

    def done(self) -> Inventory:
        """What the file holds. Raises InvalidInput if it ended too early."""
        if self._number == 0:
            raise InvalidInput(f"path: {self._path} is empty; is it the right file?")
        if not self._complete:
            raise _damaged("its end is missing")
        self._found.lines = self._nodes.total() + self._relationships.total()
        return self._found

    def _wrong(self, what: str) -> InvalidInput:
        return _damaged(f"line {self._number} {what}")

    def _header(self, value: Line) -> None:
        form, version = value.get("kgmem_export"), value.get("schema_version")
        if type(form) is not int:
            raise InvalidInput(
                f"path: {self._path} is no export of kgmem; runs are learned with "
                "`kgmem learn`"
            )
        if form > FORMAT:
            raise InvalidInput(
                f"path: the export has format {form}, this kgmem reads up to {FORMAT}; "
                "upgrade kgmem"
            )
        if type(version) is not int or version not in range(1, schema_version() + 1):
            raise InvalidInput(
                f"path: the export has schema {version!r}, written by kgmem "
                f"{value.get('kgmem')}; this kgmem reads up to {schema_version()}: "
                "upgrade kgmem"
            )
        self._found.schema = version
        if value.get("space") != self._space:
            raise InvalidInput(
                f"space: the export is of {value.get('space')!r}, this memory is "
                f"{self._space!r}; open it with that space "
                f"(`kgmem --space NAME import FILE`)"
            )

    def _footer(self, footer: object) -> None:
        told = footer if isinstance(footer, dict) else {}
        if told.get("sha256") != self._digest.hexdigest():
            raise _damaged("its checksum is another one")
        if told.get("nodes") != dict(self._nodes):
            raise _damaged("the number of its nodes is another one")
        if told.get("relationships") != dict(self._relationships):
            raise _damaged("the number of its relationships is another one")
        self._complete = True

    def _node(self, label: object, given: object) -> None:
        if not isinstance(label, str) or label not in keys():
            raise self._wrong(f"is a node of no known label: {label!r}")
        if self._relationships:
            raise self._wrong("is a node behind a relationship")
        props = self._props(given)
        key = props.get(keys()[label])
        if not isinstance(key, str) or not key:
            raise self._wrong(f"is a {label} without {keys()[label]}")
        is_own = props.get("space") == self._space
        if not (belongs(key, self._space) if label == "Meta" else is_own):
            raise self._wrong(f"is a {label} of another space")
        if label.lower() in KINDS and not _can_be_indexed(key, props):
            raise self._wrong(f"is a {label} that can't be indexed")
        known = self._found.ids.setdefault(label, set())
        if key in known:
            raise self._wrong(f"is {label} {key} for the second time")
        known.add(key)
        self._nodes[label] += 1
        self._note_node(label, key, props)

    def _note_node(self, label: str, key: str, props: Line) -> None:
        if label in WHOLES:
            mark = tuple(props.get(name) for name in WHOLES[label].mark)
            self._found.marks[label, key] = mark
        if label == "Pattern":
            self._found.wordings[key] = self._wording(props)

    def _props(self, props: object) -> Line:
        if not isinstance(props, dict):
            raise self._wrong("has no properties")
        for name, value in props.items():
            if not name.isidentifier() or not _can_be_kept(value):
                raise self._wrong(f"has a property that can't be kept: {name!r}")
        return props

    def _relationship(self, line: Line) -> None:
        kind = line["r"]
        if not isinstance(kind, str) or kind not in RELATIONSHIPS:
            raise self._wrong(f"is a relationship of no known type: {kind!r}")
        props = self._props(line["p"])
        source, target = self._end(line["from"]), self._end(line["to"])
        self._relationships[kind] += 1
        self._note_relationship(kind, source, target, props)

    def _end(self, end: object) -> Node:
        if (
            not isinstance(end, list)
            or len(end) != 2
            or not all(isinstance(part, str) for part in end)
            or end[1] not in self._found.ids.get(end[0], ())
        ):
            raise self._wrong(f"leads to a node that is not there: {end!r:.100}")
        return end[0], end[1]

    def _note_relationship(
        self, kind: str, source: Node, target: Node, props: Line
    ) -> None:
        found, whole = self._found, WHOLES.get(source[0])
        if whole and kind in whole.kinds:
            found.owners[target] = source
        elif kind == "ATTEMPTED_AS":
            found.task_of[target[1]] = source[1]
        elif kind == "GENERALIZES":
            found.members.setdefault(source[1], []).append(target[1])
            found.evidence.setdefault(source[1], []).extend(
                map(str, list_of(props.get("runs")))
            )
        elif kind == "REPORTS":
            found.reports.append((source[1], target))


def _is_text(value: object) -> bool:
    """Can all its texts be stored: no NUL, no half of a surrogate pair?"""
    try:
        raw = json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return b"\\u0000" not in raw


def _can_be_indexed(key: str, props: Line) -> bool:
    """Has it what a point is made of?"""
    try:
        UUID(key)
    except ValueError:
        return False
    return isinstance(props.get("text"), str) and type(props.get("version")) is int


def _can_be_kept(value: object) -> bool:
    """Is it a text, a number, a truth value, or a list of one of these?"""
    if isinstance(value, list):
        kinds = {float if type(one) is int else type(one) for one in value}
        return len(kinds) <= 1 and all(map(_is_scalar, value))
    return _is_scalar(value)


def _is_scalar(value: object) -> bool:
    if isinstance(value, bool | str):
        return True
    if isinstance(value, int):
        return value in WHOLE_NUMBERS
    return isinstance(value, float) and math.isfinite(value)
