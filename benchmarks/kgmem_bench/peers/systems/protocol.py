"""The system's side of the protocol: lines of JSON on standard input and output.

A system is a subclass of `System`; its file ends with `serve(Class)`. Nothing but the
standard library is imported here: it runs in each system's own environment.
"""

import base64
import json
import os
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Task = dict[str, Any]
"""`id`, `text`, `app`, and `steps`: each with `action`, `role`, `name`, `value` and
`container`."""
Answer = dict[str, Any]
"""`ids` of tasks, the likeliest first; of systems that replay, too: `steps`, the plan
with its values, `runs`, whether it is done at once, `asks`, whether it stops for a
value, and `score`, where the caller decides from which on it is done."""
Embed = Callable[[Sequence[str]], list[list[float]]]


class System:
    """What is measured."""

    def add(self, tasks: Sequence[Task]) -> None:
        """Remember these."""
        raise NotImplementedError

    def settle(self) -> None:
        """Finish what adding began, if it began more than it did."""

    def find(self, text: str, app: str) -> Answer:
        """What is known of this request."""
        raise NotImplementedError


def serve(make: Callable[[Path, Embed], System]) -> None:
    """Answer until the input ends. What the system itself prints goes to the errors."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def tell(message: dict[str, Any]) -> None:
        replies.write(json.dumps(message) + "\n")
        replies.flush()

    def embed(texts: Sequence[str]) -> list[list[float]]:
        if not texts:
            return []
        tell({"embed": list(texts)})
        rows = json.loads(sys.stdin.readline())["vectors"]
        return [array("f", base64.b64decode(row)).tolist() for row in rows]

    folder = Path(sys.argv[1])
    system = make(folder, embed)
    tell({"ready": True})
    for line in iter(sys.stdin.readline, ""):
        message = json.loads(line)
        clock, cpu = time.perf_counter(), time.process_time()
        answer = _answered(system, message)
        tell({
            "answer": answer,
            "cpu": time.process_time() - cpu,
            "seconds": time.perf_counter() - clock,
        })  # fmt: skip


def _answered(system: System, message: dict[str, Any]) -> Any:
    if message["op"] == "add":
        return system.add(message["tasks"])
    if message["op"] == "settle":
        return system.settle()
    if message["op"] == "find":
        return system.find(message["text"], message["app"])
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {"memory": pages * os.sysconf("SC_PAGE_SIZE")}
