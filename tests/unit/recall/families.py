"""Runs of many kinds of tasks, so that values of each kind end up in steps, and texts
of the same kinds with any value."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from kgmem.language import amounts, numerals
from tests.unit.recall.walks import click, typed

Step = dict[str, Any]
Run = dict[str, Any]


@dataclass(frozen=True)
class Family:
    """A kind of task: its wording, values that were said, what was done for them."""

    wording: str
    said: Sequence[tuple[str, ...]]
    steps: Callable[..., list[Step]]
    app: str = "office"

    def runs(self) -> Iterator[Run]:
        """One run for each of the values."""
        for values in self.said:
            yield {
                "task": self.wording.format(*values),
                "app": self.app,
                "outcome": "success",
                "steps": self.steps(*values),
            }


def enter(value: str, name: str = "Field") -> Step:
    return typed(name, value)


def go(address: str) -> Step:
    return {"action": "navigate", "value": address}


def _each(*values: str) -> list[tuple[str, ...]]:
    return [(value,) for value in values]


def _entered(made: Callable[[str], str]) -> Callable[[str], list[Step]]:
    return lambda said: [enter(made(said)), click("OK")]


def _counted(said: str) -> list[Step]:
    return [*[click("Up")] * int(said), click("Submit")]


def _listed(said: str) -> list[Step]:
    items = re.split(r", | and |、|和", said)
    return [*(click(item) for item in items), click("Save")]


_DAYS = {"5 March 2016": "2016-03-05", "1 May 2017": "2017-05-01"} | {
    "12 July 2018": "2018-07-12",
    "30 June 2019": "2019-06-30",
}
_HAN_DAYS = {"2016年3月5日": "03/05/2016", "2017年5月1日": "05/01/2017"} | {
    "2018年7月12日": "07/12/2018",
    "2019年6月30日": "06/30/2019",
}
_TIMES = {
    "7:30 am": "07:30",
    "8:15 pm": "20:15",
    "9:45 am": "09:45",
    "1:05 pm": "13:05",
}
_PLACES = {"2nd": "2", "3rd": "3", "4th": "4", "11th": "11"}

FAMILIES = (
    Family(
        "Select {} with the spinner and hit Submit.",
        _each("2", "3", "4", "5"),
        _counted,
    ),
    Family(
        "Send {} euro to {}",
        [("50", "Ann"), ("20", "Bob"), ("35", "Cid"), ("70", "Dee")],
        lambda sum_, who: [
            enter(sum_, "Amount"),
            enter(who, "To"),
            click("Send"),
        ],
    ),
    Family(
        "Transfer {} to my savings",
        _each("$50", "$1,200", "$7.5", "$30"),
        _entered(lambda said: f"{float(said.strip('$').replace(',', '')):.2f}"),
    ),
    Family("Book the court on {}", _each(*_DAYS), _entered(_DAYS.__getitem__)),
    Family("预订{}的酒店", _each(*_HAN_DAYS), _entered(_HAN_DAYS.__getitem__)),
    Family("Set an alarm for {}", _each(*_TIMES), _entered(_TIMES.__getitem__)),
    Family("Delete the {} row", _each(*_PLACES), _entered(_PLACES.__getitem__)),
    Family(
        "Tick {} and press Save",
        _each("milk, eggs", "salt, rice, beans", "tea, jam, oats, figs"),
        _listed,
    ),
    Family(
        "勾选{}然后保存", _each("苹果、香蕉", "米、油、盐", "茶、奶、糖、面"), _listed
    ),
    Family(
        "Open the report {}",
        _each("Net Sales", "Gross Margin", "Open Orders", "Lost Carts"),
        lambda said: [go(f"https://x.example/r/{'-'.join(said.lower().split())}")],
    ),
    Family(
        "Look up {} on the web",
        _each("red shoes", "a blue lamp", "green tea", "old radios"),
        lambda said: [go(f"https://x.example/?q={said.replace(' ', '+')}&n=1")],
    ),
    Family(
        "Enter {} in capitals",
        _each("mango", "kiwi fruit", "plum", "fig"),
        _entered(str.upper),
    ),
    Family(
        "Register {} as a guest",
        _each("John Smith", "Ann Lee", "Eve Stone", "Max Hall"),
        lambda said: [
            enter(said.split()[0], "First"),
            enter(said.split()[1], "Last"),
            click("Register"),
        ],
    ),
    Family(
        "Put {} kg of {} into the cart",
        [("5", "rice"), ("2", "flour"), ("12", "salt"), ("7", "sugar")],
        lambda much, what: [click(what), enter(much, "Weight"), click("Add")],
    ),
    Family(
        "Write to {} that all is well",
        _each("a@x.example", "b.c@y.example", "d@z.example", "e@w.example"),
        _entered(str),
    ),
    Family(
        "给{}转账{}元",
        [("张三", "50"), ("李四", "200"), ("王五", "35"), ("赵六", "18")],
        lambda who, sum_: [enter(who, "收款人"), enter(sum_, "金额"), click("转账")],
        app="支付",
    ),
    Family(
        "Log in as {} with password {}",
        [("bob", "hunter2!x"), ("ann", "Tr0ub4dor&"), ("cid", "pa55w0rd#")],
        lambda who, word: [enter(who, "User"), enter(word, "Password"), click("Go")],
    ),
    *(
        Family(f"在{app}搜索{{}}并下单", _each(*items), _entered(str), app=app)
        for app, items in (
            ("美团", ("炸鸡", "奶茶", "面")),
            ("京东", ("鼠标", "键盘", "灯")),
        )
    ),
)


def _of(patterns: Sequence[re.Pattern[str]]) -> st.SearchStrategy[str]:
    return st.one_of(*map(st.from_regex, patterns))


_ONE = st.one_of(
    st.sampled_from(
        (
            "",
            " ",
            "many",
            "twelve",
            "三",
            "十百",
            "第三亿个",
            "first",
            "99999999th",
            "2016-02-30",
            "9999-12-31",
            "0000-00-00",
            "31/12/0000",
            "25:61",
            "24:00",
            "2月30日",
            "12块99",
            "$1 billion",
            "{x}",
            "{{",
            "}",
            "[REDACTED:password#1]",
            "a, b and c",
            "'",
            '"',
            "“",
            "İ",
            "²",
            "①",
            "½",
            "\u200b",
            "No. 7",
            "1e400",
            "x" * 3000,
            "one " * 1000,
            "一" * 3000,
            "milk, " * 300,
            "1000",
            "-3",
            "0",
        )
    ),
    st.integers().map(str),
    st.integers(0, 10**25).map(str),
    st.decimals(allow_nan=False).map(str),
    st.datetimes().map(str),
    st.text(max_size=30),
    _of([*amounts.MONEY, *amounts.QUANTITIES, *amounts.ORDINALS]),
    st.from_regex(f"(?:{numerals.HAN})|(?:{numerals.SPELLED})"),
)
_JOINTS = st.sampled_from(["", " ", ", ", " and ", "、", "和", "; ", " to Bob and "])


@st.composite
def values(draw: st.DrawFn, longest: int = 20_000) -> str:
    """A value of any kind, size and sign, or two."""
    first = draw(_ONE)
    if draw(st.booleans()):
        first += draw(_JOINTS) + draw(_ONE)
    return first[:longest]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A task in the words of a family with any values, or any text; one that a memory
    takes."""
    family = draw(st.sampled_from(FAMILIES))
    text = family.wording.format(draw(values()), draw(values()))
    if draw(st.integers(0, 9)) == 0:
        text = draw(values())
    text = text[:20_000]
    return text if text.replace("\x00", "").strip() else "?"
