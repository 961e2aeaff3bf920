"""Actions that are written as words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.learn.histories.action_words import Worded, action_of, parse_action
from kgmem.model.action import ACTIONS


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("click('Search')", Worded("click", "Search")),
        ("click [1582]", Worded("click", "1582")),
        ("Click the Search button", Worded("click", "Search button")),
        ("tap_on: Search", Worded("click", "Search")),
        ("点击 搜索框", Worded("click", "搜索框")),
        ("点击“搜索”", Worded("click", "搜索")),
        ("双击图标", Worded("double_click", "图标")),
        ("type: go to school in May", Worded("type", None, "go to school in May")),
        ("input 手机", Worded("type", None, "手机")),
        ("type hello into Search", Worded("type", "Search", "hello")),
        ("enter 'a, b' in the Name field", Worded("type", "Name field", "a, b")),
        ("在搜索框中输入“手机”", Worded("type", "搜索框", "手机")),
        ("page.fill('#q', 'x, y')", Worded("type", "#q", "x, y")),
        ("fill('12', 'it\\'s')", Worded("type", "12", "it's")),
        ("type(text='hello', element='Search')", Worded("type", "Search", "hello")),
        ("select 'Red' from Colour", Worded("select", "Colour", "Red")),
        ("press Enter", Worded("key", None, "Enter")),
        ("press('#q', 'Enter')", Worded("key", "#q", "Enter")),
        ("press the red button", Worded("click", "red button")),
        ("send_keys: ctrl+a", Worded("key", None, "ctrl+a")),
        ("goto https://a.b/c", Worded("navigate", None, "https://a.b/c")),
        ("open https://a.b/c", Worded("navigate", None, "https://a.b/c")),
        ("打开微信应用", Worded("open_app", None, "微信")),
        ("返回", Worded("back")),
        ("scroll down", Worded("scroll", params={"direction": "down"})),
        ("向上滑动", Worded("swipe", params={"direction": "up"})),
        ("pyautogui.click(10, 20)", Worded("click", params={"x": "10", "y": "20"})),
        ("frobnicate it", Worded("custom", params={"name": "frobnicate it"})),
        (
            "get_order(id=5)",
            Worded("custom", params={"name": "get_order", "id": "5"}),
        ),
    ],
)
def test_words_and_their_meaning(words: str, meaning: Worded) -> None:
    assert parse_action(words) == meaning


def test_an_opening_of_something_is_not_guessed_at() -> None:
    found = parse_action("打开 微信")

    assert found.action == "custom"
    assert found.target == "微信"
    assert found.params["words"] == "打开 微信"


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_is_known_by_its_own_name(action: str) -> None:
    if action not in ("tool", "custom"):
        assert action_of(action.upper().replace("_", "-")) == action


@given(st.text(max_size=200))
def test_any_words_have_a_meaning(words: str) -> None:
    found = parse_action(words)

    assert found.action in ACTIONS
    assert found.action != "custom" or found.params["name"]


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    "piece", ["'", "(", "[a] ", " in ", "在", "\\", "a=", "https://"]
)
def test_long_words_take_no_long_time(piece: str) -> None:
    parse_action("type " + piece * 20_000)
    parse_action("type(" + piece * 20_000 + ")")
    parse_action("在" + piece * 20_000)
