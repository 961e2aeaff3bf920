"""What the server behind asks its client midway is asked of our own client."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from kgmem.agents import needs

with needs("mcp", "kgmem mcp --proxy"):
    from mcp import MCPError, types
    from mcp.shared.message import ServerMessageMetadata


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
        asks: dict[str, Callable[..., Awaitable[Any]]] = {}
        if able.roots is not None:
            asks["list_roots_callback"] = self._roots
        if able.elicitation is not None:
            asks["elicitation_callback"] = self._elicit
        if able.sampling is not None:
            asks["sampling_callback"] = self._sample
        return asks

    async def _roots(self, _: Any) -> Any:
        return await self._asked(types.ListRootsRequest(), types.ListRootsResult)

    async def _elicit(self, _: Any, params: types.ElicitRequestParams) -> Any:
        asked = types.ElicitRequest(params=params)
        return await self._asked(asked, types.ElicitResult)

    async def _sample(self, _: Any, params: types.CreateMessageRequestParams) -> Any:
        asked = types.CreateMessageRequest(params=params)
        return await self._asked(asked, types.CreateMessageResult)

    async def _asked(self, request: Any, result: type[Any]) -> Any:
        context = self._context
        related = ServerMessageMetadata(related_request_id=context.request_id)
        try:
            return await context.session.send_request(request, result, None, related)
        except MCPError as error:
            return error.error
