"""What a task is about, for the index: words, intent, language."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgmem.graph.rows import embed_text
from kgmem.language.intent import intent_of
from kgmem.model.base import Language, language_of, normalize
from kgmem.model.trajectory import Trajectory

MAX_KEYWORDS = 32
"""More say nothing about a task; those given by hand come first."""


@dataclass(frozen=True, slots=True)
class Description:
    """What the index and the graph keep beside a task's text."""

    language: Language
    text_to_embed: str
    """The task text, white space folded."""
    keywords: tuple[str, ...]
    """Given ones, the app, then nouns of the text; each once."""
    intent: str | None
    """As given, else by the lexicon."""


def describe(
    trajectory: Trajectory, keywords: Callable[[str], Sequence[str]]
) -> Description:
    """The description of a run's task; `keywords` takes a text apart by rules."""
    text = embed_text(trajectory.task)
    app = [trajectory.app.strip()] if trajectory.app else []
    given = trajectory.intent.strip() if trajectory.intent else ""
    return Description(
        language=language_of(text),
        text_to_embed=text,
        keywords=_each_once([*trajectory.keywords, *app, *keywords(text)]),
        intent=given or intent_of(text),
    )


def _each_once(words: Iterable[str]) -> tuple[str, ...]:
    """The first spelling of each word, blank ones left out."""
    seen: dict[str, str] = {}
    for word in words:
        if folded := normalize(word):
            seen.setdefault(folded, word.strip())
    return tuple(seen.values())[:MAX_KEYWORDS]
