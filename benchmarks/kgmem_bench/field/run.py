"""`kgmem bench field`: each scenario recorded once by each recorder, learned, and asked
for again with other values."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kgmem import Memory
from kgmem.browser import replay
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.field.files import papers
from kgmem_bench.field.judge import Play, effect_of, judged
from kgmem_bench.field.recorded import APP, Bench, learn
from kgmem_bench.field.recorders.real import NotRecorded, agent_python, unseen_recorder
from kgmem_bench.field.scenario import RECORDERS, Recorder, Scenario, Values
from kgmem_bench.field.server import served
from kgmem_bench.field.tasks import SCENARIOS
from kgmem_bench.pages.chromium import FLAGS, chromium

QUICK = ("order form", "frames in frames, other origin", "table rows")
CHANGED = "order form"
CHANGES = ("ids", "moved")
"""Of the page of the order: other ids, and a button that stands elsewhere."""
FOLLOWED = ("direct_replay", "adaptive_replay")
SETTINGS = {"embedding": "ngram", "generalize_after": 0}


@dataclass(frozen=True, slots=True)
class Order:
    """What is measured."""

    kinds: tuple[str, ...] = tuple(SCENARIOS)
    recorders: tuple[Recorder, ...] = RECORDERS
    changes: bool = True
    times: int = 2
    """How many of the other values are asked for."""
    folder: Path = Path("kgmem-field")


@dataclass(frozen=True, slots=True)
class FieldResult:
    """All plays."""

    machine: dict[str, Any]
    plays: tuple[Play, ...]
    is_agent_real: bool = False
    """Are histories of browser-use its own?"""
    refused: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What readers refused, by kind and recorder."""


def bench_field(order: Order, tell: Say = say) -> FieldResult:
    """Raises BrowserMissing."""
    facts = machine()
    plays: list[Play] = []
    refused: dict[str, tuple[str, ...]] = {}
    scenarios = [SCENARIOS[kind] for kind in order.kinds]
    order.folder.mkdir(parents=True, exist_ok=True)
    with opened(order.folder.resolve(), scenarios) as bench:
        for scenario in scenarios:
            for recorder in order.recorders:
                cell = Cell(bench, scenario, recorder)
                found = cell.played(order)
                plays += found
                if cell.refused:
                    refused[f"{scenario.kind}, {recorder}"] = cell.refused
                tell(_line(found))
    return FieldResult(facts, tuple(plays), agent_python() is not None, refused)


@contextmanager
def opened(folder: Path, scenarios: list[Scenario]) -> Iterator[Bench]:
    """A browser, and the site. Raises BrowserMissing."""
    program = chromium()
    from playwright.sync_api import sync_playwright

    with ExitStack() as stack:
        files = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(served())
        stack.enter_context(papers(files, scenarios))
        stack.enter_context(unseen_recorder())
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        stack.callback(browser.close)
        yield Bench(browser, site.at, folder)


class Cell:
    """One kind, recorded by one recorder."""

    def __init__(self, bench: Bench, scenario: Scenario, recorder: Recorder) -> None:
        self._bench, self._scenario, self._recorder = bench, scenario, recorder
        self.refused: tuple[str, ...] = ()

    def played(self, order: Order) -> list[Play]:
        """Record, and ask for the other values, on changed pages too."""
        scenario = self._scenario
        has_changes = order.changes and scenario.kind == CHANGED
        asked = [
            (change, values)
            for change in ("", *(CHANGES if has_changes else ()))
            for values in scenario.values[1 : order.times + 1]
        ]
        home = tempfile.mkdtemp(prefix="kgmem-field-")
        try:
            with Memory.open(home, settings=SETTINGS) as memory:
                return self._learned_and_asked(memory, asked)
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def _learned_and_asked(
        self, memory: Memory, asked: Sequence[tuple[str, Values]]
    ) -> list[Play]:
        try:
            self.refused = learn(self._bench, memory, self._scenario, self._recorder)
        except NotRecorded as error:
            return [
                self._play(values, change, "none", "no plan", str(error), {})
                for change, values in asked
            ]
        return [self._asked(memory, values, change) for change, values in asked]

    def _asked(self, memory: Memory, values: Values, change: str) -> Play:
        scenario, bench = self._scenario, self._bench
        found = memory.recall(scenario.wording(values), app=APP)
        if found.plan is None or found.route not in FOLLOWED:
            why = "; ".join(found.reasons[:2])
            return self._play(values, change, found.route, "no plan", why, {})
        context = bench.context()
        try:
            if change:
                host = urlsplit(bench.at).hostname
                context.add_cookies(
                    [{"name": "changed", "value": change, "domain": host, "path": "/"}]
                )
            page = context.new_page()
            page.goto(bench.url(scenario))
            outcome, why = _followed(page, found.plan, memory)
            effect = effect_of(page, scenario.wanted(values))
        finally:
            context.close()
        return self._play(values, change, found.route, outcome, why, effect)

    def _play(
        self,
        values: Values,
        change: str,
        route: str,
        outcome: str,
        why: str,
        effect: dict[str, Any],
    ) -> Play:
        scenario = self._scenario
        wanted, seen = scenario.wanted(values), self._recorder not in scenario.unseen
        return Play(
            kind=scenario.kind,
            recorder=self._recorder,
            change=change,
            task=scenario.wording(values),
            route=route,
            outcome=outcome,
            reason=why,
            effect=effect,
            wanted=wanted,
            verdict=judged(outcome, effect, wanted, seen=seen),
            seen=seen,
            is_asked=scenario.asks is not None,
        )


def _followed(page: Any, plan: Any, memory: Memory) -> tuple[str, str]:
    try:
        done = replay(page, plan, memory, confirm=lambda step: True, report=False)
    except Exception as error:  # nothing may be raised: it is told as what it is
        return "raised", f"{type(error).__name__}: {error}"[:300]
    return done.outcome, done.reason or ""


def _line(plays: Sequence[Play]) -> str:
    first = plays[0]
    told = " ".join(one.verdict for one in plays)
    return f"{first.kind} | {first.recorder} | {told} | {first.reason[:100]}"
