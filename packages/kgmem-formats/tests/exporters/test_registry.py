"""Formats are found by name."""

from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from kgmem import ExportedPattern, Memory
from kgmem.memory import exporting
from kgmem.model.exported import PatternSource
from tests.contracts.memory_patterns import ITEMS, search

FORMATS = [
    "chrome-recorder",
    "playwright-python",
    "playwright-typescript",
    "skill",
]


@pytest.fixture
def memory(memory: Memory) -> Memory:
    for n, item in enumerate(ITEMS):
        memory.learn(search(item, f"r{n}"))
    memory.generalize()
    return memory


def first_id(memory: Memory) -> str:
    return memory.patterns()[0].pattern_id


@pytest.mark.parametrize("form", FORMATS)
def test_a_learned_pattern_is_written_in_each(memory: Memory, form: str) -> None:
    made = memory.export_pattern(first_id(memory), form)

    assert made.format == form
    assert made.text.endswith("\n")
    assert made.name == Path(made.name).name


def of_another_package(
    source: PatternSource, options: Mapping[str, Any]
) -> ExportedPattern:
    name = source.pattern.template
    return ExportedPattern(format="plain", name="a.txt", text=f"{name} {dict(options)}")


def add_format(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    added = {name: EntryPoint(name, value, exporting.GROUP)}
    monkeypatch.setattr(exporting, "formats", lambda: added)


def test_another_package_adds_one(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_format(monkeypatch, "plain", f"{__name__}:of_another_package")
    monkeypatch.setattr(
        EntryPoint, "load", lambda one: globals()[one.value.partition(":")[2]]
    )

    made = memory.export_pattern(first_id(memory), "plain", size=3)

    assert made.text == "Search for {query} {'size': 3}"
