"""What `select_option` is given -> the options that it chooses."""

from collections.abc import Iterator, Mapping

from kgmem import InvalidInput

NO_OPTION = "names no option by its label, value or place"
Option = tuple[str, Mapping[str, object]]
"""What a step enters to choose it, and its params: what it is told by."""


def chosen_options(given: object) -> list[Option]:
    """The options that a call chooses: by label, value or place, one or a list; a text
    is a value, or a label if no value is so. Raises InvalidInput if none is named."""
    found = list(_options(given))
    if not found:
        raise InvalidInput(NO_OPTION)
    return found


def _options(given: object) -> Iterator[Option]:
    if isinstance(given, list):
        for one in given:
            yield from _options(one)
        return
    told = {"value": given} if isinstance(given, str) else given
    if not isinstance(told, Mapping):
        raise InvalidInput(NO_OPTION)
    keys = (key for key in ("label", "value", "index") if told.get(key) is not None)
    for key in list(keys)[:1]:
        listed = told[key] if isinstance(told[key], list) else [told[key]]
        if not all(isinstance(one, str | int) for one in listed):
            raise InvalidInput(NO_OPTION)
        params = {} if key == "label" else {"option_by": key}
        yield from ((str(one), params) for one in listed)
