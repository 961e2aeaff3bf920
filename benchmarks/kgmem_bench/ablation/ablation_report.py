"""Tables of `kgmem bench ablation`."""

from collections.abc import Iterable, Sequence

from kgmem_bench.ablation.ablation import AblationResult, Change, RuleWorth
from kgmem_bench.ablation.part import WRONG
from kgmem_bench.common.report import Check, machine_line, table

HOW = """\
Each rule is switched off in turn: its function answers as if there were no such rule,
or its number says nothing. *Worse without*: the measures of sets that fall, which is
what the rule is worth. *Better without*: those that rise. *Moved on*: on how many sets
the rule answered otherwise than it would have if it were off; on the others it can
change nothing. *always*: a number, of which that is not known."""
SAMPLED = """\
Samples: of each set whole kinds, by checksum, up to some 70 tasks; 28 texts of each
set of other words; 6 kinds with paths for tails; 40 mail requests of one draw. Figures
are shares (pair F1, slots exact, paths, right intents, offers) or numbers of wrong
direct replays. Rules that make patterns are measured on kinds, paths and mail; rules
that follow patterns on paths, mail, other words and tails."""


def checks(result: AblationResult) -> list[Check]:
    """Nothing is asked of it: it says which rules to keep."""
    return []


def to_markdown(result: AblationResult) -> str:
    """The whole report."""
    rooms = dict.fromkeys(one.room for one in result.rules)
    parts = [
        f"## Ablation: {result.data}, {result.embedder}",
        machine_line(result.machine),
        HOW,
        *([] if result.whole else [SAMPLED]),
        "### With all rules",
        _base(result),
    ]
    for room in rooms:
        own = [one for one in result.rules if one.room == room]
        parts += [f"### {room.capitalize()}", _table(own)]
    return "\n\n".join(parts) + "\n"


def _base(result: AblationResult) -> str:
    rows = [
        [part, measure, value]
        for part, measures in result.base.items()
        for measure, value in measures.items()
    ]
    return table(["set", "measure", "value"], rows)


def _table(rules: Iterable[RuleWorth]) -> str:
    rows = [
        [
            one.rule,
            _told([c for c in one.changes if is_loss(c)]) or one.failed or "–",
            _told([c for c in one.changes if not is_loss(c)]) or "–",
            _moved(one),
        ]
        for one in rules
    ]
    return table(["rule", "worse without", "better without", "moved on"], rows)


def is_loss(change: Change) -> bool:
    """Is the measure worse without the rule?"""
    fell = change.without < change.with_rule
    return not fell if change.measure.endswith(WRONG) else fell


def _told(changes: Sequence[Change]) -> str:
    return "; ".join(
        f"{one.part}, {one.measure} {one.without - one.with_rule:+.2g}"
        for one in sorted(changes, key=lambda c: -abs(c.without - c.with_rule))
    )


def _moved(one: RuleWorth) -> str:
    if -1 in one.moved.values():
        return "always"
    return f"{len(one.moved)}" if one.moved else "none"
