"""What gives an account back to who lost it: security answers, recovery codes, seed
phrases. They look like anything, so the words before them have to tell."""

import re
from collections.abc import Iterator

from kgmem.redact.finding import PHRASE, Sensitive
from kgmem.redact.rules.plausible import harmless, secret_looking

ANSWER_HINT = re.compile(
    r"answer|maiden|recover|backup|scratch|rescue|seed|mnemonic|phrase|wallet"
    r"|答案|密保|安全问题|姓名|恢复|备用|备份|救援|助记|种子|钱包"
)
"""In a text in lower case: it may hold one of these."""

_QUESTION = (
    r"(?:(?:security|secret|challenge)[ _\-]?(?:question)?[ _\-]?answers?"
    r"|answers? (?:to|for|of) (?:the|my|your|his|her|our)? ?(?:security|secret)"
    r" questions?(?: \d{1,2})?"
    r"|(?:mother['’]?s?|mothers['’]?) maiden name"
    r"|(?:name of )?(?:my|the|your|his|her) first (?:pet|car|school|teacher)"
    r"(?:['’]s)?(?: name)?"
    r"|(?:密保|安全|密码保护|找回密码)(?:问题)?(?:\d|[一二三])?的?答案"
    r"|(?:母亲|妈妈|父亲|配偶|小学老师|班主任|宠物)的?(?:姓名|名字|姓氏))"
)
_ASKED = re.compile(r"(?:security|secret) question|密保|安全问题|密码保护问题|密保问题")
_ANSWERED = re.compile(
    r"(?:(?<![a-z])answer(?:ed)?(?: is| with)?|答案?|回答)"
    r"\s{0,2}(?:[:：=]|是|为|(?<=is)|(?<=with))\s{0,2}"
)
_NAMED = re.compile(
    _QUESTION + r"[\"']?\s{0,2}(?:[:：=]|(?:is|was|are|will be|should be)"
    r"(?= )|(?:应该)?[是为]|[设改填][置写]?[为成]?)\s{0,2}:?\s{0,2}"
)
_VALUE = re.compile(
    r"[\"“'‘「『](?P<quoted>[^\"”'’」』\n]{1,80})[\"”'’」』]"
    r"|(?P<latin>[A-Za-z0-9][\w'’.\-]{0,40}"
    r"(?: (?!(?:and|then|to|in|on|for|or|click|press|submit|please|go|log"
    r"|sign)(?![a-z]))"
    r"[\w'’\-]{1,40}){0,3})"
    r"|(?P<han>[\u3400-\u9fff·0-9A-Za-z]{1,16}?)"
    r"(?=然后|并且?|再|接着|来?登录|提交|继续|确认|点击|输入|进入|打开|请|[\s,，。.;；!！?？、)）\"”]|\Z)"
)
_NO_ANSWER = re.compile(
    r"(?i)(?:什么|谁|哪|多少|几|必|可选|错|正确|空|已|未|不|否|忘|保存|需|长度|至少"
    r"|用来|用于|要|只|too|case|hidden|wrong|correct|not|never|always|only|optional|stored"
    r"|case-|limited|usually|often|used|an?|the|what|who|which|how|asked|kept|at)"
)
"""What begins like this says something about an answer."""

_CODES = re.compile(
    r"(?:(?:recovery|back-?up|scratch|rescue|restore|emergency)[ _\-]?"
    r"(?:access |verification |login )?(?:codes?|keys?)"
    r"|(?:恢复|备用|备份|救援|应急)(?:代?码|密钥|验证码))"
    r"(?:\s?(?:list|列表))?[\"'”]?"
    r"\s{0,3}(?:[:：=]|(?:is|was|are|one of)(?= )|分?别?[是为有])?[\s\"'“]{0,3}"
)
_CODE = re.compile(
    r"(?:\d{1,2}[.)、]\s{0,2})?([A-Za-z0-9]{3,16}(?:[\-–][A-Za-z0-9]{2,12}){0,9})"
    r"(?![A-Za-z0-9:/])"
)
_NEXT = re.compile(r"[\s,，、;；|\"'和]{1,4}(?:and |or )?")
_MOST_CODES = 32
_DAY = re.compile(r"(?:19|20)[0-9]{2}(?:-[0-9]{1,2}(?:-[0-9]{1,2})?)?")

_SEED = re.compile(
    r"(?:seed|recovery|mnemonic|secret recovery|back-?up|wallet)[ _\-]?"
    r"(?:phrases?|words?)|mnemonic|wallet|passphrase|seed"
    r"|助记[词码]|种子短语|恢复短语|种子词|恢复词组?|钱包"
)
_ONE_OF_WORDS = (
    r"(?:(?:\d{1,2}[.):、]?\s{0,2})?(?<![A-Za-z])[a-z]{3,8}(?![A-Za-z'’\-])"
    r"[\s,，、;]{0,3})"
)
_WORDS = re.compile(_ONE_OF_WORDS + "{11,25}")
_SOME_WORDS = re.compile(
    r"(?:phrase|words?|mnemonic|助记[词码]|短语|种子词|恢复词组?)"
    rf"(?: is|\s?[是为])?\s{{0,2}}(?:[:：=]|(?<= is)|(?<=[是为]))[\s\"“'「]{{1,3}}"
    rf"(?P<words>{_ONE_OF_WORDS}{{4,25}})"
    r"|(?:助记[词码]|短语|种子词|恢复词组?)[是为:：](?P<more>"
    + _ONE_OF_WORDS
    + "{4,25})"
)
"""Right behind the name a few will do: the rest may have been cut off."""
_HAN_WORDS = re.compile(
    r"(?<![\u3400-\u9fff])(?:[\u3400-\u9fff] {1,2}){11,23}[\u3400-\u9fff]"
    r"(?![\u3400-\u9fff])"
)
_WORD = re.compile(r"[a-z]+|[\u3400-\u9fff]")
_FEWEST_WORDS = 12
_PROSE_WORDS = """
    the and for with your from into have are not was were has its our can may must his
    her them these those than but
"""
_PROSE = frozenset(_PROSE_WORDS.split())
"""Words that no list of seed words has, and few sentences of twelve lack."""
_NEAR = 160


def answers(text: str, low: str) -> Iterator[Sensitive]:
    """Where they stand; `low` is the text in lower case."""
    yield from _security_answers(text, low)
    for name in _CODES.finditer(low):
        yield from _recovery_codes(text, name)
    done = 0
    for name in _SEED.finditer(low):
        if name.end() >= done:
            done = name.end() + _NEAR // 2  # what is named before is looked for, too
            for finding in _seed_words(text, low, name):
                done = finding.end
                yield finding


def _security_answers(text: str, low: str) -> Iterator[Sensitive]:
    for named in _NAMED.finditer(low):
        yield from _answer(text, named.end())
    for asked in _ASKED.finditer(low):
        end = low.find("\n\n", asked.end(), asked.end() + _NEAR)
        end = end if end >= 0 else asked.end() + _NEAR
        told = _ANSWERED.search(low, asked.end(), end)
        if told:
            yield from _answer(text, told.end())


def _answer(text: str, start: int) -> Iterator[Sensitive]:
    value = _VALUE.match(text, start)
    if value is None:
        return
    group = value.lastgroup or "latin"
    said = value[group].rstrip(".'’-")
    is_name = group == "quoted" or (said[:1].isupper() and " " not in said)
    if _NO_ANSWER.match(said) and not is_name:
        return
    if not harmless(said.split(" ", 1)[0]) and len(said) > 1:
        at = value.start(group)
        yield _found("security_answer", text, at, at + len(said))


def _recovery_codes(text: str, name: re.Match[str]) -> Iterator[Sensitive]:
    at = name.end()
    for _ in range(_MOST_CODES):
        code = _CODE.match(text, at)
        if code is None or not _is_code(code[1]):
            return
        yield _found("recovery_code", text, *code.span(1))
        gap = _NEXT.match(text, code.end())
        if gap is None:
            return
        at = gap.end()


def _is_code(value: str) -> bool:
    """Has it digits, or groups of capitals, and is it no year or date?"""
    if _DAY.fullmatch(value) or len(value) < 4:
        return False
    return secret_looking(value) or ("-" in value and value.isupper())


def _seed_words(text: str, low: str, name: re.Match[str]) -> Iterator[Sensitive]:
    """Twelve words or more, none of which a sentence needs."""
    end = min(len(low), name.end() + _NEAR)
    said = _SOME_WORDS.search(low, max(0, name.start()), name.end() + 400)
    if said and said.start() < name.end() + 12:
        yield from _run_of(text, low, said.span(said.lastgroup or "words"), 4)
        return
    for form in (_WORDS, _HAN_WORDS):
        found = form.search(low, name.end(), min(len(low), end + 400))
        if found is None or found.start() > end:
            continue
        some = list(_run_of(text, low, found.span(), _FEWEST_WORDS))
        if some:
            yield from some
            return


def _run_of(
    text: str, low: str, span: tuple[int, int], fewest: int
) -> Iterator[Sensitive]:
    """Its words up to the first that only sentences have, if these are enough."""
    words = list(_WORD.finditer(low, *span))
    ends = (n for n, word in enumerate(words) if word[0] in _PROSE)
    words = words[: next(ends, len(words))]
    if len(words) >= fewest:
        yield _found("seed_phrase", text, words[0].start(), words[-1].end())


def _found(kind: str, text: str, start: int, end: int) -> Sensitive:
    return Sensitive(start, end, kind, text[start:end], PHRASE)
