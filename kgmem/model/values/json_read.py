"""Values of JSON from outside as what they should be; anything else counts as none."""

from collections.abc import Mapping, Sequence


def text_of(value: object) -> str | None:
    """The text, if it is one that says something; None for anything else."""
    return value if isinstance(value, str) and value.strip() else None


def mapping_of(value: object) -> Mapping[str, object]:
    """The object; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: object) -> Sequence[object]:
    """The list; an empty one for anything else."""
    return value if isinstance(value, list | tuple) else ()
