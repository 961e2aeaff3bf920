"""The answer of an embedding service -> unit vectors by place, and what is wrong."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FiniteFloat,
    ValidationError,
)

from kgmem.model.trajectory import explain

Row = npt.NDArray[np.float32]
MOST_NUMBERS = 65_536
"""Numbers in one vector; the largest models give some thousands."""


def _decoded(value: Any) -> Any:
    """Base64 of little-endian 32-bit floats, which some gateways give unasked."""
    if not isinstance(value, str):
        return value
    try:
        content = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("is neither a list nor base64") from error
    if len(content) % 4:
        raise ValueError("is no base64 of 32-bit floats")
    return np.frombuffer(content, "<f4").tolist()


class _Row(BaseModel):
    model_config = ConfigDict(strict=True)

    index: int
    embedding: Annotated[list[FiniteFloat], BeforeValidator(_decoded)]


class _Place(BaseModel):
    model_config = ConfigDict(strict=True)

    index: int


class _Answer(BaseModel):
    data: list[Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """What one answer is good for."""

    vectors: Mapping[int, Row]
    """Unit vectors by the place of their text."""
    faults: Mapping[int, str]
    """What is wrong with the others: a row that can't be used, or none at all."""
    widths: frozenset[int]
    """Lengths of the vectors that were whole."""


class Unusable(Exception):
    """Nothing of an answer can be used; the message says why."""


def rows_of(answer: Mapping[str, Any], texts: int, width: int | None = None) -> Rows:
    """The rows of an answer to so many texts; vectors of another width than the given
    one are faults.

    Raises Unusable if there is no list of rows, or one whose indexes are not those
    of the texts.
    """
    try:
        given = _Answer.model_validate(answer).data
    except ValidationError as error:
        raise Unusable(explain(error, "answer")) from error
    _check_places(given, texts)
    vectors: dict[int, Row] = {}
    faults = dict.fromkeys(range(texts), "no vector for it")
    widths = set()
    for n, row in enumerate(given):
        try:
            parsed = _Row.model_validate(row)
        except ValidationError as error:
            faults[row["index"]] = explain(error, f"data[{n}]")
            continue
        widths.add(len(parsed.embedding))
        fault = _fault(parsed.embedding, width)
        if fault:
            faults[parsed.index] = fault
        else:
            vectors[parsed.index] = _unit(parsed.embedding)
            del faults[parsed.index]
    return Rows(vectors, faults, frozenset(widths))


def _check_places(given: list[Any], texts: int) -> None:
    """Each row must say which text it belongs to, no two the same."""
    try:
        places = [_Place.model_validate(row).index for row in given]
    except ValidationError as error:
        raise Unusable(explain(error, "row")) from error
    if len(set(places)) < len(places) or not set(places) <= set(range(texts)):
        raise Unusable(f"{len(given)} vectors for {texts} texts, indexes out of line")


def _fault(numbers: list[float], width: int | None) -> str | None:
    if not numbers:
        return "a vector of no length"
    if len(numbers) > MOST_NUMBERS:
        return f"a vector of more than {MOST_NUMBERS} numbers"
    if width is not None and len(numbers) != width:
        return f"a vector of {len(numbers)} dimensions instead of {width}"
    return None if any(numbers) else "a vector of zeros only"


def _unit(numbers: list[float]) -> Row:
    row = np.array(numbers, np.float64)
    row /= np.abs(row).max()  # so that squaring neither over- nor underflows
    unit: Row = (row / np.linalg.norm(row)).astype(np.float32)
    return unit
