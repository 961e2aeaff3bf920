"""Tables of `kgmem bench miniwob`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.miniwob.plays import Play
from kgmem_bench.miniwob.run import MiniwobResult, TaskResult
from kgmem_bench.miniwob.scores import (
    BY_HEART,
    Online,
    Score,
    controls,
    online,
    p95,
    rows_of,
    scores,
    share,
    strength,
    succeeded,
    survivals,
    where,
    wrong_share,
)
from kgmem_bench.miniwob.tasks import CONTROLS

REPEAT_AIM, SIMILAR_AIM, WRONG_AIM, ONLINE_AIM = 1.0, 0.9, 0.01, 3.0
REASONS = 12
"""Reasons for declining that are listed."""

HOW = """\
Pages of MiniWoB++ in Chromium, real input, the raw reward. A memory is told the task's
text, the app's name (one for all), the elements on the page and what was done to them;
no address, title, reward code, seed or task name. The explorer has no model and nothing
to go by but the reward: it draws what to do next by how well an element fits the words
of the text, remembers dead ends, gives up after 250 actions, and then leaves out of the
path what it does not need. All ratios depend on its strength, which stands first.
A: explored; B: the same again; C: new values, nothing learned from them; D: a stream
from an empty memory, every miss charged; E: changed pages; F: where declining is right.
`at most`: the ratio of a memory that always knew the way. `charged too`: making paths
shorter is charged to the memory. `decisions`: actions that the explorer chose, and one
for each plan that was followed; without memory each action is one. `hit`: actions of a
success by heart. `wrong`: ended with a failure, of replays that did anything.
`declined`: nothing was done. A script repeats the first path word for word."""


def checks(result: MiniwobResult) -> list[Check]:
    """What is asked for, and what was measured."""
    found = [
        Check(
            f"explorer on {one.task}, median actions",
            one.median,
            one.ceiling,
            "",
            "low",
            "required",
        )
        for one in map(strength, _known(result))
        if one.ceiling is not None
    ]
    rows = rows_of(_known(result))
    for what, phase, aim in (
        ("the same again, by heart", "B", REPEAT_AIM),
        ("similar after 3 paths, by heart", "C3", SIMILAR_AIM),
    ):
        value = share(where(rows, "kgmem", phase), succeeded)
        found.append(Check(what, value, aim, "", "high", "aim"))
    wrong = wrong_share(_known(result))
    found.append(Check("wrong per replay started", wrong, WRONG_AIM, "", "low", "aim"))
    gain = online("all", _known(result)).ratio
    found.append(Check("online, without by with", gain, ONLINE_AIM, "×", "high", "aim"))
    return found


def to_markdown(result: MiniwobResult) -> str:
    """All tables."""
    known = _known(result)
    parts = [
        "# MiniWoB++, live",
        machine_line(result.machine) + f"; explorer {result.explorer}",
        HOW,
        checks_table(checks(result)),
        "## The explorer",
        _strengths(known),
        "## By heart",
        _score_table(scores(known)),
        "## By heart, task by task",
        _by_task(known),
        "## Online",
        _online_table(known),
        "## Changed pages",
        _changes(known),
        "## Where declining is right",
        _score_table(controls(result.tasks)),
        "## Why nothing was done, or it stopped",
        _reasons(known),
        "## Calls of the memory, in ms",
        table(
            ["call", "calls", "p50", "p95"],
            [[name, *values] for name, values in p95(result.tasks).items()],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _known(result: MiniwobResult) -> list[TaskResult]:
    """The tasks that a memory can know."""
    return [one for one in result.tasks if one.task not in CONTROLS]


def _strengths(results: Iterable[TaskResult]) -> str:
    head = ["task", "ceiling", "median", "mean", "most", "not found", "of seeds"]
    return table(
        [*head, "steps", "shortening"], [astuple(s) for s in map(strength, results)]
    )


def _score_table(found: Iterable[Score]) -> str:
    head = ["what", "arm", "plays", "succeeded", "declined", "started", "wrong"]
    return table([*head, "hit", "explored"], [astuple(one) for one in found])


def _by_task(results: Sequence[TaskResult]) -> str:
    """Shares of success by heart, and wrong ones of kgmem's."""
    head = ["task", "B", "C1", "C3", "C3 wrong", "C3 declined", "C3 XPath", "C3 id"]
    return table(head, [_task_row(one) for one in results])


def _task_row(result: TaskResult) -> list[object]:
    rows = rows_of([result])
    after_three = where(rows, "kgmem", "C3")
    return [
        result.task,
        *(share(where(rows, "kgmem", phase), succeeded) for phase in ("B", "C1", "C3")),
        share(after_three, lambda play: play.ending == "wrong"),
        share(after_three, lambda play: play.ending == "declined"),
        share(where(rows, "script, XPath", "C1"), succeeded),
        share(where(rows, "script, id", "C1"), succeeded),
    ]


def _online_table(results: Sequence[TaskResult]) -> str:
    head = ["task", "by heart", "without", "with", "ratio", "at most"]
    head += ["shortening", "charged too", "decisions", "ratio of decisions"]
    rows = [*(online(one.task, [one]) for one in results), online("all", results)]
    return table(head, map(_online_row, rows))


def _online_row(one: Online) -> list[object]:
    actions = one.without, one.with_memory, one.ratio, one.best_ratio
    shortened = one.shortening, one.strict_ratio
    decided = one.decisions, one.decided_ratio
    return [one.task, one.replayed, *actions, *shortened, *decided]


def _changes(results: Sequence[TaskResult]) -> str:
    found = list(survivals(rows_of(results)))
    names = dict.fromkeys(one.change for one in found)
    cells = {(one.change, one.arm): str(one) for one in found}
    return table(
        ["change", *BY_HEART],
        [[name, *(cells[name, arm] for arm in BY_HEART)] for name in names],
    )


def _reasons(results: Iterable[TaskResult]) -> str:
    plays = (play for _, play in rows_of(results))
    stopped = Counter(_reason(play) for play in plays if _is_stopped(play))
    rows = [[reason, n] for reason, n in stopped.most_common(REASONS)]
    return table(["route: reason", "times"], rows)


def _is_stopped(play: Play) -> bool:
    return play.arm == "kgmem" and bool(play.reason)


def _reason(play: Play) -> str:
    """Without the values that it names."""
    told = _without_quotes(play.reason)
    return f"{play.phase} {play.route}: {told[:100]}"


def _without_quotes(text: str) -> str:
    return "".join(_outside(text))


def _outside(text: str) -> Iterator[str]:
    for n, part in enumerate(text.split('"')):
        yield "…" if n % 2 else part
