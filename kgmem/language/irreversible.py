"""Steps that can't be taken back: pay, order, delete, send, publish."""

from collections.abc import Mapping
from typing import Any

from kgmem.language.lexicon import SEARCH, Lexicon, fold, wordings
from kgmem.model.action import ACTIONS, Action
from kgmem.model.trajectory import Element

IRREVERSIBLE = Lexicon(
    english=(
        "pay",
        "buy",
        "purchase",
        "donate",
        "(?:place|submit|confirm|complete|cancel) (?:\\w+ ){0,2}orders?",
        "order (?:now|it|this)",
        "cancel (?:\\w+ ){0,2}(?:subscription|booking|reservation|account|trip)",
        "(?:book|reserve|rent|bid|subscribe|enroll) now",
        "place (?:a |your )?bid",
        "confirm (?:\\w+ ){0,2}(?:booking|reservation|purchase|payment|transfer)",
        "transfer(?: (?:now|money|funds?))",
        "withdraw",
        "refund",
        "delete",
        "erase",
        "wipe",
        "remove",
        "destroy",
        "discard",
        "purge",
        "uninstall",
        "empty (?:\\w+ )?(?:trash|bin|cart)",
        "factory reset",
        "(?:close|deactivate|terminate) (?:\\w+ )?account",
        "unsubscribe",
        "send",
        "resend",
        "publish",
        "retweet",
        "(?:post|tweet|share|reply) (?:now|comment|tweet|reply|review|message|it|this)",
        "submit (?:\\w+ ){0,2}(?:application|payment|vote|bid|review|report)",
        "e?sign and submit",
        "vote",
        "merge pull request",
        "deploy",
    ),
    chinese=(
        "支付",
        "付款",
        "付费",
        "立即购买",
        "确认购买",
        "购买",
        "抢购",
        "下单",
        "提交订单",
        "取消订单",
        "转账",
        "汇款",
        "提现",
        "充值",
        "退款",
        "打赏",
        "捐款",
        "捐赠",
        "(?:立即|确认|马上)预[订定约]",
        "确认收货",
        "删除",
        "删掉",
        "清空",
        "移除",
        "卸载",
        "格式化",
        "恢复出厂",
        "注销(?:账[号户]|帐[号户])",
        "退订",
        "发送",
        "群发",
        "发布",
        "发表",
        "发帖",
        "发微博",
        "投票",
        "解散",
        "退群",
        "退出群聊",
    ),
    after=(
        "not", "don't", "never", "undo", "unsend", "auto", "how to", "last", "recently",
        "已", "未", "待", "不", "勿", "最近", "撤销", "取消", "自动", "最新", "定时",
        "如何", "怎么",
    ),
    before=(
        "methods?", "history", "settings?", "options?", "polic(?:y|ies)", "stubs?",
        "guide", "help", "date", "time", "list", "filters?", "highlight(?:s|ing)?",
        "formatting", "protection", "wisely",
        "宝", "方式", "记录", "者", "人", "时间", "日期", "设置", "历史", "码", "明细",
        "会", "指南", "帮助", "说明", "状态", "成功", "失败", "中", "箱", "于", "页面",
        "规则", "协议",
    ),
)  # fmt: skip
"""What a control is called that acts for good."""

_ALONE = frozenset({
    "post", "tweet", "order", "book", "reserve", "bid", "reply", "share",
    "发", "删", "预订", "预定", "预约", "订阅",
})  # fmt: skip
"""Nouns or verbs in a longer name; as a whole name they are commands."""

_MESSAGE = Lexicon(
    english=("message", "chat", "reply", "comment", "tweet", "prompt"),
    chinese=("消息", "聊天", "回复", "评论", "私信", "弹幕"),
)


def is_irreversible(
    action: Action,
    target: Element | None,
    value: str | None,
    params: Mapping[str, Any] | None = None,
) -> bool:
    """True for a step that pays, orders, deletes, sends or publishes, as far as
    the words on its target (or a tool's name in `params`) say so.

    Typing, choosing and looking are never irreversible; Enter in a message field
    is.
    """
    does = ACTIONS[action]
    if does.presses:
        return any(_commands(words) for words in wordings(target)[:3])
    if does.is_call:
        return _commands(str((params or {}).get("name") or ""))
    if does.enters == "key" or (does.enters == "text" and (value or "").endswith("\n")):
        return _sends_message(target, value or "")
    return False


def _commands(words: str) -> bool:
    return fold(words) in _ALONE or words in IRREVERSIBLE


def _sends_message(target: Element | None, value: str) -> bool:
    if not value.endswith("\n") and fold(value) not in ("enter", "return"):
        return False
    called = wordings(target)
    return any(w in _MESSAGE for w in called) and not any(w in SEARCH for w in called)
