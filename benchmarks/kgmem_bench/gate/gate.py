"""`kgmem bench gate`: is anything lost, or a wrong act won, since an earlier run?

Each quick bench runs in a process of its own, and its checks are the figures that are
compared; of a folder of checks, the scripts that stand in it.
"""

import json
import re
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any, Literal

from kgmem_bench.common.report import Say, commit, number, say, table

BENCHES: Mapping[str, Sequence[str]] = {
    "everyday": ("--quick",),
    "wordings": (),
    "routing": ("--data", "{data}", "--quick"),
    "tails": ("--quick",),
    "mail": ("--data", "{data}", "--quick"),
    "patterns": ("--data", "{data}", "--quick"),
    "documents": ("--data", "{data}/hotpotqa-50"),
    "conversation": ("--quick",),
    "light": (
        *("--runs", "300", "--calls", "80", "--paragraphs", "10", "--sizes", "1000"),
    ),
    "agents": ("--quick",),
    "miniwob": ("--tasks", "1of12", "--seeds", "5"),
}
"""The benches that are run, each with the arguments that make it short."""
SCRIPTS: Mapping[str, Sequence[str]] = {
    "trust": ("trust.py",),
    "field": ("--with=playwright", "field/check.py"),
    "desk": (
        *("--with=roundup", "--with=html5lib", "--with=lxml", "--with=playwright"),
        *("desk/roundup_live.py", "--light", "--parts", "A,B:n1,B:n3,C:n3,E"),
    ),
}
"""Scripts of a folder of checks: what they need, their place in it, their arguments."""
LOST, SLOWER = 0.01, 0.15
"""By how much a share, and by which part a time, may be worse before it is a loss."""

GOOD_OF = re.compile(r"^(.+): (\d+) of (\d+)$", re.M)
"""What scripts print: shares, cases, and plays with their route and their end."""
CASE = re.compile(r"^(ok|FAULT) +(\w+)", re.M)
PLAY = re.compile(
    r"^([A-G](?: more| alike)? \S+) \w+ (?:en|zh)\b"
    r".*? (\w+_(?:replay|exploration|explore)) (half done|\w+)",
    re.M,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and which way it is better."""

    value: float
    better: Literal["low", "high"]
    unit: str = ""
    limit: float = 0.0

    @property
    def slack(self) -> float:
        """What may be lost: of wrong acts, which are to be none, nothing."""
        if self.unit:
            return SLOWER * abs(self.value)
        is_wrong_act = self.better == "low" and self.limit <= LOST
        return 0.0 if is_wrong_act else LOST

    def is_lost(self, after: "Figure | None") -> bool:
        """Is what came after it worse, or lacking?"""
        if after is None or after.value != after.value:
            return self.value == self.value
        lost = after.value - self.value
        return (lost if self.better == "low" else -lost) > self.slack + 1e-9


Figures = Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class GateResult:
    """What was measured."""

    commit: str | None
    figures: Figures
    processor_seconds: float


def bench_gate(
    data: Path, checks: Path | None, only: Sequence[str] = (), tell: Say = say
) -> GateResult:
    """Run the benches of these names, else all of them, and the scripts of `checks`."""
    figures: dict[str, Figure] = {}
    for name, arguments in BENCHES.items():
        if not only or name in only:
            tell(name)
            filled = [part.format(data=data) for part in arguments]
            figures |= {f"{name}: {w}": f for w, f in _of_bench(name, filled, tell)}
    for name, command in SCRIPTS.items():
        if checks is not None and (not only or name in only):
            tell(name)
            figures |= {f"{name}: {w}": f for w, f in _of_script(checks, command, tell)}
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return GateResult(commit(), figures, used.ru_utime + used.ru_stime)


def _of_bench(
    name: str, arguments: Sequence[str], tell: Say
) -> Iterator[tuple[str, Figure]]:
    start = [sys.executable, "-c", "from kgmem_bench.cli import bench; bench()"]
    done = subprocess.run(
        [*start, name, *arguments, "--json", "-"],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        tell(f"{name} failed: {done.stderr[-500:]}")
        return
    numbers = json.loads(done.stdout)
    for check in numbers["checks"]:
        parts = ("value", "better", "unit", "limit")
        yield check["what"], _figure(**{part: check[part] for part in parts})
    if name == "patterns":
        yield from _paths(numbers["paths"])


def _paths(paths: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Figure]]:
    """What patterns alone give of each set, which no check is about."""
    for path in paths:
        if path["way"].startswith("kgmem"):
            where = (path[key] for key in ("data", "setting", "half", "way"))
            for level in ("slot", "fits"):
                what = ", ".join((*where, f"k={path['k']}", level))
                yield what, Figure(path["measures"][level]["value"], "high")


def _of_script(
    folder: Path, command: Sequence[str], tell: Say
) -> Iterator[tuple[str, Figure]]:
    """What a script printed: shares, cases, or plays with their route and end."""
    place = next(n for n, part in enumerate(command) if part.endswith(".py"))
    script = folder / command[place]
    if not script.exists():
        tell(f"{script} is not there")
        return
    start = ["uv", "run", *command[:place], "python", str(script)]
    done = subprocess.run(
        [*start, *command[place + 1 :]], stdout=subprocess.PIPE, text=True
    )
    for what, good, count in GOOD_OF.findall(done.stdout):
        yield what, Figure(int(good) / int(count), "high")
    for verdict, case in CASE.findall(done.stdout):
        yield case, Figure(float(verdict == "ok"), "high")
    yield from _plays(PLAY.findall(done.stdout))


def _plays(plays: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, Figure]]:
    every = Counter(part for part, _, _ in plays)
    for part, count in every.items():
        ends = [(route, end) for of, route, end in plays if of == part]
        done = sum(end == "done" for _, end in ends)
        direct = [end for route, end in ends if route == "direct_replay"]
        wrong = sum(end in ("wrong", "half done") for end in direct)
        yield f"{part}, done", Figure(done / count, "high")
        yield f"{part}, direct and wrong", Figure(wrong, "low")


def read(file: Path) -> Figures:
    """The figures of an earlier run, from what `--json` wrote."""
    held = json.loads(file.read_text(encoding="utf-8"))["figures"]
    return {name: _figure(**figure) for name, figure in held.items()}


def _figure(value: float | None, **rest: Any) -> Figure:
    return Figure(nan if value is None else value, **rest)


def lost(before: Figures, after: Figures) -> list[str]:
    """What is worse by more than its slack, or was not measured any more."""
    return [name for name, one in before.items() if one.is_lost(after.get(name))]


def to_markdown(result: GateResult, before: Figures) -> str:
    """Two columns, and what was lost."""
    rows = [
        [name, *(_shown(figures.get(name)) for figures in (before, result.figures))]
        for name in dict.fromkeys((*before, *result.figures))
    ]
    worse = [f"- {name}" for name in lost(before, result.figures)]
    seconds = f"{result.processor_seconds:.0f} seconds of processor time"
    return "\n\n".join([
        f"Commit {result.commit}, {seconds}.",
        table(["figure", "before", "after"], rows),
        "\n".join(["Lost:", *worse]) if worse else "Nothing lost.",
    ])  # fmt: skip


def _shown(figure: Figure | None) -> str:
    return "–" if figure is None else f"{number(figure.value, figure.unit)}"
