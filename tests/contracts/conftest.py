"""Each engine in turn, for every suite that asks for `engine` or `memory`."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.ports import CypherEngine
from tests.engines import Graph, Stores, each_engine, each_memory

NOT_SERVED = {
    "test_context_is_never_over_its_budget": "a tokenizer can't be sent",
    "test_another_embedder_takes_up_documents_and_facts": "an embedder can't be sent",
    "test_import_that_was_interrupted_goes_on": "a document is sent as a whole: what "
    "is told of its progress can't interrupt it",
}
"""Why a test can't be about a memory over HTTP. Those that reach into the stores skip
themselves, see `tests.served.OverHttp`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what can't be served."""
    for item in items:
        reason = NOT_SERVED.get(getattr(item, "originalname", ""))
        if reason and "served" in item.name:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session", params=each_engine())
def _graph(request: pytest.FixtureRequest) -> Iterator[Graph]:
    with closing(Graph(partial(request.param, request))) as graph:
        yield graph


@pytest.fixture(scope="session", params=each_memory())
def stores(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stores]:
    opener, kind = request.param
    opened = partial(opener, request)
    with closing(kind(opened, lambda: tmp_path_factory.mktemp("edge"))) as stores:
        yield stores


@pytest.fixture
def engine(_graph: Graph) -> CypherEngine:
    """An empty graph with the schema."""
    return _graph.emptied()


@pytest.fixture
def memory(tmp_path: Path, stores: Stores) -> Iterator[Memory]:
    """An empty memory."""
    with stores.memory(tmp_path / "memory") as memory:
        yield memory
