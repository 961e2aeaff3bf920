"""Tenants: a space sees its own and nothing else, however the spaces mix."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from kgmem import Memory
from tests.doubles import WordEmbedder
from tests.examples import examples

SPACES = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("spaces")
    with Memory.open(folder / "m", embedder=WordEmbedder()) as memory:
        yield memory


@examples(15, HealthCheck.function_scoped_fixture)
@given(
    spaces=st.lists(
        SPACES.filter(lambda s: bool(s.strip())), min_size=2, max_size=3, unique=True
    ),
    number=st.integers(0, 10**9),
)
def test_no_leak_and_no_starved_top_k(
    shared: Memory, spaces: list[str], number: int
) -> None:
    mine, *others = [f"{space}{number}" for space in spaces]
    for other in others:  # many that are nearer than anything of mine
        shared.in_space(other).learn_many(
            {"task": f"buy a lamp {n}", "outcome": "success", "source_task_id": str(n)}
            for n in range(25)
        )
    memory = shared.in_space(mine)
    for n in range(3):
        memory.learn(
            {
                "task": f"lamp of mine {n}",
                "outcome": "success",
                "source_task_id": str(n),
            }
        )

    found = memory.recall("buy a lamp 1", top_n=3)

    assert {e.task for e in found.experiences} == {
        f"lamp of mine {n}" for n in range(3)
    }
    assert memory.stats()["experiences"] == 3
