"""Sealed sets: kinds that nobody who writes rules has read, opened once by a release.

    uv run python -m kgmem_bench.common.seals NAME FILE

seals a file of a stranger's kinds: its SHA-256 goes to `data/seals.toml`, the file to
whoever releases. What is measured on it can't have been tuned on it. Once it is opened
it is a set like any other: it moves to `data/strangers`, and a new one is sealed.
"""

import argparse
import hashlib
import json
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kgmem import InvalidInput
from kgmem_bench.common.report import say
from kgmem_bench.common.written_kinds import Kind

SEALS = Path(__file__).parents[1] / "data" / "seals.toml"
NEEDED = ("language", "wording", "steps", "runs", "clean", "tails")


def sealed(name: str, path: Path, seals: Path = SEALS) -> str:
    """Add the file's seal. Raises InvalidInput for what is no file of kinds, a name
    that is taken, or a file that is sealed already."""
    _kinds(path)
    known, digest = _seals(seals), _digest(path)
    if name in known or digest in {seal["sha256"] for seal in known.values()}:
        raise InvalidInput(f"{path}: this name or this file is sealed already")
    day = datetime.now(UTC).date().isoformat()
    line = f'[{name}]\nsha256 = "{digest}"\nsealed = "{day}"\n'
    with seals.open("a", encoding="utf-8") as file:
        file.write(line if not known else f"\n{line}")
    return digest


def opened(path: Path, version: str, seals: Path = SEALS) -> list[Kind]:
    """The kinds of a sealed file, which from now on is opened by this version: again by
    the same one, by another never. Raises InvalidInput for a file without a seal."""
    digest = _digest(path)
    known = _seals(seals)
    name = next((n for n, one in known.items() if one["sha256"] == digest), None)
    if name is None:
        raise InvalidInput(
            f"{path}: no seal has its checksum, {digest[:12]}…: it was changed, or is "
            "to be sealed first (python -m kgmem_bench.common.seals)"
        )
    by = known[name].get("opened_by", version)
    if by != version:
        raise InvalidInput(
            f"{path}: {by} opened it, so it is blind no more: seal another"
        )
    kinds = _kinds(path)
    if "opened_by" not in known[name]:
        mark = f'sha256 = "{digest}"\n'
        text = seals.read_text(encoding="utf-8")
        text = text.replace(mark, f'{mark}opened_by = "{version}"\n')
        seals.write_text(text, encoding="utf-8")
    return kinds


def _kinds(path: Path) -> list[Kind]:
    try:
        kinds = json.loads(path.read_text(encoding="utf-8"))
        is_whole = bool(kinds) and all(set(NEEDED) <= kind.keys() for kind in kinds)
    except (ValueError, AttributeError, TypeError):
        is_whole = False
    if not is_whole:
        raise InvalidInput(f"{path}: no JSON list of kinds with {', '.join(NEEDED)}")
    return list(kinds)


def _seals(seals: Path) -> dict[str, Any]:
    return tomllib.loads(seals.read_text("utf-8")) if seals.exists() else {}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(arguments: Sequence[str] | None = None) -> None:
    """Seal a file."""
    parser = argparse.ArgumentParser(description="Seal a file of kinds.")
    parser.add_argument("name")
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    say(f"sealed as {sealed(given.name, given.file)}")


if __name__ == "__main__":
    main()
