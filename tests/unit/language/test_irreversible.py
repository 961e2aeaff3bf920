"""Which steps can't be taken back."""

import pytest

from kgmem.language.irreversible import is_irreversible
from kgmem.model.trajectory import Element

FOR_GOOD = (
    "Delete|Delete account|Send|Send feedback|Pay now|Pay $30|Confirm and pay|"
    "Place your order|Submit Order|Buy|Post|Publish|btnDelete|delete-account|"
    "Empty Trash|the red Delete button|Remove item|"
    "立即支付|提交订单|确认删除|删除|发送|发布|转账|清空购物车|取消订单|确认收货"
)
HARMLESS = (
    "Deleted items|Sender|Payment methods|Order history|My orders|Sort order|Search|"
    "Undo send|Don't send|Recently deleted|Blog post|How to pay|Auto-delete|Facebook|"
    "Save|Close|Next|Compose|Remove filter|"
    "支付宝|支付方式|待付款|已删除|最近删除|发送者|发布时间|付款码|取消发送|收件人|"
    "购物车|搜索|返回|我的订单"
)


@pytest.mark.parametrize("name", FOR_GOOD.split("|"))
def test_clicks_that_act_for_good(name: str) -> None:
    assert is_irreversible("click", Element(role="button", name=name), None)


@pytest.mark.parametrize("name", HARMLESS.split("|"))
def test_clicks_that_do_not(name: str) -> None:
    assert not is_irreversible("click", Element(role="button", name=name), None)


def test_icons_are_known_by_their_label_or_test_id() -> None:
    labelled = Element(tag="i", attributes={"aria-label": "Delete"})
    tested = Element(tag="i", test_id="delete-button")

    assert is_irreversible("click", labelled, None)
    assert is_irreversible("click", tested, None)
    assert not is_irreversible("click", Element(tag="i"), None)


def test_typing_and_looking_can_be_taken_back() -> None:
    field = Element(role="textbox", name="Delete reason")

    assert not is_irreversible("type", field, "delete everything")
    assert not is_irreversible("hover", Element(name="Delete"), None)
    assert not is_irreversible("navigate", None, "http://h/")


def test_enter_sends_a_message_but_not_a_search() -> None:
    chat = Element(role="textbox", name="Message")

    assert is_irreversible("key", chat, "Enter")
    assert is_irreversible("type", chat, "hello\n")
    assert not is_irreversible("type", chat, "hello")
    assert not is_irreversible("key", Element(name="Search messages"), "Enter")
    assert not is_irreversible("key", chat, "Tab")


def test_tools_are_known_by_their_name() -> None:
    cancel, read = {"name": "cancel_pending_order"}, {"name": "get_order_details"}

    assert is_irreversible("tool", None, None, cancel)
    assert not is_irreversible("tool", None, None, read)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"class": "fa fa-trash"}, True),
        ({"class": "icon iconSend"}, True),
        ({"src": "/img/bin.svg"}, True),
        ({"class": "star"}, False),
        ({"class": "combine"}, False),
    ],
)
def test_an_icon_without_words_is_known_by_what_is_drawn(
    attributes: dict[str, str], expected: bool
) -> None:
    target = Element(tag="span", attributes=attributes)

    assert is_irreversible("click", target, None) is expected


@pytest.mark.parametrize("name", ["Confirm", "确认"])
def test_a_plain_confirm_acts_for_good(name: str) -> None:
    assert is_irreversible("click", Element(role="button", name=name), None)


@pytest.mark.parametrize(
    ("dialog", "for_good"),
    [
        ({"kind": "confirm", "accept": True}, True),
        ({"kind": "confirm", "accept": False}, False),
        ({"kind": "alert", "accept": True}, False),
        ("confirm", False),
    ],
)
def test_what_the_page_asked_about_is_for_good(dialog: object, for_good: bool) -> None:
    remove = Element(role="button", name="Go on")

    assert is_irreversible("click", remove, None, {"dialogs": [dialog]}) is for_good
