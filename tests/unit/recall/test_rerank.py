"""What candidates are ranked by."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem.errors import ServiceError
from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.recalled.neighbours import Link
from kgmem.index.seeds import Seed
from kgmem.recall.expand import Candidate
from kgmem.recall.rerank import CUT, OTHER_APP, rerank, score, without_known
from kgmem.recall.routing.route import GUIDE
from tests.unit.recall.runs import candidate, request


def seeded(
    text: str, cosine: float | None, rank: float = 1.0, **task: Any
) -> Candidate:
    return candidate(text, seed=Seed(text, rank, cosine), **task)


def linked(text: str, *links: Link, **task: Any) -> Candidate:
    found = candidate(text, **task)
    found.seed = found.semantic = None
    found.links = list(links)
    return found


def scored(*candidates: Candidate, **asked: Any) -> list[Candidate]:
    about = request(**asked)
    text = without_known(about.task, candidates)
    return score(candidates, about, text, calibrated=True)


def test_very_same_words_are_one_whatever_the_model_says() -> None:
    same = seeded("Find a  MOUSE.", 0.2)

    scored(same)

    assert same.semantic == 1.0


def test_a_records_name_says_nothing_of_the_kind() -> None:
    same, other = (
        seeded("Close the account of Jon Berg", 0.6),
        seeded("Send Iris Boyle a reminder", 0.6),
    )

    best, _ = scored(other, same, task="Shut the account of Iris Boyle")

    assert best is same
    assert other.odds is not None
    assert same.odds is not None
    assert other.odds < same.odds


@pytest.mark.parametrize(("cosine", "calibrated"), [(None, True), (0.99, False)])
def test_rank_alone_is_no_probability(cosine: float | None, calibrated: bool) -> None:
    candidates = [seeded("look for houses", cosine)]

    about = request()
    (found,) = score(candidates, about, about.task, calibrated=calibrated)

    assert found.similarity < GUIDE


def test_neighbour_inherits_over_its_best_edge() -> None:
    near, far = seeded("near by", 0.9), seeded("far off", 0.4)
    reached = linked(
        "reached",
        Link("similar", "near by", 0.5, KnownTask("t", "t")),
        Link("similar", "far off", 0.9, KnownTask("t", "t")),
        Link("similar", "not fetched", 1.0, KnownTask("t", "t")),
    )

    scored(near, far, reached)

    assert reached.semantic is None
    own = near.semantic or 0.0, far.semantic or 0.0
    assert reached.similarity == pytest.approx(max(own[0] * 0.5, own[1] * 0.9))


def test_same_app_counts_and_an_unknown_one_does_not() -> None:
    here = seeded("e lamp", 0.6, app="Taobao")
    there = seeded("b lamp", 0.6, app="jd")
    unknown = seeded("c lamp", 0.6)

    ranked = scored(here, there, unknown, app="taobao ", intent="order")

    assert [c.task_id for c in ranked] == ["e lamp", "c lamp", "b lamp"]
    assert here.similarity == unknown.similarity == pytest.approx(here.semantic)
    assert there.similarity == pytest.approx(OTHER_APP * (there.semantic or 0.0))


def test_the_own_apps_task_comes_before_another_apps_that_is_a_little_liker() -> None:
    here = seeded("Show me the lamp", 0.5, app="Taobao")
    there = seeded("Find a lamp", 0.6, app="jd")
    beside = linked(
        "Buy a lamp", Link("similar", there.task_id, 1.0, there.task), app="jd"
    )

    named = scored(there, beside, here, app="Taobao", task="Find me a lamp")
    unnamed = scored(there, here, task="Find me a lamp")

    assert named[0] is here
    assert unnamed[0] is there


def test_what_is_nothing_like_it_comes_after_the_same_task_of_another_app() -> None:
    here = seeded("Show me the invoices", 0.1, app="Taobao")
    there = seeded("Find me a lamp", 0.99, app="jd")

    best, _ = scored(here, there, app="Taobao", task="Find me a lamp")

    assert best is there


def test_another_languages_task_counts_less_beside_one_in_the_own_language() -> None:
    abroad, own = seeded("给王芳转账", 0.35), seeded("Show me the lamp", 0.2)

    scored(abroad, task="Send Clara the money")
    alone = abroad.similarity
    scored(abroad, own, task="Send Clara the money")

    assert abroad.similarity < alone


def test_intent_is_given_or_read_from_the_words() -> None:
    order = seeded("e lamp", 0.6, intent="order")
    search = seeded("b lamp", 0.6, intent="search")

    scored(order, search, task="search for lamps")
    by_words = (order.similarity, search.similarity)
    scored(order, search, task="search for lamps", intent="order")

    assert by_words[0] < by_words[1]
    assert search.similarity < order.similarity


def test_best_first_ties_by_id_scores_in_range() -> None:
    found = [seeded("b lamp", 0.6), seeded("e lamp", 0.6), seeded("best lamp", 1.0)]

    ranked = scored(*found)

    assert [c.task_id for c in ranked] == ["best lamp", "b lamp", "e lamp"]
    assert all(0 <= c.score <= 1 for c in ranked)


# --- a remote reranker -----------------------------------------------------------


class Relevance:
    """Scores by the documents' number in it."""

    model = "relevance"

    def __init__(self, scores: dict[str, float]) -> None:
        self.scores = scores
        self.asked: list[tuple[str, list[str]]] = []

    def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        self.asked.append((query, list(documents)))
        return [self.scores.get(document, 0.0) for document in documents]


def test_reranker_decides_the_order() -> None:
    reranker = Relevance({"second": 0.9, "first": 0.2})

    ranked = rerank([candidate("first"), candidate("second")], request(), reranker)

    assert [c.task_id for c in ranked] == ["second", "first"]
    assert [c.score for c in ranked] == [0.9, 0.2]
    assert reranker.asked == [("find a mouse", ["first", "second"])]


def test_what_the_reranker_does_not_see_comes_after_in_its_order() -> None:
    many = [candidate(f"{n:02d}") for n in range(CUT + 3)]

    ranked = rerank(many, request(), Relevance({"07": 1.0}))

    assert ranked[0].task_id == "07"
    assert [c.task_id for c in ranked[CUT:]] == ["20", "21", "22"]


def test_nobody_is_asked_about_nothing() -> None:
    reranker = Relevance({})

    assert rerank([], request(), reranker) == []
    assert reranker.asked == []


def test_failing_reranker_leaves_order_and_scores() -> None:
    class Down(Relevance):
        def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
            raise ServiceError("down")

    first = candidate("first")
    first.score = 0.7

    with pytest.raises(ServiceError):
        rerank([first], request(), Down({}))
    assert first.score == 0.7
