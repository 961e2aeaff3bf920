"""`kgmem export` and `kgmem clear`."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kgmem import Memory
from kgmem.interfaces.commands.transfer import clear, export
from kgmem.interfaces.opening import Opening
from tests.copies import copied


@pytest.fixture
def opening(
    tmp_path: Path, learned_home: Path, monkeypatch: pytest.MonkeyPatch
) -> Opening:
    """The memory of two runs."""
    monkeypatch.setenv("KGMEM_EMBEDDING", "ngram")
    return Opening(copied(learned_home, tmp_path / "memory"))


def run(
    command: click.Command, opening: Opening, *args: object, input: str | None = None
) -> Result:
    """The command's result on this memory."""
    return CliRunner().invoke(command, [*map(str, args)], obj=opening, input=input)


def stats(opening: Opening) -> dict[str, object]:
    with opening.memory() as memory:
        return memory.stats()


def test_an_export_says_what_is_in_it_and_can_be_imported(
    opening: Opening, tmp_path: Path
) -> None:
    result = run(export, opening, tmp_path / "x.jsonl.gz")

    assert result.exit_code == 0
    assert ": 2 runs, " in result.stdout
    with Memory.open(tmp_path / "other", settings={"embedding": "ngram"}) as other:
        other.import_from(tmp_path / "x.jsonl.gz")
        assert other.stats()["experiences"] == 2


def test_a_file_that_is_there_needs_force(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")

    refused = run(export, opening, tmp_path / "mine")
    forced = run(export, opening, tmp_path / "mine", "--force")

    assert "--force" in str(refused.exception)
    assert forced.exit_code == 0


def test_clear_asks_first(opening: Opening) -> None:
    no = run(clear, opening, "--kind", "tasks", input="n\n")

    assert no.exit_code == 1
    assert "all tasks with their runs and patterns of space 'default'?" in no.stderr
    assert stats(opening)["tasks"] == 2

    yes = run(clear, opening, "--kind", "tasks", input="y\n")

    assert "cleared all tasks" in yes.stdout
    assert yes.stdout.endswith(": 2\n")
    assert stats(opening)["tasks"] == stats(opening)["points"] == 0


@pytest.mark.parametrize("kind", ["tasks", "patterns", "facts", "documents", "all"])
def test_clear_takes_every_kind_without_a_question_if_told_so(
    opening: Opening, kind: str
) -> None:
    result = run(clear, opening, "--kind", kind, "--yes")

    assert result.exit_code == 0
    assert stats(opening)["tasks"] == (0 if kind in ("tasks", "all") else 2)
