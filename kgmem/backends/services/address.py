"""Base URL and key of a service, checked before anything is sent."""

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
    if url.scheme not in ("http", "https") or not url.host:
        raise ConfigurationError(
            f"{setting}_BASE_URL needs a scheme and a host, as in https://host/v1"
        )
    if url.userinfo or url.query or url.fragment:
        raise ConfigurationError(
            f"{setting}_BASE_URL holds more than scheme, host, port and path; "
            f"a key goes into {setting}_API_KEY"
        )
    return str(url).rstrip("/")


def checked_key(api_key: SecretStr | None, setting: str) -> SecretStr | None:
    """The key as it goes into the header; what surely is a slip is refused at once,
    without showing it."""
    if api_key is None:
        return None
    key = api_key.get_secret_value().strip()
    fault = _fault_of_key(key)
    if fault:
        raise ConfigurationError(f"{setting}_API_KEY {fault}")
    return SecretStr(key)


def _fault_of_key(key: str) -> str | None:
    if not key:
        return "is blank; give the key, or unset it for a service that wants none"
    if not (key.isascii() and key.isprintable()):
        return (
            "has characters that no HTTP header can hold; "
            "copy it again, without quotes or line breaks"
        )
    if key[0] in "'\"" or key[-1] in "'\"":
        return "has quotes around it; give the key alone"
    if " " in key:
        return "holds a space; give the key alone, without `Bearer`"
    return None


def headers_of(key: SecretStr | None) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key.get_secret_value()}"
    return headers
