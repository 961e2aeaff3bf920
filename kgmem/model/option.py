"""What a list offers to choose from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kgmem.model.base import Text, Value

OPTION_BY = "option_by"
"""Parameter of a choice: what of the option the step's value is, if not its label."""
MOST_OPTIONS = 60
"""Options of a list that are kept; of a longer one, the first."""
LONGEST_OPTION = 120
"""Characters of an option's text that are kept."""


class Option(Value):
    """One of a list's options."""

    label: Text
    """As the page shows it."""
    value: Text | None = None
    """The page's own word for it, where that is another one."""


MOST_TOLD = 20
"""Options that are told one by one; of a longer list,"""
SOME = 5
"""so many, and that there are others."""


def told_options(options: Sequence[Option], *, has_more: bool = False) -> str:
    """What the options are called, in a row."""
    labels = list(dict.fromkeys(one.label for one in options))
    shown = labels if len(labels) <= MOST_TOLD else labels[:SOME]
    is_part = has_more or len(shown) < len(labels)
    return ", ".join([*shown, *(["…"] * is_part)])


def options_in(given: object) -> tuple[Option, ...]:
    """The options that a driver tells: texts, or mappings with a `label`, `name` or
    `text`, and perhaps a `value`. What says nothing is left out."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        return ()
    found: dict[Option, None] = {}
    for one in given:
        found.update(dict.fromkeys(_option(one)))
        if len(found) == MOST_OPTIONS:
            break
    return tuple(found)


def joined_options(lists: Iterable[Iterable[Option]]) -> tuple[Option, ...]:
    """All of several lists' options, each once, those of the first list first."""
    return options_in(option for one in lists for option in one)


class _Told(NamedTuple):
    label: object
    value: object


def _option(given: object) -> Iterator[Option]:
    if isinstance(given, Option):
        yield given
        return
    label, value = _told(given)
    name = " ".join(label.split()) if isinstance(label, str) else ""
    if name and len(name) <= LONGEST_OPTION:
        own = None if value is None or isinstance(value, bool) else str(value)
        is_other = own is not None and own != name and len(own) <= LONGEST_OPTION
        yield Option(label=name, value=own if is_other else None)


def _told(given: object) -> _Told:
    if not isinstance(given, Mapping):
        return _Told(given, None)
    said = (given.get(key) for key in ("label", "name", "text"))
    return _Told(next(filter(None, said), None), given.get("value"))
