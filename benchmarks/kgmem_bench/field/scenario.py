"""What is done on a page, as data: where, what, and what the page must then have."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Values = Mapping[str, str]
Recorder = Literal[
    "record_page",
    "codegen-python",
    "codegen-typescript",
    "codegen-jsonl",
    "trace",
    "chrome-recorder",
    "selenium-ide",
    "browser-use",
]
RECORDERS: tuple[Recorder, ...] = (
    "record_page",
    "codegen-python",
    "codegen-typescript",
    "codegen-jsonl",
    "trace",
    "chrome-recorder",
    "selenium-ide",
    "browser-use",
)
CODEGEN: tuple[Recorder, ...] = RECORDERS[1:4]
Do = Literal[
    "click",
    "enter",
    "keys",
    "press",
    "choose",
    "pick",
    "hover",
    "drag",
    "upload",
    "slide",
    "scroll",
]


@dataclass(frozen=True, slots=True)
class At:
    """An element: a selector of Playwright's, in frames and a tab."""

    selector: str
    frames: tuple[str, ...] = ()
    tab: int = 0

    def filled(self, values: Values) -> "At":
        """With values in the place of their names."""
        return replace(self, selector=fill(self.selector, values))


@dataclass(frozen=True, slots=True)
class Answer:
    """How a dialog is answered."""

    accept: bool
    text: str = ""
    kind: Literal["alert", "confirm", "prompt"] = "confirm"


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a user does."""

    do: Do
    at: At | None = None
    value: str = ""
    to: At | None = None
    answers: tuple[Answer, ...] = ()
    button: Literal["left", "right"] = "left"
    opens: bool = False
    """Does it open another tab or window?"""
    downloads: bool = False
    place: tuple[int, int] | None = None
    """Where in the element."""

    def filled(self, values: Values) -> "Act":
        """With values in the place of their names."""
        return replace(
            self,
            at=self.at and self.at.filled(values),
            to=self.to and self.to.filled(values),
            value=fill(self.value, values),
            answers=tuple(
                replace(one, text=fill(one.text, values)) for one in self.answers
            ),
        )


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of page, what is asked for there, and what must come of it."""

    kind: str
    page: str
    task: str
    acts: tuple[Act, ...]
    values: tuple[Values, ...]
    """The first are shown; the others are asked for later."""
    effect: Any
    unseen: Mapping[Recorder, str] = field(default_factory=dict)
    """Recorders in whose files this is not, or not whole, and why."""
    asks: str | None = None
    """Why it is never replayed without asking, whoever recorded it."""

    def wording(self, values: Values) -> str:
        """The task with these values."""
        return fill(self.task, values)

    def acted(self, values: Values) -> tuple[Act, ...]:
        """What a user does for these values."""
        return tuple(act.filled(values) for act in self.acts)

    def wanted(self, values: Values) -> Any:
        """What the page must have."""
        return _filled(self.effect, values)


def fill(text: str, values: Values) -> str:
    """Values in the place of their names in braces."""
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def _filled(told: Any, values: Values) -> Any:
    """A value that is a number, true or false in the effect is written `={name}`."""
    if isinstance(told, Mapping):
        return {name: _filled(one, values) for name, one in told.items()}
    if isinstance(told, list):
        return [_filled(one, values) for one in told]
    if isinstance(told, str):
        text = fill(told, values)
        return json.loads(text[1:]) if text.startswith("=") else text
    return told
