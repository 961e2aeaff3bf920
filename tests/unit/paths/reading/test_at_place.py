"""What is said of a place at which nothing stands."""

from kgmem.model.source import ValueSource
from kgmem.paths.reading.at_place import seen_beside
from tests.unit.paths.reading.answers import shown, table

DAN = ValueSource(step=0, kind="element", role="cell", at=("cell", "Open", "", "Dan"))


def test_the_rows_that_are_there_are_told() -> None:
    seen = seen_beside(shown(*table()), [DAN])

    assert seen[0] == "Ann Lee, 3, 2026-11-20"
    assert len(seen) == 3
