"""Texts that callers give, checked: errors name the argument."""

from kgmem.errors import InvalidInput
from kgmem.model.base import MAX_TASK, clean


def checked_text(name: str, given: object, cure: str) -> str:
    """The text of an argument that is needed. Raises InvalidInput if it is empty (with
    the cure), too long or no text."""
    if not isinstance(given, str):
        raise InvalidInput(f"{name}: a text is needed, not {type(given).__name__}")
    text = str(clean(given))
    if not text.strip():
        raise InvalidInput(f"{name}: is empty; {cure}")
    if len(text) > MAX_TASK:
        raise InvalidInput(
            f"{name}: {len(text):,} characters long; {MAX_TASK:,} fit: shorten it"
        )
    return text


def optional_text(name: str, given: object) -> str | None:
    """The text of an argument; blank counts as not given. Raises InvalidInput if it
    is no text."""
    if given is not None and not isinstance(given, str):
        raise InvalidInput(f"{name}: a text is needed, not {type(given).__name__}")
    text = str(clean(given or ""))
    return text if text.strip() else None
