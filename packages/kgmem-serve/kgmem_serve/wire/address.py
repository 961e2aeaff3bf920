"""Where a served memory is, checked before anything is sent."""

import ipaddress

import httpx
from pydantic import SecretStr

from kgmem import ConfigurationError
from kgmem.serving import checked_key, plain_address

SETTING = "KGMEM_SERVER"
LOCAL = "localhost"


def server_address(given: object) -> str:
    """The URL without its last slash. Raises ConfigurationError for what is none."""
    text = given if isinstance(given, str) else ""
    address = plain_address(text, f"{SETTING}_URL")
    if address is None:
        raise ConfigurationError(
            f"{SETTING}_URL needs scheme and host, as in https://host, and nothing "
            f"more; a key goes into {SETTING}_API_KEY"
        )
    return address


def server_key(address: str, given: str | SecretStr | None) -> SecretStr | None:
    """The key as it is sent. Raises ConfigurationError for one that would go over the
    network unencrypted."""
    secret = SecretStr(given) if isinstance(given, str) else given
    key = checked_key(secret, SETTING)
    url = httpx.URL(address)
    if key and url.scheme == "http" and not _is_this_machine(url.host):
        raise ConfigurationError(
            f"{SETTING}_URL: a key would go to {url.host} for all to read; use https://"
        )
    return key


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == LOCAL or host.endswith(f".{LOCAL}")
