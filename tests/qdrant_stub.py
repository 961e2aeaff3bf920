"""A loopback stand-in for a Qdrant server: records requests, answers as one would.

It keeps names of collections and aliases, but no points.
"""

import json
import re
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Request:
    """What the client sent."""

    method: str
    path: str
    """Without the query string."""
    query: str
    body: Any
    headers: dict[str, str]


@dataclass(frozen=True)
class Reply:
    """What the server answers, after `delay` seconds."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


@dataclass
class QdrantStub:
    """The server's state; `faults` are answered first, one per request to points."""

    version: str = "1.20.0"
    points: int = 10
    """What a count answers."""
    requests: list[Request] = field(default_factory=list)
    faults: deque[Reply] = field(default_factory=deque)
    collections: set[str] = field(default_factory=set)
    aliases: dict[str, str] = field(default_factory=dict)
    url: str = ""
    is_frozen: bool = False
    """It takes a second and a half for each answer."""

    def sent(self, method: str, path: str) -> list[Request]:
        """Requests of a method whose whole path matches a pattern."""
        return [
            request
            for request in self.requests
            if request.method == method and re.fullmatch(path, request.path)
        ]

    def answer(self, request: Request) -> Reply:
        """The next fault, or what a sound server would say."""
        self.requests.append(request)
        if self.is_frozen:
            return Reply(delay=1.5)
        if self.faults and "/points" in request.path:
            return self.faults.popleft()
        if request.path == "/":
            about = {"title": "qdrant", "version": self.version}
            return Reply(body=json.dumps(about).encode())
        return Reply(body=json.dumps({"result": self._result(request)}).encode())

    def _result(self, request: Request) -> Any:
        _, _, *rest = request.path.split("/")
        name, what = rest[0] if rest else "", "/".join(rest[1:])
        if request.path == "/aliases":
            return {"aliases": self._alias_list()}
        if request.path == "/collections/aliases":
            return self._switch(request.body["actions"])
        if not what:
            return self._collection(request.method, name)
        return self._part(request, name, what)

    def _part(self, request: Request, name: str, what: str) -> Any:
        done = {"operation_id": 1, "status": "completed"}
        answers: dict[str, Any] = {
            "exists": {"exists": name in self.collections},
            "index": done,
            "points": [],
            "points/delete": done,
            "points/count": {"count": self.points},
            "points/scroll": {"points": [], "next_page_offset": None},
        }
        if what == "points/batch":
            return [done for _ in request.body["operations"]]
        if what == "points/query/batch":
            return [{"points": []} for _ in request.body["searches"]]
        return answers[what]

    def _collection(self, method: str, name: str) -> Any:
        if method == "PUT":
            self.collections.add(name)
        if method == "DELETE":
            self.collections.discard(name)
        return INFO if method == "GET" else True

    def _switch(self, actions: list[dict[str, Any]]) -> bool:
        for action in actions:
            if made := action.get("create_alias"):
                self.aliases[made["alias_name"]] = made["collection_name"]
            if gone := action.get("delete_alias"):
                del self.aliases[gone["alias_name"]]
        return True

    def _alias_list(self) -> list[dict[str, str]]:
        return [
            {"alias_name": alias, "collection_name": name}
            for alias, name in self.aliases.items()
        ]


@contextmanager
def serving(stub: QdrantStub) -> Iterator[QdrantStub]:
    """The stub, listening on a free port of 127.0.0.1 while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def _handle(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            path, _, query = self.path.partition("?")
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(raw) if raw else None
            reply = stub.answer(Request(self.command, path, query, body, headers))
            time.sleep(reply.delay)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = _handle

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that gave up is what a test wants."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    stub.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield stub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


INFO = {
    "status": "green",
    "optimizer_status": "ok",
    "segments_count": 1,
    "config": {
        "params": {},
        "hnsw_config": {"m": 16, "ef_construct": 200, "full_scan_threshold": 10000},
        "optimizer_config": {
            "deleted_threshold": 0.2,
            "vacuum_min_vector_number": 1000,
            "default_segment_number": 0,
            "flush_interval_sec": 5,
        },
    },
    "payload_schema": {},
}
