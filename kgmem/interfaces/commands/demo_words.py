"""The part of `kgmem demo` in which a success of a plan teaches a wording."""

from collections.abc import Iterator
from contextlib import contextmanager

from kgmem.memory import Memory
from kgmem.model.base import normalize
from kgmem.model.recollection import Recollection
from kgmem.samples import DemoQuery, shipped

APP = "miniwob"
BEFORE = DemoQuery(
    'Type "Philippa" into the text field and hit Submit',
    APP,
    "other words: a plan is offered. Its success is reported",
)
AFTER = DemoQuery(
    'Type "Ronda" into the text field and hit Submit',
    APP,
    "the same words, another value: the success has taught them",
)


def taught_words(memory: Memory) -> list[tuple[DemoQuery, Recollection]]:
    """What is recalled before a success in other words is reported, and after it.

    In a space of its own, which is empty afterwards: the demo's memory stays as it is.
    """
    texts = _texts_of_kind(memory)
    with _scratch(memory) as scratch:
        runs = [sample.trajectory for sample in shipped()]
        scratch.learn_many([run for run in runs if normalize(run.task) in texts])
        scratch.generalize()
        before = scratch.recall(BEFORE.task, app=APP)
        if before.plan is not None:
            scratch.report(before.plan, "success", judge="the demo")
        return [(BEFORE, before), (AFTER, scratch.recall(AFTER.task, app=APP))]


def _texts_of_kind(memory: Memory) -> set[str]:
    """The texts of the tasks of which it is said in other words."""
    found = memory.recall(BEFORE.task, app=APP).patterns[:1]
    return {
        normalize(match.pattern.fill(match.pattern.bindings(task)))
        for match in found
        for task in match.pattern.memberships
    }


@contextmanager
def _scratch(memory: Memory) -> Iterator[Memory]:
    with memory.in_space(f"{memory.space}-words") as scratch:
        scratch.clear("all")
        try:
            yield scratch
        finally:
            scratch.clear("all")
