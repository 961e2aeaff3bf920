"""A recollection as a prompt and on the wire."""

import json

import pytest

from kgmem.messages import speak
from kgmem.model.experience import Experience
from kgmem.model.pattern import Pattern, PatternMatch, PatternStep
from kgmem.model.plan import Avoidance, Origin, Plan, PlanStep
from kgmem.model.recollection import Recollection
from kgmem.model.trajectory import Element

BOX = Element(role="textbox", name="Query")
GO = Element(role="button", name="搜索", container=("Results",))


def run(outcome: str = "success", task: str = "find a mouse") -> Experience:
    return Experience.model_validate(
        {
            "experience_id": "e",
            "task_id": "t",
            "source_task_id": "s",
            "task": task,
            "outcome": outcome,
            "steps": [{"action": "click", "target": {"role": "button", "name": "Go"}}],
        }
    )


def recollection(**fields: object) -> Recollection:
    return Recollection.model_validate(
        {
            "task": "find",
            "route": "reflexion_explore",
            "confidence": 0.5,
            "familiarity": 0.25,
            **fields,
        }
    )


def test_prompt_of_a_plan_marks_what_to_ask_before() -> None:
    steps = (
        PlanStep(n=1, action="click", target=GO),
        PlanStep(n=2, action="click", target=BOX, irreversible=True),
    )
    plan = Plan(
        plan_id="p",
        task="find",
        route="direct_replay",
        origin=Origin(kind="experience", id="e"),
        steps=steps,
    )

    prompt = recollection(
        route="direct_replay", plan=plan, reasons=("done before",), experiences=(run(),)
    ).to_prompt()

    assert prompt.splitlines() == [
        "## Memory: direct_replay (familiarity 0.25)",
        "- done before",
        "### Plan (check each step)",
        '1. click button "搜索" in Results',
        '2. click textbox "Query" — ask before this one',
    ]
    assert prompt.endswith("\n")


def test_response_has_exactly_the_keys_of_the_wire() -> None:
    pattern = Pattern(
        pattern_id="p",
        name="n",
        template="find {what}",
        steps=(PatternStep(n=1, action="click"),),
    )

    response = recollection(
        experiences=(run(), run("failure")),
        avoidance=(Avoidance(action="click", cause="error", message="not this"),),
        patterns=(PatternMatch(pattern=pattern),),
    ).to_response()

    step = {"action": "click", "target": {"role": "button", "name": "Go"}}
    hit = {"task_text": "find a mouse", "steps": [step]}
    assert response == {
        "avoidance": ["not this"],
        "memory_hits": [{**hit, "success": True}, {**hit, "success": False}],
        "action_patterns": [
            {"name": "find {what}", "steps": [{"n": 1, "action": "click"}]}
        ],
    }
    assert json.loads(json.dumps(response)) == response


def asking() -> Recollection:
    """A plan whose second value the task does not give."""
    steps = (
        PlanStep(n=1, action="type", target=BOX, value="tea"),
        PlanStep(n=2, action="type", target=BOX, value="{city}", asks=("city",)),
    )
    plan = Plan(
        plan_id="p",
        task="Order tea",
        route="adaptive_replay",
        steps=steps,
        origin=Origin(kind="pattern", id="x"),
    )
    return Recollection(
        task="Order tea",
        route="adaptive_replay",
        confidence=0.5,
        familiarity=1.0,
        plan=plan,
    )


@pytest.mark.parametrize(
    ("further", "reworded", "sentence"),
    [
        (("and call Ann", "then Bob"), (),
         "before this one, settle what the plan is not known to do: "
         "and call Ann; then Bob"),
        (("hand over", "and call Ann"), ("hand over", "due"),
         "before this one, settle what the plan is not known to do: and call Ann; "
         "before this one, check that these words ask for nothing else: hand over"),
        (("先别停售",), (), "在此之前，先确认该计划未必会做的部分：先别停售"),
        (("寄",), ("寄",), "在此之前，先确认这些说法没有别的要求：寄"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("spoken", ["en", "zh"])
def test_a_prompt_says_what_is_to_be_settled_in_the_words_of_the_task(
    further: tuple[str, ...], reworded: tuple[str, ...], sentence: str, spoken: str
) -> None:
    found = asking()
    assert found.plan is not None
    last = found.plan.steps[-1]
    held = last.model_copy(update={"further": further, "reworded": reworded})
    plan = found.plan.model_copy(update={"steps": (*found.plan.steps[:-1], held)})

    speak(spoken)
    prompt = found.model_copy(update={"plan": plan}).to_prompt()
    speak("en")

    (line,) = (one for one in prompt.splitlines() if sentence in one)
    assert line.startswith(f"{last.n}. ")
    assert plan.further == further
