"""A set is sealed unread, and opened by one version."""

import json
from pathlib import Path

import pytest
from kgmem_bench.common.seals import opened, sealed
from kgmem_bench.common.written_kinds import written_kinds

from kgmem import InvalidInput


@pytest.fixture
def kinds(tmp_path: Path) -> Path:
    path = tmp_path / "kinds.json"
    first = next(written_kinds())
    path.write_text(json.dumps([first]), encoding="utf-8")
    return path


def test_a_sealed_set_is_opened_by_one_version_alone(
    kinds: Path, tmp_path: Path
) -> None:
    seals = tmp_path / "seals.toml"
    sealed("spring", kinds, seals)

    first, again = opened(kinds, "0.3.0", seals), opened(kinds, "0.3.0", seals)

    assert first == again == json.loads(kinds.read_text(encoding="utf-8"))
    with pytest.raises(InvalidInput, match=r"0\.3\.0 opened it"):
        opened(kinds, "0.4.0", seals)


def test_what_was_changed_after_it_was_sealed_is_not_opened(
    kinds: Path, tmp_path: Path
) -> None:
    seals = tmp_path / "seals.toml"
    sealed("spring", kinds, seals)
    kinds.write_text(kinds.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    with pytest.raises(InvalidInput, match="no seal has its checksum"):
        opened(kinds, "0.3.0", seals)


@pytest.mark.parametrize("text", ["no JSON", "[]", '[{"wording": "Buy {x}"}]', "7"])
def test_what_is_no_file_of_kinds_is_not_sealed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kinds.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInput, match="no JSON list of kinds"):
        sealed("spring", path, tmp_path / "seals.toml")

    assert not (tmp_path / "seals.toml").exists()


def test_a_name_is_sealed_once(kinds: Path, tmp_path: Path) -> None:
    seals = tmp_path / "seals.toml"
    sealed("spring", kinds, seals)

    with pytest.raises(InvalidInput, match="sealed already"):
        sealed("autumn", kinds, seals)
