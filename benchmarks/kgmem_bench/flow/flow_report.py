"""Tables of `kgmem bench flow`."""

from collections import Counter
from collections.abc import Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.flow.flow import FlowResult, Reading

CAME = ("bound", "kept", "asked", "wrong", "baked", "no plan")
SHOWN = 20
"""Values that came out otherwise, listed."""


def checks(result: FlowResult) -> list[Check]:
    """What is asked, and what was measured."""
    found = []
    for name in _sets(result):
        own = [one for one in result.readings if one.set == name]
        sought = [one for one in own if one.wanted == "bound"]
        bound = sum(one.came == "bound" for one in sought)
        share = bound / len(sought) if sought else float("nan")
        what = f"{name}: share of the values that were read anew"
        found.append(Check(what, share, 0.95, "", "high", "required"))
        baked = float(sum(one.came == "baked" for one in own))
        what = f"{name}: values of an old run"
        found.append(Check(what, baked, 0, "", "low", "required"))
        wrong = float(sum(one.came == "wrong" for one in own))
        what = f"{name}: other values than the right one"
        found.append(Check(what, wrong, 0, "", "low", "aim"))
    return found


def to_markdown(result: FlowResult) -> str:
    """The whole report."""
    other = [one for one in result.readings if one.came != one.wanted]
    parts = [
        "## Values that a run read",
        machine_line(result.machine),
        "A run is learned in one world and its task done in another one, by `follow`: "
        "which value is entered where the run had entered one that it had read?",
        _table(result),
        *(["### Otherwise than it should be", _others(other)] if other else []),
        "### What is asked",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _sets(result: FlowResult) -> list[str]:
    return list(dict.fromkeys(one.set for one in result.readings))


def _table(result: FlowResult) -> str:
    groups: dict[tuple[str, str, str], list[Reading]] = {}
    for one in result.readings:
        half = "held out" if one.held_out else "looked at"
        groups.setdefault((one.set, half, f"{one.kind} ({one.wanted})"), []).append(one)
    rows = []
    for key, own in sorted(groups.items()):
        counted = Counter(one.came for one in own)
        rows.append([*key, *(str(counted[came]) for came in CAME)])
    return table(["set", "half", "kind (what is right)", *CAME], rows)


def _others(readings: Sequence[Reading]) -> str:
    rows = [
        [one.set, one.kind, one.language, str(one.runs), one.came, one.reason or ""]
        for one in readings[:SHOWN]
    ]
    return table(["set", "kind", "language", "runs", "came", "why"], rows)
