"""Errors on the wire: which status tells one, and which error an answer tells."""

import json
from collections.abc import Mapping

from kgmem import KgmemError, ServerUnavailable, ServiceError, errors
from kgmem.serving import shown

STATUS: Mapping[type[KgmemError], int] = {
    errors.NotFound: 404,
    errors.NotAllowed: 403,
    errors.InvalidInput: 422,
    errors.JobRunning: 409,
    errors.QueryLimit: 422,
    errors.MissingExtra: 501,
    errors.ConfigurationError: 500,
    errors.MemoryLocked: 503,
    errors.MemoryClosed: 503,
    errors.SchemaOutOfDate: 503,
    errors.StoreUnavailable: 503,
    errors.ServiceError: 502,
}
"""The first class that an error is of decides; all else is 500."""

KINDS: Mapping[str, type[KgmemError]] = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, KgmemError)
}
"""By the code that an answer carries."""
BY_STATUS: Mapping[int, type[KgmemError]] = {
    401: errors.NotAllowed,
    403: errors.NotAllowed,
    404: errors.NotFound,
    400: errors.InvalidInput,
    413: errors.InvalidInput,
    415: errors.InvalidInput,
    422: errors.InvalidInput,
    429: ServerUnavailable,
    502: ServerUnavailable,
    503: ServerUnavailable,
    504: ServerUnavailable,
}
"""Of answers whose code is no class of kgmem's."""


def status_of(error: KgmemError) -> int:
    """The status that tells this error."""
    return next((code for kind, code in STATUS.items() if isinstance(error, kind)), 500)


def error_of(status: int, body: bytes) -> KgmemError:
    """The error that an answer tells, of the class that it has in process."""
    code, message = _told(body)
    kind = KINDS.get(code) or BY_STATUS.get(status, ServiceError)
    error = kind.__new__(kind)  # some take more than a message
    error.args = (message or f"the server answers {status}",)
    return error


def code_of(body: bytes) -> str:
    """The code of an error; empty in an answer that is not kgmem's."""
    return _told(body)[0]


def _told(body: bytes) -> tuple[str, str]:
    """Code and message of `{"error": {"code", "message"}}`; else what a proxy says."""
    try:
        told = json.loads(body)["error"]
        return str(told["code"]), str(told["message"])
    except (ValueError, KeyError, TypeError):
        text = body[:200].decode("utf-8", "replace")
        return "", f"not an answer of kgmem's: {shown(text)}" if text.strip() else ""
