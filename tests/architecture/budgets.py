"""The numbers of budgets.toml: what is there, and writing what has become less.

`uv run python tests/architecture/budgets.py` writes each number that is smaller now,
and those of new rooms. A number that has to grow is written by hand, with its reason in
the commit.
"""

import ast
import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("budgets.toml")
SLACK = {"rooms": 200, "totals": 1000, "counts": 0}
"""How much a written number may be above what is there, by table."""
HEAD = """\
# What may only fall: lines of Python with stubs by room and distribution, and counts of
# what is hard to hold in one's head. `uv run python tests/architecture/budgets.py`
# writes the smaller numbers, also after a merge, which leaves both sides' lines.
"""
_SOURCE = re.compile(r"kgmem[ _]bench|chosen on|fitted|et al\.", re.I)
"""What a comment over weights says of the run that they came from."""

Budgets = Mapping[str, Mapping[str, int]]


def written() -> Budgets:
    """The numbers of the file; the smaller one where a merge left two."""
    tables: dict[str, dict[str, int]] = {table: {} for table in SLACK}
    table = next(iter(SLACK))
    for line in FILE.read_text("utf-8").splitlines():
        if heading := re.fullmatch(r"\[(\w+)]", line):
            table = heading[1]
        elif number := re.fullmatch(r'"(.+)" = (\d+)', line):
            name, limit = number[1], int(number[2])
            tables[table][name] = min(limit, tables[table].get(name, limit))
    return tables


def counted() -> Budgets:
    """The same numbers as they are in this checkout."""
    rooms, totals = defaultdict[str, int](int), defaultdict[str, int](int)
    for path in _sources():
        lines = len(path.read_text("utf-8").splitlines())
        room, distribution = _place(path.relative_to(ROOT).parts)
        rooms[room] += lines
        totals[distribution] += lines
    totals["distributions"] = totals["kgmem"] + totals.pop("packages")
    counts = {
        "codes_of_doubt": len(doubts()),
        "roles_of_words": len(roles()),
        "weights_without_source": len(unsourced()),
    }
    return {"rooms": rooms, "totals": totals, "counts": counts}


def doubts() -> set[str]:
    """The codes that `Doubt.of` and `Doubt.because` are called with."""
    calls = (
        node
        for path in (ROOT / "kgmem").rglob("*.py")
        if "Doubt." in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("Doubt.of", "Doubt.because")
    )
    return {
        first.value
        for call in calls
        if isinstance(first := call.args[0], ast.Constant)
        and isinstance(first.value, str)
    }


def roles() -> set[str]:
    """The roles of words that a language has: `stop.function` for a list in a table."""

    def lists(table: Mapping[str, object], prefix: str = "") -> Iterator[str]:
        for key, value in table.items():
            if isinstance(value, Mapping):
                yield from lists(value, f"{prefix}{key}.")
            else:
                yield prefix + key

    files = (ROOT / "kgmem" / "language").glob("*.toml")
    return {role for file in files for role in lists(tomllib.loads(file.read_text()))}


def unsourced() -> set[str]:
    """The weights of tuning.toml without a comment on what they were chosen on."""
    section, comment, open_comment = "", "", False
    weights = set()
    for line in (ROOT / "kgmem" / "tuning.toml").read_text("utf-8").splitlines():
        if line.startswith("["):
            section, comment = line, ""
        elif line.startswith("#"):
            comment = f"{comment} {line}" if open_comment else line
        elif line and not _SOURCE.search(comment):
            weights.add(f"{section} {line.partition(' ')[0]}")
        open_comment = line.startswith("#")
    return weights


def faults(budgets: Budgets, now: Budgets) -> Iterator[str]:
    """What is above its number, has none, or has one that is far too large."""
    for table, slack in SLACK.items():
        for name in sorted({*budgets[table], *now[table]}):
            limit, count = budgets[table].get(name), now[table].get(name, 0)
            if limit is None:
                yield f"{name} has no number"
            elif count > limit:
                yield f"{name}: {count} exceed the {limit} that are written"
            elif limit - count > slack or (name not in now[table]):
                yield f"{name}: {limit} are written, {count} are there"


def lowered(budgets: Budgets, now: Budgets) -> Budgets:
    """What is there, but nothing above what is written; rooms may be new."""
    return {
        table: {
            name: min(count, budgets[table].get(name, count))
            for name, count in sorted(now[table].items())
        }
        for table in SLACK
    }


def as_toml(budgets: Budgets) -> str:
    """The file that holds them."""
    tables = (
        f"[{table}]\n" + "".join(f'"{name}" = {n}\n' for name, n in numbers.items())
        for table, numbers in budgets.items()
    )
    return "\n".join((HEAD, *tables))


def _sources() -> Iterator[Path]:
    """What is kept: stubs that the build writes are ignored by git."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    folders = ("kgmem", "packages", "benchmarks", "tests")
    names = subprocess.check_output([*listing, *folders], cwd=ROOT, text=True)
    for path in map(ROOT.joinpath, names.splitlines()):
        if path.suffix in (".py", ".pyi") and path.exists():
            yield path


def _place(parts: tuple[str, ...]) -> tuple[str, str]:
    """The room that a file is counted in, and its distribution."""
    first, *folders = parts[:-1]
    if first == "packages":
        room = f"packages/{folders[0]}"
        is_test = "tests" in folders
        return (f"{room}/tests", "tests") if is_test else (room, "packages")
    if first == "benchmarks":
        folders = folders[1:]
    return "/".join((first, *folders[:1])), first


if __name__ == "__main__":
    FILE.write_text(as_toml(lowered(written(), counted())), encoding="utf-8")
