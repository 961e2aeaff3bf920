"""How long an answer is kept."""

from datetime import UTC, datetime

import pytest

from kgmem.model.fact import Fact
from kgmem.model.recollection import Recollection
from kgmem.recall.caching.cache import TTL, AnswerCache
from kgmem.recall.flow import Recalled

NOW = 1_000_000.0


def answer(*ends: float) -> Recalled:
    """One with facts that end after so many seconds."""
    facts = tuple(
        Fact(
            fact_id=str(n),
            text="tea is at the left",
            valid_to=datetime.fromtimestamp(NOW + end, UTC),
            recorded_at=datetime.fromtimestamp(NOW, UTC),
        )
        for n, end in enumerate(ends)
    )
    found = Recollection(
        task="buy tea",
        route="reflexion_explore",
        confidence=0.0,
        familiarity=0.0,
        facts=facts,
    )
    return Recalled(found)


@pytest.mark.parametrize(
    ("ends", "seconds"),
    [((), TTL), ((60.0, 30.0), 30.0), ((-60.0,), TTL), ((2 * TTL,), TTL)],
)
def test_an_answer_goes_when_a_fact_in_it_ends(
    ends: tuple[float, ...], seconds: float
) -> None:
    now = [NOW]
    cache = AnswerCache(10, lambda: now[0])
    cache.put("q", "1", answer(*ends))

    there = []
    for later in (seconds - 1, seconds + 1):
        now[0] = NOW + later
        there.append(cache.get("q", "1") is not None)

    assert there == [True, False]
