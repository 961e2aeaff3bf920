"""Whatever is given to a memory: an answer, or an error that names the field."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem import InvalidInput, KgmemError, Memory, NotFound
from tests.doubles import WordEmbedder


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("inputs")
    with Memory.open(folder / "m", embedder=WordEmbedder()) as memory:
        memory.learn(
            {
                "task": "Open settings",
                "app": "phone",
                "outcome": "success",
                "steps": [{"action": "click", "target": {"name": "Gear"}}],
            }
        )
        yield memory


@pytest.mark.parametrize("blank", ["", "  ", None])
def test_blank_app_asks_for_none(memory: Memory, blank: str | None) -> None:
    assert memory.recall("Open settings", app=blank).route == "direct_replay"


@given(
    task=st.text(min_size=1, max_size=40),
    app=st.none() | st.text(max_size=8),
    url=st.none() | st.text(max_size=20),
)
def test_any_text_gets_an_answer_or_a_reason(
    memory: Memory, task: str, app: str | None, url: str | None
) -> None:
    try:
        found = memory.recall(task, app=app, url=url)
    except KgmemError:
        return

    found.to_prompt().encode()
    assert 0 <= found.confidence <= 1
    assert 0 <= found.familiarity <= 1
    assert found.reasons


# --- tenants ---------------------------------------------------------------------


@pytest.mark.parametrize("odd", [None, 5, "", "  ", "a\x00b", "\ud800"], ids=ascii)
def test_space_is_taken_as_it_is_or_not_at_all(memory: Memory, odd: Any) -> None:
    """Cleaned, two names could become one tenant."""
    with pytest.raises(InvalidInput, match="space"):
        memory.in_space(odd)


# --- operating -------------------------------------------------------------------


@pytest.mark.parametrize("unknown", ["nowhere", "\ud800", "' OR 1=1", "$space"])
def test_unknown_ids_are_not_found(memory: Memory, unknown: str) -> None:
    with pytest.raises(NotFound):
        memory.experience(unknown)
    with pytest.raises(NotFound):
        memory.forget(experience_id=unknown)


def test_forget_takes_one_id(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="one of"):
        memory.forget()
    with pytest.raises(InvalidInput, match="one of"):
        memory.forget(task_id="a", experience_id="b")
