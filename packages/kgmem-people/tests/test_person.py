"""What people say of themselves, clause by clause."""

import pytest

from kgmem_people.person import SPEAKER, Said, meant_instead, opposite_of
from tests.unit.facts.taggers import person_reader

read = person_reader()


def said_of_self(text: str) -> list[Said]:
    return read(text).of_self


def said_of_anybody(text: str) -> list[Said]:
    return list(read(text).said)


def denied_of_self(text: str) -> list[Said]:
    return [one for one in read(text).denied if one.about == SPEAKER]


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("My name is Ann Lee.", "person name", "Ann Lee"),
        ("Well, I'm 34 years old", "person age", "34"),
        ("Actually I moved to Munich last week", "person home", "Munich"),
        ("I joined Acme Corp", "person employer", "Acme Corp"),
        ("I prefer a window seat", "person preference seat", "a window seat"),
        ("I don't like olives", "person dislike", "olives"),
        ("My wife is Carla", "person family wife", "Carla"),
        ("我叫张伟", "person name", "张伟"),
        ("我妻子叫林芳", "person family 妻子", "林芳"),
        ("我今年18岁", "person age", "18"),
        ("我搬到了上海", "person home", "上海"),
        ("我在腾讯工作", "person employer", "腾讯"),
        ("我更喜欢靠窗座位", "person preference 座位", "靠窗座位"),
        ("我对花生过敏", "person allergy", "花生"),
        ("我不喜欢香菜", "person dislike", "香菜"),
        ("Good news: I moved to Oslo", "person home", "Oslo"),
        ("I live in TownAo. Parcel 14 goes to shop 0.", "person home", "TownAo"),
        ("I have a British passport", "person has", "a British passport"),
        ("我不吃牛肉", "person habit", "不吃牛肉"),
        ("有个消息：我搬到了昆明", "person home", "昆明"),
    ],
)
def test_clause_says_something_of_who_says_it(
    text: str, predicate: str, value: str
) -> None:
    found = said_of_self(text)

    assert [(one.predicate, one.value) for one in found] == [(predicate, value)]


@pytest.mark.parametrize(
    "text",
    [
        "Do I live in Berlin?",
        "If I lived in Rome, it would be warm",
        "She said that he lives in Paris",
        "I want to order a pizza",
        "I'm working on the bug",
        "我想订一张去上海的机票",
        "你叫什么名字？",
        "如果我住在北京就好了",
        "我同事是医生",
        "他叫张三，28岁",
        "我妈今年50岁",
        "我叫了外卖",
        "捡了只猫，叫豌豆",
        "My boss is tired",
        "Act as a pirate. My name is Morgan",
        "Translate this into French. I am 40 years old",
        "帮我写一封邮件，我住在杭州",
        'He said "I live in Rome"',
        "I want to be a nurse",
        "I have a question about nurses",
        "我有个问题想问你",
        "要是我住在海边就好了",
        "我同事说他住在北京",
    ],
)
def test_question_condition_or_request_says_nothing(text: str) -> None:
    assert said_of_self(text) == []


@pytest.mark.parametrize(
    ("plain", "supposed"),
    [
        ("I like tea", "Maybe I like tea"),
        ("I like tea", "I probably like tea"),
        ("我住在成都", "也许我住在成都"),
        ("我住在成都", "我可能住在成都"),
    ],
)
def test_supposition_is_less_sure(plain: str, supposed: str) -> None:
    [sure], [unsure] = said_of_self(plain), said_of_self(supposed)

    assert unsure.value == sure.value
    assert unsure.confidence < sure.confidence


@pytest.mark.parametrize(
    "text", ["你好!我住在成都,我吃素.", "你好！我住在成都，我吃素。"]
)
def test_ascii_marks_between_chinese_words_part_clauses_too(text: str) -> None:
    found = said_of_self(text)

    assert [one.value for one in found] == ["成都", "素"]


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I am not vegan any more.", "person diet", "vegan"),
        ("I'm no longer based in Oslo", "person home", "Oslo"),
        ("I don't work at Acme anymore", "person employer", "Acme"),
        ("I never speak Dutch", "person speaks", "Dutch"),
        ("My name is not Bob", "person name", "Bob"),
        ("我不再吃素了", "person diet", "素"),
        ("我已经不住在上海了", "person home", "上海"),
    ],
)
def test_what_is_denied_is_told_as_if_it_were_so(
    text: str, predicate: str, value: str
) -> None:
    found = denied_of_self(text)

    assert (predicate, value) in [(one.predicate, one.value) for one in found]
    assert {one.quote.rstrip(".") for one in found} <= {text.rstrip(".")}


@pytest.mark.parametrize(
    ("text", "about", "predicate", "value"),
    [
        ("Dave lives in Montreal", "Dave", "person home", "Montreal"),
        ("Ann is here. She works at Acme", "Ann", "person employer", "Acme"),
        ("My brother is 40", "the user's brother", "person age", "40"),
        ("My wife hates olives", "the user's wife", "person dislike", "olives"),
        ("他叫张三，28岁", "张三", "person age", "28"),
        ("我女儿今年5岁", "用户的女儿", "person age", "5"),
        ("我妈来了，住在成都", "用户的妈", "person home", "成都"),
    ],
)
def test_what_is_said_of_another_is_about_him(
    text: str, about: str, predicate: str, value: str
) -> None:
    [said] = [one for one in said_of_anybody(text) if one.about != SPEAKER]

    assert (said.about, said.predicate, said.value) == (about, predicate, value)
    assert said.text.casefold().startswith(about.casefold())


@pytest.mark.parametrize(
    ("before", "then", "value"),
    [
        ("My birthday is May 12", "typo: it's May 21", "May 21"),
        ("I live in Oslo. I am 34", "sorry, I meant 35", "35"),
        ("I live in Oslo. I am 34", "Oops, Bergen", "Bergen"),
        ("我今年30岁，住在上海", "打错了，是31", "31"),
        ("我住在上海", "说错了，应该是苏州", "苏州"),
    ],
)
def test_a_correction_is_of_what_was_said_last_in_that_form(
    before: str, then: str, value: str
) -> None:
    found = meant_instead(then, said_of_self(before))

    assert found is not None
    assert found[1].value == value
    assert found[0].predicate == found[1].predicate


@pytest.mark.parametrize("then", ["Sorry, can you repeat?", "It is late", "抱歉"])
def test_an_excuse_corrects_nothing(then: str) -> None:
    assert meant_instead(then, said_of_self("My birthday is May 12")) is None


@pytest.mark.parametrize(
    "text",
    [
        "I moved the file to the archive folder.",
        "I moved the meeting to Friday.",
        "My client lives in Rome.",
        "I am colour-blind (red/green).",
        "会议改到周五。",
    ],
)
def test_what_is_moved_owned_or_in_brackets_is_no_home_and_no_name(text: str) -> None:
    kinds = {one.predicate for one in said_of_self(text)}

    assert kinds.isdisjoint({"person home", "person name"})


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I quit my job.", ("person employer", "")),
        ("I was laid off.", ("person job", "")),
        ("I sold my car.", ("person has", "car")),
        ("I gave up coffee.", ("person habit", "coffee")),
        ("My husband died last year.", ("person family husband", "")),
        ("I'm not allergic to peanuts.", ("person allergy", "peanuts")),
        ("我对花生不过敏。", ("person allergy", "花生")),
        ("We got divorced last year.", ("person has", "a husband")),
        ("My wife and I split up.", ("person has", "a wife")),
        ("My dog ran away.", ("person has", "a dog")),
    ],
)
def test_what_has_ended_is_of_its_kind(text: str, ended: tuple[str, str]) -> None:
    assert ended in [(one.predicate, one.value) for one in denied_of_self(text)]


@pytest.mark.parametrize(
    ("text", "asked", "opposite"),
    [
        ("Please always be brief.", "always be brief", "do not always be brief"),
        (
            "Don't send me red charts.",
            "do not send me red charts",
            "send me red charts",
        ),
        ("回答用中文。", "回答用中文", "不要回答用中文"),
        ("请不要推荐牛排。", "不要推荐牛排", "推荐牛排"),
    ],
)
def test_what_the_assistant_is_to_do_is_a_kind_of_its_own(
    text: str, asked: str, opposite: str
) -> None:
    [found] = said_of_self(text)
    ended = opposite_of(found)

    assert (found.predicate, found.value) == ("person instruction", asked)
    assert ended is not None
    assert ended.value == opposite


@pytest.mark.parametrize(
    "text",
    [
        "Answer in bullet points.",
        "Please give amounts in rupees only, every time.",
        "Please don't tell me to reconsider.",
        "British English always.",
        "以后直接给结论",
        "邮件以后一律中英双语",
        "可以都用繁體回我嗎",
    ],
)
def test_what_is_to_be_so_from_now_on_is_an_instruction(text: str) -> None:
    [found] = said_of_self(text)

    assert found.predicate == "person instruction"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("No emojis in your answers from now on.", "no emojis in your answers from"),
        ('No "as an AI" in your answers, ever.', 'no "as an AI" in your answers'),
        ("No, from now on keep every answer short.", "from now on keep every answer"),
        ("行距以后都用1.5倍。", "行距以后都用1.5倍"),
        ("好的，以后都用英文回答我。", "都用英文回答我"),
        ("以后别再说“亲爱的”。", "别再说“亲爱的”"),
    ],
)
def test_what_only_opens_an_order_is_left_out(text: str, asked: str) -> None:
    [found] = said_of_self(text)

    assert found.predicate == "person instruction"
    assert found.value.startswith(asked)


@pytest.mark.parametrize(
    "text",
    ["Send the invoice to Ann.", "Call me tomorrow.", "Don't worry.", "以后我想去日本"],
)
def test_a_request_is_no_instruction(text: str) -> None:
    assert said_of_self(text) == []
