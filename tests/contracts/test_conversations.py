"""What a memory promises about conversations, on every pair of stores."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Literal

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

    @pytest.mark.parametrize(
        ("role", "before"),
        [("assistant", "What is your password?"), ("user", "My password is")],
    )
    def test_a_message_that_is_nothing_but_a_password_is_hidden(
        self, memory: Memory, role: Literal["assistant", "user"], before: str
    ) -> None:
        conversation = memory.agent("a").conversation("s")
        conversation.add(role, before)

        conversation.add("user", "sunflower")

        assert said(memory, "s") == [before, "[REDACTED:password#1]"]

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

    def test_secrets_are_not_kept(self, memory: Memory) -> None:
        conversation = memory.agent("a").conversation()

        conversation.add("user", "My password is hunter2!x", metadata={"pin": "4711"})

        [message] = conversation.messages()
        assert "hunter2" not in message.content
        assert message.metadata["pin"] != "4711"

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
