"""Selectors of Playwright's: the element that one means, the frames around it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from kgmem import Element, InvalidInput
from kgmem.formats import MAY_BE_PART, SURE, WITHIN, told_place
from kgmem_formats.importers.selectors import MAX_SELECTOR, ToldElement

ENTER = "internal:control=enter-frame"
PATTERN = "a regular expression for a name: what it fits is not known"
EITHER = "one of two locators, or what something is not: no element is told by that"
_ENGINE = re.compile(
    r"^(internal:[\w-]+|css|xpath|text|id|nth|data-testid|role|visible)=(.*)$", re.S
)
_PIECE = re.compile(r"""\s*>>\s*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|.""", re.S)
_ROLE = re.compile(r"^([\w-]+)")
_STATE = re.compile(
    r"\[\s*([\w-]+)\s*(?:[~|^$*]?=\s*"
    r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|/(?:[^/\\]|\\.)*/[a-z]*|[^\]\s]*)\s*([is]?))?\s*\]"
)
_REGEXP = re.compile(r"/((?:[^/\\]|\\.)*)/([a-z]*)", re.S)
_LITERAL = re.compile(r"(?:[^\\^$.*+?()\[\]{}|]|\\[^\w\s]|\\ )*")
"""A pattern in which each letter stands for itself."""
_GLUED = re.compile(
    r"(?<=[a-z]{3})(?=[A-Z][a-z])|(?<=[A-Z][a-z]{2})(?=[A-Z][a-z])"
    r"|(?<=\d)(?=[A-Z][a-z]{2})|(?<=[a-z]{3})(?=\d)|(?<=[A-Z][a-z]{2})(?=\d)"
    r"|(?<=[^\W_])(?=[$€£¥])"
)
"""Where one cell's text ends and the next one's begins: the recorder writes rows
without blanks, `Order 5Ann3 MayDelete`."""
_NARROWS = ("nth=", "internal:has", "internal:and=", "internal:or=", "visible=")
_NEGATED = frozenset({"has-not", "has-not-text", "or"})
_WITHIN = frozenset({"and", "chain", "has"})


def playwright_element(selector: str) -> Element | None:
    """The element that a selector of Playwright's means: what stands before the last
    `>>` is around it. Raises InvalidInput where it holds what no element can tell."""
    return element_of_parts(selector_parts(selector))


def element_of_parts(
    parts: Sequence[str], within: Sequence[Mapping[str, object]] = ()
) -> Element | None:
    """The same of the parts that stand between `>>`; `within`: frames around them."""
    told = ToldElement()
    frames, parts = split_at_frames(parts)
    told.say(frame=told_place([*within, *frames]))
    own = _own(parts)
    around = parts[: len(parts) - len(own)]
    for part in own:
        _tell(told, part)
    for part in reversed(around):
        told.around += _words(part)
        if part.startswith("css=") or not _ENGINE.match(part):
            told.at(WITHIN, part.removeprefix("css="))
    if place := _place_among(own, around):
        told.say(ordinal=place)
    return told.element() or told.at("playwright", " >> ".join(parts)).element()


def selector_parts(selector: str) -> list[str]:
    """At each `>>` outside of quotes."""
    parts = [""]
    for piece in _PIECE.finditer(selector[:MAX_SELECTOR].strip()):
        if piece[0].strip() == ">>":
            parts.append("")
        else:
            parts[-1] += piece[0]
    return [part for part in parts if part]


def text_of_pattern(source: str, flags: str) -> tuple[str, bool]:
    """The text that a pattern is when each letter stands for itself, and whether it is
    all of it. Raises InvalidInput for any other."""
    begins, ends = source.startswith("^"), re.search(r"(?<!\\)\$$", source) is not None
    inside = source[begins : len(source) - ends]
    is_text = _LITERAL.fullmatch(inside) and inside.strip()
    if not is_text or set(flags) - set("iu"):
        raise InvalidInput(PATTERN)
    return re.sub(r"\\(.)", r"\1", inside), begins and ends and "i" not in flags


# --- frames ---------------------------------------------------------------------------

_KEYS = ("id", "name", "title", "src")
_ANY = ("iframe", "frame", "css=iframe", "internal:role=iframe")
_NTH = re.compile(r"nth=(-?\d+)")
_PART_OF_SRC = re.compile(r"\[\s*src\s*[~|^$*]=")


def frame_of(parts: Sequence[str]) -> Mapping[str, object]:
    """What the selector of a frame tells of it. Raises InvalidInput where that is
    nothing by which it can be known."""
    nth = _NTH.fullmatch(parts[-1]) if parts else None
    kept = parts[:-1] if nth else parts
    if len(kept) == 1 and kept[0] in _ANY and (not nth or nth[1].isdigit()):
        return {"index": int(nth[1]) if nth else 0}
    element = element_of_parts(kept)
    if element is None or (nth and nth[1] != "0"):
        raise InvalidInput("a frame by its place among others that are like it")
    told = _sure_keys(element, kept[-1])
    if not told:
        raise InvalidInput("a frame that is told by nothing that can be looked for")
    return told


def _sure_keys(element: Element, part: str) -> dict[str, object]:
    told: dict[str, object] = {
        key: element.attributes[key] for key in _KEYS if element.attributes.get(key)
    }
    if "src" in told:
        told["src"] = str(told["src"]).partition("?")[0]
        if _PART_OF_SRC.search(part):
            del told["src"]
    if not told:
        told = {one.kind: one.value for one in element.locators if one.kind in SURE}
    if not told and element.name:
        told = {"title": element.name}
    return told


def split_at_frames(
    parts: Sequence[str],
) -> tuple[list[Mapping[str, object]], list[str]]:
    """The frames that a selector enters, and the parts that are left."""
    frames: list[Mapping[str, object]] = []
    kept: list[str] = []
    for part in parts:
        if part == ENTER:
            frames.append(frame_of(kept))
            kept = []
        else:
            kept.append(part)
    return frames, kept


# --- what the parts tell --------------------------------------------------------------


def _own(parts: Sequence[str]) -> Sequence[str]:
    """The parts at the end that are about one element: it, and what narrows it."""
    start = len(parts)
    while start:
        start -= 1
        if not parts[start].startswith(_NARROWS):
            break
    return parts[start:]


def _place_among(own: Sequence[str], around: Sequence[str]) -> int | None:
    """Its place among all of its role on the page, where just that is told."""
    if around or len(own) != 2 or not own[0].startswith("internal:role="):
        return None
    nth = _NTH.fullmatch(own[1])
    is_bare = "[" not in own[0]
    return int(nth[1]) + 1 if nth and is_bare and nth[1].isdigit() else None


def _tell(told: ToldElement, part: str) -> None:
    match = _ENGINE.match(part)
    if match is None:
        told.xpath(part) if part.startswith(("/", "..")) else told.css(part)
        return
    engine, body = match[1].removeprefix("internal:"), match[2]
    if engine in _NEGATED or (engine == "visible" and body != "true"):
        raise InvalidInput(EITHER)
    if engine in _WITHIN:
        _tell_inner(told, engine, body)
    elif engine == "role":
        _tell_role(told, part, body)
    elif engine in ("testid", "attr"):
        for name, value, mark in _states(body):
            told.set(name, value)
            if engine == "attr":
                _tell_part(told, mark)
    elif engine == "label":
        told.say(name=_quoted(body))
        _tell_part(told, body)
    elif engine == "text":
        told.say(text=_quoted(body), name=_quoted(body))
        _tell_part(told, body)
    elif engine == "has-text":
        told.say(text=_quoted(body))
    elif engine == "css":
        told.css(body)
    elif engine == "xpath":
        told.xpath(body)
    elif engine in ("id", "data-testid"):
        told.set(engine, body)
    elif engine == "nth":
        told.at("nth", body)


def _tell_role(told: ToldElement, part: str, body: str) -> None:
    role = _ROLE.match(body)
    told.say(role=role[1] if role else None)
    for name, value, mark in _states(body):
        if name == "name":
            told.say(name=value)
            _tell_part(told, mark)
        elif name != "include-hidden":
            told.at("playwright", part)


def _tell_part(told: ToldElement, body: str) -> None:
    """Is the name told as one that may go on: the shortest that is unique?"""
    if body.rstrip().endswith("i"):
        told.at(MAY_BE_PART.kind, MAY_BE_PART.value)


def _tell_inner(told: ToldElement, engine: str, body: str) -> None:
    """A selector within the selector: of the same element, or of one inside it."""
    parts = selector_parts(_quoted(body))
    if engine != "has":
        for one in parts:
            _tell(told, one)
        return
    words = [text for one in parts for text in _words(one)]
    if not words:
        raise InvalidInput("an element by what is inside, of which no text is told")
    told.say(text=words[-1])


def _words(part: str) -> list[str]:
    """The texts or names that a part gives."""
    match = _ENGINE.match(part)
    if match is None:
        return []
    engine, body = match[1].removeprefix("internal:"), match[2]
    if engine in _NEGATED:
        raise InvalidInput(EITHER)
    if engine in _WITHIN:
        return [text for one in selector_parts(_quoted(body)) for text in _words(one)]
    if engine == "has-text":
        return [_GLUED.sub(" ", _quoted(body))]
    if engine in ("label", "text"):
        return [_quoted(body)]
    if engine == "role":
        return [value for name, value, _ in _states(body) if name == "name"]
    return []


def _states(body: str) -> Iterator[tuple[str, str, str]]:
    """What stands in square brackets, with the mark behind it."""
    for name, value, mark in _STATE.findall(body):
        yield name, _quoted(value), mark


def _quoted(body: str) -> str:
    """The text of a body that is in quotes, with the mark behind it; a pattern that is
    a text in disguise."""
    bare = body.strip()
    if pattern := _REGEXP.fullmatch(bare):
        return text_of_pattern(pattern[1], pattern[2])[0]
    quoted = re.fullmatch(r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')[is]?", bare, re.S)
    if quoted is None:
        return bare
    if quoted[1].startswith('"'):
        try:
            return str(json.loads(quoted[1]))
        except ValueError:
            pass
    return re.sub(r"\\(.)", r"\1", quoted[1][1:-1])
