"""How it is checked from elsewhere than the page that a task was done."""

import re
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, model_validator

from kgmem.model.base import Text, Value

EffectKind = Literal["http", "sql", "file", "page"]
MAX_EFFECTS = 10
"""Checks of one pattern or run."""
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")
_READS = re.compile(r"\s*(select|with)\b", re.I)


class EffectCheck(Value):
    """Where the effect of a task is seen, and what is to be seen there.

    `http`: a GET of the address `at`; `sql`: a reading query of the database `at`, a
    SQLite file or a name that `follow` is given a function for; `file`: the file `at`;
    `page`: the text of the page `at`, as the driver shows it. Texts may hold `{slot}`
    of the pattern: in an address it is encoded, in a query it is a parameter, in a
    file's name it is no path.
    """

    kind: EffectKind
    at: Text
    query: Text | None = None
    """Of a database."""
    field: Text | None = None
    """Where in the JSON it stands: `order.items[0].status`, `[id=7]` for an item; in
    the rows of a query `status` or `[0].status`."""
    equals: Text | None = None
    """What stands there,"""
    contains: Text | None = None
    """or in it. Without both: that something is there."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Of a request, each by the name of the environment variable that holds it."""
    absent: bool = False
    """The effect is that this is not there any more."""

    @model_validator(mode="after")
    def _is_whole(self) -> "EffectCheck":
        if fault := _FAULTS[self.kind](self):
            raise ValueError(f"a check by {self.kind} {fault}")
        wrong = [v for v in self.headers.values() if not _VARIABLE.fullmatch(v)]
        if wrong:
            raise ValueError(
                "a header's value is the name of an environment variable, which holds "
                "it, and never the value itself"
            )
        return self


class ReadyCheck(Value):
    """A check with the values of a task in it."""

    check: EffectCheck
    """Its texts are what they are now; in a query `:p0` stands for a value."""
    values: dict[str, str] = Field(default_factory=dict)
    """The values of a query."""
    fault: str | None = None
    """Why it can't be done."""


class EffectSeen(Value):
    """What a check of the effect came to."""

    check: EffectCheck
    holds: bool | None = None
    """None: it could not be seen, see `told`."""
    told: str = ""
    """What was seen instead, or why nothing was."""


def _of_address(check: EffectCheck) -> str | None:
    try:
        split = urlsplit(check.at)
        port = split.port
    except ValueError:
        return "needs an address, http:// or https://"
    if split.scheme not in ("http", "https") or not split.hostname or port == 0:
        return "needs an address, http:// or https://"
    if "{" in split.netloc:
        return "names its host itself: no slot stands there"
    if split.username or split.password:
        return "has no password in its address: name a header's variable"
    return "has no query of its own: it stands in the address" if check.query else None


def _of_query(check: EffectCheck) -> str | None:
    if not check.query or not _READS.match(check.query):
        return "needs a query that begins with select or with"
    return "has no headers" if check.headers else None


def _of_file(check: EffectCheck) -> str | None:
    return "has neither query nor headers" if check.query or check.headers else None


def _of_page(check: EffectCheck) -> str | None:
    if fault := _of_address(check):
        return fault
    if check.field or check.headers:
        return "has neither field nor headers"
    if not (check.equals or check.contains):
        return "says what the page contains"
    return None


_FAULTS = {"http": _of_address, "sql": _of_query, "file": _of_file, "page": _of_page}
