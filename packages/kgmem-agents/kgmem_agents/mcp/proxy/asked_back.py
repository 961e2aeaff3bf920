"""What the server behind asks its client midway is asked of our own client."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from kgmem.agents import needs

with needs("mcp", "kgmem mcp --proxy"):
    from mcp import MCPError, types
    from mcp.shared.message import ServerMessageMetadata


ASKED: Mapping[str, tuple[str, type[Any], type[Any]]] = {
    "roots": ("list_roots_callback", types.ListRootsRequest, types.ListRootsResult),
    "elicitation": ("elicitation_callback", types.ElicitRequest, types.ElicitResult),
    "sampling": (
        "sampling_callback",
        types.CreateMessageRequest,
        types.CreateMessageResult,
    ),
}
"""What a client may be asked, by what it says that it can: the callback's name."""


class AskedBack:
    """Passes on what is asked back, to the client whose call is being done."""

    def __init__(self) -> None:
        self._context: Any = None

    @contextmanager
    def by(self, context: Any) -> Iterator[None]:
        """While this call is done, what is asked back is asked of its client."""
        before, self._context = self._context, context
        try:
            yield
        finally:
            self._context = before

    def offered(self, context: Any) -> dict[str, Any]:
        """The callbacks for what this client can be asked."""
        self._context = context
        session = context.session
        able = session.client_capabilities
        if able is None or not session.can_send_request:
            return {}
        return {
            callback: partial(self._asked, request, result)
            for name, (callback, request, result) in ASKED.items()
            if getattr(able, name) is not None
        }

    async def _asked(
        self, kind: type[Any], result: type[Any], _: Any, params: Any = None
    ) -> Any:
        context, request = self._context, kind(params=params)
        related = ServerMessageMetadata(related_request_id=context.request_id)
        try:
            return await context.session.send_request(request, result, None, related)
        except MCPError as error:
            return error.error
