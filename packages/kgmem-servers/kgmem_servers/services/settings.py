"""Settings -> the client of one service."""

from typing import Literal

import httpx

from kgmem import ConfigurationError, Settings
from kgmem.servers import PREFIX
from kgmem_servers.services.client import ServiceClient
from kgmem_servers.services.usage import Prices


def from_service_settings(
    settings: Settings,
    service: Literal["embedding", "rerank", "chat"],
    transport: httpx.BaseTransport | None = None,
    *,
    name: str | None = None,
) -> tuple[ServiceClient, str]:
    """The client of a service that has a base URL, and its model's name. It is counted
    under `name`, else under the service's own. Raises ConfigurationError without a
    model."""
    start, setting = f"{service}_", f"{PREFIX}{service.upper()}"
    knobs = {
        name.removeprefix(start): value
        for name, value in settings
        if name.startswith(start)
    }
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
