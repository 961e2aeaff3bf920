"""Words that say what something is for, in English and Chinese alike."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from kgmem.model.trajectory import Element


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Terms of one meaning. English terms match whole words, Chinese ones
    anywhere; both are fragments of regular expressions over folded text.

    A term does not count right after one of `after` or right before one of
    `before` ("待" + "付款", "支付" + "方式", "undo" + "send").
    """

    english: tuple[str, ...] = ()
    chinese: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """English words or Chinese characters."""
    before: tuple[str, ...] = ()
    _latin: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _han: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_latin", self._compile_latin())
        object.__setattr__(self, "_han", self._compile_han())

    def _compile_latin(self) -> re.Pattern[str]:
        after = "".join(
            rf"(?<!\b{word} )" for word in self.after if word.isascii()
        )  # look-behinds must have one width each
        before = _either(word for word in self.before if word.isascii())
        not_before = rf"(?! (?:{before})\b)" if before else ""
        terms = _either(self.english)
        return re.compile(
            rf"(?<![a-z0-9]){after}(?:{terms})(?![a-z0-9]){not_before}"
            if terms
            else r"(?!)"
        )

    def _compile_han(self) -> re.Pattern[str]:
        after = "".join(f"(?<!{word})" for word in self.after if not word.isascii())
        before = _either(word for word in self.before if not word.isascii())
        not_before = f"(?!{before})" if before else ""
        terms = _either(self.chinese)
        return re.compile(f"{after}(?:{terms}){not_before}" if terms else r"(?!)")

    def place(self, text: str) -> int | None:
        """Where the first term begins in the folded text; None without one."""
        folded = fold(text)
        found = [
            match.start()
            for pattern in (self._latin, self._han)
            if (match := pattern.search(folded))
        ]
        return min(found, default=None)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.place(text) is not None


def _either(terms: Iterable[str]) -> str:
    return "|".join(terms)


MAX_LOOKED_AT = 2_000
"""Characters of a text in which a term is looked for."""
MAX_REMEMBERED = 200
"""Characters of the longest text whose folding is remembered: each lexicon asks for it,
and what elements are called comes again in each run."""


def fold(text: str) -> str:
    """Lower case, NFKC, with `camelCase`, `snake_case` and `kebab-case` as words."""
    return _folded(text) if len(text) <= MAX_REMEMBERED else _folded.__wrapped__(text)


@lru_cache(maxsize=2048)
def _folded(text: str) -> str:
    wide = unicodedata.normalize("NFKC", text[:MAX_LOOKED_AT])
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", wide)
    return re.sub(r"[\s_\-]+", " ", spaced).casefold().strip()


def wordings(element: Element | None) -> tuple[str, ...]:
    """What an element is called: name, text, labels, chosen ids; none twice."""
    if element is None:
        return ()
    given = (
        element.name,
        element.text,
        *(
            element.attributes.get(key)
            for key in ("aria-label", "label", "placeholder", "title", "alt", "value")
        ),
        element.test_id,
        element.attributes.get("id"),
        element.attributes.get("name"),
    )
    return tuple(dict.fromkeys(words for words in given if words and words.strip()))


SEARCH = Lexicon(
    english=(
        "search(?:ing)?",
        "searchbox",
        "find",
        "look ?up",
        "keywords?",
        "query",
        "where to",
    ),
    chinese=("搜", "查找", "检索", "查询", "关键[词字]"),
)
"""Words on a field or button that searches."""

CONFIRM = Lexicon(
    english=(
        "submit",
        "ok",
        "okay",
        "yes",
        "confirm",
        "done",
        "apply",
        "save",
        "accept",
        "agree",
        "finish",
        "proceed",
        "continue",
        "(?:log|sign) ?(?:in|on|up)",
        "register",
        "pay",
        "buy",
        "purchase",
        "order now",
        "place (?:your |the )?order",
        "book now",
        "check ?out",
        "send",
        "publish",
        "post",
        "create",
        "delete",
    ),
    chinese=(
        "提交",
        "确定",
        "确认",
        "支付",
        "付款",
        "保存",
        "完成",
        "同意",
        "好的",
        "下单",
        "结算",
        "登录",
        "登陆",
        "注册",
        "发送",
        "发布",
        "发表",
        "购买",
        "预[订定]",
        "创建",
        "删除",
        "继续",
    ),
    after=("not", "no", "last", "recently", "已", "未", "待", "不", "最近"),
    before=(
        "methods?",
        "history",
        "settings",
        "options",
        "宝",
        "方式",
        "记录",
        "设置",
        "历史",
        "者",
        "时间",
    ),
)
"""Words on a control that commits to what was entered."""

UNDO = Lexicon(
    english=(
        "close",
        "cancel",
        "dismiss",
        "back",
        "go back",
        "hide",
        "collapse",
        "return",
        "exit",
        "undo",
        "previous",
        "prev",
        "x",
        "no",
    ),
    chinese=(
        "关闭",
        "取消",
        "返回",
        "收起",
        "隐藏",
        "退出",
        "撤销",
        "上一[步页]",
        "×",
        "✕",
    ),
)
"""Words on a control that takes back the step before."""
