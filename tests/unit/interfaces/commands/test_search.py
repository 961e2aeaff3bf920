"""`kgmem search`."""

from pathlib import Path

import pytest

from kgmem import Memory
from tests.contracts.test_documents import CHINESE, HANDBOOK
from tests.copies import copied
from tests.unit.interfaces.conftest import Kgmem


@pytest.fixture(scope="module")
def filled_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filled") / "kgmem"
    with Memory.open(home, settings={"embedding": "ngram"}) as memory:
        memory.add_document(text=HANDBOOK, source="handbook.md", app="shop")
        memory.add_document(text=CHINESE, source="手册.md")
        memory.add_fact("Refunds need the order number", source="hr")
        memory.learn({"task": "Refund the last order", "app": "shop"})
    return home


@pytest.fixture
def filled(kgmem: Kgmem, filled_home: Path, tmp_path: Path) -> Kgmem:
    copied(filled_home, tmp_path / "kgmem")
    return kgmem


def test_hits_say_what_they_are_and_where_from(filled: Kgmem) -> None:
    result = filled("search", "When do refunds go back to the card?", "--why")

    assert result.exit_code == 0
    assert "chunk    Refunds go back to the card." in result.stdout
    assert "from handbook.md" in result.stdout
    assert "words: " in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((), 2),
        (("x", "--top-n", "0"), 2),
        (("x", "--kind", "page"), 2),
        (("x", "--since", "soon"), 2),
        (("x", "--min-score", "2"), 2),
        (("x", "--since", "2026-02-01", "--until", "2026-01-01"), 1),
        ((" ",), 1),
    ],
)
def test_what_can_t_be_asked(kgmem: Kgmem, args: tuple[str, ...], code: int) -> None:
    result = kgmem("search", *args)

    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr


def test_secret_in_the_query_is_neither_told_nor_logged(
    filled: Kgmem, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "sk-" + "a1B2c3D4" * 6

    with caplog.at_level("DEBUG"):
        result = filled("search", f"refund with the key {secret}", "--why")

    assert result.exit_code == 0
    assert "a1B2c3D4" not in result.output + caplog.text
    logs = [path for path in tmp_path.rglob("*.log*") if path.is_file()]
    assert not any(b"a1B2c3D4" in path.read_bytes() for path in logs)
