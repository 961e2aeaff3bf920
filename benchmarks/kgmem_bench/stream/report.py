"""Tables of `kgmem bench stream`."""

from collections.abc import Sequence
from itertools import accumulate, chain

from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.stream.run import Outcome, StreamResult

SETTLED = 4
"""Windows at either end whose time is compared."""
HEAD = ("tasks", "done", "done alone", "wrong by a plan", "calls", "calls alone")


def checks(result: StreamResult) -> list[Check]:
    """What is wanted, and what was measured."""
    every = _every(result)
    behind = sum(
        sum(one.is_done for one in window.outcomes)
        < sum(one.is_done_alone for one in window.outcomes)
        for window in result.windows
    )
    took = [window.milliseconds for window in result.windows]
    growth = mean(took[-SETTLED:]) / mean(took[:SETTLED])
    wrong = 100 * mean([float(one.is_wrong) for one in every])
    calls = sum(one.calls for one in every) / sum(one.calls_alone for one in every)
    return [
        Check("windows with less done than alone", behind, 0, "", "low", "aim"),
        Check("wrong by a plan", wrong, 0.2, "%", "low", "aim"),
        Check("calls by those of the agent alone", calls, 1, "×", "low", "required"),
        Check("a task's time, last windows by first", growth, 1.5, "×", "low", "aim"),
    ]


def _every(result: StreamResult) -> list[Outcome]:
    return list(chain.from_iterable(window.outcomes for window in result.windows))


def to_markdown(result: StreamResult) -> str:
    """The whole report."""
    every = _every(result)
    families = dict.fromkeys(one.asked.family for one in every)
    by_family = [
        _row(family, [one for one in every if one.asked.family == family])
        for family in families
    ]
    ends = accumulate(len(window.outcomes) for window in result.windows)
    by_window = [
        [
            *_row(f"{end - len(window.outcomes) + 1}–{end}", window.outcomes),
            window.milliseconds,
            window.megabytes,
        ]
        for end, window in zip(ends, result.windows, strict=True)
    ]
    wrong = [[one.asked.family, one.asked.text] for one in every if one.is_wrong]
    return "\n\n".join([
        f"# Harm along a stream: {len(every)} tasks, {result.embedder}",
        machine_line(result.machine),
        "### Checks",
        checks_table(checks(result)),
        "### By what is asked",
        table(HEAD, [*by_family, _row("all", every)]),
        "### By window",
        table([*HEAD, "ms a task", "MB"], by_window),
        "### Wrong by a plan",
        table(["asked", "task"], wrong),
    ])  # fmt: skip


def _row(name: str, outcomes: Sequence[Outcome]) -> list[object]:
    return [
        f"{name} ({len(outcomes)})",
        sum(one.is_done for one in outcomes),
        sum(one.is_done_alone for one in outcomes),
        sum(one.is_wrong for one in outcomes),
        sum(one.calls for one in outcomes),
        sum(one.calls_alone for one in outcomes),
    ]
