"""Answers kept in memory: which stay, which go."""

from kgmem.replay.recent import Recent


def test_what_was_made_before_a_drop_is_not_kept_after_it() -> None:
    recent: Recent[str] = Recent(2)

    def made_meanwhile() -> str:
        recent.drop("s")  # another thread learned a run
        return "of the old runs"

    told = recent.get(("s", 1), made_meanwhile)
    drops = recent.drops
    recent.drop("s")
    recent.put(("s", 2), "of the old runs", drops)

    assert told == "of the old runs"
    assert (recent.peek(("s", 1)), recent.peek(("s", 2))) == (None, None)


def test_drop_of_some_names_leaves_others_and_other_spaces() -> None:
    recent: Recent[int] = Recent(4)
    for space, name in (("s", "x"), ("s", "y"), ("t", "x")):
        recent.put((space, name), 1, recent.drops)

    recent.drop_each("s", ["x", "never kept"])

    kept = [recent.peek(key) for key in (("s", "x"), ("s", "y"), ("t", "x"))]
    assert kept == [None, 1, 1]
