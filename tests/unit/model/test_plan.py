"""What is left of a plan after some of its steps."""

from kgmem.model.plan import Origin, Plan, PlanStep

PLAN = Plan(
    plan_id="p",
    task="t",
    route="direct_replay",
    origin=Origin(kind="experience", id="e"),
    needs_confirmation=True,
    steps=(
        PlanStep(n=1, action="click"),
        PlanStep(n=2, action="click", irreversible=True),
        PlanStep(n=3, action="wait"),
    ),
)


def test_remaining_keeps_the_steps_after_and_their_numbers() -> None:
    rest = PLAN.remaining(1)

    assert [step.n for step in rest.steps] == [2, 3]
    assert (rest.plan_id, rest.origin, rest.route) == ("p", PLAN.origin, PLAN.route)
    assert rest.needs_confirmation


def test_nothing_to_confirm_once_the_irreversible_step_is_done() -> None:
    assert not PLAN.remaining(2).needs_confirmation


def test_remaining_asks_for_nothing_that_the_plan_did_not() -> None:
    confirmed = PLAN.model_copy(update={"needs_confirmation": False})

    assert not confirmed.remaining(0).needs_confirmation
