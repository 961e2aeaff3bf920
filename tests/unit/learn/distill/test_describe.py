"""What a task is about."""

from kgmem.learn.distill.describe import MAX_KEYWORDS, describe
from kgmem.model.trajectory import Trajectory


def test_given_words_go_before_the_app_and_those_of_the_text() -> None:
    run = Trajectory(
        task="在淘宝搜索\n 手机", app="淘宝", keywords=("数码", " "), intent=None
    )

    found = describe(run, lambda text: ["手机", "淘宝", "数码"])

    assert found.keywords == ("数码", "淘宝", "手机")
    assert found.language == "zh"
    assert found.intent == "search"
    assert found.text_to_embed == "在淘宝搜索 手机"


def test_a_given_intent_stays() -> None:
    run = Trajectory(task="Search for a mouse", intent="购物")

    assert describe(run, lambda _: []).intent == "购物"


def test_there_is_an_end_to_keywords() -> None:
    run = Trajectory(task="x", keywords=("first",))

    found = describe(run, lambda _: [f"w{n}" for n in range(100)])

    assert len(found.keywords) == MAX_KEYWORDS
    assert found.keywords[0] == "first"
