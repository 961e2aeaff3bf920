"""What an operator's word does to runs and patterns, whatever they are stored in."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Memory, NotFound, Pattern
from kgmem.model.decision import Verb
from tests.doubles import WordEmbedder

CITIES = ("Riga", "Cork", "Bern", "Graz")
NEW = "Show trains to Oslo"
SAID = {"by": "ann", "why": "I watched it"}


def trip(city: str, **more: Any) -> dict[str, Any]:
    """A successful run of one kind; its source calls it by the city."""
    return {
        "task": f"Show trains to {city}",
        "app": "rail",
        "outcome": "success",
        "source_task_id": city,
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "To"},
                "value": city,
            },
            {"action": "click", "target": {"role": "button", "name": "Show"}},
        ],
        **more,
    }


def learned(memory: Memory, *cities: str, **more: Any) -> list[str]:
    """Ids of runs to these cities."""
    return [memory.learn(trip(city, **more)).experience_id for city in cities]


def the_pattern(memory: Memory) -> Pattern:
    """The only one there is."""
    [found] = memory.patterns()
    return found


@dataclass(frozen=True)
class Offered:
    """What a recall gives for a task."""

    route: str
    origin: str | None
    runs: set[str]


def offered(memory: Memory, task: str) -> Offered:
    """What is offered for this task in the app at hand."""
    found = memory.recall(task, app="rail")
    origin = found.plan.origin.kind if found.plan else None
    runs = {run.experience_id for run in found.experiences}
    return Offered(found.route, origin, runs)


class TestDeciding:
    """Needs a fixture `memory`."""

    # verified is verified ---------------------------------------------------------

    def test_judged_runs_are_verified_in_their_pattern(self, memory: Memory) -> None:
        learned(memory, *CITIES, judge="db")
        grouped = the_pattern(memory).stats.verified
        learned(memory, "Lyon", judge="db")
        learned(memory, "Kyiv")

        joined = the_pattern(memory).stats
        memory.generalize()
        again = the_pattern(memory).stats

        assert grouped == 4
        assert (joined.wins, joined.verified) == (6, 5)
        assert (again.wins, again.verified) == (6, 5)

    def test_reports_count_with_and_without_a_judge(self, memory: Memory) -> None:
        learned(memory, *CITIES, judge="db")
        memory.generalize()
        for task, judge in ((NEW, None), ("Show trains to Lyon", "db")):
            plan = memory.recall(task, app="rail").plan
            assert plan is not None
            memory.report(plan, "success", judge=judge)

        told = the_pattern(memory).stats
        learned(memory, "Kyiv", judge="db")
        memory.generalize()
        again = the_pattern(memory).stats

        assert (told.wins, told.verified) == (6, 5)
        assert (again.wins, again.verified) == (7, 6)

    # approving --------------------------------------------------------------------

    def test_an_approved_run_is_a_verified_success(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga", source="imported")
        before = offered(memory, trip("Riga")["task"])

        memory.approve(run, **SAID)

        after = memory.recall(trip("Riga")["task"], app="rail")
        assert before.route == "adaptive_replay"
        assert after.route == "direct_replay"
        assert after.plan is not None
        assert after.plan.verified == 1
        assert memory.experience(run).stats.verified == 1
        memory.generalize()
        assert the_pattern(memory).stats.verified == 1

    def test_an_approved_run_is_a_success(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga", outcome="unknown")

        memory.approve(run, **SAID)
        approved = memory.experience(run)
        route = offered(memory, trip("Riga")["task"]).route
        memory.release(run, **SAID)
        released = memory.experience(run)

        assert (approved.outcome, approved.stats.wins) == ("success", 1)
        assert route == "direct_replay"
        assert (released.outcome, released.stats.wins) == ("unknown", 0)
        assert offered(memory, trip("Riga")["task"]).route != "direct_replay"

    def test_a_failed_run_cannot_be_approved(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga", outcome="failure")

        with pytest.raises(InvalidInput, match="failed can't be approved"):
            memory.approve(run, **SAID)

        assert memory.history(run) == []

    def test_an_approved_pattern_is_followed(self, memory: Memory) -> None:
        learned(memory, *CITIES, source="imported")
        memory.generalize()
        pattern = the_pattern(memory)
        before = offered(memory, NEW).route

        memory.approve(pattern.pattern_id, **SAID)

        approved = the_pattern(memory)
        assert (before, pattern.stats.untrusted) == ("adaptive_replay", 4)
        assert offered(memory, NEW).route == "direct_replay"
        assert (approved.approved, approved.stats.verified) == (True, 1)

    def test_an_approval_lapses_with_the_path(self, memory: Memory) -> None:
        learned(memory, *CITIES)
        memory.generalize()
        pattern = the_pattern(memory)
        memory.approve(pattern.pattern_id, **SAID)
        for city in (*CITIES, "Lyon", "Kyiv"):
            steps = [*trip(city)["steps"]]
            steps[1] = {**steps[1], "target": {"role": "button", "name": "Search"}}
            for n in range(3):
                run = trip(city, source_task_id=f"{city} {n}", steps=steps)
                memory.learn(run)
        memory.generalize()

        changed = next(p for p in memory.patterns() if len(p.members) > 1)

        names = [one.target.name for one in changed.steps if one.target]
        assert names == ["To", "Search"]
        assert not changed.approved

    # quarantine -------------------------------------------------------------------

    def test_a_quarantined_run_is_never_offered(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga", judge="db")

        memory.quarantine(run, **SAID)

        exact, like = offered(memory, trip("Riga")["task"]), offered(memory, NEW)
        for found in (exact, like):
            assert (found.route, found.origin) == ("reflexion_explore", None)
            assert found.runs == set()
        assert memory.match(NEW, "rail") is None
        assert memory.experience(run).decided == "quarantine"
        assert memory.doctor().ok

    def test_a_quarantined_run_counts_for_nothing(self, memory: Memory) -> None:
        runs = learned(memory, *CITIES, judge="db")
        memory.generalize()

        memory.quarantine(runs[0], **SAID)

        at_once = the_pattern(memory)
        memory.generalize()
        rebuilt = the_pattern(memory)
        for pattern in (at_once, rebuilt):
            assert (pattern.stats.wins, pattern.stats.verified) == (3, 3)
            assert runs[0] not in pattern.success_cases
        assert len(rebuilt.members) == 3
        assert runs[0] not in offered(memory, trip("Riga")["task"]).runs

    def test_a_pattern_without_other_runs_is_not_followed(self, memory: Memory) -> None:
        runs = learned(memory, *CITIES, judge="db")
        memory.generalize()
        before = the_pattern(memory)

        for run in runs:
            memory.quarantine(run, **SAID)
        at_once = the_pattern(memory)
        route = offered(memory, NEW).route
        memory.generalize()

        assert (at_once.status, route) == ("quarantined", "reflexion_explore")
        assert the_pattern(memory).status == "quarantined"
        for run in runs:
            memory.release(run, **SAID)
        after = the_pattern(memory).stats
        assert after.model_copy(update={"streak": 0}) == before.stats
        assert offered(memory, NEW).route == "direct_replay"

    def test_a_quarantined_pattern_is_never_offered(self, memory: Memory) -> None:
        learned(memory, *CITIES, judge="db")
        memory.generalize()
        key = the_pattern(memory).pattern_id

        memory.quarantine(key, **SAID)

        assert offered(memory, NEW).origin != "pattern"
        assert memory.match(NEW, "rail") is None
        assert memory.recall(NEW, app="rail").patterns == ()
        with pytest.raises(InvalidInput, match="is quarantined"):
            memory.export_pattern(key, "skill")
        learned(memory, "Lyon", judge="db")
        memory.generalize()
        kept = {one.pattern_id: one.status for one in memory.patterns()}
        assert kept[key] == "quarantined"
        memory.release(key, **SAID)
        assert offered(memory, NEW).route == "direct_replay"

    def test_a_quarantined_failure_warns_of_nothing(self, memory: Memory) -> None:
        book = {"action": "click", "target": {"role": "button", "name": "Book"}}
        failing = [
            trip("Riga")["steps"][0],
            {**book, "success": False, "error": "not for sale"},
        ]
        learned(memory, "Riga", judge="db")
        [bad] = learned(
            memory, "Riga", source_task_id="bad", outcome="failure", steps=failing
        )
        before = memory.recall(trip("Riga")["task"], app="rail").avoidance

        memory.quarantine(bad, **SAID)

        found = memory.recall(trip("Riga")["task"], app="rail")
        assert before
        assert found.avoidance == ()
        assert bad not in {run.experience_id for run in found.experiences}

    # the log ----------------------------------------------------------------------

    def test_each_decision_is_kept_with_who_and_why(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga")
        verbs: tuple[Verb, ...] = ("approve", "quarantine", "release")
        for verb in verbs:
            getattr(memory, verb)("Riga", by="ann", why=f"to {verb}")

        told = memory.history(run)

        assert [(one.verb, one.by, one.why) for one in told] == [
            (verb, "ann", f"to {verb}") for verb in verbs
        ]
        assert told == memory.history("Riga") == sorted(told, key=lambda one: one.at)

    def test_an_export_takes_decisions_along(
        self, memory: Memory, elsewhere: Memory, tmp_path: Path
    ) -> None:
        runs = learned(memory, *CITIES, judge="db")
        memory.generalize()
        pattern = the_pattern(memory).pattern_id
        memory.quarantine(runs[0], **SAID)
        memory.release(runs[0], **SAID)
        memory.quarantine(runs[1], **SAID)
        memory.approve(pattern, **SAID)

        memory.export_to(tmp_path / "all.jsonl")
        elsewhere.import_from(tmp_path / "all.jsonl")

        for key in (*runs, pattern):
            assert elsewhere.history(key) == memory.history(key)
        there = the_pattern(elsewhere)
        assert (there.stats.wins, there.stats.verified, there.approved) == (3, 3, True)
        assert runs[1] not in offered(elsewhere, trip("Cork")["task"]).runs
        elsewhere.release(runs[1], **SAID)
        assert the_pattern(elsewhere).stats.verified == 4

    def test_forgetting_takes_decisions_along(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga")
        memory.approve(run, by="ann", why="a word of its own")
        pattern = the_pattern(memory).pattern_id
        memory.quarantine(pattern, by="ann", why="a word of its own")

        memory.forget(pattern_id=pattern)
        memory.forget(experience_id=run)

        left = memory.cypher("MATCH (n) RETURN properties(n) AS p")
        assert "a word of its own" not in str(left)
        with pytest.raises(NotFound, match="no run or pattern"):
            memory.history(run)

    def test_another_space_cannot_decide(self, memory: Memory) -> None:
        [run] = learned(memory, "Riga", judge="db")
        memory.generalize()
        other = memory.in_space("other")

        for key in (run, "Riga", the_pattern(memory).pattern_id, "gone"):
            with pytest.raises(NotFound, match="no run or pattern"):
                other.quarantine(key, **SAID)

        assert offered(memory, trip("Riga")["task"]).route == "direct_replay"

    # sources ----------------------------------------------------------------------

    def test_imported_claims_are_on_probation(self, memory: Memory) -> None:
        learned(memory, *CITIES, source="imported:osworld")
        memory.generalize()

        pattern, found = the_pattern(memory), offered(memory, NEW)
        exact = memory.recall(trip("Riga")["task"], app="rail")

        assert (pattern.stats.wins, pattern.stats.untrusted) == (4, 4)
        assert (found.route, exact.route) == ("adaptive_replay", "adaptive_replay")
        assert exact.experiences
        told = "its successes are claims of a source that is not trusted"
        assert told in exact.reasons

    def test_a_judged_replay_ends_the_probation(self, memory: Memory) -> None:
        learned(memory, *CITIES, source="imported")
        memory.generalize()
        routes = []
        for judge in (None, "db"):
            plan = memory.recall(NEW, app="rail").plan
            assert plan is not None
            memory.report(plan, "success", judge=judge)
            routes.append(offered(memory, NEW).route)

        assert routes == ["adaptive_replay", "direct_replay"]

    @pytest.mark.parametrize("run", [{"judge": "db"}, {"source": "agent"}])
    def test_one_success_that_counts_ends_the_probation(
        self, memory: Memory, run: dict[str, str]
    ) -> None:
        learned(memory, *CITIES, source="imported")
        memory.generalize()

        learned(memory, "Lyon", **{"source": "imported", **run})

        assert offered(memory, NEW).route == "direct_replay"
        assert the_pattern(memory).stats.untrusted == 4

    @pytest.fixture
    def elsewhere(self, tmp_path: Path) -> Iterator[Memory]:
        with Memory.open(tmp_path / "elsewhere", embedder=WordEmbedder()) as memory:
            yield memory
