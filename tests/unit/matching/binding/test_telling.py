"""A wording that says less than its holes leave open is none."""

import pytest

from kgmem.matching.binding.telling import tells
from kgmem.matching.pattern_book import PatternBook
from kgmem.model.pattern import Pattern, PatternMatch, PatternStep, Slot
from kgmem.model.trajectory import Element

INBOX = PatternStep(n=1, action="click", target=Element(role="link", name="Inbox"))


def best(book: PatternBook, text: str, app: str) -> PatternMatch | None:
    return next(iter(book.ranked(text, app, 1)), None)


def pattern(template: str, used: tuple[str, ...] = (), **examples: str) -> Pattern:
    """A pattern of a known path that uses the values of these slots."""
    fields = tuple(
        PatternStep(
            n=n,
            action="type",
            target=Element(role="textbox", name=name),
            value=f"{{{name}}}",
            slots=(name,),
        )
        for n, name in enumerate(used, 2)
    )
    slots = tuple(
        Slot(slot_id=name, name=name, kind="text", examples=(one,))
        for name, one in examples.items()
    )
    return Pattern(
        pattern_id=template,
        name=template,
        template=template,
        app="mail",
        slots=slots,
        steps=(INBOX, *fields),
    )


EMPTY = pattern(
    "{a} email {b}.", a="Find the", b="by Helen and click the trash icon to delete it"
)


@pytest.mark.parametrize(
    "one",
    [
        EMPTY,
        pattern("delete {a}", a="all read messages from Kori"),
        pattern("{a}邮件{b}", a="找到海伦发来的那封", b="点一下星标按钮标为重要"),
        pattern("{a} die Mail {b}", a="Suche bitte", b="von Jo und schicke sie an Bo"),
    ],
)
def test_what_leaves_open_more_than_it_says_tells_nothing(one: Pattern) -> None:
    assert not tells(one, one.template)


@pytest.mark.parametrize(
    "one",
    [
        pattern("Order {item}", ("item",), item="a very long winter coat"),
        pattern("搜索{商品}", ("商品",), 商品="无线蓝牙降噪耳机"),
        pattern("Book {person}", ("person",), person="Dr. Chen"),
        pattern("Mark the email from {a} as important", a="Ann Lee"),
        pattern("Print the invoice"),
    ],
)
def test_what_a_path_uses_is_accounted_for(one: Pattern) -> None:
    assert tells(one, one.template)


def test_of_a_kind_without_a_path_nothing_is_told() -> None:
    one = EMPTY.model_copy(update={"steps": ()})

    assert tells(one, one.template)


def test_such_a_wording_matches_nothing_and_the_others_of_its_pattern_do() -> None:
    wide = pattern("{a} email {b}.", a="Find the old and forgotten", b="Work")
    wide = wide.model_copy(update={"wordings": ("Move the email to {b} at once",)})
    book = PatternBook([wide])

    other = best(book, "Forward the email from Ann to Bob.", app="mail")
    own = best(book, "Move the email to Archive at once", app="mail")

    assert other is None
    assert own is not None
