"""The server of a locked folder is found beside the lock, and by its owner alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem_serve.wire.owner import (
    FILE,
    announced,
    own_address,
    owning_server,
)


def test_a_server_is_found_while_it_runs(tmp_path: Path) -> None:
    with announced(tmp_path, "http://127.0.0.1:1", "s"):
        found = owning_server(tmp_path)
        mode = (tmp_path / FILE).stat().st_mode & 0o777
    after = owning_server(tmp_path)

    assert found is not None
    assert (found.url, found.secret, found.pid) == (
        "http://127.0.0.1:1",
        "s",
        os.getpid(),
    )
    assert mode == 0o600
    assert after is None
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_server_left_is_not_believed(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        check=True,
    )
    told = {"url": "http://127.0.0.1:1", "secret": "s", "pid": int(ended.stdout)}
    file = tmp_path / FILE
    file.write_text(json.dumps(told))
    file.chmod(0o600)

    assert owning_server(tmp_path) is None


def test_a_file_that_others_may_write_is_not_believed(tmp_path: Path) -> None:
    with announced(tmp_path, "http://127.0.0.1:1", "s"):
        (tmp_path / FILE).chmod(0o666)

        assert owning_server(tmp_path) is None


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("fe80::1", "http://[fe80::1]:80"),
    ],
)
def test_a_server_is_reached_from_its_machine(host: str, url: str) -> None:
    assert own_address(host, 80) == url
