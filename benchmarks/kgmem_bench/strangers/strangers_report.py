"""Tables of `kgmem bench strangers`."""

from collections.abc import Sequence
from typing import Literal

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.strangers.strangers import FAMILIES, Answer, StrangersResult

SHOWN = 40
"""Answers that are listed."""
ASKED = {
    "clean": "new values, replayed directly and rightly",
    "tail": "new values with words behind that change the request, replayed directly",
    "missing": "requests without one of the values, done to the end",
    "option": "steps of some runs, done unasked or left out though asked for",
    "poison": "claimed paths beside a verified one, replayed directly",
}


def checks(result: StrangersResult) -> list[Check]:
    """What is asked, and what was measured."""
    of = {f: [o for o in result.answers if o.family == f] for f in FAMILIES}
    clean = [o for o in of["clean"] if o.is_direct and not o.is_wrong]
    unchecked = [o for o in of["tail"] if o.is_direct and not o.checked]
    return [
        _check(ASKED["tail"], [o for o in of["tail"] if o.is_direct], of["tail"], 0.02),
        _check("the same, unchecked", unchecked, of["tail"], 0),
        _check(ASKED["clean"], clean, of["clean"], 0.8, better="high"),
        *(
            _check(ASKED[f], [o for o in of[f] if o.is_wrong], of[f], 0)
            for f in ("missing", "option", "poison")
        ),
    ]


def _check(
    what: str,
    found: Sequence[Answer],
    of: Sequence[Answer],
    wanted: float,
    *,
    better: Literal["low", "high"] = "low",
) -> Check:
    measured = len(found) / len(of) if of else float("nan")
    return Check(what, measured, wanted, "", better, "required")


def to_markdown(result: StrangersResult) -> str:
    """The whole report."""
    kinds = ", ".join(f"{name}: {n} kinds" for name, n in result.kinds.items())
    parts = [
        f"## Strangers: {result.embedder}",
        machine_line(result.machine),
        f"{kinds}, written without a look at the rules. Of each, five judged runs are "
        "learned and sixteen successes reported; for options two runs with the step "
        "and two without.",
        _table(result),
        *_listed(result),
        "### What is asked",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _table(result: StrangersResult) -> str:
    rows = []
    for name, language in dict.fromkeys((o.set, o.language) for o in result.answers):
        own = [o for o in result.answers if (o.set, o.language) == (name, language)]
        cells = [_cell([o for o in own if o.family == f], f) for f in FAMILIES]
        rows.append([name, language, *cells])
    head = ["clean, direct", "tails direct", "missing done", "options wrong"]
    return table(["set", "language", *head, "bad path direct"], rows)


def _cell(own: Sequence[Answer], family: str) -> str:
    if family == "clean":
        found = sum(o.is_direct and not o.is_wrong for o in own)
    elif family == "tail":
        found = sum(o.is_direct for o in own)
    else:
        found = sum(o.is_wrong for o in own)
    return f"{found} of {len(own)}" if own else "–"


def _listed(result: StrangersResult) -> list[str]:
    wrong = [o for o in result.answers if o.is_wrong]
    refused = [o for o in result.answers if o.family == "clean" and not o.is_direct]
    rows = [[o.language, o.family, o.task[:80], o.told[:120]] for o in wrong + refused]
    if not rows:
        return []
    listed = table(["language", "asked", "task", "what is told"], rows[:SHOWN])
    return ["### Wrong, and clean values that were not replayed directly", listed]
