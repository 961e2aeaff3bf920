"""Addresses and keys are checked before anything is sent."""

import pytest

from kgmem.errors import ConfigurationError
from kgmem_serve.wire.address import server_address, server_key


@pytest.mark.parametrize(
    "given", [None, 3, "", "host", "ftp://host", "https://a:b@host", "http://h/?k=1"]
)
def test_what_is_no_address_is_told(given: object) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_SERVER_URL"):
        server_address(given)


def test_an_address_may_have_a_path() -> None:
    assert server_address(" https://host/memory/ ") == "https://host/memory"


@pytest.mark.parametrize(
    "address",
    ["https://host", "http://127.0.0.1:8700", "http://[::1]:1", "http://localhost"],
)
def test_a_key_goes_encrypted_or_stays_on_this_machine(address: str) -> None:
    key = server_key(address, "kgm_x")

    assert key is not None
    assert key.get_secret_value() == "kgm_x"


def test_a_key_is_not_sent_for_all_to_read() -> None:
    with pytest.raises(ConfigurationError, match="https://"):
        server_key("http://host", "kgm_x")
