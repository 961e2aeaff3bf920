"""Tables of `kgmem bench stream`."""

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise

from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.stream.run import Outcome, StreamResult
from kgmem_bench.stream.tasks import WINDOW

SETTLED = 4
"""Windows at either end whose time is compared."""
EVIDENCE = ("tasks", "done %", "done %, none reported", "done % alone")
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
    shares = _shares([[one.is_done for one in draw] for draw in result.repeats])
    lost = max(one - after for one, after in pairwise(shares))
    return [
        Check("windows with less done than alone", behind, 0, "", "low", "aim"),
        Check("wrong by a plan", wrong, 0.2, "%", "low", "aim"),
        Check("calls by those of the agent alone", calls, 1, "×", "low", "required"),
        Check("a task's time, last windows by first", growth, 1.5, "×", "low", "aim"),
        Check("most lost between windows of repeats", lost, 0, "%", "low", "aim"),
    ]


def _shares(draws: Sequence[Sequence[bool]]) -> list[float]:
    """Of all tasks of each window of the draws, how many are, in per cent."""
    windows = (
        [float(one) for draw in draws for one in draw[n : n + WINDOW]]
        for n in range(0, len(draws[0]), WINDOW)
    )
    return [100 * mean(window) for window in windows]


def _by_evidence(result: StreamResult) -> list[list[object]]:
    columns = zip(
        _shares([[one.is_done for one in draw] for draw in result.repeats]),
        _shares([[one.is_done for one in draw] for draw in result.unreported]),
        _shares([[one.is_done_alone for one in draw] for draw in result.repeats]),
        strict=True,
    )
    return [
        [f"{n * WINDOW + 1}–{(n + 1) * WINDOW}", *shares]
        for n, shares in enumerate(columns)
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
        "### Repeats with outcomes reported, and withheld",
        table(EVIDENCE, _by_evidence(result)),
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
