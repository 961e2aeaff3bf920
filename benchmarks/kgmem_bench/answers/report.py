"""Tables of `kgmem bench answers`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import get_args

from kgmem_bench.answers.judge import Verdict
from kgmem_bench.answers.kinds import KINDS, Change
from kgmem_bench.answers.run import MEMORIES, AnswersResult, Arm, Asked
from kgmem_bench.common.report import Check, checks_table, machine_line, table

ARMS: Sequence[Arm] = get_args(Arm)
VERDICTS: Sequence[Verdict] = get_args(Verdict)
ENDS: Mapping[Change, Sequence[Verdict]] = {
    "absent": ("absent", "right"),
    "ambiguous": ("asked",),
}
"""How a task should end that has not one answer."""
LISTED = 40
"""Tasks that went wrong, told one by one."""

HOW = """\
Twelve kinds of tasks that end in an answer, in English and in Chinese, in three
applications: a help desk (other authors wrote its English and its Chinese pages), Trac,
and Django's administration in both languages. A person's walk is recorded by
`record_page`, with the answer from the database as he types it at the end, of half of
the kinds within a sentence; once, and three times with other values. Then each kind is
asked eight times, always with another value, in an application put back to its first
state: on the page as it was (*same*), in another order (*sorted*), with 30 more rows
(*longer*), with another column or field between (*column*), with other ids and classes
(*renamed*), in pages or loaded on demand (*paged*), for a record that is not there
(*absent*), and for one that is there twice (*ambiguous*); where a kind knows no such
change, once more on the page as it was. Each application has a memory of its own for
each number of times; plans are followed on any route that offers one.
*Same place* and *same path* walk the right way without a memory and read what stands
where the first shown answer stood: by the numbers of the elements, or by their tags,
ids and classes.
Judged by the database: *right*; *wrong*; *of an old run*: wrong, and what a shown run
answered; *absent*: told that it is not there (a count of none and an empty list too);
*asked*: which one is meant; *stopped* on the way for another reason; *nothing*: there
is no plan, or it gives no answer. A guess between two records is wrong."""


def share(asked: Iterable[Asked], is_so: Callable[[Asked], bool]) -> float:
    """Of these tasks, those of which it holds; not a number where there is none."""
    held = [is_so(one) for one in asked]
    return sum(held) / len(held) if held else float("nan")


def is_good(one: Asked) -> bool:
    """Did it end as it should?"""
    return one.verdict in ENDS.get(one.change, ("right",))


def is_wrong(one: Asked) -> bool:
    """Was a wrong answer given?"""
    return one.verdict in ("wrong", "of an old run")


def checks(result: AnswersResult) -> list[Check]:
    """What was to hold."""
    made: list[Check] = []
    for arm in MEMORIES:
        mine = [one for one in result.asked if one.arm == arm]
        right = share((one for one in mine if one.change not in ENDS), is_good)
        said = share((one for one in mine if one.change == "absent"), is_good)
        old = float(sum(one.verdict == "of an old run" for one in mine))
        made += [
            Check(f"{arm}: right", right, 0.9, "", "high", "required"),
            Check(f"{arm}: wrong", share(mine, is_wrong), 0.01, "", "low", "required"),
            Check(f"{arm}: of an old run", old, 0, "", "low", "required"),
            Check(f"{arm}: absent said", said, 0.95, "", "high", "required"),
        ]
    return made


def to_markdown(result: AnswersResult) -> str:
    """The page."""
    what = {kind.name: f"{kind.what} ({kind.app})" for kind in KINDS}
    answerable = [one for one in result.asked if one.change not in ENDS]
    parts = [
        "# Answers, shown once and three times",
        machine_line(result.machine),
        HOW,
        checks_table(checks(result)),
        "## What came",
        _verdicts(result.asked),
        "## By change",
        _by("change", result.asked, lambda one: one.change),
        "Of *absent* the share that was told to be absent, of *ambiguous* that was "
        "asked; else that was right. The other tables are without these two.",
        "## By kind",
        _by("kind", answerable, lambda one: what[one.kind]),
        "## By language",
        _by("language", answerable, lambda one: one.language),
        "## What did not end well",
        *_listed(result.asked),
    ]
    return "\n\n".join(parts) + "\n"


def _verdicts(asked: Sequence[Asked]) -> str:
    rows: list[Sequence[object]] = []
    for arm in ARMS:
        mine = [one for one in asked if one.arm == arm]
        counts = Counter(one.verdict for one in mine)
        seconds = sum(one.seconds for one in mine) / max(len(mine), 1)
        rows.append([arm, len(mine), *(counts[it] for it in VERDICTS), seconds])
    return table(["", "asked", *VERDICTS, "seconds each"], rows)


def _by(what: str, asked: Sequence[Asked], key: Callable[[Asked], str]) -> str:
    names = dict.fromkeys(map(key, asked))
    rows = [
        [name]
        + [
            share((one for one in asked if (one.arm, key(one)) == (arm, name)), is_good)
            for arm in ARMS
        ]
        for name in names
    ]
    return table([what, *ARMS], rows)


def _listed(asked: Sequence[Asked]) -> Iterator[str]:
    for arm in MEMORIES:
        missed = [one for one in asked if one.arm == arm and not is_good(one)]
        rows = [
            [one.task, one.change, one.verdict, one.came.answer, one.came.reason[:80]]
            for one in sorted(missed, key=is_wrong, reverse=True)[:LISTED]
        ]
        yield f"{arm}: {len(missed)}"
        yield table(["task", "change", "came", "answer", "reason"], rows)
