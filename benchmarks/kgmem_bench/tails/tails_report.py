"""Tables of `kgmem bench tails`."""

from collections import Counter

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.tails.tails import PLACES, TailsResult

SHOWN = 20
"""Direct replays that are listed."""


def checks(result: TailsResult) -> list[Check]:
    """What is asked, and what was measured."""
    wrong = [one for one in result.tailed if one.route == "direct_replay"]
    asked = sum(one.asked for one in result.sets)
    direct = sum(one.direct for one in result.sets)
    return [
        Check(
            "direct replays of requests with a tail",
            float(len(wrong)),
            0,
            "",
            "low",
            "required",
        ),
        Check(
            "share of the same requests without a tail that are replayed directly",
            direct / asked if asked else float("nan"),
            0.75,
            "",
            "high",
            "aim",
        ),
    ]


def to_markdown(result: TailsResult) -> str:
    """The whole report."""
    wrong = [one for one in result.tailed if one.route == "direct_replay"]
    parts = [
        f"## Tails: {result.data}, {result.embedder}, tails: {result.tails}",
        machine_line(result.machine),
        "Requests of learned kinds with other values, which are asked again with words "
        "that change or extend them. Not one of these may be replayed directly.",
        _sets_table(result),
        *(["### Replayed directly with a tail", _wrong_table(result)] if wrong else []),
        "### What is asked",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _sets_table(result: TailsResult) -> str:
    rows = []
    for one in result.sets:
        own = [t for t in result.tailed if t.set == one.name]
        routes = Counter(t.route for t in own)
        direct = Counter(t.tail.place for t in own if t.route == "direct_replay")
        rows.append([
            one.name, str(one.kinds), f"{one.direct} of {one.asked}", str(len(own)),
            *(str(direct[place]) for place in PLACES),
            f"{routes['adaptive_replay'] / max(1, len(own)):.2f}",
        ])  # fmt: skip
    head = [
        "set", "kinds", "direct without tail", "with tails",
        *(f"direct, {place}" for place in PLACES), "adaptive",
    ]  # fmt: skip
    return table(head, rows)


def _wrong_table(result: TailsResult) -> str:
    wrong = [one for one in result.tailed if one.route == "direct_replay"]
    by_tail = Counter((one.tail.place, one.tail.text) for one in wrong)
    rows = []
    for (place, text), n in by_tail.most_common(SHOWN):
        first = next(w for w in wrong if (w.tail.place, w.tail.text) == (place, text))
        rows.append([place, text, str(n), first.task[:100], first.told[:100]])
    return table(["place", "tail", "direct", "one of them", "bound"], rows)
