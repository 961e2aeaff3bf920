"""What it takes to import a paragraph."""

import random
from functools import partial
from pathlib import Path

from kgmem.lab import Embedder
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.common.synthetic_words import CHINESE, ENGLISH, Words
from kgmem_bench.light.cost import Cost, cost

WARM = 4
"""Paragraphs that are imported before anything is measured."""
_ENGLISH = (
    "{app} was founded in {place} in {year} by {name}.",
    "It sells the {thing} and ships it to {place} within {n} days.",
    "Customers rate the {thing} by {option}, and {name} answers their mails.",
    "In {year} the company opened a store near {place}, which {name} runs.",
    "A returned {thing} is refunded by the support team in {place}.",
)
_CHINESE = (
    "{app}于{year}年在{place}由{name}创办。",
    "公司出售{thing}，{n}天内送到{place}。",
    "顾客按{option}给{thing}评分，{name}负责回复邮件。",
    "{year}年公司在{place}附近开了门店，由{name}管理。",
    "退回的{thing}由{place}的客服退款。",
)
_NAMES = {
    ENGLISH: ("Ada Moreno", "Jonas Weber", "Priya Nair", "Tom Okafor", "Lena Holm"),
    CHINESE: ("王小明", "李娜", "陈伟", "赵敏", "周杰"),
}


def importing(home: Path, embedder: Embedder, paragraphs: int) -> Cost:
    """Import made paragraphs of both languages, each a document of its own."""
    texts = [_paragraph(n) for n in range(WARM + paragraphs)]
    with stand(settings_for_bench(home), embedder) as at:
        calls = [
            partial(at.memory.add_document, text=text, source=f"paragraph {n}")
            for n, text in enumerate(texts)
        ]
        cost(at, calls[:WARM])
        return cost(at, calls[WARM:])


def _paragraph(n: int) -> str:
    """Five sentences; every second one Chinese."""
    draw = random.Random(f"paragraph {n}")
    words, sentences = (CHINESE, _CHINESE) if n % 2 else (ENGLISH, _ENGLISH)
    return ("" if n % 2 else " ").join(_filled(draw, words, one) for one in sentences)


def _filled(draw: random.Random, words: Words, sentence: str) -> str:
    return sentence.format(
        app=draw.choice(words.apps),
        place=draw.choice(words.places),
        name=draw.choice(_NAMES[words]),
        option=draw.choice(words.options),
        thing=words.thing(draw.choice(words.adjectives), draw.choice(words.nouns)),
        year=draw.randrange(1970, 2025),
        n=draw.randrange(2, 20),
    )
