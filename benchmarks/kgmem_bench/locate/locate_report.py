"""Tables of `kgmem bench locate`."""

import math
from collections.abc import Sequence
from itertools import product

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.locate.locate import GONE, THERE, LocateResult, Score, Speed
from kgmem_bench.locate.locate_changes import CHANGES
from kgmem_bench.locate.locate_ways import PRODUCT, WAYS

WRONG_AIM = 0.01
SPEED_AIM = 30.0
"""Milliseconds on a page of 5,000 elements."""

HOW = """\
A target is recorded on a page, the page is changed, the target is looked for on it.
`healed`: the right element is found. `wrong`: another one would be used, or one where
the target is gone (removed, disabled). All else is refused. `tellable`: cases in which
at least one recorded fact (role and name, alone or with the text around; test id; id;
address; field name; class with the text around) is true of the target and of nothing
else on the changed page; no way can be asked to find the others. Not measured: pages on
which the target is gone and another element agrees with its whole record.

Pages are made: forms, log-ins, tables with buttons in each row, mail lists, search
results, dialogs, settings, in English and Chinese, with the bars that all pages of a
site have. Sites differ in ids, test ids and classes; each page is listed by one of four
drivers, from one that tells everything to one that tells roles and names. Recorded
pages are screens that people used (autodroid), changed as flat lists. Live pages are
those of MiniWoB++ in Chromium, changed by a script in the page; what is listed before
and after is what a page agent sees. Labels have another wording and a translation each.
`redesign` is renamed classes and new wrappers together, all of it elsewhere. `other
value`: the record is another row's, told as a pattern tells it.
Half of the pages, by checksum of site and sort of page (of the app; of the task), was
used for tuning: all cases of a page are in one half.

`first rung`: the first element with the same test id, else id, else role and name, else
path. `id or XPath`: what recorders of selectors keep. `role and name`: the first with
both. `score, no margin`: the product's score and bar, without a margin to the second
and without rules."""


def checks(result: LocateResult) -> list[Check]:
    """What is aimed at, and what was measured, on the reported half."""
    found = [
        _wrong(one)
        for one in result.scores
        if (one.way, one.half) == (PRODUCT, "reported")
        and one.change in (THERE, GONE, "target removed")
    ]
    return found + [_fast(one) for one in result.speed]


def _wrong(score: Score) -> Check:
    what = f"wrong, {score.source}: {score.change}"
    return Check(what, score.wrong.value, WRONG_AIM, "", "low", "aim")


def _fast(speed: Speed) -> Check:
    what = f"{speed.elements:,} {speed.given}: processor p50"
    return Check(what, speed.processor, SPEED_AIM, "ms", "low", "aim")


def to_markdown(result: LocateResult) -> str:
    """The whole report."""
    parts = [
        f"## Locating elements: {', '.join(result.sources)}; {result.sites} made sites",
        machine_line(result.machine),
        HOW,
    ]
    for half, source in product(("reported", "tuning"), result.sources):
        mine = [
            one for one in result.scores if (one.half, one.source) == (half, source)
        ]
        parts += [f"### {half.capitalize()} half, {source} pages", _by_change(mine)]
    parts += ["### Confidence", _trust(result), "### Speed", _speed(result)]
    parts += ["### Aimed at and measured, reported half", checks_table(checks(result))]
    return "\n\n".join(parts) + "\n"


def _by_change(scores: Sequence[Score]) -> str:
    head = ["change", "cases", "tellable", "healed", "of tellable", "wrong", "refused"]
    head += [f"{way}: {what}" for way in _OTHERS for what in _SHOWN]
    by_key = {(one.change, one.way): one for one in scores}
    names = [change.name for change in CHANGES] + [THERE, GONE]
    rows = [
        _row(name, by_key[name, PRODUCT], [by_key[name, way] for way in _OTHERS])
        for name in names
        if (name, PRODUCT) in by_key
    ]
    return table(head, rows)


_OTHERS = [way for way in WAYS if way != PRODUCT]
_SHOWN = ("healed", "wrong")


def _row(name: str, own: Score, others: Sequence[Score]) -> list[object]:
    """Intervals over all changes, the rate alone for a single one."""
    is_sum = name in (THERE, GONE)
    healed, wrong = (
        str(rate) if is_sum else _rate(rate.value) for rate in (own.healed, own.wrong)
    )
    cells: list[object] = [name, own.cases, own.tellable, healed]
    cells += [_rate(own.healed_of_tellable), wrong, _rate(own.refused)]
    for other in others:
        cells += [_rate(other.healed.value), _rate(other.wrong.value)]
    return cells


def _rate(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"


def _trust(result: LocateResult) -> str:
    head = ["half", "cases", "Brier", "ECE", "confidence: said / right (share)"]
    rows = [
        [
            one.half,
            one.cases,
            f"{one.brier:.3f}",
            f"{one.ece:.3f}",
            "; ".join(f"{s:.2f} / {r:.2f} ({w:.0%})" for _, w, s, r in one.bins),
        ]
        for one in result.trust
    ]
    return table(head, rows)


def _speed(result: LocateResult) -> str:
    head = ["page given as", "elements", "p50 ms", "p95 ms", "processor p50 ms"]
    rows = [
        [one.given, one.elements, one.p50, one.p95, one.processor]
        for one in result.speed
    ]
    return table(head, rows)
