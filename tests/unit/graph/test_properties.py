"""The properties that stand in the graph are those of `graph_schema/README.md`."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.graph.decisions import DecisionStore
from kgmem.graph.patterns.learned import NewWording
from kgmem.graph.patterns.store import PatternStore
from kgmem.graph.runs.avoidance import AvoidStore, FailingTask
from kgmem.graph.runs.calibration import CalibrationStore
from kgmem.graph.runs.outcomes import PlanOutcome, StepOutcome
from kgmem.graph.runs.reports import ReportStore
from kgmem.graph.store import GraphStore
from kgmem.model.decision import OperatorDecision, Verb
from kgmem.model.experience import Stats
from kgmem.model.pattern import Expectation, Membership, Pattern, PatternStep, Slot
from kgmem.model.plan import Origin
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Element, Locator
from kgmem.ports import CypherEngine
from kgmem.resources import folder
from tests.unit.backends.readers.pdfs import pdf

LATER = {
    # while a reindex runs, and after one on a server
    *(f"building_{name}" for name in ("generation", "model", "dimensions")),
    *(f"previous_{name}" for name in ("generation", "model", "dimensions")),
    "unlinked",  # of tasks that are too many to be linked as they arrive
}
"""Documented, but written only by flows that this test does not run."""

NAMES = "MATCH (n) RETURN labels(n)[0] AS label, keys(n) AS names"
ROW = re.compile(r"^\| (\w+) \| (\*\*\w+\*\*[^|]*) \|$", re.MULTILINE)

CHECK = {"kind": "page", "at": "https://a.example/", "contains": "Done"}
RUN = {
    "task": "Search for a red mouse",
    "outcome": "success",
    "app": "shop",
    "url": "https://shop.example/",
    "domain": "shopping",
    "intent": "search",
    "locale": "en",
    "device": "desktop",
    "app_version": "2.1",
    "session_id": "s-1",
    "preconditions": "signed in",
    "tags": ["nightly"],
    "keywords": ["mouse"],
    "judge": "person",
    "started_at": "2026-01-05T10:00:00Z",
    "plan_id": "p-1",
    "steps": [
        {
            "action": "type",
            "value": "red mouse",
            "params": {"clear": True},
            "target": {
                "role": "searchbox",
                "name": "Search",
                "tag": "input",
                "test_id": "search",
                "attributes": {"class": "search-box"},
                "locators": [{"kind": "css", "value": "#q"}],
                "container": ["Header"],
                "ordinal": 1,
                "frame": "name=search",
                "tab": "order=1 & opener=0",
            },
            "page_before": {
                "url": "https://shop.example/",
                "title": "Shop",
                "screenshot_ref": "1.png",
                "elements": [{"role": "searchbox", "name": "Search"}],
            },
            "page_after": {
                "url": "https://shop.example/s?q=red+mouse",
                "screenshot_ref": "2.png",
            },
            "effect": True,
            "success": True,
            "error": "slow",
            "thought": "look for it",
            "duration_ms": 900,
            "at": "2026-01-05T10:00:01Z",
        },
        {
            "action": "drag",
            "target": {"role": "listitem", "name": "Red mouse"},
            "destination": {"role": "region", "name": "Cart"},
        },
    ],
}


PATTERN = Pattern(
    pattern_id="5c7c9c0c-2f4b-5d6c-9a3e-0c3cf1e8b001",
    name="search",
    template="Search for a {what}",
    wordings=("Find a {what}",),
    app="shop",
    slots=(
        Slot(
            slot_id="s",
            name="what",
            kind="text",
            transform="lower",
            reads=(ValueSource(step=1, kind="field", at=("items", "[*]", "id")),),
        ),
    ),
    steps=(
        PatternStep(
            n=1,
            action="type",
            value="{what}",
            target=Element(role="searchbox", name="Search"),
            params={"clear": True},
            slots=("what",),
            branch="1.a",
            when=("red",),
            unless=("blue",),
            clears=True,
            repeat_for="what",
            until=Expectation(texts=("done",)),
            expect=Expectation(url_template="shop.example/s"),
        ),
        PatternStep(
            n=2,
            action="drag",
            target=Element(role="listitem", name="Red mouse"),
            destination=Element(role="region", name="Cart"),
        ),
    ),
    stats=Stats(wins=1, ema=1.0),
    app_stats={"shop": Stats(wins=1)},
)
"""With a value in every field."""


def generalize(engine: CypherEngine) -> None:
    """What a batch job leaves behind."""
    patterns = PatternStore(GraphStore(engine))
    [task, other, *_] = patterns.tasks("default", patterns.tasks_of("default", "shop"))
    runs = tuple(run.experience_id for run in task.runs)
    member = Membership(bindings={"what": "red mouse"})
    pattern = PATTERN.model_copy(
        update={"memberships": {task.task_id: member}, "success_cases": runs}
    )
    patterns.leases.lease("default", "job", 60_000)
    considered = {task.task_id: task.claimed}
    instances = {PATTERN.pattern_id: dict.fromkeys(runs, (1, 2))}
    patterns.write("default", [pattern], instances, [], considered, at=1)
    patterns.forget("default", "not there", "a digest")
    CalibrationStore(GraphStore(engine)).keep("default", "{}")
    failing = FailingTask(task.task_id, "shop", task.task_id, "claimed", None)
    AvoidStore(GraphStore(engine)).noted([failing])
    for kind, key in (("experience", runs[0]), ("pattern", PATTERN.pattern_id)):
        report(ReportStore(GraphStore(engine)), Origin(kind=kind, id=key), task.text)
        decide(DecisionStore(GraphStore(engine)), key, "approve")
    hidden = other.runs[0].experience_id
    decide(DecisionStore(GraphStore(engine)), hidden, "quarantine")


def decide(decisions: DecisionStore, key: str, verb: Verb) -> None:
    """What a decision leaves behind."""
    [subject] = decisions.named("default", [key], [key])
    at = datetime(2026, 1, 1, tzinfo=UTC)
    decided = OperatorDecision(at=at, by="ann", verb=verb, why="seen")
    decisions.write("default", subject, decided)


def report(reports: ReportStore, origin: Origin, task: str) -> None:
    """What a report with everything in it leaves behind."""
    locator = Locator(kind="id", value="find")
    key = PATTERN.steps[0]
    outcome = PlanOutcome(
        space="default",
        plan_id=f"plan of {origin.kind}",
        origin=origin,
        task=task,
        task_id="t",
        app="shop",
        outcome="success",
        at=datetime.now(UTC),
        feedback=1.0,
        steps={
            1: StepOutcome(worked=True, met=(locator,)),
            2: StepOutcome(True, destination=StepOutcome(True, met=(locator,))),
        },
        repairs={1: (key.model_copy(update={"n": 0}),)},
        wording=NewWording("Get me a {what}", only_again=True),
        props=dict.fromkeys(
            (
                *("route", "predicted", "confidence", "steps", "failed_step"),
                *("reason", "repaired", "actions", "duration_ms"),
                *("steps_done", "other_values", "deviations"),
            ),
            1,
        ),
    )
    reports.write(outcome)
    reports.set_repair("default", outcome.plan_id, "e")


def send_units(memory: Memory) -> None:
    """What a session of units leaves behind that ended, and one that goes on."""
    task = {"task_text": "Open the orders"}
    for session in ("ended", "going on"):
        memory.writeback(
            {
                "step_id": f"first of {session}",
                "session_id": session,
                "timestamp": "2026-01-05T10:00:00Z",
                "task_context": task,
                "action": {"type": "click", "target": {"label": "Orders"}},
                "result": {"success": True},
            }
        )
    memory.writeback(
        {
            "session_id": "ended",
            "task_info": task,
            "final_status": "success",
            "steps": [],
        }
    )


def know(memory: Memory, file: Path) -> None:
    """What facts and a document with everything in them leave behind."""
    day = datetime(2026, 1, 5, tzinfo=UTC)
    memory.declare_predicate("stored in", single_valued=True)
    memory.add_facts(
        [
            {
                "subject": "mouse",
                "predicate": "stored in",
                "object": "hall",
                "object_kind": "place",
                "valid_from": day,
                "keywords": ["stock"],
                "app": "shop",
                "extractor": "rules 1",
            },
            {
                "subject": "mouse",
                "predicate": "stored in",
                "object": "yard",
                "valid_from": day + timedelta(days=1),
                "valid_to": day + timedelta(days=2),
            },
        ]
    )
    memory.retract_fact(memory.add_triple("mouse", "price", "12"), reason="a typo")
    memory.add_triple("the old yard", "belongs to", "the shop")
    memory.merge_entities("yard", "the old yard")
    file.write_bytes(pdf(["Mice are in the hall."]))
    memory.add_document(file, app="shop")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Names of the properties by label, after three runs, half of a fourth, and a
    batch job."""
    path = tmp_path_factory.mktemp("memory")
    with Memory.open(path, settings={"embedding": "ngram"}) as memory:
        memory.learn(
            RUN,
            verify=[{"kind": "page", "at": "https://a.example/", "contains": "Done"}],
        )
        memory.learn({**RUN, "task": "Search for a red mouse pad"})
        memory.flush()  # links them, and takes their outbox rows away
        memory.learn({**RUN, "task": "Open the cart"})
        memory.record("Pay for it").step("click", target={"name": "Pay"})
        send_units(memory)
        know(memory, path / "stock.pdf")
        rows = memory.cypher(NAMES)
    engine = ArcadeEngine(path / "graph")
    generalize(engine)
    rows += engine.read(NAMES)
    engine.close()
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row["label"], set()).update(row["names"])
    return found


def documented() -> dict[str, set[str]]:
    text = (Path(folder("graph_schema")) / "README.md").read_text(encoding="utf-8")
    return {
        label: set(names.replace("*", "").split(", "))
        for label, names in ROW.findall(text)
    }


def test_every_label_is_documented(
    written: dict[str, set[str]],
) -> None:
    undocumented = {
        label: missing
        for label, names in written.items()
        if (missing := names - documented().get(label, set()) - {"space"})
    }

    assert undocumented == {}


def test_every_documented_property_is_written(written: dict[str, set[str]]) -> None:
    unwritten = {
        label: missing
        for label, names in documented().items()
        if (missing := names - written.get(label, set()) - LATER)
    }

    assert unwritten == {}


def test_every_node_but_meta_has_a_space(written: dict[str, set[str]]) -> None:
    without = {label for label, names in written.items() if "space" not in names}

    assert without == {"Meta"}
