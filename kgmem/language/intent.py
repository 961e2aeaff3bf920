"""What kind of thing a task asks for, by a small lexicon in both languages."""

from kgmem.language.lexicon import Lexicon

INTENTS: dict[str, Lexicon] = {
    "message": Lexicon(
        english=(
            "(?:send|write|compose|draft) (?:\\S+ ){0,4}"
            "(?:e?mails?|messages?|texts?|sms|letters?|dms?|feedback)",
            "(?:re )?reply",
            "forward",
            "e?mail (?:to|\\w+ to)",
            "text \\w+ that",
            "message \\w+",
            "share (?:\\S+ ){0,12}with",
            "tweet",
            "comment on",
            "call",
        ),
        chinese=(
            "发(?:送)?.{0,12}(?:消息|信息|邮件|短信|微信|私信|红包|弹幕)",
            "回复",
            "转发",
            "评论",
            "留言",
            "打电话",
            "拨打",
            "@",
        ),
    ),
    "order": Lexicon(
        english=(
            "buy",
            "order(?! (?:history|by|number|id|status|details?|list))",
            "purchase",
            "check ?out",
            "pay",
            "add (?:\\S+ ){0,12}(?:cart|basket|bag)",
            "shop for",
            "top ?up",
            "donate",
        ),
        chinese=(
            "买",
            "下单",
            "订购",
            "点(?:一?[份杯个单]|外卖|餐)",
            "加入购物车",
            "加[到入].{0,4}购物车",
            "支付",
            "付款",
            "结算",
            "充值",
            "转账",
        ),
    ),
    "return": Lexicon(
        english=("return (?:\\S+ ){0,4}(?:order|item)s?", "refund", "exchange"),
        chinese=("退货", "退款", "换货"),
    ),
    "book": Lexicon(
        english=(
            "book (?:a|an|the|me|one|two|\\d+|\\w+ (?:flight|hotel|table|room))",
            "reserve",
            "(?:make|get) (?:a |an )?(?:reservation|appointment|booking)",
            "schedule",
        ),
        chinese=(
            "预[订定约]",
            "订.{0,10}(?:票|酒店|房|座|位|机票|航班|餐厅)",
            "挂号",
            "打车",
            "叫车",
        ),
    ),
    "delete": Lexicon(
        english=(
            "delete",
            "remove",
            "erase",
            "clear",
            "trash",
            "uninstall",
            "cancel",
            "unsubscribe",
            "unfollow",
        ),
        chinese=("删", "移除", "清空", "清除", "卸载", "取消", "退订"),
    ),
    "sign_in": Lexicon(
        english=("(?:log|sign) ?(?:in|on|out|up|off)", "log ?in", "register for"),
        chinese=("登录", "登陆", "注册", "退出(?:登录|账号)"),
    ),
    "play": Lexicon(
        english=("play", "listen", "watch", "stream", "pause"),
        chinese=("播放", "听", "观看", "看.{0,8}(?:视频|电影|直播|剧|集)", "暂停"),
    ),
    "configure": Lexicon(
        english=(
            "set(?! of)",
            "settings?",
            "turn (?:\\S+ )?(?:on|off)",
            "enable",
            "disable",
            "change",
            "switch",
            "configure",
            "adjust",
            "update",
            "modify",
            "edit",
            "rename",
            "increase",
            "decrease",
            "reduce",
            "toggle",
            "mark",
        ),
        chinese=(
            "设置",
            "设为",
            "设成",
            "打开.{0,8}模式",
            "关闭",
            "启用",
            "停用",
            "开启",
            "修改",
            "更改",
            "调整",
            "切换",
            "调[到高低大小]",
            "重命名",
            "编辑",
            "更新",
            "改[为成]",
        ),
    ),
    "create": Lexicon(
        english=(
            "create",
            "add",
            "new",
            "make",
            "post",
            "upload",
            "publish",
            "write",
            "compose",
            "save",
            "start",
            "open an issue",
            "submit",
            "invite",
            "fork",
            "draw",
            "record",
        ),
        chinese=(
            "创建",
            "新建",
            "添加",
            "新增",
            "发布",
            "发表",
            "发帖",
            "上传",
            "撰写",
            "写",
            "保存",
            "收藏",
            "关注",
            "点赞",
            "画",
            "录",
        ),
    ),
    "fill": Lexicon(
        english=(
            "fill",
            "enter",
            "type",
            "input",
            "select",
            "choose",
            "pick",
            "check",
            "click",
            "press",
            "tap",
        ),
        chinese=("填", "输入", "选择", "选中", "勾选", "点击", "按下"),
    ),
    "search": Lexicon(
        english=(
            "search",
            "find",
            "look(?:ing)? (?:up|for)",
            "locate",
            "browse",
            "google",
            "filter",
        ),
        chinese=("搜", "查找", "寻找", "找", "检索", "筛选"),
    ),
    "query": Lexicon(
        english=(
            "what(?:'s)?",
            "who",
            "when",
            "where",
            "which",
            "how (?:much|many|long|far|old|often)",
            "tell me",
            "show(?: me)?",
            "list",
            "read",
            "get",
            "give me",
            "view",
            "see",
            "compare",
            "count",
            "calculate",
            "learn about",
            "look at",
            "know",
            "summarize",
            "is there",
            "are there",
            "do i have",
        ),
        chinese=(
            "查[看询]?",
            "多少",
            "什么",
            "哪[些个里]",
            "几[点个天]",
            "谁",
            "是否",
            "有没有",
            "看看",
            "查一下",
            "告诉我",
            "列出",
            "比较",
            "统计",
            "计算",
            "浏览",
            "阅读",
            "了解",
            "看",
        ),
    ),
    "navigate": Lexicon(
        english=(
            "go (?:to|back)",
            "open",
            "navigate",
            "visit",
            "launch",
            "get directions",
            "directions",
            "scroll",
            "take me",
        ),
        chinese=(
            "打开",
            "进入",
            "前往",
            "跳转",
            "访问",
            "启动",
            "导航",
            "去",
            "到.{1,8}页",
        ),
    ),
}
"""Kinds of intent, the more specific first."""

_ENDS = ("message", "order", "return", "book", "delete", "sign_in")
"""Kinds that say what a task is for even behind another verb: "search X and buy
it" is an order, "打开微信给张三发消息" a message."""


def intent_of(text: str) -> str | None:
    """The kind of thing that a task asks for, a key of INTENTS; None if no word
    says it.

    What is done in the end goes before what leads there; else the first verb
    counts.
    """
    places = {
        intent: place
        for intent, words in INTENTS.items()
        if (place := words.place(text)) is not None
    }
    ending = next((intent for intent in _ENDS if intent in places), None)
    return ending or min(places, key=lambda intent: places[intent], default=None)


def intent_match(a: str | None, b: str | None) -> float | None:
    """1 for the same kind, 0 for another, None where one is not known."""
    if not a or not b:
        return None
    return float(a == b or a.casefold().strip() == b.casefold().strip())
