"""What plays come to, and how it is told."""

import pytest
from kgmem_bench.miniwob.phases import OTHERS
from kgmem_bench.miniwob.plays import Play
from kgmem_bench.miniwob.report import checks
from kgmem_bench.miniwob.run import Found, MiniwobResult, TaskResult
from kgmem_bench.miniwob.scores import online, scores

PLAYS = [
    Play("A", "no memory", 1, "succeeded", 0, exploring=6),
    Play("B", "kgmem", 1, "succeeded", 2),
    Play("B", "script, XPath", 1, "succeeded", 2),
    Play("C3", "kgmem", 51, "succeeded", 2),
    Play("C3", "kgmem", 52, "wrong", 2),
    Play("C3", "kgmem", 53, "declined", 0, reason='"x" is too little'),
    Play(
        *("C3", "kgmem", 54, "handed over", 1),
        reason="step 2: not surely located",
        shown=False,
    ),
    Play("D", "no memory", 71, "succeeded", 0, exploring=10),
    Play("D", "no memory", 72, "succeeded", 0, exploring=8),
    Play("D", "kgmem", 71, "declined", 0, exploring=10, shortening=4),
    Play("D", "kgmem", 72, "succeeded", 2),
    Play("E", "kgmem", 1, "succeeded", 2, setting="ids"),
    Play("E", "kgmem", 51, "handed over", 1, setting="ids"),
    Play("E", "kgmem", 52, "succeeded", 2, setting="ids"),
    Play("E", "script, XPath", 1, "declined", 0, setting="block"),
    Play("F", "kgmem", 51, "declined", 0, setting=OTHERS),
]
FOUND = [
    Found(1, 6, 2, 1, 2),
    Found(51, 9, 3, 0, 2),
    Found(52, 250, 40, 0, None),
    Found(71, 10, 4, 4, 2),
    Found(72, 8, 3, 0, 2),
]
RESULT = TaskResult("enter-text", FOUND, PLAYS, {"recall": [10.0, 20.0]})


def test_shares_are_of_all_plays_and_wrong_ones_of_those_that_were_started() -> None:
    (similar, _) = (one for one in scores([RESULT]) if one.what.startswith("C3"))

    assert (similar.plays, similar.started) == (4, 3)
    assert similar.succeeded == similar.declined == 0.25
    assert similar.wrong == pytest.approx(1 / 3)
    assert (similar.hit, similar.explored) == (2, 9)


def test_what_the_page_does_not_show_is_counted_apart() -> None:
    similar = [one for one in scores([RESULT]) if one.what.startswith("C3")]
    result = MiniwobResult("miniwob", {}, "1", [RESULT])
    told = {one.what: one.value for one in checks(result)}

    assert [(one.plays, one.succeeded) for one in similar] == [(4, 0.25), (3, 1 / 3)]
    assert told["similar after 3 paths, by heart, all"] == 0.25
    shown = told["similar after 3 paths, by heart, where the page shows it"]
    assert shown == pytest.approx(1 / 3)


def test_a_stream_is_charged_with_its_misses() -> None:
    told = online("enter-text", [RESULT])

    assert (told.without, told.with_memory, told.replayed) == (18, 12, 1)
    assert (told.ratio, told.strict_ratio) == (1.5, 18 / 16)
    assert told.best_ratio == 18 / 4, "two steps on each of the two seeds"
    assert told.of_possible == 1.0, "ten actions for a first path, then its two steps"
    assert told.decisions == 11, "ten actions are explored, and one plan is followed"
