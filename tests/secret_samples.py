"""Secrets of random values in sentences of many forms, English and Chinese."""

import base64
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stdnum import iban, luhn
from stdnum.cn import ric

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_WORD_LIST = """
    lumber orbit velvet cabin mimic rotate parade solar tissue quantum glory fabric
    kidney unfold badge puzzle hazard ocean trophy window cradle medal sponsor upset
    gravity nephew salmon dwarf enrich
"""
WORDS = _WORD_LIST.split()
NAMES = ["Rexford", "Brunhilde", "Kowalczyk", "Paprika", "Montalban", "Quigley"]
NAMES_ZH = ["旺财来福", "欧阳秋水", "司徒静好", "黑豆花生", "诸葛思远"]


@dataclass(frozen=True, slots=True)
class Sample:
    """A secret in a sentence that gives it away."""

    kind: str
    raw: str
    said: str
    field: str
    """The name of a field in which it may stand."""
    canaries: tuple[str, ...]
    """What must not be left of it."""


def _of(chance: random.Random, letters: str, length: int) -> str:
    return "".join(chance.choice(letters) for _ in range(length))


def _mixed(chance: random.Random, length: int) -> str:
    body = _of(chance, LOWER + UPPER + DIGITS, length - 4)
    return body[:3] + chance.choice(DIGITS) + body[3:] + _of(chance, DIGITS, 3)


def _password(chance: random.Random) -> str:
    return _of(chance, LOWER, 5) + chance.choice("!#$&") + _of(chance, DIGITS, 4)


def _card_digits(chance: random.Random) -> str:
    body = chance.choice(("4", "52", "55")) + _of(chance, DIGITS, 14)
    body = body[:15]
    return body + str(luhn.calc_check_digit(body))


def _grouped(digits: str, gap: str) -> str:
    return gap.join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _wide(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if char != " " else char for char in text)


def _card(chance: random.Random) -> str:
    digits = _card_digits(chance)
    gap = chance.choice((" ", "-", "\u00a0", "  ", "\u2009", "\u2011", " - ", "\u3000"))
    forms = (digits, _grouped(digits, gap), _wide(digits), _grouped(digits, "\u200b"))
    return chance.choice(forms)


def _iban(chance: random.Random) -> str:
    body = "37040044" + _of(chance, DIGITS, 10)
    number = "DE" + iban.calc_check_digits("DE00" + body) + body
    gap = chance.choice(("", " ", "-"))
    return _grouped(number, gap)


def _resident(chance: random.Random) -> str:
    place = chance.choice(("110101", "310104", "440305", "510107", "330106"))
    born = f"{chance.randint(1950, 2009)}{chance.randint(1, 12):02}"
    body = f"{place}{born}{chance.randint(1, 28):02}{chance.randint(0, 999):03}"
    return body + ric.calc_check_digit(body + "0")


def _recovery(chance: random.Random) -> str:
    groups = (_of(chance, LOWER + DIGITS, 5) for _ in range(2))
    return "-".join(group[:-1] + chance.choice(DIGITS) for group in groups)


def _seed(chance: random.Random) -> str:
    return " ".join(chance.sample(WORDS, chance.choice((12, 15, 24))))


def _pem(chance: random.Random) -> str:
    lines = "\n".join(_of(chance, LOWER + UPPER + DIGITS, 64) for _ in range(3))
    return f"-----BEGIN PRIVATE KEY-----\n{lines}\n-----END PRIVATE KEY-----"


def _basic(chance: random.Random) -> str:
    return base64.b64encode(f"ann:{_password(chance)}".encode()).decode()


Make = Callable[[random.Random], str]
KINDS: dict[str, tuple[Make, str, str]] = {
    "password": (
        _password,
        "password",
        "log in with password {}|the password is {} now|pwd={};"
        "|Password: {}, then go on"
        "|密码是{}请登录|口令为{}，不要忘了|用账号ann和密码{}登录|把密码改成{}",
    ),
    "otp": (
        lambda c: _of(c, "123456789", 8),
        "otp",
        "the verification code is {}|otp={}|OTP: {}|pin{} unlocks it|enter PIN {}"
        "|验证码{}，请勿泄露|短信验证码是{}|PIN码为{}",
    ),
    "api_key": (
        lambda c: "sk-proj-" + _mixed(c, 32),
        "api_key",
        "use {} to call it|key={};|token:{}|API key: {}|令牌是{}请保存|密钥：{}"
        "|用{}调用接口|client_secret={}",
    ),
    "client_secret": (
        lambda c: _mixed(c, 24),
        "client_secret",
        "client_secret={}|token: {}|access key is {}|key={};|令牌：{}，请保存|密钥是{}",
    ),
    "bearer": (
        lambda c: _mixed(c, 30),
        "Authorization",
        "Authorization: Bearer {}|header Bearer {} was sent|Bearer={}"
        "|请求头Bearer {}无效"
        "|AuthorizationBearer {}|授权令牌Bearer{}已过期",
    ),
    "basic": (
        _basic,
        "Authorization",
        "Authorization: Basic {}|请求头 Authorization: Basic {}",
    ),
    "cookie": (
        lambda c: "sid=" + _mixed(c, 24),
        "cookie",
        "Cookie: {}; theme=dark|Set-Cookie: {}; Path=/|请求头 Cookie: {}",
    ),
    "url": (
        lambda c: _mixed(c, 12),
        "password",
        "clone https://ann:{}@git.example/x.git|打开 postgres://ann:{}@db.example/x",
    ),
    "private_key": (_pem, "private_key", "key {} end|私钥 {} 完"),
    "card": (
        _card,
        "card_number",
        "pay with {} now|card {}|信用卡{}支付|用{}付款|卡号是{}，请确认",
    ),
    "cvv": (lambda c: _of(c, "123456789", 3), "cvv", "CVV: {}|cvv{}|安全码是{}"),
    "iban": (
        _iban,
        "iban",
        "transfer to {} today|IBAN: {}|请转到{}账户|我的账户{}，请核对|汇款至{}。",
    ),
    "id_card": (
        _resident,
        "id_card",
        "his number {} is known|national ID: {}|证件{}已登记"
        "|请核对{}的资料|{}是他的号码",
    ),
    "phone": (
        lambda c: "138" + _of(c, DIGITS, 8),
        "phone",
        "call {}|phone: {}|手机{}|请打{}找我|联系{}即可",
    ),
    "ssn": (
        lambda c: f"{c.randint(100, 600)}-{c.randint(11, 98)}-{c.randint(1001, 9998)}",
        "ssn",
        "SSN {}|social security number {}|社保号 {}",
    ),
    "passport": (
        lambda c: "E" + _of(c, "123456789", 8),
        "passport",
        "passport number {}|护照号是{}|护照：{}，请核对",
    ),
    "security answer": (
        lambda c: c.choice(NAMES),
        "security_answer",
        "the answer to my security question is {}|security answer: {}, then submit"
        "|my mother's maiden name is {}|Security question: first pet? Answer: {}",
    ),
    "密保答案": (
        lambda c: c.choice(NAMES_ZH),
        "密保答案",
        "密保答案是{}，请提交|密保问题的答案：{}|安全问题答案为{}然后登录|母亲的姓名是{}。"
        "|密保问题：宠物叫什么？答案：{}",
    ),
    "recovery code": (
        _recovery,
        "recovery_code",
        "recovery code: {}|use the backup code {} to log in|backup codes: {}"
        "|恢复码是{}|备用码：{}，请保存|用备份码{}登录",
    ),
    "seed phrase": (
        _seed,
        "seed_phrase",
        "seed phrase: {}|my recovery phrase is {}.|Import the wallet with: {}"
        "|mnemonic = \"{}\"|助记词：{}|钱包的助记词是 {}，请导入",
    ),
}  # fmt: skip


def samples(seed: int, rounds: int) -> Iterator[Sample]:
    """Each kind in each of its sentences, `rounds` times, with values of their own."""
    chance = random.Random(seed)
    for _ in range(rounds):
        for kind, (make, field, sentences) in KINDS.items():
            for sentence in sentences.split("|"):
                raw = make(chance)
                said = sentence.replace("{}", raw)
                yield Sample(kind, raw, said, field, _canaries(kind, raw, said))


def _canaries(kind: str, raw: str, said: str) -> tuple[str, ...]:
    if kind == "cookie":
        return (raw.removeprefix("sid="),)
    if kind == "private_key":
        return tuple(raw.splitlines()[1:-1])
    if kind == "cvv":
        return (said,)  # its three digits alone are everywhere
    if kind == "seed phrase":
        words = raw.split(" ")
        return (" ".join(words[:3]), " ".join(words[-3:]))
    return (raw,)
