"""What of a recorded path is fidgeting."""

import pytest

from kgmem.model.action import Action
from kgmem.model.trajectory import Element, Step
from kgmem.paths.tidy import as_done, tidy
from kgmem.paths.walk import recorded


def field(chosen_id: str) -> Element:
    return Element(tag="input", role="textbox", attributes={"id": chosen_id})


def button(name: str) -> Element:
    return Element(tag="button", role="button", name=name)


def box(chosen_id: str, shown: str | None = None) -> Element:
    state = {"value": shown} if shown else {}
    return Element(
        tag="input",
        role="checkbox",
        attributes={"type": "checkbox", "id": chosen_id, **state},
    )


def text(words: str) -> Element:
    return Element(tag="#text", text=words)


def click(target: Element | None, action: Action = "click") -> Step:
    return Step(action=action, target=target)


def enter(target: Element, value: str) -> Step:
    return Step(action="type", target=target, value=value)


def key(value: str, target: Element | None = None) -> Step:
    return Step(action="key", value=value, target=target)


NEXT, SEND = button("下一页"), button("Send")
NAME, MAIL = field("name"), field("mail")


@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        pytest.param(
            [Step(action="scroll"), Step(action="wait"), click(SEND)],
            (2,),
            id="scrolling the page and waiting",
        ),
        pytest.param(
            [Step(action="scroll", target=Element(tag="ul", role="list")), click(SEND)],
            (0, 1),
            id="scrolling one element is a deed",
        ),
        pytest.param(
            [click(SEND, "hover"), click(SEND)], (1,), id="pointing without effect"
        ),
        pytest.param(
            [Step(action="hover", target=SEND, effect=True), click(NEXT)],
            (0, 1),
            id="pointing that opens a menu is a deed",
        ),
        pytest.param(
            [click(SEND, "hover"), click(NEXT)],
            (0, 1),
            id="pointing may have brought what is clicked elsewhere",
        ),
        pytest.param(
            [Step(action="hover", target=SEND, effect=False), click(NEXT)],
            (1,),
            id="pointing that is recorded to have done nothing",
        ),
        pytest.param(
            [click(NAME), enter(NAME, "李雷"), click(SEND)],
            (1, 2),
            id="a click into the field that is typed into",
        ),
        pytest.param(
            [click(NAME), click(NAME), enter(NAME, "Li"), click(NAME), click(SEND)],
            (2, 4),
            id="more clicks into it, before and after",
        ),
        pytest.param(
            [click(MAIL), enter(NAME, "Li")],
            (0, 1),
            id="a click into another field stays",
        ),
        pytest.param(
            [click(NAME), click(NAME), click(SEND)],
            (1, 2),
            id="a field that is only opened, once",
        ),
        pytest.param(
            [click(NEXT)] * 5, (0, 1, 2, 3, 4), id="pressing next five times is a path"
        ),
        pytest.param(
            [click(text("Milk")), click(text("Milk")), click(SEND)],
            (0, 2),
            id="a label's click is noted for its control again",
        ),
        pytest.param(
            [click(text("Milk"))] * 4 + [click(SEND)],
            (0, 2, 4),
            id="two clicks on a label are noted as four",
        ),
        pytest.param(
            [click(NEXT), click(NEXT), click(NEXT, "double_click")],
            (2,),
            id="the clicks that a double click is made of",
        ),
        pytest.param(
            [click(box("news")), click(box("mail"))], (0, 1), id="two checkboxes"
        ),
        pytest.param(
            [enter(NAME, "Li"), key("Tab"), enter(MAIL, "li@example.org")],
            (0, 2),
            id="tab to a field that the next step names",
        ),
        pytest.param(
            [enter(NAME, "Li"), key("ArrowLeft"), key("Shift"), click(SEND)],
            (0, 3),
            id="the caret's keys after typing",
        ),
        pytest.param(
            [enter(NAME, "Li"), key("ArrowDown"), key("Enter")],
            (0, 1, 2),
            id="arrows that lead to what the field lists",
        ),
        pytest.param(
            [click(SEND), key("ArrowDown"), key("Enter")],
            (0, 1, 2),
            id="arrows elsewhere choose something",
        ),
        pytest.param(
            [click(NAME), key("Backspace"), key("Backspace"), enter(NAME, "Li")],
            (3,),
            id="emptying a field before typing",
        ),
        pytest.param(
            [enter(NAME, "Lii"), key("Backspace"), click(SEND)],
            (0, 1, 2),
            id="correcting what was typed stays",
        ),
        pytest.param(
            [click(Element(tag="body")), click(SEND)], (1,), id="the page itself"
        ),
        pytest.param(
            [click(Element(tag="svg")), click(Element(tag="circle"))],
            (1,),
            id="the drawing behind a shape",
        ),
        pytest.param(
            [click(Element(tag="svg")), click(SEND)], (0, 1), id="an icon is a deed"
        ),
        pytest.param(
            [
                click(Element(tag="div", text="Send", attributes={"class": "item"})),
                click(SEND),
            ],
            (0, 1),
            id="a block with a class and a name of its own may be a thing",
        ),
        pytest.param([Step(action="scroll")], (0,), id="nothing else was done"),
        pytest.param([], (), id="no steps"),
    ],
)
def test_fidgeting_goes_and_deeds_stay(
    steps: list[Step], kept: tuple[int, ...]
) -> None:
    assert tidy(steps) == kept


def test_words_of_a_page_area_tell_it_where_classes_are_recorded() -> None:
    area = Element(tag="div", text="Departure Date Search for flights")
    card = Element(tag="div", text="Two nights in Paris", attributes={"class": "card"})

    kept = tidy([click(area), click(card), click(SEND)])

    assert kept == (1, 2)


# Read-only fields ---------------------------------------------------------------------


def typed_into(**attributes: str) -> Step:
    told = {key.replace("_", "-"): value for key, value in attributes.items()}
    target = Element(tag="input", role="textbox", attributes=told)
    return Step(action="type", target=target, value="12/12/2016")


@pytest.mark.parametrize("told", [{"readonly": ""}, {"aria_readonly": "true"}])
def test_typing_into_a_read_only_field_is_a_click(told: dict[str, str]) -> None:
    step = typed_into(**told)

    done = as_done(step)

    assert (done.action, done.value, done.target) == ("click", None, step.target)
    assert recorded([step]).steps == (done,)


@pytest.mark.parametrize("told", [{}, {"readonly": "false"}])
def test_typing_into_another_field_stays(told: dict[str, str]) -> None:
    step = typed_into(**told)

    assert as_done(step) is step
