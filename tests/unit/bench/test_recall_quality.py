"""The benchmark of recall: what it learns and what it asks."""

from kgmem_bench.data_sets import ROWS
from kgmem_bench.recall.recall_sets import scenarios

from kgmem.model.base import normalize


def test_what_is_asked_was_not_learned_and_what_is_relevant_was() -> None:
    for scenario in scenarios(ROWS, quick=True):
        texts = {normalize(run.task) for run in scenario.runs}
        learned = {run.source_task_id for run in scenario.runs}
        halves: dict[str, set[bool]] = {}

        for query in scenario.queries:
            assert normalize(query.text) not in texts
            assert query.relevant <= learned
            assert query.known is None or query.known == bool(query.relevant)
            halves.setdefault(query.group, set()).add(query.tuning)

        assert all(len(half) == 1 for half in halves.values())
