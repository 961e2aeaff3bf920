"""Reasons with what they are computed on: the SDK's JSON has their words alone."""

from collections.abc import Iterable

from pydantic import BaseModel

from kgmem import Why


class ToldWhy(BaseModel):
    """Why something was found."""

    words: str
    kind: str
    source: str | None = None
    """The node that it leads from."""
    weight: float | None = None


def reasons(given: Iterable[Why]) -> list[ToldWhy]:
    """These reasons with their data."""
    return [
        ToldWhy(words=str(one), kind=one.kind, source=one.source, weight=one.weight)
        for one in given
    ]
