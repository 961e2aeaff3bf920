"""The build of kgmem: it writes what is typed for asyncio."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TypedBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Writes `kgmem/aio.pyi`, which git ignores and a wheel has."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        runpy.run_path(str(Path(self.root, ".ci", "typed_async.py")))["write"]()
        build_data["artifacts"].append("kgmem/aio.pyi")
