"""Options of a list, as Playwright's scripts, recordings and traces name them."""

import json
from pathlib import Path

import pytest

from kgmem import ImportedRun, Source
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


def chosen_in(run: ImportedRun) -> list[tuple[str | None, object]]:
    return [
        (step.value, step.params.get("option_by", "label"))
        for step in run.run["steps"]
        if step.action == "select"
    ]


@pytest.mark.parametrize(
    ("call", "chosen"),
    [
        ('select_option("l")', [("l", "value")]),
        ('select_option(label="Large")', [("Large", "label")]),
        ('select_option(value="l")', [("l", "value")]),
        ("select_option(index=2)", [("2", "index")]),
        ('select_option(["l", "xl"])', [("l", "value"), ("xl", "value")]),
        (
            'select_option(label=["Large", "Huge"])',
            [("Large", "label"), ("Huge", "label")],
        ),
    ],
)
def test_python_names_options(
    tmp_path: Path, call: str, chosen: list[tuple[str, str]]
) -> None:
    text = PYTHON.format(call=call)

    run = read(tmp_path / "t.py", text, "playwright-script")

    assert chosen_in(run) == chosen
    assert run.refused == ()


@pytest.mark.parametrize(
    ("call", "chosen"),
    [
        ("selectOption('l')", [("l", "value")]),
        ("selectOption({ label: 'Large' })", [("Large", "label")]),
        (
            "selectOption([{ label: 'Large' }, { value: 'xl' }])",
            [("Large", "label"), ("xl", "value")],
        ),
    ],
)
def test_javascript_names_options(
    tmp_path: Path, call: str, chosen: list[tuple[str, str]]
) -> None:
    text = JAVASCRIPT.format(call=call)

    run = read(tmp_path / "t.ts", text, "playwright-script")

    assert chosen_in(run) == chosen
    assert run.refused == ()


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

    assert chosen_in(run) == [("l", "value"), ("xl", "value")]
