"""The benchmark of routing: what it learns and what it asks."""

from kgmem_bench.data_sets import ROWS
from kgmem_bench.routing.routing_sets import AGAIN, stages

from kgmem.model.base import normalize


def test_other_wordings_and_the_paths_of_people_were_not_learned() -> None:
    paths = 0
    for one in stages(ROWS, quick=True):
        learned = {normalize(run.task) for run in one.scenario.runs}

        for ask in one.asks:
            assert (normalize(ask.query.text) in learned) is (ask.sort == AGAIN)
            for run in ask.done:
                assert normalize(run.task) == normalize(ask.query.text)
                assert run.outcome == "success"
                paths += 1

    assert paths > 20
