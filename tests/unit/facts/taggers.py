"""The real taggers, each loaded once."""

import functools

from kgmem.backends.jieba_tagger import JiebaTagger
from kgmem.backends.spacy_tagger import SpacyTagger
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
