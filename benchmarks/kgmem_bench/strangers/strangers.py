"""`kgmem bench strangers`: does a replay do only what was shown and asked for?

Kinds of tasks in eight languages, written without a look at the rules. A memory learns
a kind's five runs, all of them judged, and successes make it trusted; then it is asked
for new values (`clean`), for the same with words behind that change or extend it
(`tail`), with a value left out (`missing`), and, where two runs more had one step more
with words that ask for it, with these words and without (`option`). Last, a memory
learns the kind's path from judged runs and a lazy or foreign one from claimed runs of
the same words (`poison`).
"""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

from kgmem import Followed, Memory, Page, Plan, follow
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import settings_for_bench, stand

Family = Literal["clean", "tail", "missing", "option", "poison"]
FAMILIES: Sequence[Family] = ("clean", "tail", "missing", "option", "poison")
WRITTEN = Path(__file__).parents[1] / "data" / "strangers"
TRUSTED = 16
"""Successes that are reported before anything is asked."""
MIXES = ((1, 1), (1, 5), (3, 2), (10, 3), (50, 5))
"""Judged runs of the good path, and claimed ones of the bad one."""
QUICK = 2
"""Kinds of each language in a quick run."""
FOREIGN = {"action": "navigate", "value": "https://elsewhere.example/"}
_HOLE = re.compile(r"\{(\w+)\}")
Kind = Mapping[str, Any]
Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was asked, and what became of it."""

    set: str
    language: str
    family: Family
    task: str
    route: str
    checked: bool
    is_wrong: bool
    """Was something done, or would be done at once, that was not asked for, or not all
    that was?"""
    told: str
    """What the plan enters, and why it is not direct."""

    @property
    def is_direct(self) -> bool:
        """Is it replayed at once?"""
        return self.route == "direct_replay"


@dataclass(frozen=True, slots=True)
class StrangersResult:
    """All sets."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    kinds: dict[str, int]
    """By set."""
    answers: list[Answer]


def bench_strangers(
    written: Sequence[Path] = (),
    *,
    quick: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> StrangersResult:
    """Measure the sets of these files, or those that come with the bench."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=20_000)
    sets = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in written or sorted(WRITTEN.glob("*.json"))
    }
    answers: list[Answer] = []
    for name, kinds in sets.items():
        mixes = cycle(MIXES)
        for kind in _some(kinds) if quick else kinds:
            found = list(_of_kind(name, kind, next(mixes), once))
            tell(f"{name}, {kind['language']}: {kind['wording']}")
            answers += found
    return StrangersResult(
        benchmark="strangers",
        machine=machine(),
        embedder=once.model,
        kinds={name: len(kinds) for name, kinds in sets.items()},
        answers=answers,
    )


def _some(kinds: Sequence[Kind]) -> Iterator[Kind]:
    languages = dict.fromkeys(kind["language"] for kind in kinds)
    for language in languages:
        yield from [k for k in kinds if k["language"] == language][:QUICK]


def _of_kind(
    name: str, kind: Kind, mix: tuple[int, int], embedder: Embedder
) -> Iterator[Answer]:
    ask = _Asking(name, kind)
    with _memory(embedder) as memory:
        _learn(memory, [_run(kind, values, "db") for values in kind["runs"]])
        _trust(memory, kind)
        yield from ask.clean(memory)
        yield from ask.tails(memory)
        yield from ask.missing(memory)
    if kind.get("option"):
        with _memory(embedder) as memory:
            plain = [_run(kind, values) for values in kind["runs"][:2]]
            more = [_run(kind, v, option=True) for v in kind["runs"][2:4]]
            _learn(memory, [*plain, *more])
            yield from ask.option(memory)
    with _memory(embedder) as memory:
        yield from ask.poison(memory, *mix)


@contextmanager
def _memory(embedder: Embedder) -> Iterator[Memory]:
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
        stand(settings_for_bench(Path(folder)), embedder) as at,
    ):
        yield at.memory


def _learn(memory: Memory, runs: Sequence[Mapping[str, Any]]) -> None:
    memory.learn_many([{**run, "source_task_id": f"{n}"} for n, run in enumerate(runs)])
    memory.generalize()


def _trust(memory: Memory, kind: Kind) -> None:
    """Report successes of plans for tasks that are known."""
    known = cycle(kind["runs"])
    for _ in range(TRUSTED):
        task = filled(kind["wording"], next(known))
        plan = memory.recall(task, app=kind["app"]).plan
        if plan is not None:
            memory.report(plan, outcome="success", judge="db")


def filled(text: str, values: Values) -> str:
    return _HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)


def steps_of(
    kind: Kind, values: Values, *, option: bool = False
) -> list[dict[str, Any]]:
    steps = [
        {**step, "value": filled(step["value"], values)} if "value" in step else step
        for step in kind["steps"]
    ]
    if option:
        steps.insert(kind["option"]["before"], kind["option"]["step"])
    return steps


def _task(kind: Kind, values: Values, *, option: bool = False) -> str:
    text = filled(kind["wording"], values)
    if not option:
        return text
    words = str(kind["option"]["words"])
    is_front = kind["option"].get("place") == "front"
    return words + text if is_front else text + words


def _run(
    kind: Kind, values: Values, judge: str | None = None, *, option: bool = False
) -> dict[str, Any]:
    told = {"judge": judge} if judge else {}
    return {
        "task": _task(kind, values, option=option),
        "app": kind["app"],
        "outcome": "success",
        "steps": steps_of(kind, values, option=option),
        **told,
    }


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks of one kind."""

    set: str
    kind: Kind

    def clean(self, memory: Memory) -> Iterator[Answer]:
        """New values: all of them are entered."""
        for values in self.kind["clean"]:
            entered = [
                one["value"] for one in steps_of(self.kind, values) if "value" in one
            ]
            yield self._asked(
                memory,
                "clean",
                _task(self.kind, values),
                lambda plan, entered=entered: _values(plan) != entered,
            )

    def tails(self, memory: Memory) -> Iterator[Answer]:
        """Words behind a new value: never a direct replay."""
        values = self.kind["clean"][0]
        for tail in self.kind["tails"]:
            task = joined(_task(self.kind, values), tail)
            yield self._asked(memory, "tail", task, lambda plan: True)

    def missing(self, memory: Memory) -> Iterator[Answer]:
        """A value left out: who follows the plan stops."""
        for one in self.kind.get("missing", ()):
            yield self._done(memory, "missing", one["text"], lambda plan, done: True)

    def option(self, memory: Memory) -> Iterator[Answer]:
        """One step more where it is asked for, and only there."""
        name = self.kind["option"]["step"]["target"]["name"]
        for said in (False, True):
            yield self._done(
                memory,
                "option",
                _task(self.kind, self.kind["runs"][4], option=said),
                lambda plan, done, said=said: (name in done) != said,
            )

    def poison(self, memory: Memory, good: int, bad: int) -> Iterator[Answer]:
        """Claimed runs of another path beside judged ones: not that path."""
        values = self.kind["runs"][0]
        whole = steps_of(self.kind, values)
        lazy = [whole[0], whole[-1]] if len(whole) > 2 else [whole[-1]]
        for n, steps in enumerate((lazy, [FOREIGN, *whole])):
            run = {**_run(self.kind, values), "app": f"{self.kind['app']} {n}"}
            _learn(
                memory,
                [{**run, "judge": "db"}] * good + [{**run, "steps": steps}] * bad,
            )
            found = memory.recall(run["task"], app=run["app"])
            plan = found.plan
            taken = len(plan.steps) if plan else len(whole)
            wrong = found.route == "direct_replay" and taken != len(whole)
            yield self._answer("poison", run["task"], found, wrong)

    def _asked(
        self, memory: Memory, family: Family, task: str, is_wrong: Any
    ) -> Answer:
        found = memory.recall(task, app=self.kind["app"])
        direct = found.route == "direct_replay"
        return self._answer(family, task, found, direct and is_wrong(found.plan))

    def _done(self, memory: Memory, family: Family, task: str, is_wrong: Any) -> Answer:
        """Followed to its end, as far as it goes."""
        found = memory.recall(task, app=self.kind["app"])
        wrong = False
        if found.plan is not None:
            outcome, done = followed(memory, found.plan)
            wrong = outcome.outcome == "success" and is_wrong(found.plan, done)
        return self._answer(family, task, found, wrong)

    def _answer(self, family: Family, task: str, found: Any, is_wrong: bool) -> Answer:
        plan = found.plan
        told = {
            "enters": _values(plan) if plan else [],
            "why": list(found.reasons[1:3]),
        }
        return Answer(
            set=self.set,
            language=self.kind["language"],
            family=family,
            task=task,
            route=found.route,
            checked=plan is None or plan.checked,
            is_wrong=is_wrong,
            told=json.dumps(told, ensure_ascii=False),
        )


def _values(plan: Plan) -> list[str]:
    return [step.value for step in plan.steps if step.value is not None]


def joined(text: str, tail: str) -> str:
    """Parted by a blank, but for marks and signs of scripts that have none."""
    is_apart = tail[0].isspace() or tail[0] in ",;.:!?)、，。；" or tail[0] > "\u2e80"
    return f"{text}{'' if is_apart else ' '}{tail}"


def followed(memory: Memory, plan: Plan) -> tuple[Followed, list[str]]:
    """The plan followed on a page that has all of its elements, and the names of those
    that were acted on."""
    page = _PageOfPlan(plan)
    return follow(
        memory, plan, page, confirm=lambda step: True, report=False, patience=0
    ), page.done


class _PageOfPlan:
    """A page that shows what the plan points at, and takes it."""

    def __init__(self, plan: Plan) -> None:
        self.done: list[str] = []
        self._held: dict[str, str] = {}
        self._targets = [step.target for step in plan.steps if step.target]

    def elements(self) -> list[dict[str, Any]]:
        """Each with what it holds by now."""
        found = [
            {
                "role": target.role,
                "name": target.name,
                "attributes": self._state(target.role, target.name or ""),
            }
            for target in self._targets
        ]
        return [one for n, one in enumerate(found) if one not in found[:n]]

    def page(self) -> Page:
        """Where it is."""
        return Page(url="https://app.example/")

    def act(
        self,
        action: str,
        element: Any | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> None:
        """Note it."""
        if element is not None:
            self.done.append(element["name"])
            is_set = action in ("check", "uncheck")
            held = str(action == "check").lower() if is_set else value or ""
            self._held[element["name"]] = held

    def _state(self, role: str | None, name: str) -> dict[str, str]:
        if role in ("checkbox", "switch", "radio"):
            return {"checked": self._held.get(name, "false")}
        return {"value": self._held.get(name, "")}
