"""What a memory promises about conversations, on every pair of stores."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from kgmem import InvalidInput, Memory

AT = datetime(2025, 3, 1, 9, tzinfo=UTC)


def said(memory: Memory, session: str | None = None) -> list[str]:
    return [m.content for m in memory.agent("a").conversation(session).messages()]


def number(n: int) -> str:
    return f"Message {n} is about order {1000 + n}."


class TestConversations:
    """Inherit it and give the fixture `memory`, empty."""

    def test_messages_are_there_in_order(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation("s")

        first = conversation.add("user", "Where is my parcel?", at=AT)
        conversation.add("assistant", "It left Hamburg.", at=AT - timedelta(hours=1))

        assert said(memory, "s") == ["Where is my parcel?", "It left Hamburg."]
        assert (first.role, first.at, first.n) == ("user", AT, 0)
        assert [m.n for m in conversation.messages(last=1)] == [1]
        assert memory.doctor().ok

    def test_same_id_is_the_same_message(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        first = conversation.add("user", "Hello there", message_id="m1")

        again = conversation.add("user", "Something else", message_id="m1")
        by_key = conversation.add("user", "A third", message_id=first.message_id)

        assert again == by_key == first
        assert said(memory) == ["Hello there"]

    def test_same_words_are_two_messages(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()

        conversation.add("user", "Yes")
        conversation.add("user", "Yes")

        assert said(memory) == ["Yes", "Yes"]

    @pytest.mark.parametrize(
        ("harm", "told"),
        [
            ("MATCH (:Message)-[r:NEXT]->(m:Message {n: 2}) DELETE r", "not follow"),
            (
                "MATCH (a:Message {n: 0}) MATCH (b:Message {n: 3}) "
                "CREATE (a)-[:NEXT]->(b)",
                "not follow",
            ),
            ("MATCH (m:Message {n: 2}) SET m.n = 0", "not follow"),
            ("MATCH (m:Message {n: 2}) DETACH DELETE m", "counts 5 messages and has 4"),
            (
                "MATCH (:Conversation)-[r:HAS_MESSAGE]->(m:Message {n: 2}) DELETE r",
                "belongs to no conversation",
            ),
            ("MATCH (c:Conversation) SET c.folded = 9", "covers 9 messages"),
        ],
    )
    def test_doctor_tells_of_messages_out_of_order_and_repair_puts_them_in_order(
        self, memory: Memory, harm: str, told: str
    ) -> None:
        conversation = memory.agent("a").conversation()
        conversation.add_many([{"role": "user", "content": f"M{n}"} for n in range(5)])
        parts = memory._parts
        assert parts is not None
        parts.engine.write(lambda tx: tx.run(harm))

        found = memory.doctor()
        healed = memory.repair()

        assert not found.ok
        assert [told in one.message for one in found.findings].count(True) >= 1
        assert all(
            "repair" in one.cure for one in found.findings if told in one.message
        )
        assert healed.ok, healed.findings
        assert conversation.add("user", "after").n == len(conversation.messages()) - 1
        assert memory.doctor().ok

    def test_message_whose_conversation_is_gone_goes_too(self, memory: Memory) -> None:
        memory.agent("a").conversation("lost").add("user", "The kettle leaks")
        kept = memory.agent("a").conversation("kept").add("user", "The lamp is fine")
        parts = memory._parts
        assert parts is not None
        parts.engine.write(
            lambda tx: tx.run(
                "MATCH (c:Conversation {session_id: 'lost'}) DETACH DELETE c"
            )
        )

        healed = memory.repair()

        assert healed.ok, healed.findings
        hits = memory.agent("a").search_conversations("kettle lamp")
        assert [hit.id for hit in hits] == [kept.message_id]

    def test_agents_and_spaces_are_apart(self, memory: Memory) -> None:
        memory.agent("a").conversation("s").add("user", "Mine")

        assert memory.agent("b").conversation("s").messages() == []
        assert memory.in_space("other").agent("a").conversation("s").messages() == []

    def test_graph_reads_as_it_was_said(self, memory: Memory) -> None:
        memory.agent("a").conversation("s").add_many(
            [{"role": "user", "content": number(n)} for n in range(3)]
        )

        rows = memory.cypher(
            "MATCH (:Agent {agent: 'a'})-[:HAD]->(c:Conversation)-[:HAS_MESSAGE]->"
            "(m:Message)-[:NEXT]->(o:Message) WHERE c.space = $space "
            "RETURN m.n AS m, o.n AS o ORDER BY m"
        )

        assert [(row["m"], row["o"]) for row in rows] == [(0, 1), (1, 2)]

    def test_conversations_say_what_they_are(self, memory: Memory) -> None:
        agent = memory.agent("a")
        agent.conversation("old").add("user", "Cancel FR-001", at=AT)
        agent.conversation("new").add("user", "Hi", at=AT + timedelta(days=1))

        found = agent.get_recent_conversations()

        assert [one.session_id for one in found] == ["new", "old"]
        assert (found[1].name, found[1].messages) == ("Cancel FR-001", 1)
        assert (found[1].started_at, found[1].ended_at) == (AT, AT)
        assert found[1].topics == ("FR-001",)

    def test_secrets_are_not_kept(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()

        conversation.add("user", "My password is hunter2!x", metadata={"pin": "4711"})

        [message] = conversation.messages()
        assert "hunter2" not in message.content
        assert message.metadata["pin"] != "4711"

    def test_texts_that_no_store_holds_are_cleaned(self, memory: Memory) -> None:
        memory.agent("a").conversation().add("user", "a\x00b \ud800c")

        assert said(memory) == ["ab \ufffdc"]

    def test_long_message_is_kept_whole(self, memory: Memory) -> None:
        text = "word " * 200_000

        memory.agent("a").conversation().add("user", text)

        assert said(memory) == [text]

    @pytest.mark.parametrize(
        "given",
        [
            {"role": "boss", "content": "x"},
            {"role": "user", "content": " "},
            {"role": "user", "content": None},
            {"role": "user", "content": "x", "at": "yesterday"},
            {"role": "user", "content": "x", "kind": ""},
        ],
    )
    def test_bad_message_is_refused(
        self, memory: Memory, given: dict[str, str]
    ) -> None:
        with pytest.raises(InvalidInput):
            memory.agent("a").conversation().add(**given)  # type: ignore[arg-type]

        assert memory.stats()["messages"] == 0

    def test_threads_write_each_message_once(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()

        def talk(who: int) -> None:
            for n in range(5):
                conversation.add("user", f"{who}/{n}", message_id=f"{who}/{n}")

        threads = [threading.Thread(target=talk, args=(k,)) for k in range(3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()

        found = conversation.messages()
        assert [m.n for m in found] == list(range(15))
        assert {m.content for m in found} == {
            f"{k}/{n}" for k in range(3) for n in range(5)
        }
        for k in range(3):
            mine = [m.content for m in found if m.content.startswith(f"{k}/")]
            assert mine == sorted(mine)

    def test_long_conversation_is_folded(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        for n in range(10):
            conversation.add("user", number(n))
        before = conversation.info()

        conversation.add("user", number(10))

        after = conversation.info()
        assert before is not None
        assert after is not None
        assert (before.folded, before.summary) == (0, "")
        assert (after.folded, after.summary_by) == (6, "rules")
        assert [m.n for m in conversation.recent()] == [6, 7, 8, 9, 10]
        assert all(str(1000 + n) in after.summary for n in range(6))
        assert "1006" not in after.summary
        assert len(conversation.messages()) == 11

    def test_folding_goes_on_where_it_stopped(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        conversation.add_many(
            [{"role": "user", "content": number(n)} for n in range(17)]
        )

        conversation.add_many(
            [{"role": "user", "content": number(n)} for n in range(17, 23)]
        )

        known = conversation.info()
        assert known is not None
        assert known.folded == 18
        assert all(known.summary.count(str(1000 + n)) == 1 for n in range(18))

    def test_cleared_conversation_leaves_nothing(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        conversation.add("user", "Ask about FR-001")
        conversation.add("user", "And NFR-002")

        gone = conversation.clear()

        stats = memory.stats()
        assert gone == 2
        assert conversation.messages() == []
        assert {stats[name] for name in ("conversations", "messages", "entities")} == {
            0
        }
        assert stats["points"] == 0

    def test_conversation_tells_the_run_it_led_to(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        conversation.add("user", "Order a pizza")
        learned = memory.learn(
            {
                "task": "Order a pizza",
                "outcome": "success",
                "steps": [
                    {"action": "click", "target": {"role": "button", "name": "Buy"}}
                ],
            }
        )

        done = conversation.led_to(learned.experience_id)

        assert done
        assert conversation.experiences() == [learned.experience_id]
        assert not conversation.led_to("nothing")

    def test_a_message_is_found_with_those_around_it(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        for text in ("Good morning", "The invoice is overdue", "I see"):
            conversation.add("user", text)

        [hit, *_] = memory.search("overdue invoice", kinds=("message",))

        assert (hit.kind, hit.text) == ("message", "The invoice is overdue")
        assert hit.around == ("user: Good morning", "user: I see")
        assert hit.conversation_id == conversation.conversation_id

    def test_messages_are_searched_by_agent_and_time(self, memory: Memory) -> None:
        memory.agent("a").conversation().add("user", "The invoice is late", at=AT)
        memory.agent("b").conversation().add("user", "The invoice is lost")

        mine = memory.search("invoice", kinds=("message",), source="agent:a")
        old = memory.search("invoice", kinds=("message",), until=AT + timedelta(days=1))

        assert [hit.text for hit in mine] == ["The invoice is late"]
        assert [hit.text for hit in old] == ["The invoice is late"]

    def test_messages_are_linked_by_what_they_name(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()
        conversation.add("user", "FR-017 matters most")
        conversation.add("assistant", "Agreed, FR-017 then")

        hits = memory.search("FR-017", kinds=("message",))

        assert len(hits) == 2
        assert any("Message" in str(why) for hit in hits for why in hit.why)
