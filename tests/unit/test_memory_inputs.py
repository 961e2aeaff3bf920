"""Whatever is given to a memory: an answer, or an error that names the field."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem import InvalidInput, KgmemError, Memory, NotFound
from tests.doubles import WordEmbedder


class Odd:
    """Nothing that is known here, by the same name in each process."""

    def __repr__(self) -> str:
        return "an odd object"


ODD_OBJECT = Odd()
ODD: list[Any] = [5, b"x", ["a"], {"a": 1}, ODD_OBJECT]


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


@pytest.mark.parametrize(
    "name", ["app", "domain", "intent", "device", "app_version", "url", "page_hint"]
)
@pytest.mark.parametrize("odd", [5, ["a"], {"a": 1}, ODD_OBJECT], ids=repr)
def test_recall_refuses_what_is_no_text(memory: Memory, name: str, odd: Any) -> None:
    with pytest.raises(InvalidInput, match=name.removeprefix("page_")):
        memory.recall("Open settings", **{name: odd})


@pytest.mark.parametrize("odd", [5, "text", [5], [{"box": 1}], ["button"]], ids=repr)
def test_recall_names_the_bad_element(memory: Memory, odd: Any) -> None:
    with pytest.raises(InvalidInput, match="elements"):
        memory.recall("Open settings", elements=odd)


@pytest.mark.parametrize("odd", [*ODD, None, "", " \n", "x" * 20_001], ids=str)
def test_recall_refuses_what_is_no_task(memory: Memory, odd: Any) -> None:
    with pytest.raises(InvalidInput, match="task"):
        memory.recall(odd)


@pytest.mark.parametrize("odd", [0, 101, -1, "3", None, 2.5])
def test_recall_refuses_a_number_of_answers_that_is_none(
    memory: Memory, odd: Any
) -> None:
    with pytest.raises(InvalidInput, match="top_n"):
        memory.recall("Open settings", top_n=odd)


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


@pytest.mark.parametrize("odd", [*ODD, None], ids=repr)
def test_cypher_refuses_what_is_no_text(memory: Memory, odd: Any) -> None:
    with pytest.raises(InvalidInput, match="query"):
        memory.cypher(odd)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_ids_are_texts(memory: Memory, odd: Any) -> None:
    with pytest.raises(InvalidInput, match="experience_id"):
        memory.experience(odd)
    with pytest.raises(InvalidInput, match="task_id"):
        memory.forget(task_id=odd)


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


@pytest.mark.parametrize("odd", [None, 5, b"x", "a\x00b"], ids=ascii)
def test_folder_is_a_path(odd: Any) -> None:
    with pytest.raises(InvalidInput, match="path"):
        Memory.open(odd, embedder=WordEmbedder())
