"""Messages among each other: words, meaning, neighbours, the graph, questions."""

from kgmem.graph.finding.found import Item
from kgmem.search.candidate import SearchCandidate
from kgmem.search.messages import put_messages_in_order, worth


def said(n: int, text: str = "well", *, cosine: float = 0.5, words: float = 0.0):
    item = Item("message", f"m{n}", text, n=n, conversation_id="c")
    return SearchCandidate(item, cosine, words)


def test_what_follows_a_good_one_is_worth_more() -> None:
    talk = [said(n) for n in range(6)]
    talk[2].words = 5.0

    worths = worth(talk)

    assert worths[2] > worths[3] > worths[1] > worths[5]


def test_scores_are_exchanged_among_messages_alone() -> None:
    good, poor = said(1, words=4.0), said(5)
    fact = SearchCandidate(Item("fact", "f", "It rains."), 0.4)
    good.score, poor.score, fact.score = 0.2, 0.6, 0.4

    others = [said(10 + 2 * n, cosine=0.1) for n in range(6)]

    put_messages_in_order([good, poor, fact, *others])

    assert (good.score, poor.score, fact.score) == (0.6, 0.2, 0.4)
