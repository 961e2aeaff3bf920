"""A memory as LongMemEval-V2's harness asks it: trajectories in, evidence out.

Imported where the harness's `memory_modules` are, it is its memory type `kgmem`.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from kgmem import Experience, Hit, Memory
from kgmem_bench.longmemeval.states import Raw, described, element, states

BUDGET = 4_000
"""Tokens of the evidence for a question."""
BYTES = 3
"""Of a token: fewer than in tokenizers' vocabularies, so the budget is kept."""
RUNS, PAGES = 20, 40
"""Asked for; the budget decides how many are handed over."""


def within(texts: Sequence[str], budget: int = BUDGET) -> list[str]:
    """The texts that fit, first come, first served; each once."""
    kept = list[str]()
    for text in dict.fromkeys(texts):
        tokens = -(-len(text.encode()) // BYTES)
        if tokens <= budget:
            kept.append(text)
            budget -= tokens
    return kept


class Evidence:
    """The harness's methods over a kgmem memory. `memory_params` may name its `home`
    (otherwise a new folder among the temporary ones) and its `budget_tokens`."""

    memory_type = "kgmem"

    def __init__(self, memory_params: Mapping[str, Any]) -> None:
        self._budget = int(memory_params.get("budget_tokens", BUDGET))
        self.memory = memory_params.get("memory") or Memory.open(
            memory_params.get("home") or tempfile.mkdtemp(prefix="kgmem-")
        )

    def insert(self, trajectory: Raw) -> None:
        """Learn a trajectory: its steps as a run, each of its pages as a document."""
        passed = list(states(trajectory))
        for n, state in enumerate(passed):
            if state.lines:
                source = f"{state.place}: state {n} of {trajectory['id']}"
                self.memory.add_document(
                    text=state.text(), source=source, app=state.app
                )
        outcome = trajectory.get("outcome")
        self.memory.learn({
            "task": trajectory["goal"],
            "app": passed[0].app,
            "outcome": outcome if outcome in ("success", "failure") else "unknown",
            "source_task_id": trajectory["id"],
            "steps": [state.step for state in passed if state.step],
        })  # fmt: skip

    def query(self, query: str, query_image: str | None = None) -> list[dict[str, str]]:
        """What answers the question, best first, within the budget; a picture of the
        page is not looked at."""
        texts = within(list(self._found(query)), self._budget)
        return [{"type": "text", "value": text} for text in texts]

    def _found(self, query: str) -> Iterator[str]:
        hits = self.memory.search(query, kinds=("chunk", "fact"), top_n=PAGES)
        recalled = self.memory.recall(query, top_n=RUNS)
        yield from (f"To avoid: {one.message}" for one in recalled.avoidance)
        lines = hits[0].text.splitlines() if hits else []
        shown = [element(line.removeprefix("- ")) for line in lines]
        if elements := [one for one in shown if one]:
            steps = self.memory.next_steps(query, elements)
            yield from (f"Done there: {described(one.model_dump())}" for one in steps)
        both = zip_longest(map(_page, hits), map(_run, recalled.experiences))
        yield from filter(None, chain.from_iterable(both))

    def _save_backend(self, output_dir: Path) -> None:
        self.memory.export_to(output_dir / "kgmem")

    def _load_backend(self, input_dir: Path) -> None:
        self.memory.import_from(input_dir / "kgmem")


def _page(hit: Hit) -> str:
    return f"[{hit.source or hit.kind}]\n{hit.text}"


def _run(run: Experience) -> str:
    steps = [described(step.model_dump()) for step in run.steps]
    numbered = [f"{n}. {step}" for n, step in enumerate(steps, 1)]
    return "\n".join([f"{run.task} ({run.app}): {run.outcome}", *numbered])


def registered(harness: Any) -> type:
    """The memory type of the harness whose module `memory_modules.memory` this is."""

    def begin(self: Any, memory_params: dict[str, Any]) -> None:
        harness.Memory.__init__(self, memory_params)
        Evidence.__init__(self, memory_params)

    made = type("KgmemMemory", (Evidence, harness.Memory), {"__init__": begin})
    harness.register_memory(made)
    return made


if find_spec("memory_modules"):
    KgmemMemory = registered(import_module("memory_modules.memory"))
