"""Whose points a vector store holds: another memory's are left alone, and what was
wiped is told, with what heals it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from kgmem import Memory
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.backends.vectors.edge_owner import FILE
from kgmem.errors import OtherMemory, VectorsUnavailable
from kgmem.graph import migrate
from kgmem.graph.generations import Generations
from kgmem.graph.store import GraphStore
from kgmem.index import projection
from kgmem.index.projection import Projection
from kgmem.operate.doctor import doctor
from kgmem.operate.repair import repair
from tests.doubles import WordEmbedder
from tests.unit.index.processes import Servers, found, key, points


@pytest.fixture
def other(servers: Servers, tmp_path: Path) -> Iterator[Servers]:
    """Another memory's graph, beside the same Qdrant."""
    with closing(ArcadeEngine(tmp_path / "other")) as engine:
        migrate.ensure_new(engine)
        yield Servers(engine, servers.client, servers.holders)


def told(process: Projection) -> str:
    return " | ".join(process.problems)


def test_anothers_points_are_left_alone(servers: Servers, other: Servers) -> None:
    mine, theirs = servers.process(), other.process()
    servers.learn(mine, "find a mouse")

    taken = theirs.take_up(other.write("find a house"))
    with pytest.raises(OtherMemory, match="KGMEM_QDRANT_PREFIX"):
        repair(theirs.graph, theirs)
    with pytest.raises(OtherMemory):
        theirs.rebuild()
    diagnosis = doctor(other.engine, theirs.graph, theirs)

    assert "another memory" in told(theirs)
    assert taken.points == 0
    assert points(mine) == {key("find a mouse")}
    [finding] = [f for f in diagnosis.findings if f.severity == "error"]
    assert "another memory" in finding.message
    assert "KGMEM_QDRANT_PREFIX" in finding.cure
    assert not diagnosis.ok


def test_a_prefix_gives_own_collections(servers: Servers, other: Servers) -> None:
    mine, theirs = servers.process(), other.process(prefix="team-b")
    servers.learn(mine, "find a mouse")
    other.learn(theirs, "find a house")

    repair(theirs.graph, theirs)
    repair(mine.graph, mine)

    assert told(theirs) == told(mine) == ""
    assert points(mine) == {key("find a mouse")}
    assert points(theirs) == {key("find a house")}


def test_anothers_aliases_are_not_taken(servers: Servers, other: Servers) -> None:
    mine = servers.process()
    mine.rebuild()
    mine.rebuild()  # the first generation's names are free now
    before = servers.client.get_aliases().aliases

    theirs = other.process()

    assert "another memory" in told(theirs)
    assert servers.client.get_aliases().aliases == before
    assert "experiences_1" not in servers.collections()


def test_an_older_memory_gets_an_id_and_keeps_its_points(
    servers: Servers,
) -> None:
    old = servers.process()
    servers.learn(old, "find a mouse")
    old.close()
    forget_ids(servers)

    process = servers.process()

    state = Generations(servers.engine).state()
    assert told(process) == ""
    assert found(process, "find a mouse") == [key("find a mouse")]
    assert state is not None
    for one in servers.client.get_collections().collections:
        info = servers.client.get_collection(one.name)
        assert info.config.metadata == {"kgmem_memory": state.memory}


def forget_ids(servers: Servers) -> None:
    """As an older kgmem left both stores."""
    servers.engine.write(
        lambda tx: tx.run("MATCH (m:Meta {meta_id: 'memory'}) DETACH DELETE m")
    )
    for one in servers.client.get_collections().collections:
        _local(servers.client, one.name).config.metadata = None


def _local(client: QdrantClient, name: str):  # type: ignore[no-untyped-def]  # its insides
    return client._client.collections[name]


def test_a_wiped_qdrant_is_told_and_repaired(
    servers: Servers,
) -> None:
    before = servers.process()
    servers.learn(before, "find a mouse", "find a house")
    before.close()
    servers.wipe()

    process = servers.process()
    lost = told(process)
    repair(process.graph, process)

    assert "no points in experiences and facts, the graph has 2 nodes" in lost
    assert "run `kgmem repair`" in lost
    assert told(process) == ""
    assert points(process) == {key("find a mouse"), key("find a house")}


def test_a_qdrant_that_is_wiped_under_an_open_memory_is_healed_by_repair(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection, "RETRY_AFTER", 0.0)
    process = servers.process()
    servers.learn(process, "find a mouse")
    servers.wipe()

    sick = doctor(servers.engine, process.graph, process)
    with pytest.raises(VectorsUnavailable, match="run `kgmem repair`"):
        found(process, "find a mouse")
    process.take_up(servers.write("learned afterwards"))
    process.flush()
    lost = told(process)
    repair(process.graph, process)

    assert "kgmem repair" in [one.cure for one in sick.findings]
    assert "it was wiped" in lost
    assert told(process) == ""
    assert points(process) == {key("find a mouse"), key("learned afterwards")}


def test_a_memory_that_waits_for_its_vectors_lost_nothing(servers: Servers) -> None:
    servers.process().close()
    servers.write("find a mouse")
    servers.wipe()

    assert told(servers.process()) == ""


# --- folders of Edge -------------------------------------------------------------


def edge(
    servers: Servers, folder: Path, *, shared: bool = True
) -> tuple[Projection, EdgeIndex]:
    index = EdgeIndex(folder)
    store = GraphStore(servers.engine)
    return Projection(store, index, WordEmbedder(), shared=shared), index


def test_two_folders_of_one_memory_are_told(servers: Servers, tmp_path: Path) -> None:
    first, _ = edge(servers, tmp_path / "one")
    servers.learn(first, "find a mouse")

    second, _ = edge(servers, tmp_path / "two")
    split = told(second)
    repair(second.graph, second)
    healed = told(second), points(second)
    first.close()
    again, _ = edge(servers, tmp_path / "one")

    assert told(first) == ""
    assert "kept in another store" in split
    assert "KGMEM_VECTORS=qdrant" in split
    assert healed == ("", {key("find a mouse")})
    assert "kept in another store" in told(again)
    for process in (second, again):
        process.close()


def test_a_folder_of_another_memory_is_left_alone(
    servers: Servers, other: Servers, tmp_path: Path
) -> None:
    first, _ = edge(servers, tmp_path / "one")
    servers.learn(first, "find a mouse")
    first.close()

    second, _ = edge(other, tmp_path / "one")
    problem = told(second)
    with pytest.raises(OtherMemory, match="KGMEM_HOME"):
        repair(second.graph, second)
    second.close()
    again, _ = edge(servers, tmp_path / "one")

    assert "another memory" in problem
    assert points(again) == {key("find a mouse")}
    again.close()


@pytest.mark.parametrize("torn", ["", "[1]", '{"store": 1}'])
def test_a_torn_note_of_the_owner_is_written_anew(tmp_path: Path, torn: str) -> None:
    index = EdgeIndex(tmp_path)
    before = index.store
    index.close()
    (tmp_path / FILE).write_text(torn)

    again = EdgeIndex(tmp_path)

    assert again.store != before
    again.close()
    third = EdgeIndex(tmp_path)
    assert third.store == again.store
    third.close()


def test_lost_vectors_of_an_embedded_memory_are_told_and_healed(new_home: Path) -> None:
    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        memory.learn({"task": "find a mouse", "source_task_id": "1"})
        memory.flush()
    for folder in (new_home / "vectors").glob("experiences/*"):
        folder.rename(new_home / folder.name)

    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        lost = memory.capabilities()["degraded"]
        healed = memory.repair()
        degraded = memory.capabilities()["degraded"]

    assert "run `kgmem repair`" in " ".join(lost)
    assert healed.ok
    assert "repair" not in " ".join(degraded)
