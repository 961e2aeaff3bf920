"""A command's signature and docstring, as its help says them."""

from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner

from kgmem.interfaces.command import argument, command, group, option

SEEN: dict[str, Any] = {}


@group()
def jobs() -> None:
    """Look after jobs."""


@command(of=jobs)
def run_once(
    names: tuple[str, ...] = argument("NAME..."),
    into: Path | None = option("A folder.", "--to"),
    how: Literal["fast", "well"] = option("How.", default="well"),
    times: int = option("How often.", least=1, default=2),
    dry_run: bool = option("Only tell."),
    tags: tuple[str, ...] = option("A tag.", "--tag"),
) -> None:
    """Run jobs.

    All of them.

    Examples:
      jobs run-once a
    """
    SEEN.update(names=names, into=into, how=how, times=times, dry=dry_run, tags=tags)


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("", ((), None, "well", 2, False, ())),
        (
            "a b --to x --how fast --times 3 --dry-run --tag p --tag q",
            (("a", "b"), Path("x"), "fast", 3, True, ("p", "q")),
        ),
        ("--times 0", None),
        ("--how slow", None),
    ],
)
def test_a_signature_says_what_is_taken(
    given: str, values: tuple[object, ...] | None
) -> None:
    result = CliRunner().invoke(jobs, ["run-once", *given.split()])

    assert result.exit_code == (0 if values else 2)
    assert values in (None, tuple(SEEN.values()))
