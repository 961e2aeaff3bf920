"""Values that stand for what only the caller knows."""

import re
from collections.abc import Sequence

from kgmem import InvalidInput

_SECRET = re.compile(r"<secret>\s*([^<>]{1,200}?)\s*</secret>")


def with_questions(text: str) -> tuple[str, Sequence[str]]:
    """The text with `{x}` for `<secret>x</secret>`, and what is to be asked for."""
    names = tuple(dict.fromkeys(_SECRET.findall(text)))
    return _SECRET.sub(lambda found: f"{{{found[1]}}}", text), names


ASKING = frozenset({"type", "type_focus", "fill", "form", "select", "upload", "key",
                    "navigate"})  # fmt: skip
"""Deeds whose value may be asked for."""


def refuse_questions(name: str, arguments: object) -> None:
    """Return where nothing is to be asked for. Raises InvalidInput: such a call has no
    place for what only the caller knows."""
    if "<secret>" in str(arguments):
        raise InvalidInput(f"{name}: it holds a secret that can't be asked for here")
