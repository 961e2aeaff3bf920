"""Tables of `kgmem bench mail`."""

from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.routing.mail import KS, MailResult

DIRECT = "direct_replay"
SHOWN = 12
"""Wrong direct replays that are listed."""


def checks(result: MailResult) -> list[Check]:
    """What is asked, and what was measured."""
    wrong = [one for one in result.asked if one.route == DIRECT and one.is_wrong]
    found = [Check("wrong direct intents", float(len(wrong)), 0, "", "low", "required")]
    for k in KS:
        own = [one for one in result.asked if one.k == k]
        nearest = mean([float(one.nearest == one.meant) for one in own])
        right = mean([float(one.shown == one.meant) for one in own])
        what = f"right intent, {k} wordings of each; limit: the nearest request"
        found.append(Check(what, right, nearest, "", "high", "aim"))
    return found


def to_markdown(result: MailResult) -> str:
    """The whole report."""
    wrong = [one for one in result.asked if one.route == DIRECT and one.is_wrong]
    parts = [
        f"## Mail requests: {result.data}, {result.embedder}",
        machine_line(result.machine),
        "Of each of four intents, runs of k wordings are learned; requests in other "
        "people's wordings are asked. *Right*: the plan comes from a run of the intent "
        "that was meant. *Wrong*: of another one.",
        _table(result),
        *(["### Wrong direct replays", _wrong(result)] if wrong else []),
        "### What is asked",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _table(result: MailResult) -> str:
    rows = []
    for k in KS:
        own = [one for one in result.asked if one.k == k]
        direct = [one for one in own if one.route == DIRECT]
        offered = [one for one in own if one.done and one.route != DIRECT]
        rows.append([
            str(k), str(len(own)),
            f"{sum(not one.is_wrong for one in direct)} / {len(direct)}",
            f"{sum(not one.is_wrong for one in offered)} / {len(offered)}",
            mean([float(one.shown == one.meant) for one in own]),
            mean([float(one.nearest == one.meant) for one in own]),
        ])  # fmt: skip
    head = [
        "wordings", "asked", "direct, right of all", "offered, right of all",
        "right of all, with runs shown", "nearest request",
    ]  # fmt: skip
    return table(head, rows)


def _wrong(result: MailResult) -> str:
    wrong = [one for one in result.asked if one.route == DIRECT and one.is_wrong]
    rows = [[one.text[:100], one.meant, one.done] for one in wrong[:SHOWN]]
    return table(["request", "meant", "would be done"], rows)
