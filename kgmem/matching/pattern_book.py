"""Which of many patterns a task's text fits, without a look at each of them."""

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.language.stemming import stem
from kgmem.matching.assigning.closeness import Embed
from kgmem.matching.binding.bind import read_as
from kgmem.matching.binding.list_items import has_separator, over_blanks
from kgmem.matching.binding.reading import Reading
from kgmem.matching.binding.telling import tells
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.further import further_of, further_of_reading
from kgmem.matching.paraphrasing.paraphrase import PatternOutline
from kgmem.matching.paraphrasing.paraphrases import Meant, nearest
from kgmem.matching.pattern_shelf import LEAST, Shelf, ShelvedWording
from kgmem.matching.sentence import Sentence, solid_folds
from kgmem.matching.told_again import values_of
from kgmem.model.keys.identity import fold_app, task_id
from kgmem.model.kind import form_of
from kgmem.model.pattern import (
    QUARANTINED_STATUS,
    LearnedWording,
    Pattern,
    PatternMatch,
)
from kgmem.model.values.reason import Reason
from kgmem.tuning import tuned

_TUNED = tuned("matching.pattern_book")

BAR = _TUNED["bar"]
"""Score below which a text is of no known kind."""
CANDIDATES = 16
"""Of the wordings that the rare words choose, those that a text is read as."""
OTHER_WORDS = _TUNED["other_words"]
"""Share of what is above BAR that a text of a pattern in other words may score."""
UNSEEN_APP = _TUNED["unseen_app"]
"""Share of its score that a pattern across apps keeps in an app it never ran in."""


class PatternBook:
    """The patterns of one space, in memory. Safe for threads."""

    def __init__(self, patterns: Iterable[Pattern] = ()) -> None:
        self._lock = threading.Lock()
        self._rows: dict[str, list[ShelvedWording]] = {}
        """By pattern id."""
        self._outlines: dict[str, tuple[Pattern, PatternOutline | None]] = {}
        """By id, of patterns that were asked for in other words, as each was then."""
        self._told: dict[str, tuple[Pattern, LearnedWording]] = {}
        """By the id of a task that was done in words which a pattern learned."""
        self._all = Shelf()
        self._by_app: dict[str, Shelf] = {}
        """By folded app; patterns across apps under the empty one."""
        for pattern in patterns:
            self.add(pattern)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def apps(self) -> list[str]:
        """Whose patterns it has, folded; an empty text for patterns across apps."""
        return [*self._by_app]

    def add(self, pattern: Pattern) -> None:
        """Puts the pattern in, in place of the one with its id; one that is quarantined
        is taken out."""
        if pattern.status == QUARANTINED_STATUS:
            self.remove(pattern.pattern_id)
            return
        told = (w for w in (pattern.template, *pattern.wordings) if tells(pattern, w))
        wordings = dict.fromkeys(told)
        rows = [ShelvedWording.of(pattern, wording) for wording in wordings]
        own = {row.frame.key for row in rows}
        taught = (
            one
            for one in pattern.learned
            if not one.only_again and tells(pattern, one.template)
        )
        learned = (ShelvedWording.of_learned(pattern, one) for one in taught)
        rows += [row for row in learned if row.frame.key not in own]
        with self._lock:
            self._take_rows(pattern.pattern_id)
            self._rows[pattern.pattern_id] = rows
            for one in pattern.learned if rows else ():
                self._told.update(dict.fromkeys(one.tasks, (pattern, one)))
            for row in rows:
                for shelf in self._shelves(pattern):
                    shelf.add(row)

    def remove(self, pattern_id: str) -> None:
        """Takes the pattern out, if it is there."""
        with self._lock:
            self._take_rows(pattern_id)
            self._outlines.pop(pattern_id, None)

    def _outline(self, pattern_id: str) -> PatternOutline | None:
        """What tells the pattern in other words, if it may be said in such; made when
        it is asked for, since most patterns never are."""
        rows = self._rows.get(pattern_id)
        if not rows:
            return None
        pattern = rows[0].pattern
        known, old = self._outlines.get(pattern_id, (None, None))
        if known is pattern:
            return old
        made = None
        if tells(pattern, pattern.template):
            made = (old and old.grown(pattern)) or PatternOutline.of(pattern)
        self._outlines[pattern_id] = pattern, made
        return made

    def _take_rows(self, pattern_id: str) -> None:
        rows = self._rows.pop(pattern_id, [])
        for learned in rows[0].pattern.learned if rows else ():
            for task in learned.tasks:
                self._told.pop(task, None)
        for row in rows:
            for shelf in self._shelves(row.pattern):
                shelf.remove(row)

    def _shelves(self, pattern: Pattern) -> tuple[Shelf, Shelf]:
        own = self._by_app.setdefault(fold_app(pattern.app), Shelf())
        return self._all, own

    def ranked(
        self, text: str, app: str | None = None, limit: int = 5, least: float = BAR
    ) -> list[PatternMatch]:
        """The patterns that the text fits with a score of `least`, the best first."""
        return self._ranked(text, app, limit, least)

    def told_again(self, space: str, text: str, app: str | None) -> PatternMatch | None:
        """The pattern whose plan succeeded for this very text, with its values; None if
        none did, or if its words leave open where the values stand."""
        apps = [app] if app else self._by_app if self._told else ()
        for task in (task_id(space, one, text) for one in apps):
            pattern, learned = self._told.get(task, (None, None))
            values = values_of(learned.template, text) if learned else None
            if pattern and values and not any(s.is_list for s in pattern.slots):
                return PatternMatch(
                    pattern=pattern,
                    bindings=dict(values),
                    learned=learned,
                    score=1.0,
                    margin=1.0,
                )
        return None

    def worded(self, text: str, app: str | None, limit: int) -> list[PatternMatch]:
        """The patterns that the text fits without lacking one of their literal words,
        the best first: much quicker than `ranked`."""
        return self._ranked(text, app, limit, BAR, whole=True)

    def meant(
        self,
        text: str,
        app: str | None,
        odds: Mapping[str | None, float],
        embed: Embed | None = None,
    ) -> list[PatternMatch]:
        """The pattern that the text means in whatever words and language, in each of
        its stored copies; the log-odds that it is of the kind of a task come by pattern
        id, of its likeliest one, and with None that of a task of no pattern. With
        `embed`, what its values mean says which slots they are for."""
        asked = BareTask(text)
        known = [(self._outline(n or ""), one) for n, one in odds.items()]
        near = [(o, one) for o, one in known if o and _is_in_scope(o.pattern, app)]
        bare = max((one for o, one in known if o is None), default=None)
        return [
            PatternMatch(
                pattern=(pattern := one.outline.pattern),
                bindings=(given := {**_app_of(pattern, app), **one.read.bindings}),
                unbound=tuple(name for name in one.read.unbound if name not in given),
                unexplained=one.read.unexplained,
                further=(*further_of(asked, one.outline, one.read), *_either(one)),
                score=BAR + (1 - BAR) * OTHER_WORDS * one.chance,
            )
            for one in nearest(asked, near, bare, embed)
        ]

    def _ranked(
        self,
        text: str,
        app: str | None,
        limit: int,
        least: float,
        *,
        whole: bool = False,
    ) -> list[PatternMatch]:
        if not self._rows:  # taking the text apart would be in vain
            return []
        rows = self._candidates(text, app, least, whole)
        if not rows:
            return []
        best: dict[str, _Fit] = {}
        sentence = Sentence.of(text, app)
        for row in rows:
            name = row.pattern.pattern_id
            fit = _fit(row, sentence, app, _floor(best, name, limit, least))
            if fit and (name not in best or fit.score > best[name].score):
                best[name] = fit
        fits = sorted(best.values(), key=_Fit.order)
        first, second = ([fit.score for fit in fits] + [0.0, 0.0])[:2]
        return [
            fit.match(fit.score - (second if n == 0 else first), sentence, app)
            for n, fit in enumerate(fits[:limit])
        ]

    def _candidates(
        self, text: str, app: str | None, least: float, whole: bool
    ) -> list[ShelvedWording]:
        """The rows in scope of which the text's words cover `least` or, as a `whole`,
        all, the best first."""
        said = {stem(fold) for fold in solid_folds(text)}
        with self._lock:
            found = list(self._found(said, app))
        if whole:
            found = [rows for rows in found if rows[0].is_whole_in(said)]
        covers = [(rows[0].cover(said), rows) for rows in found]
        covers.sort(key=lambda one: -one[0])
        needed = max(LEAST, least)
        likely = (
            row
            for cover, rows in covers
            if cover >= (needed if rows[0].weight else LEAST)
            for row in rows
        )
        chosen: set[str] = set()
        return [row for row in likely if _is_among(chosen, row.frame.key)]

    def _found(
        self, said: Collection[str], app: str | None
    ) -> Iterator[Sequence[ShelvedWording]]:
        """Rows in scope; those that stand together have the same words."""
        if app:
            for scope in (fold_app(app), ""):
                yield from self._by_app.get(scope, Shelf()).find(said)
        else:
            yield from self._all.find(said)


def _either(one: Meant) -> Iterator[str]:
    """The question which of two kinds is meant, in their own wordings."""
    if one.rival is not None:
        own = one.outline.pattern.template
        yield str(Reason.of("either", own=own, other=one.rival))


def _is_in_scope(pattern: Pattern, app: str | None) -> bool:
    return not app or fold_app(pattern.app) in ("", fold_app(app))


def _is_among(chosen: set[str], wording: str) -> bool:
    """Is it one of the first CANDIDATES, which it joins while there is room?"""
    if wording not in chosen and len(chosen) < CANDIDATES:
        chosen.add(wording)
        return True
    return wording in chosen


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a text fits a pattern."""

    row: ShelvedWording
    reading: Reading
    score: float

    def order(self) -> tuple[float, float, int, str]:
        """Best score first, then more literal words, more support, the id."""
        pattern = self.row.pattern
        return (
            -self.score,
            -self.row.frame.anchors,
            -pattern.support,
            pattern.pattern_id,
        )

    def match(self, margin: float, sentence: Sentence, app: str | None) -> PatternMatch:
        """The same for callers; the app at hand is the value of its slot."""
        pattern = self.row.pattern
        joined = *self._joined_anew(), *self._with_blanks()
        bindings = {**_app_of(pattern, app), **self._bindings()}
        return PatternMatch.of_stored(
            pattern=pattern,
            bindings=bindings,
            unbound=tuple(self._unbound(bindings)),
            unexplained=(*self.reading.doubtful, *joined),
            further=(*further_of_reading(self.reading, sentence.text), *joined),
            ill_typed=self.reading.ill_typed,
            learned=self.row.learned,
            assumed={},
            score=self.score,
            margin=margin,
        )

    def _bindings(self) -> dict[str, str | list[str]]:
        """The values; where no member's list has a blank alone between two items,
        what stands on both sides of one is an item."""
        given = dict(self.reading.bindings)
        for name, between in self.reading.separators.items():
            has_blank = any(map(str.isspace, between))
            if has_blank and not has_separator(self.row.pattern, name, str.isspace):
                given[name] = over_blanks(given[name], between)
        return given

    def _joined_anew(self) -> Iterator[str]:
        """Items that a word joins to others, where no member's list has such a word:
        they may be a further request."""
        for name, between in self.reading.separators.items():
            at = next((n for n, said in enumerate(between, 1) if _is_word(said)), 0)
            if at and not has_separator(self.row.pattern, name, _is_word):
                yield self.reading.bindings[name][at]

    def _with_blanks(self) -> Iterator[str]:
        """Items unheard of that have a blank themselves, where blanks part those of a
        member: they may be several."""
        pattern = self.row.pattern
        for name in self.reading.separators:
            known = pattern.slot(name).examples
            items = self.reading.bindings.get(name, ())
            found = [it for it in items if len(it.split()) > 1 and it not in known]
            if found and has_separator(pattern, name, str.isspace):
                yield from found

    def _unbound(self, given: Collection[str]) -> Iterator[str]:
        """The slots without a value, but for those that the wording does not have and
        the path can do without."""
        pattern = self.row.pattern
        if len(given) == len(pattern.slots):
            return
        own = {slot.name for slot in self.row.frame.slots}
        spare = pattern.spare_slots - own
        yield from (
            slot.name
            for slot in pattern.slots
            if slot.name not in given and slot.name not in spare
        )


def _is_word(separator: str) -> bool:
    return any(map(str.isalnum, separator))


def _floor(best: Mapping[str, _Fit], name: str, limit: int, least: float) -> float:
    """The score below which a reading changes nothing: the pattern fits better in
    other words, or enough others do. The second best tells the best one's margin."""
    scores = sorted((fit.score for fit in best.values()), reverse=True)
    last = scores[max(limit, 2) - 1 :]
    return max(last[0] if last else least, best[name].score if name in best else least)


def _fit(
    row: ShelvedWording, sentence: Sentence, app: str | None, floor: float
) -> _Fit | None:
    """How the sentence fits the row; None if poorly, or if it names another app."""
    reading = read_as(row.frame, sentence, floor)
    if reading is None or not _is_of_app(row.pattern, reading, app):
        return None
    score = reading.score * _app_share(row.pattern, app)
    return _Fit(row, reading, score) if score >= floor else None


def _app_of(pattern: Pattern, app: str | None) -> dict[str, str | list[str]]:
    """The app at hand as the value of the pattern's slots that hold one."""
    slots = [slot for slot in pattern.slots if form_of(slot.kind).is_app]
    return {slot.name: app for slot in slots} if app else {}


def _is_of_app(pattern: Pattern, reading: Reading, app: str | None) -> bool:
    """Does a pattern across apps name the app that is asked for, if it names one?"""
    if not app or pattern.app is not None:
        return True
    slots = [slot for slot in pattern.slots if form_of(slot.kind).is_app]
    named = (reading.bindings.get(slot.name) for slot in slots)
    return all(fold_app(n) == fold_app(app) for n in named if isinstance(n, str))


def _app_share(pattern: Pattern, app: str | None) -> float:
    """What is left of a score in this app."""
    if not app or pattern.app is not None:
        return 1.0
    seen = {member.app for member in pattern.memberships.values()}
    seen.update(pattern.app_stats)
    return 1.0 if fold_app(app) in map(fold_app, seen) else UNSEEN_APP
