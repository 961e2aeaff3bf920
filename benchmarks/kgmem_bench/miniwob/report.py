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
    shown,
    strength,
    succeeded,
    survivals,
    where,
    wrong_share,
)
from kgmem_bench.miniwob.tasks import (
    CONTROLS,
    LUCK,
    UNSAID,
    UNSKILLED,
    WORKED_OUT,
)
from kgmem_bench.pages.explorer import MAX_ACTIONS

REPEAT_AIM, FIRST_AIM, SIMILAR_AIM, WRONG_AIM = 1.0, 0.75, 0.92, 0.005
ONLINE_AIM, RENAMED_AIM = 0.8, 0.95
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
`at most`: the ratio of a memory that always knew the way; `of possible`: the ratio by
that of a memory that knows each task from its first path on. `charged too`: shortening
a path is charged, too. `decisions`: actions that the explorer chose, and one for each
plan that was followed; without memory each action is one. `hit`: actions of a
success by heart. `wrong`: ended with a failure, of replays that did anything.
`declined`: nothing was done. `not shown`: a word of the text that no learned text had
is nowhere on the page, hidden parts too, and no field is there to type it into: nothing
tells what is meant. That is asked of the text and the page alone, before anything is
done; the aims for what is similar count the other episodes. Tasks that are sums,
counts, comparisons, shapes or games, and such as the explorer did by luck (on half of
the seeds or less), stand apart and count for no aim: there declining is right. A script
repeats the first path word for word."""


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
    again = share(where(rows, "kgmem", "B"), succeeded)
    told = "the same again, by heart"
    found.append(Check(told, again, REPEAT_AIM, "", "high", "aim"))
    for paths, phase, aim in (
        ("1 path", "C1", FIRST_AIM),
        ("3 paths", "C3", SIMILAR_AIM),
    ):
        plays, told = where(rows, "kgmem", phase), f"similar after {paths}, by heart"
        for which, of in (("where the page shows it", shown(plays)), ("all", plays)):
            value = share(of, succeeded)
            found.append(Check(f"{told}, {which}", value, aim, "", "high", "aim"))
    wrong = wrong_share(_known(result))
    found.append(Check("wrong per replay started", wrong, WRONG_AIM, "", "low", "aim"))
    gain = online("all", _known(result)).of_possible
    told = "online, of what a first path makes possible"
    found.append(Check(told, gain, ONLINE_AIM, "", "high", "aim"))
    kept = [one for one in survivals(rows) if (one.change, one.arm) == ("ids", "kgmem")]
    shares = [one.survived / one.before for one in kept if one.before]
    renamed = "ids renamed, of what worked"
    found += [Check(renamed, one, RENAMED_AIM, "", "high", "aim") for one in shares]
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
        "## By heart, tasks to work out, or done by luck",
        _by_task(_others(result)),
        _left(result),
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
    """The tasks that a memory can know, and for which there are paths."""
    barred = {*CONTROLS, *WORKED_OUT}
    return [one for one in result.tasks if one.task not in barred and _is_found(one)]


def _is_found(one: TaskResult) -> bool:
    """Did the explorer find paths for most of its episodes?"""
    found = sum(found.length is not None for found in one.explored)
    return found > LUCK * len(one.explored)


def _others(result: MiniwobResult) -> list[TaskResult]:
    """Tasks that have to be worked out, or that the explorer did by luck."""
    known = {one.task for one in _known(result)} | {*CONTROLS}
    return [one for one in result.tasks if one.task not in known and one.plays]


def _left(result: MiniwobResult) -> str:
    """The tasks that were not played, by the cause."""
    causes: dict[str, list[str]] = {}
    for one in result.tasks:
        if not one.plays:
            causes.setdefault(_cause(one), []).append(one.task)
    rows = [[cause, ", ".join(names)] for cause, names in sorted(causes.items())]
    return table(["no path found, since", "tasks"], rows)


def _cause(one: TaskResult) -> str:
    """Why the explorer never found a path."""
    for names, cause in (
        (WORKED_OUT, "it is to be worked out"),
        (UNSKILLED, "it wants a drag, a stroke, a hover or marked text"),
        (UNSAID, "its text does not say what is to be typed"),
    ):
        if one.task in names:
            return cause
    if all(found.actions < MAX_ACTIONS for found in one.explored):
        return "all that the explorer can do led nowhere"
    return f"{MAX_ACTIONS} actions were not enough"


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
    head = ["task", "B", "C1", "C3", "C3 wrong", "C3 declined", "C3 not shown"]
    head += ["C1 XPath", "C1 id"]
    return table(head, [_task_row(one) for one in results])


def _task_row(result: TaskResult) -> list[object]:
    rows = rows_of([result])
    after_three = where(rows, "kgmem", "C3")
    return [
        result.task,
        *(share(where(rows, "kgmem", phase), succeeded) for phase in ("B", "C1", "C3")),
        share(after_three, lambda play: play.ending == "wrong"),
        share(after_three, lambda play: play.ending == "declined"),
        share(after_three, lambda play: not play.shown),
        share(where(rows, "script, XPath", "C1"), succeeded),
        share(where(rows, "script, id", "C1"), succeeded),
    ]


def _online_table(results: Sequence[TaskResult]) -> str:
    head = ["task", "by heart", "without", "with", "ratio", "at most"]
    head += ["of possible", "shortening", "charged too", "decisions"]
    head += ["ratio of decisions"]
    rows = [*(online(one.task, [one]) for one in results), online("all", results)]
    return table(head, map(_online_row, rows))


def _online_row(one: Online) -> list[object]:
    actions = one.without, one.with_memory, one.ratio, one.best_ratio, one.of_possible
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
