"""Tables of `kgmem bench avoidance`."""

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.routing.avoidance import FALSE_FLAGS, RISK, AvoidanceResult

AUROC_AIM = 0.80


def checks(result: AvoidanceResult) -> list[Check]:
    """What is asked of avoidance, and what was measured."""
    return [
        Check(
            "AUROC, failed against successful runs",
            one.auroc.value,
            AUROC_AIM,
            "",
            "high",
            "aim",
        )
        for one in result.scores
        if (one.half, one.way) == ("reported", RISK)
    ] + [
        Check(
            "recalls of kinds that often fail that warn",
            result.warned["reported"],
            0.9,
            "",
            "high",
            "aim",
        )
    ]


def to_markdown(result: AvoidanceResult) -> str:
    """The whole report."""
    head = ["", "AUROC", "failed runs flagged", "false flags", "within each kind"]
    parts = [
        "## Avoidance: runs that fail",
        machine_line(result.machine),
        "Half of the runs of each kind are learned, drawn at random "
        f"({result.draws} draws), the others scored by the highest risk of a step. In "
        "brackets: 95 % intervals, kinds resampled. Flagged: of the failed runs, with "
        f"no more than {FALSE_FLAGS:.0%} of the successful ones.",
    ]
    for half in ("reported", "tuning"):
        mine = [one for one in result.scores if one.half == half]
        runs = f"{mine[0].failed} failed and {mine[0].succeeded} successful runs"
        rows = [
            [
                one.way,
                str(one.auroc),
                f"{one.flagged:.0%}",
                f"{one.false_flags:.1%}",
                ", ".join(f"{kind} {value:.2f}" for kind, value in one.by_kind.items()),
            ]
            for one in mine
        ]
        parts += [f"### The {half} half: {mine[0].kinds} kinds, {runs}"]
        parts += [table(head, rows)]
    shares = ", ".join(f"{n}: {share:.0%}" for n, share in result.warned.items())
    parts += [f"A recall warns before the first step, of all held-out tasks; {shares}."]
    speed = result.speed
    parts += [
        f"`Memory.risk`, {speed.calls} calls, embedding included: p50 {speed.p50:.1f} "
        f"ms, p95 {speed.p95:.1f} ms; the first step of each task pays for the others.",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"
