"""A system in a process and an environment of its own, asked over lines of JSON."""

import base64
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.lab import Embedder

SYSTEMS = Path(__file__).with_name("systems")


@dataclass(frozen=True, slots=True)
class Named:
    """A system: its file in `systems/`, and the packages that its environment has."""

    name: str
    file: str
    packages: tuple[str, ...] = ()
    """With versions; none: the environment of this process."""
    way: str | None = None
    """What the file is called with, where it holds several."""
    is_raw: bool = False
    """Has it the model's own vectors? Others have ours, whose common part is taken
    out, which ranks better; who tells a likeness by a fixed cosine has those."""

    def command(self, folder: Path, python: Path) -> list[str]:
        """What starts it; `python` is that of an environment of its own."""
        start = [sys.executable]
        if self.packages:
            uv = shutil.which("uv") or "uv"
            start = [uv, "run", "--quiet", "--isolated", "--no-project"]
            start += ["--python", str(python)]
            start += [word for name in self.packages for word in ("--with", name)]
            start += ["python"]
        way = [self.way] if self.way else []
        return [*start, str(SYSTEMS / f"{self.file}.py"), str(folder), *way]


NAMED = (
    Named("kgmem", "kgmem_memory"),
    Named("Dejo", "dejo_trails", ("dejo==0.2.1",)),
    Named("cosine", "plain", way="cosine"),
    Named("cosine, uncentered", "plain", way="cosine", is_raw=True),
    Named("FTS5", "plain", way="fts5"),
    Named("RRF of both", "plain", way="rrf"),
    Named("mem0", "mem0_memory", ("mem0ai==2.2.1",)),
    Named("graphiti", "graphiti_nodes", ("graphiti-core[kuzu]==0.31.2", "httpx")),
    Named("MemPalace", "mempalace_drawers", ("mempalace==3.11.0",)),
    Named("LangGraph", "langgraph_store", ("langgraph-checkpoint-sqlite==3.1.2",)),
    Named("Chroma", "chroma_collection", ("chromadb==1.5.9",)),
    Named("Qdrant local", "qdrant_local", ("qdrant-client==1.20.0",)),
)


class Vectors:
    """Our embedder for all systems. A text is embedded once; what that took of the
    processor is charged to each call that asks for it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, tuple[str, float]] = {}

    def of(self, texts: Sequence[str]) -> tuple[list[str], float]:
        """The vectors as base64, and the seconds that they cost."""
        known = [self._one(text) for text in texts]
        return [row for row, _ in known], sum(cost for _, cost in known)

    def _one(self, text: str) -> tuple[str, float]:
        if text not in self._known:
            start = time.process_time()
            row = np.asarray(self._embedder.embed([text])[0], dtype="<f4")
            cost = time.process_time() - start
            self._known[text] = base64.b64encode(row.tobytes()).decode(), cost
        return self._known[text]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a system said, and what it took."""

    answer: Any
    own: float
    """Seconds of the processor,"""
    cpu: float
    """and those of its vectors included."""


class Child:
    """A running system."""

    def __init__(
        self, process: "subprocess.Popen[str]", vectors: Vectors, said: Path
    ) -> None:
        self._process, self._vectors, self._said = process, vectors, said
        self._until("ready")

    def ask(self, op: str, **fields: Any) -> Reply:
        """Its reply; raises RuntimeError where it stopped."""
        self._send({"op": op, **fields})
        reply, cost = self._until("answer")
        return Reply(reply["answer"], reply["cpu"], reply["cpu"] + cost)

    def _until(self, key: str) -> tuple[Any, float]:
        cost = 0.0
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if key in message:
                return message, cost
            rows, more = self._vectors.of(message["embed"])
            cost += more
            self._send({"vectors": rows})
        last = self._said.read_text(encoding="utf-8").strip().splitlines()[-1:]
        raise RuntimeError(f"stopped with {self._process.wait()}: {''.join(last)}")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


@contextmanager
def running(
    system: Named, folder: Path, vectors: Vectors, python: Path
) -> Iterator[Child]:
    """The system with its files in `folder`; ended after. What it says besides goes to
    `folder/said.txt`."""
    home = folder / "home"
    home.mkdir(parents=True)
    heard = folder / "said.txt"
    with heard.open("w", encoding="utf-8") as said:
        pipe = subprocess.PIPE
        command = system.command(home, python)
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=said, text=True, encoding="utf-8"
        ) as process:
            try:
                yield Child(process, vectors, heard)
            finally:
                process.kill()
