"""Answers kept in memory: which stay, which go."""

from kgmem.replay.recent import Recent


def test_value_is_made_once() -> None:
    recent: Recent[str] = Recent(2)

    made = [
        recent.get(("s", 1), lambda: "first"),
        recent.get(("s", 1), lambda: "again"),
    ]

    assert made == ["first", "first"]


def test_what_was_used_longest_ago_goes() -> None:
    recent: Recent[int] = Recent(2)
    for n in (1, 2):
        recent.put(("s", n), n, recent.drops)
    recent.peek(("s", 1))

    recent.put(("s", 3), 3, recent.drops)

    assert [recent.peek(("s", n)) for n in (1, 2, 3)] == [1, None, 3]


def test_drop_takes_one_space_alone() -> None:
    recent: Recent[int] = Recent(4)
    recent.put(("a", 1), 1, recent.drops)
    recent.put(("b", 1), 2, recent.drops)

    recent.drop("a")

    assert (recent.peek(("a", 1)), recent.peek(("b", 1))) == (None, 2)


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
