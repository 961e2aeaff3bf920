"""Facts as a user of Memory sees them, on every engine."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from kgmem import Memory
from kgmem.errors import InvalidInput, NotFound
from kgmem.model.fact import Fact

LIVES = "lives in"
KNOWN = datetime(2020, 1, 1, tzinfo=UTC)


def year(n: int) -> datetime:
    return datetime(n, 1, 1, tzinfo=UTC)


def objects(facts: Sequence[Fact]) -> list[str | None]:
    return sorted(fact.object or fact.text for fact in facts)


def edges(memory: Memory) -> set[tuple[str, str, str]]:
    rows = memory.cypher(
        "MATCH (a:Fact)-[r:SUPERSEDES|CONTRADICTS]->(b:Fact) "
        "RETURN a.text AS a, coalesce(r.how, 'contradicts') AS how, b.text AS b"
    )
    return {(row["a"], row["how"], row["b"]) for row in rows}


def moving(memory: Memory, **common: Any) -> tuple[str, str, str]:
    """Alice lives in Paris, London, Rome; told in another order."""
    memory.declare_predicate(LIVES, single_valued=True)
    told = {
        place: memory.add_triple("Alice", LIVES, place, valid_from=year(n), **common)
        for place, n in (("Rome", 2018), ("Paris", 2010), ("London", 2015))
    }
    return told["Paris"], told["London"], told["Rome"]


class TestFacts:
    # what is known ----------------------------------------------------------------

    def test_a_later_object_ends_an_earlier_in_any_order(self, memory: Memory) -> None:
        moving(memory)

        found = memory.facts("alice", "livesIn")

        assert {f.object: (f.valid_from, f.valid_to) for f in found} == {
            "Paris": (year(2010), year(2015)),
            "London": (year(2015), year(2018)),
            "Rome": (year(2018), None),
        }
        for n, place in ((2012, "Paris"), (2015, "London"), (2030, "Rome")):
            assert objects(memory.facts("Alice", as_of=year(n))) == [place]
        assert memory.facts("Alice", as_of=year(2009)) == []

    def test_undeclared_predicates_have_several_values(self, memory: Memory) -> None:
        memory.add_triple("Alice", "knows", "Bob", valid_from=year(2010))
        memory.add_triple("Alice", "knows", "Carol", valid_from=year(2015))

        assert objects(memory.facts("Alice", as_of=year(2016))) == ["Bob", "Carol"]
        assert edges(memory) == set()

    def test_a_declaration_changes_what_is_read_later(self, memory: Memory) -> None:
        memory.add_triple("Alice", LIVES, "Paris", valid_from=year(2010))
        memory.add_triple("Alice", LIVES, "London", valid_from=year(2015))
        before = objects(memory.facts("Alice", as_of=year(2016)))

        memory.declare_predicate("Lives_In", single_valued=True)
        declared = objects(memory.facts("Alice", as_of=year(2016)))
        memory.declare_predicate(LIVES, single_valued=False)

        assert (before, declared) == (["London", "Paris"], ["London"])
        assert objects(memory.facts("Alice", as_of=year(2016))) == before
        assert memory.in_space("other").facts("Alice") == []

    def test_an_undated_object_may_come_back(self, memory: Memory) -> None:
        memory.declare_predicate(LIVES, single_valued=True)
        for n, place in ((2012, "London"), (2014, "Paris"), (2010, "Paris")):
            memory.add_triple("Alice", LIVES, place, recorded_at=year(n))

        for n, place in ((2000, "Paris"), (2012, "London"), (2014, "Paris")):
            assert objects(memory.facts("Alice", as_of=year(n))) == [place]
        assert objects(memory.facts("Alice", known_at=year(2011))) == ["Paris"]
        spans = {(f.object, f.valid_from, f.valid_to) for f in memory.facts("Alice")}
        assert spans == {
            ("Paris", None, year(2012)),
            ("London", year(2012), year(2014)),
            ("Paris", year(2014), None),
        }

    def test_what_is_recorded_for_later_is_not_known_yet(self, memory: Memory) -> None:
        at = datetime.now(UTC) + timedelta(days=1)
        memory.add_triple("Alice", LIVES, "Rome", recorded_at=at)
        paris = memory.add_triple("Alice", LIVES, "Paris")
        memory.retract_fact(paris, at=at)

        assert objects(memory.facts("Alice")) == ["Paris"]
        assert objects(memory.facts("Alice", known_at=at)) == ["Rome"]

    def test_a_day_is_its_midnight(self, memory: Memory) -> None:
        day: Any = date(2026, 1, 31)
        memory.add_triple("Alice", LIVES, "Rome", valid_from=day)

        [fact] = memory.facts("Alice", as_of=day)

        assert fact.valid_from == datetime(2026, 1, 31, tzinfo=UTC)

    @pytest.mark.parametrize("bad", [5, -5, "5", "2026"])
    def test_a_small_number_is_no_moment(self, memory: Memory, bad: Any) -> None:
        with pytest.raises(InvalidInput, match="such as 2026-01-31"):
            memory.add_triple("Alice", LIVES, "Rome", valid_from=bad)

    def test_what_was_known_is_told_as_it_was_known(self, memory: Memory) -> None:
        memory.declare_predicate(LIVES, single_valued=True)
        for recorded, place, start in ((2016, "Rome", 2015), (2011, "Paris", 2010)):
            memory.add_triple(
                "Alice",
                LIVES,
                place,
                valid_from=year(start),
                recorded_at=year(recorded),
            )

        def told(as_of: int, known_at: int) -> list[str | None]:
            return objects(
                memory.facts("Alice", as_of=year(as_of), known_at=year(known_at))
            )

        assert told(2015, 2010) == []
        assert told(2015, 2011) == ["Paris"]
        assert told(2015, 2016) == ["Rome"]
        assert told(2012, 2016) == ["Paris"]

    def test_contradictions_are_kept_and_explained(self, memory: Memory) -> None:
        memory.declare_predicate(LIVES, single_valued=True)
        paris = memory.add_triple(
            "Alice", LIVES, "Paris", valid_from=year(2010), valid_to=year(2020)
        )
        london = memory.add_triple("Alice", LIVES, "London", valid_from=year(2015))

        found = {f.fact_id: f for f in memory.facts("Alice", as_of=year(2016))}

        assert found[paris].contradicts == (london,)
        assert found[london].contradicts == (paris,)
        assert "Alice lives in Paris" in found[london].why[0]
        assert {how for _, how, _ in edges(memory)} == {"contradicts"}

    # saying it again --------------------------------------------------------------

    def test_other_sources_make_a_fact_stronger(self, memory: Memory) -> None:
        ids = [
            memory.add_triple(
                "Alice", LIVES, "Paris", source=source, confidence=0.5, **more
            )
            for source, more in (
                ("cv", {}),
                ("wiki", {}),
                ("wiki", {"object_kind": "place"}),
            )
        ]

        (fact,) = memory.facts("Alice")
        assert {*ids} == {fact.fact_id}
        assert fact.confidence == pytest.approx(0.75)
        assert (fact.source, fact.sources) == ("cv", ("cv", "wiki"))

    def test_the_same_source_again_changes_nothing(self, memory: Memory) -> None:
        text = "MATCH (f:Fact) RETURN f.log AS log, f.confidence AS confidence"
        memory.add_triple("Alice", LIVES, "Paris", confidence=0.5)
        before = memory.cypher(text)

        memory.add_triple("alice", "lives_in", "paris", confidence=0.9)

        assert memory.cypher(text) == before

    def test_without_bounds_it_is_the_one_that_holds(self, memory: Memory) -> None:
        paris, london, rome = moving(memory)

        again = memory.add_triple("Alice", LIVES, "Rome", source="cv")
        back = memory.add_triple("Alice", LIVES, "Paris")

        assert again == rome
        assert back not in (paris, london, rome)
        now = datetime.now(UTC) + timedelta(seconds=1)
        assert objects(memory.facts("Alice", as_of=now)) == ["Paris"]

    def test_a_more_exact_statement_hides_a_vaguer_one(self, memory: Memory) -> None:
        bounds = {"valid_from": year(2010), "valid_to": year(2015)}
        memory.add_triple("Alice", "member of", "a club", recorded_at=year(2011))
        exact = memory.add_triple("Alice", "member of", "a club", **bounds)

        (fact,) = memory.facts("Alice")
        assert fact.fact_id == exact
        assert memory.facts("Alice", as_of=year(2016)) == []
        assert len(memory.facts("Alice", as_of=year(2016), known_at=year(2012))) == 1
        assert {how for _, how, _ in edges(memory)} == {"refined"}

    # taking it back ---------------------------------------------------------------

    def test_a_retracted_fact_is_known_before_that(self, memory: Memory) -> None:
        _, london, _ = moving(memory, recorded_at=KNOWN)

        memory.retract_fact(london, at=year(2022), reason="a mix-up")

        assert objects(memory.facts("Alice", as_of=year(2016))) == ["Paris"]
        told = memory.facts("Alice", as_of=year(2016), known_at=year(2021))
        assert objects(told) == ["London"]
        assert edges(memory) == {
            ("Alice lives in Rome", "newer", "Alice lives in Paris")
        }

    def test_a_retracted_fact_said_again_is_known_again(self, memory: Memory) -> None:
        key = memory.add_triple("Alice", LIVES, "Paris", recorded_at=year(2010))
        memory.retract_fact(key, at=year(2012))

        again = memory.add_triple("Alice", LIVES, "Paris", recorded_at=year(2014))

        assert again == key
        known = [
            len(memory.facts("Alice", known_at=year(n))) for n in (2009, 2011, 2013)
        ]
        assert (known, len(memory.facts("Alice"))) == ([0, 1, 0], 1)
        (row,) = memory.cypher("MATCH (f:Fact) RETURN f.retracted_at AS at")
        assert row["at"] is None

    def test_a_corrected_fact_gives_way(self, memory: Memory) -> None:
        _, london, _ = moving(memory, recorded_at=KNOWN)

        berlin = memory.correct_fact(london, object="Berlin")

        assert objects(memory.facts("Alice", as_of=year(2016))) == ["Berlin"]
        told = memory.facts("Alice", as_of=year(2016), known_at=year(2021))
        assert objects(told) == ["London"]
        assert ("Alice lives in Berlin", "corrected", "Alice lives in London") in edges(
            memory
        )
        (fact,) = memory.facts("Alice", as_of=year(2016))
        assert (fact.fact_id, fact.valid_from) == (berlin, year(2015))

    def test_a_forgotten_fact_leaves_nothing(self, memory: Memory) -> None:
        paris, london, rome = moving(memory)

        assert memory.forget(fact_id=london) == 1

        assert objects(memory.facts("Alice", as_of=year(2016))) == ["Paris"]
        names = [entity.name for entity in memory.entities()]
        assert sorted(names) == ["Alice", "Paris", "Rome"]
        assert memory.doctor().ok
        for key in (paris, rome):
            memory.forget(fact_id=key)
        assert (memory.entities(), memory.facts()) == ([], [])
        with pytest.raises(NotFound):
            memory.forget(fact_id=london)

    # whom it is about -------------------------------------------------------------

    def test_subjects_come_before_objects(self, memory: Memory) -> None:
        memory.add_triple("Alice", "knows", "Bob")
        memory.add_triple("Bob", "likes", "tea")
        memory.add_triple("Carol", "likes", "Bob")

        assert [f.text for f in memory.facts("bob")] == [
            "Bob likes tea",
            "Carol likes Bob",
            "Alice knows Bob",
        ]
        assert [f.text for f in memory.facts("Bob", "likes")] == ["Bob likes tea"]
        assert [f.text for f in memory.facts("Bob", "knows")] == ["Alice knows Bob"]
        assert memory.facts("nobody") == []
        assert memory.facts("Bob", "hates") == []

    def test_values_are_no_entities(self, memory: Memory) -> None:
        for value in (
            "42",
            "¥1,299",
            "2019-05-03",
            "https://a.example/x",
            "是",
            "x" * 90,
        ):
            memory.add_triple("商品", "属性", value)

        assert [entity.name for entity in memory.entities()] == ["商品"]
        assert len(memory.facts("商品")) == 6

    def test_facts_in_their_own_words(self, memory: Memory) -> None:
        key = memory.add_fact("The cache is cleared at night", ["cache"], "wiki")
        again = memory.add_fact("the cache is cleared at night.", source="cv")
        memory.add_fact("缓存每晚清理", ["缓存"])

        found = {fact.text: fact for fact in memory.facts()}
        assert key == again
        assert set(found) == {"The cache is cleared at night", "缓存每晚清理"}
        assert found["The cache is cleared at night"].keywords == ("cache",)
        assert found["The cache is cleared at night"].sources == ("wiki", "cv")

    # entities ---------------------------------------------------------------------

    def test_joined_entities_have_the_facts_of_both(self, memory: Memory) -> None:
        memory.declare_predicate("led by", single_valued=True)
        memory.add_triple("IBM", "led by", "Rometty", valid_from=year(2012))
        memory.add_triple("Big Blue", "led by", "Krishna", valid_from=year(2020))
        memory.add_triple("Alice", "works at", "Big Blue")

        memory.merge_entities("IBM", "Big Blue")

        assert objects(memory.facts("big blue", "led by", as_of=year(2021))) == [
            "Krishna"
        ]
        assert ("Big Blue led by Krishna", "newer", "IBM led by Rometty") in edges(
            memory
        )
        assert objects(memory.facts("Alice")) == ["IBM"]
        again = memory.add_triple(
            "Big Blue", "led by", "Krishna", valid_from=year(2020), source="cv"
        )
        assert again in {fact.fact_id for fact in memory.facts("IBM")}
        with pytest.raises(InvalidInput, match="one entity already"):
            memory.merge_entities("IBM", "Big Blue")

    def test_facts_can_be_given_to_another_entity(self, memory: Memory) -> None:
        city = memory.add_triple("Paris", "capital of", "France")
        wrong = memory.add_triple("Paris", "born in", "New York")

        key = memory.split_entity("Paris", [wrong], name="Paris", kind="person")

        kinds = {e.entity_id: e.kind for e in memory.entities(name="paris")}
        assert kinds[key] == "person"
        assert len(kinds) == 2
        again = memory.add_triple("Paris", "born in", "New York", subject_kind="person")
        assert again == wrong
        new = memory.add_triple("Paris", "born in", "New York")
        assert new not in (wrong, city)
        with pytest.raises(InvalidInput, match="not about"):
            memory.split_entity(key, [city], name="Paris Hilton")
        with pytest.raises(InvalidInput, match="give the id"):
            memory.split_entity("Paris", [wrong], name="x")

    def test_likely_duplicates_are_told_with_their_reason(self, memory: Memory) -> None:
        for name in ("International Business Machines", "IBM", "Acme", "Acme Corp"):
            memory.add_triple(name, "is", "a company")
        memory.add_triple("Katherine Johnson", "knows", "Katharine Johnson")
        memory.add_triple("北京大学", "在", "北京大学医学部")
        memory.add_triple("Release 1.10", "after", "Release 1.11")

        told = {
            tuple(sorted(e.name for e in group.entities)): group.reason
            for group in memory.duplicates()
        }

        assert set(told) == {
            ("IBM", "International Business Machines"),
            ("Acme", "Acme Corp"),
            ("Katharine Johnson", "Katherine Johnson"),
            ("北京大学", "北京大学医学部"),
        }
        assert "initials" in told["IBM", "International Business Machines"]

    # many at once -----------------------------------------------------------------

    def test_bad_facts_are_reported_and_the_others_stored(self, memory: Memory) -> None:
        steps: list[tuple[int, int | None]] = []

        report = memory.add_facts(
            [
                {"subject": "Alice", "predicate": "knows", "object": "Bob"},
                {"subject": "Alice", "predicate": "knows"},
                {"content": "  "},
                {"subject": "alice", "predicate": "knows", "object": "bob"},
                {"content": "Tea is served at four", "valid_from": "2020-01-01"},
                {"contents": "a typo"},
            ],
            progress=lambda done, total: steps.append((done, total)),
        )

        counts = (report.stored, report.strengthened, report.unchanged, report.failed)
        assert counts == (2, 0, 1, 3)
        assert [error.index for error in report.errors] == [1, 2, 5]
        assert "object" in report.errors[0].error
        assert report.ids[0] == report.ids[3]
        assert [n for n, key in enumerate(report.ids) if key is None] == [1, 2, 5]
        assert steps == [(6, 6)]

    def test_undated_facts_keep_the_order_of_their_batch(self, memory: Memory) -> None:
        states = ["open", "busy", "open", "done"]

        memory.add_facts(
            {"subject": "ticket 7", "predicate": "status", "object": state}
            for state in states
        )

        found = sorted(
            memory.facts("ticket 7"), key=lambda f: (f.valid_from or year(1), f.text)
        )
        assert [fact.object for fact in found] == states
        assert not any(fact.contradicts for fact in found)

    def test_writers_of_the_same_facts_store_each_once(self, memory: Memory) -> None:
        memory.declare_predicate(LIVES, single_valued=True)

        def work(n: int) -> set[str | None]:
            drafts = [
                {
                    "subject": f"Person {k % 5}",
                    "predicate": LIVES,
                    "object": f"City {k}",
                    "valid_from": year(2000 + k).isoformat(),
                    "source": f"source {n}",
                    "confidence": 0.5,
                }
                for k in range(15)
            ]
            drafts += [{"content": f"Words number {k}"} for k in range(5)]
            return set(memory.add_facts(drafts if n % 2 else drafts[::-1]).ids)

        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(work, range(4)))

        assert all(result == results[0] for result in results)
        memory.flush()
        facts = memory.facts()
        assert len(facts) == 20
        assert {len(fact.sources) for fact in facts if fact.subject} == {4}
        current = memory.facts(as_of=year(2030))
        assert len([fact for fact in current if fact.subject]) == 5
        assert memory.doctor().ok

    # what can't be used -----------------------------------------------------------

    @pytest.mark.parametrize(
        ("given", "named"),
        [
            ({"subject": " "}, "subject"),
            ({"predicate": "_"}, "predicate"),
            ({"object": ""}, "object"),
            ({"subject": "x" * 501}, "subject"),
            ({"valid_from": year(2012), "valid_to": year(2011)}, "valid_to"),
            ({"valid_from": year(2012), "valid_to": year(2012)}, "valid_to"),
            ({"valid_from": "soon"}, "valid_from"),
            ({"confidence": 1.5}, "confidence"),
            ({"confidence": float("nan")}, "confidence"),
            ({"subject": 7}, "subject"),
            ({"source": ""}, "source"),
        ],
    )
    def test_what_can_t_be_used_is_named_and_nothing_written(
        self, memory: Memory, given: dict[str, Any], named: str
    ) -> None:
        whole = {"subject": "Alice", "predicate": LIVES, "object": "Paris", **given}

        with pytest.raises(InvalidInput, match=named):
            memory.add_triple(**whole)

        assert (memory.facts(), memory.entities()) == ([], [])

    def test_secrets_are_not_kept(self, memory: Memory) -> None:
        memory.add_fact(
            "The password: hunter2secret opens it", ["card 4111111111111111"]
        )
        memory.add_triple("admin", "password", "hunter2secret")

        stored = str(memory.cypher("MATCH (n) RETURN properties(n) AS p"))
        assert "hunter2secret" not in stored
        assert "4111111111111111" not in stored

    def test_spaces_do_not_see_each_other(self, memory: Memory) -> None:
        key = memory.add_triple("Alice", LIVES, "Paris")
        other = memory.in_space("other")
        other.declare_predicate(LIVES, single_valued=True)

        assert (other.facts(), other.facts("Alice"), other.entities()) == ([], [], [])
        for act in (other.retract_fact, lambda key: other.forget(fact_id=key)):
            with pytest.raises(NotFound):
                act(key)
        assert other.add_triple("Alice", LIVES, "Paris") != key

    def test_further_names_that_are_none_are_refused(self, memory: Memory) -> None:
        memory.add_triple("IBM", "makes", "mainframes")

        with pytest.raises(InvalidInput, match="blank"):
            memory.add_aliases("IBM", ["Big Blue", " "])
        with pytest.raises(NotFound):
            memory.add_aliases("nobody", ["no one"])

        assert memory.entities(name="IBM")[0].aliases == ()

    def test_a_recall_brings_what_holds_of_the_app(self, memory: Memory) -> None:
        old, new = datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)
        memory.declare_predicate("closes at", single_valued=True)
        memory.add_triple("Ledger", "closes at", "six", valid_from=old)
        memory.add_triple("Ledger", "closes at", "eight", valid_from=new)
        memory.add_triple("Harbour", "closes at", "ten")

        now = memory.recall("Pay the rent", app="Ledger").facts
        then = memory.recall("Pay the rent", app="Ledger", as_of=old).facts

        assert [fact.object for fact in now] == ["eight"]
        assert [fact.object for fact in then] == ["six"]
        assert "App = Entity 'Ledger'" in now[0].why[0]

    def test_a_task_is_linked_to_what_it_names(self, memory: Memory) -> None:
        memory.learn({"task": "Water the plants", "app": "garden"})  # nothing is named
        memory.add_triple("Mira Lang", "works at", "Ledger")
        memory.add_triple("张三", "任职于", "Ledger")

        memory.learn({"task": "Ask Mira Lang for a stamp", "app": "mail"})
        memory.learn({"task": "给张三发一封邮件", "app": "ledger"})

        rows = memory.cypher(
            "MATCH (t:Task)-[:MENTIONS]->(e:Entity) WHERE t.space = $space "
            "RETURN t.text AS task, e.name AS name ORDER BY task, name"
        )
        assert [tuple(row.values()) for row in rows] == [
            ("Ask Mira Lang for a stamp", "Mira Lang"),
            ("给张三发一封邮件", "Ledger"),
            ("给张三发一封邮件", "张三"),
        ]

    def test_the_first_fact_is_recalled_at_once(self, memory: Memory) -> None:
        before = [memory.recall("Pay the rent", app="Ledger").facts for _ in range(2)]

        memory.add_triple("Ledger", "closes at", "six")

        assert before == [(), ()]
        assert len(memory.recall("Pay the rent", app="Ledger").facts) == 1
