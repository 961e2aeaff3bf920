"""`kgmem keys`, and what `kgmem serve` refuses without them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kgmem.interfaces.cli import cli
from kgmem_serve.http.access.keys import KeyFile


@pytest.fixture
def run(tmp_path: Path):
    def ran(*args: str) -> Result:
        return CliRunner().invoke(cli, ["--home", str(tmp_path), *args])

    return ran


def test_a_key_is_made_listed_and_revoked(run, tmp_path: Path) -> None:
    made = run("keys", "add", "ann", "--space", "shop", "--role", "read", "--days", "3")

    listed = json.loads(run("keys", "list", "--json").stdout)
    revoked = run("keys", "revoke", "ann")

    token = made.stdout.strip()
    assert token.startswith("kgm_")
    (one,) = listed
    told = (one["name"], one["spaces"], one["roles"], one["state"])
    assert told == ("ann", ["shop"], ["read"], "valid")
    assert "hash" not in one
    assert revoked.exit_code == 0
    assert KeyFile.of_home(tmp_path).found(token) is None
    assert "revoked" in run("keys", "list").stdout


@pytest.mark.parametrize(
    "args",
    [
        ("keys", "add", "ann", "--role", "all"),
        ("keys", "add", "ann", "--role", "read", "--space", " "),
        ("keys", "add", "ann", "--role", "read", "--space", "a", "--all-spaces"),
        ("keys", "revoke", "nobody"),
    ],
)
def test_what_can_not_be_is_refused(run, tmp_path: Path, args) -> None:
    result = run(*args)

    assert result.exit_code != 0
    assert KeyFile.of_home(tmp_path).listed() == []


def test_it_does_not_listen_elsewhere_without_keys(run) -> None:
    result = run("serve", "--host", "0.0.0.0")

    assert result.exit_code == 1
    assert "kgmem keys add" in result.stderr
