"""A template is found again in texts that say the same with other values."""

import time
from collections.abc import Sequence

import pytest

from kgmem.matching.binding.bind import bind, read_as
from kgmem.matching.binding.frame import Frame
from kgmem.matching.binding.reading import Reading
from kgmem.matching.sentence import Sentence
from kgmem.model.pattern import Slot
from tests.growth import growth


def slot(name: str, kind: str = "text", *examples: str, is_list: bool = False) -> Slot:
    return Slot(slot_id=name, name=name, kind=kind, examples=examples, is_list=is_list)


def bound(
    template: str, slots: Sequence[Slot], text: str, app: str | None = None
) -> Reading:
    """How the text is read as the template."""
    reading = bind(template, slots, text, app)
    assert reading is not None
    return reading


ROUTE = "Show me the route from {start} to {end}."
CART = "Add {count} {item} to the cart"
ORDER = "在{app}搜索{商品}并下单"
INVITE = "Invite {people} as collaborators to {repo}"


@pytest.mark.parametrize(
    ("template", "text", "bindings"),
    [
        (ROUTE, "Show me the route from Rome to Paris.", ("Rome", "Paris")),
        (ROUTE, "show me the ROUTE from Rome  to\nNew York", ("Rome", "New York")),
        (
            ROUTE,
            "Please show me the route from Rome to Bath, thanks!",
            ("Rome", "Bath"),
        ),
        (ROUTE, "Could you show the routes from Rome to Bath?", ("Rome", "Bath")),
        (ORDER, "在拼多多搜索机械键盘并下单", ("拼多多", "机械键盘")),
        (
            ORDER,
            "请帮我在 拼多多 搜索「机械键盘」，并下单，谢谢",
            ("拼多多", "机械键盘"),
        ),
        (ORDER, "在京东搜索iPhone 17并下单。", ("京东", "iPhone 17")),
    ],
)
def test_holes_take_what_stands_between_the_literal_words(
    template: str, text: str, bindings: tuple[str, str]
) -> None:
    reading = bound(template, (), text)

    assert tuple(reading.bindings.values()) == bindings
    assert reading.unexplained == ()
    assert reading.score > 0.75


def test_the_very_words_of_a_template_score_almost_one() -> None:
    reading = bound(
        ROUTE,
        (slot("start", "name", "Rome"), slot("end", "name", "Paris")),
        "Show me the route from Oslo to Turin.",
    )

    assert reading.score > 0.95


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Delete the email from {sender}", "Forward the email from Bob"),
        ("Upvote the newest post in {forum}", "Downvote the newest post in books"),
        ("Subscribe to {forum}", "Unsubscribe to books"),
        ("Turn on {device}", "Turn off the lamp"),
        ("Increase the price of {item}", "Decrease the price of hats"),
        ("删除联系人{name}", "添加联系人张三"),
        ("打开{switch}", "关闭蓝牙"),
        (ORDER, "在拼多多搜索机械键盘"),
    ],
)
def test_another_verb_scores_low(template: str, text: str) -> None:
    reading = bind(template, (), text)

    assert reading is None or reading.score < 0.6


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Add a {item} to my wish list", "Don't add a chair to my wish list"),
        ("给{name}发消息", "不要给张三发消息"),
    ],
)
def test_a_negated_text_scores_at_most_half(template: str, text: str) -> None:
    reading = bind(template, (), text)

    assert reading is None or reading.score <= 0.5


def test_one_replaced_word_of_many_still_binds_and_is_told() -> None:
    reading = bound(
        "Show me the path and travel time from {start} to {end}",
        (slot("start", "name", "Rome"), slot("end", "name", "Paris")),
        "Show me the path and driving time from Oslo to Turin",
    )

    assert reading.bindings == {"start": "Oslo", "end": "Turin"}
    assert 0.5 < reading.score < 0.95
    assert reading.unexplained == ("driving",)


def test_what_nothing_explains_is_told_as_the_text_has_it() -> None:
    reading = bound(
        "Add a {item} to my wish list.", (), "Add a chair to my wish list before Friday"
    )

    assert reading.unexplained == ("before Friday",)
    assert reading.bindings == {"item": "chair"}


@pytest.mark.parametrize(
    ("template", "examples", "text", "value", "more"),
    [
        (
            "Search for {thing}",
            ("red shoes",),
            "Search for blue hats and then order the cheapest one",
            "blue hats",
            "and then order the cheapest one",
        ),
        ("搜索{thing}", ("红鞋",), "搜索蓝帽子，然后下单", "蓝帽子", "，然后下单"),
    ],
)
def test_a_further_request_is_no_part_of_a_value(
    template: str, examples: tuple[str, ...], text: str, value: str, more: str
) -> None:
    reading = bound(template, (slot("thing", "text", *examples),), text)

    assert reading.bindings == {"thing": value}
    assert reading.unexplained == (more.lstrip("，"),)
    assert reading.score < 0.6


def test_prose_keeps_its_sentences() -> None:
    note = "I can't come today. Tell Ann to start, and then call me."
    slots = (slot("note", "text", "The shop is closed. Ask them to open it again."),)

    reading = bound("Leave a note saying {note}", slots, f"Leave a note saying {note}")

    assert reading.bindings == {"note": note.rstrip(".")}


# --- which way to read it -----------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "slots", "text", "bindings"),
    [
        (
            CART,
            (slot("count", "number", "3"), slot("item", "text", "apples")),
            "Add 5 red pears to the cart",
            {"count": "5", "item": "red pears"},
        ),
        (
            "打开{app}{shop}菜单",
            (slot("app", "app", "美团", "饿了么"), slot("shop", "text", "麦当劳")),
            "打开美团老乡鸡菜单",
            {"app": "美团", "shop": "老乡鸡"},
        ),
        (
            "{month}{account}账户的明细",
            (slot("month", "text", "3月", "上个月"), slot("account", "text", "工资卡")),
            "去年12月尾号6620账户的明细",
            {"month": "去年12月", "account": "尾号6620"},
        ),
        (
            "Sell: {what},{price}",
            (slot("what", "text", "lamp", "desk 120"), slot("price", "money", "$90")),
            "Sell: phone 128G,$1,680",
            {"what": "phone 128G", "price": "$1,680"},
        ),
    ],
    ids=["kinds", "examples", "words and days", "a comma within a number"],
)
def test_adjacent_holes_are_divided(
    template: str, slots: Sequence[Slot], text: str, bindings: dict[str, str]
) -> None:
    assert bound(template, slots, text).bindings == bindings


def test_the_app_at_hand_divides_adjacent_holes() -> None:
    slots = (slot("app", "app", "饿了么"), slot("shop", "text", "麦当劳"))

    reading = bound("打开{app}{shop}菜单", slots, "打开美团老乡鸡菜单", app="美团")

    assert reading.bindings == {"app": "美团", "shop": "老乡鸡"}


def test_a_guessed_border_costs_score() -> None:
    slots = (slot("app", "app", "饿了么"), slot("shop", "text", "麦当劳"))

    guessed = bound("打开{app}{shop}菜单", slots, "打开美团老乡鸡菜单")
    told = bound("打开{app}{shop}菜单", slots, "打开饿了么老乡鸡菜单")

    assert guessed.score < told.score - 0.05


@pytest.mark.parametrize(
    ("examples", "start"),
    [
        (("the road", "Rome to Paris"), "the road"),
        (("the road to Rome", "Paris"), "the road to Rome"),
    ],
)
def test_examples_choose_between_anchors(examples: tuple[str, str], start: str) -> None:
    slots = (slot("start", "text", examples[0]), slot("end", "text", examples[1]))

    reading = bound(ROUTE, slots, "Show me the route from the road to Rome to Paris.")

    assert reading.bindings["start"] == start


def test_a_literal_word_inside_a_compound_is_no_anchor() -> None:
    reading = bound(
        "Set the license of {repo} to {license}",
        (),
        "Set the license of byteblaze/cloud-to-butt to MIT",
    )

    assert reading.bindings == {"repo": "byteblaze/cloud-to-butt", "license": "MIT"}


def test_a_slot_that_is_said_twice_has_one_value() -> None:
    reading = bound(
        "Find {item} and post a review of {item} to {forum}",
        (),
        "Find the book and post a review of the book to friends to r/books",
    )

    assert reading.bindings == {"item": "the book", "forum": "friends to r/books"}


def test_a_value_of_another_kind_is_told_and_costs_score() -> None:
    slots = (slot("count", "number", "3"), slot("day", "date", "2026-01-02"))
    template = "Book {count} seats for {day}"

    right = bound(template, slots, "Book 4 seats for 2026-05-06")
    wrong = bound(template, slots, "Book window seats for my uncle")

    assert right.ill_typed == ()
    assert wrong.ill_typed == ("count", "day")
    assert wrong.score < right.score - 0.3


@pytest.mark.parametrize(
    ("template", "text", "value"),
    [
        ('Add the branch "{name}"', 'Add the branch "4.0-rc1"', "4.0-rc1"),
        ('Add the branch "{name}"', 'Add the branch "2.1 beta"', "2.1 beta"),
        ("Add the branch '{name}'", "Add the branch 'Juniper'", "Juniper"),
        ("添加分支“{name}”", "添加分支“雪松”", "雪松"),
        ("添加分支「{name}」", "添加分支「雪松，二号」", "雪松，二号"),
        ("Add the branch {name} now", 'Add the branch "Juniper" now', "Juniper"),
    ],
)
def test_a_quoted_value_may_have_another_shape_than_one_example(
    template: str, text: str, value: str
) -> None:
    reading = bound(template, (slot("name", "number", "3.0"),), text)

    assert reading.bindings == {"name": value}
    assert reading.ill_typed == ()
    assert reading.doubtful == ()
    assert reading.score > 0.9


@pytest.mark.parametrize(
    ("examples", "value"),
    [(("3.0",), "2027-03-01"), (("3.0", "3.1", "4.0", "5.2"), "Juniper")],
)
def test_a_quoted_value_is_ill_typed_where_the_kinds_contradict_or_are_known(
    examples: tuple[str, ...], value: str
) -> None:
    slots = (slot("name", "number", *examples),)

    reading = bound('Add the branch "{name}"', slots, f'Add the branch "{value}"')

    assert reading.bindings == {"name": value}
    assert reading.ill_typed == ("name",)


def test_a_literal_word_that_the_text_lacks_is_told() -> None:
    slots = (slot("name", "text", "Milk"),)

    lacking = bound(
        "Create a text note called {name}", slots, "Create a text note Eggs"
    )
    saying = bound(
        "Create a text note called {name}", slots, "Create the text notes called Eggs"
    )

    assert lacking.unsaid == ("called",)
    assert saying.unsaid == ()


def test_a_sign_of_a_unit_that_the_text_lacks_is_told() -> None:
    slots = (slot("size", "number", "15", "10"),)

    lacking = bound("A coupon of {size} % off", slots, "A coupon of 20 off")
    saying = bound("A coupon of {size} % off", slots, "A coupon of 20% off")

    assert lacking.unsaid == ("%",)
    assert saying.unsaid == ()


@pytest.mark.parametrize(
    ("examples", "text", "beyond"),
    [
        (("拌面",), "点一份扁肉拌面，不加葱的外卖", ("不加葱",)),
        (("拌面，微辣",), "点一份扁肉拌面，多加葱的外卖", ()),
        (("拌面",), "点一份“扁肉拌面，不加葱”的外卖", ()),
        (("拌面",), "点一份拌面1,000克的外卖", ()),
    ],
)
def test_what_stands_behind_a_comma_that_no_example_has_is_told(
    examples: tuple[str, ...], text: str, beyond: tuple[str, ...]
) -> None:
    reading = bound("点一份{菜}的外卖", (slot("菜", "text", *examples),), text)

    assert "拌面" in reading.bindings["菜"]
    assert reading.beyond == beyond


def test_an_example_is_well_typed_whatever_it_looks_like() -> None:
    slots = (slot("button", "number", "Submit"),)

    reading = bound("Press {button} in the form", slots, "Press submit in the form")

    assert reading.bindings == {"button": "submit"}
    assert reading.ill_typed == ()


@pytest.mark.parametrize(("value", "is_code"), [("erk", True), ("the red one", False)])
def test_one_word_may_be_a_code_by_chance(value: str, is_code: bool) -> None:
    slots = (slot("code", "code", "uU4", "DM0", "1GRAY"),)

    reading = bound(
        "Select {code} and click Submit.", slots, f"Select {value} and click Submit."
    )

    assert reading.bindings == {"code": value}
    assert (reading.ill_typed == ()) is is_code


@pytest.mark.parametrize("said", ["nothing", "none"])
def test_a_list_may_be_said_to_be_empty(said: str) -> None:
    slots = (slot("things", "text", "tea", "milk", is_list=True),)

    reading = bound(
        "Select {things} and click Submit.", slots, f"Select {said} and click Submit."
    )

    assert reading.bindings == {"things": []}


@pytest.mark.parametrize(
    "value", ["[REDACTED:password#1]", "hunter2", "C:\\x{1}|.*+(", "🙂🙃"]
)
def test_values_are_taken_as_they_are(value: str) -> None:
    slots = (slot("password", "secret", "[REDACTED:password#2]"),)

    reading = bound(
        "Log in with the password {password} on the page",
        slots,
        f"Log in with the password {value} on the page",
    )

    assert reading.bindings == {"password": value}


def test_doubled_braces_are_literal() -> None:
    reading = bound("Type {{name}} as {value}", (), "Type {name} as Bob")

    assert reading.bindings == {"value": "Bob"}


# --- lists and empty values ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "people", "separators"),
    [
        ("Ann", ["Ann"], ()),
        ("Ann, Bob and Eve", ["Ann", "Bob", "Eve"], (", ", " and ")),
        ("['Ann', 'Bob']", ["Ann", "Bob"], ("', '",)),
        ("张三、李四和王五", ["张三", "李四", "王五"], ("、", "和")),
    ],
)
def test_a_list_slot_gets_items_and_separators(
    text: str, people: list[str], separators: tuple[str, ...]
) -> None:
    slots = (slot("people", "name", is_list=True), slot("repo"))

    reading = bound(INVITE, slots, f"Invite {text} as collaborators to kit")

    assert reading.bindings == {"people": people, "repo": "kit"}
    assert reading.separators == {"people": separators}


def test_each_item_of_a_list_has_the_kind() -> None:
    slots = (slot("days", "date", "2026-01-02", is_list=True),)

    right = bound("Book a room for {days}", slots, "Book a room for 2/3/2026, 4/5/2026")
    wrong = bound("Book a room for {days}", slots, "Book a room for 2/3/2026, my uncle")

    assert right.ill_typed == ()
    assert wrong.ill_typed == ("days",)


def test_an_empty_list_is_bound() -> None:
    slots = (slot("toppings", "text", "ham", is_list=True),)

    reading = bound("Order a large pizza with {toppings}", slots, "Order a large pizza")

    assert reading.bindings == {"toppings": []}
    assert reading.unbound == ()
    assert reading.score > 0.7


def test_an_optional_tail_may_be_empty() -> None:
    slots = (slot("team", "name", "Yankees"), slot("time", "text", "", "in the 80s"))
    template = "Show the home stadium of {team} {time}"

    without = bound(template, slots, "Show the home stadium of Red Sox")
    with_time = bound(template, slots, "Show the home stadium of Red Sox in the 70s")

    assert without.bindings == {"team": "Red Sox", "time": ""}
    assert with_time.bindings == {"team": "Red Sox", "time": "in the 70s"}


def test_a_missing_value_is_unbound() -> None:
    reading = bound("Send a message to {name}", (), "Send a message to")

    assert reading.unbound == ("name",)
    assert reading.bindings == {}


@pytest.mark.parametrize("text", ["", "   ", "!?", "How many commits did Eric make?"])
def test_a_text_of_nothing_of_the_kind_is_no_reading(text: str) -> None:
    assert bind("Add a {item} to my wish list", (), text) is None


def test_a_template_without_words_knows_only_its_examples() -> None:
    slots = (slot("city", "name", "Rome"),)

    assert bind("{city}", slots, "Delete everything") is None
    assert bind("{city}", slots, "rome") is not None


# --- size ---------------------------------------------------------------------------


def test_a_long_value_is_taken_whole() -> None:
    body = "the quick brown fox " * 300

    reading = bound(
        'Post "{body}" in the {forum} forum', (), f'Post "{body}" in the books forum'
    )

    assert reading.bindings == {"body": body.strip(), "forum": "books"}


@pytest.mark.parametrize(
    "text",
    [
        "from the to " * 900,
        "的在搜索并" * 2000,
        '"' * 10_000,
        " " * 10_000 + "x",
        "a, sort it and then " * 500,
        "{start}" * 1400,
        "1, " * 3300,
    ],
)
@pytest.mark.slow
def test_hostile_texts_end_in_time(text: str) -> None:
    slots = (slot("start", "number", "1"), slot("end", "date", is_list=True))
    started = time.process_time()

    for template in (ROUTE, ORDER, "{start}{end}", "the {start} the {end} the"):
        bind(template, slots, text)

    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("template", "text", "beyond"),
    [
        (
            'described as "{what}"',
            'described as "By one cent, at times", with the keyword "urgent"',
            'with the keyword "urgent',
        ),
        ("备注“{what}”", "备注“按价格排序”，关键词“紧急”", "关键词“紧急"),
        ("close it as {what}", 'close it as fixed with the note "Done"', "Done"),
    ],
)
def test_what_follows_a_quotation_within_a_value_is_not_explained(
    template: str, text: str, beyond: str
) -> None:
    slot = Slot(slot_id="s", name="what", kind="text", examples=("By two, in all",))

    reading = bound(template, [slot], text)

    assert reading.doubtful == (beyond,)


@pytest.mark.parametrize("value", ["men's hats", "the dogs' bowl", "rock'n'roll"])
def test_apostrophe_in_a_value_is_no_quotation_mark(value: str) -> None:
    slot = Slot(slot_id="s", name="what", kind="text", examples=("a cap",))

    reading = bound("Search for {what}", [slot], f"Search for {value}")

    assert reading.doubtful == ()


def test_what_belongs_to_a_value_is_not_the_value() -> None:
    slot = Slot(slot_id="s", name="去处", kind="text", examples=("北京", "上海"))

    plain = bound("查去{去处}的车票", [slot], "查去杭州的车票")
    more = bound("查去{去处}的车票", [slot], "查去杭州的往返车票")
    named = bound("查去{去处}的车票", [slot], "查去外婆的家的车票")
    owned = bound("打开{去处}", [slot], "打开北京的地图")

    assert plain.doubtful == ()
    assert "往返" in more.doubtful
    assert named.doubtful == ()
    assert owned.doubtful == ("地图",)


@pytest.mark.parametrize("word", ["一", "word "])
@pytest.mark.slow
def test_a_template_of_thousands_of_words_costs_no_more(
    word: str,
) -> None:
    sentence = Sentence.of(word * 6_000, None)
    long, longest = (Frame.of("{what}" + word * n, []) for n in (1_500, 15_000))

    times = growth(
        lambda: read_as(long, sentence, floor=0.4),
        lambda: read_as(longest, sentence, floor=0.4),
    )

    assert times < 6


@pytest.mark.parametrize("tail", ["明天", "两次", "并删除旧的", "之后撤销"])
def test_what_nothing_introduces_at_the_end_may_be_a_further_request(tail: str) -> None:
    slots = [slot("dish", "text", "拿铁", "绿茶"), slot("how", "text", "全糖", "薄脆")]

    known = bound("点一份{dish}外卖，{how}", slots, "点一份咖啡外卖，少冰")
    further = bound("点一份{dish}外卖，{how}", slots, f"点一份咖啡外卖，{tail}")

    assert (known.beyond, further.beyond) == ((), (tail,))


@pytest.mark.parametrize(
    ("template", "text", "value"),
    [
        ("Tell Bo: {x}", "Tell Bo: bring boots please.", "bring boots please"),
        ("跟阿布说一声:{x}", "跟阿布说一声：生日快乐呀", "生日快乐呀"),
        ("Find {x}", "Find boots please", "boots"),
    ],
)
def test_what_is_told_behind_a_colon_keeps_its_thanks(
    template: str, text: str, value: str
) -> None:
    found = bound(template, [Slot(slot_id="x", name="x", kind="text")], text)

    assert found.bindings == {"x": value}


def test_an_article_that_a_joint_ties_to_a_value_is_a_part_of_it() -> None:
    found = bound("{x} moves to B-10", (), "A-9 moves to B-10")

    assert found.bindings == {"x": "A-9"}


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [("A12线早班", True), ("B09线丙班", True), ("SMT-1丙班", False)],
)
def test_between_values_one_has_to_tell_its_end(text: str, is_sure: bool) -> None:
    slots = [
        Slot(slot_id="x", name="x", kind="text", examples=("A12线", "C07线")),
        Slot(slot_id="y", name="y", kind="text", examples=("早班", "夜班")),
    ]

    found = bind("{x}{y}开工", slots, f"{text}开工")

    assert (found is not None and not found.beyond) == is_sure


VISIT = (
    Slot(slot_id="d", name="doctor", kind="text", examples=("Dr. Chen", "Dr. Lima")),
    Slot(slot_id="p", name="patient", kind="text", examples=("Ann Lee", "Jan Fox")),
    Slot(slot_id="t", name="date", kind="date", examples=("2026-12-03", "2026-12-05")),
)
TRANSFER = (
    Slot(slot_id="a", name="amount", kind="money", examples=("50 euro", "70 euro")),
    Slot(slot_id="f", name="source", kind="text", examples=("savings", "holiday")),
    Slot(slot_id="t", name="goal", kind="text", examples=("checking", "rent")),
)


@pytest.mark.parametrize(
    ("template", "slots", "text", "unbound"),
    [
        (
            "Book {doctor} for {patient} on {date}",
            VISIT,
            "Book Dr. Weiss on 2026-12-06",
            ("patient",),
        ),
        (
            "Book {doctor} for {patient} on {date}",
            VISIT,
            "Book Anna Weiss on 2026-12-06",
            ("patient",),
        ),
        (
            "Buche {doctor} für {patient} am {date}",
            VISIT,
            "Buche Dr. Weiß für Kim Braun",
            ("date",),
        ),
        (
            "Reserva {doctor} para {patient} el {date}",
            VISIT,
            "Reserva Dr. Mora el 2026-12-06",
            ("patient",),
        ),
        (
            "给{patient}预约{doctor}{date}的号",
            VISIT,
            "给张伟预约2026-12-06的号",
            ("doctor",),
        ),
        (
            "Transfer {amount} from {source} to {goal}",
            TRANSFER,
            "Transfer 60 euro to rent",
            ("source",),
        ),
        (
            "Überweise {amount} von {source} auf {goal}",
            TRANSFER,
            "Überweise 60 euro von Urlaub",
            ("goal",),
        ),
        (
            "从{source}转{amount}到{goal}",
            TRANSFER,
            "从零钱转60元",
            ("goal",),
        ),
    ],
)
def test_a_value_whose_separator_lacks_is_asked_for(
    template: str, slots: tuple[Slot, ...], text: str, unbound: tuple[str, ...]
) -> None:
    found = bind(template, slots, text)

    assert found is None or found.unbound == unbound


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Book Dr. Weiss for Kim Park 2026-12-06", "2026-12-06"),
        ("Book Dr. Weiss for Kim Park on 2026-12-06", "2026-12-06"),
    ],
)
def test_what_its_form_shows_needs_no_separator(text: str, date: str) -> None:
    found = bound("Book {doctor} for {patient} on {date}", VISIT, text)

    assert found.bindings == {
        "doctor": "Dr. Weiss",
        "patient": "Kim Park",
        "date": date,
    }


@pytest.mark.parametrize("text", ["Text Kim Park", "Text Dr. Weiss"])
def test_a_name_is_not_split_into_a_name_and_a_message(text: str) -> None:
    slots = (
        Slot(slot_id="w", name="who", kind="text", examples=("Ann Lee", "Jan Fox")),
        Slot(slot_id="m", name="message", kind="text", examples=("call me back",)),
    )

    found = bind("Text {who} {message}", slots, text)

    assert found is None or found.unbound == ("message",)
