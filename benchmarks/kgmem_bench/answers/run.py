"""`kgmem bench answers`: tasks that end in an answer are shown once or three times, and
asked with other values on pages that changed."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from kgmem import KgmemError, Memory, record_page
from kgmem.browser import replay
from kgmem_bench.answers.judge import Truth, Verdict, judged, typed
from kgmem_bench.answers.kinds import KINDS, App, Change, Kind
from kgmem_bench.answers.walking import Places, go, places, read
from kgmem_bench.answers.worlds import WORLDS, World
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import settings_for_bench
from kgmem_bench.pages.chromium import browser_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

Arm = Literal["shown once", "shown three times", "same place", "same path"]
MEMORIES: Sequence[Arm] = ("shown once", "shown three times")
BASELINES: Sequence[Arm] = ("same place", "same path")
SLOW_MS = 30_000
"""So long an application may take for a page."""
PATIENCE_S = 1.0
"""How long following waits for something."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is done."""

    kinds: tuple[str, ...] = tuple(dict.fromkeys(kind.name for kind in KINDS))
    quick: bool = False
    folder: Path = field(kw_only=True)
    """Keeps the report."""

    def of(self, app: App) -> Sequence[Kind]:
        """The kinds of the application; of a quick run every third one."""
        names = self.kinds[2::3] if self.quick else self.kinds
        return [kind for kind in KINDS if kind.app == app and kind.name in names]


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a task."""

    verdict: Verdict | None = None
    """None: the answer is still to be judged."""
    answer: Any = None
    where: str = ""
    reason: str = ""
    route: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A task that was asked."""

    arm: Arm
    app: App
    kind: str
    language: str
    change: Change
    task: str
    truths: Sequence[Truth]
    verdict: Verdict
    came: Came
    seconds: float


_Way = Callable[[Kind, str], Iterable[Came]]
"""Gives the value's answer, of each arm that goes it."""


@dataclass(frozen=True, slots=True)
class AnswersResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    asked: list[Asked] = field(default_factory=list)


@dataclass(slots=True)
class _Taken:
    """Takes a recording in a memory's place."""

    run: Mapping[str, Any] = field(default_factory=dict)

    def learn(self, run: Mapping[str, Any]) -> None:
        """Keep it."""
        self.run = run


def bench_answers(order: Order, tell: Say = say) -> AnswersResult:
    """All kinds in all applications. Raises BrowserMissing."""
    result = AnswersResult("answers", machine())
    with TemporaryDirectory(prefix="kgmem-answers-") as home, browser_page() as page:
        page.set_default_timeout(SLOW_MS)
        for app, make in WORLDS.items():
            folder = Path(home) / app
            folder.mkdir()
            if kinds := order.of(app):
                with make(folder) as world:
                    _World(world, page, kinds, folder, result, tell).play()
    return result


@dataclass(slots=True)
class _World:
    world: World
    page: "Page"
    kinds: Sequence[Kind]
    folder: Path
    result: AnswersResult
    tell: Say
    places: dict[tuple[str, str], Places | None] = field(default_factory=dict)
    """By kind and language, where the first shown answer stood."""

    def play(self) -> None:
        """Show all, then ask all."""
        runs = [
            [self._shown(kind, value) for value in kind.shown] for kind in self.kinds
        ]
        first = [it[:1] for it in runs]
        with (
            self._memory("once", first) as once,
            self._memory("thrice", runs) as thrice,
        ):
            ways: Sequence[tuple[Sequence[Arm], _Way]] = (
                (MEMORIES[:1], partial(self._follow, once)),
                (MEMORIES[1:], partial(self._follow, thrice)),
                (BASELINES, self._look),
            )
            for kind in self.kinds:
                for change, value in kind.asked():
                    for arms, way in ways:
                        self._ask(arms, way, kind, change, value)

    def _ask(
        self, arms: Sequence[Arm], way: _Way, kind: Kind, change: Change, value: str
    ) -> None:
        self.page.goto(self.world.prepare(kind, change, value))
        start, truths = time.perf_counter(), self.world.truths(kind, value)
        shown = [it for one in kind.shown for it in self.world.truths(kind, one)]
        for arm, came in zip(arms, way(kind, value), strict=True):
            verdict = came.verdict
            if verdict is None:
                verdict = judged(came.answer, truths, shown, kind.form)
            asked = Asked(
                arm=arm, app=kind.app, kind=kind.name, language=kind.language,
                change=change, task=kind.ask(value), truths=truths, verdict=verdict,
                came=came, seconds=time.perf_counter() - start,
            )  # fmt: skip
            self.result.asked.append(asked)
            self.tell(
                f"{arm}: {kind.name} {kind.language} {change}, {asked.task}: {verdict} "
                f"{came.answer!r}, truth {list(truths)}, {came.route or '-'}, "
                f"{asked.seconds:.1f} s {came.where} {came.reason[:200]}".rstrip()
            )

    def _shown(self, kind: Kind, value: str) -> Mapping[str, Any]:
        taken = _Taken()
        self.page.goto(self.world.prepare(kind, None, value))
        (truth,) = self.world.truths(kind, value)
        with record_page(self.page, taken, kind.ask(value), app=kind.app) as run:
            go(self.page, kind.walk(value))
            run.answer = kind.says(value, truth)
        if value == kind.shown[0]:
            first = truth[0] if isinstance(truth, list) else truth
            name = value if kind.form == "truth" else first
            form: Any = "text" if kind.form in ("truth", "list") else kind.form
            text = typed(name, form, kind.language, kind.texts)
            found = places(self.page, text, kind.form)
            self.places[kind.name, kind.language] = found
        return taken.run

    @contextmanager
    def _memory(
        self, name: str, runs: Sequence[Sequence[Mapping[str, Any]]]
    ) -> Iterator[Memory]:
        home = self.folder / name
        with Memory.open(home, settings=settings_for_bench(home)) as memory:
            for run in (it for some in runs for it in some):
                memory.learn(run)
            memory.generalize()
            yield memory

    def _follow(self, memory: Memory, kind: Kind, value: str) -> Iterator[Came]:
        plan = memory.recall(kind.ask(value), app=kind.app).plan
        if plan is None:
            yield Came("nothing")
            return
        try:
            followed = replay(
                self.page, plan, memory, confirm=lambda _: True, report=False,
                patience=PATIENCE_S,
            )  # fmt: skip
        except KgmemError as error:
            yield Came("stopped", reason=f"{type(error).__name__}: {error}")
            return
        reason, route = followed.reason or "", plan.route
        verdict: Verdict | None = "nothing"
        if followed.outcome == "absent":
            verdict = "absent"
        elif followed.outcome == "stopped":
            verdict = "asked" if "fit" in reason else "stopped"
        if (answer := followed.answer) is not None:
            yield Came(None, answer.value, answer.where, reason, route)
        else:
            yield Came(verdict, reason=reason, route=route)

    def _look(self, kind: Kind, value: str) -> Iterator[Came]:
        """What stands at the same place of the right page, and on the same path."""
        reason, at = "", self.places[kind.name, kind.language]
        try:
            go(self.page, kind.walk(value))
        except LookupError as error:
            reason = str(error)
        for selector in (at.same_place, at.same_path) if at else ("", ""):
            answer: Any = None
            if selector and not reason:
                answer = read(self.page, selector, kind.form)
            verdict: Verdict = "absent" if reason else "nothing"
            yield Came(
                None if answer is not None else verdict, answer, selector, reason
            )
