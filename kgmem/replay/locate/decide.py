"""Is the best candidate surely the one? Better none than a wrong one."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, tanh

from kgmem.language.moments import read_date
from kgmem.model.keys.element_evidence import EDITABLE
from kgmem.model.keys.locators import chosen_locators
from kgmem.model.keys.table_rows import OF_PAGE
from kgmem.paths.fits import GENERIC
from kgmem.replay.locate.evidence import score, told
from kgmem.replay.locate.names import MISSPELLED, numberless, plain
from kgmem.replay.locate.odds import IDENTIFYING, ODDS, PLACE
from kgmem.replay.locate.same_click import (
    are_label_and_toggle,
    is_nested,
    is_same_link,
)
from kgmem.replay.locate.seen import LABELS, Seen
from kgmem.tuning import tuned

_TUNED = tuned("replay.locate.decide")

PRIOR = -3.0
"""Log-odds that a candidate which could take the action is the one, before any
evidence: about one in twenty."""
BAR = _TUNED["bar"]
"""Log-odds from which on it may be the one: nine in ten."""
MARGIN = 2.0
"""What it must be ahead of the second by, in nats."""
BLOCKED = -4.0
"""Weight of being hidden or disabled: of two that are alike the other one is meant.
Where the evidence for it outweighs that, nothing is taken."""
SHARPNESS = _TUNED["sharpness"]
"""Divides log-odds before they are told as a confidence: evidence of several kinds is
not independent. Fitted by likelihood, as in temperature scaling (C. Guo et al., "On
Calibration of Modern Neural Networks", 2017)."""
REFUSED = _TUNED["refused"]
"""Highest confidence of a candidate that is not taken."""
ELSEWHERE = _TUNED["elsewhere"]
"""Agreement of what is around below which two stand in different surroundings."""
NOT_MOVED = _TUNED["not_moved"]
"""Agreement of boxes from which on they are the same but for a few pixels."""

_NOT_BY_PLACE = ODDS.keys() - PLACE.keys()
_NOT_BY_NUMBER = _NOT_BY_PLACE - {"numbered", "locator"}
_WRITTEN = ("test_id", "href", "field")
_AROUND = ("label", "container")
_CONTENT = GENERIC | {"option", "listitem", "menuitem", "treeitem", "cell", "gridcell"}
"""Kinds whose names are what they hold, and not what they do."""
_RENEWED = frozenset({"id", "numbered", "test_id"})
_LIKE = ("kind", "name", "icon", "test_id")


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate and what speaks for it."""

    index: int
    seen: Seen
    agreement: Mapping[str, float]
    near: frozenset[str]
    """Words that stand nearest, see `Surroundings.near`."""
    is_blocked: bool

    @property
    def total(self) -> float:
        """Log-odds that it is the one, by all evidence."""
        return self.by(ODDS.keys())

    def by(self, kinds: Collection[str]) -> float:
        """The same by evidence of these kinds alone."""
        return PRIOR + BLOCKED * self.is_blocked + score(self.agreement, kinds)

    def around(self, unknown: float) -> float:
        """Agreement of what is around it; `unknown` where nothing is recorded."""
        known = (self.agreement[how] for how in _AROUND if how in self.agreement)
        return next(known, unknown)


@dataclass(frozen=True, slots=True)
class LocateChoice:
    """The best candidate, and whether it may be taken."""

    best: Rated
    lead: float
    """Ahead of the second by evidence that may decide, in nats; infinite where there
    is no other."""
    is_sure: bool

    @property
    def confidence(self) -> float:
        """Chance that the best is the one, rather than none or the second: grows with
        its score and with its lead; at most `REFUSED` where it is not taken."""
        doubts = (self.best.total, self.lead)
        chance = 1 / (1 + sum(exp(-doubt / SHARPNESS) for doubt in doubts))
        return chance if self.is_sure else min(chance, REFUSED)

    @property
    def margin(self) -> float:
        """Difference of the chances of the best and the second, were it one of these
        two: 0 to 1."""
        return tanh(max(self.lead, 0.0) / 2)


def choose(
    wanted: Seen, rated: Sequence[Rated], irreversible: bool, varies: bool = False
) -> LocateChoice:
    """The best of the candidates, at least one, and whether it may be taken. `varies`:
    a value of the task says which element it is."""
    for_one = irreversible or varies
    is_of_page = OF_PAGE in wanted.element.locators
    deciding = ODDS.keys() if is_of_page else _deciding(rated)
    spelled = {one.index for one in rated if _is_spelled_so(wanted, one)}
    best = max(
        rated, key=lambda one: (one.by(deciding), one.index in spelled, one.total)
    )
    rivals = _rivals(best, rated)
    if best.index in spelled:
        rivals = [
            one
            for one in rivals
            if one.index in spelled or not _is_called_so(wanted, one)
        ]
    second = max((one.by(deciding) for one in rivals), default=-inf)
    lead = best.by(deciding) - second
    is_labelled = _is_labelled_so(wanted, best, rivals)
    is_ahead = lead >= MARGIN or (is_labelled and lead > 0.0)
    is_told = is_labelled or _is_identified(best)
    is_found = best.total >= BAR and is_ahead and is_told and not is_of_page
    is_sure = _is_marked(wanted, best, rivals) or (
        (
            is_found
            or _only_place_tells(wanted, best, rivals)
            or (_is_as_recorded(wanted, best, rivals) and not irreversible)
            or (_only_a_locator_tells(wanted, best, rivals) and not irreversible)
            or (_only_a_number_differs(wanted, best, rivals) and not for_one)
            or _only_its_row_tells(wanted, best, rivals)
        )
        and not _is_elsewhere(best, rivals, irreversible)
        and not any(_reads_better(one, best) for one in rivals)
        and not _is_torn(wanted, best, rivals)
        and not (irreversible and not _is_called_alike(best))
    )
    is_sure = is_sure and not best.is_blocked and not _is_other_date(wanted, best)
    return LocateChoice(best, lead, is_sure)


def _deciding(rated: Sequence[Rated]) -> Collection[str]:
    """The evidence by which one candidate may be preferred to another.

    The place is none. Nor are the numbers of ids where several of a series have names
    that agree equally well: they may be rows, and a new row shifts the numbers.
    """
    series = [one for one in rated if "numbered" in one.agreement]
    alike = Counter(one.agreement.get("name") for one in series)
    alike.pop(None, None)
    are_rows = max(alike.values(), default=0) > 1
    return _NOT_BY_NUMBER if are_rows else _NOT_BY_PLACE


# --- the second ----------------------------------------------------------------------


def _rivals(best: Rated, rated: Sequence[Rated]) -> list[Rated]:
    """The others, without what a click on the best hits, too."""
    others = [
        one
        for one in rated
        if one is not best
        and not is_nested(best.seen, one.seen)
        and not is_same_link(best.seen, one.seen)
    ]
    pairs = [one for one in others if are_label_and_toggle(best.seen, one.seen)]
    return [one for one in others if one is not pairs[0]] if len(pairs) == 1 else others


def _is_spelled_so(wanted: Seen, one: Rated) -> bool:
    """Is it called so to the letter, case and marks too?"""
    called = wanted.element.name or wanted.element.text
    own = one.seen.element.name or one.seen.element.text
    return bool(called and own) and called == own


def _is_called_so(wanted: Seen, one: Rated) -> bool:
    """Has it the recorded name, as far as case and marks make no difference?"""
    called, own = wanted.look.name or "", one.seen.look.name or ""
    return plain(called) == plain(own) != ""


def _agree_alike(a: Rated, b: Rated, how: str) -> bool:
    return a.agreement.get(how) == b.agreement.get(how)


# --- rules that no score outweighs ----------------------------------------------------


def _is_identified(best: Rated) -> bool:
    """Does some evidence say which element it is? Where the record has none that could,
    what is around must; and beside classes alone, which may only say how it stands."""
    known = IDENTIFYING.keys() & best.agreement.keys()
    agreeing = {how for how in known if best.agreement[how] >= MISSPELLED}
    if agreeing - {"icon"}:
        return True
    if known - {"icon"} or (known and not agreeing):
        return False
    return best.around(unknown=0.0) >= ELSEWHERE or best.agreement.get("path") == 1.0


def _is_labelled_so(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Does the text that stood nearest to a field without a name stand nearest to it,
    and to no other? Those further away may be content of the page."""
    if "label" not in best.agreement or not wanted.around:
        return False
    return wanted.around[0] in best.seen.around[:1] and not any(
        wanted.around[0] in one.seen.around[:1] for one in rivals
    )


def _is_elsewhere(best: Rated, rivals: Sequence[Rated], irreversible: bool) -> bool:
    """Is it a namesake in other surroundings, such as another row's button?

    Where nothing is known of what is around, the number of a row, the part of the page,
    or id and path together say so. An id that somebody chose outweighs all that, since
    there is one on a page; so do a link's name and address together, which say what a
    click on it does. What is around tells nothing if the same is around its like,
    and little if it is on the old path, unless the step can't be taken back.
    """
    agrees = best.agreement
    if agrees.get("id") or agrees.get("href") == agrees.get("name") == 1.0:
        return False
    is_moved = agrees.get("id") == 0.0 and agrees.get("path", 1.0) < 1.0
    unknown = float(not is_moved and agrees.get("landmark") != 0.0)
    if agrees.get("numbered") == 0.0:
        unknown = float(not irreversible and _is_same_content(best))
        return best.around(unknown) < ELSEWHERE
    if best.around(unknown) >= ELSEWHERE or _may_be_translated(best):
        return False
    if any(_is_beside(best, one) for one in rivals):
        return False
    return irreversible or agrees.get("path") != 1.0


def _is_same_content(best: Rated) -> bool:
    """Is it called the same at the same place, and is that name what it holds, as of an
    item of a list that is made anew at each letter?"""
    agrees, kind = best.agreement, best.seen.look.kind
    return agrees.get("name") == agrees.get("path") == 1.0 and kind in _CONTENT


def _is_beside(best: Rated, other: Rated) -> bool:
    """Does the same text stand around two like elements?"""
    around = best.seen.around
    alike = all(_agree_alike(best, other, how) for how in _LIKE)
    return alike and bool(around) and around == other.seen.around


def _may_be_translated(best: Rated) -> bool:
    """Is the name another one, too, and what developers wrote down the same?"""
    agrees = best.agreement
    return agrees.get("name") == 0.0 and any(agrees.get(how) for how in _WRITTEN)


def _reads_better(rival: Rated, best: Rated) -> bool:
    """Does all that a person reads there agree with the rival, and not with the best?
    Then ids contradict names: they may have been those of another value."""
    name, other = (one.agreement.get("name", 1.0) for one in (best, rival))
    if name == 0.0 and other == 1.0 and rival.agreement.get("kind") == 1.0:
        return True
    is_beside = rival.around(unknown=0.0) == 1.0
    return is_beside and best.around(unknown=1.0) < ELSEWHERE and other >= name


def _is_torn(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Does the text around have a word that the best lacks and that stands beside one
    rival alone? Then the two share what tells them apart."""
    if best.around(unknown=1.0) == 1.0 or not wanted.around:
        return False
    missing = wanted.around[0] - best.near
    beside = [
        one.near
        for one in rivals
        if _agree_alike(best, one, "name") and _agree_alike(best, one, "kind")
    ]
    return any(sum(word in words for words in beside) == 1 for word in missing)


def _is_marked(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Has the target no words of its own, and the best alone its id, and its kind?
    Nothing else could say more, whatever stands around. The name that a form sends is
    as good for what is typed into. A test id is not: each row may have it."""
    own = wanted.element
    if own.name or own.text or any(map(own.attributes.get, LABELS)):
        return False
    marks = ("id", "field") if wanted.look.kind in EDITABLE else ("id",)
    return best.agreement.get("kind") == 1.0 and any(
        best.agreement.get(how) == 1.0
        and all(one.agreement.get(how) != 1.0 for one in rivals)
        for how in marks
    )


def _is_other_date(wanted: Seen, best: Rated) -> bool:
    """Is each called by a date, and by another one?"""
    dates = [read_date(seen.look.name or "") for seen in (wanted, best.seen)]
    is_called_so = best.agreement.get("name") == 1.0
    return not is_called_so and None not in dates and dates[0] != dates[1]


def _is_called_alike(best: Rated) -> bool:
    """For what can't be taken back: the same name, or the test id of the same kind; of
    an icon without a name the same classes among the same texts."""
    agrees = best.agreement
    if agrees.get("name") == 1.0:
        return True
    if agrees.get("kind") != 1.0:
        return False
    is_icon = "name" not in agrees and agrees.get("icon") == 1.0
    return agrees.get("test_id") == 1.0 or (is_icon and best.around(unknown=0.0) == 1.0)


def _only_place_tells(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Is there nothing but its place to tell it by, and is the place the old one,
    among as many like elements as there were?

    How many there were stands in `aria-setsize`. Without it there may be one alone,
    which may have got another id; and that may stand some pixels away where all else
    that is known of it agrees.
    """
    by = told([wanted]) & IDENTIFYING.keys() - {"icon", "label"}
    like = [one for one in rivals if _agree_alike(best, one, "kind")]
    if not like:
        return by <= _RENEWED and (_is_unmoved(best) or _only_ids_differ(best))
    before = wanted.element.attributes.get("aria-setsize")
    is_only = _is_unmoved(best) and not any(map(_is_unmoved, like))
    return not by and is_only and before == str(len(like) + 1)


def _only_ids_differ(best: Rated) -> bool:
    """Does all agree but what a new version of the page numbers or names anew, its
    path too? How far it stands from where it was, in pixels, is not asked."""
    known = best.agreement.keys() - _RENEWED - {"box"}
    return "path" in known and all(best.agreement[how] == 1.0 for how in known)


def _is_as_recorded(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Does it alone agree in all that was recorded, its place and all the text around
    it too? Then the page is the old one, or that of another record, and of twins it is
    the one that was meant."""
    around = wanted.look.around
    is_of_page = OF_PAGE in wanted.element.locators
    return (
        bool(around)
        and (is_of_page or around == best.seen.look.around)
        and best.agreement.get("path") == 1.0
        and not any(one.agreement.get("path") == 1.0 for one in rivals)
        and all(value == 1.0 for value in best.agreement.values())
        and _is_identified(best)
    )


def _only_a_number_differs(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Has it the same id and place, and the same name but for a number, and is nothing
    else called so? Then the number is content of the page."""
    agrees, called = best.agreement, numberless(wanted.look.name)
    own, other = (one.element.attributes.get("id") for one in (wanted, best.seen))
    is_there = agrees.get("path") == agrees.get("kind") == 1.0
    if called is None or not is_there or not own or own != other:
        return False
    named = (numberless(one.seen.look.name) for one in (best, *rivals))
    return [called] == [one for one in named if one == called]


def _only_a_locator_tells(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Is a locator that somebody chose all that says which element it is, does the best
    alone have it, and does nothing else that is known speak against it? A selector may
    count places."""
    if told([wanted]) & IDENTIFYING.keys() != {"locator"}:
        return False
    if best.agreement.get("selector") == 1.0:
        known = best.agreement.keys() - PLACE.keys()
        return all(best.agreement[how] == 1.0 for how in known)
    wanted_by = set(chosen_locators(wanted.element))
    return (
        not wanted_by.isdisjoint(chosen_locators(best.seen.element))
        and all(
            wanted_by.isdisjoint(chosen_locators(one.seen.element)) for one in rivals
        )
        and all(value == 1.0 for value in best.agreement.values())
    )


def _only_its_row_tells(wanted: Seen, best: Rated, rivals: Sequence[Rated]) -> bool:
    """Is what stands around it all that was told: the one button of the row that holds
    these words?"""
    if told([wanted]) & IDENTIFYING.keys() - {"label"}:
        return False
    is_there = best.agreement.get("kind") == 1.0 == best.around(unknown=0.0)
    return is_there and all(one.around(unknown=0.0) < 1.0 for one in rivals)


def _is_unmoved(one: Rated) -> bool:
    """Is it where it was, by all that was recorded of the place?"""
    place = {how: one.agreement[how] for how in PLACE if how in one.agreement}
    if not place or place.pop("box", 1.0) < NOT_MOVED:
        return False
    return all(value == 1.0 for value in place.values())
