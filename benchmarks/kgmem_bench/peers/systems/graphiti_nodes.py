"""graphiti without a model: nodes in its embedded Kuzu, found by words and vectors."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.openai_reranker_client import OpenAIRerankerClient
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.llm_client import LLMConfig, OpenAIClient
from graphiti_core.nodes import EntityNode
from graphiti_core.search.search_config_recipes import NODE_HYBRID_SEARCH_RRF
from protocol import Answer, Embed, System, Task, serve


class Nodes(System):
    """`EntityNode.save`, `Graphiti.search_`."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        class Ours(EmbedderClient):
            async def create(self, input_data: Any) -> list[float]:
                return embed([input_data] if type(input_data) is str else input_data)[0]

        self._loop = asyncio.new_event_loop()
        self._driver, self._embedder = KuzuDriver(str(folder / "graph")), Ours()
        nobody = LLMConfig(api_key="none is asked")
        models = {"llm_client": OpenAIClient(nobody), "embedder": self._embedder}
        models |= {"cross_encoder": OpenAIRerankerClient(nobody)}
        self._graphiti = Graphiti(graph_driver=self._driver, **models)
        build = self._driver.graph_ops.build_indices_and_constraints
        self._loop.run_until_complete(build(self._driver))
        self._groups, self._ids = {}, {}

    def add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            self._loop.run_until_complete(self._save(task))

    async def _save(self, task: Task) -> None:
        group = self._groups.setdefault(task["app"], f"app{len(self._groups)}")
        node = EntityNode(name=task["text"], group_id=group)
        self._ids[node.uuid] = task["id"]
        await node.generate_name_embedding(self._embedder)
        await node.save(self._driver)

    def find(self, text: str, app: str) -> Answer:
        groups = [self._groups[app]]
        call = self._graphiti.search_(text, NODE_HYBRID_SEARCH_RRF, group_ids=groups)
        found = self._loop.run_until_complete(call)
        return {"ids": [self._ids[node.uuid] for node in found.nodes]}


if __name__ == "__main__":
    serve(Nodes)
