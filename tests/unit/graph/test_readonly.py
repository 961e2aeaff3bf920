"""The read-only gate: what passes, what does not, and that disguise changes nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arcadedb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import QueryRefused
from kgmem.graph.readonly import check_read_only

ALLOWED = [
    "MATCH (t:Task) RETURN t.task_id AS task_id",
    "match (t:Task {space: $space}) where t.text contains 'cart' return count(t) AS n",
    "MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience) RETURN t.text AS x, e.score AS s",
    "OPTIONAL MATCH (t:Task) RETURN t.text AS text ORDER BY text DESC SKIP 1 LIMIT 5",
    "MATCH (a:Step)-[:NEXT*1..3]->(b:Step) RETURN b.n AS n",
    "MATCH p = shortestPath((a:Task)-[:R*..4]-(b:Experience)) RETURN length(p) AS n",
    "MATCH (t:Task) WITH t.app AS app, count(*) AS n WHERE n > 1 RETURN app, n",
    "UNWIND [1, 2, 3] AS x RETURN x UNION UNWIND [4] AS x RETURN x",
    "RETURN 1 AS x UNION ALL RETURN 2 AS x",
    "MATCH (t:Task) CALL (t) { MATCH (t)-->(e) RETURN count(e) AS n } RETURN n",
    "MATCH (t:Task) WHERE EXISTS { (t)-[:ATTEMPTED_AS]->(:Experience) } RETURN t.text",
    "MATCH (t:Task) RETURN COUNT { (t)-->() } AS n",
    "MATCH (t:Task) RETURN COLLECT { MATCH (t)-->(e) RETURN e.score } AS scores",
    "MATCH (t:Task) RETURN [(t)-->(e:Experience) | e.score] AS scores",
    "RETURN [x IN range(1, 5) WHERE x % 2 = 0 | x * x] AS squares",
    "RETURN reduce(sum = 0, x IN [1, 2, 3] | sum + x) AS total",
    "RETURN any(x IN [1, 2] WHERE x > 1) AND NOT none(x IN [1] WHERE x = 1) AS answer",
    "RETURN CASE WHEN 1 > 0 THEN 'a' ELSE 'b' END AS letter",
    "MATCH (t:Task) RETURN t {.text, .app, n: size(t.tags)} AS task",
    "MATCH (t:Task) WHERE t.text =~ '(?i).*set.*' RETURN t.text AS text",
    "RETURN date('2026-01-02').year AS year, duration.inDays(date(), date()).days AS d",
    "RETURN 1.5e-3 AS a, 0x1F AS b, -.5 AS c, [1, 2, 3][0..2] AS d, $limit AS e",
    "EXPLAIN MATCH (t:Task) RETURN t.text AS text",
    "PROFILE MATCH (t:Task) RETURN t.text AS text",
    "CALL db.labels() YIELD label RETURN label ORDER BY label",
    "CALL db.relationshipTypes()",
    "CALL `db`.`propertyKeys`()",
    "RETURN 1 AS x;",
    # Names that are words of the language
    "MATCH (t:Task) RETURN t.set AS a, t.create AS b, t . delete AS c, t.`merge` AS d",
    "MATCH (t:Create)-[r:SET|DELETE]->(n:`DROP`) RETURN r.load AS x",
    "MATCH (t:Task&!Create) RETURN t.text AS text",
    "MATCH (t:Task {set: 1, create: 2, `delete it`: 3}) RETURN t.text AS text",
    "RETURN {set: 1, load: {merge: 2}} AS map",
    "RETURN $set AS a, $`create it` AS b",
    "RETURN 1 AS `set` ORDER BY `set`",
    "MATCH (start:Order)-->(use:End) RETURN start.show AS x, use.call AS y",
    # Text that only looks dangerous
    "RETURN 'CREATE (n) SET n.x = 1; LOAD CSV' AS text",
    'RETURN "it\'s \\"MERGE\\" // no comment /* none */" AS text',
    "RETURN 'a\\\\' AS x, 'DELETE' AS y",
    "RETURN 'caf\\u00e9' AS text",
    "RETURN 1 AS x // CREATE (n)",
    "/* DELETE n; */ RETURN /* LOAD CSV */ 1 AS x",
    "MATCH (t:`a``b CREATE (n)`) RETURN t.text AS text",
    # Chinese names
    "MATCH (任务:Task) WHERE 任务.文本 CONTAINS '删除' RETURN 任务.文本 AS 文本",
]

REFUSED = [
    # Every clause that writes, at the start and behind something
    ("CREATE (n:Task)", "CREATE"),
    ("MATCH (n) CREATE (m)", "CREATE"),
    ("MATCH (n) MERGE (n)-[:R]->(m)", "MERGE"),
    ("MATCH (n) SET n.x = 1", "SET"),
    ("MATCH (n) SET n:Label", "SET"),
    ("MATCH (n) DELETE n", "DELETE"),
    ("MATCH (n) DETACH DELETE n", "DETACH"),
    ("MATCH (n) NODETACH DELETE n", "NODETACH"),
    ("MATCH (n) REMOVE n.x", "REMOVE"),
    ("INSERT (n:Task)", "INSERT"),
    ("FOREACH (x IN [1] | CREATE (:N))", "FOREACH"),
    ("MATCH (n) RETURN n.x LIMIT 1 DELETE n", "DELETE"),
    ("WITH 1 AS x WHERE x = 1 CREATE (n)", "CREATE"),
    ("WITH 1 AS x WHERE x > 1. CREATE (n)", "CREATE"),
    ("WITH 1 AS x WHERE x = 1CREATE (n)", "1"),
    ("CALL { CREATE (n) RETURN n } RETURN 1 AS x", "CREATE"),
    ("MATCH (n) CALL (n) { SET n.x = 1 } RETURN 1 AS x", "SET"),
    ("UNWIND [1] AS x CALL (x) { RETURN 1 AS y } IN TRANSACTIONS", "TRANSACTIONS"),
    ("RETURN [x IN [1] | CREATE] AS x", "CREATE"),
    ("EXPLAIN CREATE (n)", "CREATE"),
    ("PROFILE CREATE (n)", "CREATE"),
    # Files, networks, procedures, functions
    ("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", "LOAD"),
    ("WITH 1 AS x LOAD CSV WITH HEADERS FROM 'file:///x' AS y RETURN y", "LOAD"),
    ("USING PERIODIC COMMIT LOAD CSV FROM 'x' AS l RETURN l", "USING"),
    ("CALL apoc.load.json('file:///x')", "apoc.load.json"),
    ("CALL dbms.listConfig()", "dbms.listConfig"),
    ("CALL dbms.components", "dbms.components"),
    ("OPTIONAL CALL dbms.components() YIELD name RETURN name", "dbms.components"),
    ("CALL db.createLabel('X')", "db.createLabel"),
    ("CALL db.labels.more()", "db.labels.more"),
    ("CALL `apoc`.`cypher`.`doIt`('CREATE (n)', {})", "apoc.cypher.doIt"),
    ("RETURN 1 AS x UNION CALL db.clearQueryCaches()", "db.clearQueryCaches"),
    ("RETURN apoc.util.sleep(1) AS x", "apoc.util.sleep"),
    ("RETURN `apoc`.`version`() AS x", "apoc.version"),
    ("RETURN {a: apoc.version()} AS x", "apoc.version"),
    ("RETURN file() AS x", "file"),
    ("RETURN linenumber() AS x", "linenumber"),
    ("RETURN graph.byName('x') AS x", "graph.byName"),
    ("MATCH (n) RETURN n.x.load('file:///x') AS x", "n.x.load"),
    ("RETURN dbms.info () AS x", "dbms.info"),
    # Administration, schema, other graphs
    ("USE other RETURN 1 AS x", "USE"),
    ("SHOW DATABASES", "SHOW"),
    ("MATCH (n) SHOW TRANSACTIONS", "SHOW"),
    ("TERMINATE TRANSACTIONS 'x'", "TERMINATE"),
    ("RETURN 1 AS x UNION TERMINATE TRANSACTION 'x'", "TRANSACTION"),
    ("DROP INDEX x", "DROP"),
    ("ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'", "ALTER"),
    ("GRANT ROLE x TO y", "GRANT"),
    ("START n = node(*) RETURN n.x AS x", "START"),
    ("STOP DATABASE x", "STOP"),
    ("ENABLE SERVER 'x'", "ENABLE"),
    ("CYPHER runtime=slotted RETURN 1 AS x", "CYPHER"),
    ("EXPLAIN CYPHER 5 RETURN 1 AS x", "CYPHER"),
    # What nobody has heard of yet
    ("FROBNICATE (n)", "FROBNICATE"),
    ("MATCH (n) FROBNICATE n", "FROBNICATE"),
    ("MATCH (n) FROBNICATE (n)", "FROBNICATE"),
    ("RETURN 1 AS x FROBNICATE", "FROBNICATE"),
    ("RETURN * FROBNICATE x", "x"),
    ("RETURN 'a' 'b' AS x", "'b'"),
    # More than one statement, or none
    ("RETURN 1 AS x; CREATE (n)", "CREATE"),
    ("RETURN 1 AS x; RETURN 2 AS x", "RETURN"),
    ("RETURN 1 AS x;;", ";"),
    ("", "empty"),
    ("  // nothing\n /* at all */ ", "empty"),
    ("EXPLAIN", "EXPLAIN"),
    ("{}", "{"),
    ("`MATCH` (n) RETURN n.x AS x", "MATCH"),
    # Disguise
    ("mAtCh (n) dElEtE n", "dElEtE"),
    ("MATCH (n)/**/DELETE/**/n", "DELETE"),
    ("MATCH (n)//\nDELETE n", "DELETE"),
    ("MATCH (n)//\rDELETE n", "DELETE"),
    ("MATCH (n)\tDELETE\u00a0n", "DELETE"),
    ("MATCH (n) DEL/**/ETE n", "DEL"),
    ("MATCH (n) /* /* */ DELETE n /* */", "DELETE"),
    ("MATCH (n) // /*\nDELETE n // */", "DELETE"),
    ("MATCH (n:`a` ) DELETE `n`", "DELETE"),
    ("MATCH (n:`a\\` ) DELETE n //`", "\\"),
    ("RETURN 'a\\' AS x, ' DELETE n", "DELETE"),
    ("RETURN 1 AS x \\u0043REATE (n)", "\\"),
    ("RETURN 'a\\u0027 CREATE (n) //' AS x", "\\u0027"),
    ('RETURN "a\\uu0022 CREATE (n) //" AS x', "\\uu0022"),
    ("RETURN 'a\\u005c' AS x", "\\u005c"),
    ("RETURN 1 AS `a\\u0060 CREATE (n) //`", "\\"),
    ("RETURN 1 AS x // \\u000a CREATE (n)", "\\u"),
    ("RETURN 1 AS x /* \\u002a\\u002f CREATE (n) */", "\\u"),
    ("RETURN 1 AS x // a\u2028CREATE (n)", "//"),
    ("ＭＡＴＣＨ (n) RETURN n.x AS x", "Ｍ"),
    ("MATCH (n) ＤＥＬＥＴＥ n", "Ｄ"),
    ("MATCH (n) \u017fET n.x = 1", "\u017f"),
    ("MATCH (n) \u0131NSERT (m)", "\u0131"),
    ("MATCH (n) DE\u200bLETE n", "U+200B"),
    ("MATCH (n) DELETE\u2060 n", "U+2060"),
    ("\ufeffMATCH (n) DELETE n", "U+FEFF"),
    ("RETURN 1 AS x，2 AS y", "，"),
    ("RETURN ? AS x", "?"),
    ("RETURN 1 AS x\x00", "NUL"),
    ("RETURN '\ud800' AS x", "half a character"),
    # Open ends
    ("RETURN 'a AS x", "not closed"),
    ('RETURN "a AS x', "not closed"),
    ("RETURN 1 AS `x", "not closed"),
    ("RETURN 1 AS x /* end", "not closed"),
]


@pytest.mark.parametrize("query", ALLOWED)
def test_reading_passes(query: str) -> None:
    check_read_only(query)


@pytest.mark.parametrize(("query", "named"), REFUSED)
def test_all_else_is_refused_by_name(query: str, named: str) -> None:
    with pytest.raises(QueryRefused) as refusal:
        check_read_only(query)

    assert named in str(refusal.value)


def test_a_refusal_says_where_why_and_what_to_do() -> None:
    with pytest.raises(QueryRefused) as refusal:
        check_read_only("MATCH (n) SET n.x = 1")

    assert str(refusal.value) == (
        "'SET' at character 11 is refused: it changes the graph; "
        "as a name it needs backticks"
    )


FILLERS = st.lists(
    st.sampled_from([" ", "\t", "\n", "\r\n", "\u3000", "/**/", "/* x */", "//y\n"]),
    min_size=1,
    max_size=4,
).map("".join)
SPACED = [q for q in ALLOWED if "/" not in q and " " in q]
SPACED_REFUSED = [q for q, _ in REFUSED if "/" not in q and " " in q]


def verdict(query: str) -> bool:
    try:
        check_read_only(query)
    except QueryRefused:
        return False
    return True


def refill(query: str, data: st.DataObject) -> str:
    first, *rest = query.split(" ")
    return first + "".join(data.draw(FILLERS) + piece for piece in rest)


@given(st.sampled_from(SPACED), st.data())
def test_blanks_and_comments_are_no_writing(query: str, data: st.DataObject) -> None:
    assert verdict(refill(query, data))


@given(st.sampled_from(SPACED_REFUSED), st.data())
def test_blanks_and_comments_hide_nothing(query: str, data: st.DataObject) -> None:
    assert not verdict(refill(query, data))


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_text_gets_a_verdict(text: str) -> None:
    assert verdict("RETURN " + text) in (True, False)
    assert not verdict("CREATE " + text)


@pytest.mark.parametrize("piece", [" + `a`.b /* c */", "|SET", "&!SET", ".set", "{("])
@pytest.mark.slow
def test_a_long_query_gets_a_verdict(piece: str) -> None:
    assert verdict("MATCH (n:A" + piece * 20_000)


# On a real engine ---------------------------------------------------------------------

PARAMETERS: dict[str, Any] = {
    "space": "default",
    "limit": 1,
    "set": 1,
    "create it": 2,
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    database: Any = arcadedb.create_database(
        str(tmp_path_factory.mktemp("readonly") / "graph")
    )
    with database.transaction():
        for statement in (
            "CREATE (t:Task {text: 'cart', app: 'shop'})-[:ATTEMPTED_AS]->"
            "(:Experience {score: 0.5})",
            "CREATE (:Create {x: 1})-[:SET]->(:DROP), (:Order)-[:DELETE]->(:End)",
        ):
            database.command("opencypher", statement)
    yield database
    database.close()


def rows(database: Any, query: str) -> list[Any]:
    return list(database.query("opencypher", query, PARAMETERS))


def census(database: Any) -> tuple[Any, ...]:
    """All there is: nodes with their properties, and relationships."""
    nodes = rows(database, "MATCH (n) RETURN labels(n) AS l, properties(n) AS p")
    edges = rows(database, "MATCH ()-[r]->() RETURN type(r) AS t, properties(r) AS p")
    return sorted(row.to_json() for row in nodes + edges), len(nodes)


@pytest.mark.parametrize("query", ALLOWED)
def test_what_passes_runs_and_writes_nothing(graph: Any, query: str) -> None:
    before = census(graph)

    rows(graph, query)

    assert census(graph) == before


def test_the_engine_alone_would_read_a_file(graph: Any, tmp_path: Path) -> None:
    """The reason for this gate; when it fails, the engine has become stricter."""
    secret = tmp_path / "secret.csv"
    secret.write_text("hunter2\n", encoding="utf-8")
    query = f"LOAD CSV FROM '{secret.as_uri()}' AS line RETURN line[0] AS word"

    assert [row.get("word") for row in rows(graph, query)] == ["hunter2"]
    assert not verdict(query)
