"""What the lists of a pattern's runs offer for its slots."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kgmem.generalize.steps.path import MemberRun
from kgmem.matching.transform import option_made
from kgmem.model.option import MOST_OPTIONS, Option, joined_options


class SlotOptions(NamedTuple):
    """The options that a slot's value was chosen from."""

    options: tuple[Option, ...] = ()
    has_more: bool = False
    """Is the list known to have, or have had, others?"""


def offered_for(
    key: str, runs: Sequence[MemberRun], values: Iterable[str], transform: str | None
) -> SlotOptions:
    """The options of all lists in which the runs chose the slot's value as a whole.
    Lists that differ may differ again, one of MOST_OPTIONS may be cut off, and runs
    may have chosen by `values` that are none of the options."""
    lists = list(dict.fromkeys(_lists(key, runs)))
    options = joined_options(lists)
    differ = len({frozenset(one.label for one in offered) for offered in lists}) > 1
    is_cut = any(len(offered) >= MOST_OPTIONS for offered in lists)
    is_other = any(option_made(one, options, transform) is None for one in values)
    return SlotOptions(options, bool(options) and (differ or is_cut or is_other))


def _lists(key: str, runs: Sequence[MemberRun]) -> Iterator[tuple[Option, ...]]:
    for run in runs:
        for use in run.uses:
            if use.slot != key or use.step < 0 or use.before or use.after:
                continue
            step = run.steps[use.step]
            part = "value" if step.does.enters == "option" else "name"
            if step.target and step.target.options and use.part in (part, "text"):
                yield step.target.options
