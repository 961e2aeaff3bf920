"""What `select_option` is given -> the options that it chooses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kgmem import InvalidInput

By = Literal["label", "value", "index", "either"]
NO_OPTION = "names no option by its label, value or place"


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option of a list, as a script names it."""

    text: str
    by: By
    """What of it is told; `either`: its value, or its label if no value is so."""

    @property
    def params(self) -> Mapping[str, object]:
        """Of the step that chooses it."""
        if self.by == "label":
            return {}
        return {"option_by": "index" if self.by == "index" else "value"}


def chosen_options(given: object) -> list[ChosenOption]:
    """The options that a call chooses: by label, value or place, one or a list. Raises
    InvalidInput where none is named."""
    found = list(_options(given))
    if not found:
        raise InvalidInput(NO_OPTION)
    return found


def _options(given: object) -> Iterator[ChosenOption]:
    if isinstance(given, list):
        for one in given:
            yield from _options(one)
    elif isinstance(given, str):
        yield ChosenOption(given, "either")
    elif isinstance(given, Mapping):
        yield from _of_mapping(given)
    else:
        raise InvalidInput(NO_OPTION)


def _of_mapping(given: Mapping[str, object]) -> Iterator[ChosenOption]:
    keys: tuple[By, ...] = ("label", "value", "index")
    for key in keys:
        told = given.get(key)
        listed = told if isinstance(told, list) else [told]
        if told is None:
            continue
        if not all(isinstance(one, str | int) for one in listed):
            raise InvalidInput(NO_OPTION)
        yield from (ChosenOption(str(one), key) for one in listed)
        return
