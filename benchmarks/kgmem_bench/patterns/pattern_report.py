"""Tables of `kgmem bench patterns`."""

from collections.abc import Iterable, Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.data_sets import webarena
from kgmem_bench.patterns import tool_calls
from kgmem_bench.patterns.demonstrations import (
    ALONE,
    MEASURES,
    NEW,
    PLANNED,
    REQUIRED,
    PathScore,
)
from kgmem_bench.patterns.kind_scores import PRODUCT, KindScore
from kgmem_bench.patterns.patterns import (
    LINEAR,
    ORACLE,
    RECALL,
    RECORDED,
    PatternResult,
)
from kgmem_bench.patterns.tool_calls import ToolScore

PATH_AIMS = {1: 0.45, 3: 0.62, 10: 0.72}
"""Of the asked runs, level `slot`, by k."""
ENOUGH = 10
"""Asked requests from which a kind has a row."""
PAIR_AIM = 0.93
EXACT_AIMS = {"no runs": 0.75, "simulated: each value typed": 0.95}

HOW_PATHS = """\
Of each kind of task k successful runs are learned, drawn at random, and the others
asked: what a plan made from their text alone says is compared with what they did. A
run equals a plan if it makes every required step once and in order, and nothing else
but optional steps (or not), one of a choice's ways, and steps repeated until something
shows, as often as it likes. Two steps are equal if action, value (folded) and target
are. Targets are compared at three levels. `slot`: the same kind of element, no two
different chosen ids, and the same slot in the label, by the words in which this text
differs from others of its kind; a label that the plan leaves open is not asked for.
`fits`: besides, the plan's target says more than its kind, and `kgmem.paths.fits`
accepts the recorded element. `strict`: the labels are equal (of elements without one
the ids, or the classes). `fits, required only`: the plan without its optional steps.
`fits, new wording`: over the texts that were not learned word for word.

Many of these kinds can't be told from the text at all: what to click stands on the
page (count-shape, identify-shape, the checkboxes of similar words). They are counted
like all others, so 1 is out of reach; the table by kind shows which they are.

`kgmem` plans by patterns alone; `kgmem, recall` is what a memory answers that learned
the runs, by any route that comes with a plan: a run of the very words, a pattern, or
the nearest run with the text's values (tidied runs, all kinds together).

Baselines: the run whose text is nearest by token-LCS, copied, or filled with the asked
text's values as recall fills it; and, beyond what any plan can do, all k runs filled,
with somebody who tells which of them to take."""

HOW_TIDIED = """\
`tidied`: scrolling, clicks that only set the focus and the like are dropped by
`kgmem.paths.tidy` from all runs alike, the learned ones and the asked ones, also
for the baselines. `as recorded`: nothing is dropped from any run before it is learned
or asked; what the product drops by itself then counts against it."""

HOW_TOOLS = """\
Half of the requests of each kind (sequence of tools) are learned, the others asked.
`same tools`: the plan calls the recorded tools in order. `said arguments right`: of
the recorded arguments whose value stands in the request, the plan has the same, place
by place. `others made up`: of those that have to be looked up first, the plan has
another value (lower is better)."""

HOW_KINDS = """\
Pairs of tasks of one kind against pairs put together, within each half of the kinds;
ARI is the adjusted Rand index. `exact`: all values of a task found and no others, over
the tasks that are not alone in their kind.
Baselines group within each app, as the product does (made runs, whose kinds span
apps: over all), and take for values what lies between the words that a group's texts
share. `simulated`: nobody did these tasks; a made run types each of the task's values
in one step. `made`: texts and runs are made from templates with slots."""


def checks(result: PatternResult) -> list[Check]:
    """What is aimed at, and what was measured, on the reported half."""
    return [*_path_checks(result.paths), *_kind_checks(result.kinds)]


def _path_checks(paths: Sequence[PathScore]) -> list[Check]:
    """What recall gives, beside an aim and beside the nearest run."""
    reported = [p for p in paths if p.data == RECORDED and p.half == "reported"]
    found = {(p.setting, p.k, p.way): p.measures["slot"].value for p in reported}
    checks: list[Check] = []
    for (setting, k, way), value in found.items():
        if way == RECALL:
            what = f"{RECORDED}, {setting}, k={k}: path given, level slot"
            nearest = found[setting, k, LINEAR]
            checks.append(Check(what, value, PATH_AIMS[k], "", "high", "aim"))
            beside = f"{what}, less the nearest run's"
            checks.append(Check(beside, value - nearest, 0.0, "", "high", "aim"))
    return checks


def _kind_checks(kinds: Iterable[KindScore]) -> list[Check]:
    found: list[Check] = []
    for one in kinds:
        if (one.data, one.way, one.half) != (webarena.SET, PRODUCT, "reported"):
            continue
        what = f"{one.data}, {one.traces}"
        pairs = Check(f"{what}: pair F1", one.pairs.f1, PAIR_AIM, "", "high", "aim")
        found.append(pairs)
        if one.slots is not None:
            exact, aim = one.slots.exact.value, EXACT_AIMS[one.traces]
            found.append(Check(f"{what}: exact", exact, aim, "", "high", "aim"))
    return found


def to_markdown(result: PatternResult) -> str:
    """The whole report."""
    parts = [
        f"## Patterns: {result.data}, {result.embedder or 'no vectors'}",
        machine_line(result.machine),
        "Thresholds were tuned on the tuning half of all kinds, by checksum. "
        f"{_drawn(result)}In brackets: 95 % intervals, kinds resampled.",
    ]
    if result.paths:
        parts += ["### Paths", HOW_PATHS, HOW_TIDIED]
        parts += [_paths(result.paths, half) for half in ("reported", "tuning")]
        parts += ["### Paths, kind by kind", _by_kind(result.paths)]
    if result.tools:
        parts += ["### Tool calls", HOW_TOOLS, _tools(result.tools)]
        parts += [_tools_by_kind(result.tools)]
    if result.kinds:
        parts += ["### Kinds of task and their values", HOW_KINDS, _kinds(result.kinds)]
    parts += ["### Aimed at and measured, reported half", checks_table(checks(result))]
    return "\n\n".join(parts) + "\n"


def _drawn(result: PatternResult) -> str:
    return f"Means over {result.draws} draws. " if result.paths else ""


# Paths --------------------------------------------------------------------------------


def _paths(paths: Iterable[PathScore], half: str) -> str:
    head = ["runs", "learned", "k", "way", "asked (kinds)", *MEASURES]
    rows = [
        [
            one.data,
            one.setting,
            one.k,
            one.way,
            f"{one.runs} ({one.kinds})",
            *_path_cells(one),
        ]
        for one in paths
        if one.half == half and one.runs
    ]
    return f"**{half.capitalize()} half**\n\n{table(head, rows)}"


def _path_cells(one: PathScore) -> list[object]:
    """Intervals where it matters most, else the mean alone."""
    return [
        measure.value if name in (REQUIRED, NEW, PLANNED) else str(measure)
        for name, measure in one.measures.items()
    ]


def _by_kind(paths: Sequence[PathScore]) -> str:
    """Of each set of runs, at the highest k that was asked, learned alone."""
    parts: list[str] = []
    for data in dict.fromkeys(one.data for one in paths):
        mine = [o for o in paths if o.data == data and o.setting == ALONE]
        most = max((one.k for one in mine if one.runs), default=0)
        chosen = [one for one in mine if one.k == most]
        if chosen:
            parts += [f"**{data}, k={most}, {ALONE}**", _kinds_of(chosen)]
    return "\n\n".join(parts)


def _kinds_of(scores: Sequence[PathScore]) -> str:
    ways = (PRODUCT, LINEAR, ORACLE)
    shown = ("slot", "fits", "strict", NEW, PLANNED)
    head = ["kind", "half", *(f"{PRODUCT}: {m}" for m in shown)]
    head += [f"{way}: fits" for way in ways[1:]]
    by_way = {(one.way, one.half): one for one in scores}
    rows: list[list[object]] = []
    for half in ("reported", "tuning"):
        ours, *others = (by_way[way, half].by_kind for way in ways)
        rows += [
            [
                kind,
                half,
                *(ours[m].get(kind) for m in shown),
                *(other["fits"].get(kind) for other in others),
            ]
            for kind in ours["fits"]
        ]
    return table(head, rows)


# Tools --------------------------------------------------------------------------------


def _tools(tools: Iterable[ToolScore]) -> str:
    head = ["half", "way", "asked", *tool_calls.MEASURES]
    rows = [
        [one.half, one.way, one.requests, *map(str, one.measures.values())]
        for one in tools
        if one.requests
    ]
    return table(head, rows)


def _tools_by_kind(tools: Iterable[ToolScore]) -> str:
    shown = tool_calls.MEASURES
    head = ["kind", "half", "asked", *(f"{PRODUCT}: {measure}" for measure in shown)]
    rows = [
        [kind, one.half, asked, *(one.by_kind[measure].get(kind) for measure in shown)]
        for one in tools
        if one.way == PRODUCT
        for kind, asked in one.asked.items()
        if asked >= ENOUGH
    ]
    return f"Kinds with at least {ENOUGH} asked requests\n\n{table(head, rows)}"


# Kinds --------------------------------------------------------------------------------


def _kinds(kinds: Iterable[KindScore]) -> str:
    head = ["set", "runs", "half", "way", "tasks (kinds)", "groups"]
    head += ["pair P", "pair R", "pair F1", "ARI", "exact", "slot P", "slot R"]
    head += ["slot F1"]
    return table(head, [_kind_row(one) for one in kinds])


def _kind_row(one: KindScore) -> list[object]:
    pairs, slots = one.pairs, one.slots
    told: list[object] = [None] * 4
    if slots is not None:
        told = [str(slots.exact), slots.precision, slots.recall, slots.f1]
    return [
        one.data,
        one.traces,
        one.half,
        one.way,
        f"{one.tasks} ({one.kinds})",
        pairs.groups,
        pairs.precision,
        pairs.recall,
        pairs.f1,
        pairs.ari,
        *told,
    ]
