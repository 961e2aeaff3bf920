"""A stream of tasks with a memory and without: what is sent, and what is charged."""

import pytest
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.stream import run, tasks
from kgmem_bench.stream.report import to_markdown
from kgmem_bench.stream.site import act_of, pages_of
from kgmem_bench.stream.tasks import stream


def test_a_stream_is_the_same_again_and_has_all_sorts_of_tasks() -> None:
    asked = stream(300)

    assert asked == stream(300)
    assert {one.family for one in asked} == {
        *("plain", "other words", "tail", "option", "look-alike", "missing")
    }
    assert {one.app for one in asked} == {"shop", "office", "town"}


def test_what_was_entered_elsewhere_or_clicked_on_the_way_is_not_sent() -> None:
    asked = [one for one in stream(50) if len(one.path) > 2]
    pages, path = pages_of(asked)[asked[0].app], list(map(act_of, asked[0].path))
    elsewhere = ("type", "A field of no form", "x")

    sent = pages.sent(path)

    assert len(sent) == 1
    assert pages.sent([elsewhere, ("click", "Help", None), *path]) == sent
    assert pages.sent(path[:-1]) == []


@pytest.mark.slow
def test_a_memory_saves_calls_and_all_tasks_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run, "LEAST", 12)
    monkeypatch.setattr(run, "DRAWS", 1)
    monkeypatch.setattr(tasks, "REPEATS", 100)

    result = run.bench_stream(24, embedder=SyntheticEmbedder(), tell=lambda line: None)

    assert [len(window.outcomes) for window in result.windows] == [12, 12]
    assert all(
        one.calls <= one.calls_alone for w in result.windows for one in w.outcomes
    )
    assert [len(*draws) for draws in (result.repeats, result.unreported)] == [100, 100]
    assert "| all (24) |" in (page := to_markdown(result))
    assert "| 51–100 |" in page
