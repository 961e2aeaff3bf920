"""How results are shown: Markdown for people, JSON for programs."""

import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import click

Say = Callable[[str], None]
"""Takes a line of progress."""

PARTS = (
    "kgmem",
    "arcadedb",
    "qdrant-edge-py",
    "neo4j",
    "qdrant-client",
    "kgmem-e5",
    "onnxruntime",
)
"""Packages whose versions a result depends on."""


@dataclass(frozen=True, slots=True)
class Check:
    """A number beside what it should be."""

    what: str
    value: float
    limit: float
    unit: str
    better: Literal["low", "high"]
    kind: Literal["required", "aim"]

    @property
    def met(self) -> bool | None:
        """None: not measured."""
        if math.isnan(self.value):
            return None
        if self.better == "low":
            return self.value <= self.limit
        return self.value >= self.limit

    def row(self) -> list[str]:
        """A line of the table of checks."""
        sign = "≤" if self.better == "low" else "≥"
        verdict = {True: "met", False: "NOT MET", None: "not measured"}[self.met]
        limit = f"{sign} {self.limit:g} {self.unit}".rstrip()
        return [self.what, number(self.value, self.unit), limit, self.kind, verdict]


def checks_table(checks: Iterable[Check]) -> str:
    """All checks as a table."""
    head = ["what", "measured", "wanted", "kind", "verdict"]
    return table(head, [check.row() for check in checks])


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; columns after the first are right-aligned."""
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|---|" + "---:|" * (len(head) - 1))
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return number(value)
    return "–" if value is None else str(value).replace("|", "\\|")


def number(value: float, unit: str = "") -> str:
    """Three figures that count, thousands set apart."""
    if math.isnan(value):
        return "–"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f} {unit}".rstrip()


def machine() -> dict[str, Any]:
    """What the numbers were measured on and with."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in PARTS},
    }


def machine_line(facts: dict[str, Any]) -> str:
    """The same in one line."""
    versions = ", ".join(f"{name} {v}" for name, v in facts["versions"].items() if v)
    return (
        f"{facts['date'][:10]}; commit {facts.get('commit') or 'unknown'}; "
        f"{facts['system']}, {facts['processor']}, "
        f"{facts['cores']} cores, load {facts['load']} at the start; "
        f"Python {facts['python']}; {versions}"
    )


MEASURED = ("kgmem", "packages", "prompts", "benchmarks")
"""Where a change is a change of what is measured, or of how."""


def commit(root: Path | None = None) -> str | None:
    """The commit of the checkout that is measured, "with changes" where the code
    differs from it; None where kgmem does not run from a checkout."""
    root = root or Path(__file__).resolve().parents[3]
    if not (root / ".git").exists():
        return None
    try:
        head = _git(root, "rev-parse", "--short=9", "HEAD")
        changed = _git(root, "status", "--porcelain", "--", *MEASURED)
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{head} with changes" if changed else head


def _git(root: Path, *args: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *args], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = (line.split(":", 1)[1] for line in lines if line.startswith("model name"))
    return next(names, "unknown processor").strip()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def memory_in_use() -> int | None:
    """Resident bytes of this process; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * int(os.sysconf("SC_PAGE_SIZE"))


def disk_use(folder: Path) -> int:
    """Bytes that the files below take on disk (their holes do not count, where the
    system tells)."""
    return sum(_size(path) for path in folder.rglob("*") if path.is_file())


def _size(path: Path) -> int:
    found = path.stat()
    blocks = getattr(found, "st_blocks", None)
    return found.st_size if blocks is None else int(blocks) * 512


def deliver(result: Any, text: str, json_to: str | None) -> None:
    """Write the command and the text to standard output, and the result as JSON to the
    file `json_to`; `-` gives standard output the JSON alone."""
    if json_to == "-":
        click.echo(as_json(result))
        return
    click.echo(f"`{command(sys.argv[1:])}`\n\n{text}")
    if json_to is not None:
        Path(json_to).write_text(as_json(result) + "\n", encoding="utf-8")


def command(args: Sequence[str]) -> str:
    """The command that was called, as somebody else would call it: without where its
    JSON goes, and of folders their names alone."""
    words = ["kgmem"]
    rest = iter(args)
    for word in rest:
        if word == "--json":
            next(rest, None)
        elif not word.startswith("--json="):
            words.append(Path(word).name if "/" in word else word)
    return " ".join(words)


def as_json(result: Any) -> str:
    """Readable JSON; what was not measured is null."""
    return json.dumps(plain(result), ensure_ascii=False, indent=2, allow_nan=False)


def plain(value: Any) -> Any:
    """Values that JSON knows."""
    if isinstance(value, Check):
        return {**plain(asdict(value)), "met": value.met}
    if is_dataclass(value) and not isinstance(value, type):
        return plain({part.name: getattr(value, part.name) for part in fields(value)})
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 6)
    return value


def say(line: str) -> None:
    """A line of progress, on standard error."""
    click.echo(line, err=True)
    sys.stderr.flush()
