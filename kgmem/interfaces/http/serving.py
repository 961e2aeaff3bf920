"""Runs the application until it is told to stop."""

import uvicorn

from kgmem.interfaces.http.access.layers import Access, behind_access
from kgmem.interfaces.http.app import create_app
from kgmem.memory import Memory


def run(memory: Memory, access: Access, host: str, port: int) -> None:
    """Serve until SIGTERM or Ctrl-C; what was begun is done when it returns."""
    uvicorn.run(
        behind_access(create_app(memory), access),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
    )
