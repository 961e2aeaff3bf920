"""What the memory raises, as HTTP has it."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError

from kgmem.errors import KgmemError
from kgmem.remote.failures import status_of

log = logging.getLogger(__name__)


def refusal(status: int, code: str, message: str, **headers: str) -> JSONResponse:
    """`{"error": {"code", "message"}}`; `code` is a class of `kgmem.errors`."""
    body = {"error": {"code": code, "message": message}}
    return JSONResponse(body, status, headers=headers or None)


def tell_failures(app: FastAPI) -> None:
    """Answer each kind of error with its status and one shape."""

    async def known(_: Request, error: Any) -> JSONResponse:
        return refusal(status_of(error), type(error).__name__, str(error))

    async def invalid(_: Request, error: Any) -> JSONResponse:
        told = "; ".join(map(_place, error.errors()))
        return refusal(422, "InvalidInput", told)

    async def forbidden(_: Request, error: Any) -> JSONResponse:
        return refusal(403, "NotAllowed", f"this key lacks the role {error}")

    app.add_exception_handler(KgmemError, known)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(ValidationError, invalid)
    app.add_exception_handler(PermissionError, forbidden)


def _place(error: Mapping[str, Any]) -> str:
    where = ".".join(str(one) for one in error["loc"] if one != "body")
    return f"{where}: {error['msg']}" if where else str(error["msg"])
