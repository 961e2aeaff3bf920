"""Settings -> the client of one service."""

from typing import Literal

import httpx

from kgmem.backends.services.client import ServiceClient
from kgmem.backends.services.usage import Prices
from kgmem.config import Settings
from kgmem.errors import ConfigurationError
from kgmem.variables import PREFIX


def from_service_settings(
    settings: Settings,
    service: Literal["embedding", "rerank", "chat"],
    transport: httpx.BaseTransport | None = None,
    *,
    name: str | None = None,
) -> tuple[ServiceClient, str] | None:
    """The client of a service and its model's name; None if it has no base URL. It is
    counted under `name`, else under the service's own.

    Raises ConfigurationError if the base URL stands without a model.
    """
    start, setting = f"{service}_", f"{PREFIX}{service.upper()}"
    knobs = {
        name.removeprefix(start): value
        for name, value in settings
        if name.startswith(start)
    }
    if not knobs["base_url"]:
        return None
    if not knobs["model"]:
        raise ConfigurationError(f"{setting}_MODEL is not set; name the model to ask")
    client = ServiceClient(
        knobs["base_url"],
        knobs["api_key"],
        knobs["timeout"],
        name=name or service,
        setting=setting,
        patience=knobs["patience"],
        concurrency=knobs["concurrency"],
        prices=Prices(knobs["price_in"], knobs["price_out"]),
        transport=transport,
    )
    return client, knobs["model"]
