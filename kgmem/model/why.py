"""A reason that something was found or holds: words to read, and data to compute on."""

from typing import Literal, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from kgmem.messages import said

WhyKind = Literal[
    "seed",  # what the index found: `weight` is its score, 0..1
    "graph",  # a way over the graph: `weight` is what it counts for, 0..1
    "score",  # what all signs come to: `weight` is the similarity, 0..1
    "meaning",  # `weight` is the cosine, -1..1
    "words",  # `weight` is the share that words have in the score, where it is known
    "time",  # when a fact holds
    "contradiction",
    "degraded",  # what had to be done without
    "said",  # a text of unknown kind
]


class Why(str):
    """The words of a reason; `kind`, `source` (the node that it leads from, or the
    shared one) and `weight` say the same without them.

    It is a `str`, and JSON gives its words.
    """

    kind: WhyKind
    source: str | None
    weight: float | None
    short: str
    """The words for a narrow place: without ids."""

    def __new__(
        cls,
        words: str,
        kind: WhyKind = "said",
        *,
        source: str | None = None,
        weight: float | None = None,
        short: str | None = None,
    ) -> Self:
        made = super().__new__(cls, words)
        made.kind, made.source, made.weight = kind, source, weight
        made.short = words if short is None else short
        return made

    @property
    def told(self) -> str:
        """The words in the language that is spoken, where it has them."""
        return said(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        return _why, (str(self), self.kind, self.source, self.weight, self.short)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._of,
            json_schema_input_schema=core_schema.str_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(
                str, return_schema=core_schema.str_schema()
            ),
        )

    @classmethod
    def _of(cls, given: object) -> "Why":
        if not isinstance(given, str):
            raise ValueError("a reason is a text")
        return given if isinstance(given, Why) else cls(given)


def _why(
    words: str,
    kind: WhyKind,
    source: str | None,
    weight: float | None,
    short: str,
) -> Why:
    return Why(words, kind, source=source, weight=weight, short=short)
