"""Steps that can't be taken back: pay, order, delete, send, publish."""

import re
from collections.abc import Mapping
from typing import Any

from kgmem.language.lexicon import SEARCH, fold, lexicon, wordings
from kgmem.language.vocabulary import word_set
from kgmem.model.action import ACTIONS, Action
from kgmem.model.trajectory import Element

IRREVERSIBLE = lexicon("irreversible")
"""What a control is called that acts for good."""

_ALONE = word_set("irreversible.alone")
"""Nouns or verbs in a longer name; as a whole name they are commands."""

_ICONS = word_set("irreversible.icons")
"""Parts of the class of an icon without words: `fa-trash`, `icon icon-send`."""
_DRAWN = ("class", "icon", "data-icon", "src", "href", "xlink:href")
"""Attributes that tell what is drawn."""
_PARTS = re.compile(r"[a-z]+")
_MAX_DRAWN = 200

_MESSAGE = lexicon("message")
_ASKING = frozenset({"confirm", "beforeunload"})
"""Dialogs by which pages ask before they do something for good."""


def is_irreversible(
    action: Action,
    target: Element | None,
    value: str | None,
    params: Mapping[str, Any] | None = None,
) -> bool:
    """True for a step that pays, orders, deletes, sends or publishes, as far as
    the words on its target (or a tool's name in `params`) say so.

    Typing, choosing and looking are never irreversible; Enter in a message field
    is, and so is what the page asked about before it did it.
    """
    does = ACTIONS[action]
    if any(map(_is_asked_about, (params or {}).get("dialogs") or ())):
        return True
    if does.presses:
        called = wordings(target)[:3]
        return any(map(_commands, called)) or (not called and _is_icon(target))
    if does.is_call:
        return _commands(str((params or {}).get("name") or ""))
    if does.enters == "key" or (does.enters == "text" and (value or "").endswith("\n")):
        return _sends_message(target, value or "")
    return False


def _is_asked_about(dialog: Any) -> bool:
    """Was a question whether to go on answered with yes?"""
    told = dialog if isinstance(dialog, Mapping) else {}
    return bool(told.get("accept")) and told.get("kind") in _ASKING


def _is_icon(target: Element | None) -> bool:
    """Is it an icon of something that acts for good?"""
    if target is None:
        return False
    drawn = (target.attributes.get(key) or "" for key in _DRAWN)
    parts = {part for text in drawn for part in _PARTS.findall(fold(text[:_MAX_DRAWN]))}
    return not _ICONS.isdisjoint(parts)


def _commands(words: str) -> bool:
    return fold(words) in _ALONE or words in IRREVERSIBLE


def _sends_message(target: Element | None, value: str) -> bool:
    if not value.endswith("\n") and fold(value) not in ("enter", "return"):
        return False
    called = wordings(target)
    return any(w in _MESSAGE for w in called) and not any(w in SEARCH for w in called)
