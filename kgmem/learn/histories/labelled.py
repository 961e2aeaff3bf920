"""Answers of language models that name their parts: `Thought: …`, `动作：…`."""

import json
import re
from collections.abc import Mapping

from kgmem.language.vocabulary import meanings, word_set

MAX_TEXT = 50_000
"""Characters of an answer that are looked at."""

_LABELS = meanings("answer_part")
_LABEL = re.compile(
    r"^[ \t#*>\-]{0,8}("
    + "|".join(sorted(map(re.escape, _LABELS), key=len, reverse=True))
    + r")[ \t*]{0,4}[:：][ \t*]{0,4}",
    re.I | re.M,
)
_FENCED = re.compile(r"```[a-z]{0,10}\s*\n?(.*?)```", re.S)
_TAGGED = re.compile(r"<(tool_call|action|answer)>(.*?)</\1>", re.S)
_ACTING = ("action", "action_input")
_NOTHING = word_set("answer.nothing") | {""}


def labelled(text: str) -> dict[str, object] | None:
    """The `thought`, `action`, `action_input` and `observation` that a text names; None
    where it names none of them. An action of JSON is an object; a word for nothing is
    no action."""
    text = text[:MAX_TEXT]
    found = _by_label(text) or _by_mark(text)
    if found is None:
        return None
    if "action" in found and str(found["action"]).strip().casefold() in _NOTHING:
        del found["action"]
    return found


def json_object(text: str) -> Mapping[str, object] | None:
    """The object that the text is, also within a fence."""
    fenced = _FENCED.fullmatch(text.strip())
    try:
        found = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, Mapping) else None


def _by_label(text: str) -> dict[str, object] | None:
    marks = list(_LABEL.finditer(text))
    ends = [*(mark.start() for mark in marks), len(text)][1:]
    said_of: dict[str, str] = {}
    for mark, end in zip(marks, ends, strict=True):
        name = _LABELS[mark[1].casefold()]
        said = text[mark.end() : end].strip()
        if name == "thought" and name in said_of:
            said_of[name] += "\n" + said
        else:
            said_of.setdefault(name, said)
    return {
        name: _object_or_words(said) if name in _ACTING else said
        for name, said in said_of.items()
    } or None


def _object_or_words(text: str) -> Mapping[str, object] | str:
    return json_object(text) or _unfenced(text)


def _unfenced(text: str) -> str:
    fenced = _FENCED.fullmatch(text)
    return (fenced[1] if fenced else text).strip().strip("`").strip()


def _by_mark(text: str) -> dict[str, object] | None:
    """The one object in a tag or a fence, or that the whole is; the words around it are
    the thought."""
    for pattern, group in ((_TAGGED, 2), (_FENCED, 1)):
        marks = [m for m in pattern.finditer(text) if json_object(m[group])]
        if len(marks) == 1:
            (mark,) = marks
            around = (text[: mark.start()] + text[mark.end() :]).strip()
            inner = json_object(mark[group])
            return {"action": inner, **({"thought": around} if around else {})}
    whole = json_object(text) if text.lstrip()[:1] == "{" else None
    return None if whole is None else {"action": whole}
