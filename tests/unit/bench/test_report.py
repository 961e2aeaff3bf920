"""How results are shown."""

import subprocess
from pathlib import Path

import pytest
from kgmem_bench.common.report import Check, checks_table, commit

NAN = float("nan")


def test_what_is_not_met_stands_out() -> None:
    checks = [
        Check("ratio", 1.6, 1.5, "×", "low", "required"),
        Check("rate", NAN, 500, "runs/s", "high", "aim"),
    ]

    shown = checks_table(checks).splitlines()

    assert shown[2] == "| ratio | 1.60 × | ≤ 1.5 × | required | NOT MET |"
    assert shown[3] == "| rate | – | ≥ 500 runs/s | aim | not measured |"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one commit."""
    (tmp_path / "kgmem").mkdir()
    (tmp_path / "kgmem" / "code.py").write_text("x = 1\n")
    settings = ["-c", "user.name=a", "-c", "user.email=a@b.example"]
    for args in (["init", "-q"], ["add", "."], [*settings, "commit", "-qm", "first"]):
        subprocess.run(["git", "-C", str(tmp_path), *args], check=True)
    return tmp_path


def test_changed_code_is_not_passed_off_as_its_commit(checkout: Path) -> None:
    (checkout / "kgmem" / "code.py").write_text("x = 2\n")

    assert str(commit(checkout)).endswith(" with changes")
