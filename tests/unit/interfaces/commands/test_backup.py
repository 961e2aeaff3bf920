"""`kgmem backup`, `kgmem restore` and `kgmem spaces`."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kgmem import InvalidInput, Memory
from kgmem.interfaces.commands.backup import backup, restore, spaces
from kgmem.interfaces.opening import Opening
from tests.copies import copied
from tests.doubles import WordEmbedder
from tests.unit.interfaces.conftest import RUNS

ODD = "团队 a/../b"


@pytest.fixture
def home(tmp_path: Path, learned_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A memory with runs in two spaces."""
    monkeypatch.setenv("KGMEM_EMBEDDING", "ngram")
    home = copied(learned_home, tmp_path / "memory")
    with Memory.open(home) as memory:
        memory.in_space(ODD).add_fact("Tea is at the left")
    return home


def run(command: click.Command, home: Path, *args: object) -> Result:
    """The command's result on this memory."""
    return CliRunner().invoke(command, [*map(str, args)], obj=Opening(home))


def test_what_was_backed_up_is_restored_elsewhere(home: Path, tmp_path: Path) -> None:
    told = run(backup, home, tmp_path / "kept")

    restored = run(restore, tmp_path / "other", tmp_path / "kept")

    assert (told.exit_code, restored.exit_code) == (0, 0)
    assert "2 spaces, 2 runs" in told.output
    assert run(spaces, tmp_path / "other").output.split("\n")[:2] == ["default", ODD]
    with Memory.open(tmp_path / "other") as memory:
        assert memory.stats()["experiences"] == len(RUNS)
        assert len(memory.in_space(ODD).facts()) == 1


def damaged(folder: Path) -> None:
    first = min(folder.glob("*.gz"))
    first.write_bytes(first.read_bytes()[:-9])


def missing(folder: Path) -> None:
    max(folder.glob("*.gz")).unlink()


def led_astray(folder: Path) -> None:
    manifest = folder / "manifest.json"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace('"0000-', '"../0000-'), "utf-8")


def without_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


@pytest.mark.parametrize("fault", [damaged, missing, led_astray, without_manifest])
def test_a_faulty_backup_is_refused_and_nothing_is_written(
    fault: object, home: Path, tmp_path: Path
) -> None:
    run(backup, home, tmp_path / "kept")
    assert callable(fault)
    fault(tmp_path / "kept")

    with (
        Memory.open(tmp_path / "other", embedder=WordEmbedder()) as memory,
        pytest.raises(InvalidInput, match="path: "),
    ):
        memory.restore_from(tmp_path / "kept")

    assert run(spaces, tmp_path / "other").output.strip() == ""


def test_what_stands_there_is_not_overwritten(home: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()

    told = run(backup, home, tmp_path / "kept")

    assert told.exit_code != 0
    assert [one.name for one in tmp_path.glob("*kept*")] == ["kept"]
