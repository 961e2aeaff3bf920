"""The tools of every memory, and what they tell a model."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import Field

from kgmem import Outcome
from kgmem.agents import Text
from kgmem_agents.mcp.answer import ToolAnswer, by_name, tool
from kgmem_agents.mcp.arguments import (
    PLAIN,
    ActionName,
    AnObject,
    App,
    DoneStep,
    Fault,
    Maybe,
    Moment,
    Reached,
    Seen,
    Steps,
    Target,
    Task,
    Untold,
    UrlAfter,
    Values,
)
from kgmem_agents.mcp.ongoing import TOLD, Ongoing, go_on
from kgmem_agents.mcp.pattern_tools import find_procedure
from kgmem_agents.mcp.shapes import (
    ANY,
    HITS,
    RISK,
    TAUGHT,
    TEXT,
    WHOLE,
    list_of,
    object_of,
)
from kgmem_agents.mcp.told import RECALLED, learned_data, learned_text, told

KINDS = ["chunk", "fact", "task", "message"]


@tool(RECALLED, reads=True)
def recall(
    ongoing: Ongoing,
    task: Task,
    app: App = None,
    url: Annotated[Maybe, Field(description="Of the page at hand.")] = None,
    elements: Untold[list[AnObject] | None] = None,
    top_n: Untold[Annotated[int, Field(ge=1, le=20)]] = 3,
    agent: Maybe = None,
) -> ToolAnswer:
    """Call first, before a task in an app or on a site: how it or its kind was done
    before, as a plan with this task's values."""
    recollection = ongoing.memory.recall(
        task,
        app=ongoing.apps.named(app, url),
        url=url,
        elements=elements or None,
        top_n=top_n,
        agent=agent,
    )
    return told(ongoing, recollection)


@tool(
    object_of(index=ANY, not_here=list_of(WHOLE)),
    reads=True,
)
def locate_all(
    ongoing: Ongoing,
    plan_id: Text,
    elements: Annotated[
        list[AnObject],
        Field(description="In page order: {role, name, text, test_id, container}."),
    ],
    values: Values = None,
) -> ToolAnswer:
    """Which elements a plan's steps mean, once per page. A few likely elements are
    enough, not the whole page."""
    handed_out = ongoing.plan(plan_id)
    places: dict[str, int] = {}
    elsewhere: dict[int, str] = {}
    for step in handed_out.steps(values):
        if step.target is None:
            continue
        located = ongoing.memory.locate(step, elements)
        if located.index is None:
            elsewhere[step.n] = located.why or ""
        else:
            handed_out.located[step.n] = located
            places[str(step.n)] = located.index
    data = {"index": places, "not_here": list(elsewhere)}
    return ToolAnswer(placed_text(places, elsewhere), data)


def placed_text(places: Mapping[str, int], elsewhere: Mapping[int, str]) -> str:
    """Where the steps' elements are, in words."""
    told: list[str] = []
    if places:
        here = (f"step {n}: element {place}" for n, place in places.items())
        told.append(f"{'; '.join(here)}.")
    if elsewhere:
        missing = ", ".join(
            f"{n} ({why})" if why else str(n) for n, why in elsewhere.items()
        )
        told.append(f"Not surely on this page: step {missing}.")
    return " ".join(told)


@tool(object_of(plan_id=TEXT, outcome=TEXT))
def report(
    ongoing: Ongoing,
    plan_id: Text,
    outcome: Reached,
    failed_step: int | None = None,
    reason: Maybe = None,
    repaired_with: Annotated[
        list[AnObject] | None,
        Field(description="What did it: {action, target, value}."),
    ] = None,
    values: Annotated[
        dict[int, Text] | None, Field(description="What you entered, by step."), PLAIN
    ] = None,
    steps_done: Untold[list[int] | None] = None,
    deviations: Annotated[Maybe, Field(description="What you did otherwise.")] = None,
    actions: Untold[int | None] = None,
    feedback: Untold[Annotated[float | None, Field(ge=0, le=1)]] = None,
) -> ToolAnswer:
    """What came of a plan, once, at its end."""
    handed_out = ongoing.plan(plan_id)
    ongoing.memory.report(
        handed_out.reported,
        outcome,
        failed_step=failed_step,
        reason=reason,
        located=handed_out.located or None,
        repaired_with=repaired_with or None,
        values=values or None,
        steps_done=steps_done,
        deviations=deviations,
        actions=actions,
        feedback=feedback,
    )
    return ToolAnswer("Noted.", {"plan_id": plan_id, "outcome": outcome})


@tool(TAUGHT)
def record(
    ongoing: Ongoing,
    *,
    task: Text,
    app: Maybe = None,
    steps: Steps,
    outcome: Seen,
    reason: Maybe = None,
    answer: Maybe = None,
) -> ToolAnswer:
    """Learn a run that you did without a plan, also if it failed."""
    url = steps[0].url if steps else None
    with part_of_run(ongoing, None, task, app, url) as run_id:
        keep(ongoing, run_id, map(step_fields, steps))
    return ended(ongoing, run_id, outcome, reason, answer)


@tool(HITS, reads=True)
def search(
    ongoing: Ongoing,
    query: Text,
    kinds: Untold[list[Text] | None] = None,
    app: Maybe = None,
    top_n: Untold[Annotated[int, Field(ge=1, le=50)]] = 5,
) -> ToolAnswer:
    """Look up documents, facts, messages, past tasks."""
    hits = ongoing.memory.search(
        query,
        kinds=KINDS if kinds is None else kinds,
        top_n=top_n,
        app=ongoing.apps.named(app),
    )
    lines = [f"- {hit.text} ({hit.kind}, {hit.score:.2f})" for hit in hits]
    fields = {"kind", "id", "text", "score", "source", "document_id"}
    return ToolAnswer(
        "\n".join(lines) or "Nothing is known about it.",
        {"hits": [hit.model_dump(mode="json", include=fields) for hit in hits]},
    )


@tool(object_of(document_id=TEXT))
def add_document(
    ongoing: Ongoing, text: Text, source: Untold[Maybe] = None
) -> ToolAnswer:
    """Keep a text for search."""
    document_id = ongoing.memory.add_document(text=text, source=source, progress=go_on)
    return ToolAnswer("Kept.", {"document_id": document_id})


@tool(object_of(fact_id=TEXT))
def add_fact(
    ongoing: Ongoing,
    content: Annotated[Text, Field(description="One sentence, no pronouns.")],
    source: Annotated[Text, Field(description="Who says so.")] = "mcp",
    app: Maybe = None,
    valid_from: Moment = None,
    valid_to: Moment = None,
) -> ToolAnswer:
    """Remember a statement for later."""
    fact_id = ongoing.memory.add_fact(
        content,
        source=source,
        app=ongoing.apps.named(app),
        valid_from=valid_from,
        valid_to=valid_to,
    )
    return ToolAnswer("Kept.", {"fact_id": fact_id})


@tool(object_of(run_id=TEXT), seldom=True)
def record_step(
    ongoing: Ongoing,
    action: ActionName,
    target: Target = None,
    value: Maybe = None,
    params: AnObject | None = None,
    url: Maybe = None,
    url_after: UrlAfter = None,
    error: Fault = None,
    run_id: Annotated[Maybe, Field(description="Of the first one's answer.")] = None,
    task: Annotated[Maybe, Field(description="With the first step.")] = None,
    app: Maybe = None,
) -> ToolAnswer:
    """Record one step of a run as it goes; the first gives a run_id."""
    step = DoneStep(
        action=action,
        target=target,
        value=value,
        params=params or {},
        url=url,
        url_after=url_after,
        error=error,
    )
    with part_of_run(ongoing, run_id, task, app, url) as name:
        keep(ongoing, name, [step_fields(step)])
    text = f"Recorded. run_id: {name}; name it in the next step and in finish_task."
    return ToolAnswer(text, {"run_id": name})


@tool(TAUGHT, seldom=True)
def finish_task(
    ongoing: Ongoing,
    run_id: Text,
    outcome: Seen,
    reason: Maybe = None,
    answer: Maybe = None,
) -> ToolAnswer:
    """End the recorded run and learn it, also if it failed."""
    return ended(ongoing, run_id, outcome, reason, answer)


@tool(RISK, reads=True, seldom=True)
def risk(
    ongoing: Ongoing,
    *,
    task: Task,
    app: Maybe = None,
    url: Maybe = None,
    action: ActionName,
    target: Target = None,
    value: Maybe = None,
    params: AnObject | None = None,
) -> ToolAnswer:
    """Did this step fail here before, and what worked instead?"""
    step = {"action": action, "target": target, "value": value, "params": params or {}}
    named = ongoing.apps.named(app, url)
    warning = ongoing.memory.risk(step, task=task, app=named, page=url)
    if warning is None:
        return ToolAnswer("Nothing is known against it.", {"risk": 0.0})
    data = warning.model_dump(mode="json", include={"message", "cause", "instead"})
    return ToolAnswer(warning.message, {"risk": round(warning.score, 3), **data})


SubjectId = Annotated[Text, Field(description="Of a run or a pattern.")]
Person = Annotated[Text, Field(description="The person who decides, by name.")]
Why = Annotated[Text, Field(description="What for, in that person's words.")]


@tool(object_of(decisions=list_of(ANY)), reads=True, seldom=True)
def history(ongoing: Ongoing, id: SubjectId) -> ToolAnswer:
    """What people decided about a run or a pattern."""
    decisions = ongoing.memory.history(id)
    told = [f"{one.at:%Y-%m-%d} {one.verb} by {one.by}: {one.why}" for one in decisions]
    text = "\n".join(told) or "Nothing was decided about it."
    return ToolAnswer(text, {"decisions": [one.model_dump() for one in decisions]})


@tool(object_of())
def approve(ongoing: Ongoing, id: SubjectId, by: Person, why: Why) -> ToolAnswer:
    """Record that a person vouches for a run or a pattern: its path counts as a
    verified success. Only when the person said so; never decide it yourself."""
    ongoing.memory.approve(id, by=by, why=why)
    return ToolAnswer(f"Approved {id}.")


@tool(object_of())
def quarantine(ongoing: Ongoing, id: SubjectId, by: Person, why: Why) -> ToolAnswer:
    """Record that a person takes a run or a pattern out of use: it is kept and never
    offered again. Only when the person said so."""
    ongoing.memory.quarantine(id, by=by, why=why)
    return ToolAnswer(f"Quarantined {id}.")


@tool(object_of())
def release(ongoing: Ongoing, id: SubjectId, by: Person, why: Why) -> ToolAnswer:
    """Record that a person takes an approval or a quarantine back. Only when the person
    said so."""
    ongoing.memory.release(id, by=by, why=why)
    return ToolAnswer(f"Released {id}.")


# runs that are recorded ---------------------------------------------------------------


@contextmanager
def part_of_run(
    ongoing: Ongoing,
    run_id: str | None,
    task: str | None,
    app: str | None,
    url: Maybe,
    source: str = TOLD,
) -> Iterator[str]:
    """The id of the run that the block goes on with, or begins on the page of this
    address, and which is none where that fails; `source`: who tells its steps. Raises
    InvalidInput."""
    if run_id is not None:
        with ongoing.run(run_id):
            pass  # it is being recorded
        yield run_id
        return
    begun = ongoing.begin_run(task, ongoing.apps.named(app, url), url, source)
    try:
        yield begun
    except Exception:
        ongoing.drop_run(begun)
        raise


def keep(ongoing: Ongoing, run_id: str, steps: Iterable[Any]) -> None:
    """Record these steps of a run. Raises InvalidInput for a bad one."""
    with ongoing.run(run_id) as recording:
        for step in steps:
            recording.step(step)


def step_fields(asked: DoneStep) -> dict[str, Any]:
    """The step as a run holds it."""
    told = {
        "action": asked.action,
        "target": asked.target,
        "value": asked.value,
        "params": asked.params,
        "page_before": {"url": asked.url} if asked.url else None,
        "page_after": {"url": asked.url_after} if asked.url_after else None,
        "success": False if asked.error else None,
        "error": asked.error or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def ended(
    ongoing: Ongoing,
    run_id: str,
    outcome: Outcome,
    reason: str | None,
    answer: str | None = None,
) -> ToolAnswer:
    """What a run that is over taught."""
    learned = ongoing.end_run(run_id, outcome, reason, answer)
    if learned is None:
        return ToolAnswer("There was no step to learn from.", learned_data(None))
    return ToolAnswer(learned_text(ongoing.memory, learned), learned_data(learned))


TOOLS = by_name(
    recall,
    locate_all,
    report,
    record,
    find_procedure,
    search,
    add_document,
    add_fact,
    record_step,
    finish_task,
    risk,
    history,
)
"""Those that are seldom needed are listed where all are asked for."""
DECISIONS = by_name(approve, quarantine, release)
"""Those that an operator has to allow: an agent must not approve itself."""
