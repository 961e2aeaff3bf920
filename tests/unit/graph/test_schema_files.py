"""What stands in `graph_schema/` is true of the code, and its queries run."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import SecretStr

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.backends.vectors import points
from kgmem.graph.readonly import check_read_only
from kgmem.graph.schema import RELATIONSHIPS, schema_items
from kgmem.ports import Collection, CypherEngine
from kgmem.resources import folder
from kgmem_servers import qdrant_requests
from kgmem_servers.neo4j import Neo4jEngine
from tests.servers import Neo4jSettings

README = (folder("graph_schema") / "README.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```cypher\n(.*?)```", README, re.DOTALL)

TWO_RUNS = """
UNWIND ['success', 'failure'] AS outcome
MERGE (a:App {app_id: 'a'}) SET a.space = 's', a.name = 'shop'
MERGE (p:Page {page_id: 'p'}) SET p.space = 's', p.app = 'shop', p.url_template = '/'
MERGE (p)-[:OF]->(a)
MERGE (el:UIElement {element_id: 'el'})
SET el.space = 's', el.role = 'button', el.name = '搜索'
MERGE (el)-[:ON]->(p)
CREATE (t:Task {task_id: outcome, space: 's', text: 'buy ' + outcome, app: 'shop'})
CREATE (t)-[:IN_APP]->(a)
CREATE (t)-[:USES {support: 1}]->(el)
CREATE (t)-[:ATTEMPTED_AS]->(e:Experience {experience_id: outcome, space: 's',
  outcome: outcome, duration_ms: 4000, steps: 2})
CREATE (e)-[:HAS_STEP {n: 0}]->(s:Step {step_id: outcome + '0', space: 's', n: 0,
  action: 'type', value: 'milk', decision_point: true, url_before: '/'})
CREATE (e)-[:STARTS_WITH]->(s)
CREATE (e)-[:HAS_STEP {n: 1}]->(x:Step {step_id: outcome + '1', space: 's', n: 1,
  action: 'click', error: 'gone'})
CREATE (s)-[:NEXT]->(x)
CREATE (s)-[:TARGETS]->(el)
"""
ALIKE = """
MATCH (a:Task {task_id: 'failure'}) MATCH (b:Task {task_id: 'success'})
MERGE (a)-[r:SIMILAR_TO]->(b) SET r.score = 0.9
"""

PATTERN = """
MATCH (t:Task)-[:ATTEMPTED_AS]->(:Experience)-[:HAS_STEP]->(x:Step {n: 0})
MATCH (el:UIElement {element_id: 'el'})
MERGE (p:Pattern {pattern_id: 'p'}) SET p.space = 's', p.template = 'buy {商品}',
  p.members = 2, p.runs = 1, p.status = 'active', p.version = 1,
  p.history = ['{"at":1,"version":1,"what":"created"}']
MERGE (s:Slot {slot_id: 's'})
SET s.space = 's', s.name = '商品', s.kind = 'text', s.examples = ['milk']
MERGE (one:PatternStep {pattern_step_id: '1'})
SET one.space = 's', one.n = 1, one.action = 'type', one.value = '{商品}'
MERGE (two:PatternStep {pattern_step_id: '2'})
SET two.space = 's', two.n = 2, two.action = 'click', two.need = 'optional'
MERGE (p)-[:HAS_SLOT {n: 1}]->(s)
MERGE (p)-[:HAS_STEP {n: 1}]->(one)
MERGE (p)-[:HAS_STEP {n: 2}]->(two)
MERGE (p)-[:STARTS_WITH]->(one)
MERGE (one)-[:NEXT]->(two)
MERGE (one)-[:FILLED_BY]->(s)
MERGE (one)-[:TARGETS]->(el)
MERGE (p)-[:GENERALIZES {wording: 0}]->(t)
MERGE (t)-[:BINDS {value: t.text}]->(s)
MERGE (x)-[:INSTANCE_OF]->(one)
"""


def filled(engine: CypherEngine) -> CypherEngine:
    engine.ensure_schema(schema_items(), RELATIONSHIPS)
    engine.write(lambda tx: [tx.run(text) for text in (TWO_RUNS, ALIKE, PATTERN)])
    return engine


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CypherEngine]:
    engine = ArcadeEngine(tmp_path_factory.mktemp("memory") / "graph")
    yield filled(engine)
    engine.close()


@pytest.mark.parametrize("query", QUERIES)
def test_each_readme_query_finds_some(embedded: CypherEngine, query: str) -> None:
    check_read_only(query)

    assert embedded.read(query, {"space": "s"})
    assert not embedded.read(query, {"space": "another"})


@pytest.mark.live
def test_the_queries_run_on_a_server(neo4j_clean: Neo4jSettings) -> None:
    server = Neo4jEngine.connect(
        neo4j_clean.uri,
        neo4j_clean.user,
        SecretStr(neo4j_clean.password),
        neo4j_clean.database,
        timeout=10,
    )
    filled(server)

    empty = [q for q in QUERIES if not server.read(q, {"space": "s"})]

    assert empty == []
    server.close()


def test_the_readme_names_each_relationship_and_no_other() -> None:
    drawn = set(re.findall(r'-->\|"?([A-Z_]+)', README))

    assert drawn == set(RELATIONSHIPS)


def test_the_readme_names_each_label() -> None:
    for item in schema_items():
        assert re.search(rf"\b{item.label}\b", README), item.label


def test_vectors_toml_is_what_the_backends_make() -> None:
    text = Path(folder("graph_schema") / "vectors.toml").read_text(encoding="utf-8")
    stated = tomllib.loads(text)

    assert list(stated["collections"]) == list(get_args(Collection))
    assert set(stated["vectors"]) == {points.DENSE, points.SPARSE}
    hnsw = stated["vectors"]["dense"]["hnsw"]
    assert hnsw == {
        "m": qdrant_requests.M,
        "ef_construct": qdrant_requests.EF_CONSTRUCT,
    }
    keywords = [key for key, kind in stated["payload"].items() if kind != "integer"]
    assert keywords == list(points.KEYWORDS)
    assert set(stated["payload"]) == set(qdrant_requests.indexes())
