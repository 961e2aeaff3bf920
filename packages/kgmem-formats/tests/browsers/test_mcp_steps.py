"""Calls of a browser's tools are what they do to their elements."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.trajectory import Step
from kgmem_formats.browsers.mcp_steps import BrowserToolReader

SNAPSHOT = """- Page URL: https://shop.example/
- generic [ref=e1]:
  - textbox "Article" [ref=e5]
  - row "Order 5 Delete" [ref=e6]:
    - button "Delete" [ref=e7]
  - combobox "Size" [ref=e8]:
    - option "large" [ref=e9]
  - checkbox "Gift" [ref=e10]
"""
PAGE = """uid=1_0 RootWebArea "Shop"
  uid=1_1 textbox "Article"
  uid=1_2 combobox "Size"
    uid=1_3 option "large"
  uid=1_4 checkbox "Gift"
"""


class Chat:
    """Calls and answers as they come, and the steps that they make."""

    def __init__(self, shown: str = SNAPSHOT, tool: str = "browser_snapshot") -> None:
        self.steps: list[Step] = []
        self.reader = BrowserToolReader(self.steps)
        self.call(tool, said=shown)

    def call(self, name: str, said: str = "ok", **arguments: Any) -> "Chat":
        key = f"c{id(arguments)}"
        assert self.reader.call(name, arguments, key, "here")
        self.reader.answer(said, key, has_failed=False)
        return self

    def told(self) -> list[tuple[str, str | None, str | None]]:
        return [
            (s.action, s.target.name if s.target else None, s.value) for s in self.steps
        ]


def devtools() -> Chat:
    return Chat(PAGE, "take_snapshot")


def test_a_call_is_done_to_what_the_snapshot_shows() -> None:
    chat = Chat().call("browser_click", ref="e7", element="the red button")

    (step,) = chat.steps
    assert step.target is not None
    assert (step.target.role, step.target.name) == ("button", "Delete")
    assert step.target.container == ("Order 5 Delete",)
    assert step.params == {}
    assert step.page_before is not None
    assert step.page_before.url == "https://shop.example/"


def test_without_a_snapshot_the_description_tells_it() -> None:
    chat = Chat("").call("browser_click", ref="e7", element="Delete button")

    (step,) = chat.steps
    assert step.target is not None
    assert (step.target.role, step.target.name) == ("button", "Delete")


def test_the_code_of_an_answer_tells_more() -> None:
    said = "```js\nawait page.getByRole('button', { name: 'Remove' }).click();\n```"

    chat = Chat("").call("browser_click", said, ref="e7", element="the red one")

    assert chat.told() == [("click", "Remove", None)]


def test_a_form_is_a_step_for_each_field() -> None:
    fields = [
        {"name": "Article", "type": "textbox", "ref": "e5", "value": "lamp"},
        {"name": "Size", "type": "combobox", "ref": "e8", "value": "large"},
        {"name": "Gift", "type": "checkbox", "ref": "e10", "value": "true"},
    ]

    chat = Chat().call("browser_fill_form", fields=fields)

    assert chat.told() == [
        ("type", "Article", "lamp"),
        ("select", "Size", "large"),
        ("check", "Gift", None),
    ]


def test_a_form_of_devtools_goes_by_what_the_page_shows() -> None:
    elements = [
        {"uid": "1_1", "value": "lamp"},
        {"uid": "1_2", "value": "large"},
        {"uid": "1_4", "value": "false"},
    ]

    chat = devtools().call("fill_form", elements=elements)

    assert chat.told() == [
        ("type", "Article", "lamp"),
        ("select", "Size", "large"),
        ("uncheck", "Gift", None),
    ]


def test_an_option_that_is_clicked_is_chosen() -> None:
    assert devtools().call("click", uid="1_3").told() == [("select", "Size", "large")]


def test_a_text_that_is_submitted_is_followed_by_enter() -> None:
    chat = Chat().call("browser_type", ref="e5", text="lamp", submit=True, slowly=True)

    assert chat.told() == [("type", "Article", "lamp"), ("key", "Article", "Enter")]


def test_buttons_and_held_keys() -> None:
    chat = Chat().call(
        "browser_click", ref="e7", button="right", modifiers=["ControlOrMeta"]
    )

    assert chat.steps[0].params == {"button": "right", "modifiers": ["Control"]}


def test_the_answer_to_a_dialog_goes_to_the_click_that_raised_it() -> None:
    raised = '- ["prompt" dialog with message "Why?"]: can be handled'
    chat = Chat().call("browser_click", raised, ref="e7")

    chat.call("browser_handle_dialog", accept=True, promptText="late")

    assert chat.steps[0].params["dialogs"] == [
        {"kind": "prompt", "accept": True, "message": "Why?", "text": "late"}
    ]


def test_files_go_to_what_was_clicked_for_them() -> None:
    chat = Chat().call("browser_click", ref="e7")

    chat.call("browser_file_upload", paths=["/a.pdf", "/b.pdf"])

    assert chat.told() == [("upload", "Delete", "/a.pdf\n/b.pdf")]


def test_a_drag_has_two_ends() -> None:
    chat = Chat().call("browser_drag", startRef="e7", endRef="e5", startElement="a")

    assert chat.steps[0].destination is not None
    assert chat.steps[0].destination.name == "Article"


def test_a_tab_that_is_opened_first_is_where_the_run_begins() -> None:
    row = "- 0: [Shop](https://shop.example/)\n- 1: (current) [T](https://t.example/)"
    chat = Chat().call("browser_tabs", row, action="new", url="https://t.example/")

    chat.call("browser_click", element="Accept", ref="e3")

    assert chat.told()[0] == ("navigate", None, "https://t.example/")
    assert chat.steps[1].target is not None
    assert chat.steps[1].target.tab is None


def test_a_tab_that_is_opened_later_has_its_order() -> None:
    row = "- 0: [Shop](https://shop.example/)\n- 1: (current) [T](https://t.example/)"
    chat = Chat().call("browser_click", ref="e7")

    chat.call("browser_tabs", row, action="new", url="https://t.example/")
    chat.call("browser_press_key", key="Control+s")

    told = "order=1 & opener=0 & url=https://t.example/"
    assert chat.told()[1:] == [
        ("navigate", None, "https://t.example/"),
        ("key", None, "Control+s"),
    ]
    assert [one.params["tab"] for one in chat.steps[1:]] == [told, told]


def test_what_only_looks_is_no_step() -> None:
    chat = Chat().call("browser_take_screenshot", type="png", ref="e5")

    chat.call("browser_wait_for", text="Saved").call("browser_verify_value", ref="e5")

    assert chat.steps == []


def test_a_call_that_failed_says_so() -> None:
    chat = Chat().call("browser_click", "### Error\nRef e7 not found", ref="e7")

    assert (chat.steps[0].success, chat.steps[0].error) == (False, "Ref e7 not found")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("browser_evaluate", {"function": "() => 1"}),
        ("browser_click", {"ref": "e7", "force": True}),
        ("browser_select_option", {"ref": "e8", "values": ["a", "b"]}),
        ("browser_file_upload", {"paths": ["/a"]}),
        ("browser_handle_dialog", {"accept": True}),
        ("browser_navigate_forward", {}),
        ("browser_cookie_set", {"name": "a", "value": "b"}),
        ("navigate_page", {"type": "reload"}),
        ("navigate_page", {"url": "https://a.example", "initScript": "x()"}),
        ("emulate", {"geolocation": "1,2"}),
    ],
)
def test_what_can_not_be_kept_is_refused(name: str, arguments: dict[str, Any]) -> None:
    chat = devtools() if name in ("navigate_page", "emulate") else Chat()

    with pytest.raises(InvalidInput):
        chat.reader.call(name, arguments, "x", "here")


def test_tools_of_others_are_left_to_others() -> None:
    chat = Chat()

    assert not chat.reader.call("get_order", {"id": 5}, "x", "here")
    assert not chat.reader.answer("shipped", "x", has_failed=False)


DESK = """- Page URL: https://desk.example/people
- generic [ref=e1]:
  - heading "People" [level=1] [ref=e2]
  - table [ref=e3]:
    - rowgroup [ref=e4]:
      - row "Person Open" [ref=e5]:
        - columnheader "Person" [ref=e6]
        - columnheader "Open" [ref=e7]
    - rowgroup [ref=e8]:
      - row "Ann Lee 3" [ref=e9]:
        - cell "Ann Lee" [ref=e10]:
          - link "Ann Lee" [ref=e11]
        - cell "3" [ref=e12]
      - row "Bob Ray 5" [ref=e13]:
        - cell "Bob Ray" [ref=e14]
        - cell "5" [ref=e15]
  - term [ref=e16]: Total
  - definition [ref=e17]: 8 tickets
"""


def test_the_last_step_keeps_what_the_page_says_with_what_stands_beside_it() -> None:
    chat = Chat().call("browser_click", ref="e7").call("browser_click", ref="e10")
    chat.call("browser_snapshot", said=DESK)

    first, last = chat.steps
    assert not (first.page_after and first.page_after.elements)
    assert last.page_after is not None
    shown = {one.text: one for one in last.page_after.elements}
    assert shown["5"].container == ("Bob Ray\t5",)
    assert shown["5"].attributes == {"column head": "Open", "in row": "row[3]"}
    assert shown["8 tickets"].attributes == {"label before": "Total"}
