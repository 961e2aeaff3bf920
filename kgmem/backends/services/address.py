"""Base URL and key of a service, checked before anything is sent."""

import re

import httpx
from pydantic import SecretStr

from kgmem.errors import ConfigurationError


def checked_address(base_url: str, setting: str) -> str:
    """The URL without its last slash. Parts that may hold a secret are refused:
    they would be seen in logs and errors."""
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL as error:
        raise ConfigurationError(f"{setting}_BASE_URL is no URL: {error}") from error
    more = url.userinfo or url.query or url.fragment
    if url.scheme not in ("http", "https") or not url.host or more:
        raise ConfigurationError(
            f"{setting}_BASE_URL needs scheme, host and path, as in https://host/v1, "
            f"and nothing more; a key goes into {setting}_API_KEY"
        )
    return str(url).rstrip("/")


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
