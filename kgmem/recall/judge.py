"""Does a task ask for exactly what a plan does? A chat model says so, and its answer is
held against the words.

What it says of a plan in new words makes it direct, always with checks, where nothing
but the words spoke against it; or adaptive. What the words don't bear out counts for
nothing: then all is as without it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, StrictBool, ValidationError

from kgmem.errors import ServiceError
from kgmem.language.words import folds
from kgmem.matching.anchor_words import POLAR, is_content, weight
from kgmem.matching.opposites import ask_opposites
from kgmem.matching.turning import roles_in, turns
from kgmem.messages import said
from kgmem.model.pattern import PatternMatch
from kgmem.model.plan import PlanStep
from kgmem.model.recollection import describe_step
from kgmem.model.texts.template import parts
from kgmem.model.values.reason import Doubt, Reason
from kgmem.ports import LanguageModel
from kgmem.prompts import load
from kgmem.recall.request import Request
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.recall.routing.decision import Decision
from kgmem.recall.routing.doubts import doubts_of_words
from kgmem.recall.routing.value_doubts import is_confirmed
from kgmem.recall.stages import Note

PROMPT = "recall/same_task"
MAX_TASK = 2_000
"""Characters of a task that is judged: a longer one would be judged in part."""
MAX_STEPS = 60
"""Steps of a plan that is judged."""
WORDIER = 2.0
"""What is said in other words weighs no more than so many times the words that it
stands for: else it may say more."""


class Reworded(BaseModel):
    """Words of the task, and those of the wording that say the same."""

    model_config = ConfigDict(frozen=True)

    task: str
    wording: str


class Verdict(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    same: StrictBool
    values: dict[str, str | list[str]]
    reworded: list[Reworded]
    left_out: list[str]
    added: list[int]


class Unfounded(Exception):
    """The words don't bear it out."""

    def __init__(self, code: str, **values: object) -> None:
        self.why = Reason.of("unfounded", why=Reason.of(code, **values))
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Judge:
    """Asks a chat model of plans for tasks in new words or with new values."""

    model: LanguageModel

    def __call__(self, decision: Decision, request: Request, note: Note) -> None:
        """Lift or lower the decision's route; `note` tells what it came to. Raises
        ServiceError if the model fails; the decision is as before then."""
        followed = decision.followed
        if followed is None or not _is_open(decision, followed, request):
            note.skipped = said("no plan in new words or with new values")
            return
        verdict = asked(followed, request, self.model)
        note.found = 1
        try:
            against = held_against(verdict, followed, request)
        except Unfounded as error:
            note.why = str(error.why)
            return
        note.why = str(_follow(decision, against))


def _is_open(decision: Decision, followed: PatternPath, request: Request) -> bool:
    """May a judgement change the route? Not for the very words that worked before, nor
    where more than the words speaks against the plan."""
    if decision.route not in ("direct_replay", "adaptive_replay"):
        return False
    if is_confirmed(followed.match, request):
        return False
    fits = len(request.task) <= MAX_TASK and len(followed.steps) <= MAX_STEPS
    of_words = set(doubts_of_words(followed.match, request))
    return fits and of_words.issuperset(decision.doubts)


def asked(followed: PatternPath, request: Request, model: LanguageModel) -> Verdict:
    """What the model says. Raises ServiceError, also for what can't be read."""
    match = followed.match
    prompt = load(PROMPT).fill(
        task=_line(request.task),
        wording=_line(match.pattern.template),
        values=json.dumps(dict(match.bindings), ensure_ascii=False),
        steps=_lines(followed.steps),
    )
    try:
        return Verdict.model_validate(json.loads(model.complete(prompt)))
    except (ValidationError, ValueError, RecursionError) as error:
        raise ServiceError(
            "the chat model's judgement can't be read as JSON"
        ) from error


def _lines(steps: Sequence[PlanStep]) -> str:
    lines = (f"{step.n}. {_line(describe_step(step))}"[:200] for step in steps)
    return "\n".join(lines) or said("(none recorded)")


def _line(text: str) -> str:
    """In one line: no part of it can pass for a line of the prompt."""
    return " ".join(text.split())


# --- what the words say of it ---------------------------------------------------------


def held_against(
    verdict: Verdict, followed: PatternPath, request: Request
) -> Reason | None:
    """What speaks against the plan, as the task's words bear it out; None if it does
    exactly what is asked for. Raises Unfounded."""
    match, task = followed.match, _folded(request.task)
    _check_places(verdict, followed, task)
    other = _other_value(verdict.values, match)
    if other is not None:
        return other
    if verdict.same == bool(verdict.left_out or verdict.added):
        raise Unfounded("contradictory")
    if verdict.left_out:
        return Reason.of("left_out", words=", ".join(verdict.left_out[:3]))
    if verdict.added:
        return Reason.of("added", n=verdict.added[0])
    _check_explained(verdict.reworded, match)
    return None


def _check_places(verdict: Verdict, followed: PatternPath, task: str) -> None:
    """All that it names has to be there: values and words in the task, slots, steps."""
    match = followed.match
    named = [one for given in verdict.values.values() for one in _texts(given)]
    pieces = [*named, *verdict.left_out, *(one.task for one in verdict.reworded)]
    lacking = next((one for one in pieces if not _stands(one, task)), None)
    if lacking is not None:
        raise Unfounded("not_in_task", words=lacking[:80])
    if verdict.values.keys() != match.bindings.keys():
        raise Unfounded("no_such_values")
    if not {step.n for step in followed.steps}.issuperset(verdict.added):
        raise Unfounded("no_such_step")


def _other_value(
    values: Mapping[str, str | list[str]], match: PatternMatch
) -> Reason | None:
    """A value that the task says otherwise than it was bound."""
    for name, bound in match.bindings.items():
        read = [_folded(one) for one in _texts(values[name])]
        if read != [_folded(one) for one in _texts(bound)]:
            told = ", ".join(_texts(values[name]))
            return Reason.of("other_value", name=name, value=told)
    return None


def _check_explained(reworded: Sequence[Reworded], match: PatternMatch) -> None:
    """Each word that nothing explains has to stand for words of the wording, each of
    which stands for one piece only, and must not turn or widen the request."""
    wording = _folded(_literals(match))
    if len({_folded(one.wording) for one in reworded}) < len(reworded):
        raise Unfounded("two_for_one")
    for one in reworded:
        if not _stands(one.wording, wording) or not any(_said(one.wording)):
            raise Unfounded("not_in_wording", words=one.wording[:80])
        if _widens(one):
            raise Unfounded("wider", words=one.task[:80], other=one.wording[:80])
    told = {fold for one in reworded for fold in folds(one.task)}
    for piece in match.unexplained:
        if not told.issuperset(_said(piece)):
            raise Unfounded("not_explained", words=piece[:80])


def _widens(one: Reworded) -> bool:
    if roles_in(one.task) - roles_in(one.wording):
        return True
    if ask_opposites(one.task, one.wording):
        return True
    if POLAR.intersection(folds(one.task)) != POLAR.intersection(folds(one.wording)):
        return True
    return _weight(one.task) > WORDIER * _weight(one.wording)


def _weight(text: str) -> float:
    return sum(weight(fold) for fold in folds(text) if is_content(fold))


def _said(text: str) -> Iterator[str]:
    """Its words that say something."""
    return (fold for fold in folds(text) if is_content(fold) or turns(fold))


def _literals(match: PatternMatch) -> str:
    """The words of all wordings, a mark in the place of each value."""
    pattern = match.pattern
    return " … ".join(
        "".join(part if isinstance(part, str) else " … " for part in parts(wording))
        for wording in pattern.all_wordings
    )


def _texts(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _folded(text: str) -> str:
    return " ".join(folds(text))


def _stands(piece: str, folded: str) -> bool:
    words = _folded(piece)
    return bool(words) and f" {words} " in f" {folded} "


# --- what follows ---------------------------------------------------------------------


def _follow(decision: Decision, against: Reason | None) -> Reason:
    """Change the decision's route as it was judged; gives why."""
    if against is not None:
        doubt = Doubt.of("judged", why=against)
        decision.doubt(doubt)
        decision.route = "adaptive_replay"
        decision.checked, decision.bound = True, 0.0
        return doubt
    why = Reason.of("same_task")
    if decision.route == "adaptive_replay":
        decision.lift()
        decision.tell("checked_judged", why=why)
    return why
