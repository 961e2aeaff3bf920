"""The common path of several runs of one kind."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgmem.generalize.steps.path import BoundUse, CommonPath, MemberRun, common_path
from kgmem.model.keys.whereabouts import WITHIN
from kgmem.model.pattern import PatternStep
from kgmem.model.trajectory import Element, Locator, Page, Step
from kgmem.paths.fits import PART_OF_NAME
from kgmem.paths.walk import recorded

Bound = Mapping[str, str | list[str]]


def button(name: str, **more: object) -> Element:
    return Element.model_validate(
        {"tag": "button", "role": "button", "name": name, **more}
    )


def field(chosen_id: str) -> Element:
    return Element(tag="input", role="textbox", attributes={"id": chosen_id})


def click(target: Element | None = None, **more: object) -> Step:
    """A click on this element, or on one that is told in short."""
    return Step(action="click", target=target or Element.model_validate(more))


def press(name: str, **more: object) -> Step:
    return Step.model_validate({"action": "click", "target": button(name), **more})


def enter(chosen_id: str, value: str) -> Step:
    return Step(action="type", target=field(chosen_id), value=value)


def done(short: str) -> list[Step]:
    """Steps in short: `Open > q=tea > Go` opens, types tea into the field q, and goes
    on; `!Enter` is a key, `(Close)` a click on a text."""
    steps = []
    for one in short.split(" > "):
        chosen_id, is_typed, value = one.partition("=")
        if one.startswith("!"):
            steps.append(Step(action="key", value=one[1:]))
        elif one.startswith("("):
            steps.append(click(tag="b", text=one[1:-1]))
        else:
            steps.append(enter(chosen_id, value) if is_typed else press(one))
    return steps


def run(
    key: str,
    steps: str | Sequence[Step],
    bindings: Bound | None = None,
    uses: Sequence[BoundUse] | None = None,
) -> MemberRun:
    """A run; unless given, uses are where a value is all of a value or a name."""
    bound = bindings or {}
    steps = done(steps) if isinstance(steps, str) else steps
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
                        place = i if isinstance(bound, list) else None
                        found.append(use(n, part, slot, text, item, item=place))
    return found


def use(
    n: int,
    part: str,
    slot: str,
    text: str,
    value: str,
    transform: str | None = None,
    item: int | None = None,
) -> BoundUse:
    """A value within a text."""
    before, _, after = text.partition(value)
    return BoundUse(n, part, slot, transform, before, after, item)


def whole(n: int, part: str, slot: str, item: int | None = None) -> BoundUse:
    """A value that is all of a text."""
    return BoundUse(n, part, slot, None, "", "", item)


def alone(steps: str | Sequence[Step], bound: Bound, *uses: BoundUse) -> CommonPath:
    """The path of one run."""
    return common_path([run("a", steps, bound, uses or None)])


def target_of(path: CommonPath, place: int = 0) -> Element:
    found = path.steps[place].target
    assert found is not None
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


GROUPS = tomllib.loads(Path(__file__).with_name("path.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "group", [pytest.param(one, id=one["says"]) for one in GROUPS["group"]]
)
def test_what_runs_share_is_their_path(group: Mapping[str, Any]) -> None:
    values = group.get("values", {})
    runs = [run(key, steps, values.get(key)) for key, steps in group["runs"].items()]

    found = common_path(runs)

    refused = set(group.get("refused", ()))
    assert told(found) == group["path"]
    assert (set(found.refused), set(found.instances)) == (
        refused,
        group["runs"].keys() - refused,
    )


@pytest.mark.parametrize(
    "value", ["a.*(b)[c]$", "{s1}", "{{}}", "[REDACTED:password#1]", "👍 'q\""]
)
def test_regex_characters_and_braces_are_values_like_others(value: str) -> None:
    path = alone(f"x={value} > Find {value} now", {"s0": value})

    assert told(path) == ["type {s0}", "click Find {s0} now"]
    assert path.instances == {"a": (1, 2)}


# --- one run ------------------------------------------------------------------------


def test_one_run_is_a_path_with_its_values_as_slots() -> None:
    steps = [
        Step(action="scroll"),
        click(field("user")),
        *done("user=韩梅梅 {x} > Open {all} > Send to 韩梅梅 {x}"),
    ]

    path = alone(steps, {"s0": "韩梅梅 {x}"})

    assert told(path) == ["type {s0}", "click Open {{all}}", "click Send to {s0}"]
    assert [step.need for step in path.steps] == ["required"] * 3
    assert [step.slots for step in path.steps] == [("s0",), (), ("s0",)]
    assert path.instances == {"a": (None, None, 1, 2, 3)}
    assert path.refused == {}


def test_no_runs_have_no_path() -> None:
    assert common_path([]) == CommonPath((), {}, {})


def test_transforms_and_several_values_of_one_text_are_kept() -> None:
    text = "PARIS to Rome, 2026-11-22"
    bindings = {"s0": "Paris", "s1": "Rome", "s2": "11/22/2026"}

    path = alone(
        [enter("trip", text)],
        bindings,
        use(0, "value", "s0", text, "PARIS", "upper"),
        use(0, "value", "s1", text, "Rome"),
        use(0, "value", "s2", text, "2026-11-22", "date:iso"),
    )

    assert told(path) == ["type {s0|upper} to {s1}, {s2|date:iso}"]
    assert path.instances == {"a": (1,)}


@pytest.mark.parametrize(
    ("part", "said", "value"),
    [
        ("path.1", "issue4", "https://a.example/p/{s0}?tab=issue4"),
        ("path.1.number", "4", "https://a.example/p/issue{s0}?tab=issue4"),
    ],
)
def test_a_part_of_a_path_becomes_a_slot(part: str, said: str, value: str) -> None:
    step = Step(action="navigate", value="https://a.example/p/issue4?tab=issue4")

    path = alone([step], {"s0": said}, whole(0, part, "s0"))

    assert path.steps[0].value == value
    assert path.instances == {"a": (1,)}


def test_values_in_params_and_addresses_become_slots() -> None:
    order = {"name": "order", "ids": ["A1", "B2"], "to": {"city": "Rome"}}
    steps = [
        Step(action="navigate", value="https://a.example/find?q=red+shoes&p=1"),
        Step(action="tool", params=order),
    ]
    bindings: Bound = {"s0": "red shoes", "s1": ["A1", "B2"], "s2": "Rome"}

    path = alone(
        steps,
        bindings,
        whole(0, "url.q", "s0"),
        whole(1, "params.ids.0", "s1", 0),
        whole(1, "params.ids.1", "s1", 1),
        whole(1, "params.to.city", "s2"),
    )

    assert path.steps[0].value == "https://a.example/find?q={s0}&p=1"
    assert path.steps[1].params == order | {"ids": ["{s1}"], "to": {"city": "{s2}"}}
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

    path = alone([click(picked)], {"s0": "milk"})

    kept = Element(tag="a", name="{s0}", attributes={"class": "item"})
    assert target_of(path) == kept


def test_a_step_uses_no_slot_that_its_members_do_not_all_show() -> None:
    def paid(key: str, what: str, row: str, *uses: BoundUse) -> MemberRun:
        return run(key, [in_group("Pay", row)], {"what": what}, uses)

    row = "May water 48"
    one = paid("a", "May water", row, use(0, "container.0", "what", row, "May water"))

    path = common_path([one, paid("b", "March rent", "March rent 320")])

    assert target_of(path).container == ()
    assert path.steps[0].slots == ()


def test_irreversible_steps_are_flagged_and_pages_expected() -> None:
    after = Page(url="https://a.example/orders/17")

    (step,) = alone([press("Place order", page_after=after)], {}).steps

    assert step.irreversible
    assert step.expect is not None
    assert step.expect.url_template == "a.example/orders/{{n}}"


# --- several runs -------------------------------------------------------------------


def test_steps_know_their_runs_and_runs_their_steps() -> None:
    runs = [
        run("a", "Open > Accept cookies > Send"),
        run("b", "Open > Send"),
        run("c", "Open > Send"),
    ]

    path = common_path(runs)

    assert [step.support for step in path.steps] == [3, 1, 3]
    assert path.instances == {"a": (1, 2, 3), "b": (1, 3), "c": (1, 3)}


def test_a_target_is_what_all_agree_on() -> None:
    def hit(generated: str, classes: str, name: str) -> Step:
        locators = (
            Locator(kind="css", value=".go"),
            Locator(kind="xpath", value=f"//*[@id='{generated}']"),
        )
        attributes = {"id": generated, "class": classes, "type": "submit"}
        return click(button(name, attributes=attributes, locators=locators))

    path = common_path(
        [
            run("a", [hit(":r1:", "go hot", "Go")]),
            run("b", [hit(":r2:", "cold go", "GO")]),
        ]
    )

    assert target_of(path) == button(
        "Go",
        attributes={"type": "submit", "class": "go"},
        locators=(Locator(kind="css", value=".go"),),
    )


def test_links_of_one_name_that_lead_elsewhere_are_two_steps() -> None:
    def new(what: str) -> Step:
        return click(tag="a", name="New", attributes={"href": f"/{what}"})

    save = press("Save")
    detour = [press("Open"), new("issue"), press("OK"), new("keyword"), save]
    straight = [press("Open"), new("keyword"), save]

    path = common_path([run("a", detour), run("b", straight), run("c", straight)])

    assert path.instances["b"] == (1, 4, 5)


def test_two_steps_that_nothing_tells_apart_any_more_are_refused() -> None:
    home, row = click(tag="a", attributes={"id": "home"}), ("row",)
    page = Page(elements=(button("x"), button("x", container=row)))
    ambiguous = Step(
        action="click", target=button("x", container=row), page_before=page
    )

    path = common_path(
        [
            run("a", [home, ambiguous, press("OK")]),
            run("b", [home, press("x"), press("OK")]),
        ]
    )

    assert path.refused == {}  # "x" was named by its name alone in one of them
    assert target_of(path, 1) == button("x")


def test_a_merged_target_must_still_be_one_element_of_the_page() -> None:
    star, trash = (
        Element(tag="span", attributes={"class": f"icon {one}"})
        for one in ("star", "trash")
    )
    page = Page(elements=(star, trash))

    def hit(key: str, icon: Element) -> MemberRun:
        step = Step(action="click", target=icon, page_before=page)
        return run(key, [press("Open"), step, press("OK")])

    path = common_path([hit("a", star), hit("b", trash)])

    assert (set(path.instances), set(path.refused)) == ({"a"}, {"b"})


def test_the_order_of_runs_makes_no_difference_to_what_they_share() -> None:
    runs = [
        run("a", "Open > Accept > Send > OK"),
        run("b", "Open > Send > OK"),
        run("c", "Open > Send > Print > OK"),
    ]

    path = common_path(runs)

    assert common_path(runs) == path
    assert told(common_path(runs[::-1])) == told(path)


def test_long_runs_and_many_runs_have_a_path() -> None:
    long = [
        run(str(shift), " > ".join(f"B{n + shift}" for n in range(500)))
        for shift in range(3)
    ]
    letters = " > ".join("ABCDEFGH")
    many = [
        run(str(n), f"x=v{n} z > {letters} > Send", {"s0": f"v{n} z"})
        for n in range(50)
    ]

    assert common_path(long).steps
    assert len(common_path(many).instances) == 50


# --- loops --------------------------------------------------------------------------


def test_a_step_per_item_is_a_loop_of_any_length() -> None:
    def select(*items: str) -> MemberRun:
        return run(" ".join(items), " > ".join([*items, "Submit"]), {"s0": [*items]})

    path = common_path([select("milk", "tea", "鸡蛋"), select("rice"), select()])

    assert [one.replace("?", "") for one in told(path)] == [
        "click {s0} for s0",
        "click Submit",
    ]
    assert set(path.instances) == {"milk tea 鸡蛋", "rice", ""}


def test_a_block_of_steps_is_repeated_together() -> None:
    def add(key: str, *items: str) -> MemberRun:
        added = [f"Add > item={item}" for item in items]
        return run(key, " > ".join(["Open", *added, "Save"]), {"s0": [*items]})

    path = common_path([add("one", "a1"), add("three", "x1", "y1", "z1")])

    assert told(path) == [
        *("click Open", "click Add for s0", "type {s0} for s0", "click Save")
    ]
    assert path.instances == {
        "one": (1, 2, 3, 4),
        "three": (1, 2, 3, 2, 3, 2, 3, 4),
    }


def mail(key: str, part: str, text: str, sender: str) -> MemberRun:
    """Opens a mail by a click on a part of its row, then forwards it."""
    row = click(tag="div", text=text, attributes={"class": part})
    return run(key, [row, *done("Forward > Send")], {"s0": sender})


def test_a_name_that_no_text_says_is_told_by_what_is_around_it() -> None:
    path = common_path(
        [
            mail("a", "subject", "Lunch?", "Ann"),
            mail("b", "subject", "发票", "李雷"),
            mail("c", "subject", "Re: plans", "Bob"),
        ]
    )

    assert target_of(path) == Element(
        tag="div", container=("{s0}",), attributes={"class": "subject"}
    )
    assert set(path.instances) == {"a", "b", "c"}


def test_two_ways_of_saying_which_one_are_alternatives() -> None:
    path = common_path(
        [
            mail("a", "subject", "Lunch?", "Ann"),
            mail("b", "subject", "发票", "李雷"),
            mail("c", "sender", "Bob", "Bob"),
        ]
    )

    assert [step.branch for step in path.steps] == ["1.a", "1.b", None, None]
    assert {step.need for step in path.steps[:2]} == {"alternative"}
    assert path.instances["c"] == (2, 3, 4)


def test_what_is_called_the_same_in_two_runs_is_no_data() -> None:
    path = common_path(
        [
            mail("a", "menu", "Inbox", "Ann"),
            mail("b", "menu", "Inbox", "Bob"),
            mail("c", "menu", "Spam", "Eve"),
        ]
    )

    assert told(path) == ["click Inbox", "click Forward", "click Send"]
    assert set(path.refused) == {"c"}


def test_a_box_that_is_always_the_same_is_no_value() -> None:
    box = Element(tag="input", role="checkbox", attributes={"id": "agree"})
    steps = [click(box), press("Go")]

    path = common_path(
        [run("a", steps, {"s0": "milk"}), run("b", steps, {"s0": "tea"})]
    )

    assert (path.steps[0].slots, path.steps[0].target) == ((), box)


def test_an_icon_whose_class_says_the_value() -> None:
    def icon(name: str, state: str) -> MemberRun:
        classes = f"{name} {state}"
        used = use(0, "attributes.class", "s0", classes, name)
        step = click(tag="span", attributes={"class": classes})
        return run(name, [step], {"s0": name}, [used])

    path = common_path([icon("trash", "hot"), icon("star", "cold")])

    assert target_of(path) == Element(tag="span", attributes={"class": "{s0}"})
    assert set(path.instances) == {"trash", "star"}


def test_a_step_that_is_repeated_until_the_next_target_is_there() -> None:
    def go(key: str, times: int, day: str) -> MemberRun:
        turns = ["Next"] * times
        return run(key, " > ".join(["Date", *turns, day, "OK"]), {"s0": day})

    path = common_path([go("a", 0, "12"), go("b", 3, "7"), go("c", 1, "30")])

    assert told(path) == [
        *("click Date", "click Next? until", "click {s0}", "click OK")
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


# --- what stands around -----------------------------------------------------------


def around(n: int, text: str, slot: str, value: str, item: int | None) -> BoundUse:
    return use(n, "container.0", slot, text, value, item=item)


def in_group(name: str, group: str) -> Step:
    return click(button(name, container=(group,)))


def test_a_value_around_a_named_element_may_be_there_by_chance() -> None:
    """A list that shows all colours, and in one run so the wanted one, too."""
    colours = "red green blue"
    uses = [around(0, colours, "s0", "red", None), whole(1, "name", "s0")]
    steps = [in_group("Open", colours), press("red")]

    path = common_path(
        [
            run("a", steps, {"s0": "red"}, uses),
            run("b", [in_group("Open", "…"), press("Blue")], {"s0": "Blue"}),
        ]
    )

    assert not path.refused
    assert told(path) == ["click Open", "click {s0}"]


def in_row(key: str, icon: str, row: str) -> MemberRun:
    """A click on an icon in a row that says the value."""
    step = click(tag="span", attributes={"class": icon}, container=(row,))
    return run(key, [step], {"s0": key}, [around(0, row, "s0", key, None)])


def test_of_a_row_the_value_that_picks_it_is_told() -> None:
    path = common_path([in_row("@ann", "more", "Ann @ann 17 h ago")])

    assert target_of(path).container == ("{s0}",)


def test_icons_of_different_classes_in_a_row_are_different_steps() -> None:
    path = common_path(
        [in_row("@ann", "reply", "@ann"), in_row("@bob", "share", "@bob")]
    )

    assert len(path.instances) == 1


def test_a_value_that_stands_further_away_keeps_its_place() -> None:
    heading = "Editing Ann"
    step = click(
        button("Save", container=("Details", heading, "Address book", heading))
    )
    uses = [use(0, f"container.{n}", "s0", heading, "Ann") for n in (1, 3)]

    assert target_of(alone([step], {"s0": "Ann"}, *uses)).container == ("", "{s0}")


def test_a_name_that_one_run_writes_in_other_letters_is_the_values_still() -> None:
    def named(key: str, name: str, transform: str | None) -> MemberRun:
        uses = [use(0, "name", "s0", name, name, transform)]
        return run(key, name, {"s0": name.title()}, uses)

    path = common_path(
        [named("a", "Ok", None), named("b", "ok", "lower"), named("c", "No", None)]
    )

    assert not path.refused
    assert told(path) == ["click {s0}"]


def test_a_choice_of_two_values_is_known_by_the_shared_one() -> None:
    def choose(key: str, user: str, what: str, name: str) -> MemberRun:
        step = click(role="listitem", tag="li", text=name)
        return run(key, [step], {"s0": user, "s1": what})

    path = common_path(
        [
            choose("a", "@ann", "Mute", "Mute @ann"),
            choose("b", "@bob", "Report", "Report"),
        ]
    )

    found = target_of(path)
    assert set(path.instances) == {"a", "b"}
    assert (found.text, found.locators) == ("{s1}", (PART_OF_NAME,))


# What one run's page says -------------------------------------------------------------


def saving(page: str, around: str) -> MemberRun:
    save = click(button("Save", container=[around.format(page)]))
    return run(page, [enter("name", page), save], {"page": page})


@pytest.mark.parametrize(
    "around",
    ["Editing {}", "Editing_{}", "{}History", "{}#top", f"{{}} {'word ' * 100}"],
)
def test_a_path_keeps_no_value_of_its_one_run_around_an_element(around: str) -> None:
    save = target_of(common_path([saving("OrderGuide", around)]), -1)

    assert (save.name, save.container) == ("Save", ())


def test_a_path_that_one_run_alone_follows_keeps_none_of_its_values() -> None:
    other = run("b", "Stop > Halt", {"page": "PriceList"})

    path = common_path([saving("OrderGuide", "Editing_{}"), other])

    assert set(path.instances) == {"OrderGuide"}
    assert target_of(path, -1).container == ()


def test_what_is_left_around_an_element_keeps_its_place() -> None:
    save = click(button("Save", container=["Editing_OrderGuide", "Wiki"]))

    path = alone([enter("name", "OrderGuide"), save], {"page": "OrderGuide"})

    assert target_of(path, -1).container == ("", "Wiki")


def test_what_runs_of_several_values_have_around_it_is_the_pages_own() -> None:
    texts = ("OrderGuide", "PriceList", "TeamRules")

    path = common_path([saving(text, "PriceListEditor") for text in texts])

    assert target_of(path, -1).container == ("PriceListEditor",)


# Rows ---------------------------------------------------------------------------------


def test_a_row_keeps_all_values_that_every_run_has_in_it() -> None:
    def moved(who: str, day: str) -> MemberRun:
        row, values = f"{who} {day} sure", {"who": who, "day": day}
        uses = [around(0, row, name, value, None) for name, value in values.items()]
        return run(
            who, [click(role="button", name="Move", container=(row,))], values, uses
        )

    path = common_path([moved("Luna", "3 May"), moved("Biscuit", "7 June")])

    assert target_of(path).container == ("{who} {day}",)
    assert path.steps[0].slots == ("who", "day")


@pytest.mark.parametrize(
    ("role", "text", "value", "name", "is_part"),
    [
        ("row", "Order 5 Ann 12.00", "Order 5", "{s1}", True),
        ("option", "Oslo (OSL)", "Oslo", "{s1}", True),
        ("button", "Oslo (OSL)", "Oslo", "{s1} (OSL)", False),
    ],
)
def test_of_a_row_and_an_option_the_value_alone_is_kept(
    role: str, text: str, value: str, name: str, is_part: bool
) -> None:
    found = target_of(alone([click(role=role, name=text)], {"s1": value}))

    assert (found.name, PART_OF_NAME in found.locators) == (name, is_part)


def test_the_host_of_a_shadow_root_stays_where_a_value_names_the_element() -> None:
    path = "/html/body[1]/my-card[1]/shadow-root[1]/li[1]"

    found = target_of(
        alone([click(role="option", name="Oslo", path=path)], {"s0": "Oslo"})
    )

    host = Locator(kind=WITHIN, value="my-card")
    assert (found.path, found.locators) == (None, (host,))


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Printer on floor 3 shows paper jam after waking", "{s0}"),
        ("Edit paper jam", "Edit {s0}"),
    ],
)
def test_a_record_that_was_searched_is_found_by_the_value_in_its_title(
    title: str, named: str
) -> None:
    link = Element(role="link", tag="a", name=title)
    before, _, after = title.partition("paper jam")
    uses = [
        BoundUse(0, "value", "s0", None, "", "", None),
        BoundUse(1, "name", "s0", None, before, after, None),
    ]
    steps = [enter("q", "paper jam"), click(link)]

    path = common_path([run("a", steps, {"s0": "paper jam"}, uses)])
    target = path.steps[1].target

    assert target is not None
    assert target.name == named
    assert (PART_OF_NAME in target.locators) is (named == "{s0}")


def test_a_dialog_that_names_the_record_and_lists_what_is_chosen_is_learned() -> None:
    """Its text holds both values, with other words between them."""
    around = ["Return Rose Lamp? Broken Too late Other Back"]
    uses = [
        BoundUse(0, "name", "s0", None, "", "", None),
        BoundUse(1, "name", "s1", None, "", "", None),
        *(
            BoundUse(2, "container.0", slot, None, *around[0].split(value), None)
            for slot, value in (("s0", "Rose Lamp"), ("s1", "Too late"))
        ),
    ]
    steps = [
        click(role="row", name="Rose Lamp"),
        click(role="radio", name="Too late"),
        click(button("Return it", container=around)),
    ]

    path = common_path([run("a", steps, {"s0": "Rose Lamp", "s1": "Too late"}, uses)])

    assert path.refused == {}
    target = path.steps[-1].target
    assert target is not None
    assert target.container == ("{s0}",)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        (["Dispatch", "Catalogue"], ["Catalogue"], ["Dispatch", "Catalogue"]),
        (["Cart 3"], ["Cart 4"], [None]),
    ],
)
def test_two_menus_with_one_id_are_two_steps(
    first: list[str], second: list[str], found: list[str | None]
) -> None:
    def pressed(names: list[str]) -> list[Step]:
        at = {"role": "button", "attributes": {"id": "menu"}}
        return [click(name=name, **at) for name in names]

    runs = [run("a", pressed(first)), *(run(n, pressed(second)) for n in "bc")]
    steps = common_path(runs).steps

    assert [one.target and one.target.name for one in steps] == found
