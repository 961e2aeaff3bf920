"""Tables of `kgmem bench everyday`."""

from collections.abc import Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.wordings.everyday import RELATIONS, EverydayResult, Request

_SAID = {
    "plain": "the same words",
    "other_words": "other words",
    "other_language": "other language",
}
SHOWN = 30
"""Direct replays of another sort that are listed."""


def checks(result: EverydayResult) -> list[Check]:
    """What is asked, and what was measured."""
    of = {r: [o for o in result.requests if o.relation == r] for r in RELATIONS}
    other = [o for o in of["different"] if o.is_direct]
    blind = [o for o in of["different"] if o.is_blind]
    wrong = [o for r in RELATIONS[:-1] for o in of[r] if o.is_direct and not o.is_right]
    direct = [o for o in of["plain"] if o.is_direct and o.is_right]
    return [
        _check("asks for something else, replayed directly", other, of["different"], 0),
        _check("the same, followed blindly to its end", blind, of["different"], 0.01),
        Check("replayed directly without all values", len(wrong), 0, "", "low", "aim"),
        _check("the same words, direct and right", direct, of["plain"], 0.75, "high"),
        _offered(of["plain"], 0.95),
        _offered(of["other_words"], 0.85),
        _offered(of["other_language"], 0.7),
    ]


def _check(
    what: str,
    found: Sequence[Request],
    of: Sequence[Request],
    wanted: float,
    better: str = "low",
) -> Check:
    measured = len(found) / len(of) if of else float("nan")
    return Check(
        what, measured, wanted, "", "high" if better == "high" else "low", "aim"
    )


def _offered(of: Sequence[Request], wanted: float) -> Check:
    what = _SAID.get(of[0].relation, "") if of else ""
    right = [one for one in of if one.is_right]
    return _check(f"{what}, offered with all values", right, of, wanted, "high")


def to_markdown(result: EverydayResult) -> str:
    """The whole report."""
    parts = [
        f"## Everyday tasks: {result.data}, {result.embedder}",
        machine_line(result.machine),
        f"{sum(result.kinds.values())} kinds of tasks in "
        f"{len(result.kinds)} sets, written without a look at the rules; three runs of "
        "each are learned. `right`: all values in the plan; `blindly`: adaptive, and "
        "nothing stops who follows it without a look.",
        _table(result),
        *_listed(result),
        "### What stood against a direct replay",
        "Requests that each code held, and those that it held alone: right is one with "
        "all values in the plan, wrong any other.",
        _of_codes(result.requests),
        "### What is asked",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _table(result: EverydayResult) -> str:
    rows = []
    keys = dict.fromkeys((o.set, o.language) for o in result.requests)
    for name, language in keys:
        for relation in RELATIONS:
            own = [
                o
                for o in result.requests
                if (o.set, o.language, o.relation) == (name, language, relation)
            ]
            if own:
                rows.append([name, language, relation.replace("_", " "), *_row(own)])
    head = ["set", "learned", "asked", "requests", "direct", "direct, not right"]
    return table([*head, "right", "blindly"], rows)


def _of_codes(requests: Sequence[Request]) -> str:
    head = ["code", "held", "right", "wrong", "alone", "alone, right", "alone, wrong"]
    rows = []
    for code in sorted({code for one in requests for code in one.codes}):
        held = [one for one in requests if code in one.codes]
        alone = [one for one in held if len(one.codes) == 1]
        counts = (
            (len(of), sum(o.is_right for o in of), sum(not o.is_right for o in of))
            for of in (held, alone)
        )
        rows.append([code, *(str(n) for row in counts for n in row)])
    return table(head, rows)


def _row(own: Sequence[Request]) -> list[str]:
    direct = [one for one in own if one.is_direct]
    is_other = own[0].relation == "different"
    return [
        str(len(own)),
        str(len(direct)),
        "–" if is_other else str(sum(not one.is_right for one in direct)),
        "–" if is_other else f"{sum(one.is_right for one in own) / len(own):.2f}",
        str(sum(one.is_blind for one in own)),
    ]


def _listed(result: EverydayResult) -> list[str]:
    wrong = [o for o in result.requests if o.is_direct and not o.is_right]
    if not wrong:
        return []
    rows = [[o.relation.replace("_", " "), o.task[:90], o.told[:90]] for o in wrong]
    listed = table(["asked", "task", "bound"], rows[:SHOWN])
    return ["### Replayed directly, and asked otherwise or without all values", listed]
