"""Who may ask a memory that is served: roles, tokens, and the machine itself."""

from collections.abc import Iterable
from typing import Literal

Role = Literal["read", "write", "operate"]
"""What a key may do: ask; change what is remembered; decide, and look after it all."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""Hosts that other machines do not reach."""


def bearer_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The token of `Authorization: Bearer TOKEN`; empty if that is missing or there
    twice: which one is meant is a guess that another program may make otherwise."""
    values = [value for name, value in headers if name.lower() == b"authorization"]
    if len(values) != 1:
        return ""
    kind, _, token = values[0].decode("latin-1").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
