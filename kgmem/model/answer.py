"""What a read step gave: a value of a page, in its normal form."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kgmem.model.action import ACTIONS, Action
from kgmem.model.base import Utc, Value

AS = "as"
"""The parameter of a read step that names what it reads,"""
OF = "of"
"""and the one that says what of it is read: a name of `READ_OF`."""
READS = "reads"
"""In a pattern and a plan: where it stands."""
ANSWER = "answer"
"""The name where none is told."""
OF_VALUE = "value"
READ_OF = (OF_VALUE, "list", "count", "presence")
"""One value; the items of a list or a column; how many of them; whether it is there."""

_WORD = re.compile(r"[^\W\d_]+")

AnswerKind = Literal["number", "amount", "date", "text", "list", "count", "truth"]


class Answer(Value):
    """What a read step gave, as it stood on the page when it was read."""

    name: str
    value: Any
    """In its normal form: a number, `YYYY-MM-DD`, `1234.50 EUR`, a list, a truth."""
    text: str
    """As it stood there."""
    kind: AnswerKind
    page: str | None = None
    where: str
    """`cell beside Last order in the row of Ann`."""
    at: Utc


def name_of_answer(action: Action, params: Mapping[str, Any]) -> str:
    """The name of what a step of this action reads; empty of any other."""
    return str(params.get(AS) or ANSWER) if ACTIONS[action].gives else ""


def names_of_answers(labels: Sequence[str]) -> list[str]:
    """Names for several answers of a run, by what each is labelled."""
    names: list[str] = []
    for n, label in enumerate(labels, 1):
        name = "_".join(_WORD.findall(label.casefold()))
        is_free = name and name not in names
        names.append(name if is_free else f"{name or ANSWER}_{n}")
    return names
