"""What the memory raises, as HTTP has it."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError

from kgmem import errors
from kgmem.errors import KgmemError
from kgmem.interfaces.http.callers import RoleMissing

log = logging.getLogger(__name__)

STATUS: Mapping[type[KgmemError], int] = {
    errors.NotFound: 404,
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


def status_of(error: KgmemError) -> int:
    """The status that tells this error."""
    return next((code for kind, code in STATUS.items() if isinstance(error, kind)), 500)


def refusal(
    status: int,
    code: str,
    message: str,
    *,
    request_id: str | None = None,
    **headers: str,
) -> JSONResponse:
    """`{"error": {"code", "message", "request_id"}}`; `code` is a class of
    `kgmem.errors`, or what HTTP refuses for."""
    told = {"code": code, "message": message}
    if request_id is not None:
        told["request_id"] = request_id
    return JSONResponse({"error": told}, status, headers=headers or None)


def tell_failures(app: FastAPI) -> None:
    """Answer each kind of error with its status and one shape."""

    def told(at: Request, status: int, code: str, message: str) -> JSONResponse:
        request_id = getattr(at.state, "request_id", None)
        return refusal(status, code, message, request_id=request_id)

    async def known(at: Request, error: Any) -> JSONResponse:
        return told(at, status_of(error), type(error).__name__, str(error))

    async def invalid(at: Request, error: Any) -> JSONResponse:
        places = "; ".join(map(_place, error.errors()))
        return told(at, 422, "InvalidInput", places)

    async def forbidden(at: Request, error: Any) -> JSONResponse:
        return told(at, 403, "Forbidden", f"this key lacks the role {error}")

    async def https(at: Request, error: Any) -> JSONResponse:
        code = {404: "NotFound", 405: "MethodNotAllowed"}.get(
            error.status_code, "InvalidInput"
        )
        answer = told(at, error.status_code, code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    app.add_exception_handler(KgmemError, known)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(ValidationError, invalid)
    app.add_exception_handler(RoleMissing, forbidden)
    for status in (400, 404, 405):
        app.add_exception_handler(status, https)


def _place(error: Mapping[str, Any]) -> str:
    where = ".".join(str(one) for one in error["loc"] if one != "body")
    return f"{where}: {error['msg']}" if where else str(error["msg"])
