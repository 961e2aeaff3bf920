"""What speaks against replaying a pattern's path for a task as it is."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, pairwise

from kgmem.language.typed import typed_spans
from kgmem.language.words import folds
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.literals import literal_words, words_beside_values
from kgmem.matching.sentence import is_quoted
from kgmem.matching.squeezed import holds, squeezed
from kgmem.model.experience import Stats
from kgmem.model.kind import form_of
from kgmem.model.option import told_options
from kgmem.model.pattern import Pattern, PatternMatch, PatternStep
from kgmem.model.plan import PlanStep
from kgmem.model.texts.template import Hole, holes, parts
from kgmem.model.trajectory import Element
from kgmem.model.values.reason import Doubt, Reason
from kgmem.paths.fits import look, looks_fit, stands_in
from kgmem.paths.marks import aim_of
from kgmem.paths.step_text import known_by_hash, texts_of, texts_of_element
from kgmem.recall.request import Request
from kgmem.recall.routing.value_doubts import (
    doubts_of_wording,
    is_confirmed,
    known_values,
    lost_parts,
    written_otherwise,
)
from kgmem.recall.unsettled.seen_words import SeenInApp
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.doubts")

TRIALS = 3
"""Replays of a step from which on its failures tell something."""
WORD_FOR_WORD = _TUNED["word_for_word"]
"""Score from which on a text is worded as a pattern's: below it, what the words of a
single run leave open was mostly something else (`kgmem bench routing`)."""
COMMAS = (",", "，", "、", ";", "；")
CLAUSE = 6
"""Words from which on a value that no marks enclose is a clause: so many had all that
one run let in by mistake, of 450 requests of other kinds."""

_WHERE = frozenset({"ordinal", "box"})
"""Evidence that tells where an element stood, and not what it is."""


def doubts_about(
    match: PatternMatch,
    request: Request,
    steps: Sequence[PlanStep],
    stats: Stats,
    seen: SeenInApp,
) -> Iterator[Doubt]:
    """Reasons against a replay of `steps`, the match's path with its values; `stats`
    are the pattern's in the app at hand, where this was `seen`."""
    yield from _of_values(match, seen, steps)
    pattern = match.pattern
    if not is_confirmed(match, request):
        yield from _of_other_texts(match, request, steps, seen)
    if pattern.app_stats and not stats.wins:
        app = request.app or Reason.of("this_app")
        yield Doubt.because("elsewhere", "new_app", app=app)
    for step in pattern.steps:
        done = step.wins + step.losses
        if done >= TRIALS and step.losses > step.wins and not step.repairs:
            told = {"n": step.n, "losses": step.losses, "done": done}
            yield Doubt.because("failed_before", "failing_step", **told)
    for planned in steps:
        if planned.need == "required" and is_nameless(planned):
            yield Doubt.because("unsure_step", "nameless", n=planned.n)
    if steps and lacks_first(steps[0].target, request):
        yield Doubt.of("off_page")


def doubts_of_words(match: PatternMatch, request: Request) -> Iterator[Doubt]:
    """Those reasons of `doubts_about` that rest on nothing but other words than before,
    and that a reader of the words may know better."""
    if match.unexplained:
        yield doubt_of_unexplained(match)
    if _is_worded_otherwise(match, request.task):
        yield Doubt.because("one_run", "worded_otherwise")


def _of_other_texts(
    match: PatternMatch,
    request: Request,
    steps: Sequence[PlanStep],
    seen: SeenInApp,
) -> Iterator[Doubt]:
    """What speaks against a path for another text than those that it was taken for."""
    task = request.task
    for name in _idle_slots(match, task):
        yield doubt_of_unused(match, name)
    for name in _held_alike(match, seen):
        yield doubt_of_unused(match, name)
    yield from written_otherwise(match, steps)
    yield from lost_parts(match)
    asks = partial(seen.asks_for_another, steps=steps)
    yield from doubts_of_wording(match, task, asks)
    yield from _of_option_seen_once(match)
    if match.pattern.support == 1:
        if _is_worded_otherwise(match, task) or _takes_clause(match, task):
            yield Doubt.because("one_run", "worded_otherwise")
        yield from _of_single_run(match.pattern)
        if sought := _shown_already(steps, request):
            yield Doubt.because("one_run", "shown", n=sought.n)


def _is_worded_otherwise(match: PatternMatch, task: str) -> bool:
    """Is it, but for words in the place of others that are a doubt of their own?"""
    if match.pattern.support > 1 or match.score >= WORD_FOR_WORD:
        return False
    own = words_beside_values(task, match.pattern, match.bindings)
    told = {fold for words in match.unexplained for fold in folds(words)}
    for literal in map(literal_words, match.pattern.all_wordings):
        added, lacking = own - literal, literal - own - told
        if added and added <= told and len(lacking) <= len(added):
            return False
    return True


def _of_option_seen_once(match: PatternMatch) -> Iterator[Doubt]:
    """That a new value stands behind a comma where one of several members alone had
    anything: no word of the wording says what it is."""
    members = match.pattern.memberships.values()
    behind = {
        hole.slot
        for one in match.pattern.all_wordings
        for before, hole in pairwise(parts(one))
        if isinstance(hole, Hole) and str(before).rstrip().endswith(COMMAS)
    }
    for name, bound in match.bindings.items():
        having = (one.bindings[name] for one in members if name in one.bindings)
        had = [*map(str, islice(having, 2))] if name in behind else []
        if len(had) == 1 < len(members) and (value := str(bound)) not in had:
            yield Doubt.of("unexplained", words=value).on(value)


def _takes_clause(match: PatternMatch, task: str) -> bool:
    """Is what stands in the place of the one value of a slot that is known a whole
    clause, which no quotation marks enclose?"""
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if not isinstance(value, str) or is_quoted(value, task):
            continue
        known = {fold for one in slot.examples for fold in folds(one)}
        said = [fold for fold in folds(value) if any(map(str.isalnum, fold))]
        if len(said) >= CLAUSE and not known.issuperset(said):
            return True
    return False


def doubt_of_unexplained(match: PatternMatch) -> Doubt:
    """That words of the text are neither the wording's nor a value's."""
    told = " ".join(match.unexplained[:8])
    return Doubt.of("unexplained", words=told).on(*match.unexplained)


def doubt_of_unused(match: PatternMatch, name: str) -> Doubt:
    """That no step depends on the value of a slot."""
    value = match.bindings[name]
    items = [value] if isinstance(value, str) else value
    return Doubt.of("unused", value=", ".join(items), name=name).on(*items)


def _of_values(
    match: PatternMatch, seen: SeenInApp, steps: Sequence[PlanStep]
) -> Iterator[Doubt]:
    pattern, asked = match.pattern, {name for step in steps for name in step.asks}
    if match.unexplained and not _is_within_shown(match, seen):
        yield doubt_of_unexplained(match)
    for name in match.ill_typed:
        kind, value = pattern.slot(name).kind, str(match.bindings[name])
        yield Doubt.because("new_form", "ill_typed", name=name, kind=kind).on(value)
    for name in sorted(match.unbound):
        slot = pattern.slot(name)
        if slot.asked and name not in asked:
            continue  # a detour's, which the plan leaves out
        offered = told_options(slot.options, has_more=slot.has_more)
        of = Reason.of("one_of", name=name, options=offered) if offered else name
        yield Doubt.of("no_value", name=of)


def _is_within_shown(match: PatternMatch, seen: SeenInApp) -> bool:
    """Is all that nothing explains a part of values which elements, or options that
    they offer, are called by as a whole, such as "Sand and Stone"? What is typed may be
    called so by chance."""
    typed = {
        hole.slot
        for step in match.pattern.steps
        if step.does.enters == "text"
        for hole in holes(step.value)
    }
    shown = [
        value
        for name, value in match.bindings.items()
        if name not in typed and isinstance(value, str) and seen.shows(value)
    ]
    return all(any(part in value for value in shown) for part in match.unexplained)


def _idle_slots(match: PatternMatch, task: str) -> Iterator[str]:
    """Slots with a new value that nothing on the path depends on: it may ask for more
    than the path does, or for another thing, however many values took that path. A
    number that a needed step counts to is depended on."""
    pattern, counted = match.pattern, set(_counted(match.pattern, task))
    used = {name for step in pattern.steps for name in (*step.slots, step.repeat_for)}
    telling = {name for step in pattern.steps for name in _telling(step)}
    for slot in pattern.slots:
        value = match.bindings.get(slot.name)
        form = form_of(slot.kind)
        names = telling if form.orders else used
        if not value or slot.name in names or form.is_app:
            continue
        if str(value) not in {*known_values(pattern, slot.name), *counted}:
            yield slot.name


def _held_alike(match: PatternMatch, seen: SeenInApp) -> Iterator[str]:
    """Slots that nothing bears but wider texts around elements, which had the value of
    now beside that of then, as a table has the heads of both columns: they don't tell
    which element is meant."""
    steps = match.pattern.steps
    near = {slot for step in steps for slot in _borne(step)}
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        is_around = any(slot.name in step.slots for step in steps)
        if slot.name in near or not is_around or not isinstance(value, str):
            continue
        values = (value, *slot.examples[:1])
        if value not in slot.examples and seen.held_around(values):
            yield slot.name


def _borne(step: PatternStep) -> Iterator[str | None]:
    """Slots in what the step enters, or its element is called, and in the nearest text
    around it."""
    yield step.repeat_for
    target = step.target
    if target is not None and (nearest := target.nearest()):
        target = target.model_copy(update={"container": (nearest,)})
    for text in texts_of(step.model_copy(update={"target": target})):
        yield from (hole.slot for hole in holes(text))


def _counted(pattern: Pattern, task: str) -> Iterator[str]:
    """The numbers of the task that needed steps turn something to."""
    needed = (one.expect for one in pattern.steps if one.need == "required")
    for mark in (mark for expect in needed if expect for mark in expect.marks):
        aim = aim_of(mark, task) if mark.turns else None
        if aim and len(aim) == 1:
            yield str(aim[0])


def _telling(step: PatternStep) -> Iterator[str | None]:
    """Slots that say which element the step means, or how often it is done: what `the
    2nd field` has to, whatever is entered there."""
    yield step.repeat_for
    for text in texts_of_element(step.target) if step.target else ():
        yield from (hole.slot for hole in holes(text))


def _of_single_run(pattern: Pattern) -> Iterator[Doubt]:
    given = (v for one in pattern.memberships.values() for v in one.bindings.values())
    texts = (text for one in given for text in ([one] if isinstance(one, str) else one))
    values = frozenset(map(squeezed, texts))
    for step in pattern.steps:
        if _enters_its_own(step):
            yield Doubt.because("one_run", "own", value=step.value)
        elif content := _content(step, values) or _retold(step):
            yield Doubt.because("one_run", "own", value=content)


def _enters_its_own(step: PatternStep) -> bool:
    """Does it enter something that no value of the task explains?"""
    enters = step.does.fills and bool(step.value)
    return enters and not any(map(holes, texts_of(step)))


def _shown_already(steps: Sequence[PlanStep], request: Request) -> PlanStep | None:
    """The step whose element a value names, if clicks on what is always there lead to
    it, and it is there before them: then they may lead away from it. A click until it
    is there is not done then."""
    are_before = False
    for step in steps:
        if step.varies:
            is_there = are_before and _is_there_whole(step.target, request)
            return step if is_there and step.does.picks else None
        if not step.does.only_points:
            return None
        are_before = are_before or step.until is None
    return None


def _retold(step: PatternStep) -> str | None:
    """The name of what is picked, where a value is but a part of it and the run gives
    nothing else of the element: no driver saw whether the rest is a name's own."""
    target = step.target
    if not step.does.picks or target is None or target.tag or target.path:
        return None
    if target.attributes or target.locators or target.test_id or target.container:
        return None
    told = parts(target.name or "")
    words = [
        one for one in told if isinstance(one, str) and any(map(is_content, folds(one)))
    ]
    return target.name if words and len(told) > 1 else None


def _content(step: PatternStep, values: frozenset[str]) -> str | None:
    """Of the name of what is pointed at, a price, a date or the like, or a part with a
    value of the run within a word, as `Order Guide` is in "OrderGuideHistory". Plain
    numbers stand in what is always there as well, such as the third page of a report.
    """
    if not step.does.picks or step.target is None:
        return None
    said = [part for part in parts(step.target.name or "") if isinstance(part, str)]
    return next((p for p in said if _holds_content(p) or holds(p, values)), None)


def _holds_content(text: str) -> bool:
    return any(form_of(typed.kind).is_content for typed in typed_spans(text))


def is_nameless(step: PlanStep) -> bool:
    """Does it point at an element of which nothing is told but its kind or place?"""
    if not step.does.picks:
        return False
    if step.target is None:
        return True
    ends = () if step.destination is None else (step.destination,)
    return any(map(_says_nothing, (step.target, *ends)))


def _says_nothing(element: Element) -> bool:
    seen = look(element)
    return not (seen.evidence.keys() - _WHERE or seen.classes or seen.around)


def lacks_first(target: Element | None, request: Request) -> bool:
    """Is the page at hand known, and nothing on it that may be the first step's
    element: with another id on a new version of the page, called otherwise, or a link
    to the same address? Whether it surely is the one is told when it is located."""
    if target is None or not request.shown:
        return False
    address = target.attributes.get("href", "")
    if len(address) > 1 and any(
        element.attributes.get("href") == address for element in request.shown
    ):
        return False
    return not any(is_on_page(one, request) for one in (target, *_renewed(target)))


def leads_on(target: Element) -> bool:
    """Is it a link to another page?"""
    address = target.attributes.get("href", "")
    return bool(address) and (address[0] != "#" or address.startswith(("#/", "#!/")))


def is_on_page(target: Element | None, request: Request) -> bool:
    """Is the very element on the page at hand?"""
    if target is None:
        return bool(request.shown)  # no target fits anything
    sought = look(known_by_hash(target))
    return any(looks_fit(sought, seen) for seen in request.looks)


def _is_there_whole(target: Element | None, request: Request) -> bool:
    """Is it on the page at hand, among all the texts that it is told by?"""
    if target is None:
        return False
    sought = look(known_by_hash(target))
    return any(
        looks_fit(sought, seen)
        and all(stands_in(seen, told) for told in filter(None, sought.around))
        for seen in request.looks
    )


def _renewed(target: Element) -> Iterator[Element]:
    """The element as a new version of the page may have it: with other things around
    it, with another id, or called otherwise where an id tells it."""
    ids = {key for key in target.attributes if key in ("id", "resource-id")}
    has_id = bool(ids or target.test_id)
    if target.container and (has_id or target.name or target.text):
        yield target.model_copy(update={"container": ()})
    if has_id:
        plain = {k: v for k, v in target.attributes.items() if k not in ids}
        unmarked = {"attributes": plain, "test_id": None}
        yield target.model_copy(update=unmarked)
        if target.name or target.text:
            yield target.model_copy(update={**unmarked, "container": ()})
        other = {"name": None, "text": None, "container": ()}
        yield target.model_copy(update=other)
