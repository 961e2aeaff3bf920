"""Elements in the words of a sentence: "the Search button", "第3个元素", "(10, 20)"."""

import re
from collections.abc import Mapping

from kgmem.learn.histories.page import element_from
from kgmem.model.trajectory import Box, Element

_ROLES: Mapping[str, str] = {
    "radio button": "radio", "button": "button", "link": "link", "tab": "tab",
    "checkbox": "checkbox", "menu item": "menuitem",
    "单选按钮": "radio", "按钮": "button", "链接": "link", "标签页": "tab",
    "复选框": "checkbox", "菜单项": "menuitem",
}  # fmt: skip
"""Words that say what an element is. Those that may be a part of its name, such as
"box", "icon" and "框", are none."""
_ROLE_WORDS = sorted(_ROLES, key=len, reverse=True)
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|「([^」]+)」|『([^』]+)』|《([^》]+)》|"
                     r"(?<!\w)'([^']+)'(?!\w)|‘([^’]+)’")  # fmt: skip
_NUMBERED = re.compile(
    r"(?:the )?(?:element|item|index|id|label|node|bid)\s*(?:with )?(?:number|index|id|"
    r"no\.?|#)?\s*[\[(#]?\s*(\d{1,6})\s*[\])]?|\[\s*(\d{1,6})\s*\]|"
    r"(?:元素|编号|控件|标签|序号)\s*(?:为|是|：|:)?\s*"
    r"[\[【(（]?(\d{1,6})[\]】)）]?(?:号|的元素)?|"
    r"(\d{1,6})\s*号(?:元素|控件|标签)?",
    re.I,
)
_POINT = re.compile(
    r"(?:(?:the )?(?:point|position|coordinates?|location)|坐标|位置|点)?\s*"
    r"(?:at |of )?"
    r"[(\[（]?\s*(\d{1,5}(?:\.\d{1,6})?)\s*[,，]\s*(\d{1,5}(?:\.\d{1,6})?)\s*[)\]）]?",
    re.I,
)
_UNNAMED = re.compile(
    r"it|here|there|this|that|"
    r"(?:(?:this|that|the|an?) )?(?:(?:first|second|third|last|next|"
    r"\d{1,3}(?:st|nd|rd|th)) )?(?<= )(?:one|element|item|result|option|entry|product)|"
    r"它|这里|那里|这个|那个|"
    r"第[一二三四五六七八九十\d]{1,3}[个条项](?:元素|结果|商品|选项|条目)?",
    re.I,
)
"""Words that point at an element and are not what it is called."""


def element_in_words(words: str) -> Element | None:
    """The element that the words of a sentence mean: its number, its place, or its name
    with the role that they tell. None where they only point, as "it" does."""
    text = words.strip().rstrip("。.").strip()
    if not text or _UNNAMED.fullmatch(text):
        return None
    if match := _NUMBERED.fullmatch(text):
        return Element(element_id=next(number for number in match.groups() if number))
    if match := _POINT.fullmatch(text):
        x, y = float(match[1]), float(match[2])
        return Element(box=Box(x=x, y=y, width=0, height=0))
    return _named(text)


def _named(text: str) -> Element | None:
    quoted = [next(filter(None, one)) for one in _QUOTED.findall(text)]
    role = _role_of(text)
    if len(quoted) == 1:
        return Element(name=quoted[0].strip(), role=role)
    if role is None or quoted:
        return element_from(text)
    word = next(one for one in _ROLE_WORDS if text.casefold().endswith(one))
    name = text[: -len(word)].strip().removesuffix("的").strip()
    bare = re.sub(r"^(?:the|an?)\s+|^(?:the|an?)$", "", name, flags=re.I)
    return Element(name=bare or None, role=role)


def _role_of(text: str) -> str | None:
    """The role that stands at the end of the words, or right beside a quoted name."""
    outside = _QUOTED.sub(" ", text).casefold().strip()
    for word in _ROLE_WORDS:
        start = outside.removesuffix(word)
        if start != outside and (not word.isascii() or not start[-1:].isalnum()):
            return _ROLES[word]
    return None
