"""Only what the record shows to be idle is dropped."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.learn.distill.rules import Distilled, distill
from kgmem.model.action import ACTIONS
from kgmem.model.trajectory import Element, Page, Step, Trajectory
from tests.examples import examples

NEXT = Element(role="button", name="Next")
MENU = Element(role="button", name="Menu")
FIELD = Element(role="textbox", name="City")
BOX = Element(role="checkbox", name="I agree")


def page(url: str, *names: str) -> Page:
    elements = tuple(Element(role="button", name=name) for name in names)
    return Page(url=url, title="T", elements=elements)


HOME, AWAY = page("http://h/", "Next", "Menu"), page("http://h/away", "Back")
OPEN = page("http://h/", "Next", "Menu", "Item", "Close")


def step(action: Any, target: Element | None = None, **more: Any) -> Step:
    return Step(action=action, target=target, **more)


def run(*steps: Step, outcome: Any = "success", task: str = "do it") -> Distilled:
    return distill(Trajectory(task=task, steps=steps, outcome=outcome))


def dropped(*steps: Step, **more: Any) -> list[int]:
    return sorted(run(*steps, **more).dropped)


GO = step("click", Element(role="link", name="Go"))


class TestIdleSteps:
    def test_five_clicks_of_unknown_effect_are_a_path(self) -> None:
        assert dropped(*[step("click", NEXT)] * 5) == []

    def test_a_recorded_lack_of_effect_is_enough(self) -> None:
        found = run(
            step("click", NEXT, effect=True),
            step("click", NEXT, effect=False),
            step("wait", effect=False),
            step("hover", MENU, effect=False),
        )

        assert found.kept == (0,)
        assert found.dropped == {
            1: "repeated without effect",
            2: "waited without effect",
            3: "no effect",
        }

    def test_a_wait_of_unknown_effect_stays(self) -> None:
        assert dropped(step("wait"), GO) == []

    def test_equal_pages_with_known_elements_show_it(self) -> None:
        idle = step("click", NEXT, page_before=HOME, page_after=HOME)

        assert dropped(idle, GO) == [0]

    def test_the_page_before_the_next_step_counts_as_the_page_after(self) -> None:
        first = step("click", NEXT, page_before=HOME)
        second = step("click", MENU, page_before=HOME, page_after=OPEN)

        assert dropped(first, second) == [0]

    def test_equal_addresses_alone_show_nothing(self) -> None:
        bare = Page(url="http://h/", title="T")
        idle = step("click", NEXT, page_before=bare, page_after=bare)

        assert dropped(idle, GO) == []

    def test_pages_that_differ_speak_against_a_recorded_lack(self) -> None:
        odd = step("click", NEXT, effect=False, page_before=HOME, page_after=OPEN)

        assert dropped(odd, GO) == []

    def test_a_recorded_effect_goes_before_equal_pages(self) -> None:
        odd = step("click", NEXT, effect=True, page_before=HOME, page_after=HOME)

        assert dropped(odd, GO) == []

    @pytest.mark.parametrize(
        "unseen",
        [
            step("click", BOX),
            step("type", FIELD, value="Rome"),
            step("check", BOX),
            step("select", FIELD, value="Rome"),
            step("scroll", params={"direction": "down"}),
            step("key", value="Tab"),
            step("click", Element(role="button", name="Save")),
            step("click", Element(role="button", name="加入购物车并确认")),
            step("navigate", value="http://h/"),
            step("tool", params={"name": "get_order"}),
        ],
        ids=lambda s: f"{s.action} {s.target.name if s.target else ''}",
    )
    def test_what_a_list_of_elements_need_not_show_stays(self, unseen: Step) -> None:
        blind = unseen.model_copy(update={"page_before": HOME, "page_after": HOME})

        assert dropped(blind, GO) == []

    def test_a_field_whose_value_is_shown_can_show_it(self) -> None:
        filled = Page(
            url="http://h/",
            elements=(FIELD.model_copy(update={"attributes": {"value": "Rome"}}),),
        )
        again = step("type", FIELD, value="Rome", page_before=filled, page_after=filled)

        assert dropped(again, GO) == [0]

    def test_a_submit_that_is_clicked_again_for_nothing_goes(self) -> None:
        submit = Element(role="button", name="Submit")
        first = step("click", submit, page_before=OPEN, page_after=HOME)
        again = step("click", submit, page_before=HOME, page_after=HOME)

        assert dropped(first, again, GO) == [1]

    def test_a_click_that_gives_keys_their_place_stays(self) -> None:
        focus = step("click", FIELD, effect=False)

        assert dropped(focus, step("type", value="Rome")) == []
        assert dropped(focus, step("type", FIELD, value="Rome")) == [0]

    def test_a_tool_that_only_reads_stays(self) -> None:
        reads = step("tool", params={"name": "get_order"}, effect=False)

        assert dropped(reads, GO) == []


class TestFailedSteps:
    def test_one_without_effect_goes_and_is_noted(self) -> None:
        failed = step("click", NEXT, success=False, effect=False, error="not found")

        assert run(failed, GO).dropped == {0: "failed without effect"}

    def test_one_of_unknown_effect_stays(self) -> None:
        assert dropped(step("click", NEXT, success=False), GO) == []

    def test_one_that_was_done_again_with_success_goes(self) -> None:
        failed = step("click", NEXT, success=False)
        again = step("click", NEXT, success=True)

        assert run(failed, again).dropped == {0: "failed, then done again"}

    @pytest.mark.parametrize("outcome", ["failure", "unknown"])
    def test_evidence_of_other_runs_is_kept_whole(self, outcome: str) -> None:
        idle = step("click", NEXT, effect=False)

        assert run(idle, GO, outcome=outcome).kept == (0, 1)


class TestTypedOver:
    def test_text_that_was_cleared_goes(self) -> None:
        found = run(
            step("type", FIELD, value="Rom"),
            step("type", FIELD, value=""),
            step("type", FIELD, value="Rome", params={"clear": True}),
            GO,
        )

        assert found.kept == (2, 3)
        assert found.dropped[0] == "replaced by step 1"

    def test_text_that_may_have_been_continued_stays(self) -> None:
        first, second = step("type", FIELD, value="Ro"), step("type", FIELD, value="me")

        assert dropped(first, second, GO) == []

    def test_a_field_that_shows_the_later_text_alone_shows_it(self) -> None:
        after = Page(
            elements=(FIELD.model_copy(update={"attributes": {"value": "Rome"}}),)
        )
        first = step("type", FIELD, value="Oslo")
        second = step("type", FIELD, value="Rome", page_after=after)

        assert dropped(first, second, GO) == [0]

    def test_another_field_is_another_text(self) -> None:
        other = Element(role="textbox", name="Street")

        assert (
            dropped(
                step("type", FIELD, value="Rome"), step("type", other, value=""), GO
            )
            == []
        )


class TestDetours:
    def test_there_and_back_to_the_same_state(self) -> None:
        there = step("navigate", value="http://h/away", page_before=HOME)
        back = step("back", page_before=AWAY, page_after=HOME)

        assert run(there, back, GO).dropped == {
            0: "undone by step 1",
            1: "undone by step 1",
        }

    def test_back_to_another_state_is_a_path(self) -> None:
        there = step("navigate", value="http://h/away", page_before=HOME)
        back = step("back", page_before=AWAY, page_after=OPEN)

        assert dropped(there, back, GO) == []

    def test_back_to_an_unknown_state_is_a_path(self) -> None:
        assert dropped(step("navigate", value="http://h/away"), step("back"), GO) == []

    def test_open_and_close(self) -> None:
        opened = step("click", MENU, page_before=HOME, page_after=OPEN)
        closed = step("click", Element(role="button", name="关闭"), page_after=HOME)
        escape = step("key", value="Escape", page_after=HOME)

        assert dropped(opened, closed, GO) == [0, 1]
        assert dropped(opened, escape, GO) == [0, 1]

    def test_a_button_that_might_have_done_something_stays(self) -> None:
        added = step("click", Element(role="button", name="Add"), page_before=HOME)
        other = step("click", NEXT, page_before=OPEN, page_after=HOME)

        assert dropped(added, other, GO) == []

    def test_back_by_a_menu_to_a_page_that_the_task_names(self) -> None:
        menu = Element(role="button", name="Money", attributes={"aria-haspopup": "1"})
        away = step("click", Element(role="link", name="Rates"), page_before=HOME)
        unfolded = step("click", menu, page_before=AWAY, page_after=AWAY)
        back = step("click", Element(role="link", name="Invoices"), page_after=HOME)

        found = dropped(away, unfolded, back, GO, task="Pay the invoices")

        assert found == [0, 1, 2]

    def test_a_detour_that_commits_stays(self) -> None:
        sent = step(
            "click", Element(role="link", name="Send"), page_before=HOME,
            page_after=AWAY,
        )  # fmt: skip
        back = step("back", page_after=HOME)

        assert dropped(sent, back, GO) == []

    def test_check_and_uncheck_that_both_had_an_effect(self) -> None:
        on, off = step("check", BOX, effect=True), step("uncheck", BOX, effect=True)

        assert dropped(on, off, GO) == [0, 1]
        assert dropped(step("check", BOX), step("uncheck", BOX), GO) == []

    def test_what_is_taken_back_is_told_by_the_state_of_the_page(self) -> None:
        shut, shown = (Page(url="http://h/", state=one) for one in ("shut", "open"))
        menu = Element(role="button", name="Menu")
        opened = step("click", menu, page_before=shut, page_after=shown)
        closed = step("click", menu, page_before=shown, page_after=shut)
        counted = step("click", menu, page_before=shown, page_after=shown)

        assert dropped(opened, closed, GO) == [0, 1]
        assert dropped(opened, counted, GO) == []

    @pytest.mark.parametrize(
        ("name", "again", "gone"),
        [
            ("Next", HOME, [0, 1]),
            ("Next", page("http://h/", "Next", "Menu", "New"), []),
            ("Pay now", HOME, []),
        ],
        ids=["on, back and on", "to another state", "what can't be taken back"],
    )
    def test_what_is_begun_again_in_the_same_state(
        self, name: str, again: Page, gone: list[int]
    ) -> None:
        press = Element(role="button", name=name)
        on = step("click", press, page_before=HOME, page_after=AWAY)
        back = step("click", MENU, page_before=AWAY, page_after=again)
        on_again = step("click", press, page_before=again, page_after=AWAY)

        assert dropped(on, back, on_again, step("click", MENU)) == gone

    @pytest.mark.parametrize(
        ("role", "gone"), [("heading", [0, 1]), ("menuitem", []), ("button", [])]
    )
    def test_a_menu_that_is_closed_beside_it(self, role: str, gone: list[int]) -> None:
        more = Element(role="button", name="⋯", attributes={"aria-haspopup": "menu"})
        beside = Element(role=role, name="Records")
        opened = step("click", more, page_before=HOME, page_after=OPEN)
        closed = step("click", beside, page_before=OPEN, page_after=HOME)

        assert dropped(opened, closed, step("click", MENU)) == gone

    def test_the_end_of_the_run_is_what_was_asked_for(self) -> None:
        there = step("navigate", value="http://h/away", page_before=HOME)
        back = step("back", page_before=AWAY, page_after=HOME)

        assert dropped(GO, there, back) == []

    def test_a_look_at_what_is_typed_later_stays(self) -> None:
        shown = page("http://h/away", "Call 555-0100")
        there = step("navigate", value="http://h/away", page_before=HOME)
        back = step("back", page_before=shown, page_after=HOME)
        typed = step("type", FIELD, value="555-0100")

        assert dropped(there, back, typed) == []
        assert dropped(there, back, typed, task="call 555-0100") == [0, 1]


def at(url: str, action: Any, label: str = "", to: str = "", **more: Any) -> Step:
    """A step of which nothing but the addresses around it is known."""
    target = Element(name=label) if label else None
    pages = {"page_before": Page(url=url), "page_after": Page(url=to or url)}
    return step(action, target, **pages, **more)


LIST, FOUND = "http://h/list", "http://h/list?q=tea"
SEARCHED = at(LIST, "click", "Go", FOUND)
OPENED = at(FOUND, "click", "Tea", "http://h/tea")
TYPED = at(LIST, "type", "Search", value="tea")


class TestAddressesAlone:
    @pytest.mark.parametrize(
        ("steps", "gone"),
        [
            ([at(LIST, "wait"), SEARCHED], [0]),
            ([at(LIST, "click", "Go"), SEARCHED, OPENED], [0]),
            ([at(LIST, "click", "About", "http://h/about"),
              at("http://h/about", "back", to=LIST), TYPED, SEARCHED], [0, 1]),
            ([at(LIST, "click", "About", "http://h/about"),
              at("http://h/about", "click", "List", LIST), TYPED, SEARCHED], [0, 1]),
        ],
    )  # fmt: skip
    def test_what_led_nowhere_goes(self, steps: list[Step], gone: list[int]) -> None:
        assert dropped(*steps, task="Find tea") == gone

    @pytest.mark.parametrize(
        "steps",
        [
            [at(LIST, "click", "+"), at(LIST, "click", "+"), SEARCHED],
            [at(LIST, "type", "Search", value="green "), TYPED, SEARCHED],
            [TYPED, at(LIST, "type", "Search", value="x"), SEARCHED],
            [at(LIST, "click", "Add to cart", "http://h/cart"),
             at("http://h/cart", "back", to=LIST), TYPED, SEARCHED],
            [at(LIST, "click", "Orders", "http://h/orders"),
             at("http://h/orders", "back", to=LIST),
             at(LIST, "type", "Search", value="A-17"), SEARCHED],
        ],
    )  # fmt: skip
    def test_what_may_have_led_somewhere_stays(self, steps: list[Step]) -> None:
        assert dropped(*steps, task="Find green tea") == []


class TestDecisionPoints:
    def test_pages_searches_and_confirmations(self) -> None:
        search = Element(tag="input", attributes={"placeholder": "搜索商品"})
        found = run(
            step("open_app", value="淘宝"),
            step("click", search),
            step("type", search, value="手机"),
            step("click", Element(name="Mouse"), page_before=HOME, page_after=AWAY),
            step("click", Element(name="提交订单")),
        )

        assert found.decision_points == {
            0: "navigation",
            2: "search",
            3: "navigation",
            4: "confirmation",
        }

    def test_a_section_of_the_same_page_is_no_new_page(self) -> None:
        top, below = Page(url="http://h/a"), Page(url="http://h/a#below")
        route = Page(url="http://h/a#/other")

        assert not run(
            step("click", NEXT, page_before=top, page_after=below)
        ).decision_points
        assert run(
            step("click", NEXT, page_before=top, page_after=route)
        ).decision_points

    def test_runs_that_failed_have_them_too(self) -> None:
        found = run(step("navigate", value="http://h"), outcome="failure")

        assert found.decision_points == {0: "navigation"}


def test_something_always_stays() -> None:
    idle = step("click", NEXT, effect=False)

    found = run(idle, idle)

    assert found.kept == (0, 1)
    assert run() == Distilled(())


steps = st.builds(
    Step,
    action=st.sampled_from([a for a in ACTIONS if a not in ("tool", "custom")]),
    target=st.sampled_from([None, NEXT, FIELD, BOX, MENU]),
    value=st.sampled_from([None, "", "x", "Escape"]),
    page_before=st.sampled_from([None, HOME, AWAY, OPEN]),
    page_after=st.sampled_from([None, HOME, AWAY, OPEN]),
    effect=st.sampled_from([None, True, False]),
    success=st.sampled_from([None, True, False]),
)


@examples(150)
@given(st.lists(steps, max_size=10))
def test_each_step_is_kept_or_dropped(
    path: list[Step],
) -> None:
    found = run(*path)

    assert sorted([*found.kept, *found.dropped]) == list(range(len(path)))
    assert found.kept or not path
    assert set(found.decision_points) <= set(found.kept)


@examples(80)
@given(st.lists(steps, max_size=10))
def test_a_run_without_a_record_of_its_states_is_kept_whole(path: list[Step]) -> None:
    blind = [
        s.model_copy(
            update={
                "page_before": None, "page_after": None, "effect": None,
                "success": None, "value": "x",
            }
        )
        for s in path
    ]  # fmt: skip

    assert run(*blind).dropped == {}
