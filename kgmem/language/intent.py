"""What kind of thing a task asks for, by a small lexicon in both languages."""

from kgmem.language.lexicon import Lexicon, lexicon
from kgmem.language.vocabulary import roles

INTENTS: dict[str, Lexicon] = {
    intent: lexicon(f"intent.{intent}") for intent in roles("intent")
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
    ending = next((intent for intent in _ENDS if text in INTENTS[intent]), None)
    if ending is not None:
        return ending
    places = {
        intent: place
        for intent, words in INTENTS.items()
        if intent not in _ENDS and (place := words.place(text)) is not None
    }
    return min(places, key=lambda intent: places[intent], default=None)


def intent_match(a: str | None, b: str | None) -> float | None:
    """1 for the same kind, 0 for another, None where one is not known."""
    if not a or not b:
        return None
    return float(a == b or a.casefold().strip() == b.casefold().strip())


def asks_something(text: str) -> bool:
    """Does the task want to be told something?"""
    if text.rstrip().endswith(("?", "？")) or text in INTENTS["query"]:
        return True
    return intent_of(text) == "search"
