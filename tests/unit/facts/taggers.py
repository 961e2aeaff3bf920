"""The real taggers, each loaded once."""

import functools

from kgmem.backends.taggers.jieba import JiebaTagger
from kgmem.backends.taggers.spacy import SpacyTagger
from kgmem.facts.read.extract import Extract


@functools.cache
def english() -> SpacyTagger:
    return SpacyTagger()


@functools.cache
def chinese() -> JiebaTagger:
    return JiebaTagger()


@functools.cache
def extractor() -> Extract:
    return Extract(english(), chinese())
