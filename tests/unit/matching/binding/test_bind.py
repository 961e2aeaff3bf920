"""A template is found again in texts that say the same with other values: the rules of
`sentences.toml`, and what takes more than a sentence."""

import operator
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgmem.matching.binding.bind import bind, read_as
from kgmem.matching.binding.frame import Frame
from kgmem.matching.binding.reading import Reading
from kgmem.matching.sentence import Sentence
from kgmem.model.pattern import Slot
from tests.growth import growth
from tests.unit.matching.slots_in_short import slot, slots, table

SIDES = "unexplained", "beyond", "doubtful", "unsaid", "unbound", "ill_typed"
HAS = {"unexplains": "unexplained", "doubts": "doubtful"}
"""That one of these is among others."""
TOLD = {"says", "texts", "pattern", "slots", "text", "at", "none", "or_none", "score"}
TOLD |= {*SIDES, *HAS, "separators", "nothing", "has_beyond", "is_short"}
"""What a row tells beside values."""
SCORES = {">": operator.gt, "<": operator.lt, "<=": operator.le}


def sentences() -> list[Any]:
    """Each text with all that its rule tells."""
    rules = table(Path(__file__).with_name("sentences.toml"))["rule"]
    return [
        pytest.param(rule | row, id=f"{rule['says']}: {row['text'][:40]!r}")
        for rule in rules
        for row in rule["texts"]
    ]


@pytest.mark.parametrize("row", sentences())
def test_a_text_is_read_as_its_pattern(row: Mapping[str, Any]) -> None:
    known = slots(row.get("slots", {}))
    used = [one for one in known if f"{{{one.name}}}" in row["pattern"]]

    reading = bind(row["pattern"], used, row["text"], row.get("at"))

    if reading is None:
        assert row.get("none") or row.get("or_none")
    else:
        assert not row.get("none")
        assert_read(reading, row)


def assert_read(reading: Reading, row: Mapping[str, Any]) -> None:
    """All that the row tells is so."""
    values = {name: value for name, value in row.items() if name not in TOLD}
    if values or "nothing" in row:
        assert reading.bindings == values
    for side in row.keys() & {*SIDES}:
        told = row[side]
        assert getattr(reading, side) == tuple(
            [told] if isinstance(told, str) else told
        )
    for side in row.keys() & {*HAS}:
        assert row[side] in " ".join(getattr(reading, HAS[side]))
    if "separators" in row:
        told = {name: tuple(parts) for name, parts in row["separators"].items()}
        assert reading.separators == told
    if "score" in row:
        sign, limit = row["score"].split()
        assert SCORES[sign](reading.score, float(limit))
    assert reading.beyond or not row.get("has_beyond")
    assert reading.beyond or reading.unbound or not row.get("is_short")


def test_each_sentence_tells_something() -> None:
    given = {"says", "texts", "pattern", "slots", "text", "at", "or_none"}

    silent = [row.id for row in sentences() if not row.values[0].keys() - given]

    assert silent == []


def bound(template: str, slots: Sequence[Slot], text: str) -> Reading:
    """How the text is read as the template."""
    reading = bind(template, slots, text)
    assert reading is not None
    return reading


def test_a_guessed_border_costs_score() -> None:
    known = slots({"app": "app: 饿了么", "shop": "麦当劳"})

    guessed = bound("打开{app}{shop}菜单", known, "打开美团老乡鸡菜单")
    told = bound("打开{app}{shop}菜单", known, "打开饿了么老乡鸡菜单")

    assert guessed.score < told.score - 0.05


def test_a_value_of_another_kind_is_told_and_costs_score() -> None:
    known = slots({"count": "number: 3", "day": "date: 2026-01-02"})
    template = "Book {count} seats for {day}"

    right = bound(template, known, "Book 4 seats for 2026-05-06")
    wrong = bound(template, known, "Book window seats for my uncle")

    assert (right.ill_typed, wrong.ill_typed) == ((), ("count", "day"))
    assert wrong.score < right.score - 0.3


def test_a_value_that_a_run_chose_is_one_though_the_list_lacks_it() -> None:
    gone = slot("severity", "one of: Minor")
    gone = gone.model_copy(update={"examples": ("critical",)})

    reading = bound(
        'File "It fails" with severity {severity}',
        [gone],
        'File "It fails" with severity critical',
    )

    assert reading.bindings == {"severity": "critical"}


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
    known = slots({"start": "number: 1", "end": "list date:"})
    started = time.process_time()

    for template in (
        "Show me the route from {start} to {end}.",
        "在{app}搜索{商品}并下单",
        "{start}{end}",
        "the {start} the {end} the",
    ):
        bind(template, known, text)

    assert time.process_time() - started < 10


@pytest.mark.parametrize("word", ["一", "word "])
@pytest.mark.slow
def test_a_template_of_thousands_of_words_costs_no_more(word: str) -> None:
    sentence = Sentence.of(word * 6_000, None)
    long, longest = (Frame.of("{what}" + word * n, []) for n in (1_500, 15_000))

    times = growth(
        lambda: read_as(long, sentence, floor=0.4),
        lambda: read_as(longest, sentence, floor=0.4),
    )

    assert times < 6
