"""Does a plan's new value end where the text does, or does the text ask for more? What
vectors say of it, for plans that would be direct but for that.

An end that may be no part of its value is told as what nothing explains. What the words
alone would have told so ("and brushes") is no doubt where the value, as the wording has
it word for word, has no such end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from kgmem.index.projection import Projection
from kgmem.matching.sentence import is_quoted
from kgmem.matching.told_again import values_of
from kgmem.matching.turning import ADDING, roles_in
from kgmem.matching.value_ends import fitted
from kgmem.matching.value_fit import is_known, said
from kgmem.model.kind import form_of
from kgmem.model.pattern import PatternMatch
from kgmem.recall.request import Request
from kgmem.recall.routing.decision import Decision
from kgmem.recall.routing.doubts import doubt_of_unexplained
from kgmem.recall.routing.wording_doubts import is_confirmed
from kgmem.recall.stages import Trace
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.value_ends")

DOUBTFUL = _TUNED["doubtful"]
"""Log-odds from which an end may be no part of its value."""
MARKS = ".。!！ "
"""What a text may end with and a value does not."""

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
    if projection.embedder.model != ends.model:
        return decision
    if not depends_on_ends(decision, request):
        return decision
    with trace.stage("ends", survive=True) as note:
        odds = partial(ends.odds, embed=projection.embed)
        told = [with_ends(match, request, odds) for match in matches]
        note.found = sum(a is not b for a, b in zip(told, matches, strict=True))
        return decide(matches=told) if note.found else decision
    return decision


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
    if match.unexplained:
        told = _word_for_word(match, request)
        if told is None or any(_doubtful(told, request, odds)):
            return match
        return told
    ends = tuple(_doubtful(match, request, odds))
    if not ends:
        return match
    further = (*match.further, *ends)
    return match.model_copy(update={"unexplained": ends, "further": further})


def _doubtful(match: PatternMatch, request: Request, odds: Odds) -> Iterator[str]:
    """The ends that may be no part of their values."""
    for value in _new_values(match, request):
        found = odds(value)
        if found and found[0][0] >= DOUBTFUL:
            yield found[0][1]


def _new_values(match: PatternMatch, request: Request) -> Iterator[str]:
    """Values that only their words tell, that no run had, and that are not quoted."""
    for slot in match.pattern.slots:
        form = form_of(slot.kind)
        if form.has_form or form.is_app:
            continue
        given = match.bindings.get(slot.name, ())
        for value in [given] if isinstance(given, str) else given:
            if not (is_known(slot, said(value)) or is_quoted(value, request.task)):
                yield value


def _word_for_word(match: PatternMatch, request: Request) -> PatternMatch | None:
    """The match with what stands in the holes of its wording, where the text is that
    wording word for word and nothing turns it; None where it is not."""
    if any(roles_in(piece) - ADDING for piece in match.unexplained):
        return None
    if any(slot.is_list for slot in match.pattern.slots):
        return None
    text = request.task.rstrip(MARKS)
    found = [
        values
        for wording in match.pattern.all_wordings
        if (values := values_of(wording, text)) is not None
    ]
    if len(found) != 1 or not _holds_all(found[0], match):
        return None
    told = {"bindings": found[0], "unexplained": (), "further": ()}
    return match.model_copy(update=told)


def _holds_all(values: Mapping[str, str], match: PatternMatch) -> bool:
    """Do the values have all that nothing explained, and all that was bound?"""
    texts = tuple(values.values())
    bound = (value for value in match.bindings.values() if isinstance(value, str))
    return all(
        any(piece in text for text in texts) for piece in (*match.unexplained, *bound)
    ) and set(values) == set(match.bindings)
