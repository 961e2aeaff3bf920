"""Django's own administration site: users, groups, sites, pages, redirects. It is
served on loopback, with everybody logged in, from a database of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from kgmem_bench.agents.hands import HOST, START_SECONDS, free_port, wait_for
from kgmem_bench.agents.judge import Columns, KeptDatabase
from kgmem_bench.pages.chromium import BrowserMissing

PROGRAM = "kgmem_bench.agents.admin.program"
BOSS = "boss"
"""Who is logged in."""
USERS = (
    *("hweiss", "jlopez", "mchan", "oduya", "pnovak", "rsilva", "tkim", "ubauer"),
    *("wzhang", "xliu", "ychen", "zwang"),
)
REDIRECTS = tuple(
    (f"/{old}/", f"/{new}/")
    for old, new in (
        ("old-shop", "shop"),
        ("summer-2024", "summer"),
        ("jobs-at-us", "jobs"),
        ("team-list", "people"),
        ("press-kit", "press"),
        ("blog-2019", "blog"),
        ("opening-hours", "visit"),
        ("faq-old", "help"),
    )
)
SITES = (
    *("north.example", "south.example", "east.example", "west.example"),
    *("hill.example", "lake.example", "wood.example"),
)
PAGES = (("/imprint/", "Imprint"), ("/privacy/", "Privacy"))
COLUMNS: Columns = {
    "auth_user": (
        *("id", "username", "email", "first_name", "last_name", "is_staff"),
        *("is_active", "is_superuser"),
    ),
    "auth_group": ("id", "name"),
    "auth_user_groups": ("user_id", "group_id"),
    "auth_group_permissions": ("group_id", "permission_id"),
    "auth_user_user_permissions": ("user_id", "permission_id"),
    "django_flatpage": ("id", "url", "title", "content", "registration_required"),
    "django_flatpage_sites": ("flatpage_id", "site_id"),
    "django_redirect": ("id", "site_id", "old_path", "new_path"),
    "django_site": ("id", "domain", "name"),
}
"""What is compared: all but times, sessions and the log."""
KEYS = {table: "id" for table, names in COLUMNS.items() if "id" in names}


def make_site(folder: Path) -> KeptDatabase:
    """A new one with its first rows. Raises BrowserMissing without Django."""
    if find_spec("django") is None:
        raise BrowserMissing("django is not installed; install kgmem-bench[pages]")
    site = KeptDatabase(folder / "admin.sqlite", folder / "kept.sqlite", COLUMNS)
    subprocess.run([*_program(site), "make"], check=True, env=_quiet())
    shutil.copyfile(site.database, site.kept)
    return site


@contextmanager
def serving_admin(site: KeptDatabase, program: str = PROGRAM) -> Iterator[str]:
    """Its address while it runs."""
    port = free_port()
    server = subprocess.Popen(
        [*_program(site, program), str(port)],
        env=_quiet(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, server)
        yield f"http://{HOST}:{port}/"
    finally:
        server.terminate()
        server.wait(START_SECONDS)


def _program(site: KeptDatabase, name: str = PROGRAM) -> Sequence[str]:
    return [sys.executable, "-m", name, str(site.database)]


def _quiet() -> dict[str, str]:
    return {**os.environ, "PYTHONWARNINGS": "ignore", "LC_ALL": "C.UTF-8"}
