"""Made patterns, and what learning and matching at a size says."""

from kgmem_bench.common.report import machine
from kgmem_bench.patterns.pattern_scale import (
    Order,
    ScaleResult,
    made_patterns,
    measure_learning,
    measure_matching,
    to_markdown,
)

from kgmem.model.texts.template import holes

ORDER = Order(sizes=(80,), patterns=60, queries=12)


def test_made_patterns_differ_and_are_the_same_for_the_same_seed() -> None:
    patterns = made_patterns(200, seed=1)

    assert len({one.pattern_id for one in patterns}) == 200
    assert patterns == made_patterns(200, seed=1)
    assert patterns != made_patterns(200, seed=2)


def test_the_slots_of_made_patterns_are_those_of_their_templates() -> None:
    for one in made_patterns(50):
        assert {slot.name for slot in one.slots} == {
            hole.slot for hole in holes(one.template)
        }


def test_known_kinds_find_the_pattern_that_they_were_made_from() -> None:
    seconds, found = measure_matching(ORDER)

    right = {(one.asked, one.app): one.right for one in found}
    assert right["known kind", True] > right["unknown kind", True] == 0
    assert all(0 < one.p50 <= one.p95 for one in found)
    assert seconds > 0


def test_learning_counts_tasks_patterns_and_memory() -> None:
    found = measure_learning(ORDER, 80)

    assert 0 < found.tasks <= 80
    assert 0 < found.patterns <= found.members <= found.tasks
    assert found.peak_bytes is None or found.peak_bytes > 1_000_000


def test_the_report_shows_each_size_and_each_sort_of_text() -> None:
    seconds, matching = measure_matching(ORDER)
    learned = measure_learning(ORDER, 80)
    result = ScaleResult("pattern-scale", machine(), True, [learned], seconds, matching)

    text = to_markdown(result)

    assert "| 80 |" in text
    assert text.count("known kind |") == 4
