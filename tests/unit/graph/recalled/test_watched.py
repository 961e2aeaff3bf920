"""What recalls keep of a graph is dropped by whoever writes what it came from."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory, Recollection
from kgmem.graph.finding.store import OF
from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.query_files import load, query
from kgmem.graph.recalled.kept import KeptReads
from kgmem.graph.recalled.watched import effect_of, forget
from tests.doubles import WordEmbedder

READ = {
    "Task": {"text", "app", "intent", "domain", "withheld", "runs", "wins", "losses"}
    | {"verified", "replay_wins", "replay_losses", "replay_verified", "paths"}
    | {"successes", "failures", "others", "keywords", "text_hash"},
    "Experience": {"outcome", "score", "judge", "uses", "wins", "losses", "decided"}
    | {"verified", "ema_success", "feedback_score", "last_used_at", "streak", "path"},
    "Step": {"action", "value", "params", "target", "destination", "healed"},
    "UIElement": {"tasks"},
}
"""Properties that a recall reads."""
FOLLOWED = "SIMILAR_TO|USES|ATTEMPTED_AS|SUBJECT|OBJECT|NAMES|ABOUT|HAS_CHUNK|STATES"


def kept_of(*ids: str) -> KeptReads:
    kept = KeptReads()
    for one in ids:
        kept.tasks.put(
            "s", {one: KnownTask(one, "")}, 0, lambda key, _: (key, f"of {key}")
        )
    return kept


# --- what is kept ------------------------------------------------------------------


def test_what_was_read_before_a_drop_is_not_kept() -> None:
    kept = kept_of()
    drops = kept.tasks.drops
    kept.drop({"something else"})

    kept.tasks.put("s", {"a": KnownTask("a", "")}, drops, lambda key, _: (key,))

    assert kept.tasks.of("s", "a") == {}


# --- what a statement changes ------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ([(query("link_similar"), {"rows": [{"source": "a", "target": "x"}]})], {"b"}),
        ([(query("put_report"), {"n": 1}), (query("set_replays"), {"t": "b"})], {"a"}),
        ([(query("settle"), {"ids": ["a"]})], {"a", "b"}),
        ([(query("delete_task"), {"task_id": "c"})], set()),
        ([(query("show_again"), {"ids": ["c"]})], set()),
        ([(query("write_runs"), {"tasks": [{"task_id": "b"}]})], {"a"}),
        ([(query("write_runs"), {"tasks": [{"props": {"text": "b"}}]})], {"a", "b"}),
        ([("MATCH (t:Task) SET t.text = ''", {})], set()),
    ],
)
def test_a_statement_changes_what_it_names(written: Any, left: set[str]) -> None:
    kept = kept_of("a", "b")

    forget(kept, written)

    assert set(kept.tasks.of("s", "ab")) == left


def test_what_is_said_to_change_nothing_writes_nothing_that_is_read() -> None:
    said = [name for name in load() if effect_of(query(name)) == "nothing"]

    assert {name: wrong for name in said if (wrong := _read_and_written(name))} == {}


def _read_and_written(name: str) -> list[str]:
    """What recalls read of what a query writes."""
    text = re.sub(r"(?m)^//.*$", "", query(name))
    labels = dict(re.findall(r"\((\w+):(\w+)", text))
    written = re.findall(r"(\w+)\.(\w+) = ", text.partition("SET")[2])
    read = [prop for of, prop in written if prop in READ.get(labels.get(of, ""), ())]
    return read + re.findall(rf"(?:CREATE|MERGE) [^\n]*\[\w*:({FOLLOWED})\b", text)


# --- never stale -------------------------------------------------------------------


TASKS = (
    *(f"Order {n} red {thing}" for n in (1, 2) for thing in ("hat", "mug", "pen")),
    *(f"在商店搜索{thing}" for thing in ("耳机", "书包", "雨伞")),
    "Show the rules of Shop",
)


class World:
    """Random writes into a memory."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self.memory, self.draw, self.n = memory, random.Random(seed), 0

    def asked(self) -> Recollection:
        return self.memory.recall(self.draw.choice(TASKS), app="Shop")

    def learn(self) -> None:
        self.n += 1
        task = self.draw.choice(TASKS)
        failed = self.draw.random() < 0.3
        field = {
            "role": "textbox",
            "name": self.draw.choice(("Search", "Find", "搜索")),
        }
        self.memory.learn(
            {
                "task": task,
                "app": "Shop",
                "outcome": "failure" if failed else "success",
                "source_task_id": f"r{self.n}",
                "steps": [
                    {"action": "type", "target": field, "value": task.split()[-1]},
                    {"action": "click", "target": {"role": "button", "name": "Go"}},
                ],
            }
        )

    def report(self) -> None:
        if plan := self.asked().plan:
            self.memory.report(plan, self.draw.choice(("success", "failure")))

    def say(self) -> None:
        said = self.draw.choice(("delivers to", "is rated by", "sells"))
        self.memory.add_triple("Shop", said, self.draw.choice(("hat", "Ann", "Rome")))

    def talk(self) -> None:
        said = f"Shop has a {self.draw.choice(('hat', 'mug', 'pen'))} for Ann"
        self.memory.agent("bot").conversation("talk").add("user", said)

    def tell(self) -> None:
        told = f"# Shop\n\nThe {self.draw.choice(('hat', 'mug'))} is sold by Rome."
        self.memory.add_document(text=told, source=self.draw.choice(("a", "b")))

    def generalize(self) -> None:
        self.memory.generalize()

    def decide(self) -> None:
        for one in self.asked().experiences[:1]:
            decide = self.memory.release if one.decided else self.memory.quarantine
            decide(one.experience_id, by="Ann", why="test")

    def forget(self) -> None:
        for one in self.asked().experiences[:1]:
            self.memory.forget(experience_id=one.experience_id)

    def write(self) -> None:
        often: list[Callable[[], None]] = [self.learn] * 6 + [self.report] * 3
        rare = [self.say, self.say, self.generalize, self.decide, self.forget]
        rare += [self.talk, self.tell]
        self.draw.choice(often + rare)()


def answers(memory: Memory, *tasks: str) -> list[Any]:
    unlike: Any = {"stages": True, "plan": {"plan_id", "created_at"}}
    found = [memory.recall(task, app=a) for task in tasks for a in ("Shop", None)]
    hits = [hit for task in tasks for hit in memory.search(task)]
    shown = [(hit.kind, hit.id, hit.text, round(hit.score, 3)) for hit in hits]
    return [*(one.model_dump(exclude=unlike) for one in found), *shown]


@pytest.mark.parametrize("seed", range(2))
def test_after_a_write_nothing_kept_is_old(tmp_path: Path, seed: int) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        world = World(memory, seed)
        assert memory._parts is not None
        kept = memory._parts.store.kept
        for _ in range(15):
            world.write()
            asked = world.draw.sample(TASKS, 2)

            known = answers(memory, *asked)

            kept.drop()
            assert answers(memory, *asked) == known
            answers(memory, *TASKS[::2])


LABELS = {
    "Chunk": "chunk", "Document": "chunk", "Fact": "fact", "Entity": "entity",
    "Alias": "entity", "Message": "message", "Event": "event", "Profile": "profile",
}  # fmt: skip
"""By label, the kind of things that what came from it is dropped with."""


@pytest.mark.parametrize("name", OF)
def test_what_a_search_looked_up_goes_with_all_that_it_was_read_from(name: str) -> None:
    labels = set(re.findall(r":([A-Z][a-z]+)\b", query(name)))

    assert {LABELS[one] for one in labels - {"Task"}} <= {*OF[name]}
