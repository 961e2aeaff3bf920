"""Values in the addresses that steps led to, after one run and filled in again."""

import pytest

from kgmem.generalize.grounding.addresses import Addresses
from kgmem.generalize.steps.lift import BoundUse, MemberRun
from kgmem.generalize.steps.path import common_path
from kgmem.model.pattern import Expectation, PatternStep, Slot
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Page, Step
from kgmem.paths.fill_steps import Filler
from kgmem.paths.path_parts import Filled
from kgmem.paths.walk import recorded

HOST = "http://127.0.0.1:45123"


def told(path: str, value: str, start: str = "/") -> str | None:
    """The address as a template, after a run that started at `start`."""
    page = Page(url=HOST + path)
    steps = [
        Step(action="type", value=value, page_before=Page(url=HOST + start)),
        Step(action="click", page_after=page),
    ]
    return Addresses(steps, {"s": value}, {"s": 0}).template(page)


def filled(template: str, value: str) -> str | None:
    """The address expected with another value."""
    step = PatternStep(
        n=1, action="click", expect=Expectation(url_template=template), slots=("s",)
    )
    slot = Slot(slot_id="s", name="s", kind="text")
    (part,) = Filler([step], [slot]).fill({"s": value})
    assert isinstance(part, Filled)
    assert part.step.expect
    return part.step.expect.url_template


@pytest.mark.parametrize(
    ("path", "value", "other_path", "other"),
    [
        ("/wiki/OrderGuide", "OrderGuide", "/wiki/HouseStyle", "HouseStyle"),
        ("/milestone/Spring%20cleaning", "Spring cleaning", "/milestone/Q2", "Q2"),
        ("/m/Spring+cleaning?a=1", "Spring cleaning", "/m/Big+day?a=2", "Big day"),
        ("/post/spring-cleaning", "Spring Cleaning", "/post/a-b-c", "A b C"),
        ("/wiki/Spring_cleaning/edit", "Spring cleaning", "/wiki/A_b/edit", "A b"),
        ("/version/3.0.1", "3.0.1", "/version/4.0-rc1", "4.0-rc1"),
        ("/version/4.0-rc1", "4.0-rc1", "/version/3.0", "3.0"),
        ("/里程碑/春季大扫除", "春季大扫除", "/里程碑/年末", "年末"),
        ("/m/%E6%98%A5%E5%AD%A3", "春季", "/m/%E5%B9%B4%E6%9C%AB", "年末"),
        ("/#/wiki/OrderGuide", "OrderGuide", "/#/wiki/HouseStyle", "HouseStyle"),
        ("/m/100%25%20done", "100% done", "/m/50%25%20off", "50% off"),
        ("/m/{x}", "{x}", "/m/{n}", "{n}"),
    ],
)
def test_a_value_in_the_path_is_a_slot(
    path: str, value: str, other_path: str, other: str
) -> None:
    template = told(path, value)

    assert template is not None
    assert filled(template, value) == url_template(HOST + path)
    assert filled(template, other) == url_template(HOST + other_path)


@pytest.mark.parametrize(
    ("path", "value", "start"),
    [
        ("/wiki/start", "wiki", "/wiki"),
        ("/page/12", "12", "/"),
        ("/x?next=/Guide", "Guide", "/"),
        ("/GuideToOrders", "Guide", "/"),
        ("/mail/[REDACTED:email#1]", "[REDACTED:email#1]", "/"),
    ],
)
def test_what_is_no_value_stays_as_it_is(path: str, value: str, start: str) -> None:
    template = told(path, value, start)

    assert template is not None
    assert "{s" not in template
    assert filled(template, "other") == url_template(HOST + path)


def test_what_several_runs_led_to_is_told_with_their_values() -> None:
    def run(key: str, value: str, path: str) -> MemberRun:
        field, button = Element(role="textbox", name="Page"), Element(role="button")
        steps = (
            Step(action="type", target=field, value=value),
            Step(action="click", target=button, page_after=Page(url=HOST + path)),
        )
        use = BoundUse(0, "value", "s", None, "", "", None)
        return MemberRun(f"task-{key}", key, recorded(steps), {"s": value}, (use,))

    guide = run("a", "OrderGuide", "/wiki/OrderGuide")
    style = run("b", "HouseStyle", "/wiki/HouseStyle")
    by_chance = [run("a", "orders", "/orders"), run("b", "people", "/orders")]

    expected = [
        common_path(runs).steps[1].expect for runs in ([guide, style], by_chance)
    ]

    assert [one and one.url_template for one in expected] == [
        "127.0.0.1/wiki/{s|url_quote}",
        "127.0.0.1/orders",
    ]


@pytest.mark.parametrize(
    "path",
    ["/p/pine-bench-3", "/p/3-pine-bench", "/p/pine-bench.html", "/p/pine_bench+a"],
)
def test_the_address_of_a_record_that_says_more_than_its_name_is_not_told(
    path: str,
) -> None:
    assert told(path, "Pine Bench") is None
