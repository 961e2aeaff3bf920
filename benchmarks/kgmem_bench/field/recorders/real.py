"""The real recorders: Playwright's codegen, its windows unseen, and its tracing; and
browser-use, where its interpreter is named."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kgmem_bench.field.play import Stage, play
from kgmem_bench.field.scenario import Act

TARGETS = {
    "codegen-python": ("python", "script.py"),
    "codegen-typescript": ("playwright-test", "script.spec.ts"),
    "codegen-jsonl": ("jsonl", "script.jsonl"),
}
"""Playwright's name of the language, and a file."""
HEADLESS = "PWTEST_CLI_HEADLESS"
"""With it, the window of the recorder is not shown either."""
READY_MS, LAST_MS = 600, 700
"""The recorder asks every second whether it records; what it was told last may still be
on its way."""
AGENT = "KGMEM_BENCH_BROWSER_USE"
"""Names a Python that has browser-use; else its histories are made."""
AGENT_S = 240
AGENT_RUN = Path(__file__).with_name("agent_run.py")


class NotRecorded(Exception):
    """The recorder gave nothing."""


@contextmanager
def unseen_recorder() -> Iterator[None]:
    """Within it, Playwright is to be started."""
    before = os.environ.get(HEADLESS)
    os.environ[HEADLESS] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[HEADLESS]


def can_record(context: Any) -> bool:
    """Does this version of Playwright let a program start its recorder?"""
    return hasattr(context._impl_obj, "_show_recorder")


def codegen(
    context: Any, url: str, acts: Sequence[Act], recorder: str, folder: Path
) -> Path:
    """The script that `playwright codegen` writes while the acts are done."""
    language, name = TARGETS[recorder]
    path = folder / name
    asked = {
        "language": language,
        "mode": "recording",
        "outputFile": str(path),
        "launchOptions": {"headless": False},
        "contextOptions": {},
    }
    context._sync(context._impl_obj._show_recorder(asked))
    page = context.new_page()
    page.goto(url)
    page.wait_for_timeout(READY_MS)
    play(Stage(page), acts)
    page.wait_for_timeout(LAST_MS)
    context.close()  # the file is written at the end
    return path


def trace(context: Any, url: str, acts: Sequence[Act], folder: Path) -> Path:
    """A trace of the acts."""
    context.tracing.start(snapshots=True, screenshots=False)
    page = context.new_page()
    page.goto(url)
    play(Stage(page), acts)
    path = folder / "trace.zip"
    context.tracing.stop(path=path)
    return path


def agent_python() -> str | None:
    """The Python that has browser-use."""
    return os.environ.get(AGENT) or None


def agent(script: str, python: str, program: str, folder: Path) -> Path:
    """The history of browser-use's agent, which does what the script says. Raises
    NotRecorded."""
    told, path = folder / "script.json", folder / "history-of-browser-use.json"
    told.write_text(script, encoding="utf-8")
    command = [python, str(AGENT_RUN), str(told), str(path), program]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=AGENT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise NotRecorded("browser-use took too long") from error
    if done.returncode:
        raise NotRecorded(f"not recorded: {done.stderr.strip().splitlines()[-1]}")
    return path
