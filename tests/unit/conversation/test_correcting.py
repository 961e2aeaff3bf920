"""What is forgotten stays nowhere, and a run tells of itself alone."""

from pathlib import Path

from kgmem import Memory
from kgmem.conversation.saying.reader import ReadPerson
from kgmem.errors import ServiceError
from kgmem.ports import Token
from tests.doubles import WordEmbedder


def test_the_vector_of_the_next_message_tells_of_a_forgotten_one_no_more(
    tmp_path: Path,
) -> None:
    embedder = WordEmbedder()
    with Memory.open(tmp_path, embedder=embedder) as memory:
        agent = memory.agent("a")
        talk = agent.conversation()
        first, _ = talk.add_many(
            [
                {"role": "user", "content": "My cat is called Mimi"},
                {"role": "user", "content": "Shoes are in the hall"},
            ]
        )
        memory.flush()
        embedder.calls.clear()

        agent.forget(first.message_id)

    told = [one for call in embedder.calls for one in call if "Shoes" in one]
    assert told
    assert not any("Mimi" in one for one in told)


def test_tags_that_rest_on_a_forgotten_message_go_out_of_versions_and_log(
    tmp_path: Path,
) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        agent = memory.agent("a")
        talk = agent.conversation()
        sad, _ = talk.add_many(
            [
                {"role": "user", "content": "I am sad about the broken violin"},
                {"role": "user", "content": "Shoes are in the hall"},
            ]
        )
        agent.update_with_pipeline(talk)

        agent.forget(sad.message_id)

        assert not any("violin" in str(one) for one in agent.history())
        assert not any("violin" in str(one) for one in agent.get_pipeline_history())


def test_a_run_lists_its_own_conversation_alone(tmp_path: Path) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        for run in ("one", "two"):
            memory.agent("a", run=run).conversation().add("user", f"Hello {run}")

        listed = memory.agent("a", run="one").get_recent_conversations()

    assert [one.session_id for one in listed] == ["one"]


def test_a_run_finds_its_message_among_many_of_others(tmp_path: Path) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        of_run = memory.agent("a", run="one")
        of_run.conversation().add("user", "The key of the shed hangs in the long hall")
        talk = of_run.conversation()
        talk.add_many([{"role": "user", "content": f"Lamp {n}"} for n in range(12)])
        other = memory.agent("a", run="two").conversation()
        other.add_many(
            [{"role": "user", "content": f"key of shed {n}"} for n in range(40)]
        )

        context = of_run.context("key of the shed")

    assert any("long hall" in one.text for one in context.pieces)
    assert not any("key of shed" in one.text for one in context.pieces)


class Waking:
    """A tagger that is not there at its first call."""

    model = "waking-1"

    def __init__(self) -> None:
        self.calls = 0

    def tag(self, text: str) -> list[Token]:
        self.calls += 1
        if self.calls == 1:
            raise ServiceError("not there yet")
        return []


def test_what_could_not_be_read_is_read_the_next_time() -> None:
    read = ReadPerson(Waking(), Waking())

    first, second = read("I live in Oslo"), read("I live in Oslo")

    assert (first.lacking, second.lacking) == ("not there yet", None)
