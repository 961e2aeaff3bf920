"""Plain searches over SQLite: FTS5, cosine, and their fusion by reciprocal ranks. The
task that cosine finds first is handed back with its steps: a "semantic cache" replays
it from a likeness on that its owner sets."""

import json
import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from protocol import Answer, Embed, System, Task, serve

FUSED = 60
"""The constant of reciprocal rank fusion, as its authors set it."""
SCHEMA = """
CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61');
CREATE TABLE tasks (id TEXT, app TEXT, steps TEXT, vector BLOB);
CREATE INDEX by_app ON tasks (app);
"""


class Plain(System):
    """`way` is `fts5`, `cosine` or `rrf`."""

    def __init__(self, folder: Path, embed: Embed, way: str) -> None:
        self._db, self._embed, self._way = sqlite3.connect(folder / "db"), embed, way
        self._db.executescript(SCHEMA)

    def add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            texts = [task["text"]] if self._way != "fts5" else []
            row = np.asarray(self._embed(texts), dtype="<f4")
            values = (task["id"], task["app"], json.dumps(task["steps"]), row.tobytes())
            done = self._db.execute("INSERT INTO tasks VALUES (?, ?, ?, ?)", values)
            text = (done.lastrowid, " ".join(_words(task["text"])))
            self._db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", text)
        self._db.commit()

    def find(self, text: str, app: str) -> Answer:
        if self._way == "fts5":
            return {"ids": self._by_words(text, app)}
        ids, score, steps = self._by_vector(text, app)
        if self._way == "cosine":
            return {"ids": ids, "score": score, "steps": json.loads(steps)}
        fused: dict[str, float] = defaultdict(float)
        for ranked in (ids, self._by_words(text, app)):
            for rank, task in enumerate(ranked, 1):
                fused[task] += 1 / (FUSED + rank)
        return {"ids": sorted(fused, key=lambda task: -fused[task])}

    def _by_words(self, text: str, app: str) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in sorted(set(_words(text))))
        rows = self._db.execute(
            "SELECT id FROM words JOIN tasks ON tasks.rowid = words.rowid"
            " WHERE words MATCH ? AND app = ? ORDER BY bm25(words) LIMIT 20",
            (asked, app),
        )
        return [task for (task,) in rows]

    def _by_vector(self, text: str, app: str) -> tuple[list[str], float, str]:
        rows = self._db.execute(
            "SELECT id, steps, vector FROM tasks WHERE app = ?", (app,)
        ).fetchall()
        if not rows:
            return [], 0.0, "[]"
        known = np.stack([np.frombuffer(row[2], dtype="<f4") for row in rows])
        near = known @ np.asarray(self._embed([text])[0], dtype="<f4")
        order = np.argsort(-near)[:20]
        return [rows[n][0] for n in order], float(near[order[0]]), rows[order[0]][1]


def _words(text: str) -> list[str]:
    """Chinese and Japanese by their signs: SQLite takes a clause for one word."""
    return re.findall(r"[\u2e80-\u9fff]|[^\W\u2e80-\u9fff]+", text)


if __name__ == "__main__":
    serve(lambda folder, embed: Plain(folder, embed, sys.argv[2]))
