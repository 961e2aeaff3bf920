"""What callers give, checked: errors name the argument and never fail themselves."""

import difflib
import os
import reprlib
import stat
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from kgmem.errors import InvalidInput
from kgmem.model.base import MAX_TASK, Utc, clean, clean_foreign
from kgmem.model.trajectory import explain

Shape = TypeVar("Shape", bound=BaseModel)
Maker = TypeVar("Maker")
Callback = TypeVar("Callback", bound=Callable[..., Any])

_MOMENT: TypeAdapter[datetime] = TypeAdapter(Utc)
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 80
MAX_DIGITS_BITS = 1_000
"""Whole numbers with more bits are not written out: Python itself refuses to."""


MAX_KEY = 500
"""Longest id, in characters."""
LISTED = 20
"""Names of what there is that a message lists."""
MAX_SPACE = 200
"""Longest name of a space, in characters: it stands in an index of both stores."""


def shown(given: object) -> str:
    """A value in a few words, for messages: however long, deep, cyclic or odd it is,
    it can be shown, and as UTF-8."""
    if isinstance(given, int) and given.bit_length() > MAX_DIGITS_BITS:
        return f"a whole number of {given.bit_length():,} bits"
    try:
        return str(clean(_SHORT.repr(given)))
    except (ValueError, RecursionError):  # a huge number within a list
        return f"a {type(given).__name__}"


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


def key_text(name: str, given: object) -> str:
    """An id; empty if it is not given. Raises InvalidInput if it can't be one."""
    key = optional_text(name, given) or ""
    if len(key) > MAX_KEY:
        raise InvalidInput(f"{name}: {len(key):,} characters long; no id is that long")
    return key


def space_name(space: object) -> str:
    """The name of a space. Raises InvalidInput if it can't be one."""
    if not isinstance(space, str) or not space.strip():
        raise InvalidInput("space: a name is needed")
    if clean(space) != space:  # cleaned, two tenants could become one
        raise InvalidInput("space: a name without NUL bytes and half characters")
    if len(space) > MAX_SPACE:
        raise InvalidInput(
            f"space: a name of {len(space):,} characters; {MAX_SPACE} at most"
        )
    return space


def texts(name: str, given: object) -> tuple[str, ...]:
    """A list of texts. Raises InvalidInput if it is none."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidInput(f"{name}: a list of texts is needed, not {shown(given)}")
    listed = tuple(given)
    if not all(isinstance(one, str) for one in listed):
        raise InvalidInput(f"{name}: texts are needed")
    return tuple(str(clean(one)) for one in listed)


def moment(name: str, given: object) -> datetime | None:
    """A moment to the millisecond, in UTC; one without a zone is taken as UTC. Raises
    InvalidInput if it is none, or outside of the calendar."""
    if given is None:
        return None
    try:
        return _MOMENT.validate_python(given)
    except ValidationError as error:
        raise InvalidInput(explain(error, name)) from error


def whole_number(name: str, given: object, low: int, high: int | None = None) -> int:
    """A whole number from `low` to `high` (None: to what the stores can hold). Raises
    InvalidInput if it is none."""
    most = 2**53 if high is None else high
    is_number = isinstance(given, int) and not isinstance(given, bool)
    if not is_number or not low <= given <= most:  # type: ignore[operator]  # an int
        span = f"{low:,} or more" if high is None else f"{low:,} to {high:,}"
        raise InvalidInput(f"{name}: {span}, not {shown(given)}")
    return int(given)  # type: ignore[call-overload, no-any-return]  # an int


def flag(name: str, given: object) -> bool:
    """True or False. Raises InvalidInput for anything else."""
    if not isinstance(given, bool):
        raise InvalidInput(f"{name}: True or False, not {shown(given)}")
    return given


def not_a_plan(given: object) -> InvalidInput:
    """What to raise where the plan of a recall is needed."""
    if given is None:
        return InvalidInput(
            "plan: None; a recall without a plan found nothing to follow or to report "
            "on: do the task, then learn(…) what was done"
        )
    return InvalidInput(
        f"plan: the plan of a recall is needed, not {type(given).__name__}"
    )


def no_such(what: str, given: str, known: Iterable[str]) -> str:
    """That there is none of this name, with the one that was meant, or with all."""
    names = sorted(known)
    if near := difflib.get_close_matches(given, names, n=1):
        return f"{what}: no {shown(given)} here; did you mean {near[0]!r}?"
    listed = ", ".join(map(shown, names[:LISTED])) + " …" * (len(names) > LISTED)
    return f"{what}: no {shown(given)} here; there are: {listed or '–'}"


def callback(given: Callback | None, name: str = "progress") -> Callback | None:
    """A function of the caller's. Raises InvalidInput for what can't be called: before
    anything is written."""
    if given is not None and not callable(given):
        raise InvalidInput(f"{name}: a function is needed, not {shown(given)}")
    return given


def embedding(given: Maker | None) -> Maker | None:
    """What makes vectors. Raises InvalidInput for what can't."""
    if given is not None and not (
        isinstance(getattr(given, "model", None), str)
        and isinstance(getattr(given, "dimensions", None), int)
        and callable(getattr(given, "embed", None))
    ):
        raise InvalidInput(
            "embedder: an object with model, dimensions and embed is needed, not "
            f"{shown(given)}"
        )
    return given


def share(name: str, given: object) -> float:
    """A number in 0..1. Raises InvalidInput if it is none."""
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not 0 <= given <= 1:  # type: ignore[operator]  # a number
        raise InvalidInput(f"{name}: a number in 0..1, not {shown(given)}")
    return float(given)  # type: ignore[arg-type]  # a number


def validated(shape: type[Shape], given: object, what: str) -> Shape:
    """The value of this shape that was given, or that a mapping of its fields makes.
    Raises InvalidInput naming the bad field."""
    if isinstance(given, Mapping):
        given = dict(given)
    try:
        return shape.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(explain(error, what)) from error
    except RecursionError as error:
        raise InvalidInput(f"{what}: nested too deeply") from error


def plain(given: object, what: str) -> object:
    """A JSON value with clean texts; what is none in it stays as it is, but for numbers
    beyond 64 bits, which become texts. Raises InvalidInput for what is nested too
    deeply or in itself, or holds too much."""
    try:
        return clean_foreign(given)
    except ValueError as error:
        raise InvalidInput(f"{what}: {str(error)[:200]}") from error


def file_path(given: object, what: str = "file") -> Path:
    """The path of a file or folder. Raises InvalidInput for what can't be one on this
    machine: no text, blank, with a NUL or half a character, or too long a name."""
    if not isinstance(given, str | Path) or not str(given).strip():
        raise InvalidInput(f"path: the name of a {what} is needed, not {shown(given)}")
    try:
        os.lstat(given)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass  # it can be one: whoever uses it says what is there
    except (ValueError, OSError) as error:
        reason = getattr(error, "strerror", None) or "it holds what no name may hold"
        raise InvalidInput(
            f"path: {shown(str(given))} can't be the name of a {what}: {reason}"
        ) from error
    return Path(given)


def refuse_special(path: Path) -> None:
    """Return where a file or nothing stands, or a link to one. Raises InvalidInput for
    a folder, and for a device, a pipe or a socket: they can't be read twice, and must
    not be replaced."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return  # nothing is there; whoever opens it says what is wrong
    if stat.S_ISDIR(mode):
        raise InvalidInput(f"path: {clean(str(path))} is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        raise InvalidInput(
            f"path: {clean(str(path))} is a device, a pipe or a socket; name a file"
        )
