"""What came of the rows, as a page."""

from collections.abc import Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.rows.faults import FAULTS
from kgmem_bench.rows.run import Result


def checks(result: Result) -> Sequence[Check]:
    """What has to hold."""
    right = sum(result.told.values())
    most = result.rows - len(FAULTS)
    told = "faults told with the right reason"
    return [
        Check("rows done", result.done, most, "", "high", "required"),
        Check(told, right, len(FAULTS), "", "high", "required"),
        Check("wrong", result.wrong, 0, "", "low", "required"),
        Check("twice", result.twice, 0, "", "low", "required"),
    ]


def to_markdown(result: Result) -> str:
    """The report."""
    rows = [
        [fault, n, "yes" if result.told[fault] else "NO", result.reasons[fault]]
        for n, fault in FAULTS.items()
    ]
    return "\n\n".join((
        f"Measured on {machine_line(result.machine)}.",
        f"{result.rows} orders in the house, a row each, after three walks; the "
        f"program was started {result.starts} times and worked for "
        f"{result.seconds:.0f} s. What is done, wrong and there twice is counted in "
        "the house's database.",
        "### Required",
        checks_table(checks(result)),
        "### Faults",
        table(["fault", "row", "told rightly", "what is told"], rows),
        f"Rows without a fault that were put aside: {result.others}.",
    ))  # fmt: skip
