"""What a reader takes from the texts of a memory."""

import pytest
from kgmem_bench.agents.texts import advice, replayed

from kgmem.model.plan import Origin, Plan, PlanStep
from kgmem.model.recollection import Recollection
from kgmem.model.trajectory import Element
from kgmem_agents.mcp.replaying import AFRESH, BY_YOURSELF, HOW_ON, NOT_CONFIRMED

FIELD = Element(role="textbox", name="Summary", container=("Properties",))
BOX = Element(role="textbox", attributes={"id": "q"})
STEPS = (
    PlanStep(n=1, action="click", target=Element(role="link", name="New ticket")),
    PlanStep(n=2, action="type", target=FIELD, value='He said "no" into it'),
    PlanStep(n=3, action="type", target=BOX, value="urgent", need="optional"),
    PlanStep(n=4, action="click", target=Element(role="button", name="Create"),
             irreversible=True, further=("with a keyword", "please"),
             reworded=("please",)),
)  # fmt: skip


def planned(*steps: PlanStep) -> Plan:
    return Plan(
        plan_id="0123456789ab",
        task="File it",
        route="adaptive_replay",
        origin=Origin(kind="pattern", id="x"),
        steps=steps,
    )


def told(**fields: object) -> str:
    return Recollection.model_validate(
        {
            "task": "File it",
            "route": "adaptive_replay",
            "confidence": 0.5,
            "familiarity": 0.5,
            **fields,
        }
    ).to_prompt()


def test_the_text_of_a_plan_is_read_step_by_step() -> None:
    found = advice(told(plan=planned(*STEPS)) + "plan_id: 01234567")

    assert (found.route, found.plan_id) == ("adaptive_replay", "01234567")
    assert [(one.n, one.action, one.role, one.name) for one in found.steps] == [
        (1, "click", "link", "New ticket"),
        (2, "type", "textbox", "Summary"),
        (3, "type", "textbox", ""),
        (4, "click", "button", "Create"),
    ]
    assert [one.value for one in found.steps] == [
        None,
        'He said "no" into it',
        "urgent",
        None,
    ]
    assert [one.mark for one in found.steps] == ["", "", "#q", ""]
    assert [one.optional for one in found.steps] == [False, False, True, False]
    assert [one.doubt for one in found.steps] == ["", "", "", "with a keyword; please"]
    assert [one.asks for one in found.steps] == [False, False, False, True]


@pytest.mark.parametrize(
    ("why", "next_"),
    [
        (HOW_ON["asks for more"], "settle"),
        (HOW_ON[NOT_CONFIRMED], "allow"),
        (HOW_ON["no value"], "answer"),
        ("step 2 was tried and may have been done: look at the page", "look"),
        (BY_YOURSELF, "go on"),
        (AFRESH, "afresh"),
    ],
)
def test_what_to_do_about_a_stop_is_read(why: str, next_: str) -> None:
    text = (
        'stopped: 1 of 3 steps\n- click link "New"\nStopped: it isn\'t there.\n'
        f'{why}\nPage: Desk\n- button "Create"'
    )

    found = replayed(text)

    assert (found.outcome, found.next) == ("stopped", next_)
    assert found.done == ['click link "New"']
    assert found.why == "Stopped: it isn't there."
    assert not found.is_noted
