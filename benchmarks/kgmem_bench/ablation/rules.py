"""The rules that make patterns of tasks and runs, and what is there without them."""

from collections.abc import Sequence
from typing import Any

from kgmem_bench.ablation.neutral import (
    answers,
    be,
    empty,
    given,
    instead,
    nothing,
    without,
)
from kgmem_bench.ablation.switch import Neutral, Rule

GENERALIZE = "kgmem.generalize."


def _rules(room: str, rows: Sequence[tuple[str, str, Neutral]]) -> list[Rule]:
    prefix = "" if room == "paths" else GENERALIZE
    prefix = "kgmem." if room == "paths" else prefix
    return [Rule(room, name, f"{prefix}{place}", off) for name, place, off in rows]


def _does(room: str, rows: Sequence[tuple[str, str]]) -> list[Rule]:
    """Rules that change what they are given, and answer nothing."""
    return [
        Rule(room, name, f"{GENERALIZE}{place}", answers(None), is_answer=False)
        for name, place in rows
    ]


def _whole(contents: Sequence[Any]) -> list[tuple[int, int]]:
    return [(0, len(content)) for content in contents]


GROUPING = _rules("grouping", [
    ("what undoes is apart", "grouping.sketch:Sketch.is_opposite", answers(False)),
    ("what is asked for is the same", "grouping.likeness:_intent_likeness",
     answers(1.0)),
    ("vectors make up for words", "grouping.likeness:_meaning", answers(0.0)),
    ("paths are compared", "grouping.likeness:_information", answers(0.0)),
    ("paths end alike", "grouping.likeness:OTHER_END", be(1.0)),
    ("what all tasks share counts little", "grouping.likeness:Rarity._share",
     answers(0.0)),
    ("neighbours show what varies", "grouping.consensus:_asked", empty(list)),
    ("little words weigh less", "grouping.likeness:FUNCTION_WEIGHT", be(1.0)),
    ("values weigh less", "grouping.likeness:MASK_WEIGHT", be(1.0)),
    ("actions weigh less than labels", "grouping.likeness:DEED_WEIGHT", be(1.0)),
    ("unsupported words count less", "grouping.likeness:UNSUPPORTED", be(1.0)),
    ("anchors that lack cost more", "grouping.likeness:ANCHOR_COST", be(1.0)),
    ("a gap's values cost little", "grouping.likeness:line_likeness",
     lambda real: lambda a, b: real(_dear(a), _dear(b))),
    ("words that turn are believed anchors", "grouping.consensus:_before",
     answers(0.2)),
    ("extra words part a group", "grouping.extra_words:parted",
     given(0, lambda members: [list(range(len(members)))])),
    ("groups are grouped again", "grouping.cluster:LEVELS", be(1)),
    ("typed values are masked", "grouping.sketch:typed_spans", empty()),
    ("the app's name is masked", "grouping.sketch:_places", nothing()),
    ("repeated deeds count once", "grouping.sketch:groupby",
     instead(lambda told: [(one, ()) for one in told])),
    ("drafts of one wording join", "patterns.build:_same_wording",
     given(0, lambda work: iter(work.drafts))),
    ("apps join", "patterns.join:join_apps", given(0, list)),
])  # fmt: skip


def _dear(line: Any) -> Any:
    """The line, all of its values counted."""
    from dataclasses import replace

    return replace(line, most=1e9)


WORDING = _rules("wording", [
    ("most may share more than all", "wording.anchors:MOST", be(1.0)),
    ("accidents are no anchors", "wording.anchors:_accidents", empty(set)),
    ("too little parts no values", "wording.anchors:_is_accident", answers(False)),
    ("a value goes on in an anchor", "wording.anchors:_goes_on", answers(False)),
    ("a value begins in an anchor", "wording.anchors:_begins_before", answers(False)),
    ("what cuts a word is no anchor", "wording.anchors:_cut", answers((0, 0))),
    ("leaning words part nothing", "wording.anchors:LEANING", be(frozenset())),
    ("separators part no values", "wording.anchors:SEPARATORS", be(frozenset())),
    ("Chinese characters part half", "wording.anchors:is_han", answers(False)),
    ("some gaps are ways to say it", "wording.gaps:_is_wording", answers(False)),
    ("names are values", "wording.gaps:_is_named", answers(False)),
    ("typed ones are values", "wording.gaps:_is_typed", answers(False)),
    ("endings make no value", "wording.gaps:_meaning",
     given(0, lambda content: tuple(unit.fold for unit in content))),
    ("kinds part a gap", "wording.gaps:_typed_parts", answers(None)),
    ("values stand again", "wording.group_values:_with_repetitions", given(0, list)),
    ("texts beside values are read", "wording.induce:_Gap.doubtful", empty(set)),
    ("read by the templates of others", "wording.told:read",
     given(0, lambda doubtful: [one for one in doubtful if one.places])),
    ("repeating slots are one", "wording.told:with_repeats", given(0, list)),
    ("constants are no slots", "wording.told:without_constants", given(0, list)),
    ("one list makes all lists", "wording.told:with_lists", given(0, list)),
    ("what has a form is one unit", "wording.units:_typed", nothing()),
    ("a quantity's unit is a word", "wording.units:_typed",
     lambda real: lambda text: _typed_units(text)),
    ("compounds are one unit", "wording.units:_compounds", nothing()),
    ("Chinese words are whole", "wording.units:_within_chinese_words", empty(set)),
    ("names in capitals", "wording.units:_is_name", answers(False)),
    ("neighbours stay neighbours", "wording.align_words:NEIGHBOURS", be(0.0)),
    ("a value's place counts", "wording.slot_roles:SAME_PLACE", be(0.0)),
    ("a value's part in the run counts", "wording.slot_roles:roles_of",
     given(1, lambda grounded: [frozenset() for _ in grounded])),
]) + _does("wording", [
])  # fmt: skip


def _typed_units(text: str) -> Any:
    from importlib import import_module

    units = import_module("kgmem.generalize.wording.units")
    for typed in units.typed_spans(text):
        yield units.Unit(units._folded(text[slice(*typed.span)]), *typed.span,
                         typed.kind)  # fmt: skip


GROUNDING = _rules("grounding", [
    ("values among other words", "grounding.ground:contained_matches", empty(list)),
    ("uses spread over places", "grounding.ground:_spread",
     given(0, lambda wholes: (one for one in wholes if one[1]))),
    ("a label's span is cut to known ones", "grounding.ground:_cut_to_held",
     given(1, lambda match: iter((match,)))),
    ("a path's part is a name or number", "grounding.matches:_is_value_of_path",
     answers(True)),
    ("places are ranked", "grounding.matches:_rank", answers((False, False, False, 0))),
    ("some words are no value", "grounding.matches:_may_stand", answers(True)),
    ("said on purpose", "grounding.matches:_is_meant", answers(True)),
    ("ends of runs of words", "grounding.matches:_can_begin", answers(True)),
    ("ends of runs of words, behind", "grounding.matches:_can_end", answers(True)),
    ("marks that end no sentence",
     "grounding.task_text:TaskText.is_part_of_name", answers(False)),
    ("edges of Chinese runs", "grounding.matches:_without_empty_edges",
     instead(lambda task, first, last: (first, last))),
    ("names and codes", "grounding.matches:_is_name", answers(False)),
    ("what a row begins with", "grounding.matches:_begins", answers(False)),
    ("what stands beside a value in its row", "grounding.ground:stands_alone",
     answers(False)),
    ("items of one list", "grounding.lists:_chains",
     instead(lambda task, steps, held: ([span] for span in held))),
    ("items told by number", "grounding.lists:_with_open_items", given(2)),
    ("pieces are no values", "grounding.task_text:TaskText.is_piece", answers(False)),
    ("values stand free", "grounding.task_text:is_free", answers(True)),
    ("addresses after a step", "grounding.addresses:Addresses.template", answers(None)),
]) + _does("grounding", [
    ("parts of paths", "grounding.ground:_hold_paths"),
    ("addresses that show a value", "grounding.ground:_hold_evidence"),
    ("the app's name is a value", "grounding.ground:_hold_app"),
])  # fmt: skip

STEPS = _rules("steps", [
    ("names that are data", "steps.nameless:with_open_names", given(1, list)),
    ("rounds told by items", "steps.nameless:told_apart", given(0, tuple)),
    ("no run's own content", "steps.own_content:without_own_content", given(1, list)),
    ("values to ask for", "steps.open_values:with_open_values",
     given(0, lambda runs: (list(runs), ()))),
    ("loops over a list", "steps.loops:_shown_rounds", answers(())),
    ("one search among a series", "steps.outline:_is_search", answers(False)),
    ("steps that change sides", "steps.outline:_fixed", given(1)),
    ("steps that can be left out", "steps.outline:_are_independent", answers(True)),
    ("repeated until", "steps.build_steps:_Column._leads_to", answers(False)),
    ("repeated as often as said", "steps.build_steps:_Column._counted_by",
     answers(None)),
    ("any of a series", "steps.build_steps:_with_any_of_series", given()),
    ("numbers tell of a series", "steps.build_steps:_is_numbered", answers(False)),
    ("the hole that names share", "steps.same_step:common_hole", answers(None)),
    ("from hole to hole", "steps.shared_params:_from_hole_to_hole", answers("")),
    ("the same holes around", "steps.same_step:same_holes", answers(None)),
    ("rows are data", "steps.same_step:_DATA", be(frozenset())),
    ("a literal address", "steps.same_step:_literal_address", answers(None)),
    ("an address is expected", "steps.same_step:_expectation", answers(None)),
    ("ids hold for one value", "steps.same_step:_says_which", answers(True)),
    ("classes tell nameless ones", "steps.same_step:_classes_agree", answers(True)),
    ("toggles and labels are one", "steps.same_step:is_label_of", answers(False)),
    ("steps name something", "steps.verify_path:_names_something", answers(True)),
    ("steps are told apart", "steps.verify_path:_are_told_apart", answers(True)),
    ("labels tell steps apart", "steps.verify_path:_is_nearest", answers(False)),
    ("labels are no content", "steps.own_content:_is_label", answers(False)),
    ("one on the page", "steps.verify_path:_is_one_on_page", answers(True)),
    ("the end was not there", "steps.verify_path:_saw_the_end", answers(False)),
    ("items around tell nothing", "steps.lift:_telling", given(0, iter)),
    ("capitals are another value", "steps.same_step:_shared_value",
     given(0, lambda members: members[0].value)),
]) + _does("steps", [
    ("strangers are refused", "steps.outline:_refuse_strangers"),
    ("slips are refused", "steps.outline:_refuse_slips"),
    ("wanderers are refused", "steps.outline:_refuse_wanderers"),
    ("ways without a value are refused", "steps.outline:_refuse_unused"),
    ("other choices are refused", "steps.outline:_refuse_unexplained"),
])  # fmt: skip

TIDY = _rules("paths", [
    (f"tidied: {name[1:].replace('_', ' ')}", "paths.tidy:_RULES", without(name))
    for name in (
        "_without_looking", "_without_backgrounds", "_without_idle_keys",
        "_without_erasing", "_without_echoes", "_without_taking_back",
        "_without_focusing",
    )
] + [
    ("labels fit their toggles", "paths.fits:is_label_of", answers(False)),
    ("kinds that say nothing", "paths.fits:GENERIC", be(frozenset())),
    ("names without marks", "paths.fits:_bare", given()),
    ("texts around agree", "paths.fits:_is_around", answers(True)),
    ("weak evidence agrees", "paths.fits:_weak_evidence_agrees", answers(True)),
    ("capitals on purpose", "paths.walk:is_in_capitals", answers(False)),
])  # fmt: skip

PATTERN_RULES: tuple[Rule, ...] = (*GROUPING, *WORDING, *GROUNDING, *STEPS, *TIDY)
