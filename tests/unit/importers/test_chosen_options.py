"""Options of a list, as Playwright's scripts, recordings and traces name them."""

import json
from pathlib import Path

import pytest

from kgmem import ImportedRun, Source
from kgmem.interfaces.importers.playwright_options import BY_VALUE
from kgmem.learn.importing.registry import importer

PYTHON = """from playwright.sync_api import Page
page.goto("http://shop.example/")
page.get_by_label("Size").{call}
"""
JAVASCRIPT = """import {{ test }} from '@playwright/test';
await page.goto('http://shop.example/');
await page.getByLabel('Size').{call};
"""


def read(path: Path, text: str, format: str) -> ImportedRun:
    path.write_text(text, encoding="utf-8")
    [run] = importer(format).read(Source.of(path))
    assert isinstance(run, ImportedRun)
    return run


def values(run: ImportedRun) -> list[str | None]:
    return [step.value for step in run.run["steps"] if step.action == "select"]


@pytest.mark.parametrize(
    ("call", "chosen", "guessed"),
    [
        ('select_option("l")', ["l"], True),
        ('select_option(label="Large")', ["Large"], False),
        ('select_option(value="l")', ["l"], True),
        ('select_option(["l", "xl"])', ["l", "xl"], True),
        ('select_option(label=["Large", "Huge"])', ["Large", "Huge"], False),
    ],
)
def test_python_names_options(
    tmp_path: Path, call: str, chosen: list[str], guessed: bool
) -> None:
    text = PYTHON.format(call=call)

    run = read(tmp_path / "t.py", text, "playwright-script")

    assert values(run) == chosen
    assert (BY_VALUE in run.guessed) is guessed
    assert run.refused == ()


@pytest.mark.parametrize(
    ("call", "chosen", "guessed"),
    [
        ("selectOption('l')", ["l"], True),
        ("selectOption({ label: 'Large' })", ["Large"], False),
        ("selectOption([{ label: 'Large' }, { value: 'xl' }])", ["Large", "xl"], True),
    ],
)
def test_javascript_names_options(
    tmp_path: Path, call: str, chosen: list[str], guessed: bool
) -> None:
    text = JAVASCRIPT.format(call=call)

    run = read(tmp_path / "t.ts", text, "playwright-script")

    assert values(run) == chosen
    assert (BY_VALUE in run.guessed) is guessed
    assert run.refused == ()


@pytest.mark.parametrize("call", ["select_option(index=2)", "select_option([])"])
def test_option_that_is_named_by_place_or_not_at_all_is_refused(
    tmp_path: Path, call: str
) -> None:
    text = PYTHON.format(call=call)

    run = read(tmp_path / "t.py", text, "playwright-script")

    assert values(run) == []
    [refused] = run.refused
    assert "label" in refused.reason
    assert refused.place.endswith(":3")


def test_recording_chooses_each_of_several_options(tmp_path: Path) -> None:
    lines = [
        {"browserName": "chromium", "contextOptions": {}},
        {
            "name": "select",
            "selector": 'internal:label="Size"i',
            "options": ["l", "xl"],
            "signals": [],
        },
    ]
    text = "\n".join(map(json.dumps, lines))

    run = read(tmp_path / "r.jsonl", text, "playwright-codegen")

    assert values(run) == ["l", "xl"]
