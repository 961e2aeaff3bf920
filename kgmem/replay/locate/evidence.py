"""How much speaks for a candidate on the page being the element that a step wants.

Each kind of evidence is weighed by how often it stays with an element when its page
changes, and how often another element shares it by chance: the logarithm of the two
chances' ratio (I. Fellegi, A. Sunter, "A Theory for Record Linkage", 1969). Partial
agreement lies in between (W. Winkler, "String Comparator Metrics and Enhanced Decision
Rules", 1990).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import exp, hypot

from rapidfuzz.distance import LCSseq

from kgmem.model.keys.element_evidence import EDITABLE, TOGGLES
from kgmem.model.keys.locators import NOT_OF_IT
from kgmem.model.trajectory import Box, Element, Locator
from kgmem.paths.fits import (
    GENERIC,
    contains_words,
    is_label_of,
)
from kgmem.replay.locate.around import Surroundings
from kgmem.replay.locate.kinds import are_related, is_told_by_tag
from kgmem.replay.locate.known import leads_nowhere, names_id, varies
from kgmem.replay.locate.names import name_agreement
from kgmem.replay.locate.odds import MARKS, ODDS
from kgmem.replay.locate.seen import Crowd, Seen, without_numbers
from kgmem.tuning import tuned

_TUNED = tuned("replay.locate.evidence")


NEAR = 150.0
"""Distance in pixels at which the evidence of the box has fallen to 0.37."""

_GENERIC_WANTED, _RELATED, _GENERIC_FOUND = (
    _TUNED["generic_wanted"],
    _TUNED["related"],
    _TUNED["generic_found"],
)
"""Agreement of kinds: a recorder may have hit the text in a button; a link may have
become a button, but a name alone is not enough to say so; a text is hardly the button
that it once was in."""
_PARTS_ADDED = _TUNED["parts_added"]
"""Agreement of landmarks where some were put around, or taken away."""


@dataclass(frozen=True)
class Candidates:
    """The candidates of a page, seen together."""

    wanted: Seen
    members: Sequence[Seen]
    others: Sequence[Seen] = ()
    """Some more elements of the page, which are no candidates."""
    meant: Element | None = None
    """The only one that the wanted one's selectors mean on this page."""

    @cached_property
    def crowd(self) -> Crowd:
        return Crowd(self.members)

    @cached_property
    def has_whole_name(self) -> bool:
        """Is a candidate of the wanted one's kind called by just its name?"""
        names, kind = self.wanted.told("name", self.wanted.look.name), self.wanted.look
        return any(
            name_agreement(*pair) == 1.0
            for seen in self.members
            if kind.kind in ("", seen.look.kind)
            for pair in product(names, _called(seen, self.wanted))
        )

    @cached_property
    def around(self) -> Surroundings:
        return Surroundings(self.wanted, self.members)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of evidence that there are of the wanted element and of any
        candidate; of the marks that developers set, of any element at all."""
        wanted = told([self.wanted])
        found = wanted & told(self.members)
        missing = wanted & MARKS - found
        selected = {"selector"} if self.meant else frozenset[str]()
        return found | told(self.others, missing) | selected


def told(
    members: Collection[Seen], kinds: Collection[str] = ODDS.keys()
) -> frozenset[str]:
    """Which of these kinds of evidence there are of any of the elements: drivers differ
    in what they tell."""
    return frozenset(how for how in kinds if any(map(_HAS[how], members)))


def agreement(candidate: Seen, page: Candidates) -> dict[str, float]:
    """0..1 by kind of evidence, without those that say nothing of the two."""
    found = (
        (how, measure(page.wanted, candidate, page))
        for how, measure in _MEASURES.items()
        if how in page.kinds
    )
    return {how: float(value) for how, value in found if value is not None}


def score(
    agreement: Mapping[str, float], kinds: Collection[str] = ODDS.keys()
) -> float:
    """What the evidence of these kinds is worth together, in nats. A path that differs
    says nothing: whatever is put in before changes it."""
    weights = {
        how: ODDS[how].weight(value) for how, value in agreement.items() if how in kinds
    }
    if weights.get("path", 0.0) < 0.0:
        del weights["path"]
    return sum(weights.values())


_Measure = Callable[[Seen, Seen, Candidates], float | None]


def _of_look(how: str) -> _Measure:
    def measure(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
        values = wanted.told(how, wanted.look.evidence.get(how))
        return candidate.look.evidence.get(how) in values if values else None

    return measure


def _numbered(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    """The same id, or that of another row; nothing is said by ids that number whatever
    comes next on the page, and by such as may have been made anew."""
    mine, other = (seen.look.evidence.get("numbered") for seen in (wanted, candidate))
    if mine is None or other is None or wanted.series != candidate.series:
        return None
    return mine == other if page.crowd.counts_rows(wanted.series) else None


def _name(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    """A part of a name is looked for where nothing of its kind is called just so, a
    text that is told without a name in the texts, too."""
    names = wanted.told("name", wanted.look.name)
    if not names:
        return None
    is_part = wanted.look.is_part and not page.has_whole_name
    pairs = product(names, _called(candidate, wanted))
    return max((name_agreement(*pair, is_part) for pair in pairs), default=0.0)


def _called(candidate: Seen, wanted: Seen) -> tuple[str, ...]:
    is_text = not wanted.element.name and wanted.element.text and candidate.text
    return (*candidate.names, candidate.text or "") if is_text else candidate.names


def _href(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    """The address; nothing is said by one that leads nowhere, as scripts' links do."""
    own = wanted.element.attributes.get("href")
    if own is not None and leads_nowhere(own):
        return None
    return _written(wanted, candidate, "href", "href")


def _field(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    """The name under which a form sends it; the radio buttons of a group share one."""
    if wanted.look.kind == "radio":
        return None
    return _written(wanted, candidate, "field", "name")


def _written(wanted: Seen, candidate: Seen, how: str, key: str) -> float | None:
    """Do the attributes agree? One with a number in it may have held another value:
    that it differs says nothing."""
    values = wanted.told(how, wanted.element.attributes.get(key))
    if candidate.element.attributes.get(key) in values:
        return 1.0
    return None if any(map(varies, values)) or not values else 0.0


def _text(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    return None if wanted.text is None else wanted.text == candidate.text


def _icon(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    """Of an element without a name the classes are what it is told by."""
    return None if wanted.look.name else _dice(wanted, candidate, page)


def _classes(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    return _dice(wanted, candidate, page) if wanted.look.name else None


def _dice(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    """Dice coefficient of the chosen class names, rare ones weighing more."""
    other, rarity = candidate.look.classes, page.crowd.rarity
    return max(
        (
            2 * rarity(mine & other) / (rarity(mine) + rarity(other))
            for mine in wanted.class_sets
        ),
        default=None,
    )


def _locator(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    """Is any the same? Only kinds that both have are compared, and no ids: they are
    evidence of their own, and a renewed page has renewed them all."""
    mine, other = map(_other_than_ids, (wanted.element, candidate.element))
    if not {one.kind for one in mine} & {one.kind for one in other}:
        return None
    return not mine.isdisjoint(other)


def _other_than_ids(element: Element) -> set[Locator]:
    return {one for one in element.locators if not names_id(one)}


def _kind(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    kind, other = wanted.look.kind, candidate.look.kind
    if not kind:
        return None
    if kind == other or is_label_of(wanted.look, candidate.look):
        return 1.0
    if is_told_by_tag(wanted.element) and wanted.element.tag == candidate.element.tag:
        return 1.0
    if kind in GENERIC:
        return 1.0 if other in GENERIC else _GENERIC_WANTED
    if other in GENERIC:
        return _GENERIC_FOUND
    return _RELATED if are_related(kind, other) else 0.0


def _type(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    mine = wanted.element.attributes.get("type")
    return None if not mine else candidate.element.attributes.get("type") == mine


def _label(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    """A field without a name is called by what stands beside it; so is one that has the
    name now which stood there."""
    if not _is_called_so(wanted):
        return None
    if candidate.names:
        return contains_words(wanted.look.nearest or "", candidate.names[0])
    return _around(candidate, page)


def _container(wanted: Seen, candidate: Seen, page: Candidates) -> float | None:
    return None if _is_called_so(wanted) else _around(candidate, page)


def _around(candidate: Seen, page: Candidates) -> float | None:
    """Other texts than the recorded ones say nothing where they stand around all of a
    numbered series: they vary by themselves, and the number is not that of a row."""
    agreement = page.around.agreement(candidate)
    if not agreement and page.crowd.stands_together(page.wanted.series):
        return None
    return agreement


def _is_called_so(wanted: Seen) -> bool:
    return not wanted.look.name and wanted.look.kind in EDITABLE | TOGGLES


def _attributes(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    """The share of the attributes that are the same, without such as vary."""
    same = [
        candidate.attributes.get(key) == value
        for key, value in wanted.attributes.items()
        if candidate.attributes.get(key) == value or not varies(value)
    ]
    return sum(same) / len(same) if same else None


def _landmark(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    if not wanted.element.path or not candidate.element.path:
        return None
    mine, other = wanted.landmarks, candidate.landmarks
    if mine == other:
        return 1.0
    is_within = LCSseq.similarity(mine, other) == min(len(mine), len(other))
    return _PARTS_ADDED if is_within else 0.0


def _path(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    """Longest common subsequence of the steps, with their numbers and without."""
    return max(
        (_path_similarity(path, candidate) for path in wanted.paths), default=None
    )


def _path_similarity(path: Sequence[str], candidate: Seen) -> float:
    numbered = LCSseq.normalized_similarity(path, candidate.path)
    bare = LCSseq.normalized_similarity(without_numbers(path), candidate.bare_path)
    return (numbered + bare) / 2


def _ordinal(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    nth = wanted.element.ordinal
    return None if nth is None else candidate.element.ordinal == nth


def _box(wanted: Seen, candidate: Seen, _: Candidates) -> float | None:
    box, other = wanted.element.box, candidate.element.box
    if box is None:
        return None
    return 0.0 if other is None else exp(-_distance(box, other) / NEAR)


def _distance(a: Box, b: Box) -> float:
    """Between the middles, in pixels."""
    return hypot(
        a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2
    )


_MEASURES: Mapping[str, _Measure] = {
    "test_id": _of_look("test_id"),
    "id": _of_look("id"),
    "numbered": _numbered,
    "name": _name,
    "label": _label,
    "href": _href,
    "field": _field,
    "text": _text,
    "icon": _icon,
    "locator": _locator,
    "selector": lambda _, seen, page: 1.0 if seen.element is page.meant else None,
    "kind": _kind,
    "type": _type,
    "container": _container,
    "attributes": _attributes,
    "classes": _classes,
    "landmark": _landmark,
    "path": _path,
    "ordinal": _ordinal,
    "box": _box,
}

_HAS: Mapping[str, Callable[[Seen], object]] = {
    "test_id": lambda seen: seen.told("test_id", seen.look.evidence.get("test_id")),
    "id": lambda seen: seen.told("id", seen.look.evidence.get("id")),
    "numbered": lambda seen: seen.look.evidence.get("numbered"),
    "name": lambda seen: seen.names or seen.known.of("name"),
    "label": lambda seen: seen.around,
    "href": lambda seen: seen.told("href", seen.element.attributes.get("href")),
    "field": lambda seen: seen.told("field", seen.element.attributes.get("name")),
    "text": lambda seen: seen.text,
    "icon": lambda seen: seen.class_sets,
    "locator": lambda seen: [
        one for one in seen.element.locators if one.kind not in NOT_OF_IT
    ],
    "selector": lambda _: False,  # what it means is only known of a page
    "kind": lambda seen: seen.look.kind,
    "type": lambda seen: seen.element.attributes.get("type"),
    "container": lambda seen: seen.around,
    "attributes": lambda seen: seen.attributes,
    "classes": lambda seen: seen.class_sets,
    "landmark": lambda seen: seen.element.path,
    "path": lambda seen: seen.paths,
    "ordinal": lambda seen: seen.element.ordinal is not None,
    "box": lambda seen: seen.element.box,
}
