"""The common path of several runs of one kind."""

import time
from collections.abc import Mapping, Sequence

import pytest

from kgmem.generalize.steps.path import BoundUse, CommonPath, MemberRun, common_path
from kgmem.model.keys.whereabouts import WITHIN
from kgmem.model.pattern import PatternStep
from kgmem.model.trajectory import Element, Locator, Page, Step
from kgmem.paths.fits import ENDS_OF_NAME, PART_OF_NAME
from kgmem.paths.walk import recorded

Bound = Mapping[str, str | list[str]]


def button(name: str, **more: object) -> Element:
    return Element.model_validate(
        {"tag": "button", "role": "button", "name": name, **more}
    )


def field(chosen_id: str) -> Element:
    return Element(tag="input", role="textbox", attributes={"id": chosen_id})


def press(name: str, **more: object) -> Step:
    return Step.model_validate({"action": "click", "target": button(name), **more})


def enter(chosen_id: str, value: str) -> Step:
    return Step(action="type", target=field(chosen_id), value=value)


def tick(chosen_id: str) -> Step:
    target = Element(tag="input", role="checkbox", attributes={"id": chosen_id})
    return Step(action="click", target=target)


def presses(*names: str) -> list[Step]:
    return [press(name) for name in names]


def run(
    key: str,
    steps: Sequence[Step],
    bindings: Bound | None = None,
    uses: Sequence[BoundUse] | None = None,
) -> MemberRun:
    """A run; unless given, uses are where a value is all of a value or a name."""
    bound = bindings or {}
    found = _uses(steps, bound) if uses is None else uses
    return MemberRun(f"task {key}", key, recorded(steps), bound, tuple(found))


def _uses(steps: Sequence[Step], bindings: Bound) -> list[BoundUse]:
    found = []
    for n, step in enumerate(steps):
        texts = {"value": step.value}
        if step.target:
            texts |= {"name": step.target.name, "text": step.target.text}
        for part, text in texts.items():
            for slot, bound in bindings.items():
                items = bound if isinstance(bound, list) else [bound]
                for i, item in enumerate(items):
                    if text and item in text:
                        before, _, after = text.partition(item)
                        place = i if isinstance(bound, list) else None
                        found.append(
                            BoundUse(n, part, slot, None, before, after, place)
                        )
    return found


def told(path: CommonPath) -> list[str]:
    """The path's steps in short: `click Next?` is optional."""
    return [_told(step) for step in path.steps]


def _told(step: PatternStep) -> str:
    what = step.value or (step.target and (step.target.name or step.target.text))
    return (
        f"{step.action} {what}"
        + ("?" if step.need == "optional" else "")
        + (f" [{step.branch}]" if step.branch else "")
        + (f" for {step.repeat_for}" if step.repeat_for else "")
        + (" until" if step.until else "")
    )


# --- one run ------------------------------------------------------------------------


def test_one_run_is_a_path_with_its_values_as_slots() -> None:
    steps = [
        Step(action="scroll"),
        Step(action="click", target=field("user")),
        enter("user", "韩梅梅 {x}"),
        press("Open {all}"),
        press("Send to 韩梅梅 {x}"),
    ]

    path = common_path([run("a", steps, {"s0": "韩梅梅 {x}"})])

    assert told(path) == [
        "type {s0}",
        "click Open {{all}}",
        "click Send to {s0}",
    ]
    assert [step.need for step in path.steps] == ["required"] * 3
    assert [step.slots for step in path.steps] == [("s0",), (), ("s0",)]
    assert path.instances == {"a": (None, None, 1, 2, 3)}
    assert path.refused == {}


def test_no_runs_have_no_path() -> None:
    assert common_path([]) == CommonPath((), {}, {})


def test_repeats_of_one_run_stay_as_they_are() -> None:
    path = common_path([run("a", presses("Next", "Next", "Day 5"))])

    assert told(path) == ["click Next", "click Next", "click Day 5"]


def test_transforms_and_several_values_of_one_text_are_kept() -> None:
    steps = [enter("trip", "PARIS to Rome, 2026-11-22")]
    uses = [
        BoundUse(0, "value", "s0", "upper", "", " to Rome, 2026-11-22", None),
        BoundUse(0, "value", "s1", None, "PARIS to ", ", 2026-11-22", None),
        BoundUse(0, "value", "s2", "date:iso", "PARIS to Rome, ", "", None),
    ]
    bindings = {"s0": "Paris", "s1": "Rome", "s2": "11/22/2026"}

    path = common_path([run("a", steps, bindings, uses)])

    assert told(path) == ["type {s0|upper} to {s1}, {s2|date:iso}"]
    assert path.instances == {"a": (1,)}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("path.1", "https://a.example/p/{s0}?tab=issue4"),
        ("path.1.number", "https://a.example/p/issue{s0}?tab=issue4"),
    ],
)
def test_a_part_of_a_path_becomes_a_slot(part: str, value: str) -> None:
    said = "issue4" if part == "path.1" else "4"
    step = Step(action="navigate", value="https://a.example/p/issue4?tab=issue4")
    use = BoundUse(0, part, "s0", None, "", "", None)

    path = common_path([run("a", [step], {"s0": said}, [use])])

    assert path.steps[0].value == value
    assert path.instances == {"a": (1,)}


def test_values_in_params_and_addresses_become_slots() -> None:
    steps = [
        Step(action="navigate", value="https://a.example/find?q=red+shoes&p=1"),
        Step(
            action="tool",
            params={"name": "order", "ids": ["A1", "B2"], "to": {"city": "Rome"}},
        ),
    ]
    uses = [
        BoundUse(0, "url.q", "s0", None, "", "", None),
        BoundUse(1, "params.ids.0", "s1", None, "", "", 0),
        BoundUse(1, "params.ids.1", "s1", None, "", "", 1),
        BoundUse(1, "params.to.city", "s2", None, "", "", None),
    ]
    bindings: Bound = {"s0": "red shoes", "s1": ["A1", "B2"], "s2": "Rome"}

    path = common_path([run("a", steps, bindings, uses)])

    assert path.steps[0].value == "https://a.example/find?q={s0}&p=1"
    assert path.steps[1].params == {
        "name": "order",
        "ids": ["{s1}"],
        "to": {"city": "{s2}"},
    }
    assert path.instances == {"a": (1, 2)}


def test_what_a_value_picks_keeps_no_id_and_no_place_of_one_visit() -> None:
    picked = Element(
        tag="a",
        name="milk",
        test_id="item-milk",
        attributes={"id": "milk-link", "href": "/milk", "class": "item"},
        locators=(Locator(kind="xpath", value="//a[3]"),),
        ordinal=3,
        path="/ul/li[3]/a",
    )

    path = common_path(
        [run("a", [Step(action="click", target=picked)], {"s0": "milk"})]
    )

    assert path.steps[0].target == Element(
        tag="a", name="{s0}", attributes={"class": "item"}
    )


def test_a_step_uses_no_slot_that_its_members_do_not_all_show() -> None:
    rows = ("May water 48", "March rent 320")
    runs = [
        run(
            str(n),
            [Step(action="click", target=button("Pay", container=(row,)))],
            {"what": row.rsplit(" ", 1)[0]},
            [BoundUse(0, "container.0", "what", None, "", " 48", None)]
            if n == 0
            else [],
        )
        for n, row in enumerate(rows)
    ]

    (step,) = common_path(runs).steps

    assert step.target is not None
    assert step.target.container == ()
    assert step.slots == ()


def test_irreversible_steps_are_flagged_and_pages_expected() -> None:
    after = Page(url="https://a.example/orders/17")

    path = common_path([run("a", [press("Place order", page_after=after)])])

    assert path.steps[0].irreversible
    assert path.steps[0].expect is not None
    assert path.steps[0].expect.url_template == "a.example/orders/{{n}}"


# --- several runs -------------------------------------------------------------------


def test_what_all_take_is_required_and_what_some_take_is_optional() -> None:
    runs = [
        run("a", presses("Open", "Accept cookies", "Send")),
        run("b", presses("Open", "Send")),
        run("c", presses("Open", "Send")),
    ]

    path = common_path(runs)

    assert told(path) == ["click Open", "click Accept cookies?", "click Send"]
    assert [step.support for step in path.steps] == [3, 1, 3]
    assert path.instances == {"a": (1, 2, 3), "b": (1, 3), "c": (1, 3)}


def test_a_target_is_what_all_agree_on() -> None:
    def target(generated: str, classes: str, name: str) -> Element:
        return Element(
            tag="button",
            role="button",
            name=name,
            attributes={"id": generated, "class": classes, "type": "submit"},
            locators=(
                Locator(kind="css", value=".go"),
                Locator(kind="xpath", value=f"//*[@id='{generated}']"),
            ),
        )

    path = common_path(
        [
            run("a", [Step(action="click", target=target(":r1:", "go hot", "Go"))]),
            run("b", [Step(action="click", target=target(":r2:", "cold go", "GO"))]),
        ]
    )

    assert path.steps[0].target == Element(
        tag="button",
        role="button",
        name="Go",
        attributes={"type": "submit", "class": "go"},
        locators=(Locator(kind="css", value=".go"),),
    )


def test_a_name_that_only_holds_the_value_is_the_value() -> None:
    def pick(city: str, code: str) -> list[Step]:
        return [Step(action="click", target=Element(tag="b", text=f"{city} ({code})"))]

    runs = [
        run("a", pick("Lyon", "LYS"), {"s0": "Lyon"}),
        run("b", pick("北京", "PEK"), {"s0": "北京"}),
    ]

    path = common_path(runs)

    assert told(path) == ["click {s0}"]
    assert set(path.instances) == {"a", "b"}


def test_other_ways_of_doing_it_are_alternatives() -> None:
    def search(words: str, last: Step) -> list[Step]:
        return [enter("q", words), last, press("First result")]

    enter_key = Step(action="key", value="Enter")
    runs = [
        run("a", search("茶", enter_key), {"s0": "茶"}),
        run("b", search("tea", press("Search")), {"s0": "tea"}),
        run("c", search("milk", press("Search")), {"s0": "milk"}),
    ]

    path = common_path(runs)

    assert told(path) == [
        "type {s0}",
        "click Search [1.a]",
        "key Enter [1.b]",
        "click First result",
    ]
    assert {step.need for step in path.steps[1:3]} == {"alternative"}
    assert path.instances["a"] == (1, 3, 4)


def test_two_orders_of_the_same_steps_are_alternatives() -> None:
    runs = [
        run("a", presses("Start", "Red", "Big", "Send", "OK")),
        run("b", presses("Start", "Big", "Red", "Send", "OK")),
    ]

    path = common_path(runs)

    assert told(path) == [
        "click Start",
        "click Red [1.a]",
        "click Big [1.a]",
        "click Big [1.b]",
        "click Red [1.b]",
        "click Send",
        "click OK",
    ]


def test_a_choice_that_no_text_explains_goes_by_majority() -> None:
    runs = [
        run("a", presses("Yes", "Send")),
        run("b", presses("No", "Send")),
        run("c", presses("No", "Send")),
    ]

    path = common_path(runs)

    assert told(path) == ["click No", "click Send"]
    assert set(path.instances) == {"b", "c"}
    assert "a" in path.refused


def test_another_literal_value_is_another_step() -> None:
    runs = [
        run("a", [enter("city", "Rome"), press("Go")]),
        run("b", [enter("city", "Oslo"), press("Go")]),
    ]

    path = common_path(runs)

    assert told(path) == ["type Rome", "click Go"]
    assert set(path.refused) == {"b"}


def test_a_run_that_does_without_a_value_is_no_other_way() -> None:
    runs = [
        run("a", [enter("q", "tea"), press("Go")], {"s0": "tea"}),
        run("b", [press("Paste"), press("Go")], {"s0": "茶"}),
    ]

    path = common_path(runs)

    assert told(path) == ["type {s0}", "click Go"]
    assert set(path.refused) == {"b"}


def test_runs_that_share_nothing_are_kept_apart() -> None:
    runs = [
        run("a", presses("One", "Two")),
        run("b", presses("Three", "Four")),
        run("c", presses("Three", "Four")),
    ]

    path = common_path(runs)

    assert told(path) == ["click Three", "click Four"]
    assert set(path.refused) == {"a"}


def test_of_several_kinds_of_path_the_most_usual_one_remains() -> None:
    runs = [
        run("a", presses("Open", "Bin")),
        run("b", presses("Write", "To", "Send")),
        run("c", presses("Open", "Star")),
        run("d", presses("Write", "To", "Later", "Send")),
        run("e", presses("Write", "To", "Send")),
        run("f", presses("Print", "OK")),
    ]

    path = common_path(runs)

    assert told(path) == ["click Write", "click To", "click Later?", "click Send"]
    assert set(path.instances) == {"b", "d", "e"}


def test_of_many_runs_a_slip_of_one_is_left_apart() -> None:
    runs = [run(str(n), presses("Open", "Send")) for n in range(6)]
    runs.append(run("slip", presses("Open", "Help", "Send")))

    path = common_path(runs)

    assert told(path) == ["click Open", "click Send"]
    assert set(path.refused) == {"slip"}
    assert path.steps[0].support == 6


def test_two_steps_that_nothing_tells_apart_any_more_are_refused() -> None:
    def link(chosen_id: str) -> Step:
        return Step(
            action="click", target=Element(tag="a", attributes={"id": chosen_id})
        )

    page = Page(elements=(button("x"), button("x", container=("row",))))
    ambiguous = Step(
        action="click",
        target=button("x", container=("row",)),
        page_before=page,
    )
    runs = [
        run("a", [link("home"), ambiguous, press("OK")]),
        run("b", [link("home"), press("x"), press("OK")]),
    ]

    path = common_path(runs)

    assert path.refused == {}  # "x" was named by its name alone in one of them
    assert path.steps[1].target == Element(tag="button", role="button", name="x")


def test_a_merged_target_must_still_be_one_element_of_the_page() -> None:
    def icon(classes: str) -> Element:
        return Element(tag="span", attributes={"class": classes})

    page = Page(elements=(icon("icon star"), icon("icon trash")))

    def hit(classes: str) -> Step:
        return Step(action="click", target=icon(classes), page_before=page)

    runs = [
        run("a", [press("Open"), hit("icon star"), press("OK")]),
        run("b", [press("Open"), hit("icon trash"), press("OK")]),
    ]

    path = common_path(runs)

    assert set(path.instances) == {"a"}
    assert set(path.refused) == {"b"}


# --- loops --------------------------------------------------------------------------


def test_a_step_per_item_is_a_loop_of_any_length() -> None:
    def select(items: list[str]) -> MemberRun:
        steps = [*presses(*items), press("Submit")]
        return run(" ".join(items) or "none", steps, {"s0": items})

    runs = [select(["milk", "tea", "鸡蛋"]), select(["rice"]), select([])]

    path = common_path(runs)

    assert told(path) == ["click {s0} for s0", "click Submit"] or told(path) == [
        "click {s0}? for s0",
        "click Submit",
    ]
    assert set(path.instances) == {"milk tea 鸡蛋", "rice", "none"}


def test_a_block_of_steps_is_repeated_together() -> None:
    def add(key: str, items: list[str]) -> MemberRun:
        steps = [press("Open")]
        for item in items:
            steps += [press("Add"), enter("item", item)]
        return run(key, [*steps, press("Save")], {"s0": items})

    path = common_path([add("one", ["a1"]), add("three", ["x1", "y1", "z1"])])

    assert told(path) == [
        "click Open",
        "click Add for s0",
        "type {s0} for s0",
        "click Save",
    ]
    assert path.instances == {
        "one": (1, 2, 3, 4),
        "three": (1, 2, 3, 2, 3, 2, 3, 4),
    }


def test_items_in_one_value_are_no_loop() -> None:
    def note(key: str, items: list[str]) -> MemberRun:
        return run(key, [enter("note", ", ".join(items)), press("Save")], {"s0": items})

    path = common_path([note("two", ["milk", "tea"]), note("one", ["rice"])])

    assert told(path) == ["type {s0}", "click Save"]
    assert set(path.instances) == {"two", "one"}


def mail(key: str, part: str, text: str, sender: str) -> MemberRun:
    """Opens a mail by a click on a part of its row, then forwards it."""
    row = Element(tag="div", text=text, attributes={"class": part})
    steps = [Step(action="click", target=row), *presses("Forward", "Send")]
    return run(key, steps, {"s0": sender})


def test_a_name_that_no_text_says_is_told_by_what_is_around_it() -> None:
    runs = [
        mail("a", "subject", "Lunch?", "Ann"),
        mail("b", "subject", "发票", "李雷"),
        mail("c", "subject", "Re: plans", "Bob"),
    ]

    path = common_path(runs)

    assert path.steps[0].target == Element(
        tag="div", container=("{s0}",), attributes={"class": "subject"}
    )
    assert set(path.instances) == {"a", "b", "c"}


def test_two_ways_of_saying_which_one_are_alternatives() -> None:
    runs = [
        mail("a", "subject", "Lunch?", "Ann"),
        mail("b", "subject", "发票", "李雷"),
        mail("c", "sender", "Bob", "Bob"),
    ]

    path = common_path(runs)

    assert [step.branch for step in path.steps] == ["1.a", "1.b", None, None]
    assert set(path.instances) == {"a", "b", "c"}


def test_what_is_called_the_same_in_two_runs_is_no_data() -> None:
    runs = [
        mail("a", "menu", "Inbox", "Ann"),
        mail("b", "menu", "Inbox", "Bob"),
        mail("c", "menu", "Spam", "Eve"),
    ]

    path = common_path(runs)

    assert told(path) == ["click Inbox", "click Forward", "click Send"]
    assert set(path.refused) == {"c"}


def test_a_box_that_is_always_the_same_is_no_value() -> None:
    runs = [
        run("a", [tick("agree"), press("Go")], {"s0": "milk"}),
        run("b", [tick("agree"), press("Go")], {"s0": "tea"}),
    ]

    path = common_path(runs)

    assert path.steps[0].slots == ()
    assert path.steps[0].target == tick("agree").target


def test_an_icon_whose_class_says_the_value() -> None:
    def icon(name: str, state: str) -> MemberRun:
        target = Element(tag="span", attributes={"class": f"{name} {state}"})
        use = BoundUse(0, "attributes.class", "s0", None, "", f" {state}", None)
        return run(name, [Step(action="click", target=target)], {"s0": name}, [use])

    path = common_path([icon("trash", "hot"), icon("star", "cold")])

    assert path.steps[0].target == Element(tag="span", attributes={"class": "{s0}"})
    assert set(path.instances) == {"trash", "star"}


def test_items_that_are_treated_unevenly_are_no_loop() -> None:
    steps = [press("milk"), press("Other"), press("tea"), press("rice"), press("OK")]

    path = common_path([run("a", steps, {"s0": ["milk", "tea", "rice"]})])

    assert path.steps == ()
    assert set(path.refused) == {"a"}


@pytest.mark.parametrize("said", [("2", "4"), ("two", "four"), ("两", "四")])
def test_a_number_that_agrees_in_all_runs_says_how_often(said: tuple[str, str]) -> None:
    runs = [
        run("a", presses("+", "+", "OK"), {"s0": said[0]}),
        run("b", presses("+", "+", "+", "+", "OK"), {"s0": said[1]}),
    ]

    path = common_path(runs)

    assert told(path) == ["click + for s0", "click OK"]


def test_a_step_that_is_repeated_until_the_next_target_is_there() -> None:
    def go(key: str, times: int, day: str) -> MemberRun:
        steps = [press("Date"), *presses(*["Next"] * times, day), press("OK")]
        return run(key, steps, {"s0": day})

    path = common_path([go("a", 0, "12"), go("b", 3, "7"), go("c", 1, "30")])

    assert told(path) == [
        "click Date",
        "click Next? until",
        "click {s0}",
        "click OK",
    ]
    until = path.steps[1].until
    assert until is not None
    assert [element.name for element in until.elements] == ["{s0}"]
    assert path.instances["b"] == (1, 2, 2, 2, 3, 4)


def test_it_is_not_waited_for_what_was_there_before() -> None:
    seen = Page(elements=(button("Next"), button("7")))

    def go(key: str, times: int) -> MemberRun:
        steps = [press("Next", page_before=seen)] * times
        return run(key, [press("Date"), *steps, press("7"), press("OK")])

    path = common_path([go("a", 1), go("b", 3)])

    assert all(step.until is None for step in path.steps) or not path.instances


# --- robustness ---------------------------------------------------------------------


def test_the_order_of_runs_makes_no_difference_to_what_they_share() -> None:
    runs = [
        run("a", presses("Open", "Accept", "Send", "OK")),
        run("b", presses("Open", "Send", "OK")),
        run("c", presses("Open", "Send", "Print", "OK")),
    ]

    path = common_path(runs)

    assert common_path(runs) == path
    assert told(common_path(runs[::-1])) == told(path)


def test_regex_characters_braces_and_placeholders_are_values_like_others() -> None:
    for value in ("a.*(b)[c]$", "{s1}", "{{}}", "[REDACTED:password#1]", "👍 'q\""):
        steps = [enter("x", value), press(f"Find {value} now")]

        path = common_path([run("a", steps, {"s0": value})])

        assert told(path) == ["type {s0}", "click Find {s0} now"]
        assert path.instances == {"a": (1, 2)}


def test_long_runs_and_many_runs_end_soon() -> None:
    long = [
        run(str(shift), presses(*(f"B{n + shift}" for n in range(500))))
        for shift in range(3)
    ]
    many = [
        run(
            str(n),
            [enter("x", f"v{n} z"), *presses(*"ABCDEFGH", "Send")],
            {"s0": f"v{n} z"},
        )
        for n in range(50)
    ]
    started = time.process_time()

    assert common_path(long).steps
    assert len(common_path(many).instances) == 50
    assert time.process_time() - started < 10


# --- looking for it ---------------------------------------------------------------


def tab(name: str) -> Step:
    attributes = {"class": "tab-anchor"}
    target = Element(role="link", tag="a", name=name, attributes=attributes)
    return Step(action="click", target=target)


def searches(*opened: str | None) -> list[MemberRun]:
    """Runs that open one tab or none, and then click what is called by a value."""
    return [
        run(
            f"r{n}",
            [*([tab(name)] if name else []), press(f"item {n}")],
            {"s0": f"item {n}"},
        )
        for n, name in enumerate(opened)
    ]


@pytest.mark.parametrize(
    "opened",
    [
        ("Tab 2", None, None),
        ("Tab 2", "Tab 3", None),
        ("Tab 3", "Tab 3", "Tab 2"),
        ("第二页", None, "第三页"),
    ],
)
def test_what_one_value_needs_and_another_not_is_done_until_the_value_shows(
    opened: Sequence[str | None],
) -> None:
    path = common_path(searches(*opened))

    assert not path.refused
    assert told(path) == ["click None? until", "click {s0}"]
    first = path.steps[0]
    assert first.target == Element(
        role="link", tag="a", attributes={"class": "tab-anchor"}
    )
    assert first.until is not None
    assert first.until.elements == (path.steps[1].target,)


def test_a_step_that_some_need_before_what_is_always_there_is_optional() -> None:
    close = Step(
        action="click",
        target=Element(tag="a", name="Close", attributes={"class": "close"}),
    )

    path = common_path(
        [
            run("a", [close, press("Buy")]),
            run("b", [press("Buy")]),
            run("c", [press("Buy")]),
        ]
    )

    assert told(path) == ["click Close?", "click Buy"]


def test_what_cannot_be_taken_back_is_not_done_to_others_of_its_like() -> None:
    delete = Step(
        action="click",
        target=Element(tag="a", name="Delete", attributes={"class": "tool"}),
    )
    runs = [
        run("a", [delete, press("one")], {"s0": "one"}),
        run("b", [press("two")], {"s0": "two"}),
        run("c", [press("three")], {"s0": "three"}),
    ]

    path = common_path(runs)

    assert path.steps[0].target is not None
    assert path.steps[0].target.name == "Delete"


def section(n: int, *others: int) -> Step:
    names = " ".join(f"Section #{one}" for one in others)
    target = Element(
        role="tab",
        name=f"Section #{n}",
        attributes={"class": "head"},
        container=(names,),
    )
    return Step(action="click", target=target)


def test_one_of_several_that_a_number_tells_apart_is_any_from_the_first_run_on() -> (
    None
):
    path = common_path([run("a", [section(3, 1, 2), press("one")], {"s0": "one"})])

    assert told(path) == ["click None until", "click {s0}"]


@pytest.mark.parametrize(
    "steps",
    [
        [section(3), press("one")],
        [section(3, 3), press("one")],
        [section(3, 1, 2), press("Save"), press("one")],
    ],
)
def test_without_others_or_a_value_behind_it_a_numbered_one_is_itself(
    steps: Sequence[Step],
) -> None:
    path = common_path([run("a", steps, {"s0": "one"})])

    assert told(path)[0] == "click Section #3"


# --- what stands around -----------------------------------------------------------


def around(n: int, text: str, slot: str, value: str, item: int | None) -> BoundUse:
    before, _, after = text.partition(value)
    return BoundUse(n, "container.0", slot, None, before, after, item)


def in_group(name: str, group: str) -> Step:
    return Step(action="click", target=button(name, container=(group,)))


def ticks_of(key: str, *names: str, more: Bound | None = None) -> MemberRun:
    """A box for each name, in a group that shows them all, and a button below it."""
    group = " ".join(names)
    boxes = [
        Step(
            action="click",
            target=Element(role="checkbox", name=name, container=(group,)),
        )
        for name in names
    ]
    steps = [*boxes, in_group("OK", group)]
    bound: Bound = {"s0": list(names), **(more or {})}
    uses = _uses(steps, bound) + [
        around(n, group, "s0", name, i)
        for n in range(len(steps))
        for i, name in enumerate(names)
    ]
    return run(key, steps, bound, uses)


def test_items_in_the_text_around_others_are_there_by_chance() -> None:
    runs = [ticks_of("a", "one", "two"), ticks_of("b", "red"), ticks_of("c", "x", "y")]

    path = common_path(runs)

    assert not path.refused
    assert told(path) == ["click {s0} for s0", "click OK"]


def test_a_button_that_a_further_value_names_is_not_one_of_the_items() -> None:
    named: Bound = {"s1": "OK"}
    runs = [ticks_of("a", "one", "two", more=named), ticks_of("b", "red", more=named)]

    path = common_path(runs)

    assert not path.refused
    assert told(path) == ["click {s0} for s0", "click {s1}"]


def test_a_path_that_one_run_alone_follows_keeps_none_of_its_values() -> None:
    follower = saving("OrderGuide", "Editing_{}")
    other = run("b", [press("Stop"), press("Halt")], {"page": "PriceList"})

    path = common_path([follower, other])

    assert set(path.instances) == {"OrderGuide"}
    assert path.steps[-1].target is not None
    assert path.steps[-1].target.container == ()


def test_a_value_around_a_named_element_may_be_there_by_chance() -> None:
    """A list that shows all colours, and in one run so the wanted one, too."""
    colours = "red green blue"
    uses = [
        around(0, colours, "s0", "red", None),
        BoundUse(1, "name", "s0", None, "", "", None),
    ]
    runs = [
        run(
            "a",
            [in_group("Open", colours), press("red")],
            {"s0": "red"},
            uses,
        ),
        run("b", [in_group("Open", "…"), press("Blue")], {"s0": "Blue"}),
    ]

    path = common_path(runs)

    assert not path.refused
    assert told(path) == ["click Open", "click {s0}"]


def test_of_a_row_the_value_that_picks_it_is_told() -> None:
    def more(key: str, rest: str) -> MemberRun:
        row = f"Ann {key} {rest}"
        step = Step(
            action="click",
            target=Element(tag="span", attributes={"class": "more"}, container=(row,)),
        )
        return run(key, [step], {"s0": key}, [around(0, row, "s0", key, None)])

    path = common_path([more("@ann", "17 h ago")])

    assert path.steps[0].target is not None
    assert path.steps[0].target.container == ("{s0}",)


def test_a_value_that_stands_further_away_keeps_its_place() -> None:
    heading = "Editing Ann"
    around = ("Details", heading, "Address book", heading)
    step = Step(action="click", target=button("Save", container=around))
    uses = [
        BoundUse(0, f"container.{n}", "s0", None, "Editing ", "", None) for n in (1, 3)
    ]

    path = common_path([run("a", [step], {"s0": "Ann"}, uses)])

    assert path.steps[0].target is not None
    assert path.steps[0].target.container == ("", "{s0}")


def test_a_name_that_one_run_writes_in_other_letters_is_the_values_still() -> None:
    def named(key: str, name: str, transform: str | None) -> MemberRun:
        uses = [BoundUse(0, "name", "s0", transform, "", "", None)]
        return run(key, [press(name)], {"s0": name.title()}, uses)

    path = common_path(
        [named("a", "Ok", None), named("b", "ok", "lower"), named("c", "No", None)]
    )

    assert not path.refused
    assert told(path) == ["click {s0}"]


def test_icons_of_different_classes_in_a_row_are_different_steps() -> None:
    def icon(key: str, name: str) -> MemberRun:
        step = Step(
            action="click",
            target=Element(tag="span", attributes={"class": name}, container=(key,)),
        )
        return run(key, [step], {"s0": key}, [around(0, key, "s0", key, None)])

    path = common_path([icon("@ann", "reply"), icon("@bob", "share")])

    assert len(path.instances) == 1


def test_a_choice_that_is_called_by_two_values_is_known_by_the_one_that_all_have() -> (
    None
):
    def choose(key: str, user: str, what: str, name: str) -> MemberRun:
        step = Step(
            action="click", target=Element(role="listitem", tag="li", text=name)
        )
        return run(key, [step], {"s0": user, "s1": what})

    path = common_path(
        [
            choose("a", "@ann", "Mute", "Mute @ann"),
            choose("b", "@bob", "Report", "Report"),
        ]
    )

    target = path.steps[0].target
    assert set(path.instances) == {"a", "b"}
    assert target is not None
    assert (target.text, target.locators) == ("{s1}", (PART_OF_NAME,))


# What one run's page says -------------------------------------------------------------


AROUND = "Editing {}", "Editing_{}", "{}History", "{}#top", f"{{}} {'word ' * 100}"


def saving(page: str, around: str) -> MemberRun:
    target = button("Save", container=[around.format(page)])
    steps = [enter("name", page), Step(action="click", target=target)]
    return run(page, steps, {"page": page})


@pytest.mark.parametrize("around", AROUND)
def test_a_path_keeps_no_value_of_its_one_run_around_an_element(around: str) -> None:
    path = common_path([saving("OrderGuide", around)])

    save = path.steps[-1].target
    assert save is not None
    assert (save.name, save.container) == ("Save", ())


def test_what_is_left_around_an_element_keeps_its_place() -> None:
    target = button("Save", container=["Editing_OrderGuide", "Wiki"])
    steps = [enter("name", "OrderGuide"), Step(action="click", target=target)]

    path = common_path([run("a", steps, {"page": "OrderGuide"})])

    assert path.steps[-1].target is not None
    assert path.steps[-1].target.container == ("", "Wiki")


def test_what_runs_of_several_values_have_around_it_is_the_pages_own() -> None:
    texts = ("OrderGuide", "PriceList", "TeamRules")

    path = common_path([saving(text, "PriceListEditor") for text in texts])

    save = path.steps[-1].target
    assert save is not None
    assert save.container == ("PriceListEditor",)


# Labels of fields ---------------------------------------------------------------------


def labelled(n: int, label: str, value: str, form: str) -> tuple[Step, BoundUse]:
    """Something typed into a field beside a label that the text says, too."""
    target = Element(role="textbox", container=(label, form))
    use = BoundUse(n, "container.0", f"label{n}", "title", "", "", None)
    return Step(action="type", target=target, value=value), use


def test_fields_told_by_labels_of_one_form_are_told_apart() -> None:
    form = "Name Code Log in"
    name, named = labelled(0, "Name", "ann", form)
    code, coded = labelled(1, "Code", "x1", form)
    bound = {"label0": "name", "label1": "code"}

    path = common_path([run("a", [name, code], bound, [named, coded])])

    assert path.refused == {}
    assert len(path.steps) == 2


def test_a_label_that_another_one_holds_stays_around_its_field() -> None:
    form = "Code Repeat code"
    first, use = labelled(0, "Code", "x1", form)
    target = Element(role="textbox", container=("Repeat code", form))
    again = Step(action="type", target=target, value="x1")

    path = common_path([run("a", [first, again], {"label0": "code"}, [use])])

    assert path.steps[1].target is not None
    assert path.steps[1].target.container == ("Repeat code", form)


# Rows ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "text", "kept", "is_part"),
    [
        ("div", "Ann See you soon, then. Best", "{s0}", True),
        ("div", "Ann away", "{s0} away", False),
        ("div", "Letters to and from Ann", "Letters to and from {s0}", False),
        ("button", "Ann See you soon, then. Best", None, False),
    ],
)
def test_a_row_that_begins_with_a_value_is_told_by_it_from_the_first_run_on(
    tag: str, text: str, kept: str | None, is_part: bool
) -> None:
    target = Element(tag=tag, text=text, attributes={"class": "thread"})
    step = Step(action="click", target=target)

    path = common_path([run("a", [step], {"s0": "Ann"})])

    found = path.steps[0].target
    assert found is not None
    assert found.text == (kept or "{s0} See you soon, then. Best")
    assert (PART_OF_NAME in found.locators) is is_part


@pytest.mark.parametrize(
    ("own_id", "is_kept"), [("send", True), ("send-ann", False), ("b7", False)]
)
def test_what_the_pages_own_id_tells_keeps_it_beside_a_value(
    own_id: str, is_kept: bool
) -> None:
    target = Element(tag="span", attributes={"id": own_id}, container=("Ann",))
    use = BoundUse(0, "container.0", "s0", None, "", "", None)
    step = Step(action="click", target=target)

    path = common_path([run("a", [step], {"s0": "Ann"}, [use])])

    found = path.steps[0].target
    assert found is not None
    assert (found.attributes.get("id") == own_id) is is_kept
    assert found.container == ("{s0}",)


# Ends of names ------------------------------------------------------------------------


def suggested(key: str, name: str, bound: Mapping[str, str]) -> MemberRun:
    """A run that picks a suggestion of which the values are the ends."""
    target = Element(tag="div", text=name, attributes={"class": "suggestion"})
    first, last = bound["s0"], bound.get("s1", "")
    uses = [BoundUse(0, "text", "s0", None, "", name[len(first) :], None)]
    if last:
        uses.append(BoundUse(0, "text", "s1", None, name[: -len(last)], "", None))
    return run(key, [Step(action="click", target=target)], bound, uses)


def test_a_name_of_which_values_are_the_ends_is_open_between_them() -> None:
    one = suggested("a", "Lotus biscuits", {"s0": "Lo", "s1": "cuits"})
    other = suggested("b", "Marzipan", {"s0": "Mar", "s1": "pan"})

    path = common_path([one, other])

    found = path.steps[0].target
    assert path.refused == {}
    assert found is not None
    assert (found.text, ENDS_OF_NAME in found.locators) == ("{s0}*{s1}", True)


def test_a_path_that_asks_for_one_end_does_not_do_for_two() -> None:
    one = suggested("a", "Lotus biscuits", {"s0": "Lo", "s1": "cuits"})
    other = suggested("b", "Marzipan", {"s0": "Mar"})

    path = common_path([one, other])

    assert list(path.instances) == ["a"]


# Data beside its label ----------------------------------------------------------------


def turned(page: int) -> Step:
    """A click on the link to the next page, in a book of one card a page."""
    target = Element(
        tag="a",
        role="link",
        name="Next",
        attributes={"class": "turn"},
        path="/div[2]/a[1]",
        container=(f"page {page}", f"Card {page} Size: Colour: page {page}"),
    )
    return Step(action="click", target=target)


def card(key: str, pages: int, person: str, label: str, data: str) -> MemberRun:
    """A run that looks a card up and clicks on what stands behind one of its labels."""
    around = f"{label.title()}:", f"{person} Size: Colour: page"
    attributes = {"class": label}
    target = Element(
        tag="a", role="link", name=data, attributes=attributes, container=around
    )
    steps = [*map(turned, range(pages)), Step(action="click", target=target)]
    uses = [
        BoundUse(pages, "container.0", "s1", "title", "", ":", None),
        BoundUse(pages, "container.1", "s0", None, "", around[1][len(person) :], None),
    ]
    return run(key, steps, {"s0": person, "s1": label}, uses)


def test_data_behind_a_label_is_told_by_label_and_row_on_whichever_page() -> None:
    runs = [
        card("a", 0, "Ann", "size", "42"),
        card("b", 3, "Bob", "colour", "light green"),
        card("c", 2, "Cy", "size", "38"),
    ]

    path = common_path(runs)

    assert path.refused == {}
    turn, pick = path.steps
    assert (turn.need, turn.until is not None) == ("optional", True)
    assert pick.target is not None
    assert (pick.target.name, pick.target.container) == (None, ("{s1|title}", "{s0}"))
    assert pick.target.attributes == {"class": "{s1}"}


def test_what_a_button_behind_a_label_is_called_stays() -> None:
    one = card("a", 0, "Ann", "size", "Remove")
    (step,) = one.steps
    assert step.target is not None
    button = step.target.model_copy(update={"tag": "button", "role": "button"})
    uses = list(one.uses)

    path = common_path(
        [run("a", [Step(action="click", target=button)], one.bindings, uses)]
    )

    assert path.steps[0].target is not None
    assert path.steps[0].target.name == "Remove"


def test_a_row_keeps_all_values_that_every_run_has_in_it() -> None:
    def moved(who: str, day: str) -> MemberRun:
        row = Element(role="button", name="Move", container=(f"{who} {day} sure",))
        step = Step(action="click", target=row)
        values = {"who": who, "day": day}
        uses = [
            BoundUse(0, "container.0", "who", None, "", f" {day} sure", None),
            BoundUse(0, "container.0", "day", None, f"{who} ", " sure", None),
        ]
        return run(who, [step], values, uses)

    path = common_path([moved("Luna", "3 May"), moved("Biscuit", "7 June")])

    (step,) = path.steps
    assert step.target is not None
    assert step.target.container == ("{who} {day}",)
    assert step.slots == ("who", "day")


def test_what_stands_behind_two_values_in_a_row_is_of_the_run() -> None:
    def opened(who: str, leave: str, days: str) -> MemberRun:
        cell = Element(role="cell", name=f"{who} {leave} {days}")
        step = Step(action="click", target=cell)
        values = {"who": who, "leave": leave}
        uses = [
            BoundUse(0, "name", "who", None, "", f" {leave} {days}", None),
            BoundUse(0, "name", "leave", None, f"{who} ", f" {days}", None),
        ]
        return run(who, [step], values, uses)

    path = common_path([opened("Luna", "sick", "3 d"), opened("Bea", "annual", "1 d")])

    (step,) = path.steps
    assert step.target is not None
    assert step.target.name == "{who} {leave}"


def test_of_a_row_that_is_told_by_all_its_text_the_value_is_kept() -> None:
    row = Element(role="row", name="Order 5 Ann 12.00")
    opened = Step(action="click", target=row)
    use = BoundUse(0, "name", "s1", None, "", " Ann 12.00", None)

    found = common_path([run("one", [opened], {"s1": "Order 5"}, [use])])

    target = found.steps[0].target
    assert target is not None
    assert (target.name, PART_OF_NAME in target.locators) == ("{s1}", True)


def option(name: str, role: str = "option", **more: object) -> Step:
    target = Element.model_validate({"role": role, "name": name, **more})
    return Step(action="click", target=target)


@pytest.mark.parametrize(
    ("role", "name", "is_part"),
    [("option", "{s0}", True), ("button", "{s0} (OSL)", False)],
)
def test_what_stands_beside_the_value_in_an_option_is_no_part_of_its_name(
    role: str, name: str, is_part: bool
) -> None:
    runs = [run("a", [option("Oslo (OSL)", role)], {"s0": "Oslo"})]

    target = common_path(runs).steps[0].target

    assert target is not None
    assert (target.name, PART_OF_NAME in target.locators) == (name, is_part)


def test_the_host_of_a_shadow_root_stays_where_a_value_names_the_element() -> None:
    path = "/html/body[1]/my-card[1]/shadow-root[1]/li[1]"
    runs = [run("a", [option("Oslo", path=path)], {"s0": "Oslo"})]

    target = common_path(runs).steps[0].target

    assert target is not None
    assert (target.path, target.locators) == (
        None,
        (Locator(kind=WITHIN, value="my-card"),),
    )
