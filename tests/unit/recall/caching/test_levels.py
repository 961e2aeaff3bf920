"""How long an answer is kept."""

from datetime import UTC, datetime

import pytest

from kgmem.model.fact import Fact
from kgmem.model.recollection import Recollection
from kgmem.recall.caching.levels import TTL, HeldAnswer, InProcess, InRedis
from kgmem.recall.flow import Answer

NOW = 1_000_000.0


class Texts:
    """What Redis keeps, without its time."""

    failures = 0

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.held.get(key)

    def put(self, key: str, value: bytes) -> None:
        self.held[key] = value


def answer(*ends: float) -> Answer:
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
    return Answer(found)


@pytest.mark.parametrize(
    ("ends", "seconds"),
    [((), TTL), ((60.0, 30.0), 30.0), ((-60.0,), TTL), ((2 * TTL,), TTL)],
)
@pytest.mark.parametrize("level", ["L1", "L2"])
def test_an_answer_goes_when_a_fact_in_it_ends(
    level: str, ends: tuple[float, ...], seconds: float
) -> None:
    now = [NOW]
    kept = {
        "L1": InProcess(10, lambda: now[0]),
        "L2": InRedis(Texts(), "m", clock=lambda: now[0]),
    }[level]
    kept.put("q", "1", HeldAnswer.of(answer(*ends), NOW))

    there = []
    for later in (seconds - 1, seconds + 1):
        now[0] = NOW + later
        there.append(kept.get("q", "1") is not None)

    assert there == [True, False]


def test_what_comes_from_another_level_keeps_its_age() -> None:
    shared = InRedis(Texts(), "m", clock=lambda: NOW)
    shared.put("q", "1", HeldAnswer.of(answer(), NOW))
    quick = InProcess(10, lambda: NOW + TTL)

    found = shared.get("q", "1")
    assert found is not None
    quick.put("q", "1", found)

    assert quick.get("q", "1") is None
