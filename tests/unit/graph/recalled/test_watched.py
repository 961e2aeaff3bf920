"""What recalls keep of a graph is dropped by whoever writes."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory, Recollection
from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.recalled.kept import KeptReads
from tests.doubles import WordEmbedder


def test_what_was_read_before_a_drop_is_not_kept() -> None:
    kept = KeptReads()
    drops = kept.tasks.drops
    kept.drop()

    kept.tasks.put("s", {"a": KnownTask("a", "")}, drops)

    assert kept.tasks.of("s", "a") == {}


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


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.slow), 1])
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
