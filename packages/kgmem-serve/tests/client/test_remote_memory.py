"""A memory asked over HTTP gives what it gives in process: a little of each kind of
call. All of it is tried by `tests/contracts`, marked slow."""

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kgmem import (
    AsyncMemory,
    InvalidInput,
    Memory,
    MemoryClosed,
    NotFound,
    ServiceError,
)
from kgmem.config import Settings
from kgmem.memory.agents import AgentMemory
from kgmem.memory.conversations import Conversation
from kgmem_serve.client import RemoteMemory
from kgmem_serve.client import connecting as module
from kgmem_serve.client.agents import RemoteAgent, RemoteConversation
from kgmem_serve.client.connecting import of_owner
from kgmem_serve.wire.connection import WireCall
from kgmem_serve.wire.owner import announced
from kgmem_serve.wire.verbs import AGENT, CONVERSATION, MEMORY
from tests.doubles import WordEmbedder
from tests.served import Server

RUN = {
    "task": "Search for tea",
    "app": "shop",
    "outcome": "success",
    "judge": "test",
    "source_task_id": "one",
    "steps": [{"action": "click", "target": {"role": "button", "name": "Go"}}],
}
HERE = {
    "add_document": "sends the file",
    "backup_to": "from exports, in process",
    "restore_from": "from exports, in process",
    "check": "looks from where it is called",
    "close": "of the connections",
    "do": "drives a page that is here",
    "in_space": "names another space",
    "is_export": "looks at a file",
    "run": "drives a page that is here",
}
"""Public methods that are done by the client."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with closing(Server()) as server:
        yield server


@pytest.fixture
def here(memory: Memory) -> Memory:
    return memory


@pytest.fixture
def remote(server: Server, here: Memory) -> Iterator[Memory]:
    with server.of(here) as memory:
        yield memory


class Elsewhere:
    """A connection to what answers everything with one body."""

    def __init__(self, body: bytes) -> None:
        self.body, self.patience, self.asked = body, 0.0, list[str | None]()

    def __call__(self, request: WireCall) -> bytes:
        self.asked.append(request.space)
        return self.body

    def close(self) -> None:
        """It holds nothing."""


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"name": "x"}'])
def test_what_is_no_memory_is_told(
    monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    monkeypatch.setattr(module, "Connection", lambda *_, **__: Elsewhere(body))

    with pytest.raises(ServiceError, match="not understood"):
        Memory.connect("http://localhost:9")


def test_the_owner_means_the_space_of_his_settings_not_that_of_the_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = Elsewhere(b'{"space": "default"}')
    monkeypatch.setattr(module, "Connection", lambda *_, **__: there)

    with announced(tmp_path, "http://localhost:9", "secret"):
        of_owner(Settings.load(home=tmp_path))

    assert there.asked == ["default"]


def _public(kind: type) -> list[str]:
    return [
        name
        for name, one in inspect.getmembers_static(kind)
        if not name.startswith("_") and inspect.isfunction(one)
    ]


@pytest.mark.parametrize(
    ("kind", "remote_kind", "verbs"),
    [
        (Memory, RemoteMemory, MEMORY),
        (AgentMemory, RemoteAgent, AGENT),
        (Conversation, RemoteConversation, CONVERSATION),
    ],
)
def test_each_method_asks_the_server_or_is_thought_of(
    kind: type, remote_kind: type, verbs: Any
) -> None:
    base = {
        "agent",  # through `_agent`
        "delete_memory",  # other names of what is served
        "load_conversation",
        "load_memory",
        "rollback_memory",
        "save_conversation",
        "to_prompt",
    }
    forgotten = {
        name
        for name in _public(kind)
        if getattr(remote_kind, name) is getattr(kind, name)
        and name not in HERE | dict.fromkeys(base)
    }

    signatures = {
        name
        for name in verbs
        if inspect.signature(getattr(remote_kind, name))
        != inspect.signature(getattr(kind, name))
    }

    assert forgotten == set()
    assert signatures - {"graph_of"} == set()


def test_what_is_learned_there_is_recalled(here: Memory, remote: Memory) -> None:
    learned = remote.learn(RUN)
    again = remote.learn(RUN)

    found, same = remote.recall("search for tea"), here.recall("search for tea")

    assert (learned.status, again.status) == ("stored", "duplicate")
    assert found.plan is not None
    assert same.plan is not None
    assert found.plan.steps == same.plan.steps
    assert (found.route, found.reasons) == (same.route, same.reasons)
    assert remote.experience(learned.experience_id) == here.experience(
        learned.experience_id
    )
    assert remote.stats()["experiences"] == 1


def test_many_are_sent_in_parts_and_told_by_their_place(
    here: Memory, remote: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgmem_serve.client.batches.MOST", 2)
    seen: list[tuple[int, int | None]] = []
    runs: list[Any] = [{**RUN, "source_task_id": str(n)} for n in range(5)]
    runs[2] = {**RUN, "steps": object()}
    runs[3] = {**RUN, "steps": [{"action": "press"}]}

    report = remote.learn_many(runs, progress=lambda *told: seen.append(told))

    assert (report.stored, report.failed) == (3, 2)
    assert [one.index for one in report.errors] == [2, 3]
    assert seen[-1] == (5, 5)
    assert here.stats()["experiences"] == 3


def test_errors_come_back_as_they_are_in_process(here: Memory, remote: Memory) -> None:
    wrong: list[Any] = [
        lambda m: m.experience("none"),
        lambda m: m.learn({"task": "t", "steps": [{"action": "press"}]}),
        lambda m: m.recall("t", ap="x"),
        lambda m: m.recall(),
        lambda m: m.approve("x", by="", why="y"),
        lambda m: m.cypher("CREATE (n)"),
        lambda m: m.export_pattern("x", "none"),
        lambda m: m.in_space(" "),
        lambda m: m.learn_many("text"),
        lambda m: m.generalize(progress=3),
    ]

    for call in wrong:
        with pytest.raises((InvalidInput, NotFound)) as there:
            call(remote)
        with pytest.raises((InvalidInput, NotFound)) as at_home:
            call(here)
        assert (type(there.value), str(there.value)) == (
            type(at_home.value),
            str(at_home.value),
        )


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("embedder", lambda m: m.reindex(embedder=WordEmbedder())),
        ("count", lambda m: m.agent("a").context("q", count=len)),
        ("elements", lambda m: m.recall("t", elements=[object()])),
    ],
)
def test_what_can_not_be_sent_says_so(remote: Memory, name: str, call: Any) -> None:
    with pytest.raises(InvalidInput, match=f"{name}.* can't be sent to a server"):
        call(remote)


def test_files_go_there_and_come_back(
    here: Memory, remote: Memory, tmp_path: Path
) -> None:
    note = tmp_path / "tea.md"
    note.write_text("# Tea\n\nGreen tea is brewed at 80 degrees.\n")
    facts = tmp_path / "facts.csv"
    facts.write_text("subject,predicate,object\nAnn,lives in,Berlin\nAnn,,x\n")
    remote.learn(RUN)

    document = remote.add_document(note)
    listed = remote.add_documents([note, tmp_path / "none.md"])
    told = remote.import_facts(facts)
    whole = remote.export_to(tmp_path / "out.jsonl.gz")
    again = remote.import_from(tmp_path / "out.jsonl.gz")
    person = remote.agent("a").export_to(tmp_path / "person.jsonl")

    [kept] = here.documents()
    assert (kept.document_id, kept.source) == (document, note.as_posix())
    assert [one.document_id for one in listed.items] == [document]
    assert len(listed.errors) == 1
    assert (told.stored, told.failed) == (1, 1)
    assert whole.runs == 1
    assert Memory.is_export(whole.path)
    assert again.path == str(tmp_path / "out.jsonl.gz")
    assert person == len((tmp_path / "person.jsonl").read_text().splitlines()) > 0
    with pytest.raises(InvalidInput, match="is there already"):
        remote.export_to(tmp_path / "out.jsonl.gz")


def test_after_closing_nothing_goes(server: Server, here: Memory) -> None:
    with server.of(here) as remote:
        other = remote.in_space("other")
    remote.close()

    for closed in (remote, other):
        with pytest.raises(MemoryClosed):
            closed.recall("t")
    with pytest.raises(MemoryClosed):
        remote.settings  # noqa: B018


def test_a_memory_is_named_by_settings_or_arguments(
    remote: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(remote, RemoteMemory)
    monkeypatch.setenv("KGMEM_SERVER_URL", remote._sending.address)
    monkeypatch.setenv("KGMEM_SPACE", "of settings")

    with Memory.connect() as by_settings, Memory.connect(space="given") as given:
        spaces = by_settings.space, given.space

    assert spaces == ("of settings", "given")
    with pytest.raises(InvalidInput, match="embedder"):
        Memory.connect(embedder=WordEmbedder())


def test_asyncio_has_the_same(remote: Memory) -> None:
    assert isinstance(remote, RemoteMemory)

    async def work() -> tuple[int, str]:
        async with AsyncMemory.connect(remote._sending.address) as memory:
            runs = ({**RUN, "source_task_id": str(n)} for n in range(4))
            await asyncio.gather(*map(memory.learn, runs))
            agent = await memory.agent("a")
            await agent.update_profile("Likes tea.")
            found = await agent.profile.get_content()
            return (await memory.stats())["experiences"], found

    assert asyncio.run(work()) == (4, "The user likes tea.")


class Field:
    """A driver of a page with one field."""

    def __init__(self) -> None:
        self.entered: list[str | None] = []

    def elements(self) -> list[dict[str, Any]]:
        return [{"role": "textbox", "name": "Search", "tag": "input"}]

    def page(self) -> str:
        return "http://shop.example/"

    def act(self, action: Any, element: Any, value: str | None, params: Any) -> bool:
        self.entered += [] if action == "navigate" else [value]
        return True


def test_rows_are_worked_through_here_by_plans_from_there(remote: Memory) -> None:
    target = {"role": "textbox", "name": "Search", "tag": "input"}
    steps = [{"action": "type", "target": target, "value": "tea"}]
    remote.learn({**RUN, "task": 'Search for "tea"', "steps": steps})
    field = Field()

    told = remote.run('Search for "{what}"', [{"what": "milk"}, {"what": "rye"}], field)

    assert told.done == 2
    assert field.entered == ["milk", "rye"]
