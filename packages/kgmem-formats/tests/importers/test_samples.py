"""Each format's sample is recognised, read and learned; what is secret stays out."""

import json
from pathlib import Path

import pytest

from kgmem import Memory
from tests.importers.conftest import FORMATS, SAMPLES, format_of
from tests.importers.golden import converted, golden_of

TASK = 'Order a "lamp" to "Oslo"'
TASKS = {"selenium-ide": "Order a lamp"}
"""Of a sample that holds several runs: what the one is called."""
TELLING = {"browser-use", "mobilerun"}
"""Formats that say whether a run succeeded."""
SECRETS = (b"Zebra-4711-qux", b"sk-Trace-8121-kyv")
"""A password that was typed in, a key in a header."""


@pytest.mark.parametrize("sample", SAMPLES)
def test_it_is_read_as_what_was_written_down(sample: str) -> None:
    golden = json.loads(golden_of(sample).read_text(encoding="utf-8"))

    found = converted(FORMATS / SAMPLES[sample])

    assert found == golden
    assert found["format"] == format_of(sample)


@pytest.mark.parametrize("sample", SAMPLES)
def test_it_is_learned_and_known_again(memory: Memory, sample: str) -> None:
    path = FORMATS / SAMPLES[sample]

    first = memory.learn_from(path, task=TASKS.get(sample, TASK))
    again = memory.learn_from(path, task=TASKS.get(sample, TASK))

    assert first.format == format_of(sample)
    assert first.because
    assert first.report.stored >= 1
    assert first.report.failed == 0
    assert (again.report.stored, again.report.duplicates) == (0, first.report.stored)
    outcomes = {
        memory.experience(one.experience_id).outcome for one in first.report.items
    }
    assert outcomes == ({"success"} if format_of(sample) in TELLING else {"unknown"})


def test_secrets_reach_no_store(memory: Memory, new_home: Path) -> None:
    held = b"".join(
        (FORMATS / name).read_bytes()
        for name in SAMPLES.values()
        if (FORMATS / name).suffix in (".json", ".jsonl", ".side", ".txt", ".yaml")
    )
    assert SECRETS[0] in held  # else there would be nothing to look for

    for name in SAMPLES.values():
        memory.learn_from(FORMATS / name, task=None if name.endswith(".side") else TASK)
    memory.flush()

    files = [file for file in new_home.rglob("*") if file.is_file()]
    shown = {
        file for file in files for secret in SECRETS if secret in file.read_bytes()
    }
    assert not shown
