"""What speaks for and against a value in a slot."""

import math

from kgmem.matching.assigning.evidence import WEIGHTS, Evidence, evidence, is_said
from kgmem.matching.assigning.slot_context import slot_context
from kgmem.matching.assigning.spans import value_spans
from kgmem.matching.assigning.units import units
from kgmem.model.pattern import Slot

LITERAL = frozenset({"forward", "letter"})


def told(
    text: str, value: str, *, kind: str, examples: tuple[str, ...]
) -> Evidence | None:
    slot = Slot(slot_id="s", name="s", kind=kind, examples=examples)
    place = slot_context(slot, ("Forward the letter to {s}",))
    span = next(one for one in value_spans(text) if one.text == value)
    assert place is not None
    return evidence(place, span, LITERAL)


def test_a_value_of_the_kind_behind_the_same_word_scores_best() -> None:
    text = "Pass the letter on to bo@x.example today"

    def score(value: str) -> float:
        mail = ("ann@x.example",)
        found = told(text, value, kind="email", examples=mail)
        return WEIGHTS.score(found) if found else -math.inf

    assert score("bo@x.example") > max(
        score("today"), score("letter on to bo@x.example")
    )


def test_words_that_the_pattern_says_are_no_value() -> None:
    text = "Hand the letter to Bo"

    assert told(text, "letter", kind="text", examples=("Ann",)) is None
    found = told(text, "letter to Bo", kind="text", examples=("Ann",))
    assert found is not None
    assert found.said == 1


def test_the_verb_that_a_request_begins_with_is_no_value() -> None:
    assert told("Hand it to Bo", "Hand", kind="text", examples=("paid",)) is None
    assert told("Hand it to Bo", "Hand", kind="text", examples=("Ann",)) is not None


def test_a_known_value_counts_whatever_it_looks_like() -> None:
    found = told("Hand it to the boss", "the boss", kind="text", examples=("the boss",))

    assert found is not None
    assert found.known
    assert not found.frayed


def test_a_name_of_a_person_is_kin_to_such_names_alone() -> None:
    text = "Forward the letter to 林可 now"

    found = told(text, "林可", kind="text", examples=("王芳", "张晓雨"))
    other = told(text, "林可", kind="text", examples=("牛奶", "面包"))

    assert found is not None
    assert other is not None
    assert (found.person, found.frayed) == (1.0, 0.0)
    assert other.person == 0.0


def test_what_leads_a_value_is_no_part_of_it() -> None:
    text = "请给老师傅发消息"
    found = told(text, "给老师傅", kind="text", examples=("小刘",))
    plain = told(text, "老师傅", kind="text", examples=("小刘",))

    assert found is not None
    assert plain is not None
    assert found.bound > plain.bound


def test_a_chinese_unit_is_said_where_all_its_signs_are() -> None:
    (unit,) = units("信件")

    assert is_said(unit, frozenset("信件"))
    assert not is_said(unit, frozenset("信"))


def test_evidence_adds_up() -> None:
    assert Evidence(known=1.0).plus(Evidence(known=1.0, order=1.0)).known == 2.0


def test_a_value_may_end_as_an_example_does() -> None:
    rooms = ("Kitchen speaker", "Hall speaker")
    kin = told(
        "Hand it to Office speaker", "Office speaker", kind="text", examples=rooms
    )
    other = told("Hand it to Deep Focus", "Deep Focus", kind="text", examples=rooms)

    assert kin is not None
    assert other is not None
    assert (kin.kin, other.kin) == (1, 0)


def test_a_verb_among_the_examples_excuses_no_single_sign() -> None:
    examples = ("登录失败",)
    with_verb = told("标题写页面空白", "写页面空白", kind="text", examples=examples)
    without = told("标题写页面空白", "页面空白", kind="text", examples=examples)

    assert with_verb is not None
    assert without is not None
    assert with_verb.frayed > without.frayed
