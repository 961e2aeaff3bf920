"""What agents did in a browser, where its readers are installed and where not."""

from collections.abc import Iterator
from typing import Any

import pytest

from kgmem import MissingExtra
from kgmem.learn.histories import browsers
from kgmem.learn.histories.read import read_history

CLICK = {"tool": "browser_click", "arguments": {"ref": "e5", "element": "Go button"}}
OWN = {"action": "click", "target": {"name": "Go"}}
BROWSER_USE = {"model_output": {"action": [{"go_back": {}}]}, "result": [{}]}


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if kgmem was installed without the extra."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: ())
    monkeypatch.setattr("kgmem.extras.find_spec", lambda _: None)
    browsers.tool_reader.cache_clear()
    browsers.entry_reader.cache_clear()
    yield
    browsers.tool_reader.cache_clear()
    browsers.entry_reader.cache_clear()


def actions(*entries: dict[str, Any]) -> list[str]:
    read = read_history(entries, is_successful=True, source_task_id="r", task="Go")
    return [step.action for step in read.trajectory.steps]


def test_what_was_done_in_a_browser_is_read() -> None:
    assert actions(CLICK, OWN) == ["click", "click"]
    assert actions(BROWSER_USE) == ["back"]


@pytest.mark.parametrize("entry", [CLICK, BROWSER_USE])
def test_without_its_reader_it_is_not_guessed(
    without: None, entry: dict[str, Any]
) -> None:
    with pytest.raises(MissingExtra, match=r"kgmem\[formats\]"):
        actions(entry)


def test_other_histories_are_read_without_it(without: None) -> None:
    assert actions(OWN, {"tool": "click", "arguments": {"name": "Go"}}) == ["click"] * 2
