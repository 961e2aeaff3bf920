"""The command line in this process, on an embedded memory of the test's own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kgmem import Memory
from kgmem.interfaces.cli import cli
from tests.copies import copied

Kgmem = Callable[..., Result]

RUNS: list[dict[str, Any]] = [
    {"task": "Search for a red mouse", "app": "shop", "outcome": "success",
     "source_task_id": "mouse-1",
     "steps": [{"action": "type", "value": "red mouse",
                "target": {"role": "textbox", "name": "Search"},
                "page_before": {"url": "https://shop.example/"}},
               {"action": "click", "target": {"role": "button", "name": "Go"},
                "page_before": {"url": "https://shop.example/"},
                "page_after": {"url": "https://shop.example/s?q=red+mouse"}}]},
    {"task": "退掉最近的订单", "app": "商店", "outcome": "failure",
     "source_task_id": "退货-1",
     "steps": [{"action": "click", "target": {"role": "button", "name": "退货"},
                "error": "按钮没有反应"}]},
]  # fmt: skip


@pytest.fixture
def kgmem(monkeypatch: pytest.MonkeyPatch) -> Kgmem:
    """Runs `kgmem …` with the hashing embedder; `input` becomes standard input."""
    monkeypatch.setenv("KGMEM_EMBEDDING", "ngram")
    monkeypatch.setenv("COLUMNS", "80")
    runner = CliRunner()

    def run(*args: str, input: str | bytes | None = None) -> Result:
        return runner.invoke(cli, list(args), input=input)

    return run


@pytest.fixture(scope="session")
def learned_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed memory that holds RUNS."""
    home = tmp_path_factory.mktemp("learned") / "kgmem"
    with Memory.open(home, settings={"embedding": "ngram"}) as memory:
        memory.learn_many(RUNS)
    return home


@pytest.fixture
def learned(kgmem: Kgmem, learned_home: Path, tmp_path: Path) -> Kgmem:
    """The same, on a memory that holds RUNS."""
    copied(learned_home, tmp_path / "kgmem")
    return kgmem
