"""More successes never make a route worse: whatever memory there is, and whatever one
more success of a path is worded like, what was direct and right stays so."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import Memory, Plan
from tests.doubles import WordEmbedder


class Kind(NamedTuple):
    app: str
    wordings: tuple[str, ...]
    """The last one also asks for the step that only some runs have."""
    values: tuple[tuple[str, ...], ...]
    fields: tuple[str, ...]
    end: str
    more: str


KINDS = (
    Kind("shop",
         ("Order {}", "Please order {}", "Get me {} in the shop", "Order {} as a gift"),
         (("grey hat",), ("red shoes",), ("green lamp",), ("blue chair",)), ("Search",),
         "Buy", "Gift"),
    Kind("淘宝", ("搜索{}", "在淘宝搜索{}", "帮我搜索{}", "搜索{}并收藏"),
         (("绿茶",), ("沙发",), ("数据线",), ("台灯",)), ("搜索",), "搜", "收藏"),
    Kind("clinic",
         ("Book {} for {}", "Please book {} for {}", "Book {} for {} with a reminder"),
         (("Dr. Chen", "Ann Lee"), ("Dr. Lima", "Jan Fox"), ("Dr. Weiss", "Kim Park")),
         ("Doctor", "Patient"), "Book", "Reminder"),
    Kind("notes",
         ('Create a note "{}"', 'Write down "{}" in notes',
          'Create a note "{}", pinned'),
         (("buy milk",), ("call Bob",), ("door stuck",)), ("Text",), "Save", "Pin"),
)  # fmt: skip

Done = list[tuple[str, str, str | None]]


def path(kind: Kind, values: tuple[str, ...], *, more: bool) -> Done:
    typed = [("type", f, v) for f, v in zip(kind.fields, values, strict=True)]
    extra: Done = [("click", kind.more, None)] if more else []
    return [*typed, *extra, ("click", kind.end, None)]


def success(kind: Kind, wording: str, values: tuple[str, ...]) -> dict[str, Any]:
    more = wording == kind.wordings[-1]
    return {
        "task": wording.format(*values),
        "app": kind.app,
        "outcome": "success",
        "steps": [
            {
                "action": action,
                "target": {
                    "role": "textbox" if action == "type" else "button",
                    "name": name,
                },
                **({"value": value} if value else {}),
            }
            for action, name, value in path(kind, values, more=more)
        ],
    }


def is_right(plan: Plan | None, kind: Kind, values: tuple[str, ...]) -> bool:
    needed = [s for s in plan.steps if s.need != "optional"] if plan else []
    done = [(s.action, s.target.name, s.value) for s in needed if s.target]
    return done == path(kind, values, more=False)


@st.composite
def memories(draw: st.DrawFn) -> tuple[Kind, list[tuple[str, int]], tuple[str, int]]:
    """A kind, its successes as wordings with the numbers of values, and one more; the
    last value is asked for."""
    kind = draw(st.sampled_from(KINDS))
    plain = st.sampled_from(kind.wordings[:-1])
    value = st.integers(0, len(kind.values) - 2)
    known = draw(st.lists(st.tuples(plain, value), min_size=1, max_size=3))
    return kind, known, draw(st.tuples(st.sampled_from(kind.wordings), value))


@pytest.mark.slow
@settings(max_examples=12, deadline=None, derandomize=True)
@given(made=memories(), generalized=st.booleans())
def test_one_more_success_makes_no_route_worse(
    made: tuple[Kind, list[tuple[str, int]], tuple[str, int]], *, generalized: bool
) -> None:
    kind, known, more = made
    asked = [wording.format(*kind.values[-1]) for wording, _ in known]
    with (
        TemporaryDirectory() as folder,
        Memory.open(Path(folder) / "m", embedder=WordEmbedder()) as memory,
    ):

        def learn(wording: str, value: int) -> None:
            memory.learn(success(kind, wording, kind.values[value]))
            if generalized:
                memory.generalize()

        def direct() -> set[str]:
            found = {text: memory.recall(text, app=kind.app) for text in asked}
            return {
                text
                for text, one in found.items()
                if one.route == "direct_replay"
                and is_right(one.plan, kind, kind.values[-1])
            }

        for one in known:
            learn(*one)
        before = direct()
        learn(*more)

        assert before <= direct()
