"""A chat service on a real loopback server, with answers that a test makes."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Chat(BaseHTTPRequestHandler):
    """Answers each prompt; or as it is told to, whatever is asked."""

    prompts: list[str]
    instead: tuple[int, str] | None

    def answer(self, prompt: str) -> str:
        """What it says to a prompt."""
        raise NotImplementedError

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        prompt = asked["messages"][0]["content"]
        self.prompts.append(prompt)
        status, content = self.instead or (200, self.answer(prompt))
        body = {
            "choices": [{"message": {"content": content}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10},
        }
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def served(handler: type[Chat]) -> Iterator[str]:
    """The base address of a server with this handler."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}
    )
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()
