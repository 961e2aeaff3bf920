"""Base URL and key of a service, checked before anything is sent."""

import re

import httpx
from pydantic import SecretStr

from kgmem.errors import ConfigurationError


def checked_address(base_url: str, setting: str) -> str:
    """The URL without its last slash. Raises ConfigurationError for what is none."""
    address = plain_address(base_url, f"{setting}_BASE_URL")
    if address is None:
        raise ConfigurationError(
            f"{setting}_BASE_URL needs scheme, host and path, as in https://host/v1, "
            f"and nothing more; a key goes into {setting}_API_KEY"
        )
    return address


def plain_address(given: str, variable: str) -> str | None:
    """The URL without its last slash; None if it lacks scheme or host, or has parts
    that may hold a secret, which would be seen in logs and errors. Raises
    ConfigurationError naming the variable for what can't be read as one."""
    try:
        url = httpx.URL(given.strip())
    except (httpx.InvalidURL, UnicodeError) as error:
        raise ConfigurationError(f"{variable} is no URL: {error}") from error
    more = url.userinfo or url.query or url.fragment
    sound = url.scheme in ("http", "https") and url.host and not more
    return str(url).rstrip("/") if sound else None


def checked_key(api_key: SecretStr | None, setting: str) -> SecretStr | None:
    """The key as it goes into the header."""
    if api_key is None:
        return None
    key = api_key.get_secret_value().strip()
    if not re.fullmatch(r"""(?!['"])[!-~]+(?<!['"])""", key):
        raise ConfigurationError(
            f"{setting}_API_KEY is blank, or holds quotes, spaces or what no header "
            "can hold; give the key alone, without `Bearer`, or unset it for a service "
            "that wants none"
        )
    return SecretStr(key)


def headers_of(key: SecretStr | None) -> dict[str, str]:
    """What goes with each request."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key.get_secret_value()}"
    return headers
