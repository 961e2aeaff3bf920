"""What names mean, on every engine."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgmem.errors import InvalidInput
from kgmem.graph.facts.entities import (
    MAX_NAME,
    Name,
    claim_entities,
    delete_lone_entities,
    find_entities,
    key_of,
)
from kgmem.ports import CypherEngine

SPACE = "default"
ODD_NAMES = (
    "null",
    "None",
    "NaN",
    "true",
    "'}) DETACH DELETE n //",
    "$space",
    "😀",
    "...",
    "O’Brien & Söhne",
    "李小龙",
    "x" * MAX_NAME,
)


def claim(
    engine: CypherEngine, *names: str | Name, space: str = SPACE
) -> Sequence[str]:
    wanted = [Name(one) if isinstance(one, str) else one for one in names]
    return engine.write(lambda tx: claim_entities(tx, space, wanted))


def count(engine: CypherEngine) -> int:
    return int(engine.read("MATCH (e:Entity) RETURN count(e) AS n")[0]["n"])


class TestEntities:
    def test_one_name_is_one_entity_however_written(self, engine: CypherEngine) -> None:
        first = claim(engine, "Alice Smith", "the  ALICE smith", "Bob", "“Bob”")
        again = claim(engine, "alice smith’s")

        assert first[0] == first[1] == again[0]
        assert first[2] == first[3]
        assert count(engine) == 2

    def test_spaces_share_no_entity(self, engine: CypherEngine) -> None:
        (here,) = claim(engine, "Alice")
        (there,) = claim(engine, "Alice", space="other")

        assert here != there
        assert set(find_entities(engine, "other", ["alice", "bob"])) == {"alice"}

    def test_different_kinds_are_kept_apart(self, engine: CypherEngine) -> None:
        place, person = claim(engine, Name("Paris", "place"), Name("Paris", "person"))

        assert place != person
        assert [place, person] == list(
            claim(engine, Name("paris", "place"), Name("PARIS", "person"))
        )

    def test_a_name_of_several_kinds_chooses_none(self, engine: CypherEngine) -> None:
        kinds = claim(engine, Name("Paris", "place"), Name("Paris", "person"))
        (unclear,) = claim(engine, "Paris")
        (again,) = claim(engine, "Paris")
        (third,) = claim(engine, Name("Paris", "ship"))

        assert unclear == again
        assert len({*kinds, unclear, third}) == 4
        found = {
            row.entity_id: row.kind
            for row in find_entities(engine, SPACE, ["paris"])["paris"]
        }
        assert found[unclear] is None
        assert found[third] == "ship"

    def test_a_further_name_means_its_entity(self, engine: CypherEngine) -> None:
        long = Name("International Business Machines", aliases=("IBM", "大蓝"))
        made = claim(engine, long, "ibm")
        later = claim(engine, "大蓝")

        assert {*made, *later} == {made[0]}
        (row,) = find_entities(engine, SPACE, ["ibm"])["ibm"]
        assert not row.is_own_name
        assert row.aliases == ("IBM", "大蓝")

    @pytest.mark.parametrize("name", ODD_NAMES)
    def test_any_words_are_a_name(self, engine: CypherEngine, name: str) -> None:
        (key,) = claim(engine, name)
        (again,) = claim(engine, "bystander", name)[1:]

        assert key == again
        rows = find_entities(engine, SPACE, [key_of(name)])[key_of(name)]
        assert [row.name for row in rows] == [name]
        assert count(engine) == 2

    @pytest.mark.parametrize("name", ["", " \t\n", "x" * (MAX_NAME + 1)])
    def test_what_is_no_name_is_refused_and_nothing_written(
        self, engine: CypherEngine, name: str
    ) -> None:
        with pytest.raises(InvalidInput, match="name"):
            claim(engine, "Alice", name)
        with pytest.raises(InvalidInput, match="name"):
            claim(engine, Name("Alice", aliases=(name,)))

        assert count(engine) == 0

    def test_an_entity_has_all_names_that_are_said(self, engine: CypherEngine) -> None:
        names = tuple(f"Alias {n}" for n in range(2_000))

        (key,) = claim(engine, Name("Hydra", aliases=names))
        (again,) = claim(engine, Name("Hydra", aliases=names[:3]))

        assert key == again
        assert list(claim(engine, "alias 1999", "alias 0")) == [key, key]
        (row,) = find_entities(engine, SPACE, ["hydra"])["hydra"]
        assert row.aliases == names[:50]

    def test_writers_of_one_name_make_one_entity(self, engine: CypherEngine) -> None:
        names = [f"Thing {n}" for n in range(20)]

        def work(seed: int) -> Sequence[str]:
            order = names if seed % 2 else names[::-1]
            ids = dict(zip(order, claim(engine, *order), strict=True))
            return [ids[name] for name in names]

        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(work, range(8)))

        assert all(result == results[0] for result in results)
        assert count(engine) == len(names)

    def test_entities_that_nothing_names_go(self, engine: CypherEngine) -> None:
        gone, shared = claim(
            engine, Name("A", aliases=("X", "Y")), Name("B", aliases=("Y",))
        )

        deleted = engine.write(
            lambda tx: (
                tx.run(
                    "MATCH (e:Entity {entity_id: $id}) "
                    "CREATE (:Task {task_id: 't'})-[:MENTIONS]->(e)",
                    {"id": shared},
                ),
                delete_lone_entities(tx, [gone, shared, "not there"]),
            )[1]
        )

        assert deleted == [gone]
        left = engine.read("MATCH (a:Alias) RETURN a.key AS key ORDER BY key")
        assert [row["key"] for row in left] == ["y"]
