"""What search finds, on every engine: over words, over meaning, over the graph."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kgmem.graph.finding.store import HUB
from kgmem.ports import CypherEngine
from kgmem.search.diversify import PER_DOCUMENT
from tests.contracts.search_scene import (
    THEN,
    Backwards,
    SearchScene,
    texts,
)

FILM = "Ed Wood is a 1994 film about a director. It stars Johnny Depp."
DEPP = "He was born in Owensboro and plays the guitar."
LIGHTHOUSE = "《灯塔》是一部电影，由沈秋禾主演。"
ACTRESS = "她早年学习评弹，后来两次获奖。"
CHEESE = "Cheese is made from milk."


class TestSearch:
    @pytest.fixture
    def scene(self, engine: CypherEngine, tmp_path: Path) -> Iterator[SearchScene]:
        scene = SearchScene(engine, tmp_path)
        yield scene
        scene.close()

    # over the graph ---------------------------------------------------------------

    @pytest.mark.parametrize(
        ("title", "text", "name", "reached", "query", "other"),
        [
            (
                "Ed Wood (film)",
                FILM,
                "Johnny Depp",
                DEPP,
                "1994 film about a director",
                "film guide, page",
            ),
            ("灯塔", LIGHTHOUSE, "沈秋禾", ACTRESS, "电影灯塔由谁主演", "电影手册"),
        ],
    )
    def test_what_a_hit_names_leads_to_the_document_about_it(
        self,
        scene: SearchScene,
        title: str,
        text: str,
        name: str,
        reached: str,
        query: str,
        other: str,
    ) -> None:
        scene.document(title, text, names=[name])
        scene.document(name, reached)
        for n in range(60):  # more than the lists hold: it is not found by itself
            scene.document(f"{n}", f"{other} {n}")

        with_graph = scene.search(query, kinds=["chunk"], top_n=5)
        alone = scene.search(query, kinds=["chunk"], top_n=5, expand=False)

        assert reached in texts(with_graph)
        assert reached not in texts(alone)
        [hit] = [hit for hit in with_graph if hit.text == reached]
        assert any(
            f"-[:MENTIONS]->Entity {name!r}<-[:ABOUT]-Document" in why
            for why in hit.why
        )
        assert hit.parts["graph"] > 0

    @pytest.mark.parametrize("name", ["Johnny Depp", "J. C. Depp"])
    def test_what_the_query_names_is_found(self, scene: SearchScene, name: str) -> None:
        scene.document("Johnny Depp", DEPP)
        scene.document("Cheese", CHEESE)
        scene.alias("J. C. Depp", "Johnny Depp")

        [best, *_] = scene.search(f"Where is {name} from?", kinds=["chunk"])

        assert best.text == DEPP
        assert any("query names Entity 'Johnny Depp'" in why for why in best.why)

    def test_what_everybody_names_leads_nowhere(self, scene: SearchScene) -> None:
        scene.document("Gouda", "Gouda is a cheese.", names=["Holland"])
        for n in range(HUB + 1):
            scene.document(f"Town {n}", f"Street {n}", names=["Holland"])

        hits = scene.search("Gouda cheese", kinds=["chunk"], top_n=50)

        assert not [hit for hit in hits if any("Holland" in w for w in hit.why)]

    def test_a_fact_leads_to_the_part_that_states_it(self, scene: SearchScene) -> None:
        scene.document("notes", "Lunch was good.", "We moved on.", "Bye.")
        fact = scene.fact("Zanzibar exports cloves.")
        scene.states("notes", 1, fact)

        [first, second, *_] = scene.search("Zanzibar exports cloves")

        assert (first.text, second.text) == ("Zanzibar exports cloves.", "We moved on.")
        assert any("<-[:STATES]-Chunk" in why for why in second.why)

    # one ranking ------------------------------------------------------------------

    def test_all_kinds_stand_in_one_ranking(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE)
        scene.fact("Cheese keeps for months.")
        scene.task("Buy cheese")

        hits = scene.search("cheese")

        assert {hit.kind for hit in hits} == {"chunk", "fact", "task"}
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert all(0 < score <= 1 for score in scores)

    def test_only_kinds_that_are_asked_for_are_found(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE, names=["Milk"])
        scene.fact("Milk is white.", about="Milk")
        scene.task("Buy milk", names=["Milk"])

        for kind in ("chunk", "fact", "task"):
            found = scene.search("cheese from milk", kinds=[kind])
            assert {hit.kind for hit in found} == {kind}
        assert scene.search("cheese", kinds=["message"]) == []

    def test_another_space_stays_apart(self, scene: SearchScene) -> None:
        scene.document("Ed Wood (film)", FILM, names=["Johnny Depp"])
        scene.document("Johnny Depp", DEPP, space="another")

        assert texts(scene.search("Johnny Depp film")) == [FILM]
        assert texts(scene.search("Johnny Depp", space="another")) == [DEPP]

    # filters ----------------------------------------------------------------------

    def test_app_and_source_filter(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE, app="Shop", names=["Milk"])
        scene.document("Milk", "Milk is white.")
        scene.fact("Milk is cheap.", about="Milk", app="shop", source="wiki")
        scene.task("Buy milk", app="SHOP")
        scene.task("Buy milk", app="market")

        by_app = scene.search("cheese and milk", app="shop")
        by_source = scene.search("cheese and milk", source="wiki")

        assert sorted(texts(by_app)) == ["Buy milk", CHEESE, "Milk is cheap."]
        assert texts(by_source) == ["Milk is cheap."]

    @pytest.mark.parametrize("expand", [True, False])
    def test_time_bounds_what_is_found(self, scene: SearchScene, expand: bool) -> None:
        late = THEN + timedelta(days=100)
        scene.document("old", "milk, the old text")
        scene.document("new", "milk, the new text", at=late)
        scene.fact("milk was cheap", valid_to=THEN)
        scene.fact("milk is dear", valid_from=THEN)
        scene.fact("milk is white", recorded_at=late)
        scene.task("Buy milk")

        def found(since: datetime | None, until: datetime | None) -> set[str]:
            hits = scene.search("milk", since=since, until=until, expand=expand)
            return set(texts(hits))

        day = timedelta(days=1)
        assert found(None, THEN) == {"milk was cheap"}
        assert found(THEN, THEN + day) == {
            "milk, the old text",
            "milk is dear",
            "Buy milk",
        }
        assert found(late, None) == {
            "milk, the new text",
            "milk is dear",
            "milk is white",
        }

    def test_facts_that_were_taken_back_are_not_found(self, scene: SearchScene) -> None:
        scene.fact("milk is blue", about="Milk", retracted_at=THEN)
        scene.fact("milk is white", about="Milk")

        assert texts(scene.search("What colour is Milk?")) == ["milk is white"]

    def test_a_fact_that_no_longer_holds_comes_last(self, scene: SearchScene) -> None:
        scene.fact("Ann lives in Oslo", closed_at=THEN)
        scene.fact("Ann lives in Rome")

        hits = scene.search("Ann lives in", kinds=["fact"])

        assert texts(hits) == ["Ann lives in Rome", "Ann lives in Oslo"]

    # variety ----------------------------------------------------------------------

    def test_the_same_words_are_shown_once(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE)
        scene.document("The cheese", CHEESE)
        scene.document("Milk", "Milk is white.")

        assert sorted(texts(scene.search("cheese and milk"))) == [
            CHEESE,
            "Milk is white.",
        ]

    def test_one_document_does_not_crowd_out_others(self, scene: SearchScene) -> None:
        parts = [f"cheese of sort {n} from valley {n * 7}" for n in range(8)]
        scene.document("Cheese", *parts)
        scene.document("Milk", "milk for something")

        first = scene.search("cheese of sort from valley milk", top_n=4)
        all_parts = scene.search("cheese of sort from valley milk", top_n=20)

        assert texts(first).count("milk for something") == 1
        assert len(first) == PER_DOCUMENT + 1
        assert len(all_parts) == 9

    # what is down -----------------------------------------------------------------

    def test_without_the_index_names_lead_on(self, scene: SearchScene) -> None:
        scene.document("Johnny Depp", DEPP)
        scene.document("Cheese", CHEESE)
        scene.index.down = True

        hits = scene.search("Where is Johnny Depp from?", expand=False)

        assert texts(hits) == [DEPP]
        assert any("without the index" in why for why in hits[0].why)

    def test_without_the_embedder_words_are_found(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE)
        scene.document("Trains", "The train leaves at nine.")
        scene.embedder.down = True

        hits = scene.search("made from milk")

        assert texts(hits)[:1] == [CHEESE]
        assert any("without meaning" in why for why in hits[0].why)
        assert hits[0].parts["dense"] == 0

    def test_reranker_decides_and_may_fail(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE)
        scene.document("Gouda", "Gouda is cheese too.")

        decided = scene.search("Cheese is made", reranker=Backwards("Gouda"))
        failed = scene.search("Cheese is made", reranker=Backwards(None))

        assert texts(decided)[0] == "Gouda is cheese too."
        assert decided[0].parts["reranker"] == 1
        assert texts(failed)[0] == CHEESE
        assert any("without the reranker" in why for why in failed[0].why)

    def test_two_round_trips_at_most(self, scene: SearchScene) -> None:
        scene.document("Ed Wood (film)", FILM, names=["Johnny Depp"])
        scene.document("Johnny Depp", DEPP)
        scene.fact("Depp has a sister.", about="Johnny Depp")
        scene.search("warm up")
        before = scene.engine.reads

        scene.search("Johnny Depp film", since=datetime(2020, 1, 1, tzinfo=UTC))

        assert scene.engine.reads - before <= 2

    def test_secrets_of_a_query_go_nowhere(self, scene: SearchScene) -> None:
        scene.document("Cheese", CHEESE)

        scene.search("cheese, my password is hunter2xyz")

        assert "hunter2xyz" not in str(scene.embedder.calls)

    # facts for a task -------------------------------------------------------------

    def test_facts_of_the_app_and_of_names_matter(self, scene: SearchScene) -> None:
        rule = scene.fact("Tickets need a due date.", about="Jira")
        person = scene.fact("She sits in Oslo.", about="Ann Lee")
        scene.fact("Gouda melts.", about="Gouda")

        found = scene.for_task("Write a letter for Ann Lee", app="jira")

        assert [one.fact_id for one in found] == [person, rule]
        assert "task names Entity 'Ann Lee'" in found[0].why[0]
        assert "App = Entity 'Jira'" in found[1].why[0]

    def test_facts_of_what_similar_tasks_name_matter(self, scene: SearchScene) -> None:
        fact = scene.fact("安妮在奥斯陆上班。", about="安妮")
        task = scene.task("给同事写信", names=["安妮"])

        found = scene.for_task("写一封信", task_ids=[task])

        assert [one.fact_id for one in found] == [fact]
        assert "similar Task" in found[0].why[0]

    def test_facts_for_a_task_were_known_and_hold(self, scene: SearchScene) -> None:
        scene.fact("The office was in Rome.", about="Acme", valid_to=THEN)
        scene.fact("Acme sells nails.", about="Acme", retracted_at=THEN)
        now = scene.fact("The office is in Oslo.", about="Acme", valid_from=THEN)
        later = THEN + timedelta(days=9)
        scene.fact("Acme was bought.", about="Acme", recorded_at=later)

        today = scene.for_task("Call Acme", known_at=THEN + timedelta(days=1))
        before = scene.for_task("Call Acme", as_of=THEN - timedelta(days=1))

        assert [one.fact_id for one in today] == [now]
        assert now not in [one.fact_id for one in before]
