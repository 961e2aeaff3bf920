"""A run that is told step by step, kept by a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from kgmem import Learned, Step
from kgmem.serving import Redactor
from kgmem_serve.client.calls import received
from kgmem_serve.wire.connection import Connection, WireCall
from kgmem_serve.wire.names import in_path
from kgmem_serve.wire.sending import as_json

_LEARNED: TypeAdapter[Learned] = TypeAdapter(Learned)
_ID: TypeAdapter[str] = TypeAdapter(str)


class RemoteDrafts:
    """The steps of runs that have not ended; each is durable there when it returns."""

    def __init__(self, connection: Connection, space: str) -> None:
        self._connection = connection
        self.space = space

    def append(
        self, task: str, app: str | None, step: Step, redactor: Redactor, run: str
    ) -> str:
        """Keep one step; its id."""
        body = {"task": task, "app": app, "step": step}
        return received(_ID, self._sent("POST", f"{_path(run)}/steps", body, False))

    def replace(self, draft_id: str, task: str, step: Step, redactor: Redactor) -> None:
        """The same one with another step."""
        body = {"task": task, "step": step}
        self._sent("PUT", f"/v1/recordings/steps/{in_path(draft_id)}", body)

    def end(self, whole: Mapping[str, Any], drafts: Sequence[str]) -> Learned:
        """Learn the run as a whole."""
        body = {"trajectory": whole, "drafts": list(drafts)}
        path = f"{_path(str(whole['source_task_id']))}/end"
        return received(_LEARNED, self._sent("POST", path, body))

    def _sent(
        self, method: str, path: str, body: Mapping[str, Any], again: bool = True
    ) -> bytes:
        content = as_json(body)
        request = WireCall(path, content, self.space, method, is_repeatable=again)
        return self._connection(request)


class RemoteLearn:
    """Learns the recorded run, on the server."""

    def __init__(self, drafts: RemoteDrafts) -> None:
        self._drafts = drafts

    def new_redactor(self) -> Redactor:
        """For the arguments alone: secrets are taken out on the server."""
        return Redactor()

    def __call__(
        self,
        given: Mapping[str, Any],
        space: str,
        *,
        redactor: Redactor | None = None,
        drop_drafts: Sequence[str] = (),
    ) -> Learned:
        """Learn a run; its drafts go."""
        return self._drafts.end(given, drop_drafts)


def _path(run: str) -> str:
    return f"/v1/recordings/{in_path(run)}"
