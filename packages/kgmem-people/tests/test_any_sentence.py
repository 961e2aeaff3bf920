"""No sentence is one too many for what reads names, facts, dates and amounts."""

from collections.abc import Iterable
from datetime import date
from functools import cache
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kgmem.backends.taggers.jieba import JiebaTagger
from kgmem.backends.taggers.spacy import SpacyTagger
from kgmem.language import amounts, chinese, moments, numerals
from kgmem_people.reading import chinese as patterns
from kgmem_people.reading import dates, english, names, names_en, names_zh, validity
from kgmem_people.reading.extract import Extract
from tests.examples import examples

MODULES = (patterns, english, names, names_en, names_zh, dates, moments, amounts)


@cache
def extractor() -> Extract:
    return Extract(SpacyTagger(), JiebaTagger(chinese.segmenter))


def _texts(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [one for pair in value.items() for part in pair for one in _texts(part)]
    if isinstance(value, frozenset | set | tuple | list):
        return [one for part in value for one in _texts(part)]
    return []


def _vocabulary(modules: Iterable[ModuleType]) -> list[str]:
    """The words that the modules themselves know."""
    found = {
        text
        for module in modules
        for value in vars(module).values()
        if isinstance(value, dict | frozenset | set | tuple | list)
        for text in _texts(value)
        if 0 < len(text) < 20
    }
    return sorted(found)


WORDS = _vocabulary(MODULES)
ENGLISH = [word for word in WORDS if word.isascii()] + [
    "Alice Smith", "Acme", "the", "of", "is", "was", "in", "by", "from", "to", "which",
    "May", "2020", "3", "half", "$", "5", "kg", "January 5, 2020", ",", ".", "'s", '"',
]  # fmt: skip
CHINESE = [word for word in WORDS if not word.isascii()] + [
    "模型", "艺术", "盛宴", "持续时间", "八", "个", "周", "三百", "块", "元", "2020年",
    "五月", "3日", "北京", "张伟", "《红楼梦》", "公司", "的", "是", "由", "在", "、",
    "，", "。", "第", "百分之", "半", "年", "个月", "小时", "到", "两", "订单",
]  # fmt: skip


def sentences(words: list[str], between: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(words), max_size=14).map(between.join)


TEXTS = (
    sentences(CHINESE, "") | sentences(ENGLISH, " ") | sentences(WORDS, " ") | st.text()
)


@pytest.mark.slow
@examples(150)
@given(
    text=TEXTS, known=st.dictionaries(st.sampled_from(CHINESE), st.none(), max_size=3)
)
@example(text="模型艺术盛宴的持续时间是八个周。", known={"八个周": None})
def test_any_text_is_read(text: str, known: dict[str, None]) -> None:
    found = extractor().extract(text, known=dict.fromkeys(known))

    assert all(0 <= one.start < one.end <= len(text) for one in found.mentions)
    assert all(one.subject and one.predicate and one.object for one in found.triples)


@given(TEXTS)
def test_any_text_may_be_a_date_an_amount_or_a_number(text: str) -> None:
    validity.validity(text)
    dates.read_period(text)
    assert all(o.since < o.until for o in dates.periods(text, date(2024, 6, 15)))
    numerals.read_decimal(text)
    amounts.read(amounts.MONEY + amounts.QUANTITIES, text)
