"""What came of each path of a task, kept as one text."""

from kgmem.graph.known_tasks import (
    MAX_PATHS,
    PathTally,
    newest_of_each,
    paths_of,
    paths_text,
    with_replays,
    with_replays_of,
    with_success,
)


def test_a_path_is_credited_with_its_own_successes() -> None:
    paths = with_success({}, "a", "r1", 1)
    paths = with_success(paths, "b", "r2", 0)
    paths = with_success(paths, "a", "r3", 1)

    kept = paths_of(paths_text(paths))

    assert (kept["a"].all_wins, kept["a"].all_verified) == (2, 2)
    assert (kept["b"].all_wins, kept["b"].all_verified) == (1, 0)
    assert kept["a"].runs == ("r3", "r1")


def test_replays_count_for_the_path_that_was_replayed_alone() -> None:
    paths = with_success(with_success({}, "a", "r1", 0), "b", "r2", 0)

    told = with_replays(paths, "a", wins=2, losses=1, verified=1)

    assert (told["a"].all_wins, told["a"].all_verified) == (3, 1)
    assert told["a"].replay_losses == 1
    assert told["b"] == paths["b"]
    assert with_replays(paths, "unknown", 1, 0, 0) == paths


def test_of_many_paths_the_newest_and_the_best_supported_are_kept() -> None:
    paths = {"good": PathTally(wins=9, verified=9, runs=("g",))}
    for n in range(20):
        paths = dict(with_success(paths, f"p{n}", f"r{n}", 0))
        paths = dict(paths_of(paths_text(paths)))

    assert len(paths) == MAX_PATHS
    assert {"good", "p19"} <= paths.keys()


def test_the_newest_run_of_each_path_comes_first() -> None:
    paths = {
        "lazy": PathTally(wins=2, runs=("l2", "l1")),
        "good": PathTally(wins=3, verified=3, runs=("g3", "g2", "g1")),
    }

    assert [*newest_of_each(paths)] == ["g3", "l2", "g2", "l1", "g1"]


def test_replays_stay_when_runs_are_counted_anew() -> None:
    before = {"a": PathTally(wins=2, replay_wins=4, replay_verified=1, runs=("r2",))}

    told = with_replays_of(with_success({}, "a", "r1", 0), before)

    assert (told["a"].wins, told["a"].replay_wins) == (1, 4)
