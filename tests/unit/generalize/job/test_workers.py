"""Apps worked on at once come to what one after the other does."""

import pytest

from kgmem.generalize.job.workers import Workers
from kgmem.generalize.plain import TaskRuns

APPS = [
    [
        TaskRuns(f"{app}{n}", f"Find {thing} in {app}", app)
        for n, thing in enumerate(("hats", "shoes", "blue bags"))
    ]
    for app in ("Shop", "Mail")
]


@pytest.mark.slow
def test_many_at_once_give_what_one_gives() -> None:
    alone = list(Workers()(APPS, None))
    at_once = list(Workers(jobs=2)(APPS, None))
    assert [built.patterns for built in at_once] == [b.patterns for b in alone]
    assert all(built.patterns for built in alone)
