"""Does a plan's new value end where the text does, or does the text ask for more? What
vectors say of it, for plans that would be direct but for that.

An end that may be no part of its value is told as what nothing explains, and so is what
stands behind a whole known value. What the words alone would have told so ("paint and
brushes") is no doubt where no end is doubtful, unless a word of it turns the request.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median

from kgmem.index.projection import Projection
from kgmem.language.named_days import named_days
from kgmem.language.words import folds, words
from kgmem.matching.assigning.units import POSSESSIVE, units
from kgmem.matching.assigning.value_ends import fitted
from kgmem.matching.sentence import is_quoted
from kgmem.matching.turning import ADDING, roles_in
from kgmem.matching.value_fit import is_known, said
from kgmem.model.kind import form_of
from kgmem.model.pattern import PatternMatch, Slot
from kgmem.paths.fits import is_within
from kgmem.recall.request import Request
from kgmem.recall.routing.decision import UNCHECKED, Decision
from kgmem.recall.routing.doubts import doubt_of_unexplained
from kgmem.recall.routing.value_doubts import is_confirmed
from kgmem.recall.stages import Trace
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.value_ends")

DOUBTFUL = _TUNED["doubtful"]
"""Log-odds from which an end may be no part of its value."""
DOUBTFUL_OF_USUAL = _TUNED["doubtful_of_usual"]
"""The same where the value is no longer than known ones."""
BEYOND = _TUNED["beyond"]
"""By how much an end is more doubtful than those of known values."""
EXAMPLES = 5
"""Known values whose ends are looked at."""
NewValues = Sequence[tuple[Slot, str]]
"""New values, each with its slot."""
Odds = Callable[[str], Sequence[tuple[float, str]]]
"""A value -> each of its ends with the log-odds that it is no part of it, the most
doubtful first. Raises ServiceError."""


Decide = Callable[..., Decision]
"""`matches` -> the decision for them."""


def by_ends(
    decision: Decision,
    decide: Decide,
    matches: Sequence[PatternMatch],
    request: Request,
    projection: Projection,
    trace: Trace,
) -> Decision:
    """The decision with what vectors say of where its new values end, where it depends
    on that, and vectors of this embedder tell it."""
    ends = fitted()
    if projection.embedder.model == ends.model and depends_on_ends(decision, request):
        with trace.stage("ends", survive=True) as note:
            odds = partial(ends.odds, embed=projection.embed)
            told = [with_ends(match, request, odds) for match in matches]
            note.found = sum(a is not b for a, b in zip(told, matches, strict=True))
            decision = decide(matches=told) if note.found else decision
    _confirm_new_ends(decision, request)
    return decision


def _confirm_new_ends(decision: Decision, request: Request) -> None:
    """Have it asked before a step that can't be taken back, whatever the successes,
    where a value of several words ends with one that no known value has: no vector
    tells of a single word whether it is a part of the value."""
    followed = decision.followed
    if followed is None or decision.route != "direct_replay":
        return
    if decision.bound < UNCHECKED or is_confirmed(followed.match, request):
        return
    if not any(step.irreversible for step in followed.steps):
        return
    for slot, value in _new_values(followed.match, request):
        last = _last_word(slot, value)
        if last is not None:
            decision.checked, decision.bound = True, 0.0
            decision.tell("checked_end", last=last, name=slot.name, value=value)
            return


def _last_word(slot: Slot, value: str) -> str | None:
    """The last of its several words, where no known value of the slot has it."""
    found = folds(value)
    known = {fold for one in slot.examples for fold in folds(one)}
    return found[-1] if len(found) > 1 and found[-1] not in known else None


def depends_on_ends(decision: Decision, request: Request) -> bool:
    """Is it a direct replay, or one but for words within a value, with a new value?"""
    followed = decision.followed
    if followed is None or is_confirmed(followed.match, request):
        return False
    if decision.route == "direct_replay":
        return any(_new_values(followed.match, request))
    return followed.doubts == (doubt_of_unexplained(followed.match),)


def with_ends(match: PatternMatch, request: Request, odds: Odds) -> PatternMatch:
    """The match with what vectors say of the ends of its new values."""
    values = list(_new_values(match, request))
    told = match.unexplained
    if told and any(_is_torn(value, request.task) for _, value in values):
        return match
    if not all(_may_belong(piece, match, values) for piece in told):
        return match
    ends = tuple(_doubtful(values, odds))
    if bool(ends) == bool(told):
        return match
    further = (*match.further, *ends) if ends else ()
    return match.model_copy(update={"unexplained": ends, "further": further})


def _doubtful(values: NewValues, odds: Odds) -> Iterator[str]:
    """The ends that may be no part of their values."""
    for slot, value in values:
        if rest := _behind_known(slot, value) or _first_words(slot, value):
            yield rest
            continue
        worst = next(iter(odds(value)), None)
        if worst and _is_doubtful(worst[0], slot, value, odds):
            yield worst[1]


def _behind_known(slot: Slot, value: str) -> str | None:
    """What the value has behind a whole known one, which by itself was enough."""
    found, own = words(value), folds(value)
    sizes = (len(k) for k in map(folds, slot.examples) if k == own[: len(k)])
    size = next((one for one in sizes if 0 < one < len(own)), None)
    return value[found[size].start :] if size else None


def _first_words(slot: Slot, value: str) -> str | None:
    """The value, if it has letters and no known one has any."""
    known = "".join(slot.examples)
    is_new = any(map(str.isalpha, value)) and not any(map(str.isalpha, known))
    return value if known and is_new else None


def _is_doubtful(end: float, slot: Slot, value: str, odds: Odds) -> bool:
    """Do these log-odds tell a doubtful end? More are needed where the value is no
    longer than known ones, and where these end so as well, as reasons and messages
    do; their vectors are asked for only then."""
    is_longer = len(folds(value)) > max(_sizes(slot), default=0)
    if end < (DOUBTFUL if is_longer else DOUBTFUL_OF_USUAL):
        return False
    known = [ends[0][0] for one in slot.examples[:EXAMPLES] if (ends := odds(one))]
    return not known or end >= median(known) + BEYOND


def _sizes(slot: Slot) -> list[int]:
    """Words of the known values."""
    return [len(folds(one)) for one in slot.examples]


def _new_values(match: PatternMatch, request: Request) -> Iterator[tuple[Slot, str]]:
    """Values that only their words tell, that no run had, and that are not quoted."""
    for slot in match.pattern.slots:
        form = form_of(slot.kind)
        if form.has_form or form.is_app:
            continue
        given = match.bindings.get(slot.name, ())
        for value in [given] if isinstance(given, str) else given:
            if not (is_known(slot, said(value)) or is_quoted(value, request.task)):
                yield slot, value


def _may_belong(piece: str, match: PatternMatch, values: NewValues) -> bool:
    """Is it the end of a new value, not all of it, nor behind a mark, nor of what is
    named before it? Does no word of it turn the request, nor name a day, nor is a known
    value in it? Of these vectors tell too little."""
    before = [v.removesuffix(piece).rstrip() for _, v in values if v.endswith(piece)]
    is_end = any(one[-1:].isalnum() for one in before)
    is_owned = any(one.endswith(POSSESSIVE) for one in before)
    if not is_end or is_owned or roles_in(piece) - ADDING or named_days(piece):
        return False
    known = (folds(one) for slot in match.pattern.slots for one in slot.examples)
    own = folds(piece)
    return not any(one and is_within(one, own) for one in known)


def _is_torn(value: str, task: str) -> bool:
    """Does it end within a word of the task, as 炒饭除 of 炒饭除了 does?"""
    at = task.find(value)
    return at >= 0 and any(u.start < at + len(value) < u.end for u in units(task))
