"""The real taggers, each loaded once."""

import functools

from kgmem.backends.models.cached import CachedEmbedder
from kgmem.backends.models.offline import offline_embedder
from kgmem.backends.taggers.jieba import JiebaTagger
from kgmem.backends.taggers.spacy import SpacyTagger
from kgmem.ports import Embedder
from kgmem_people.reading.extract import Extract
from kgmem_people.saying.reader import ReadPerson


@functools.cache
def english() -> SpacyTagger:
    return SpacyTagger()


@functools.cache
def chinese() -> JiebaTagger:
    return JiebaTagger()


@functools.cache
def extractor() -> Extract:
    return Extract(english(), chinese())


@functools.cache
def embedder() -> Embedder:
    return CachedEmbedder(offline_embedder()[0])


@functools.cache
def person_reader() -> ReadPerson:
    return ReadPerson(english(), chinese(), embedder)
