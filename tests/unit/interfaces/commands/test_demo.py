"""`kgmem demo`: a newcomer's first sight."""

from pathlib import Path

import pytest
from rich.cells import cell_len

from kgmem.interfaces.commands.demo import demo_settings
from kgmem.interfaces.opening import Opening
from kgmem.samples import DEMO_QUERIES, shipped_count
from tests.unit.interfaces.conftest import Kgmem


@pytest.mark.slow
def test_the_second_time_nothing_is_learned(kgmem: Kgmem, tmp_path: Path) -> None:
    home = str(tmp_path / "demo")

    first = kgmem("demo", "--home", home)
    second = kgmem("demo", "--home", home)

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert f"Learned {shipped_count()} runs" in first.stdout
    assert f"{shipped_count()} runs, already known: nothing learned" in second.stdout
    assert f"{len(DEMO_QUERIES)} of {len(DEMO_QUERIES)}: " in second.stdout
    assert max(map(cell_len, second.stdout.split("try next")[0].splitlines())) <= 80
    assert "\x1b" not in second.stdout
    assert second.stdout.rstrip().splitlines()[-1].startswith(("kgmem", "uv run"))


def test_it_has_a_folder_and_a_space_of_its_own(tmp_path: Path) -> None:
    settings = demo_settings(Opening(), None)

    assert settings.home == tmp_path / "kgmem" / "demo"
    assert settings.space == "demo"
