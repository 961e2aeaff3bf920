"""Does following a link do something, or does it only show a page?"""

import re

from kgmem.language.lexicon import Lexicon, fold, wordings
from kgmem.model.trajectory import Step

_ACTING = (
    "add", "plus", "minus", "remove", "delete", "mark", "vote", "upvote", "downvote",
    "like", "unlike", "dislike", "follow", "unfollow", "star", "unstar", "watch",
    "unwatch", "join", "leave", "subscribe", "unsubscribe", "toggle", "enable",
    "disable", "activate", "deactivate", "switch", "set", "claim", "reset", "clear",
    "archive", "pin", "unpin", "log(?:in|out)", "sign(?:in|out|up)",
    "(?:log|sign) (?:in|out|off|on|up)",
)  # fmt: skip
ACTS = Lexicon(
    english=_ACTING,
    chinese=(
        "加入", "添加", "标[为记]", "赞", "收藏", "关注", "取消", "切换", "退出",
        "登出", "签到", "领取", "启用", "停用", "激活", "订阅", "设为", "置顶", "归档",
        "清除", "删除", "移除", "投票",
    ),
)  # fmt: skip
"""Words on a link, at their beginning in English, whose page does something."""
_ACTING_WORD = re.compile("|".join(word for word in _ACTING if " " not in word))
"""The same as a word of an address: `/cart/add/3`, `?vote=up`."""
_HOST = re.compile(r"^(?:[a-z][a-z0-9+.-]{0,30}:)?//[^/?#]*", re.IGNORECASE)


def does_something(step: Step, address: str) -> bool:
    """Do the words of the link, or of the address, say that it does something?"""
    if any(ACTS.place(words) == 0 or _is_act(words) for words in wordings(step.target)):
        return True
    place = _HOST.sub("", address, count=1)
    return any(map(_ACTING_WORD.fullmatch, re.split(r"[^a-z]+", fold(place))))


def _is_act(words: str) -> bool:
    """Chinese words may stand anywhere in what a link is called."""
    return not words.isascii() and words in ACTS
