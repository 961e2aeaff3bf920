"""The files that are handed in: each says what it is called."""

from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

from kgmem_bench.field.scenario import Scenario


@contextmanager
def papers(folder: Path, scenarios: list[Scenario]) -> Iterator[None]:
    """Within it, they are in the working directory."""
    names = [
        name
        for one in scenarios
        for act in one.acts
        if act.do == "upload"
        for values in one.values
        for name in act.filled(values).value.split("\n")
    ]
    for name in names:
        (folder / name).write_text(f"This is {name}\n", encoding="utf-8")
    with chdir(folder):
        yield
