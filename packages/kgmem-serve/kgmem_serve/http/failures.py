"""What the memory raises, as HTTP has it."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError

from kgmem import KgmemError, ServerUnavailable
from kgmem_serve.http.callers import RoleMissing, StartedAnew
from kgmem_serve.wire.failures import status_of

log = logging.getLogger(__name__)


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
    readable = message.encode("utf-8", "replace").decode()  # no half characters
    told = {"code": code, "message": readable}
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
        return told(at, 403, "NotAllowed", f"this key lacks the role {error}")

    async def https(at: Request, error: Any) -> JSONResponse:
        code = {404: "NotFound", 405: "MethodNotAllowed"}.get(
            error.status_code, "InvalidInput"
        )
        answer = told(at, error.status_code, code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    async def unknown(at: Request, error: Any) -> JSONResponse:
        return told(at, 409, ServerUnavailable.__name__, str(error))

    app.add_exception_handler(KgmemError, known)
    app.add_exception_handler(StartedAnew, unknown)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(ValidationError, invalid)
    app.add_exception_handler(RoleMissing, forbidden)
    for status in (400, 404, 405):
        app.add_exception_handler(status, https)


def _place(error: Mapping[str, Any]) -> str:
    where = ".".join(str(one) for one in error["loc"] if one != "body")
    return f"{where}: {error['msg']}" if where else str(error["msg"])
