"""`kgmem import` and `kgmem documents`."""

import json
from pathlib import Path

import pytest

from tests.contracts.test_documents import CHINESE, HANDBOOK
from tests.unit.interfaces.conftest import Kgmem


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with two documents, a broken one and something else."""
    docs = tmp_path / "docs"
    (docs / "zh").mkdir(parents=True)
    (docs / "handbook.md").write_text(HANDBOOK)
    (docs / "zh" / "手册.md").write_text(CHINESE, encoding="utf-8")
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7")
    (docs / "table.csv").write_text("subject,predicate,object\nAlice,likes,tea\n")
    return docs


def test_folder_is_imported_and_what_fails_is_named(kgmem: Kgmem, docs: Path) -> None:
    result = kgmem("import", str(docs), "--app", "shop")

    assert result.exit_code == 1
    assert "documents: 2 stored, 1 failed, 5 parts, in " in result.stdout
    assert f"{docs / 'broken.pdf'}: is no PDF that can be read" in result.stderr
    assert result.stderr.count("broken.pdf") == 1
    assert "kgmem search" in result.stderr
    listed = kgmem("documents").stdout
    assert "订单手册" in listed
    assert "app shop" in listed
    assert "3 parts, markdown" in " ".join(listed.split())


def test_one_bad_file_does_not_stop_the_others(
    kgmem: Kgmem, docs: Path, tmp_path: Path
) -> None:
    kgmem("export", str(tmp_path / "whole.jsonl"))
    whole = (tmp_path / "whole.jsonl").read_bytes()
    (tmp_path / "cut.jsonl").write_bytes(whole[: whole.index(b"\n") + 1])
    (tmp_path / "bad.csv").write_bytes(b"\x00\x01\x02\x03" * 100)

    result = kgmem(
        "import",
        *(str(tmp_path / name) for name in ("cut.jsonl", "bad.csv")),
        str(docs / "table.csv"),
        str(docs / "handbook.md"),
    )

    assert result.exit_code == 1
    assert "1 stored" in result.stdout
    assert f"memory of {tmp_path / 'cut.jsonl'}: 0 stored" in result.stdout
    assert "damaged" in result.stderr
    assert "binary file" in result.stderr
    assert len(json.loads(kgmem("documents", "--json").stdout)) == 1


def test_bad_rows_are_told_with_their_lines(kgmem: Kgmem, tmp_path: Path) -> None:
    path = tmp_path / "facts.csv"
    path.write_text("subject,predicate,object\nAlice,likes,tea\nBob,likes\n")

    result = kgmem("import", str(path))

    assert result.exit_code == 1
    assert "1 stored, 1 failed, in " in result.stdout
    assert "facts.csv, line 3: has 2 cells" in result.stderr
