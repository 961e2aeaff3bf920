"""The token that a request bears."""

from collections.abc import Iterable


def bearer_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Of `Authorization: Bearer TOKEN`; empty if that is missing or given twice: which
    one would be meant is a guess that another program may make otherwise."""
    found = [value for name, value in headers if name.lower() == b"authorization"]
    if len(found) != 1:
        return ""
    kind, _, token = found[0].decode("latin-1").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
