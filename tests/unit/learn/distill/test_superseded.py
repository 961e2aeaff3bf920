"""Entries that were replaced go; what another step needed stays."""

from typing import Any

import pytest

from kgmem.learn.distill.rules import distill
from kgmem.model.trajectory import Element, Page, Step, Trajectory

SAVE = Element(role="button", name="Save")
END = Step(action="click", target=SAVE)


def field(name: str, value: str) -> Element:
    attributes = {"id": f"f-{name}", "value": value}
    return Element(role="textbox", name=name, attributes=attributes)


def form(*elements: Element) -> Page:
    return Page(url="http://h/form", elements=(*elements, SAVE))


def entered(action: Any, target: Element, value: str | None, *pages: Page) -> Step:
    before, after = pages
    return Step(
        action=action, target=target, value=value,
        page_before=before, page_after=after, effect=True,
    )  # fmt: skip


def dropped(*steps: Step, task: str = "do it") -> list[int]:
    run = Trajectory(task=task, steps=steps, outcome="success")
    return sorted(distill(run).dropped)


class TestTexts:
    def typed(self, *texts: tuple[str, str], first: str = "") -> list[Step]:
        """Each text into its field of a form with the fields A and B."""
        held = {"A": first, "B": ""}
        steps = []
        for name, value in texts:
            target = field(name, held[name])
            before = form(field("A", held["A"]), field("B", held["B"]))
            held[name] = value
            after = form(field("A", held["A"]), field("B", held["B"]))
            steps.append(entered("type", target, value, before, after))
        return steps

    def test_a_text_and_its_emptying(self) -> None:
        assert dropped(*self.typed(("A", "x"), ("A", ""), ("B", "x")), END) == [0, 1]

    def test_the_emptying_of_a_field_that_had_held_something(self) -> None:
        steps = self.typed(("A", "x"), ("A", ""), ("B", "x"), first="old")

        assert dropped(*steps, END) == [0]

    def test_what_the_task_names_is_kept_though_it_had_stood_there(self) -> None:
        steps = self.typed(("A", "Oslo"), ("A", "Rome"), first="Rome")

        assert dropped(*steps, END, task="fly to Rome") == [0]
        assert dropped(*steps, END) == [0, 1]

    def test_a_click_between_perhaps_needed_the_text(self) -> None:
        first, last = self.typed(("A", "x"), ("A", "y"))
        between = Step(action="click", target=Element(role="option", name="x1"))

        assert dropped(first, between, last, END) == []


class TestChoices:
    def radios(self, chosen: str, *more: Element, group: str = "act") -> Page:
        return form(*(self.radio(n, n == chosen, group) for n in "abc"), *more)

    def radio(self, name: str, checked: bool = False, group: str = "act") -> Element:
        told = {"name": group, "id": f"r-{name}", "checked": str(checked).lower()}
        return Element(role="radio", name=name, attributes=told)

    def test_a_radio_button_of_the_same_group(self) -> None:
        steps = (
            entered("click", self.radio("b"), None, self.radios("a"), self.radios("b")),
            entered("click", self.radio("c"), None, self.radios("b"), self.radios("c")),
        )

        assert dropped(*steps, END) == [0]

    def test_a_radio_button_of_another_group(self) -> None:
        other = self.radio("z", True, "other")
        steps = (
            entered("click", self.radio("b"), None, self.radios("a"), self.radios("b")),
            entered("click", other, None, self.radios("b"), self.radios("b", other)),
        )

        assert dropped(*steps, END) == []

    def test_a_radio_button_that_left_something_behind(self) -> None:
        extra = field("Reason", "")
        with_b, with_c = self.radios("b", extra), self.radios("c", extra)
        steps = (
            entered("click", self.radio("b"), None, self.radios("a"), with_b),
            entered("click", self.radio("c"), None, with_b, with_c),
        )

        assert dropped(*steps, END) == []

    def test_a_radio_button_with_which_something_was_filled_in(self) -> None:
        empty, full = (
            self.radios("b", field("A", "")),
            self.radios("b", field("A", "1")),
        )
        steps = (
            entered("click", self.radio("b"), None, self.radios("a"), empty),
            entered("type", field("A", ""), "1", empty, full),
            entered("click", self.radio("c"), None, full, self.radios("c")),
        )

        assert dropped(*steps, END) == []

    def test_radio_buttons_whose_state_is_not_shown(self) -> None:
        bare = [Element(role="radio", name=n, attributes={"name": "g"}) for n in "ab"]
        one = form(*bare)
        steps = [entered("click", radio, None, one, one) for radio in bare]

        assert dropped(*steps, END) == []

    def select(self, value: str, **more: str) -> Element:
        told = {"id": "s", "value": value, **more}
        return Element(role="combobox", name="Type", tag="select", attributes=told)

    @pytest.mark.parametrize(
        ("more", "gone"),
        [({}, [0]), ({"multiple": ""}, []), ({"multiple": "true"}, [])],
    )
    def test_an_option_of_the_same_list(
        self, more: dict[str, str], gone: list[int]
    ) -> None:
        first, second, third = (self.select(v, **more) for v in ("p", "q", "r"))
        steps = (
            entered("select", first, "q", form(first), form(second)),
            entered("select", second, "r", form(second), form(third)),
        )

        assert dropped(*steps, END) == gone

    @pytest.mark.parametrize(
        ("task", "gone"), [("do it", [0, 1]), ("set the type to p", [0])]
    )
    def test_an_option_that_was_chosen_and_set_back(
        self, task: str, gone: list[int]
    ) -> None:
        first, second = self.select("p"), self.select("q")
        steps = (
            entered("select", first, "q", form(first), form(second)),
            entered("select", second, "p", form(second), form(first)),
        )

        assert dropped(*steps, END, task=task) == gone

    def test_an_option_that_filled_another_list(self) -> None:
        first, second, third = (self.select(v) for v in ("p", "q", "r"))
        city = Element(role="combobox", name="City", attributes={"value": "Rome"})
        steps = (
            entered("select", first, "q", form(first), form(second, city)),
            entered("select", second, "r", form(second, city), form(third, city)),
        )

        assert dropped(*steps, END) == []


class TestFolds:
    def fold(self, is_open: bool, **how: Any) -> Element:
        around = ("Ticket #1",) if is_open else ("Comment", "Email")
        return Element(role="link", name="Modify", container=around, **how)

    def at(self, is_open: bool, **how: Any) -> Page:
        inside = [field("A", "")] if is_open else []
        return form(self.fold(is_open, **how), *inside)

    @pytest.mark.parametrize("how", [{"attributes": {"id": "no3"}}, {"path": "/a[3]"}])
    def test_opened_closed_and_opened(self, how: dict[str, Any]) -> None:
        steps = [
            entered(
                "click", self.fold(o, **how), None, self.at(o, **how),
                self.at(not o, **how),
            )
            for o in (False, True, False)
        ]  # fmt: skip

        assert len(dropped(*steps, END)) == 2
        assert dropped(*steps[:1], END) == []

    def test_another_one_of_the_same_name_elsewhere(self) -> None:
        steps = [
            entered("click", self.fold(o), None, self.at(o), self.at(not o))
            for o in (False, True)
        ]

        assert dropped(*steps, END) == []


class TestWhatTheTaskNames:
    @pytest.mark.parametrize(
        ("task", "value"),
        [
            ("File a defect: photos upside down", "defect"),
            ("提交一个缺陷：照片颠倒", "缺陷"),
            ("Fly on March 5 2016", "2016-03-05"),
            ("Book for three people", "3"),
        ],
    )
    def test_a_choice_that_was_shown_already_stays(self, task: str, value: str) -> None:
        held = Element(role="combobox", name="Type", attributes={"value": value})
        shown = form(held)
        idle = Step(
            action="select", target=held, value=value, effect=False,
            page_before=shown, page_after=shown,
        )  # fmt: skip

        assert dropped(idle, END, task=task) == []
        assert dropped(idle, idle, END, task=task) == [1]
        assert dropped(idle, END, task="do it") == [0]

    def test_a_radio_button_that_was_chosen_already_stays(self) -> None:
        radio = Element(role="radio", name="One way", attributes={"checked": "true"})
        idle = Step(
            action="click",
            target=radio,
            page_before=form(radio),
            page_after=form(radio),
        )

        assert dropped(idle, END, task="Find a one-way flight") == []
        assert dropped(idle, END, task="Find a flight") == [0]

    def test_a_failed_one_goes(self) -> None:
        failed = Step(
            action="select", target=SAVE, value="defect", effect=False, success=False
        )

        assert dropped(failed, END, task="File a defect") == [0]
