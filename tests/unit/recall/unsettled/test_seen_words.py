"""A word for a field, an option or a task that was seen is no other word for what the
plan does."""

import pytest

from kgmem import Element, Memory, PlanStep
from kgmem.recall.unsettled.seen_words import SeenInApp
from tests.unit.recall.walks import chosen, click, planned, walk


@pytest.fixture(scope="module")
def shown(shared_memory: Memory) -> Memory:
    memory = shared_memory
    for who in ("hweiss", "mchan"):
        steps = [click(who, "link"), click("Inside", "checkbox"), click("Save")]
        memory.learn(walk(f"Make {who} a member of staff", steps, app="site"))
    other = [click("jlopez", "link"), click("Superuser", "checkbox"), click("Save")]
    memory.learn(walk("Give jlopez all rights", other, app="site"))
    theme = [chosen("Theme", "plain", options=["plain", "night"]), click("Keep")]
    memory.learn(walk("Show all pages plain", theme, app="site"))
    return memory


@pytest.mark.parametrize(
    ("task", "app", "page", "reworded"),
    [
        ("Make oduya a member of staff overnight", "site", (), ("overnight",)),
        ("Make oduya a member of staff permanently", "site", (), ("permanently",)),
        ("Make oduya a superuser of staff", "site", (), ()),
        ("Make oduya a member of staff night", "site", (), ()),
        ("Make oduya a member of staff permanently", "site", ("Permanently",), ()),
    ],
)
def test_what_was_seen_is_not_mere_wording(
    shown: Memory, task: str, app: str, page: tuple[str, ...], reworded: tuple[str, ...]
) -> None:
    elements = [{"role": "checkbox", "name": name} for name in page]

    plan = planned(shown, task, app, elements=elements)

    assert plan.further
    assert plan.reworded == reworded


@pytest.mark.parametrize(
    ("runs", "task", "further"),
    [
        (("Make {} an editor", "Editor status"), "Make oduya an owner", ("owner",)),
        (("把{}设为职员", "职员状态"), "把oduya设为超级用户", ("超级用户",)),
    ],
)
def test_what_stands_in_the_place_of_a_choice_is_not_mere_wording(
    memory: Memory, runs: tuple[str, str], task: str, further: tuple[str, ...]
) -> None:
    wording, choice = runs
    for who in ("hweiss", "mchan"):
        steps = [click(who, "link"), click(choice, "checkbox"), click("Save")]
        memory.learn(walk(wording.format(who), steps, app="site"))

    plan = planned(memory, task, "site")

    assert (plan.further, plan.reworded) == (further, ())


@pytest.mark.parametrize(
    ("value", "asks"),
    [("a saw with insurance", True), ("insurance", False), ("an item for oak", False)],
)
def test_a_value_may_name_a_field_that_the_steps_leave_alone(
    value: str, asks: bool
) -> None:
    insurance = Element(role="checkbox", name="Insurance")
    item = Element(role="textbox", name="Item")
    seen = SeenInApp(elements=(insurance, item, Element(role="link", name="oak")))

    step = PlanStep(n=1, action="type", target=item)

    assert seen.asks_for_another(value, [step]) == asks
