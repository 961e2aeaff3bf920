"""Nothing sensitive passes the gate, and nothing harmless is held back."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.model.trajectory import Trajectory, parse_trajectory
from kgmem.redact import PLACEHOLDER, Redactor, redact_text, redact_trajectory, restore
from tests.examples import examples


class Secret(NamedTuple):
    """A raw value with a phrase in each language and a field that give it away."""

    kind: str
    raw: str
    english: str
    chinese: str
    field: str
    canary: str = ""
    """What must not be left, where that is less than all of `raw`."""


BODY = "MIIEowIBAAKCAQEAt3Zq8sV1yLk2"
PEM = (
    f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\nq83mZr==\n-----END RSA PRIVATE KEY-----"
)
OPENAI = "sk-proj-Zx81kfPq0Lm47TgWcVb29nRd"
AWS = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ8pLmN3tK"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3MTI5MyJ9.k9dR2xQvTz0pLmN3"
COOKIE = "sid=k9dR2xQvTz0p; theme=dark"

SECRETS = [
    Secret("password", "hunter2", "log in with password {}", "密码{}", "password"),
    Secret("password", "p@ss w/ 9%", 'the password is "{}"', "密码是“{}”",
           "current-password"),
    Secret("otp", "482913", "the verification code is {}", "验证码是{}", "otp"),
    Secret("api_key", OPENAI, "use {} to call it", "用{}调用", "api_key"),
    Secret("api_key", AWS, "aws_secret_access_key={}", "密钥：{}", "secretAccessKey"),
    Secret("api_key", JWT, "token {}", "令牌是{}", "access_token"),
    Secret("bearer", "f00.ba4-92kd81", "Authorization: Bearer {}",
           "请求头 Authorization: Bearer {}", "bearer"),
    Secret("cookie", COOKIE, "Cookie: {}", "请求头 Cookie: {}", "Set-Cookie"),
    Secret("url_credentials", "s3cr3tpw", "clone https://ann:{}@git.example/x.git",
           "打开 postgres://ann:{}@db.example:5432/x", "password"),
    Secret("private_key", PEM, "key {}", "私钥 {}", "private_key", BODY),
    Secret("card", "4111 1111 1111 1111", "pay with {} now", "卡{}付款", "cardNumber"),
    Secret("card", "378282246310005", "pay with {} now", "用{}付款", "cc-number"),
    Secret("iban", "DE89370400440532013000", "transfer to {}", "转到{}", "iban"),
    Secret("bank_account", "6228480402564890018", "account number {}", "银行卡号{}",
           "银行卡号"),
    Secret("id_card", "110101199003074477", "her ID is {}", "身份证号{}", "身份证号"),
    Secret("passport", "E12345678", "passport number {}", "护照号是{}", "passport"),
    Secret("ssn", "123-45-6789", "SSN {}", "社保号 {}", "ssn"),
    Secret("tax", "91350211M000100Y43", "tax id: {}", "税号：{}", "税号"),
    Secret("phone", "+1 415 555 0132", "call {}", "拨打{}", "phone"),
    Secret("phone", "13812345678", "call {}", "手机号{}", "手机号"),
]  # fmt: skip
NAMES = [f"{secret.kind}-{secret.field}" for secret in SECRETS]


def target(**fields: Any) -> dict[str, Any]:
    return {"steps": [{"action": "click", "target": {"role": "button", **fields}}]}


def page(**fields: Any) -> dict[str, Any]:
    return {"steps": [{"action": "click", "page_before": fields}]}


def step(**fields: Any) -> dict[str, Any]:
    return {"steps": [{"action": "click", **fields}]}


PLACES: dict[str, Callable[[str], dict[str, Any]]] = {
    "task": lambda s: {"task": s},
    "url query": lambda s: {"url": f"https://a.example/x?q={quote(s)}&n=1"},
    "url fragment": lambda s: {"url": f"https://a.example/x#q={quote(s, safe='')}"},
    "source task id": lambda s: {"source_task_id": s},
    "session id": lambda s: {"session_id": s},
    "intent": lambda s: {"intent": s},
    "preconditions": lambda s: {"preconditions": s},
    "tags": lambda s: {"tags": ["x", s]},
    "keywords": lambda s: {"keywords": ["x", s]},
    "judge": lambda s: {"judge": s},
    "value": lambda s: step(value=s),
    "thought": lambda s: step(thought=f"First: {s}"),
    "error": lambda s: step(error=f"failed\n{s}\n"),
    "params": lambda s: step(params={"a": {"b": [1, s]}}),
    "params key": lambda s: step(params={s: 1}),
    "params of a tool": lambda s: {
        "steps": [{"action": "tool", "params": {"name": "t", "args": {"note": s}}}]
    },
    "raw history": lambda s: step(params={"raw": json.dumps({"note": s, "m": [s]})}),
    "escaped twice": lambda s: step(params={"raw": json.dumps(json.dumps({"n": s}))}),
    "header": lambda s: step(params={"headers": {"X-Note": s}}),
    "page url": lambda s: page(url=f"https://a.example/?q={quote(s)}"),
    "page title": lambda s: page(title=s),
    "page hint": lambda s: page(hint=s),
    "page element": lambda s: page(elements=[{"tag": "p", "text": s}]),
    "page reference": lambda s: page(dom_ref=s),
    "element id": lambda s: target(element_id=s),
    "element name": lambda s: target(name=s),
    "element text": lambda s: target(text=s),
    "test id": lambda s: target(test_id=s),
    "attribute": lambda s: target(attributes={"title": s}),
    "value attribute": lambda s: target(attributes={"value": s}),
    "locator": lambda s: target(locators=[{"kind": "text", "value": s}]),
    "container": lambda s: target(container=["Form", s]),
    "frame": lambda s: target(frame=s),
    "path": lambda s: target(path=s),
}
"""A part of a trajectory in which the text stands."""


def trajectory(*parts: dict[str, Any]) -> Trajectory:
    raw: dict[str, Any] = {"task": "do it", "steps": []}
    for part in parts:
        raw |= {**part, "steps": [*raw["steps"], *part.get("steps", [])]}
    return parse_trajectory(raw)


def redacted(*parts: dict[str, Any]) -> str:
    return redact_trajectory(trajectory(*parts), Redactor()).model_dump_json()


def leaks(secret: Secret, text: str) -> bool:
    raw = secret.canary or secret.raw
    return raw in text or quote(raw) in text or quote(raw, safe="") in text


PAIRED = [
    pytest.param(SECRETS[n], place, language, id=f"{NAMES[n]}-{place}-{language}")
    for at, place in enumerate(PLACES)
    for n, language in (
        (at % len(SECRETS), "english"),
        ((3 * at + 7) % len(SECRETS), "chinese"),
    )
]
"""Each place with two kinds, each kind in both languages: what finds a secret does not
know where its text stands."""
PAIRED += [
    pytest.param(secret, place, "english", id=f"{secret.field}-{place}-encoded")
    for secret in SECRETS
    if secret.field in ("current-password", "private_key", "Set-Cookie")
    for place in ("url query", "url fragment", "raw history", "escaped twice")
]
"""What holds signs that are encoded, wherever it is."""


class TestEveryKindInEveryPlace:
    @pytest.mark.parametrize(("secret", "place", "language"), PAIRED)
    def test_a_phrase_gives_it_away(
        self, secret: Secret, place: str, language: str
    ) -> None:
        phrase = getattr(secret, language).format(secret.raw)

        text = redacted(PLACES[place](phrase))

        assert not leaks(secret, text)
        assert f"[REDACTED:{secret.kind}#1]" in text

    @pytest.mark.parametrize(("secret", "place", "_"), PAIRED)
    def test_known_from_a_field_it_is_gone_from_every_other_place(
        self, secret: Secret, place: str, _: str
    ) -> None:
        field = step(params={"form": {secret.field: secret.raw}})

        text = redacted(PLACES[place](f"saw {secret.raw} there"), field)

        assert not leaks(secret, text)
        assert len({match[0] for match in PLACEHOLDER.finditer(text)}) == 1

    @pytest.mark.parametrize("secret", SECRETS, ids=NAMES)
    def test_a_field_gives_it_away(self, secret: Secret) -> None:
        redactor = Redactor()

        text = redactor.text(secret.raw, field=secret.field)

        assert PLACEHOLDER.fullmatch(text)
        assert restore(text, redactor.secrets) == secret.raw


GIVEN_AWAY = r"""
password | log in as ann with password hunter2 | hunter2
password | my password is sesame and my username is ann | sesame
password | the password is 'correct horse' | correct horse
password | Password: Tr0ub4dor&3 | Tr0ub4dor&3
password | pwd: letmein99, then go on | letmein99
password | use S3cret!x as the password | S3cret!x
password | use opensesame as my new password | opensesame
password | type "opensesame" into the password field | opensesame
password | Fill the password field with hunter2 | hunter2
password | set the password to Summer2024! | Summer2024!
password | change my password from oldpass1 to newpass2 | newpass2
password | ann / pass: hunter2 / go | hunter2
password | username/password: ann/hunter2 | hunter2
password | {"username":"ann","password":"hunter2"} | hunter2
password | {\"username\":\"ann\",\"password\":\"hunter2\"} | hunter2
password | https://a.example/login?user=ann&password=hunter2&x=1 | hunter2
password | https://a.example/login?next=%2Fl%3Fpassword%3Dhunter2%26x | hunter2
password | DB_PASSWORD=hunter2 | hunter2
password | 密码是hunter2 | hunter2
password | 密码：hunter2，然后登录 | hunter2
password | 用账号ann密码hunter2登录 | hunter2
password | 账号：ann 密码：hunter2 | hunter2
password | 用hunter2作为密码登录 | hunter2
password | 把密码改成 hunter2 | hunter2
password | 将密码设置为hunter2 | hunter2
password | 在密码框中输入hunter2 | hunter2
password | 输入密码hunter2并登录 | hunter2
password | 密码是“芝麻开门” | 芝麻开门
password | 口令 hunter2 | hunter2
password | 支付密码为123456 | 123456
password | <input type="password" name="pw" value="hunter2"> | hunter2
password | &lt;input type=&quot;password&quot; value=&quot;hunter2&quot;&gt; | hunter2
password | I typed hunter2 into the password field | hunter2
password | {'action':'type','element':'Password','text':'hunter2'} | hunter2
password | passcode 8472 | 8472
otp | 验证码是 123456 | 123456
otp | 验证码：123456 | 123456
otp | 【银行】您的验证码为884213，5分钟内有效 | 884213
otp | 884213是您的验证码 | 884213
otp | Your verification code is 482913. | 482913
otp | enter code 482913 to log in | 482913
otp | code 482913 | 482913
otp | 482 913 is your login code, OTP: 482-913 | 482-913
otp | G-482913 is your Google verification code | 482913
otp | use OTP 482913 | 482913
otp | 2FA code: 482913 | 482913
otp | The code we sent you is 4829 | 4829
otp | my PIN is 8241 | 8241
otp | enter PIN 8241 | 8241
otp | 动态码 482913 | 482913
otp | 输入短信验证码482913 | 482913
api_key | use sk-proj-abcDEF1234567890abcdef to call | sk-proj-abcDEF1234567890abcdef
api_key | AKIAIOSFODNN7EXAMPLE | AKIAIOSFODNN7EXAMPLE
api_key | api_key=abcd1234efgh5678 | abcd1234efgh5678
api_key | API key: abcd1234efgh5678 | abcd1234efgh5678
api_key | client_secret=abcdefghijklmnop | abcdefghijklmnop
api_key | token: 9f8e7d6c5b4a | 9f8e7d6c5b4a
api_key | X-Api-Key: 9f8e7d6c5b4a | 9f8e7d6c5b4a
api_key | 令牌是 9f8e7d6c5b4a | 9f8e7d6c5b4a
api_key | 密钥：9f8e7d6c5b4a | 9f8e7d6c5b4a
api_key | https://maps.example/api?key=abcDEF1234567890xyz1234 | abcDEF1234567890xyz1234
api_key | LTAI5tAbCdEfGhIjKlMnOpQr | LTAI5tAbCdEfGhIjKlMnOpQr
bearer | curl -H "Authorization: Bearer abc.def-123456" | abc.def-123456
bearer | {"Authorization": "Bearer abc.def-123456"} | abc.def-123456
bearer | authorization=Token 0123456789abcdef | 0123456789abcdef
cookie | Cookie: sid=abc123def456; theme=dark | abc123def456
cookie | {"Cookie": "sid=abc123def456; theme=dark"} | abc123def456
cookie | -H 'Set-Cookie: sid=abc123def456; Path=/; HttpOnly' | abc123def456
url_credentials | git clone https://ann:hunter2@git.example/x.git | hunter2
url_credentials | postgres://ann:p@ss@db.example:5432/x | p@ss
url_credentials | redis://:hunter2@127.0.0.1:6379/0 | hunter2
card | pay with 4111 1111 1111 1111 now | 4111 1111 1111 1111
card | pay with 4111-1111-1111-1111, exp 12/27, CVV 123 | 4111-1111-1111-1111
card | card 378282246310005 | 378282246310005
card | 信用卡5555555555554444支付 | 5555555555554444
card | card number 1234 5678 9012 3456 | 1234 5678 9012 3456
cvv | card CVV 123 | 123
cvv | CVC: 4567 | 4567
cvv | 安全码是123 | 123
bank_account | 银行卡号6228480402564890018 | 6228480402564890018
bank_account | 转到 6222 0212 3456 7890 128 | 6222 0212 3456 7890 128
bank_account | account number 12345678901 | 12345678901
bank_account | 银行账号：12345678901 | 12345678901
iban | transfer to DE89 3704 0044 0532 0130 00 today | DE89 3704 0044 0532 0130 00
iban | GB29NWBK60161331926819 | GB29NWBK60161331926819
id_card | 身份证号110101199003074477 | 110101199003074477
id_card | 身份证 110101900307447 | 110101900307447
id_card | national ID: 8801015009087 | 8801015009087
passport | passport number E12345678 | E12345678
passport | 护照号 E12345678 | E12345678
passport | 护照：EA1234567 | EA1234567
ssn | my SSN is 123-45-6789 | 123-45-6789
ssn | social security number 123456789 | 123456789
ssn | it is 123-45-6789. | 123-45-6789
tax | EIN 12-3456789 | 12-3456789
tax | VAT number DE123456789 | DE123456789
tax | 税号：91350211M000100Y43 | 91350211M000100Y43
tax | 统一社会信用代码为91350211M000100Y43 | 91350211M000100Y43
phone | call +1 415 555 0132 | +1 415 555 0132
phone | call (415) 555-0132 | (415) 555-0132
phone | ring 415-555-0132 | 415-555-0132
phone | 手机号13812345678 | 13812345678
phone | 打给138 1234 5678 | 138 1234 5678
phone | +86-13812345678 | 13812345678
phone | 联系电话：010-12345678 | 010-12345678
phone | phone: 4155550132 | 4155550132
phone | +44 20 7946 0958 | +44 20 7946 0958
phone | 020 7946 0958 | 020 7946 0958
password | Sign in using the email ann@x.com and password Winter#22 | Winter#22
password | Login to the portal (user: ann, pass: Winter22) | Winter22
password | Credentials: ann / Winter22 | Winter22
password | My login is ann and my password's Winter22 | Winter22
password | The new password should be Winter22 | Winter22
password | Use the passphrase 'open the gate' to unlock | open the gate
password | wifi password: Winter22 | Winter22
password | 请用用户名 ann 和密码 Winter22 登录 | Winter22
password | 帐号ann 密码Winter22 | Winter22
password | 密码设成Winter22就行 | Winter22
password | 新密码：Winter@22，确认密码：Winter@22 | Winter@22
password | 我的密码是 Winter22。 | Winter22
password | 解锁密码 8842 | 8842
password | 取款密码是884213 | 884213
otp | PIN码1234 | 1234
otp | unlock with PIN 1234 | 1234
otp | 短信验证码 582913，请勿泄露 | 582913
otp | 收到的验证码是【582913】 | 582913
otp | 动态口令582913 | 582913
otp | Your one-time password is 582913 | 582913
otp | 582913 is your one-time passcode | 582913
otp | Use 582913 as your verification code | 582913
otp | Enter the 6-digit code 582913 | 582913
otp | security code: 582913 | 582913
otp | Your Amazon code is 582913 | 582913
otp | Authenticator code 582 913 | 582 913
otp | two-factor code 582913 | 582913
api_key | export OPENAI_API_KEY=abcd1234efgh | abcd1234efgh
api_key | ?apikey=abcd1234efgh | abcd1234efgh
api_key | "x-api-key": "abcd1234efgh" | abcd1234efgh
api_key | 'x-auth-token': 'abcd1234efgh' | abcd1234efgh
api_key | secret key is abcd1234efgh | abcd1234efgh
api_key | refresh_token=1//0abcdEFGH-ijkl | 1//0abcdEFGH-ijkl
api_key | sessionid=abcd1234efgh5678 | abcd1234efgh5678
api_key | ;jsessionid=ABCD1234EFGH5678 | ABCD1234EFGH5678
api_key | {"accessToken":"abcd1234efgh"} | abcd1234efgh
bearer | -H 'Authorization: token abcd1234efgh' | abcd1234efgh
cookie | headers={'Cookie': 'JSESSIONID=abcd1234; a=1'} | abcd1234
cookie | Set-Cookie: id=a3fWa; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure | a3fWa
cookie | document.cookie="uid=77abc12" | 77abc12
url_credentials | mongodb+srv://root:Winter22@cluster0.example.net/test | Winter22
url_credentials | ftp://bob:Win%40ter@ftp.example.com | Win%40ter
url_credentials | amqp://guest:guest1@rabbit | guest1
url_credentials | mysql -u root -pWinter22 | Winter22
card | card no. 5500 0000 0000 0004 | 5500 0000 0000 0004
cvv | card: 5500000000000004 exp 01/29 cvc 321 | 321
cvv | visa 4012888888881881, cvv 321 | 321
cvv | 信用卡号 4012 8888 8888 1881 有效期 01/29 安全码 321 | 321
card | 卡号4012888888881881 | 4012888888881881
cvv | 卡后三位321 | 321
bank_account | 银行卡 6217 0000 1000 1234 567 | 6217 0000 1000 1234 567
bank_account | routing number 021000021 | 021000021
iban | Konto IBAN: FR14 2004 1010 0505 0001 3M02 606 | FR14 2004 1010 0505 0001 3M02 606
id_card | 身份证11010519491231002X | 11010519491231002X
id_card | 身份证号码：11010519491231002x | 11010519491231002x
id_card | 我的身份证号是11010519491231002X，请填写 | 11010519491231002X
id_card | 证件号 11010519491231002X | 11010519491231002X
passport | passport no: 533380006 | 533380006
passport | 护照号码是G12345678 | G12345678
ssn | SSN: 078051120 | 078051120
phone | social security number is 078-05-1120 | 078-05-1120
tax | Tax ID 12-3456789 | 12-3456789
tax | 纳税人识别号 91110108MA01ABCD2X | 91110108MA01ABCD2X
id_card | driver license number D1234567 | D1234567
phone | 手机 138-1234-5678 | 138-1234-5678
phone | 请拨打 0755-12345678 | 0755-12345678
phone | tel:+8613812345678 | 13812345678
phone | 联系方式：13812345678 | 13812345678
phone | 给13812345678发短信 | 13812345678
phone | my number is 415.555.0132 | 415.555.0132
phone | +49 30 901820 | +49 30 901820
phone | +33 1 23 45 67 89 | +33 1 23 45 67 89
phone | 0171 234 5678 | 0171 234 5678
phone | call 1-415-555-0132 | 415-555-0132
phone | (021) 6234 5678 电话 | 6234 5678
phone | 电话 021-62345678 转 3 | 62345678
phone | phone number 07911 123456 | 07911 123456
password | input_text(index=3, text="Winter22") into password field | Winter22
password | page.fill("#password", "Winter22") | Winter22
password | driver.find_element(By.ID, "password").send_keys("Winter22") | Winter22
password | fill('input[type=password]', 'Winter22') | Winter22
password | 输入 "Winter22" 到密码框 | Winter22
password | 在“密码”输入框中输入“Winter22” | Winter22
password | 在密码输入框输入Winter22 | Winter22
password | <input name="user[password]" value='Winter22' type=password> | Winter22
password | {"fields":[{"name":"pwd","type":"password","value":"Winter22"}]} | Winter22
password | password -> Winter22 | Winter22
password | login('ann', password='Winter22') | Winter22
password | --password Winter22 | Winter22
api_key | --token=abcd1234efgh | abcd1234efgh
api_key | token=abcd1234efgh; path | abcd1234efgh
password | I'll enter the password (Winter22) now | Winter22
password | [textbox] Password -> TYPE: Winter22 | Winter22
"""
"""Kind, text and the raw value in it."""

HARMLESS = r"""
order #W6067464 and 2024-0012345
$437 or ¥1,299.00
version 1.2.3, v26.11.1.dev2
2026-11-22, 11/30/2016, 20231220, 2023-12-20_19-33-56-100188
zip code 19031
192.168.10.254 and 10.0.0.1:8080
550e8400-e29b-41d4-a716-446655440000
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
ISBN 978-3-16-148410-0, 9783161484100
1Z999AA10123456784
flight CA1234, SKU AB-12345-XL
https://shop.example/item/9624127908?id=6789012345678
https://item.taobao.com/item.htm?id=6789012345678&spm=a1z10.1-c.w4004
reset my password
Enter your password
输入密码
Password must be at least 8 characters
password is incorrect, please try again
Your password has expired
Log in with password authentication
密码错误，请重新输入
请输入密码（8-16位）
忘记密码？
btn btn-primary flight-input ui-autocomplete-input
在2024年有1234567人参加，价格12345678元
a token of appreciation
the token count is 128
max_tokens=4096
tap at (539, 2297)
#ff8800 #1a2b3c
1700000000000
open the secret garden
Click on the Pin button
enter the promo code SAVE2024
zip code 902101
error code 404404
HTTP status code 500
call me at noon
phone case for iPhone 15 Pro 256GB
Search for basic tokenization
cookie policy
accept all cookies: yes
basic subscription plan
bearer of news
authorization: required
http://host:8080/@user
https://medium.com/@user/a:b@c
security code field
card ending in 4242
credit_card_4190576
tracking number 9400110200881234567890
the key is under the mat
10:30-11:45
2,147,483,647
session 12 starts at 9
password strength: weak
the "Password" label and the "Login" button
<input type="password" placeholder="Password"><button class="x">Login</button>
{"type": "password", "name": "password", "label": "Password"}
{"tokens": 123456, "token_count": 1234567}
"password": {"type": "string", "required": true}
SELECT * FROM t WHERE id = 12345678
input[type=password]
//input[@id='password']
click('password')
order number 4111111111111111
验证码登录
请输入验证码
输入验证码后点击登录
手机号码格式错误
重新发送验证码（60s）
Find the password reset page and open it
Click the 'Forgot Password' link below the password field
The password was changed successfully
Password for this account is required to continue
Your password is too short
with password protection enabled
open password manager and export
Change the password to something stronger
Use a strong password
验证码已发送至您的手机
密码已修改成功
修改密码后重新登录
请输入6位数字密码
密码由6-16位字母和数字组成
用密码锁保护相册
查看2024年的账单12345
电话会议10:30开始
拨打客服电话10086
order code 20240112
the error code was 500123
country code +86
code review 482913 lines
Bar code 6901234567892
Sort code by name
Pin the first 3 messages
PIN the note titled 2024 goals
Set a timer for 10:30
2024-01-12 10:30:45.123456
x=1234, y=5678
Room 1204, 5th floor
session 2024-2025
call the function with 1234567
phone model SM-G991B
the tax is $1,234.56
VAT 19% included: 1234.56
bank account settings
ID: 5a7613c15542994ccc9186bf
user id 12345678
product id: 1234567890
item 4006381333931 EAN
GPS 37.774929, -122.419416
3.14159265358979
1234567890123
Area: 1,234,567 km2
population 1 234 567 890
from 1990 to 2005 with 12 000 000
token ring networks
api key management page
Generate new token
passport photo size 35x45
book 2 tickets CA1234 on 2026-11-22
ISBN 9787111128069
快递单号 SF1234567890123
订单号：202401121234567890
运单号 13812345678
商品编号 100012043978
QQ 123456789
价格1234567元
http://localhost:8080/path?page=2&size=20
https://www.example.com/a/b/123456789012345678
https://docs.example.com/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit
"""


KEY_SHAPES = [
    ("sk-", 48), ("sk-ant-api03-", 90), ("ghp_", 36), ("github_pat_", 60),
    ("glpat-", 20), ("xoxb-", 40), ("AIza", 35), ("sk_live_", 24),
    ("rk_live_", 24), ("whsec_", 32),
    ("hf_", 34), ("npm_", 36), ("pypi-", 80), ("LTAI", 20), ("AKID", 32),
]  # fmt: skip
"""Prefix, and how many characters follow."""


class TestPhrases:
    @pytest.mark.parametrize(("prefix", "length"), KEY_SHAPES)
    @pytest.mark.parametrize("text", ["use {} here", "用{}调用", "x={}&y=1", '"{}"'])
    def test_the_shape_of_a_key_is_enough(
        self, prefix: str, length: int, text: str
    ) -> None:
        key = prefix + ("Zx81kfPq0Lm4" * 8)[:length]

        result = redact_text(text.format(key))

        assert result == text.format("[REDACTED:api_key#1]")

    @pytest.mark.parametrize("line", GIVEN_AWAY.strip().splitlines())
    def test_the_words_around_give_it_away(self, line: str) -> None:
        kind, rest = line.split(" | ", 1)
        text, raw = rest.rsplit(" | ", 1)
        redactor = Redactor()

        result = redactor.text(text)

        assert raw not in result
        assert f"[REDACTED:{kind}#" in result

    @pytest.mark.parametrize("text", HARMLESS.strip().splitlines())
    def test_the_harmless_stays(self, text: str) -> None:
        assert Redactor().text(text) == text


def test_what_a_field_holds_on_a_later_page_alone_is_hidden_everywhere() -> None:
    def page(password: str) -> dict[str, Any]:
        shown = {"role": "textbox", "name": "Password"}
        user = {"role": "textbox", "name": "User name", "attributes": {"value": "ann"}}
        return {"elements": [user, {**shown, "attributes": {"value": password}}]}

    def click(before: str, after: str) -> dict[str, Any]:
        pages = {"page_before": page(before), "page_after": page(after)}
        return {"action": "click", "target": {"name": "Next"}, **pages}

    steps = [click("", ""), click("", "tulip9"), click("tulip9", "tulip9")]

    result = redacted({"task": "log in as ann with tulip9", "steps": steps})

    assert "tulip9" not in result
    assert "ann" in result


class TestOnePlaceholderPerValue:
    def test_text_and_typed_value_stay_linked(self) -> None:
        run = trajectory(
            {"task": "log in as ann with hunter2"},
            {"steps": [
                {"action": "type", "value": "ann", "target": {"name": "User name"}},
                {"action": "type", "value": "hunter2", "target": {"name": "Password"}},
            ]},
        )  # fmt: skip

        result = redact_trajectory(run, Redactor())

        assert result.task == "log in as ann with [REDACTED:password#1]"
        assert result.steps[0].value == "ann"
        assert result.steps[1].value == "[REDACTED:password#1]"

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("4111 1111 1111 1111", "4111-1111-1111-1111"),
            ("4111 1111 1111 1111", "4111111111111111"),
            ("+86 138 1234 5678", "13812345678"),
            ("+1 415 555 0132", "(415) 555-0132"),
            ("110101199003074477", "110101 19900307 4477"),
        ],
    )
    def test_two_spellings_of_a_number_are_one_value(
        self, one: str, other: str
    ) -> None:
        redactor = Redactor()

        texts = {redactor.text(one), redactor.text(other)}

        assert len(texts) == 1

    def test_a_phrase_ending_in_a_full_stop_means_the_typed_value(self) -> None:
        run = trajectory(
            {"task": "the password is hunter2!"},
            {"steps": [
                {"action": "type", "value": "hunter2", "target": {"tag": "password"}},
            ]},
        )  # fmt: skip

        result = redact_trajectory(run, Redactor())

        assert result.task == "the password is [REDACTED:password#1]!"

    @pytest.mark.parametrize(
        "encoded",
        [
            "https://a.example/?q=p%40ss%20w9%25",
            "https://a.example/?q=p%40ss+w9%25",
            "https://a.example/?next=%2F%3Fq%3Dp%2540ss%2520w9%2525",
            r"{\"note\": \"p@ss w9%\"}",
            r"first\np@ss w9%\nlast",
            "<b>p&#64;ss w9%</b>",
        ],
    )
    def test_encoded_forms_of_a_known_value_are_found(self, encoded: str) -> None:
        redactor = Redactor()
        placeholder = redactor.remember("p@ss w9%", "password")

        result = redactor.text(encoded)

        assert placeholder in result
        assert "ss" not in PLACEHOLDER.sub("", result)

    def test_numbering_continues_after_what_is_there(self) -> None:
        run = trajectory(
            {"task": "password is hunter2"},
            step(thought="then use [REDACTED:password#4]"),
        )

        result = redact_trajectory(run, Redactor())

        assert result.task == "password is [REDACTED:password#5]"
        assert result.steps[0].thought == "then use [REDACTED:password#4]"


FIELDS: list[tuple[str, dict[str, Any]]] = [
    ("password", {"attributes": {"type": "password"}}),
    ("password", {"role": "textbox", "name": "Password"}),
    ("password", {"name": "Password (min. 8 characters, required)"}),
    ("password", {"label": "登录密码"}),
    ("password", {"attributes": {"placeholder": "请输入密码"}}),
    ("password", {"attributes": {"autocomplete": "current-password"}}),
    ("password", {"tag": "input", "test_id": "login-password"}),
    ("password", {"locators": [{"kind": "css", "value": "input[name=passwd]"}]}),
    ("otp", {"name": "验证码"}),
    ("otp", {"attributes": {"autocomplete": "one-time-code"}}),
    ("otp", {"name": "Enter the 6-digit code", "attributes": {"id": "otp-1"}}),
    ("card", {"attributes": {"autocomplete": "cc-number"}}),
    ("card", {"name": "卡号"}),
    ("cvv", {"name": "CVV"}),
    ("cvv", {"attributes": {"autocomplete": "cc-csc"}}),
    ("id_card", {"name": "身份证号码"}),
    ("phone", {"name": "手机号"}),
    ("api_key", {"name": "API key"}),
]
TYPED = {
    "password": "sesame", "otp": "482913", "card": "1234567812345678", "cvv": "987",
    "id_card": "110101900307447", "phone": "5550132", "api_key": "k9dR2xQvTz0p",
}  # fmt: skip


class TestTyped:
    @pytest.mark.parametrize(("kind", "element"), FIELDS)
    def test_the_target_tells_that_the_value_is_secret(
        self, kind: str, element: dict[str, Any]
    ) -> None:
        run = trajectory(step(action="type", value=TYPED[kind], target=element))

        result = redact_trajectory(run, Redactor())

        assert result.steps[0].value == f"[REDACTED:{kind}#1]"

    @pytest.mark.parametrize("key", ["Enter", "Tab", "Control+A", "ArrowDown"])
    def test_keys_pressed_in_a_secret_field_stay(self, key: str) -> None:
        run = trajectory(step(action="key", value=key, target={"name": "Password"}))

        assert redact_trajectory(run, Redactor()) == run

    @pytest.mark.parametrize(
        ("value", "element"),
        [
            ("ann", {"name": "User name"}),
            ("SAVE2024", {"name": "Promo code"}),
            ("90210", {"name": "ZIP code"}),
            ("iPhone 15", {"name": "Search phones"}),
            ("Ann Smith", {"name": "Name on card"}),
            ("{password}", {"name": "Password"}),
            ("my laptop", {"name": "Token name"}),
        ],
    )
    def test_other_fields_keep_their_value(
        self, value: str, element: dict[str, Any]
    ) -> None:
        run = trajectory(step(action="type", value=value, target=element))

        result = redact_trajectory(run, Redactor())

        assert result == run

    def test_the_value_of_a_password_input_on_a_page_is_secret(self) -> None:
        element = {"tag": "input", "type": "password", "value": "sesame"}

        text = redacted(page(elements=[element]), {"task": "open sesame"})

        assert "sesame" not in text

    def test_a_short_value_is_replaced_only_in_its_field(self) -> None:
        run = trajectory(
            {"task": "buy 123 pens"},
            step(action="type", value="123", target={"name": "CVV"}),
        )

        result = redact_trajectory(run, Redactor())

        assert result.task == "buy 123 pens"
        assert result.steps[0].value == "[REDACTED:cvv#1]"

    def test_a_word_as_password_is_replaced_as_a_whole_word_only(self) -> None:
        run = trajectory(
            {"task": "log in with dragon and read dragonfly"},
            step(action="type", value="dragon", target={"name": "Password"}),
        )

        result = redact_trajectory(run, Redactor())

        assert result.task == "log in with [REDACTED:password#1] and read dragonfly"

    def test_the_password_password_leaves_labels_alone(self) -> None:
        run = trajectory(
            {"task": "fill in the password"},
            step(action="type", value="password", target={"name": "Password"}),
        )

        result = redact_trajectory(run, Redactor())

        assert result.task == "fill in the password"
        assert result.steps[0].value == "[REDACTED:password#1]"


class TestJson:
    @pytest.mark.parametrize(
        ("value", "kinds"),
        [
            ({"password": "sesame"}, "password"),
            ({"user": {"userPassword": "sesame"}}, "password"),
            ({"name": "password", "value": "sesame"}, "password"),
            ([{"key": "pwd", "value": "sesame"}], "password"),
            ({"action": "type", "element": "Password field", "text": "sesame"},
             "password"),
            ({"attributes": {"type": "password"}, "value": "sesame"}, "password"),
            ({"headers": {"Authorization": "Bearer sesame"}}, "bearer"),
            ({"headers": {"Cookie": "sesame=sesame"}}, "cookie"),
            ({"cookies": {"sid": "sesame"}}, "cookie"),
            ({"action": "type", "value": "sesame", "target": {"label": "Password"}},
             "password"),
            ({"cookies": [{"name": "sid", "value": "sesame", "path": "/"}]}, "cookie"),
            ({"密码": "sesame"}, "password"),
            ({"raw": '{"\\u5bc6\\u7801": "sesame"}'}, "password"),
        ],
    )  # fmt: skip
    def test_keys_name_the_fields_of_their_values(self, value: Any, kinds: str) -> None:
        redactor = Redactor()

        text = json.dumps(redactor.json(value))

        assert '"sesame"' not in text
        assert "Bearer sesame" not in text
        assert f"[REDACTED:{kinds}#1]" in text

    def test_what_is_nested_too_deeply_is_dropped(self) -> None:
        value: Any = "password is hunter2"
        for _ in range(5_000):
            value = [value]

        result = Redactor().json({"a": value, "b": "password is hunter3"})

        assert result["b"] == "password is [REDACTED:password#1]"

    @pytest.mark.parametrize(
        ("key", "number"),
        [("otp", 482913), ("phone", 4155550132), ("n", 4111111111111111), ("pin", 1)],
    )
    def test_integers_count_as_well(self, key: str, number: int) -> None:
        result = Redactor().json({key: number})

        assert PLACEHOLDER.fullmatch(result[key])

    @pytest.mark.parametrize(
        "value",
        [
            {"max_tokens": 4096, "token_count": 123456, "ok": True, "x": None,
             "f": 1.5},
            {"password_required": True, "password": None, "password_hint": "a dog"},
            {"type": "password", "name": "password", "placeholder": "Password"},
            {"next_page_token": "k9dR2xQvTz0p", "key": "Enter"},
            {"phone": "iPhone 15", "card": "VIP", "bbox": [539, 2297, 1013, 2337]},
            {"id": 9624127908, "at": 1700000000000, "ids": ["9624127908"]},
        ],
    )  # fmt: skip
    def test_what_is_no_secret_stays(self, value: Any) -> None:
        assert Redactor().json(value) == value


class TestTheGate:
    @pytest.mark.parametrize("secret", SECRETS, ids=NAMES)
    def test_a_second_time_changes_nothing(self, secret: Secret) -> None:
        run = trajectory(
            {"task": secret.english.format(secret.raw)},
            step(thought=secret.chinese.format(secret.raw), params={"v": secret.raw}),
        )
        once = redact_trajectory(run, Redactor())

        again = Redactor()
        twice = redact_trajectory(once, again)

        assert twice == once
        assert again.count == 0

    @examples(300)
    @given(
        st.lists(
            st.sampled_from(
                ["password", "密码", "is", "：", " ", "=", '"', "hunter2", "code",
                 "123456", "token", "4111111111111111", "\\", "%40", "@",
                 "13812345678", "\n", ",",
                 "[REDACTED:password#1]", "Cookie:", "a=b1;", "Bearer ", "://u:p@h/"]
            )
        ).map("".join)
    )  # fmt: skip
    def test_any_text_is_settled_after_one_pass(self, text: str) -> None:
        once = Redactor().text(text)

        assert Redactor().text(once) == once

    def test_its_repr_shows_no_secret(self) -> None:
        redactor = Redactor()
        redactor.text("password is hunter2")

        assert "hunter2" not in repr(redactor)

    @pytest.mark.parametrize(
        ("kind", "text"),
        [
            ("email", "write to ann@mail.example.com today"),
            ("address", "deliver to 221 Baker Street, Apt 4"),
            ("address", "寄到北京市海淀区中关村大街27号"),
        ],
    )
    def test_mail_and_street_addresses_only_if_asked_for(
        self, kind: str, text: str
    ) -> None:
        default, asked = Redactor(), Redactor(email=True, address=True)

        result = asked.text(text)

        assert default.text(text) == text
        assert f"[REDACTED:{kind}#1]" in result

    @pytest.mark.parametrize(
        "pem",
        [PEM[:-30], PEM[34:], PEM.replace("\n", "\\n"), PEM.replace("\n", " ")],
        ids=["no end", "no beginning", "escaped", "in one line"],
    )
    def test_a_damaged_private_key_is_a_private_key(self, pem: str) -> None:
        assert BODY not in Redactor().text(f"key: {pem}")


@pytest.mark.parametrize(
    "text",
    [
        "| user | password |\n|---|---|\n| bob | {} |\n| al | {} |\n",
        'user,password\nbob,{}\n"a, b",{}',
        "用户 | 密码\n小李 | {}",
        "user;Passwort;PIN\nbob;{};4711",
        "device\tpassword\nrouter\t{}",
    ],
)
@pytest.mark.parametrize("secret", ["hunter2Xy", "sunflower"])
def test_what_stands_below_a_secret_s_name_in_a_table_is_one(
    text: str, secret: str
) -> None:
    hidden = redact_text(text.replace("{}", secret))

    assert secret not in hidden
    assert "4711" not in hidden
    assert hidden.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "| Is it | Password | Passkey |\n|---|---|---|\n| safe | weak | strong |",
        "Setting | Password\nlength | 8 characters\nneeded | yes",
        "Suite | Pass | Fail\nunit | 1204 | 3",
        "Pin | Signal\n1 | VCC\n2 | GND",
        "field | type\npassword | string\ntoken | required",
        "Type the user name, password, and so on.\nThen wait, please, for 2023abc.",
        "Change user, password\nThen save, close",
    ],
)
def test_a_table_about_secrets_stays(text: str) -> None:
    assert redact_text(text) == text


@pytest.mark.parametrize(
    ("heading", "text", "hidden"),
    [
        ("Password", "hunter2", "[REDACTED:password#1]"),
        ("密码", "sunflower", "[REDACTED:password#1]"),
        ("PIN", "- 4711\n- none", "- [REDACTED:otp#1]\n- none"),
        ("Password", "It must be changed often.", "It must be changed often."),
        ("Passwords", "- Rotation\n- Age", "- Rotation\n- Age"),
        ("Password policy", "hunter2", "hunter2"),
    ],
)
def test_what_stands_below_such_a_heading(heading: str, text: str, hidden: str) -> None:
    assert Redactor().below(heading, text) == hidden


@pytest.mark.parametrize(
    ("before", "text", "goes_on"),
    [
        ("What is your password?", "sunflower", False),
        ("请告诉我您的密码。", "hunter2", False),
        ("Enter the wifi password.", "correct horse battery staple", False),
        ("Which PIN?", "4711", False),
        ("my password is", "sunflower", True),
        ("我的密码是", "sunflower", True),
    ],
)
def test_a_message_that_is_nothing_but_the_secret(
    before: str, text: str, goes_on: bool
) -> None:
    assert text not in Redactor().answer(before, text, goes_on=goes_on)


@pytest.mark.parametrize(
    ("before", "text", "goes_on"),
    [
        ("What is your password?", "I forgot it.", False),
        ("Did you change your password?", "Yesterday", False),
        ("Your password was reset. Where do you live?", "Berlin2", False),
        ("I changed my password", "yesterday", True),
        ("I forgot my password", "iPhone15 is my device", True),
    ],
)
def test_a_message_behind_another_that_names_a_secret_stays(
    before: str, text: str, goes_on: bool
) -> None:
    assert Redactor().answer(before, text, goes_on=goes_on) == text


HOSTILE = [
    "a", "a@", "1-", "eyJ", "password ", "=", "1", "密码", "密码是a", "验证码 1 ",
    "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "http://a:", "%41",
    "\\", '"', '"password":', "&a=b", "<input ", "4111 ", "+1", "code ",
    "cookie: a=b; ",
    "x as password ", "用aaaa作为密码", "01 ", "a1", "AB12 ", "token=", "\\u0041",
    "&quot;", "[REDACTED:password#1]", "sk-", "(", "\n", "a.", "A-", " ",
    "password|", "password,a\n", "user;password\na;b1c2\n", "password: horse ",
]  # fmt: skip


@pytest.mark.timeout(30)
@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.slow
def test_a_long_line_ends(unit: str) -> None:
    """A pattern that is not linear would take hours on these."""
    text = (unit * (100_000 // len(unit) + 1))[:100_000]

    result = Redactor(email=True, address=True).text(text)

    assert result
