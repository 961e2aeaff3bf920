"""The servers that live tests stand on."""

import httpx
import neo4j
import pytest

from kgmem.errors import QueryRefused
from kgmem.graph.readonly import check_read_only
from tests.servers import Neo4jSettings


def test_a_clean_neo4j_holds_nothing(neo4j_clean: Neo4jSettings) -> None:
    auth = (neo4j_clean.user, neo4j_clean.password)
    with neo4j.GraphDatabase.driver(neo4j_clean.uri, auth=auth) as driver:
        nodes = driver.execute_query("MATCH (n) RETURN count(n) AS n").records
        constraints = driver.execute_query("SHOW CONSTRAINTS").records

    assert nodes[0]["n"] == 0
    assert constraints == []


def test_neo4j_ends_a_string_at_an_escaped_quote(neo4j_clean: Neo4jSettings) -> None:
    """Why the read-only gate refuses `\\u0027`: the server sees a quote there."""
    query = "RETURN 'a\\u0027 AS text //' AS hidden"
    auth = (neo4j_clean.user, neo4j_clean.password)
    with neo4j.GraphDatabase.driver(neo4j_clean.uri, auth=auth) as driver:
        rows = [record.data() for record in driver.execute_query(query).records]

    assert rows == [{"text": "a"}]
    with pytest.raises(QueryRefused):
        check_read_only(query)


def test_qdrant_answers(qdrant_url: str) -> None:
    assert httpx.get(f"{qdrant_url}/readyz").status_code == 200
