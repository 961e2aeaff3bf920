"""The system's Chromium, started without network habits, in a fresh profile."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kgmem.errors import ConfigurationError

if TYPE_CHECKING:
    from playwright.sync_api import Page

SETTING = "KGMEM_BENCH_CHROMIUM"
"""Names the browser's program where it is not on PATH."""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Without these, it tries to call its makers at every start."""
VIEWPORT = (800, 600)
"""Width and height in CSS pixels."""


class BrowserMissing(ConfigurationError):
    """There is no browser, or nothing to drive it with."""


def chromium() -> str:
    """The path of the browser's program. Raises BrowserMissing."""
    if find_spec("playwright") is None:
        raise BrowserMissing(
            "playwright is not installed; install kgmem with its extra `browser`"
        )
    given = os.environ.get(SETTING)
    found = shutil.which(given) if given else _on_path()
    if found is not None:
        return found
    if given:
        raise BrowserMissing(f"{given!r} of {SETTING} is no program")
    raise BrowserMissing(
        f"no Chromium on PATH ({', '.join(PROGRAMS)}); install one (on Debian: apt-get "
        f"install chromium) or name it by {SETTING}"
    )


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def browser_page() -> Iterator["Page"]:
    """An empty page of a headless browser; closed in the end. Raises
    BrowserMissing."""
    program = chromium()
    from playwright.sync_api import sync_playwright

    width, height = VIEWPORT
    with (
        TemporaryDirectory(prefix="kgmem-chromium-") as profile,
        sync_playwright() as playwright,
    ):
        context = playwright.chromium.launch_persistent_context(
            Path(profile),
            executable_path=program,
            headless=True,
            args=list(FLAGS),
            viewport={"width": width, "height": height},
        )
        try:
            yield context.pages[0]
        finally:
            context.close()
