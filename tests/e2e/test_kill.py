"""kill -9 at random moments: what was acknowledged is there, once and whole, and the
rest goes on where it stopped.

Rounds by KGMEM_TEST_KILLS, KGMEM_TEST_KILLS_NEO4J, _GENERALIZE and _IMPORT (default 2
each).
"""

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.graph.store import MAX_LINKS
from kgmem.model.base import normalize
from tests.doubles import WordEmbedder
from tests.e2e.killed import killed, some_time
from tests.e2e.workers import KINDS, document, town
from tests.everywhere import GIVEN
from tests.servers import Neo4jSettings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def rounds(of: str = "") -> int:
    return int(GIVEN.get(f"KGMEM_TEST_KILLS{of}", "2"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "memory"


def opened(home: Path) -> Memory:
    return Memory.open(home, embedder=WordEmbedder(), settings={"generalize_after": 0})


# Learning -----------------------------------------------------------------------------


def check_learned(memory: Memory, acknowledged: list[str]) -> None:
    """All acknowledged runs are there once, whole, and both stores agree."""
    rows = memory.cypher(
        "MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience)-[:HAS_STEP]->(s:Step) "
        "WHERE e.space = $space RETURN e.source_task_id AS run, count(s) AS steps"
    )
    stored = [row["run"] for row in rows]
    assert len(stored) == len(set(stored))
    assert set(acknowledged) <= set(stored)
    assert {row["steps"] for row in rows} == {3}
    # At most the one call that was cut off is there beyond what was acknowledged.
    diagnosis = memory.doctor()
    assert diagnosis.ok, diagnosis.findings
    last = acknowledged[-1].removeprefix("run-")
    found = memory.recall(f"Order item {last} in shop {int(last) % 7}")
    assert any(e.source_task_id == acknowledged[-1] for e in found.experiences)


def test_killed_while_learning_embedded(home: Path) -> None:
    acknowledged: list[str] = []

    for number in range(rounds()):
        acknowledged += killed("learns", home, number * 10_000, wait=some_time())
        with Memory.open(home, embedder=WordEmbedder()) as memory:
            check_learned(memory, acknowledged)


def test_killed_while_learning_with_neo4j(
    home: Path, neo4j_clean: Neo4jSettings
) -> None:
    names = ("uri", "user", "password", "database")
    env = {f"KGMEM_NEO4J_{n.upper()}": getattr(neo4j_clean, n) for n in names}
    env["KGMEM_GRAPH"] = "neo4j"
    settings = neo4j_clean.memory(home)
    acknowledged: list[str] = []

    for number in range(rounds("_NEO4J")):
        start = number * 10_000
        acknowledged += killed("learns", home, start, wait=some_time(), **env)
        with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
            check_learned(memory, acknowledged)


# Generalizing and linking -------------------------------------------------------------


def check_patterns(memory: Memory) -> None:
    """Each stored pattern has all its parts, and a task is in one of them at most."""
    members = memory.cypher(
        "MATCH (p:Pattern)-[:GENERALIZES]->(t:Task) WHERE p.space = $space "
        "RETURN t.task_id AS task, count(p) AS patterns"
    )
    tasks = memory.cypher(
        "MATCH (t:Task) WHERE t.space = $space RETURN t.task_id AS task, t.text AS text"
    )
    texts = {row["task"]: normalize(row["text"]) for row in tasks}
    assert all(row["patterns"] == 1 for row in members)
    assert memory.doctor().ok
    for pattern in memory.patterns():
        for key in pattern.members:
            assert normalize(pattern.fill(pattern.bindings(key))) == texts[key]


def test_a_killed_job_leaves_whole_patterns_and_the_next_one_goes_on(
    home: Path,
) -> None:
    seed = random.Random(7)
    second = ("begin", "end", "begin")

    for number in range(rounds("_GENERALIZE")):
        wait = seed.uniform(0.0, 0.15)
        killed("generalizes", home, number * 1_000, *second, wait=wait)
        with opened(home) as memory:
            check_patterns(memory)

    with opened(home) as memory:
        memory.generalize()
        check_patterns(memory)
        found = Counter(one.app for one in memory.patterns() if one.support > 1)
        assert found == {f"app{n}": len(KINDS) for n in range(3)}


COUNTS = (
    "MATCH (t:Task) WHERE t.space = $space RETURN t.unlinked IS NULL AS done, "
    "coalesce(t.links, 0) AS links, COUNT { (t)-[:SIMILAR_TO]-(:Task) } AS found"
)


def test_a_killed_job_links_the_rest_the_next_time(home: Path) -> None:
    killed("links", home, 0, "4", "8", "12", wait=0)

    with opened(home) as memory:
        between = memory.cypher(COUNTS)
        waiting = [one.message for one in memory.doctor().findings]
        report = memory.generalize()
        after = memory.cypher(COUNTS)

    left = sum(not row["done"] for row in between)
    assert 0 < left <= 28
    assert any(f"{left} tasks are not linked" in one for one in waiting)
    assert report.linked == left
    assert all(row["done"] and row["links"] == row["found"] for row in after)
    assert 0 < max(row["found"] for row in after) <= MAX_LINKS


# Documents ----------------------------------------------------------------------------


def parts(memory: Memory) -> dict[str, int]:
    """Number of parts by the source of their document."""
    rows = memory.cypher(
        "MATCH (d:Document)-[:HAS_CHUNK]->(c:Chunk) WHERE d.space = $space "
        "RETURN d.source AS source, count(c) AS parts"
    )
    return {row["source"]: row["parts"] for row in rows}


def test_killed_while_importing(home: Path) -> None:
    acknowledged: list[str] = []
    for number in range(rounds("_IMPORT")):
        acknowledged += killed("imports", home, 1_000 * number, wait=some_time())

    with Memory.open(home, embedder=WordEmbedder()) as memory:
        found, facts = parts(memory), {fact.fact_id for fact in memory.facts()}
        whole = {d.source for d in memory.documents() if d.status == "ready"}
        torn = [d.source for d in memory.documents() if d.status != "ready"]
        for source in torn:
            n = int(source.removeprefix("station-").removesuffix(".md"))
            memory.add_document(text=document(n), source=source)
        diagnosis = memory.doctor()
        mended = parts(memory)

    sources = [a.split()[1] for a in acknowledged if a.startswith("document")]
    kept = {a.split()[1] for a in acknowledged if a.startswith("fact")}
    assert set(sources) <= whole
    assert {found[source] for source in sources} <= {6}
    assert kept <= facts
    assert set(mended.values()) == {6}
    assert (diagnosis.ok, diagnosis.drift) == (True, 0)


# Conversations ------------------------------------------------------------------------


def check_talked(memory: Memory, acknowledged: list[str]) -> None:
    """Each is there once, in order, and nothing is folded twice or dropped."""
    conversation = memory.agent("a").conversation("s")
    kept = conversation.messages()
    texts = [one.content for one in kept]
    assert [one.n for one in kept] == list(range(len(kept)))
    assert len(texts) == len(set(texts))
    assert [text for text in texts if text in set(acknowledged)] == acknowledged
    conversation.add("user", f"Item {len(kept)} goes to shop x", message_id="probe")
    known = conversation.info()
    assert known is not None
    assert known.messages - known.folded <= 10
    assert known.folded == 0 or known.summary
    assert memory.doctor().ok


def check_updated(memory: Memory, acknowledged: list[str]) -> None:
    """A version is whole or not there, and the same update again mends the rest."""
    agent = memory.agent("a")
    history = agent.history()
    assert [one.version for one in history] == list(range(1, len(history) + 1))
    assert len(history) >= len(acknowledged)
    assert agent.version == len(history)
    stages = [one.stage for one in agent.get_pipeline_history()]
    assert stages == ["modification", "update", "theory_of_mind"] * len(history)
    told = agent.conversation("s").messages()
    assert set(acknowledged) <= {one.content.split()[5] for one in told}
    known = agent.conversation("s").info()
    assert known is not None
    assert known.folded == 0 or known.summary

    # The next update takes up what the last one may have left half-way.
    agent.update_with_pipeline(agent.conversation("s"))
    last = int(told[-1].content.split()[5])
    assert agent.get_profile_content() == f"The user lives in {town(last)}."
    assert agent.get_profile_content() == agent.history()[-1].profile
    homes = memory.facts("agent:a", "person home")
    assert len([one for one in homes if one.valid_to is None]) == 1
    assert memory.doctor().ok


@pytest.mark.parametrize(
    ("work", "apart", "check"),
    [("talks", 10_000, check_talked), ("updates", 60, check_updated)],
    ids=["talking", "updating and folding"],
)
def test_killed_in_a_conversation(
    home: Path, work: str, apart: int, check: object
) -> None:
    assert callable(check)
    acknowledged: list[str] = []

    for number in range(rounds()):
        acknowledged += killed(work, home, number * apart, wait=some_time())
        with Memory.open(home, embedder=WordEmbedder()) as memory:
            check(memory, acknowledged)
