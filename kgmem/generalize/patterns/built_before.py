"""What tasks and groups came to in earlier jobs of this process, by all they hold."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from kgmem.generalize.patterns.assemble import (
    PatternDraft,
    build_pattern,
    groundings,
)
from kgmem.generalize.plain import Grounded, Grounding, TaskRuns

T = TypeVar("T")
Outcome = tuple[PatternDraft | None, Mapping[str, str]]
"""A group's pattern, if it has one, and by task id why some are not in it."""

MOST = 20_000
"""Tasks, and as many members of groups, whose results are kept: those used last."""


class BuiltBefore:
    """Does each task and each group once, for as long as its content stays the same.

    A result is known by a digest of all that goes into it, and by nothing else, so it
    can't be out of date; it ends with the process, and so with this version of the
    code and its weights. Thread-safe.
    """

    def __init__(self, most: int = MOST) -> None:
        self._grounded: _Kept[dict[str, tuple[Grounding, ...]]] = _Kept(most)
        self._built: _Kept[Outcome] = _Kept(most)

    def groundings(
        self, task: TaskRuns, content: bytes
    ) -> dict[str, tuple[Grounding, ...]]:
        """What each of the task's runs uses of its text, by experience id; `content` is
        the task's digest."""
        return self._grounded(content, 1, lambda: groundings(task))

    def pattern(
        self,
        group: Sequence[TaskRuns],
        grounded: Grounded,
        contents: Mapping[str, bytes],
    ) -> tuple[PatternDraft | None, dict[str, str]]:
        """What `build_pattern` gives for tasks whose `groundings` these are; `contents`
        are digests by task id."""
        whole = b"".join(contents[task.task_id] for task in group)
        draft, apart = self._built(
            whole, len(group), lambda: build_pattern(group, grounded)
        )
        return draft, dict(apart)


def digest(task: TaskRuns) -> bytes:
    """Of all that a pattern takes from a task: everything but its vector, which only
    says which tasks are grouped."""
    found = hashlib.sha256(repr((task.task_id, task.text, task.app)).encode())
    for run in task.runs:
        found.update(repr((run.experience_id, run.verified, len(run.steps))).encode())
        for step in run.steps:
            text = step.model_dump_json()
            found.update(f"{len(text)} {text}".encode())
    return found.digest()


class _Kept(Generic[T]):
    """Results by key, of a total size; those go that were not asked for longest."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._kept: OrderedDict[bytes, tuple[T, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, key: bytes, size: int, make: Callable[[], T]) -> T:
        """The result under this key; made if it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        made = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made, size
                self._size += size
            while self._size > self._most:
                _, (_, gone) = self._kept.popitem(last=False)
                self._size -= gone
        return made
