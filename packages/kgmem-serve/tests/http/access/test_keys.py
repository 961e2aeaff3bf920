"""Keys are hashes in a file, bound to spaces, roles and a time."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kgmem.errors import ConfigurationError, InvalidInput
from kgmem_serve.http.access.keys import FILE, KeyFile


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile.of_home(tmp_path)


def added(keys: KeyFile, name: str = "ann", **given: object) -> str:
    return keys.add(name, **{"spaces": ["shop"], "roles": ["read"], **given})


def test_a_key_is_found_and_is_not_in_the_file(keys: KeyFile) -> None:
    token = added(keys)

    found = keys.found(token)

    assert found is not None
    assert (found.name, found.spaces) == ("ann", ("shop",))
    assert token.startswith("kgm_")
    assert len(token) > 40
    assert token.removeprefix("kgm_") not in keys.path.read_text("utf-8")
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600


@pytest.mark.parametrize("token", ["", "kgm_", "kgm_x", "\udc80", "ключ"])
def test_what_is_no_key_opens_nothing(keys: KeyFile, token: str) -> None:
    added(keys)

    assert keys.found(token) is None


def test_a_key_of_another_process_is_seen_at_once(keys: KeyFile) -> None:
    before = keys.exist()

    token = added(KeyFile(keys.path))

    assert not before
    assert keys.exist()
    assert keys.found(token) is not None


def test_a_revoked_key_opens_nothing_and_stays_in_the_list(keys: KeyFile) -> None:
    token = added(keys)
    KeyFile(keys.path).revoke("ann")

    found = keys.found(token)

    assert found is None
    assert [one.state(datetime.now(UTC)) for one in keys.listed()] == ["revoked"]
    assert keys.exist()


def test_an_expired_key_opens_nothing(keys: KeyFile) -> None:
    token = added(keys, expires_at=datetime.now(UTC) - timedelta(seconds=1))

    assert keys.found(token) is None


def test_what_was_closed_stays_closed_when_the_file_is_gone(keys: KeyFile) -> None:
    token = added(keys)
    known = keys.exist()
    keys.path.unlink()

    assert known
    assert keys.exist()
    assert keys.found(token) is None


@pytest.mark.parametrize("content", ["", "{", '[{"name": "ann"}]', "\udc80"])
def test_a_damaged_file_lets_nobody_in(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_bytes(content.encode("utf-8", "surrogatepass"))

    with pytest.raises(ConfigurationError, match=r"keys\.json"):
        KeyFile.of_home(tmp_path).exist()


@pytest.mark.parametrize("name", ["", " ann", "a\nb", "x" * 65])
def test_odd_names_are_refused(keys: KeyFile, name: str) -> None:
    with pytest.raises(InvalidInput, match="name"):
        added(keys, name)

    assert keys.listed() == []
