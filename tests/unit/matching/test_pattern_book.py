"""The book finds the one pattern among many that a text fits, or none."""

import threading
import time
from collections.abc import Sequence

import pytest

from kgmem.matching.pattern_book import BAR, PatternBook
from kgmem.matching.pattern_shelf import LEAST
from kgmem.matching.sentence import Sentence
from kgmem.model.experience import Stats
from kgmem.model.pattern import Membership, Pattern, PatternMatch, PatternStep, Slot


def best(book: PatternBook, text: str, app: str | None = None) -> PatternMatch | None:
    return next(iter(book.ranked(text, app, 1)), None)


def slot(name: str, kind: str = "text", *examples: str) -> Slot:
    return Slot(slot_id=name, name=name, kind=kind, examples=examples)


def pattern(
    template: str,
    *slots: Slot,
    app: str | None = "shop",
    wordings: Sequence[str] = (),
    pattern_id: str = "",
) -> Pattern:
    return Pattern(
        pattern_id=pattern_id or template,
        name=template,
        template=template,
        wordings=tuple(wordings),
        slots=slots,
        app=app,
    )


SEARCH = pattern("Search for {thing}", slot("thing", "text", "red shoes", "a hat"))
WISH = pattern("Add a {thing} to my wish list", slot("thing", "text", "chair"))
CART = pattern("Add a {thing} to my shopping cart", slot("thing", "text", "chair"))
PRESENT = pattern(
    "Add a {thing} to my wish list for {name}",
    slot("thing", "text", "chair"),
    slot("name", "name", "Bob"),
)
COMMITS = pattern(
    "How many commits did {user} make to {repo} on {date}?",
    slot("user", "name", "Eric"),
    slot("repo", "text", "kit"),
    slot("date", "date", "2023-03-05"),
    app="git",
)
FOOD = pattern(
    "用{app}点一份{food}外卖",
    slot("app", "app", "美团", "饿了么"),
    slot("food", "text", "炸鸡", "麻辣烫"),
    app=None,
    wordings=["我想用{app}点一份{food}"],
)
FOOD_FROM = pattern(
    "用{app}点一份{shop}的{food}外卖",
    slot("app", "app", "美团", "饿了么"),
    slot("shop", "text", "麦当劳", "沙县小吃"),
    slot("food", "text", "炸鸡", "麻辣烫"),
    app=None,
)
BOOK = PatternBook([SEARCH, WISH, CART, COMMITS, FOOD, FOOD_FROM])


@pytest.mark.parametrize(
    ("text", "template", "bindings"),
    [
        ("Please search for blue hats", SEARCH, {"thing": "blue hats"}),
        ("add a lamp to my wish list", WISH, {"thing": "lamp"}),
        ("Add a lamp to my shopping cart!", CART, {"thing": "lamp"}),
        (
            "How many commits did Ann make to cli on 2024-01-02?",
            COMMITS,
            {"user": "Ann", "repo": "cli", "date": "2024-01-02"},
        ),
        ("用美团点一份寿司外卖", FOOD, {"app": "美团", "food": "寿司"}),
        ("我想用饿了么点一份寿司", FOOD, {"app": "饿了么", "food": "寿司"}),
        (
            "帮我用美团点一份老乡鸡的寿司外卖",
            FOOD_FROM,
            {"app": "美团", "shop": "老乡鸡", "food": "寿司"},
        ),
    ],
)
def test_the_right_pattern_is_found_with_its_values(
    text: str, template: Pattern, bindings: dict[str, str]
) -> None:
    match = best(BOOK, text)

    assert match is not None
    assert match.pattern == template
    assert match.bindings == bindings
    assert match.unbound == ()
    assert match.unexplained == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Remove the lamp from my wish list",
        "Cancel my gym membership",
        "Search",
        "把会议录音转成文字",
        "用美团取消一份寿司外卖",
    ],
)
def test_a_text_of_no_known_kind_matches_nothing(text: str) -> None:
    assert best(BOOK, text) is None


def test_a_text_of_a_known_kind_that_asks_for_more_is_of_it_with_the_rest_told() -> (
    None
):
    match = best(BOOK, "Add a lamp to my wish list and then email the list to Bob")

    assert match is not None
    assert match.bindings == {"thing": "lamp"}
    assert match.further == ("and then email the list to Bob",)


def test_poor_fits_are_ranked_but_do_not_match() -> None:
    text = "Add a lamp to my friend's shopping bag"

    ranked = BOOK.ranked(text, least=LEAST)

    assert [one.pattern for one in ranked] == [CART]
    assert 0.3 < ranked[0].score < BAR
    assert BOOK.ranked(text) == []
    assert best(BOOK, text) is None


def test_the_best_comes_first_and_limits_hold() -> None:
    text = "Add a lamp to my wish list for Ann"
    book = PatternBook([WISH, CART, PRESENT])

    assert [one.pattern for one in book.ranked(text, limit=1)] == [PRESENT]
    assert [one.pattern for one in book.ranked(text, least=LEAST)] == [PRESENT, WISH]


def test_the_margin_is_the_distance_to_the_best_other_pattern() -> None:
    book = PatternBook([WISH, CART, PRESENT])

    first, second = book.ranked("Add a lamp to my wish list for Ann", least=LEAST)
    alone = best(BOOK, "Please search for blue hats")

    assert first.margin > 0.1
    assert first.margin == pytest.approx(first.score - second.score)
    assert second.margin == pytest.approx(second.score - first.score)
    assert alone is not None
    assert alone.margin == alone.score


def test_a_slot_that_the_wording_lacks_is_unbound() -> None:
    book = PatternBook(
        [
            pattern(
                "Find a flight to {city} on {day}",
                slot("city", "name", "Rome"),
                slot("day", "date", "2026-01-02"),
                wordings=["Find any flight to {city} whenever it is cheap"],
            )
        ]
    )

    match = best(book, "Find any flight to Oslo whenever it is cheap")

    assert match is not None
    assert match.bindings == {"city": "Oslo"}
    assert match.unbound == ("day",)


# --- apps ---------------------------------------------------------------------------


def test_an_app_sees_its_own_patterns_and_those_across_apps() -> None:
    assert best(BOOK, "Search for hats", app="SHOP ") is not None
    assert best(BOOK, "Search for hats", app="git") is None
    assert best(BOOK, "用美团点一份寿司外卖", app="美团") is not None


def test_across_apps_the_named_app_must_be_the_one_at_hand() -> None:
    assert best(BOOK, "用饿了么点一份寿司外卖", app="美团") is None


def test_an_app_where_it_never_ran_costs_score() -> None:
    seen = FOOD.model_copy(
        update={
            "memberships": {"t1": Membership(app="美团")},
            "app_stats": {"饿了么": Stats()},
        }
    )
    book = PatternBook([seen])

    scores = {
        app: book.ranked(f"用{app}点一份寿司外卖", app=app)[0].score
        for app in ("美团", "饿了么", "京东")
    }

    assert scores["美团"] == pytest.approx(scores["饿了么"], abs=0.02)
    assert scores["京东"] < scores["美团"] - 0.05


def test_the_same_wording_in_two_apps_has_no_margin_without_an_app() -> None:
    book = PatternBook(
        [
            SEARCH,
            SEARCH.model_copy(update={"pattern_id": "other", "app": "other shop"}),
        ]
    )

    anywhere = best(book, "Search for hats")
    there = best(book, "Search for hats", app="other shop")

    assert anywhere is not None
    assert anywhere.margin == 0
    assert there is not None
    assert there.pattern.pattern_id == "other"
    assert there.margin == there.score


# --- change -------------------------------------------------------------------------


def test_a_removed_pattern_is_not_found() -> None:
    book = PatternBook([WISH, CART])

    book.remove(WISH.pattern_id)
    book.remove("never there")

    assert len(book) == 1
    assert best(book, "Add a lamp to my wish list") is None
    assert best(book, "Add a lamp to my shopping cart") is not None


def test_a_pattern_that_comes_back_is_found() -> None:
    book = PatternBook([WISH])

    book.remove(WISH.pattern_id)
    book.add(WISH)

    assert best(book, "Add a lamp to my wish list", app="shop") is not None


def test_adding_replaces_the_pattern_with_the_same_id() -> None:
    book = PatternBook([WISH])

    book.add(
        WISH.model_copy(update={"template": "Put {thing} on my list", "app": "notes"})
    )

    assert len(book) == 1
    assert best(book, "Add a lamp to my wish list") is None
    assert best(book, "Put a lamp on my list", app="shop") is None
    assert best(book, "Put a lamp on my list", app="notes") is not None


def test_a_pattern_without_literal_words_is_found_by_its_examples() -> None:
    book = PatternBook([WISH, pattern("{city}", slot("city", "name", "New York"))])

    match = best(book, "new york")

    assert match is not None
    assert match.bindings == {"city": "new york"}
    assert best(book, "New shoes") is None


def test_readers_see_whole_patterns_while_a_writer_adds() -> None:
    book = PatternBook([WISH])
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                match = best(book, "Add a lamp to my wish list")
                assert match is not None
                assert match.pattern == WISH
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for n in range(200):
        book.add(pattern(f"Add a lamp to list number {n} of {{name}}", slot("name")))
        book.remove(f"Add a lamp to list number {n - 5} of {{name}}")
    done.set()
    for reader in readers:
        reader.join()

    assert failures == []
    assert len(book) == 6


# --- size ---------------------------------------------------------------------------


@pytest.mark.slow
def test_the_right_one_of_thousands_with_the_same_words_is_found() -> None:
    book = PatternBook(
        pattern(
            f"Open the report number {n} about {{topic}} and send it to {{name}}",
            slot("topic", "text", "sales"),
            slot("name", "name", "Bob"),
            app=f"site {n % 7}",
        )
        for n in range(3000)
    )
    text = "Open the report number 1234 about costs and send it to Ann"

    match = best(book, text)
    best(book, "report the report to the report " * 300)

    assert match is not None
    assert "number 1234 " in match.pattern.template
    assert match.bindings == {"topic": "costs", "name": "Ann"}
    assert match.margin > 0.05


def test_an_app_is_found_among_many_with_the_same_wording() -> None:
    book = PatternBook(
        SEARCH.model_copy(update={"pattern_id": f"p{n}", "app": f"app {n}"})
        for n in range(500)
    )

    match = best(book, "Search for hats", app="app 321")

    assert match is not None
    assert match.pattern.pattern_id == "p321"


@pytest.mark.parametrize(
    "text",
    [
        "I would like to return the kettle from my last order, and also the lamp, but "
        "only if the money goes back to my card; otherwise exchange both for the same "
        "items in black, and tell me whether the courier can come on Friday, because I "
        "am away until then and my neighbour, who has the key, is not at home before "
        "six. My name is Ann Lee and my postcode is 12345.",
        "return the exchange to my card and the order " * 40,
        "and the " * 2000,
    ],
)
@pytest.mark.slow
def test_long_prose_is_read_in_bounded_time(text: str) -> None:
    names = "abcdefghijklmn"
    book = PatternBook(
        pattern(
            "".join(
                f"{word} {{{name}}} " for word, name in zip(order, names, strict=False)
            ),
            *(slot(name, "text", f"the {name} thing") for name in names),
        )
        for order in (
            "return and but to for in my is me exchange the of order".split(" ", n)[n]
            for n in range(6)
        )
    )
    Sentence.of(text)  # the words of a text are cut once for all
    book.ranked("return the kettle")
    started = time.process_time()

    book.ranked(text)

    assert time.process_time() - started < 10


def listed(separator: str) -> Pattern:
    """A list that one member has two items of, joined so."""
    return pattern(
        "Select {items} in the menu",
        Slot(
            slot_id="items",
            name="items",
            kind="text",
            is_list=True,
            examples=("tea", "milk"),
        ),
    ).model_copy(
        update={
            "memberships": {
                "t": Membership(
                    bindings={"items": ["tea", "milk"]},
                    separators={"items": (separator,)},
                )
            }
        }
    )


@pytest.mark.parametrize(
    ("separator", "left"), [(" and ", ()), (", and ", ()), (", ", ("juice",))]
)
def test_items_are_joined_by_a_word_where_a_members_list_is(
    separator: str, left: tuple[str, ...]
) -> None:
    book = PatternBook([listed(separator)])

    found = best(book, "Select water and juice in the menu")

    assert found is not None
    assert found.unexplained == left
    assert found.further == left


def packed(separator: str) -> Pattern:
    """A list in Chinese that one member has two items of, joined so."""
    items = ["米粉", "酱油"]
    goods = Slot(
        slot_id="goods",
        name="goods",
        kind="text",
        is_list=True,
        examples=tuple(items),
    )
    member = Membership(bindings={"goods": items}, separators={"goods": (separator,)})
    found = pattern("清单里的 {goods} 装箱", goods)
    return found.model_copy(update={"memberships": {"t": member}})


@pytest.mark.parametrize(
    ("separator", "items"),
    [(" ", ["矿泉水", "Oreo饼干"]), ("、", ["矿泉水 Oreo饼干"])],
)
def test_blanks_part_items_as_a_member_does(separator: str, items: list[str]) -> None:
    book = PatternBook([packed(separator)])

    found = best(book, "清单里的 矿泉水 Oreo饼干 装箱")

    assert found is not None
    assert found.bindings == {"goods": items}
    assert found.unexplained == ()


def test_an_item_with_a_blank_may_be_two_where_blanks_part_items() -> None:
    found = best(PatternBook([packed(" ")]), "清单里的 New Balance 运动袜 装箱")

    assert found is not None
    assert found.bindings == {"goods": ["New Balance", "运动袜"]}
    assert found.further == ("New Balance",)


def optional(need: str) -> Pattern:
    """Its second slot stands in another wording, and in a step of that need."""
    return pattern(
        "Log {hours} hours",
        slot("hours", "number", "3"),
        slot("note", "text", "sick"),
        wordings=["Log {hours} hours with the note {note}"],
    ).model_copy(
        update={
            "steps": (
                PatternStep(n=1, action="type", value="{hours}", slots=("hours",)),
                PatternStep(
                    n=2, action="type", value="{note}", slots=("note",), need=need
                ),
            )
        }
    )


@pytest.mark.parametrize(
    ("need", "text", "unbound"),
    [
        ("optional", "Log 5 hours", ()),
        ("required", "Log 5 hours", ("note",)),
        ("optional", "Log 5 hours with the note", ("note",)),
    ],
)
def test_a_slot_of_optional_steps_may_lack_where_the_wording_has_none(
    need: str, text: str, unbound: tuple[str, ...]
) -> None:
    book = PatternBook([optional(need)])

    found = best(book, text)

    assert found is not None
    assert found.unbound == unbound
