"""Names of sensitive things in English and Chinese, in phrases and as field names."""

import re
from collections.abc import Iterable
from functools import lru_cache

_S = "[ _-]?"
_ACCOUNT_ZH = "(?:账|帐|賬|卡)(?:户|戶|号|號)(?:号|號)?码?"


def _each(starts: str, rest: str) -> tuple[str, ...]:
    """One alternative per start, because each has to begin with a literal."""
    return tuple(start + rest for start in starts.split())


_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("passport", ("passport", "护照", "護照")),
    (
        "otp",
        (
            f"one{_S}time{_S}(?:pass(?:word|code)|code|pin|token)",
            *_each(
                "verification verify authentication authenticator auth login sms 2fa"
                " mfa otp access sign-in activation email text temporary",
                f"{_S}(?:code|pin)",
            ),
            "otp", "totp", "2fa", "mfa", "captcha", "pin",
            "动态(?:密码|口令|码)", "動態(?:密碼|碼)", "一次性(?:密码|口令|验证码)",
            *_each("验证 驗證 校验 认证 認證 短信", "[码碼]"),
        ),
    ),
    (
        "cvv",
        (
            "cvv2?", "cvc2?", "csc", f"cc{_S}csc",
            f"card{_S}(?:security|verification){_S}(?:code|value|number)",
            f"security{_S}code", "安全码", "安全碼", "卡后三位", "背面三位",
        ),
    ),
    (
        "expiry",
        (
            f"cc{_S}exp", f"card{_S}exp(?:iry|iration)?", f"expir(?:y|ation){_S}date",
            "expiry", "expires", "exp", "有效期",
        ),
    ),
    (
        "password",
        (
            "pass(?:(?:word|code|phrase|wd)s?)?", "pwd", "psw", "passwrd",
            "credentials?", "密码", "密碼", "口令",
        ),
    ),
    (
        "api_key",
        (
            *_each(
                "api access secret auth client session refresh id csrf xsrf account"
                " signing encryption subscription shared master private app consumer"
                " webhook service storage bot user security personal deploy bearer",
                f"{_S}(?:api{_S}|access{_S})?(?:key|token|secret)(?:{_S}(?:key|id))?",
            ),
            "token", "secret", "jwt", f"session{_S}id", "jsessionid", "phpsessid",
            "sessid", f"connect{_S}sid", "sid", "signature",
            "密钥", "密鑰", "秘钥", "私钥", "令牌", "授权码",
        ),
    ),
    (
        "bank_account",
        (
            *_each("account acct a/c routing", f"{_S}(?:number|num|no|#)"),
            f"sort{_S}code", "bank account", "iban",
            "银行卡", "銀行卡", "储蓄卡", "借记卡",
            *_each("银行 銀行 收款 开户 对公 储蓄 借记 结算", _ACCOUNT_ZH),
        ),
    ),
    (
        "card",
        (
            *_each("credit debit bank payment", f"{_S}card(?:{_S}(?:number|num|no))?"),
            f"card{_S}(?:number|num|no|#)", f"cc{_S}(?:number|num|no)",
            "信用卡", "卡号", "卡號",
        ),
    ),
    (
        "id_card",
        (
            f"national{_S}id", *_each("id identity", f"{_S}(?:card|number|num|no)"),
            *_each("resident government citizen", f"{_S}id"),
            f"driver'?s?{_S}licen[cs]e", "身份证", "身份證", "公民身份号码", "证件号",
            "證件號", "驾驶?证", "通行证", "军官证",
        ),
    ),
    ("ssn", ("ssn", f"social{_S}security", "社会保[险障]号", "社保号")),
    (
        "tax",
        (
            "ein", "itin", "tin", "vat", "gstin",
            f"tax{_S}(?:payer)?{_S}(?:id|number|num|no|identification)",
            "employer identification", "纳税人识别号", "税号", "稅號", "社会信用代码",
            "统一信用代码",
        ),
    ),
    (
        "phone",
        (
            "phone", "telephone", "tel", "mobile", "cell(?:phone)?", "whatsapp", "fax",
            "call", "dial", "contact", "手机", "手機", "电话", "電話",
            "联系方式", "座机", "拨打", "致电",
        ),
    ),
)  # fmt: skip
_WEAK = frozenset({"phone", "email", "address"})
_CODE = "code"
_FIELD_ONLY: tuple[tuple[str, str], ...] = (
    (
        "security_answer",
        r".{0,20}(?:security|secret|challenge) (?:question )?answers?(?: \d{1,2})?"
        r"|answer to .{0,20}(?:security|secret) question|.{0,12}maiden ?name"
        r"|.{0,12}(?:密保|安全|密码)(?:问题)?(?:的)?答案.{0,4}",
    ),
    (
        "recovery_code",
        r".{0,20}(?:recovery|backup|scratch|rescue) ?(?:codes?|keys?)(?: \d{1,2})?"
        r"|.{0,8}(?:恢复|备用|备份|救援)(?:代?码|密钥).{0,4}",
    ),
    (
        "seed_phrase",
        r".{0,20}(?:seed|recovery|mnemonic|secret|backup) ?(?:phrase|words?)|mnemonic"
        r"|.{0,20}wallet seed|.{0,8}(?:助记[词码]|种子短语|恢复短语).{0,4}",
    ),
    ("bearer", r"(?:proxy )?authorization|authorization header|bearer"),
    (
        "cookie",
        r"(?:set |http |session )?cookies?(?: header)?|cookie jar|document cookie",
    ),
    ("private_key", r"(?:.{0,20} )?private key(?: pem)?|.{0,6}私钥"),
    ("password", r"(?:user |login |db |my )?pass|credential|current password"),
    ("otp", r"one time code|code(?: \d{1,2})?|digit \d{1,2}"),
    ("cvv", r"security code|cc csc"),
    ("id_card", r"id (?:number|no|card)|idcard|idcardno|身份证件"),
    ("expiry", r"exp(?:iry|iration)? ?(?:date)?|cc exp(?: month| year)?"),
    ("api_key", r"(?:x )?api ?key|apikey|app ?key|x amz \w{1,20}|sig"),
    ("card", r"cc number|cardnumber|pan"),
    ("email", r".{0,20}(?:e ?mail|邮箱|电子邮件|郵箱).{0,20}"),
    ("address", r".{0,20}(?:street|address|地址|住址)(?: line)?(?: \d)?"),
)

ANY_NAME = re.compile("|".join([*(alt for _, alts in _NAMES for alt in alts), _CODE]))
"""Finds a name in lower-case text; every alternative begins with a literal where it
can, so that a text without names is passed quickly."""
_KIND = tuple((kind, re.compile("|".join(alts))) for kind, alts in _NAMES)
_FIELD = tuple((kind, re.compile(pattern)) for kind, pattern in _FIELD_ONLY)
_INSIDE = re.compile(r"pass(?:w|c|p)|pwd|[\u4e00-\u9fff]")
"""Names that count inside a longer word as well: `userpassword`."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINT = re.compile(r"[\s_\-./:#\[\]@*\"'=()（）：<>|,，]{1,20}")
_ATTRIBUTE = re.compile(r"[\w\-]{1,32}[*^$~|]?=")
"""The `name=` of a selector such as `input[name=passwd]`."""
_LONGEST_NAME = 80
_ABOUT_IT = re.compile(
    r"(?<![a-z])(?:forgot(?:ten)?|hint|strength|length|policy|expir(?:es|ed|y at|ation)"
    r"|changed|updated|required|min|max|counts?|type|visib\w{0,5}|show|hide|toggle"
    r"|rules?|valid\w{0,6}|attempts?|manager|enabled|disabled|usage|limits?|page|next"
    r"|continuation|cursor|format|label|placeholder|url|uri|endpoint|prefix|brand"
    r"|has|is|need\w{0,3}|needs|with|without|tokens|model|method|status|mode|set"
    r"|error|message|title|class|icon|country|zip|postal|qr|promo|coupon|color"
    r"|language|time zone|name)(?![a-z])|提示|忘记|强度|长度|规则|修改时间|类型|名称"
)
"""In a field's name: its value says something about the secret, not the secret."""
_NOT_TYPED = re.compile(
    r"(?<![a-z])(?:user ?name|name|note|description|search|zip|postal|promo|coupon)"
    r"(?![a-z])|用户名|名称|备注|搜索|邮编"
)
"""In the label of a field that is typed into."""


@lru_cache(maxsize=512)
def kind_of_name(name: str) -> str | None:
    """The kind that a name in lower case stands for; None for a bare `code`."""
    return next((kind for kind, form in _KIND if form.fullmatch(name)), None)


def kind_of_field(name: str | None, *, label: bool = False) -> str | None:
    """The kind of value that stands in a field of this name.

    `label`: the name is what a person reads at an input that is being filled, so
    "Password (min. 8 characters)" is a password.
    """
    if not name or len(name) > _LONGEST_NAME:
        return None
    return _kind_of_field(name, label)


@lru_cache(maxsize=4096)
def _kind_of_field(name: str, label: bool) -> str | None:
    words = _words(name)
    for kind, form in _FIELD:
        if form.fullmatch(words):
            return kind
    if (_NOT_TYPED if label else _ABOUT_IT).search(words):
        return None
    return _named_in(words)


def kind_of_labels(labels: Iterable[str | None]) -> str | None:
    """The kind of value that is typed into a field of which all this is told, its
    type first. `type="tel"` and `type="email"` say how to type, a name says what."""
    weak: str | None = None
    for label in labels:
        kind = kind_of_field(label, label=True)
        if kind and kind not in _WEAK:
            return kind
        weak = weak or kind
    return weak


def names_field(value: str) -> bool:
    """Is the value itself such a name, as in the password "password"?"""
    return len(value) <= _LONGEST_NAME and _named_in(_words(value)) is not None


def _words(name: str) -> str:
    if "=" in name:
        name = _ATTRIBUTE.sub(" ", name)
    return _JOINT.sub(" ", _HUMP.sub(" ", name)).lower().strip()


def _named_in(words: str) -> str | None:
    for match in ANY_NAME.finditer(words):
        kind = kind_of_name(match[0])
        if kind and stands_alone(words, match.start(), match.end()):
            return kind
    return None


def stands_alone(low: str, start: int, end: int) -> bool:
    """Is the name at low[start:end] a word, not a part of one (pin in "shopping")?"""
    if _INSIDE.search(low, start, end):
        return True
    before = start > 0 and "a" <= low[start - 1] <= "z"
    after = end < len(low) and "a" <= low[end] <= "z"
    return not before and not (after and low[end : end + 1] != "s")
