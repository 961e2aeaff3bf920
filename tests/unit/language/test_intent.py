"""Kinds of intent, in both languages."""

import pytest

from kgmem.language.intent import asks_something, intent_match, intent_of


@pytest.mark.parametrize(
    ("intent", "english", "chinese"),
    [
        ("search", "Search for a wireless mouse", "在淘宝搜索无线鼠标"),
        ("order", "Find a mouse and add it to my cart", "搜索鼠标并下单"),
        ("message", "Open Mail and send an email to Bob", "打开微信给张三发消息说你好"),
        ("book", "Book a table for two", "帮我预订明天去北京的机票"),
        ("delete", "Delete the last alarm", "删除最后一个闹钟"),
        ("create", "Create a new repository named x", "新建一个日历事件"),
        ("navigate", "Open the settings page", "打开我的主页"),
        ("play", "Play some jazz", "播放周杰伦的歌"),
        ("fill", "Enter the code 12 below", "输入验证码12"),
        ("sign_in", "Log in with user ann", "用户ann登录系统"),
        ("configure", "Turn off the wifi", "调整屏幕亮度"),
        ("query", "What is the price of the mouse?", "查看鼠标的价格是多少"),
    ],
)
def test_both_languages_say_the_same(intent: str, english: str, chinese: str) -> None:
    assert intent_of(english) == intent
    assert intent_of(chinese) == intent


def test_an_unknown_intent_neither_matches_nor_differs() -> None:
    assert intent_match("order", "Order ") == 1.0
    assert intent_match("order", "play") == 0.0
    assert intent_match(None, "play") is None


@pytest.mark.parametrize(
    ("task", "is_asked"),
    [
        ("How many open orders has Ann Lee?", True),
        ("Tell me the price of the red chair", True),
        ("Find the phone number of Bob", True),
        ("王芳有多少未完成的工单？", True),
        ("Order a lamp for Ann", False),
        ("Search for a lamp and buy it", False),
        ("Add the group Night watch", False),
    ],
)
def test_a_task_asks_for_something_or_has_something_done(
    task: str, is_asked: bool
) -> None:
    assert asks_something(task) is is_asked
