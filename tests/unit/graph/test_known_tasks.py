"""What came of each path of a task, kept as one text."""

from kgmem.graph.known_tasks import (
    MAX_PATHS,
    PathTally,
    paths_of,
    paths_text,
    with_replays,
    with_success,
)


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
