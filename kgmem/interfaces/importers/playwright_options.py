"""What `select_option` is given -> the options that it chooses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kgmem.errors import InvalidInput

BY_VALUE = "an option's label: only its value is told"
NO_OPTION = "names no option by its label or value; record it with one of them"


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option of a list, as a script names it."""

    text: str
    by_value: bool
    """Is it the option's value, and its label not told?"""


def chosen_options(
    args: tuple[object, ...], named: Mapping[str, object]
) -> list[ChosenOption]:
    """The options that a call chooses, as its arguments name them: by value, label or
    both, one or a list. Raises InvalidInput where none is named so: an option's place
    says nothing on another page."""
    given = args[0] if args else dict(named)
    found = list(_options(given))
    if not found:
        raise InvalidInput(NO_OPTION)
    return found


def _options(given: object) -> Iterator[ChosenOption]:
    if isinstance(given, list):
        for one in given:
            yield from _options(one)
    elif isinstance(given, str):
        yield ChosenOption(given, by_value=True)
    elif isinstance(given, Mapping):
        yield from _of_mapping(given)


def _of_mapping(given: Mapping[str, object]) -> Iterator[ChosenOption]:
    for key in ("label", "value"):
        told = given.get(key)
        listed = told if isinstance(told, list) else [told]
        texts = [one for one in listed if isinstance(one, str)]
        if texts:
            yield from (ChosenOption(one, key == "value") for one in texts)
            return
