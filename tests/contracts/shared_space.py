"""What several processes that share one graph promise each other: what one of them
changes, the others say at their next answer."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem import KgmemError, Memory, NotFound
from kgmem.generalize.patterns import built_before
from kgmem.ports import Params, Row

Face = Callable[[], Memory]
"""Another process's memory of the one graph."""

PAGE = {"url": "https://shop.example"}
FIELD = {"role": "searchbox", "name": "Search"}
BUTTON = {"role": "button", "name": "Buy"}
GOODS = ("milk", "bread", "black tea", "salt", "rye flour", "honey", "rice")


def buying(what: str, *, works: bool = True, verb: str = "Buy") -> dict[str, Any]:
    """A run of one kind of task with a value of its own."""
    click: dict[str, Any] = {"action": "click", "target": BUTTON, "page_before": PAGE}
    if not works:
        click |= {"success": False, "error": "not for sale"}
    return {
        "task": f"{verb} {what} in the shop",
        "app": "shop",
        "outcome": "success" if works else "failure",
        "judge": "test",
        "source_task_id": f"{verb} {what} {works}",
        "steps": [
            {"action": "type", "target": FIELD, "value": what, "page_before": PAGE},
            click,
        ],
    }


def bought(memory: Memory, *goods: str) -> None:
    """A pattern of three runs at least."""
    memory.learn_many([buying(what) for what in goods or GOODS[:3]])
    memory.generalize()


def at_once(work: Callable[[Memory, str], None], faces: Sequence[Memory]) -> None:
    """Have each do the work at the same time; what one of them raises is raised."""
    with ThreadPoolExecutor(len(faces)) as pool:
        done = [pool.submit(work, *one) for one in zip(faces, "xy", strict=True)]
    for one in done:
        one.result()


def spoken(value: object) -> str:
    """All that a shape says, for asking whether a word is in it."""
    return value.model_dump_json() if hasattr(value, "model_dump_json") else repr(value)


FOODS = {
    "x": ("tea", "rice", "figs", "bread"),
    "y": ("olives", "cheese", "soup", "honey"),
}


class SharedSpaceContract:
    """Subclasses give a fixture `face`, which opens the graph once more; what the index
    holds is shared, too."""

    def test_two_write_into_one_conversation(self, face: Face) -> None:
        def talk(memory: Memory, who: str) -> None:
            conversation = memory.agent("a").conversation("s")
            for n in range(8):
                conversation.add("user", f"{who} said {n}", message_id=f"{who}/{n}")

        faces = [face(), face()]
        at_once(talk, faces)

        told = faces[0].agent("a").conversation("s").messages()
        info = faces[1].agent("a").conversation("s").info()
        assert [one.n for one in told] == list(range(16))
        assert len({one.content for one in told}) == 16
        for who in "xy":
            mine = [one.content for one in told if one.content.startswith(who)]
            assert mine == [f"{who} said {n}" for n in range(8)]
        assert info is not None
        assert info.messages == 16
        assert 16 - info.folded <= 10

    def test_two_update_one_person(self, face: Face) -> None:
        def update(memory: Memory, who: str) -> None:
            for food in FOODS[who]:
                said = {"role": "user", "content": f"I like {food}."}
                memory.agent("a").update_with_pipeline([said])

        faces = [face(), face()]
        at_once(update, faces)

        agent = faces[1].agent("a")
        assert [one.version for one in agent.history()] == list(range(1, 9))
        assert agent.get_profile_content() == agent.history()[-1].profile
        assert {one.object for one in agent.facts()} == {*FOODS["x"], *FOODS["y"]}

    def test_patterns_that_one_learns_the_other_follows(self, face: Face) -> None:
        one, other = face(), face()
        before = other.match("Buy oats in the shop", "shop")

        bought(one)
        found = other.recall("Buy oats in the shop", app="shop")

        assert before is None
        assert found.plan is not None
        assert found.plan.origin.kind == "pattern"
        assert other.match("Buy oats in the shop", "shop") is not None
        assert len(other.patterns()) == len(one.patterns()) == 1

    def test_what_one_made_of_a_run_the_other_reads(
        self, face: Face, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, other = face(), face()
        task = "Buy oats in the shop"
        one.learn(buying("milk"))
        first = one.recall(task, app="shop")
        one._open.patterns.read_ahead("default")

        monkeypatch.setattr(built_before, "build_pattern", None)
        again = other.recall(task, app="shop")

        assert first.plan is not None
        assert again.plan is not None
        assert again.plan.steps == first.plan.steps
        assert again.plan.origin == first.plan.origin

    def test_what_one_forgets_the_other_never_says(self, face: Face) -> None:
        one, other = face(), face()
        bought(one)
        task = "Buy black tea in the shop"
        before = other.recall(task, app="shop")

        (pattern,) = one.patterns()
        one.forget(pattern_id=pattern.pattern_id)
        for what in GOODS[:3]:
            (run,) = one.cypher(
                "MATCH (e:Experience) WHERE e.space = $space AND "
                "e.source_task_id = $source RETURN e.experience_id AS id",
                source=f"Buy {what} True",
            )
            one.forget(experience_id=run["id"])
        after = other.recall(task, app="shop")
        elsewhere = other.recall("Buy oats in the shop", app="shop")

        assert before.route == "direct_replay"
        assert (after.route, after.plan) == ("reflexion_explore", None)
        assert other.patterns() == []
        for what in ("milk", "bread"):
            assert what not in spoken(after)
            assert what not in spoken(elsewhere)

    def test_a_report_of_one_moves_the_others_confidence(self, face: Face) -> None:
        one, other = face(), face()
        bought(one)
        task = "Buy oats in the shop"
        before = other.recall(task, app="shop")

        for _ in range(3):
            found = one.recall(task, app="shop")
            assert found.plan is not None
            one.report(found.plan, "failure", failed_step=1)

        after = other.recall(task, app="shop")
        assert after.confidence < before.confidence
        (pattern,) = other.patterns()
        assert pattern.stats.losses == 3

    def test_a_declared_predicate_holds_for_the_other(self, face: Face) -> None:
        one, other = face(), face()
        one.add_triple("Ann", "sits at", "desk 1", valid_from=year(2001))
        one.add_triple("Ann", "sits at", "desk 2", valid_from=year(2005))
        before = other.facts("Ann", "sits at", as_of=year(2010))

        one.declare_predicate("sits at", single_valued=True)

        after = other.facts("Ann", "sits at", as_of=year(2010))
        assert len(before) == 2
        assert [fact.object for fact in after] == ["desk 2"]

    def test_cleared_or_imported_is_known_soon(self, face: Face, tmp_path: Any) -> None:
        one, other = face(), face()
        bought(one)
        one.export_to(tmp_path / "all.jsonl")
        assert len(other.patterns()) == 1

        one.clear("all")
        after_clearing = other.patterns(), other.recall("Buy oats in the shop").patterns
        one.import_from(tmp_path / "all.jsonl")

        assert after_clearing == ([], ())
        assert len(other.patterns()) == 1

    def test_where_nothing_changed_nothing_more_is_asked(self, face: Face) -> None:
        one, other = face(), face()
        bought(one)
        one.learn(buying("milk", works=False))
        step, asked = buying("milk")["steps"][1], "Buy milk in the shop"

        def answers() -> None:
            other.recall("Buy oats in the shop", app="shop")
            other.match("Buy oats in the shop", "shop")
            other.risk(step, task=asked, app="shop", page=PAGE)

        answers()
        counts = []
        with counted(other) as reads:
            other.recall("Buy oats in the shop", app="shop")
            counts.append(reads.pop_all())
            other.recall("Buy flour in the shop", app="shop")
            counts.append(reads.pop_all())
            other.match("Buy oats in the shop", "shop")
            counts.append(reads.pop_all())
            other.risk(step, task=asked, app="shop", page=PAGE)
            counts.append(reads.pop_all())

        assert counts == [2, 2, 1, 1]

    @pytest.mark.parametrize("seed", [1, 2])
    @pytest.mark.slow
    def test_random_writes_of_two_are_as_by_one(self, face: Face, seed: int) -> None:
        chance = random.Random(seed)
        faces = [face(), face()]
        told: list[str] = []

        for _ in range(12):
            told.append(one_write(chance, chance.choice(faces)))
            if chance.random() < 0.5:
                told.append(one_write(chance, chance.choice(faces)))
            expected = answers_of(face())
            for memory in faces:
                found = answers_of(memory)
                wrong = {
                    asked: (found[asked], said)
                    for asked, said in expected.items()
                    if found[asked] != said
                }
                assert wrong == {}, told


def year(n: int) -> datetime:
    return datetime(n, 1, 1, tzinfo=UTC)


def one_write(chance: random.Random, memory: Memory) -> str:
    """Do something by chance; what it was."""
    what = chance.choice(GOODS)
    kind = chance.choices(
        ("learn", "fail", "many", "job", "pattern", "run", "report", "fact", "clear"),
        (6, 2, 2, 4, 1, 2, 4, 2, 0.3),
    )[0]
    verb = chance.choice(("Buy", "Order"))
    try:
        match kind:
            case "learn":
                memory.learn(buying(what, verb=verb))
            case "fail":
                memory.learn(buying(what, works=False, verb=verb))
            case "many":
                memory.learn_many([buying(one, verb=verb) for one in GOODS[:4]])
            case "job":
                memory.generalize()
            case "pattern":
                stored = [p for p in memory.patterns() if p.support > 1]
                memory.forget(pattern_id=chance.choice(stored).pattern_id)
            case "run":
                rows = memory.cypher(
                    "MATCH (e:Experience) WHERE e.space = $space "
                    "RETURN e.experience_id AS id ORDER BY id"
                )
                memory.forget(experience_id=chance.choice(rows)["id"])
            case "report":
                plan = memory.recall(f"{verb} {what} in the shop", app="shop").plan
                if plan is not None:
                    memory.report(plan, chance.choice(("success", "failure")))
            case "fact":
                memory.add_triple("The shop", "sells", what)
            case _:
                memory.clear("patterns")
    except (NotFound, IndexError):
        return f"{kind}: nothing"
    except KgmemError as error:
        raise AssertionError(f"{kind}: {error}") from error
    return f"{kind} {verb} {what}"


def answers_of(memory: Memory) -> dict[str, Any]:
    """What a memory says, without what each answer makes anew."""
    said: dict[str, Any] = {
        "patterns": sorted(
            (
                p.pattern_id,
                p.version,
                p.support,
                sorted(p.members),
                sorted(p.success_cases),
                p.stats.wins,
                p.stats.losses,
                p.stats.uses,
            )
            for p in memory.patterns()
        )
    }
    for verb in ("Buy", "Order"):
        for what in ("milk", "oats"):
            task = f"{verb} {what} in the shop"
            match = memory.match(task, "shop")
            said[f"match {task}"] = match and (
                match.pattern.pattern_id,
                match.bindings,
                round(match.score, 6),
            )
            found = memory.recall(task, app="shop")
            said[f"recall {task}"] = (
                found.route,
                round(found.confidence, 6),
                found.reasons,
                found.plan and [step.value for step in found.plan.steps],
                sorted(fact.text for fact in found.facts),
                [one.experience_id for one in found.experiences],
            )
    step = buying("milk")["steps"][1]
    worst = memory.risk(step, task="Buy milk in the shop", app="shop", page=PAGE)
    said["risk"] = worst and (worst.cause, round(worst.score, 6))
    return said

    @pytest.mark.parametrize("seed", [1, 2])
    def test_no_kept_answer_is_older_than_a_write(self, face: Face, seed: int) -> None:
        from tests.written_at_random import (
            QUESTIONS,
            asked,
            refused,
            without_cache,
            writes,
        )

        faces, fresh = (face(), face()), without_cache(face())
        chosen = random.Random(seed)

        for _, write in zip(range(25), writes(chosen), strict=False):
            refused(write, chosen.choice(faces))

            task = chosen.choice(QUESTIONS)
            expected = asked(fresh, task)
            for one in faces:
                assert asked(one, task) == expected
                assert asked(one, task) == expected


class _Reads:
    """Counts the reads of an engine while it stands in its place."""

    def __init__(self, memory: Memory) -> None:
        assert memory._parts is not None
        self._engine = memory._parts.engine
        self._n = 0

    def __enter__(self) -> "_Reads":
        self._read = self._engine.read
        self._engine.read = self._count  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.read = self._read  # type: ignore[method-assign]

    def _count(self, query: str, params: Params | None = None) -> list[Row]:
        self._n += 1
        return self._read(query, params)

    def pop_all(self) -> int:
        """How many there were since."""
        n, self._n = self._n, 0
        return n


def counted(memory: Memory) -> _Reads:
    """The reads of this memory."""
    return _Reads(memory)
