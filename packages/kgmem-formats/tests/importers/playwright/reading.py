"""Scripts as tests write them, and what is read of them."""

from pathlib import Path
from typing import Any

from kgmem import ImportedRun, Source
from kgmem_formats.importers.playwright_script import importer

PYTHON = """import re
from playwright.sync_api import sync_playwright


def run(playwright):
    page = playwright.chromium.launch().new_context().new_page()
"""


def python(*lines: str) -> str:
    return PYTHON + "".join(
        f"    {part}\n" for line in lines for part in line.split("\n")
    )


def typescript(*lines: str) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return (
        "import { test, expect } from '@playwright/test';\n\n"
        "test('test', async ({ page }) => {\n" + body + "});\n"
    )


def runs(folder: Path, code: str, name: str = "script.py") -> list[ImportedRun]:
    """The runs that a file of this code holds."""
    path = folder / name
    path.write_text(code, encoding="utf-8")
    parts = list(importer.read(Source.of(path)))
    assert all(isinstance(one, ImportedRun) for one in parts)
    return [one for one in parts if isinstance(one, ImportedRun)]


def read(folder: Path, code: str) -> ImportedRun:
    [run] = runs(folder, code)
    return run


def told(run: ImportedRun) -> list[str]:
    """Its steps in short."""
    return [_short(step) for step in run.run["steps"]]


def _short(step: Any) -> str:
    parts = [step.action]
    if step.target is not None:
        parts.append(_element(step.target))
    if step.destination is not None:
        parts.append("to " + _element(step.destination))
    if step.value is not None:
        parts.append(repr(step.value))
    parts += [f"{key}={value}" for key, value in sorted(step.params.items())]
    return " ".join(parts)


def _element(element: Any) -> str:
    label = element.name or element.text or (element.locators or [None])[0]
    named = label if isinstance(label, str) else label.value if label else "?"
    place = "".join(f"@{one}" for one in (element.frame, element.tab) if one)
    around = f" in {element.container[0]}" if element.container else ""
    return f"<{named}{around}{place}>"
