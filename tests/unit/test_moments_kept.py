"""Any moment that is taken comes back as it went in, to the millisecond."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from kgmem import InvalidInput, Memory
from kgmem.graph.rows import epoch_ms, moment_of
from kgmem.model.fact_log import Event, events_of
from kgmem.model.trajectory import Step, Trajectory
from tests.doubles import WordEmbedder
from tests.examples import examples

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ZONES = st.none() | st.integers(-14 * 60, 14 * 60).map(
    lambda minutes: timezone(timedelta(minutes=minutes))
)
MOMENTS = st.datetimes(timezones=ZONES, allow_imaginary=True)
EDGES = [
    EPOCH,
    EPOCH - timedelta(microseconds=1),
    EPOCH - timedelta(milliseconds=1),
    datetime.min.replace(tzinfo=UTC),
    datetime.max.replace(tzinfo=UTC),
    datetime.max,
    datetime(9999, 12, 31, 23, 59, 59, 999_500, UTC),
    datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=timezone(timedelta(hours=1))),
]


def kept(moment: datetime) -> datetime | None:
    """What has to come back; None where UTC has no such moment."""
    whole = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        utc = whole.astimezone(UTC)
    except OverflowError:
        return None
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("moments")
    with Memory.open(folder / "m", embedder=WordEmbedder()) as memory:
        yield memory


@given(moment=MOMENTS)
@example(moment=EDGES[0])
@example(moment=EDGES[3])
@example(moment=EDGES[4])
def test_milliseconds_are_exact_over_the_whole_calendar(moment: datetime) -> None:
    wanted = kept(moment)
    if wanted is None:
        with pytest.raises(ValueError, match="calendar"):
            Step(action="click", target=None, at=moment)
        return

    step = Step(action="wait", at=moment)

    assert step.at == wanted
    assert moment_of(epoch_ms(step.at)) == wanted


@given(
    event=st.builds(
        Event,
        what=st.sampled_from(["stated", "withdrawn", "retracted", "corrected"]),
        at=st.integers(epoch_ms(EDGES[3]), epoch_ms(EDGES[4])),
        source=st.none() | st.text(st.characters(codec="utf-8")),
        extractor=st.none() | st.just(""),
        confidence=st.floats(0, 1),
        undated=st.booleans(),
        reason=st.none() | st.just(""),
    )
)
@example(event=Event("stated", 0, confidence=0.0, source=""))
def test_a_line_of_the_log_tells_its_event(event: Event) -> None:
    assert events_of([event.line()]) == [event]


def test_lines_without_their_zeros_are_read() -> None:
    """As earlier versions wrote them."""
    (event,) = events_of([json.dumps({"what": "stated", "source": "a"})])

    assert event == Event("stated", 0, "a", confidence=0.0)


@pytest.mark.parametrize("moment", EDGES, ids=str)
def test_facts_of_any_time_are_read_and_forgotten(
    memory: Memory, moment: datetime
) -> None:
    wanted = kept(moment)
    key = memory.add_fact("Water is wet", recorded_at=moment, confidence=0.0)

    (fact,) = memory.facts(known_at=moment)

    assert fact.recorded_at == wanted
    assert fact.confidence == 0.0
    memory.recall("Is water wet?", known_at=moment, as_of=moment)
    memory.search("water", until=moment)
    memory.prune(now=moment, dry_run=True)
    assert memory.forget(fact_id=key) == 1


@pytest.mark.parametrize("moment", EDGES, ids=str)
def test_a_bound_of_any_time_is_read(memory: Memory, moment: datetime) -> None:
    wanted = kept(moment)
    name = "valid_to" if moment.year == 9999 else "valid_from"
    key = memory.add_triple("Ann", "visits", "Rome", **{name: moment})  # type: ignore[arg-type]

    (fact,) = memory.facts("Ann", "visits")

    assert getattr(fact, name) == wanted
    memory.forget(fact_id=key)


BEYOND = datetime.max.replace(tzinfo=timezone(-timedelta(hours=14)))


@pytest.mark.parametrize(
    "beyond",
    [BEYOND, datetime.min.replace(tzinfo=timezone(timedelta(hours=14)))],
    ids=["after", "before"],
)
def test_what_lies_beyond_the_calendar_is_refused(
    memory: Memory, beyond: datetime
) -> None:
    for call in (
        lambda: memory.learn({"task": "x", "started_at": beyond}),
        lambda: memory.learn(
            {"task": "x", "steps": [{"action": "wait", "at": beyond}]}
        ),
        lambda: memory.add_fact("x", recorded_at=beyond),
        lambda: memory.add_fact("x", valid_from=beyond),
        lambda: memory.facts(as_of=beyond),
        lambda: memory.facts(known_at=beyond),
        lambda: memory.recall("x", as_of=beyond),
        lambda: memory.recall("x", known_at=beyond),
        lambda: memory.search("x", since=beyond),
        lambda: memory.prune(now=beyond),
        lambda: memory.retract_fact("x", at=beyond),
    ):
        with pytest.raises(InvalidInput, match="calendar"):
            call()


@examples(6, HealthCheck.function_scoped_fixture)
@given(at=MOMENTS, said=MOMENTS, start=MOMENTS)
@example(at=EDGES[5], said=EDGES[0], start=EDGES[3])
@example(at=EDGES[0], said=EDGES[5], start=EDGES[4])
def test_a_memory_is_moved_with_its_moments(
    memory: Memory,
    tmp_path_factory: pytest.TempPathFactory,
    at: datetime,
    said: datetime,
    start: datetime,
) -> None:
    """learn and add -> export -> clear -> import -> the same again."""
    if None in (kept(at), kept(said), kept(start)):
        return
    memory.clear("all")
    steps = (Step(action="wait", at=at),)
    given = Trajectory(task="Wait a while", steps=steps, started_at=start)
    run = memory.learn(given).experience_id
    memory.add_triple("Ann", "likes", "tea", recorded_at=said, valid_from=start)
    place = tmp_path_factory.mktemp("moved") / "all.jsonl"

    memory.export_to(place)
    memory.clear("all")
    memory.import_from(place)

    assert memory.experience(run).steps[0].at == kept(at)
    (row,) = memory.cypher("MATCH (e:Experience) RETURN e.started_at AS at")
    assert moment_of(row["at"]) == kept(start)
    (fact,) = memory.facts("Ann", known_at=said)
    assert (fact.recorded_at, fact.valid_from) == (kept(said), kept(start))
    assert memory.generalize().tasks >= 0
    assert memory.recall("Wait a while").experiences
