"""The definition that answers about facts are compared to, and the measurement."""

from kgmem_bench.facts.as_of import bench_as_of, checks, to_markdown
from kgmem_bench.facts.as_of_history import MULTI, SINGLE, Told, holds

LATE = 99


def told(
    place: str,
    start: int | None,
    end: int | None = None,
    at: int = 0,
    predicate: str = SINGLE,
    retracted: bool = False,
) -> Told:
    return Told("Ann", predicate, place, start, end, at, "cv", retracted)


def test_a_later_place_ends_an_earlier_one() -> None:
    said = [told("A", 10), told("B", 20), told("C", 30, 35)]

    held = [holds(said, day, LATE) for day in (9, 10, 20, 30, 35)]
    assert held == [set(), {"A"}, {"B"}, {"C"}, set()]


def test_a_stated_end_stands_beside_a_later_start() -> None:
    assert holds([told("A", 10, 30), told("B", 20)], 25, LATE) == {"A", "B"}


def test_what_was_seen_first_is_open_to_the_past() -> None:
    said = [told("A", None, at=10), told("B", None, at=20), told("A", None, at=30)]

    held = [holds(said, day, LATE) for day in (1, 20, 31)]
    assert held == [{"A"}, {"B"}, {"A"}]


def test_only_what_was_known_counts() -> None:
    said = [told("A", 10, at=10), told("A", 10, at=40, retracted=True)]

    assert [holds(said, 20, day) for day in (9, 10, 40)] == [set(), {"A"}, set()]


def test_several_values_end_nothing() -> None:
    said = [told("A", 10, predicate=MULTI), told("B", 20, predicate=MULTI)]

    assert holds(said, 25, LATE) == {"A", "B"}


def test_the_memory_answers_as_defined() -> None:
    result = bench_as_of(seeds=[2], subjects=2, questions=5, facts=20)

    mine = [score for score in result.scores if score.way == "memory"]
    assert sum(score.questions for score in mine) == 2 * 4 * 2 * 5
    assert [score.exact for score in mine] == [score.questions for score in mine]
    assert checks(result)[0].value == 1.0
    assert "last recorded" in to_markdown(result)
