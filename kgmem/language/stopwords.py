"""Words that say nothing about what a text is about, in both languages."""

from kgmem.language.vocabulary import written

ENGLISH = frozenset(written("stop.function", spaced=True))
"""Function words, contracted endings, and the parts that every web address has."""

CHINESE = frozenset(written("stop.function", spaced=False))
"""Particles, pronouns, conjunctions, measure words, polite openings."""

ENGLISH_VERBS = frozenset(written("stop.verb", spaced=True))
"""What one is told to do on a screen: part of a task's meaning, no keyword of it."""

CHINESE_VERBS = frozenset(written("stop.verb", spaced=False))
"""The same in Chinese."""
