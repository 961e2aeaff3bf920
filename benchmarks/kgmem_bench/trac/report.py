"""Tables of `kgmem bench trac`."""

from collections import Counter
from collections.abc import Iterable, Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.trac.plays import REFUSED, Play
from kgmem_bench.trac.run import First, TracResult
from kgmem_bench.trac.scores import (
    Score,
    by_change,
    by_kind,
    by_phase,
    of_kgmem,
    p95,
    refusals,
    score,
    share,
    wrong_share,
)

DONE_AIM, WRONG_AIM, DETOUR_AIM = 0.9, 0.01, 1.0
REASONS = 15
"""Reasons for stopping that are listed."""

HOW = """\
Trac, a real ticket tracker and wiki, in Chromium with real input; each episode starts
from the same database. The first time is a recorded walk with the detours of a newcomer
(other pages first, a wrong field, a choice taken back): the first walk of a kind has
all of them, the second has one, the third none. Two short kinds were also left to the
explorer of `kgmem bench miniwob`, which is told only when the goal is reached or the
database holds anything that does not belong to it. The second time is what the memory
says: each step located, each expectation checked, at direct_replay only; `trusting`
follows adaptive plans, too, as they are; `settling` says besides, where a plan stops
for words that it is not known to do, that it does them, which is right of other words.
One memory holds the walks of all kinds. Judged by the database: `done`: all wanted rows
and nothing else; `wrong`: anything else that is different. `shortest`: actions of the
shortest way. `first`: actions of the first time. Means are over what was done. A script
repeats the first walk word for word."""


def checks(result: TracResult) -> list[Check]:
    """What is asked for, and what was measured."""
    plays = [one for one in result.plays if not one.change]
    again = score("", "", of_kgmem(plays, "again"))
    found = [_share_check("the same again", of_kgmem(plays, "again"))]
    detours = again.actions / again.shortest
    found.append(
        Check("actions again by the shortest", detours, DETOUR_AIM, "×", "low", "aim")
    )
    for what, phase in (
        ("other values", "other values"),
        ("other words of the language", "other words"),
        ("the other language", "other language"),
    ):
        found.append(_share_check(what, of_kgmem(plays, phase)))
    wrong = wrong_share(result.plays)
    found.append(Check("wrong final states", wrong, WRONG_AIM, "", "low", "aim"))
    refused = of_kgmem(result.plays, *REFUSED)
    kept = share(refused, lambda one: one.ending in ("declined", "handed over"))
    found.append(Check("right abstentions", kept, DONE_AIM, "", "high", "aim"))
    return found


def _share_check(what: str, plays: Sequence[Play]) -> Check:
    done = share(plays, lambda one: one.ending == "done")
    return Check(f"{what}, done", done, DONE_AIM, "", "high", "aim")


def to_markdown(result: TracResult) -> str:
    """All tables."""
    plays = result.plays
    parts = [
        "# Trac, live",
        machine_line(result.machine),
        HOW,
        checks_table(checks(result)),
        "## The first time",
        _first_table(result.first),
        "## What the memory holds → what is asked",
        _score_table(by_phase(plays)),
        "## Kind by kind, the same and other values, after one walk",
        _score_table(by_kind(plays, "en 1")),
        "## The same after three",
        _score_table(by_kind(plays, "en 3")),
        "## Changed pages, the same task, after one walk",
        _score_table(by_change(plays)),
        "## Where nothing should be done",
        _score_table(refusals(plays)),
        "## Why nothing was done, or it stopped",
        _reasons(plays),
        "## Calls of the memory, in ms",
        table(["call", "calls", "p50", "p95"], p95(result.milliseconds)),
    ]
    return "\n\n".join(parts) + "\n"


def _first_table(found: Iterable[First]) -> str:
    head = ["kind", "by", "in", "actions", "shortening", "steps learned", "shortest"]
    rows = [
        [
            f"{one.kind} {one.number + 1}",
            one.who,
            one.language,
            one.actions,
            one.shortening or None,
            one.steps,
            one.shortest,
        ]
        for one in found
        if one.number == 0
    ]
    return table(head, rows)


def _score_table(found: Iterable[Score]) -> str:
    head = ["what", "arm", "plays", "done", "declined", "handed over", "wrong"]
    rows = [
        [
            *(one.what, one.arm, one.plays, one.done, one.declined, one.handed_over),
            *(one.wrong, one.actions, one.shortest, one.first, one.ratio),
        ]
        for one in found
    ]
    return table([*head, "actions", "shortest", "first", "first / second"], rows)


def _reasons(plays: Iterable[Play]) -> str:
    told = Counter(
        f"{one.phase}: {one.route}: {_outside_quotes(one.reason)[:110]}"
        for one in plays
        if one.arm == "kgmem" and one.reason
    )
    return table(["phase: route: reason", "times"], told.most_common(REASONS))


def _outside_quotes(text: str) -> str:
    """Without the values that it names."""
    parts = text.split('"')
    return "…".join(parts[::2])
