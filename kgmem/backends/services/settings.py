"""Settings -> the client of one service."""

from typing import Any, Literal

import httpx

from kgmem.backends.services.http import ServiceClient
from kgmem.backends.services.usage import Prices
from kgmem.config import PREFIX, Settings
from kgmem.errors import ConfigurationError


def from_service_settings(
    settings: Settings,
    service: Literal["embedding", "rerank", "chat"],
    transport: httpx.BaseTransport | None = None,
) -> tuple[ServiceClient, str] | None:
    """The client of a service and its model's name; None if it has no base URL.

    Raises ConfigurationError if the base URL stands without a model.
    """

    def value(knob: str) -> Any:
        return getattr(settings, f"{service}_{knob}")

    setting = f"{PREFIX}{service.upper()}"
    if not value("base_url"):
        return None
    if not value("model"):
        raise ConfigurationError(f"{setting}_MODEL is not set; name the model to ask")
    client = ServiceClient(
        value("base_url"),
        value("api_key"),
        value("timeout"),
        name=service,
        setting=setting,
        patience=value("patience"),
        concurrency=value("concurrency"),
        prices=Prices(value("price_in"), value("price_out")),
        transport=transport,
    )
    return client, value("model")
