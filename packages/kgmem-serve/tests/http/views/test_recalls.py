"""A recall with what explains it; a search with its reasons."""

from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import run


def _learned(memory: Memory) -> None:
    for value in ("tea", "lamp", "desk", "bread"):
        memory.learn(run(f"search {value}"))


def test_each_candidate_says_why_and_over_which_way(
    memory: Memory, client: TestClient
) -> None:
    _learned(memory)
    asked = {"task": "search kettle", "app": "shop"}

    shown = client.post("/v1/views/recall", json=asked).json()

    here = memory.recall("search kettle", app="shop")
    found = shown["recollection"]
    names = {node["id"]: node["name"] for node in shown["graph"]["nodes"]}
    assert found["route"] == here.route
    assert found["wanted"] == list(here.wanted)
    assert {"seed", "expand", "route"} <= {one["name"] for one in found["stages"]}
    for one in here.experiences:
        told = [why["words"] for why in shown["why"][one.experience_id]]
        assert told == list(map(str, one.why))
        assert one.task_id in names
    assert {"seed", "score"} <= {
        why["kind"] for whys in shown["why"].values() for why in whys
    }
    ways = shown["graph"]["ways"]
    assert ways
    assert {way["source"] for way in ways} <= set(names)
    assert {way["target"] for way in ways} <= {one.task_id for one in here.experiences}


def test_a_pattern_comes_without_its_thousands_of_members(
    memory: Memory, client: TestClient
) -> None:
    _learned(memory)
    memory.generalize()

    shown = client.post("/v1/views/recall", json={"task": "search kettle"}).json()

    [match, *_] = shown["recollection"]["patterns"]
    assert match["pattern"]["template"].startswith("search")
    assert match["pattern"]["members"] == []
    assert match["pattern"]["memberships"] == {}


def test_a_secret_in_what_is_asked_does_not_come_back(
    memory: Memory, client: TestClient
) -> None:
    asked = {"task": "log in with password hunter2secret"}

    shown = client.post("/v1/views/recall", json=asked)
    refused = client.post("/v1/views/recall", json={**asked, "task": ["hunter2secret"]})

    assert "hunter2secret" not in shown.text
    assert refused.status_code == 422
    assert "hunter2secret" not in refused.text


def test_reasons_are_told_in_the_language_of_the_page(
    memory: Memory, client: TestClient
) -> None:
    _learned(memory)

    def reasons(language: str | None) -> list[str]:
        headers = {"accept-language": language} if language else {}
        asked = {"task": "search kettle", "app": "shop"}
        shown = client.post("/v1/views/recall", json=asked, headers=headers).json()
        return [str(one) for one in shown["recollection"]["reasons"]]

    english, chinese = reasons("en-GB,en;q=0.9"), reasons("zh-CN,zh;q=0.9")

    assert english == list(memory.recall("search kettle", app="shop").reasons)
    assert not any(char >= "\u4e00" for char in "".join(english))
    assert any(char >= "\u4e00" for char in "".join(chinese))
    assert reasons("fr") == reasons(None) == english


def test_to_look_at_a_recall_counts_as_none(memory: Memory, client: TestClient) -> None:
    _learned(memory)
    before = memory.metrics().recalls

    client.post("/v1/views/recall", json={"task": "search kettle", "app": "shop"})

    assert memory.metrics().recalls == before


def test_what_has_nothing_to_do_with_a_search_is_no_hit(
    memory: Memory, client: TestClient
) -> None:
    _learned(memory)

    shown = client.post("/v1/views/search", json={"query": "qwertyuiop zxcvbn"}).json()

    assert shown["hits"] == []
