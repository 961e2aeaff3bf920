"""Spans of OpenTelemetry around what takes time; nothing where they are not asked for.

`KGMEM_OTEL=on` asks for them, `off` does not; `auto`, the default, does where the
process has loaded OpenTelemetry's SDK already or an `OTEL_*` variable is set. They go
through opentelemetry-api alone: without an SDK that is configured, they go nowhere. No
span holds a task's words or a value.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from types import ModuleType
from typing import Any, Literal

from kgmem.errors import MissingExtra

NOTHING: AbstractContextManager[None] = nullcontext()
QUIET = {"record_exception": False, "set_status_on_exception": False}
"""What was raised may hold what nobody else shall see."""
EXTRA, SETTING = "serve", "KGMEM_OTEL=on"
_used: tuple[Any, ModuleType] | None = None
"""The tracer and opentelemetry's `propagate`, if spans are made."""


def trace_as(asked: Literal["auto", "on", "off"]) -> None:
    """From now on, spans are made as is asked. Raises MissingExtra where they are asked
    for by `on` and opentelemetry-api is not there."""
    global _used
    if asked == "off" or (asked == "auto" and not _is_wanted()):
        _used = None
        return
    try:
        from opentelemetry import propagate, trace
    except ImportError as error:
        if asked == "on":
            raise MissingExtra(EXTRA, SETTING, str(error.name)) from error
        _used = None
        return
    _used = trace.get_tracer("kgmem"), propagate


def span(name: str, **attributes: str | float) -> AbstractContextManager[Any]:
    """A span within the one at hand, as a context; gives None where none are made."""
    if (used := _used) is None:
        return NOTHING
    tracer, _ = used
    found: AbstractContextManager[Any] = tracer.start_as_current_span(
        name, attributes={f"kgmem.{k}": v for k, v in attributes.items()}, **QUIET
    )
    return found


def request_span(
    method: str, headers: Mapping[str, str]
) -> AbstractContextManager[Any]:
    """The same of a request that is answered, within the caller's span where its
    headers name one."""
    if (used := _used) is None:
        return NOTHING
    from opentelemetry.trace import SpanKind

    tracer, propagate = used
    found: AbstractContextManager[Any] = tracer.start_as_current_span(
        method,
        context=propagate.extract(headers),
        kind=SpanKind.SERVER,
        attributes={"http.request.method": method},
        **QUIET,
    )
    return found


def _is_wanted() -> bool:
    return "opentelemetry.sdk" in sys.modules or any(
        name.startswith("OTEL_") for name in os.environ
    )
