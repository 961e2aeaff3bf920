"""Tables of `kgmem bench field`."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.field.judge import Play, Verdict
from kgmem_bench.field.recorded import REAL
from kgmem_bench.field.run import CHANGED, FieldResult
from kgmem_bench.field.scenario import RECORDERS
from kgmem_bench.field.tasks import SCENARIOS

DONE, CHANGED_DONE = 0.85, 0.9
REASONS = 60
"""Cells that are not done, listed with what was said of them."""
HOW = """\
A site of the bench's own in Chromium: a page for each kind, written as a page of its
kind is, with real React on one. A user's acts (mouse and keyboard) are recorded once by
each recorder and learned; then the task is asked for with other values, on a fresh page
in a fresh profile, and what comes back as `direct_replay` or `adaptive_replay` is
followed; whoever is asked allows it. The page itself tells what it received.

- **done**: it has what the new values ask for and nothing else, and it is told as a
  success.
- **wrong**: it has anything else, or a success is told without the effect.
- **stopped**: it stopped, or there was no plan, and nothing that was not asked for was
  done.

In brackets: the recorder's file does not hold what is needed; only `wrong` counts, and
**short** is a success that is told though something lacks of which the file says
nothing.

`record_page`, Playwright's codegen (its own recorder, its window not shown) and its
traces are real recordings. Files of Chrome's Recorder and of Selenium IDE are made, by
writers that follow what those tools write, from the elements of the live page."""
AGENT = {
    True: """\
Histories of browser-use are real: its own agent in its own browser, a script in the
place of the chat model.""",
    False: """\
Histories of browser-use are made, too; they are its own where KGMEM_BENCH_BROWSER_USE
names a Python that has the package.""",
}


def share(plays: Iterable[Play], verdict: Verdict) -> float:
    """Of these plays; none: not a number."""
    counted = Counter(one.verdict for one in plays)
    return counted[verdict] / counted.total() if counted else math.nan


def seen(plays: Iterable[Play]) -> list[Play]:
    """What a recorder can see, and what needs no question."""
    return [one for one in plays if one.seen and not one.is_asked]


def imported(plays: Iterable[Play]) -> list[Play]:
    """Files of other tools, of the form whose page changes."""
    return [
        one for one in plays if one.kind == CHANGED and one.recorder != "record_page"
    ]


def checks(result: FieldResult) -> list[Check]:
    """What is asked for, and what was measured."""
    plays = result.plays
    wrong = float(sum(one.verdict == "wrong" for one in plays))
    forms = imported(plays)
    return [
        Check("wrong", wrong, 0, "", "low", "required"),
        Check(
            "done, of what a recorder can see",
            share(seen(plays), "done"),
            DONE,
            "",
            "high",
            "required",
        ),
        Check(
            "done, imported forms, page changed too",
            share(forms, "done"),
            CHANGED_DONE,
            "",
            "high",
            "required",
        ),
    ]


def to_markdown(result: FieldResult) -> str:
    """The page of figures."""
    return "\n\n".join(
        [
            "# Real pages, real recordings",
            machine_line(result.machine),
            f"{HOW}\n\n{AGENT[result.is_agent_real]}",
            checks_table(checks(result)),
            "## By kind and recorder",
            _by_kind(result.plays),
            _recorders(result),
            "## The order form, its page changed",
            _changes(imported(result.plays)),
            "## What was not done",
            _reasons(result),
        ]
    )


def _by_kind(plays: Sequence[Play]) -> str:
    recorders = [one for one in RECORDERS if any(p.recorder == one for p in plays)]
    kinds = dict.fromkeys(one.kind for one in plays)
    rows = [
        [kind, *(_cell(_of(plays, kind, recorder)) for recorder in recorders)]
        for kind in kinds
    ]
    return table(["kind", *recorders], rows)


def _of(plays: Iterable[Play], kind: str, recorder: str) -> list[Play]:
    return [
        one
        for one in plays
        if (one.kind, one.recorder, one.change) == (kind, recorder, "")
    ]


def _cell(plays: Sequence[Play]) -> str:
    if not plays:
        return "–"
    told = _counts(plays)
    if plays[0].is_asked:
        return f"asks: {told}"
    return told if plays[0].seen else f"({told})"


def _counts(plays: Iterable[Play]) -> str:
    counted = Counter(one.verdict for one in plays)
    return ", ".join(f"{n} {verdict}" for verdict, n in sorted(counted.items()))


def _recorders(result: FieldResult) -> str:
    rows, plays = [], result.plays
    real = {*REAL, *(["browser-use"] if result.is_agent_real else [])}
    for recorder in RECORDERS:
        own = [one for one in plays if one.recorder == recorder]
        if own:
            is_real = "real" if recorder in real else "made"
            wrong = sum(one.verdict == "wrong" for one in own)
            able = seen(own)
            rows.append([recorder, is_real, len(able), share(able, "done"), wrong])
    return table(["recorder", "files", "asked, can be seen", "done", "wrong"], rows)


def _changes(plays: Sequence[Play]) -> str:
    names = {"": "as recorded", "ids": "other ids", "moved": "button moved"}
    changes = [one for one in names if any(p.change == one for p in plays)]
    recorders = dict.fromkeys(one.recorder for one in plays)
    rows = [
        [
            recorder,
            *(
                _counts(p for p in plays if (p.recorder, p.change) == (recorder, one))
                for one in changes
            ),
        ]
        for recorder in recorders
    ]
    return table(["recorder", *(names[one] for one in changes)], rows)


def _reasons(result: FieldResult) -> str:
    """The first play of each cell that is not done, and what was said; then what can't
    be seen, with its reason."""
    lines, told = [], set()
    for one in result.plays:
        cell = (one.kind, one.recorder, one.verdict)
        is_expected = one.verdict in ("stopped", "short") and (
            one.is_asked or not one.seen
        )
        if one.verdict == "done" or is_expected or cell in told:
            continue
        told.add(cell)
        said = " ".join(one.reason.split())[:160] or "–"
        got = f"; the page has `{one.effect}`" if one.verdict == "wrong" else ""
        refused = result.refused.get(f"{one.kind}, {one.recorder}", ())
        besides = f"; refused: {refused[0][:100]}" if refused else ""
        lines.append(
            f"- {one.kind}, {one.recorder}: **{one.verdict}** "
            f"({one.route}, {one.outcome}): {said}{besides}{got}"
        )
    kinds = dict.fromkeys(one.kind for one in result.plays)
    unseen = [
        f"- {kind}, {', '.join(names)}: {why}"
        for kind in kinds
        for why, names in _by_reason(kind).items()
    ]
    asked = [
        f"- {kind}: {SCENARIOS[kind].asks}" for kind in kinds if SCENARIOS[kind].asks
    ]
    more = [f"… and {len(lines) - REASONS} more"] if len(lines) > REASONS else []
    return "\n".join(
        [
            *(lines[:REASONS] or ["- nothing"]),
            *more,
            "",
            "Not in the file, or asked about:",
            "",
            *unseen,
            *asked,
        ]
    )


def _by_reason(kind: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for recorder, why in SCENARIOS[kind].unseen.items():
        found.setdefault(why, []).append(recorder)
    return found
