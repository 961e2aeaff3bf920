"""Understand an action that is written as words: `click('Search')`, `点击 搜索框`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kgmem.language.lexicon import fold
from kgmem.language.vocabulary import either, roles, word_set, words, written
from kgmem.model.action import ACTIONS, Action, Traits

MAX_WORDS = 5_000
"""Characters of an action's text that are parsed."""

VERBS: Mapping[Action, tuple[str, ...]] = {
    action: words(f"action.{action}") for action in ACTIONS if action in roles("action")
}
"""What people and frameworks call the actions, beside the names themselves."""

FINISHING = word_set("finishing")
"""Words by which a run says that it is over; no action on a page."""

_BY_WORD: dict[str, Action] = {
    word: action for action, called in VERBS.items() for word in called
}
_BY_WORD.update({  # a call needs a name of its own
    fold(action): action for action, does in ACTIONS.items() if not does.is_call
})  # fmt: skip
_WHERE = re.compile(r"(?:browser|page|ui|gui|web|mobile|android|mouse|playwright) ")
_ONE_WORD = re.compile(r"[A-Za-z]{1,40}(?:[_\-][A-Za-z0-9]{1,40}){1,6}")
_KEYS = re.compile(
    r"(?:ctrl|control|alt|shift|cmd|meta|enter|return|tab|esc(?:ape)?|space|delete|"
    r"backspace|home|end|page ?(?:up|down)|(?:arrow ?)?(?:up|down|left|right)|f\d\d?|"
    rf"{either('key.name')}|[a-z0-9])(?:\s?[+ ]\s?\w+)*",
    re.I,
)
_URL = re.compile(r"(?:https?|file|chrome|about)://?\S+|(?:www\.)?[\w-]+(?:\.[\w-]+)*"
                  r"\.(?:com|org|net|cn|io|gov|edu)(?:[/:?#]\S*)?", re.I)  # fmt: skip
_CALL = re.compile(r"(?:await\s+)?(?:[\w]+\.){0,4}(\w{1,60})\s?\((.*)\)\s*;?", re.S)
_BRACKETS = re.compile(r"([A-Za-z_ ]{1,40}?)\s*((?:\[[^\[\]]*\]\s*)+)")
_ARGUMENT = re.compile(
    r"\s*(?:(\w+)\s*=\s*)?"
    r"(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|"
    r"(\[[^\[\]]{0,80}\]|\([^()]{0,80}\)|[^,]*))\s*(?:,|$)",
    re.S,
)
_THE = rf"(?:(?:{either('article.definite')})\s+)?"
_INTO = re.compile(rf"(.+?)\s+(?:{either('acting.into')})\s+{_THE}(.+)", re.S | re.I)
_QUOTED_INTO = re.compile(
    rf"[\"'“「](.+?)[\"'”」]\s+(?:{either('acting.behind_value')})\s+{_THE}(.+)",
    re.S | re.I,
)
_AT_PLACE = re.compile(
    rf"(?:{either('acting.place')})(.{{1,80}}?)(?:{either('acting.place_end')})?"
    rf"({either('acting.at_place')})(.*)",
    re.S,
)
_FROM_TO = re.compile(
    rf"(.+?)(?:\s+(?:{either('acting.to', spaced=True)})\s+{_THE}"
    rf"|\s*(?:{either('acting.to', spaced=False)}))(.+)",
    re.S | re.I,
)
_QUOTES = "\"'“”‘’「」『』《》"


@dataclass(frozen=True, slots=True)
class Worded:
    """What the words of an action say."""

    action: Action
    target: str | None = None
    """Name, selector or number of the element."""
    value: str | None = None
    params: dict[str, str] = field(default_factory=dict)
    """`name` of a custom action; arguments without another place."""
    destination: str | None = None
    """The same as `target`, of where an action ends."""

    @property
    def does(self) -> Traits:
        """What its action does."""
        return ACTIONS[self.action]

    @property
    def is_unknown(self) -> bool:
        """Is its verb none of an action's? It is kept as a name."""
        return self.action == "custom"


def action_of(verb: str) -> Action | None:
    """The action that a verb stands for, however it is spelled, also behind the name of
    what it is done in: `browser_click`."""
    folded = fold(verb)
    return _BY_WORD.get(folded) or _BY_WORD.get(_WHERE.sub("", folded))


def parse_action(words: str) -> Worded:
    """The action, target and value in a text; a verb that is not known gives a
    custom action which keeps the words."""
    text = words.strip()[:MAX_WORDS]
    for reading in (_call, _brackets, _chinese_place, _sentence):
        if (found := reading(text)) is not None:
            return found
    name = text[:80] or "unknown"
    more = {} if name == text else {"words": text}
    return Worded("custom", params={"name": name, **more})


def is_key(words: str) -> bool:
    """The words name a key or a chord: `Enter`, `ctrl+a`, `回车`."""
    return _KEYS.fullmatch(words.strip()) is not None


def is_url(words: str) -> bool:
    """The words are an address."""
    return _URL.fullmatch(words.strip()) is not None


# --- readings ---------------------------------------------------------------------


def _call(text: str) -> Worded | None:
    match = _CALL.fullmatch(text)
    return _arranged(match[1], *_arguments(match[2])) if match else None


def _brackets(text: str) -> Worded | None:
    match = _BRACKETS.fullmatch(text)
    if match is None:
        return None
    verb = fold(match[1])
    if action_of(verb) is None and _leading_verb(verb) not in (None, verb):
        return None  # "click on element [7]": a sentence
    return _arranged(match[1], re.findall(r"\[([^\[\]]*)\]", match[2]), {})


def _chinese_place(text: str) -> Worded | None:
    """`在搜索框中输入“手机”`: place, verb, value."""
    match = _AT_PLACE.fullmatch(text)
    action = _BY_WORD.get(match[2]) if match else None
    if match is None or action is None:
        return None
    place, rest = _bare(match[1]), _bare(match[3])
    if ACTIONS[action].fills:
        return Worded(action, place, rest or None)
    return Worded(action, rest or place, None, {"in": place} if rest else {})


def _sentence(text: str) -> Worded | None:
    """`type: hello`, `click the Search button`, `点击搜索框`."""
    folded = fold(text)
    verb = _leading_verb(folded)
    if verb is None:
        return None
    if _ONE_WORD.fullmatch(text) and verb != folded:
        return None  # `click_through_rate` is a name, not a click on something
    rest = _after(text, verb).lstrip()
    if rest[:1] not in (":", "：") and _goes_on(rest):
        return None  # two actions in one text: neither's words are sure
    if rest[:1] in (":", "："):  # what follows a colon is meant literally
        action = _BY_WORD.get(verb, "custom")
        if ACTIONS[action].fills:
            return Worded(action, value=_bare(rest[1:]) or None)
        rest = rest[1:].lstrip()
    if verb in word_set("acting.press"):
        return _pressed(rest)
    if verb in word_set("acting.open"):
        return _opened(text, rest)
    return _worded(_BY_WORD[verb], verb, rest)


_ON = re.compile(
    rf"(?:,\s*|\b)(?:{either('acting.next', spaced=True)})\s+(?=([a-z][a-z ]{{1,30}}))|"
    rf"(?:[，,]\s*(?:{either('acting.next_after_comma')})?"
    rf"|{either('acting.next', spaced=False)})(?=([\u4e00-\u9fff]{{1,6}}))",
    re.I,
)
_IN_QUOTES = re.compile(
    r"\"[^\"]*\"|“[^”]*”|「[^」]*」|《[^》]*》|(?<!\w)'[^']*'(?!\w)"
)


def _goes_on(rest: str) -> bool:
    """Does another action follow, outside of quotes?"""
    outside = _IN_QUOTES.sub(" ", rest)
    return any(
        _leading_verb(fold(next(filter(None, match.groups()))))
        for match in _ON.finditer(outside)
    )


_UNDECIDED = (*words("acting.press"), *words("acting.open"))
"""Verbs whose meaning hangs on what follows."""


def _leading_verb(folded: str) -> str | None:
    """The longest known verb that the text begins with, as a whole word."""
    found = [
        verb
        for verb in (*_BY_WORD, *_UNDECIDED)
        if folded.startswith(verb)
        and (not verb.isascii() or not folded[len(verb) :][:1].isalnum())
    ]
    return max(found, key=len, default=None)


def _after(text: str, verb: str) -> str:
    """What follows the verb, in the text's own spelling (`tap_on X`, `点击X`)."""
    letters = len(re.sub(r"[\s_\-]", "", verb))
    seen = 0
    for place, ch in enumerate(text):
        if seen == letters:
            return text[place:]
        seen += not re.match(r"[\s_\-]", ch)
    return ""


def _pressed(rest: str) -> Worded:
    if is_key(_bare(rest)):
        return Worded("key", value=_bare(rest))
    return Worded("click", _bare(rest) or None)


def _opened(text: str, rest: str) -> Worded:
    """An address is navigated to, an app is opened, anything else is not sure."""
    bare = _bare(rest)
    if is_url(bare):
        return Worded("navigate", value=bare)
    if app := re.fullmatch(
        rf"(?:(?:{either('article.definite')}) )?(.+?) ?(?:{either('acting.app')})",
        bare,
        re.I,
    ):
        return Worded("open_app", value=app[1])
    return Worded("custom", bare or None, None, {"name": "open", "words": text})


def _worded(action: Action, verb: str, rest: str) -> Worded:
    does = ACTIONS[action]
    if does.moves in ("view", "screen"):
        way = _direction(f"{verb} {rest}")
        return Worded(action, None, None, {"direction": way} if way else _words(rest))
    if does.waits or does.leads == "back":
        return Worded(action, None, None, _words(rest))
    if does.fills:
        return _entered(action, rest)
    if does.takes_value:
        return Worded(action, value=_bare(rest) or None)
    if does.has_destination and (match := _FROM_TO.fullmatch(rest)):
        return Worded(action, _bare(match[1]), destination=_bare(match[2]))
    return Worded(action, _bare(rest) or None)


def _words(rest: str) -> dict[str, str]:
    return {"words": rest} if rest.strip() else {}


def _entered(action: Action, rest: str) -> Worded:
    """`hello into Search`; without a place the whole is the value."""
    match = _QUOTED_INTO.fullmatch(rest) or _INTO.fullmatch(rest)
    if match is None:
        return Worded(action, value=_bare(rest) or None)
    return Worded(action, _bare(match[2]), _bare(match[1]))


def _direction(words: str) -> str | None:
    for way in roles("direction"):
        spaced = either(f"direction.{way}", spaced=True)
        others = either(f"direction.{way}", spaced=False)
        if re.search(rf"\b(?:{spaced})\b|{others}", words, re.I):
            return way
    return None


def _bare(words: str) -> str:
    """Without quotes around it and white space at its ends."""
    text = words.strip()
    if len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        return text[1:-1].strip()
    if re.fullmatch(r"<[^<>\s]+>", text):
        return text[1:-1]
    return re.sub(rf"^{_THE}", "", text, flags=re.I)


# --- arguments of a call ------------------------------------------------------------


def _arguments(inside: str) -> tuple[list[str], dict[str, str]]:
    """Positional and named arguments; quotes are taken off, nothing is run."""
    positional: list[str] = []
    named: dict[str, str] = {}
    place = 0
    while place < len(inside) and (match := _ARGUMENT.match(inside, place)):
        key, single, double, plain = match.groups()
        quoted = single if single is not None else double
        value = _unescaped(quoted) if quoted is not None else plain.strip()
        if key:
            named[key] = value
        elif value or quoted is not None:
            positional.append(value)
        place = max(match.end(), place + 1)
    return positional, named


def _unescaped(quoted: str) -> str:
    known = {"n": "\n", "t": "\t"}
    return re.sub(r"\\(.)", lambda m: known.get(m[1], m[1]), quoted, flags=re.S)


_TARGET_NAMES = (
    "target",
    "element",
    "selector",
    "index",
    "bid",
    "id",
    "ref",
    "locator",
)
END_NAMES = ("destination", "drop_target", "drop_on", "to", "target_end", "end_element",
             *words("field.destination"))  # fmt: skip
"""What is called so is where an action ends."""
_VALUE_NAMES = ("text", "value", "content", "url", "key", "keys", "option", "app")


def _arranged(verb: str, args: list[str], named: dict[str, str]) -> Worded | None:
    """Arguments in their places: the element first, then what goes into it."""
    if fold(verb) in _PERFORM and isinstance(named.get("action"), str):
        named = dict(named)  # `do(action="Tap", …)`
        verb = named.pop("action")
    action = action_of(verb) or _ONLY_CALLED.get(fold(verb))
    if fold(verb) in written("acting.press", spaced=True):
        action = "key" if any(is_key(arg) for arg in args[-1:]) else "click"
    if action is None:
        numbered = {f"arg{n}": arg for n, arg in enumerate(args, 1)}
        return Worded("custom", params={"name": verb.strip(), **numbered, **named})
    does = ACTIONS[action]
    named = _with_point(named)
    target = _pop(named, _TARGET_NAMES)
    value = _pop(named, _VALUE_NAMES)
    if (does.presses or does.moves == "pointer") and _is_point(args):
        named |= {"x": args[0], "y": args[1]}
        args = args[2:]
    if does.takes_value and value is None and args:
        is_second = len(args) > 1 and target is None and does.enters != "address"
        at = 1 if is_second else 0
        value = args.pop(at)
    if does.moves in ("view", "screen"):
        ways = [arg for arg in args if fold(arg) in ("up", "down", "left", "right")]
        if ways and "direction" not in named:
            named["direction"] = fold(ways[0])
            args.remove(ways[0])
    if target is None and args:
        target = args.pop(0)
    end = None
    if does.has_destination:
        is_told = bool(args) and not _is_point(args)
        end = _pop(named, END_NAMES) or (args.pop(0) if is_told else None)
    named |= {f"arg{n}": arg for n, arg in enumerate(args, 1)}
    return Worded(action, target, value, named, end)


_PERFORM = frozenset({"do", "act", "perform", "execute", "act on"})
"""Calls that name the action in their arguments."""
_ONLY_CALLED: Mapping[str, Action] = {"text": "type"}
"""Verbs where they stand before arguments, and something else where they don't."""
_POINTS = ("start_box", "start_point", "point", "position", "coordinate", "coordinates",
           "box", "element", "target")  # fmt: skip


def _with_point(named: dict[str, str]) -> dict[str, str]:
    """An argument of two or four numbers as the `x` and `y` of its middle."""
    for name in _POINTS:
        given = named.get(name, "")
        found = re.findall(r"\d{1,6}(?:\.\d{1,6})?", given)
        if len(found) not in (2, 4) or re.search(
            r"[A-Za-z\u4e00-\u9fff#]", _untagged(given)
        ):
            continue
        rest = {key: value for key, value in named.items() if key != name}
        if len(found) == 4:
            middle = [(float(found[n]) + float(found[n + 2])) / 2 for n in (0, 1)]
            found = [f"{one:g}" for one in middle]
        return {"x": found[0], "y": found[1], **rest}
    return named


def _untagged(text: str) -> str:
    return re.sub(r"</?\w{1,20}>|<\|\w{1,20}\|>", "", text)


def _is_point(args: list[str]) -> bool:
    return len(args) >= 2 and all(re.fullmatch(r"\d+(?:\.\d+)?", a) for a in args[:2])


def _pop(named: dict[str, str], names: tuple[str, ...]) -> str | None:
    found = next((name for name in names if name in named), None)
    return named.pop(found) if found else None
