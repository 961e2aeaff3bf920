"""`kgmem learn`: files, standard input, broken lines, the exit code."""

import json
from pathlib import Path

from tests.unit.interfaces.conftest import RUNS, Kgmem


def lines(*runs: object) -> str:
    return "".join(json.dumps(run, ensure_ascii=False) + "\n" for run in runs)


def test_from_standard_input(kgmem: Kgmem) -> None:
    result = kgmem("learn", "-", input=lines(*RUNS))

    assert result.exit_code == 0
    assert result.stdout.startswith("stored 2, known before 0, failed 0")


def test_what_is_bad_is_named_and_the_rest_is_learned(
    kgmem: Kgmem, tmp_path: Path
) -> None:
    bad_run = {"task": "x", "steps": [{"action": "klick"}]}
    file = tmp_path / "runs.jsonl"
    file.write_text(lines(RUNS[0], bad_run) + "{broken\n" + lines(RUNS[1]))

    result = kgmem("learn", str(file))

    assert result.exit_code == 1
    assert result.stdout.startswith("stored 2, known before 0, failed 2")
    first, second = result.stderr.splitlines()
    assert first.startswith(f"{file}:3: not JSON")
    assert second.startswith(f"{file}:2: ")
    assert "steps[0].action" in second


def test_a_broken_first_line_does_not_stop_the_others(
    kgmem: Kgmem, tmp_path: Path
) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text("{broken\n" + lines(*RUNS))

    result = kgmem("learn", str(file))

    assert result.stdout.startswith("stored 2, known before 0, failed 1")
    assert result.stderr.startswith(f"{file}:1: not JSON")


def test_a_file_without_a_run_is_no_fault(kgmem: Kgmem, tmp_path: Path) -> None:
    file = tmp_path / "runs.json"
    file.write_text("[]\n")

    result = kgmem("learn", str(file))

    assert (result.exit_code, result.stdout[:8]) == (0, "stored 0")


def test_a_file_that_holds_nothing_is_told(kgmem: Kgmem, tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text("\n")

    result = kgmem("learn", str(file))

    assert result.exit_code == 1
    assert result.stderr.startswith(f"{file}: it holds no run")


def test_retry_learns_what_failed(kgmem: Kgmem, tmp_path: Path) -> None:
    log = tmp_path / "kgmem" / "logs" / "failed_learning_tasks.jsonl"
    bad = {**RUNS[0], "outcome": "sucess"}
    assert kgmem("learn", "-", input=lines(bad)).exit_code == 1
    log.write_text(log.read_text().replace("sucess", "success"))

    result = kgmem("learn", "--retry-failed")

    assert result.exit_code == 0
    assert result.stdout.startswith("stored 1,")


def test_neither_files_nor_retry_is_wrong_usage(kgmem: Kgmem) -> None:
    assert kgmem("learn").exit_code == 2
    assert kgmem("learn", "-", "--retry-failed", input="").exit_code == 2
    assert kgmem("learn", "no-such-file").exit_code == 2
