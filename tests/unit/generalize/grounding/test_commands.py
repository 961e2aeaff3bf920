"""What a task asks to be done is a literal; what it is done to may be a value."""

import pytest

from kgmem.generalize.grounding.commands import without_commands
from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.trajectory import Element, Page, Step


def pressed(name: str, role: str | None) -> Step:
    return Step(action="click", target=Element(role=role, name=name))


def typed(value: str) -> Step:
    return Step(
        action="type", target=Element(role="textbox", name="Field"), value=value
    )


def task(text: str, *steps: Step) -> TaskRuns:
    return TaskRuns(text, text, None, (RunSteps(f"run of {text}", steps),))


def values(*tasks: TaskRuns) -> list[list[str]]:
    """What is left of each task's groundings."""
    grounded = {
        one.task_id: {r.experience_id: ground(one.text, r) for r in one.runs}
        for one in tasks
    }
    left = without_commands(tasks, grounded)
    return [
        [one.text[slice(*g.span)] for g in left[one.task_id][one.runs[0].experience_id]]
        for one in tasks
    ]


@pytest.mark.parametrize(
    ("text", "name", "role"),
    [
        ("Print the invoice", "Print", "button"),
        ("Print the invoice", "Print", "link"),
        ("Print the invoice", "Print", None),
        ("Please print the invoice", "Print", "link"),
        ("Rechnung drucken", "Drucken", "button"),
        ("Rechnung drucken", "Drucken", "link"),
        ("Imprimer la facture", "Imprimer", "menuitem"),
        ("Quiero imprimir la factura", "Imprimir", "button"),
        ("請求書を印刷する", "印刷", "button"),
        ("打印发票", "打印", "button"),
        ("把发票打印出来", "打印", "button"),
        ("请帮打印发票", "打印", "link"),
        ("打印并发送发票", "打印", "link"),
        ("Show the orders of the last week", "Orders", "link"),
    ],
)
def test_what_is_pressed_and_says_what_to_do_is_no_value(
    text: str, name: str, role: str | None
) -> None:
    assert values(task(text, pressed(name, role))) == [[]]


@pytest.mark.parametrize(
    ("text", "name", "role", "value"),
    [
        ("Book Dr. Chen", "Dr. Chen", "row", "Dr. Chen"),
        ("Order the green lamp", "green lamp", "option", "green lamp"),
        ("Show the orders of Ann Lee", "Ann Lee", "link", "Ann Lee"),
        ("查看王芳的订单", "王芳", "link", "王芳"),
        ('Click the "Archive" button', "Archive", "button", '"Archive"'),
        ("Click button ONE", "ONE", "button", "ONE"),
        ("点击确认付款按钮", "确认付款", "button", "确认付款"),
        ("Cancel order 4711", "4711", "link", "4711"),
        ("把tkim设为职员", "tkim", "link", "tkim"),
        ("把用户tkim设为职员", "tkim", "link", "tkim"),
    ],
)
def test_what_is_chosen_among_data_is_a_value(
    text: str, name: str, role: str, value: str
) -> None:
    [[found]] = values(task(text, pressed(name, role)))

    assert found.strip('"') == value.strip('"')


def test_what_is_entered_too_is_a_value() -> None:
    asked = task("Search lamps", typed("Search"), pressed("Search", "button"))

    assert values(asked) == [["Search"]]


def test_two_words_show_no_variation_and_three_do() -> None:
    told = [
        task(f"{word} the invoice", pressed(word, "button"))
        for word in ("Print", "Archive", "Export")
    ]

    assert values(*told[:2]) == [[], []]
    assert values(*told) == [["Print"], ["Archive"], ["Export"]]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Tag Birch & Co", ["Birch & Co"]),
        ("给白桦公司加标签", ["白桦公司"]),
        ("Print the letter", []),
    ],
)
def test_a_link_to_an_address_with_a_number_of_its_own_is_a_record(
    text: str, left: list[str]
) -> None:
    name = {"T": "Birch & Co", "P": "Print"}.get(text[0], "白桦公司")
    pages = [Page(url="/clients"), Page(url="/clients/7")]
    step = pressed(name, "link").model_copy(
        update={"page_before": pages[0], "page_after": pages[1]}
    )
    assert values(task(text, step)) == [left]


def test_a_dialog_that_says_the_deed_again_makes_it_no_value() -> None:
    """Its heading stands around what is typed and pressed next."""
    around = ("Duplicate Rose Lamp",)
    name = Element(role="textbox", name="New name", container=around)
    steps = (
        pressed("Duplicate", "menuitem"),
        Step(action="type", target=name, value="Lily Lamp"),
    )
    text = 'Duplicate Rose Lamp as "Lily Lamp"'
    assert "Duplicate" not in values(task(text, *steps))[0]


def test_a_question_that_was_answered_may_begin_with_its_record() -> None:
    shop = "https://shop.example"
    link = pressed("王晓梅", "link").model_copy(
        update={
            "page_before": Page(url=f"{shop}/customers"),
            "page_after": Page(url=f"{shop}/customer?id=17"),
        }
    )
    read = Step(action="read", value="020 5550100")

    assert values(task("王晓梅的联系电话是多少？", link, read)) == [["王晓梅"]]
    assert values(task("王晓梅的联系电话是多少？", link)) == [[]]
