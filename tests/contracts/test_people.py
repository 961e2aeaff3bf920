"""What a memory promises about what it knows of people, on every pair of stores."""

import json
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Memory, MemoryRepository, NotFound

AT = datetime(2025, 3, 1, 9, tzinfo=UTC)


def message(text: str, days: int = 0, role: str = "user") -> dict[str, object]:
    return {"role": role, "content": text, "at": AT + timedelta(days=days)}


class TestPeople:
    """Inherit it and give the fixture `memory`, empty."""

    def test_nothing_is_known_of_a_new_person(self, memory: Memory) -> None:
        agent = memory.agent("a")

        assert (agent.version, agent.get_profile_content()) == (0, "")
        assert (agent.get_event_content(), agent.history()) == ([], [])
        assert agent.to_prompt() == ""
        assert agent.context("Anything new?").text == ""
        assert memory.stats()["agents"] == 0

    def test_profile_and_events_make_a_prompt(self, memory: Memory) -> None:
        agent = memory.agent("agent_123")

        agent.update_profile("用户是18岁男学生，喜欢游戏和编程")
        agent.update_events(
            ["用户今天询问了Python编程问题", "用户表示想要学习游戏开发"]
        )

        day = f"{agent.get_events()[0].at:%Y-%m-%d}"
        assert agent.to_prompt() == (
            "## 用户画像\n用户是18岁男学生，喜欢游戏和编程。\n\n## 相关事件\n"
            f"- {day}: 用户今天询问了Python编程问题\n- {day}: 用户表示想要学习游戏开发"
        )
        assert agent.version == 2
        assert agent.to_dict()["events"] == agent.get_event_content()
        assert memory.doctor().ok

    @pytest.mark.parametrize(
        "ids",
        [
            ("aB3xQ", "ab3Xq"),
            ("ann", "ann."),
            ("straße", "strasse"),
            ("the cook", "cook"),
        ],
    )
    def test_two_ids_are_two_people(self, memory: Memory, ids: tuple[str, str]) -> None:
        first, second = (memory.agent("a", user=user) for user in ids)

        first.update_with_pipeline([{"role": "user", "content": "I live in Lyon."}])
        second.update_with_pipeline([{"role": "user", "content": "I work at Acme."}])

        assert "Lyon" in first.get_profile_content()
        assert "Acme" not in first.get_profile_content()
        assert "Acme" in second.get_profile_content()
        assert "Lyon" not in second.get_profile_content()

    @pytest.mark.parametrize("how", ["retract", "forget", "correct", "message"])
    def test_what_is_taken_back_stays_so(self, memory: Memory, how: str) -> None:
        agent = memory.agent("a")
        chat = [message("I live in Berlin. I like tea."), message("I am 34", 1)]
        agent.update_with_pipeline(chat)
        [home] = [one for one in agent.facts() if one.object == "Berlin"]
        said = agent.conversation().messages()[0]

        match how:
            case "retract":
                memory.retract_fact(home.fact_id)
            case "forget":
                agent.forget(home.fact_id)
            case "correct":
                agent.correct(home.fact_id, "Rome")
            case _:
                agent.forget(said.message_id)
        if how != "message":
            agent.update_with_pipeline(chat)

        shown = (
            agent.get_profile_content(),
            agent.to_prompt(),
            agent.context("Hi").text,
        )
        found = agent.search_memories("Where does the user live?")
        assert "Berlin" not in str((shown[:2], found))
        assert ("Rome" in shown[0]) is (how == "correct")
        assert ("tea" in shown[0]) is (how != "message")
        assert "34" in shown[0]
        assert memory.doctor().ok

    def test_what_is_forgotten_is_in_no_version(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.conversation().add_many(
            [message("I moved to Zebraton yesterday. I am 34."), message("Hi there", 1)]
        )
        agent.update_with_pipeline(agent.conversation())
        said = agent.conversation().messages()[0]

        gone = agent.forget(said.message_id)

        texts = memory.cypher(
            "MATCH (n) WHERE n.space = $space RETURN properties(n) AS p"
        )
        assert (gone.messages, "Zebraton" in str(texts)) == (1, False)
        assert [one.n for one in agent.conversation().messages()] == [0]
        assert agent.get_profile_content() == ""
        with pytest.raises(NotFound):
            agent.forget(said.message_id)
        assert memory.doctor().ok

    def test_what_is_remembered_is_a_fact_or_an_event(self, memory: Memory) -> None:
        agent = memory.agent("a")

        home, visit = agent.remember("I live in Oslo. Yesterday I saw the dentist.")
        changed = agent.correct(visit, "Yesterday I saw the doctor.")

        assert [one.fact_id for one in agent.facts()] == [home]
        [event] = agent.get_events()
        assert (event.event_id, event.text) == (changed, "Yesterday I saw the doctor.")
        assert event.at.date() == (datetime.now(UTC) - timedelta(days=1)).date()
        assert agent.forget(changed).events == 1
        assert agent.get_event_content() == []

    def test_what_is_said_of_others_is_known_of_them(self, memory: Memory) -> None:
        agent = memory.agent("a")
        said = [
            message("Dave lives in Montreal. He works at Acme."),
            message("My daughter is 5. I live in Lyon.", 1),
        ]

        agent.conversation().add_many(said)
        agent.update_with_pipeline(agent.conversation())

        assert agent.get_profile_content() == (
            "The user lives in Lyon. The user has a daughter."
        )
        assert {one.object for one in memory.facts("Dave")} == {"Montreal", "Acme"}
        [age] = memory.facts("agent:a's daughter")
        assert age.text == "The user's daughter is 5 years old."

    def test_each_person_has_a_family_of_his_own(self, memory: Memory) -> None:
        for days, (name, home) in enumerate([("a", "Rome"), ("b", "Berlin")]):
            agent = memory.agent(name)
            agent.conversation().add_many([message(f"My wife lives in {home}", days)])
            agent.update_with_pipeline(agent.conversation())

        [of_a], [of_b] = (memory.facts(f"agent:{one}'s wife") for one in "ab")
        assert (of_a.object, of_a.valid_to, of_b.object) == ("Rome", None, "Berlin")

    @pytest.mark.parametrize(
        ("first", "then", "profile"),
        [
            ("My birthday is May 12", "typo: it's May 21", "birthday is May 21."),
            ("I like coffee", "I hate coffee", "The user does not like coffee."),
            ("I work at Acme", "I quit my job", ""),
            ("我有女朋友。", "我跟女朋友分手了。", ""),
            ("我住在上海", "说错了，应该是苏州", "用户住在苏州。"),
        ],
    )
    def test_what_is_corrected_or_ended_is_told_no_longer(
        self, memory: Memory, first: str, then: str, profile: str
    ) -> None:
        agent = memory.agent("a")

        agent.conversation().add_many([message(first), message(then, 1)])
        agent.update_with_pipeline(agent.conversation())

        assert agent.get_profile_content().endswith(profile)
        assert agent.get_profile_content().count("用户") <= 1
        assert bool(agent.get_profile_content()) == bool(profile)

    @pytest.mark.parametrize(("days", "lasts"), [(2, True), (10, False)])
    def test_plan_ends_with_day(self, memory: Memory, days: int, lasts: bool) -> None:
        agent, day = memory.agent("a"), AT + timedelta(days=5)
        plan = f"I am flying to Oslo on {day:%d %B %Y}."

        agent.conversation().add_many([message(plan), message("I like tea.", days)])
        agent.update_with_pipeline(agent.conversation())
        told = agent.get_profile_content()

        assert ("Oslo" in told, "tea" in told) == (lasts, True)
        assert f"The user is {plan[5:]}" in [one.text for one in memory.facts()]

    def test_events_told_together_keep_their_order(self, memory: Memory) -> None:
        agent = memory.agent("a")
        told = [f"Parcel {n} came to door {n}." for n in range(8)]

        agent.update_events(told)
        agent.conversation().add_many(
            [{"role": "user", "content": f"Ring bell {n} at gate {n}"} for n in "3142"]
        )
        agent.update_with_pipeline(agent.conversation())

        events = agent.get_event_content()
        assert events[:8] == told
        assert [one.split()[5] for one in events[8:]] == ["3", "1", "4", "2"]

    def test_conversation_becomes_what_is_known(self, memory: Memory) -> None:
        agent = memory.agent("a")

        result = agent.update_with_pipeline(
            [
                message("My name is Ann and I live in Berlin."),
                message("Noted.", role="assistant"),
                message("Can you find a cheap flight to Rome? Thanks!"),
            ]
        )

        assert [one.name for one in result.stages] == [
            "modification",
            "update",
            "theory_of_mind",
        ]
        assert result.ok
        assert result.version == agent.version == 1
        assert agent.get_profile_content() == (
            "The user's name is Ann. The user lives in Berlin."
        )
        assert agent.get_event_content() == [
            "The user asked: Can you find a cheap flight to Rome?"
        ]
        moods = [one for one in agent.tags() if one.aspect == "mood"]
        assert [one.value for one in moods] == ["happy"]
        assert len(moods[0].message_ids) == 1
        assert [one.status for one in agent.get_pipeline_history()] == ["ok"] * 3

    def test_the_later_statement_wins(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.update_with_pipeline([message("I live in Berlin.")])

        result = agent.update_with_pipeline([message("I moved to Rome.", days=30)])

        assert agent.get_profile_content() == "The user lives in Rome."
        assert [one.text for one in result.conflicts] == ["The user lives in Berlin."]
        [then] = memory.facts("agent:a", as_of=AT + timedelta(days=1))
        assert then.object == "Berlin"

    @pytest.mark.parametrize(
        ("first", "then", "because"),
        [
            ("我住在成都。", "我可能住在重庆。", "surer"),
            ("My name is Ann Lee.", "Call me Ann.", "more exact"),
            (
                "My birthday is on 12 May 1990.",
                "My birthday is in May 1990.",
                "more exact",
            ),
        ],
    )
    def test_surer_and_more_exact_statements_stay(
        self, memory: Memory, first: str, then: str, because: str
    ) -> None:
        agent = memory.agent("a")
        agent.update_with_pipeline([message(first)])
        before = agent.get_profile_content()
        said = [message(then, days=30)]

        result = agent.update_with_pipeline(said)
        agent.update_with_pipeline(said)

        assert agent.get_profile_content() == before
        assert len(result.conflicts) == 1
        output = result.stages[1].output
        assert isinstance(output, dict)
        [lost] = output["lost"]  # type: ignore[misc]
        assert lost["because"] == because
        kept = memory.cypher(
            "MATCH (f:Fact) WHERE f.space = $space AND f.text = $text "
            "RETURN f.log AS log",
            text=result.conflicts[0].text,
        )
        assert "retracted" in str(kept)
        assert memory.doctor().ok

    def test_rollback_knows_again_what_was_known(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.update_profile("The user lives in Berlin. The user likes tea.")
        agent.add_event("The user ordered tea.", at=AT)
        agent.update_profile("The user lives in Rome.")
        agent.add_event("The user went to Rome.", at=AT + timedelta(days=1))
        assert "Rome" in agent.get_profile_content()

        agent.rollback(2)

        assert (
            set(agent.get_profile_content().split(". "))
            == {
                "The user lives in Berlin",
                "The user likes tea.",
            }
            or "Berlin" in agent.get_profile_content()
        )
        assert "Rome" not in agent.to_prompt()
        assert agent.get_event_content() == ["The user ordered tea."]
        assert [one.version for one in agent.history()] == [1, 2, 3, 4, 5]
        agent.rollback(4)
        assert "Rome" in agent.get_profile_content()
        assert len(agent.get_event_content()) == 2
        assert memory.doctor().ok

    def test_rollback_beside_updates_loses_no_version(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.update_with_pipeline([message("I live in Berlin.")])
        towns = ("Rome", "Oslo", "Bern", "Kiel")

        def update() -> None:
            for n, town in enumerate(towns):
                said = [message(f"I moved to {town}.", days=n + 1)]
                memory.agent("a").update_with_pipeline(said)

        def roll_back() -> None:
            for _ in range(3):
                memory.agent("a").rollback(1)

        threads = [threading.Thread(target=one) for one in (update, roll_back)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()

        history = agent.history()
        assert [one.version for one in history] == list(range(1, 9))
        assert agent.get_profile_content() == history[-1].profile
        agent.rollback(1)
        assert agent.get_profile_content() == "The user lives in Berlin."
        assert memory.doctor().ok

    def test_clock_that_jumps_back_disorders_nothing(self, memory: Memory) -> None:
        agent = memory.agent("a")
        conversation = agent.conversation("s")
        conversation.add("user", "I live in Berlin.", at=AT + timedelta(days=9))
        conversation.add("user", "I moved to Rome.", at=AT)

        agent.update_with_pipeline(conversation)

        told = conversation.messages()
        info = conversation.info()
        assert [one.n for one in told] == [0, 1]
        assert [one.content for one in told] == [
            "I live in Berlin.",
            "I moved to Rome.",
        ]
        assert info is not None
        assert (info.started_at, info.ended_at) == (AT, AT + timedelta(days=9))
        # By their times Berlin is the later home.
        assert agent.get_profile_content() == "The user lives in Berlin."
        [then] = memory.facts("agent:a", "person home", as_of=AT + timedelta(days=1))
        assert then.object == "Rome"

    def test_unknown_version_is_refused(self, memory: Memory) -> None:
        with pytest.raises(NotFound):
            memory.agent("a").rollback(3)

    def test_events_are_ordered_and_never_dropped(self, memory: Memory) -> None:
        agent = memory.agent("a")
        for n in range(53):
            agent.add_event(
                f"Parcel {n} arrived at door {n}.", at=AT - timedelta(days=n)
            )

        events = agent.get_event_content()

        assert len(events) == 50
        assert events[-1] == "Parcel 0 arrived at door 0."
        for n in (52, 51, 50, 49):
            assert f"Parcel {n} arrived" in events[0]
        assert memory.doctor().ok

    def test_same_event_is_kept_once(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.add_event("The user visited Disneyland.", at=AT)

        agent.add_event("The user visited Disneyland with Ann.", at=AT)

        assert agent.get_event_content() == ["The user visited Disneyland with Ann."]

    def test_failed_stage_changes_nothing(
        self, memory: Memory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        agent = memory.agent("a")

        def broken(*_: object) -> None:
            raise RuntimeError("no")

        monkeypatch.setattr("kgmem_people.mind_by_chat.theory_of_mind", broken)
        result = agent.update_with_pipeline([message("I live in Berlin.")])

        assert not result.ok
        assert result.stages[-1].reason == "RuntimeError: no"
        assert (agent.version, agent.get_profile_content()) == (0, "")
        assert memory.stats()["facts"] == 0
        assert [one.status for one in agent.get_pipeline_history()] == [
            "ok",
            "ok",
            "failed",
        ]

    def test_memories_are_searched(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.update_profile("The user is allergic to peanuts.")
        agent.add_event("The user booked a flight to Rome.", at=AT)
        agent.conversation().add("user", "Is the flight to Rome confirmed?")

        profile = agent.search_memories("peanuts allergic", memory_types=["profile"])
        events = agent.search_memories("flight Rome", memory_types="event")
        talks = agent.search_conversations("flight Rome")
        hybrid = agent.hybrid_search("flight Rome", weights={"sparse": 1.0})

        assert [hit.kind for hit in profile] == ["profile"]
        assert [hit.kind for hit in events] == ["event"]
        assert [hit.kind for hit in talks] == ["message"]
        assert {hit.kind for hit in hybrid[:2]} == {"message", "event"}
        assert memory.agent("b").hybrid_search("flight Rome") == []

    @pytest.mark.parametrize(
        "weights", [{}, {"luck": 1.0}, {"dense": 0.0}, {"dense": 2}, "dense"]
    )
    def test_bad_weights_are_refused(self, memory: Memory, weights: object) -> None:
        with pytest.raises(InvalidInput, match="weights"):
            memory.agent("a").hybrid_search("x", weights=weights)  # type: ignore[arg-type]

    def test_context_holds_what_matters(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.update_profile("The user prefers a window seat.")
        agent.remember_entities("FR-007: Seats can be chosen while booking.")
        memory.add_fact("Window seats cost 12 dollars")
        conversation = agent.conversation()
        for n in range(12):
            conversation.add("user", f"Remark number {n} about seats {n}")

        context = agent.context("Which window seat under FR-007?")

        kinds = {piece.kind for piece in context.pieces}
        assert kinds >= {"profile", "summary", "message", "fact", "entity"}
        assert all(piece.why for piece in context.pieces)
        assert context.text.startswith("## User profile\nThe user prefers")
        assert "Seats can be chosen" in context.text
        assert "Remark number 11" in context.text

    @pytest.mark.parametrize(
        "line",
        [
            "FR-002: The export keeps umlauts.",
            "| FR-002 | The export keeps umlauts. | high |",
            "### FR-002\nThe export keeps umlauts.",
        ],
    )
    def test_a_requirement_keeps_its_text(self, memory: Memory, line: str) -> None:
        agent = memory.agent("a")
        agent.remember_entities(f"Response\n{line}\nFR-009: Login is fast.")

        [hit, *_] = agent.retrieve_entities("special letters in exported files", 1)
        context = agent.context("Are umlauts kept when files are exported?")

        assert "The export keeps umlauts." in hit.text
        assert "FR-002" in hit.text
        assert "The export keeps umlauts." in context.text

    def test_context_is_never_over_its_budget(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.update_profile("用户住在上海。" + "用户喜欢茶。")
        agent.conversation().add_many(
            [message(f"第{n}条关于订单的消息") for n in range(15)]
        )

        for budget in (1, 5, 40, 200, 1500):
            context = agent.context("订单在哪里？", budget_tokens=budget, count=len)

            assert len(context.text) <= budget
            assert context.tokens == len(context.text)

    def test_others_are_not_told_of_a_person(self, memory: Memory) -> None:
        memory.agent("a").update_profile("The user lives in Berlin.")
        memory.agent("a").conversation().add("user", "I live in Berlin, you know")

        assert "Berlin" not in memory.agent("b").context("Who lives in Berlin?").text

    def test_remembered_names_come_back(self, memory: Memory) -> None:
        agent = memory.agent("a")

        names = agent.remember_entities(
            "## Requirements\n- **FR-001**: Users can log in.\n- NFR-002: Fast."
        )

        assert {"FR-001", "NFR-002"} <= set(names)
        assert [one.text for one in memory.facts("FR-001")] == [
            "FR-001: Users can log in."
        ]

    def test_forgotten_person_leaves_nothing(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.conversation("s").add("user", "Zebrafish order for FR-009")
        agent.update_with_pipeline([message("I live in Zebratown.")])
        agent.remember_entities("FR-009: Zebras are shown.")
        other = memory.agent("b")
        other.update_profile("The user lives in Rome.")

        gone = agent.forget()

        assert (gone.messages, gone.conversations, gone.versions) == (2, 2, 1)
        assert gone.facts == 2
        assert gone.stays == ()
        texts = memory.cypher(
            "MATCH (n) WHERE n.space = $space RETURN properties(n) AS p"
        )
        assert "ebra" not in str(texts)
        assert agent.hybrid_search("zebra town") == []
        assert other.get_profile_content() == "The user lives in Rome."
        assert memory.doctor().ok
        assert agent.version == 0

    def test_fact_that_others_state_stays(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.remember_entities("FR-009: Users can log in.")
        memory.add_fact("FR-009: Users can log in.", source="spec.md")

        gone = agent.forget()

        assert gone.facts == 0
        assert len(gone.stays) == 1
        [left] = memory.facts("FR-009")
        assert left.sources == ("spec.md",)

    def test_all_that_is_kept_can_be_exported(
        self, memory: Memory, tmp_path: Path
    ) -> None:
        agent = memory.agent("a")
        agent.update_with_pipeline(
            [message("I live in Berlin."), message("Book the early train please")]
        )

        count = agent.export_to(tmp_path / "a.jsonl")

        lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
        told = [json.loads(line) for line in lines]
        assert len(told) == count
        kinds = {next(iter(one)) for one in told}
        assert kinds == {
            "agent", "event", "conversation", "message", "fact", "history", "log",
        }  # fmt: skip

    def test_repository_saves_and_loads_by_id(self, memory: Memory) -> None:
        repository = MemoryRepository(memory)
        saved = {
            "agent_id": "a",
            "profile": "The user likes tea.",
            "events": ["First", "Second"],
        }

        key = repository.save_memory(saved)
        repository.save_memory(saved)

        loaded = repository.load_memory(key)
        assert loaded.get_profile_content() == "The user likes tea."
        assert repository.load_event_content(key) == ["First", "Second"]
        assert loaded.version == 2
        repository.save_memory_content(key, "profile", {"paragraph": "Likes milk."})
        assert repository.load_profile_content(key) == "The user likes milk."
        repository.rollback_memory(key, 2)
        assert repository.load_profile_content(key) == "The user likes tea."

    def test_repository_keeps_conversations_and_logs(self, memory: Memory) -> None:
        repository = MemoryRepository(memory)

        key = repository.save_conversation(
            {"agent_id": "a", "session_id": "s", "messages": [message("Hello there")]}
        )
        repository.save_conversation_message(key, message("Bye", role="assistant"))
        memory_id = memory.agent("a").memory_id
        repository.log_pipeline_execution(
            memory_id, key, "update", {"status": "ok", "ms": 3, "output": {"n": 1}}
        )

        talked = repository.load_conversation(key)
        assert [one.content for one in talked.messages()] == ["Hello there", "Bye"]
        assert [one.session_id for one in repository.get_recent_conversations("a")] == [
            "s"
        ]
        [log] = repository.get_pipeline_history(memory_id)
        assert (log.stage, log.ms, log.output) == ("update", 3, {"n": 1})
        repository.delete_memory(memory_id)
        with pytest.raises(NotFound):
            repository.load_memory(memory_id)

    def test_recall_for_an_agent_knows_its_person(self, memory: Memory) -> None:
        memory.agent("a").update_profile("The user prefers a window seat.")
        memory.learn({"task": "Book a seat", "outcome": "success", "steps": []})

        mine = memory.recall("Book a seat", agent="a")
        others = memory.recall("Book a window seat")

        assert [one.text for one in mine.facts] == ["The user prefers a window seat."]
        assert "user said" in mine.facts[0].why[0]
        assert others.facts == ()
        with pytest.raises(InvalidInput, match="agent"):
            memory.recall("Book a seat", agent=" ")

    def test_people_move_with_the_memory(self, memory: Memory, tmp_path: Path) -> None:
        agent = memory.agent("a")
        agent.update_with_pipeline([message("I live in Berlin."), message("Find tea")])
        memory.export_to(tmp_path / "all.jsonl")
        memory.clear("all")
        assert agent.version == 0

        memory.import_from(tmp_path / "all.jsonl")

        agent.conversation().add("user", "And milk please")
        assert agent.get_profile_content() == "The user lives in Berlin."
        assert [one.n for one in agent.conversation().messages()] == [0, 1, 2]
        assert len(agent.history()) == 1
        assert memory.doctor().ok

    def test_what_is_known_is_shared_by_the_agents(self, memory: Memory) -> None:
        support, sales = (memory.agent(one, user="ann") for one in ("support", "sales"))
        said = [message("I live in Berlin. My parcel 4711 is lost.")]

        support.update_with_pipeline(said)

        assert sales.get_profile_content() == "The user lives in Berlin."
        assert sales.memory_id == memory.agent(user="ann").memory_id
        assert "Berlin" in sales.context("Where does the user live?").text
        assert memory.agent("support", user="bob").get_profile_content() == ""
        assert memory.agent("support").get_profile_content() == ""
        [fact] = memory.recall("Send a parcel", agent=sales.name).facts
        assert fact.text == "The user lives in Berlin."

    def test_what_was_said_to_an_agent_is_no_other_agents(self, memory: Memory) -> None:
        support, sales = (memory.agent(one, user="ann") for one in ("support", "sales"))
        support.conversation().add("user", "My parcel 4711 is lost.")
        support.remember_entities("CASE-17: the lost parcel")

        told = sales.context("Where is parcel 4711?", budget_tokens=400)

        assert support.search_conversations("parcel 4711")
        assert sales.search_conversations("parcel 4711") == []
        assert sales.get_recent_conversations() == []
        assert "4711" not in told.text
        assert "CASE-17" not in sales.context("CASE-17").text
        assert "CASE-17" in support.context("CASE-17").text

    def test_a_run_tells_its_own_messages(self, memory: Memory) -> None:
        one, two = (memory.agent("a", user="ann", run=run) for run in ("r1", "r2"))
        one.conversation().add("user", "The code word is heron.")
        two.conversation().add("user", "The code word is otter.")

        [found] = one.search_conversations("code word")

        assert one.conversation().session_id == "r1"
        assert "heron" in found.text
        assert "otter" not in one.context("Which code word?").text
        every = memory.agent("a", user="ann").search_conversations("code word")
        assert len(every) == 2

    def test_a_user_is_forgotten_with_what_was_said_to_all_his_agents(
        self, memory: Memory, tmp_path: Path
    ) -> None:
        for name in ("support", "sales"):
            agent = memory.agent(name, user="ann")
            agent.update_with_pipeline([message(f"I live in Berlin, {name}.")])
        memory.agent("support", user="bob").conversation().add("user", "Hello")
        lines = memory.agent(user="ann").export_to(tmp_path / "ann.jsonl")

        of_one = memory.agent("support", user="ann").forget()
        left = memory.agent(user="ann").get_profile_content()
        rest = memory.agent(user="ann").forget()

        assert lines > 6
        assert (of_one.messages, rest.messages) == (1, 1)
        assert "other agents share" in of_one.stays[-1]
        assert left == "The user lives in Berlin."
        assert [one.name for one in memory.agents()] == ["support@user:bob"]

    @pytest.mark.parametrize(
        ("named", "match"),
        [
            ({}, "name the agent, or a user"),
            ({"agent_id": " "}, "name the agent, or a user"),
            ({"agent_id": "a@user:b", "user": "c"}, "names one already"),
        ],
    )
    def test_scope_needs_one_name(
        self, memory: Memory, named: dict[str, Any], match: str
    ) -> None:
        with pytest.raises(InvalidInput, match=match):
            memory.agent(**named)

    def test_the_specifications_call_tells_what_to_call(self, memory: Memory) -> None:
        with pytest.raises(InvalidInput, match=r"open\(path\)\.agent\(agent_id"):
            Memory(agent_id="agent_123")  # type: ignore[call-arg]

        agent = memory.agent("agent_123")
        agent.update_profile("The user likes tea.")
        assert "likes tea" in agent.to_prompt()
