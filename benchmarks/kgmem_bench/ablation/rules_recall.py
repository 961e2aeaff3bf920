"""The rules that say which pattern a text fits, with which values, and what speaks
against following its path; and what is there without them."""

from collections.abc import Sequence

from kgmem_bench.ablation.neutral import (
    answers,
    be,
    empty,
    given,
    instead,
    nothing,
)
from kgmem_bench.ablation.switch import Neutral, Rule


def _unlike(name: str) -> Neutral:
    """The table of looks with one that costs nothing."""
    return lambda looks: tuple(
        (has, 0.0 if has.__name__ == name else price) for has, price in looks
    )


def _rules(room: str, rows: Sequence[tuple[str, str, Neutral]]) -> list[Rule]:
    return [Rule(room, name, f"kgmem.{place}", off) for name, place, off in rows]


WORDS = _rules("matching: words", [
    ("light words weigh little", "matching.anchor_words:LIGHT_WEIGHT", be(0.5)),
    ("function words weigh half", "matching.anchor_words:FUNCTION_WEIGHT", be(1.0)),
    ("words that turn weigh more", "matching.anchor_words:POLAR_WEIGHT", be(1.0)),
    ("the first word weighs more", "matching.literal:HEAD", be(1.0)),
    ("exchanged words cost", "matching.literal:EXCHANGED", be(0.0)),
    ("a missing run costs", "matching.literal:REPLACED", be(0.0)),
    ("missing marks cost", "matching.literal:BORDER", be(0.0)),
    ("words in compounds cost", "matching.literal:COMPOUND", be(0.0)),
    ("literal words nearly said", "matching.literal:LiteralRun._near", empty(list)),
    ("polite openings and endings", "matching.sentence:_core",
     given(0, lambda folds: (0, len(folds)))),
    ("quotations are values", "matching.sentence:Sentence.is_quoted", answers(False)),
    ("compounds hold together", "matching.sentence:Sentence.is_glued", answers(False)),
    ("commas part clauses", "matching.sentence:_is_comma", answers(False)),
    ("few words: by examples", "matching.pattern_shelf:FEW", be(0.0)),
    ("unseen apps score less", "matching.pattern_book:UNSEEN_APP", be(1.0)),
    ("an app slot is the app", "matching.pattern_book:_is_of_app", answers(True)),
])  # fmt: skip

READING = _rules("matching: reading", [
    ("further requests cost", "matching.binding.reading:MORE", be(1.0)),
    ("negations cost", "matching.binding.reading:NEGATED", be(1.0)),
    ("other kinds cost", "matching.binding.reading:MISTYPED", be(1.0)),
    ("what holes take costs", "matching.binding.reading:SWALLOWED", be(0.0)),
    ("little said is little known", "matching.binding.reading:ENOUGH", be(0.001)),
    ("words left over are told", "matching.binding.reading:_unexplained", nothing()),
    ("words that lack are told", "matching.binding.reading:_unsaid", answers(())),
    ("ends of values are told", "matching.binding.reading:_beyond", nothing()),
    ("quotation marks end values", "matching.binding.reading:_is_quotation_mark",
     answers(False)),
    ("values that need no comma", "matching.binding.reading:may_have_comma",
     answers(True)),
    ("polite words are no values", "matching.binding.ways:POLITE", be(0.0)),
    ("borders by guess cost", "matching.binding.ways:GUESS", be(0.0)),
    ("two values of one slot cost", "matching.binding.ways:DIFFERENT", be(0.0)),
    ("the app is known as a value", "matching.binding.ways:WaySearch._is_own_app",
     answers(False)),
    ("values look alike", "matching.value_fit:Family.loss", answers(0.0)),
    *((f"values look alike: {name[1:].replace('_', ' ')}", "matching.value_fit:LOOKS",
       _unlike(name)) for name in (
        "_has_digit", "_has_capital", "_is_chinese", "_is_latin", "_is_joint",
        "_is_negated", "_has_quotes", "_begins_loosely", "_is_torn")),
    ("values are as long", "matching.value_fit:LENGTH", be(0.0)),
    ("values are of a kind", "matching.value_fit:_is_of_kind", answers(True)),
    ("ranges are numbers", "matching.value_fit:_is_range", answers(False)),
    ("few examples tell no kind", "matching.value_fit:_is_guess", answers(False)),
    ("a form that is no accident", "matching.value_fit:_is_certain", answers(False)),
    ("prose", "matching.value_fit:is_prose", answers(False)),
    ("sure values", "matching.value_fit:is_sure", answers(False)),
    ("words that turn end values", "matching.turning:turn_in", answers(None)),
    ("moments may follow moments", "matching.turning:_is_moment", answers(False)),
    ("words that turn, anywhere", "matching.turning:turns", answers(False)),
    ("at the end is another place", "matching.turning:_is_end", answers(False)),
])  # fmt: skip

ONE = "matching.paraphrasing.paraphrase"
MANY = "matching.paraphrasing.paraphrases"

MEANING = _rules("matching: other words", [
    ("other words by their values", f"{MANY}:paraphrase", answers(None)),
    ("other words by vectors", f"{MANY}:meaning", answers(None)),
    ("opposites are not meant", f"{ONE}:_is_opposite", answers(False)),
    ("things are named", f"{ONE}:_names_the_same", answers(True)),
    ("few other words", f"{ONE}:MOST_OTHER", be(1e9)),
    ("clearly the one", f"{MANY}:CLEARLY", be(0.0)),
    ("a fit of values counts", f"{MANY}:FIT", be(0.0)),
    ("the nearest kind is nearest", f"{MANY}:LEAD", be(0.0)),
    ("words that both have", f"{MANY}:ALIKE", be(0.0)),
    ("words that nothing explains", f"{MANY}:BEYOND", be(0.0)),
    ("some texts mean no kind", f"{MANY}:NONE",
     be({True: -99.0, False: -99.0})),
    ("what reverses a task stands in its first sentence", f"{ONE}:_first_end",
     answers(0)),
    ("likely enough", f"{MANY}:OFFERED", be(0.0)),
    ("other words are settled", "matching.paraphrasing.further:_in_other_words",
     answers(())),
    ("what says nothing of a kind is settled",
     "matching.paraphrasing.further:_says_the_same", answers(True)),
    ("days by name", "matching.assigning.units:named_days", answers(())),
    ("learned words are read word for word", "matching.pattern_book:values_of",
     answers(None)),
    ("sure enough to bind", "matching.assigning.assign:SURE", be(0.0)),
    ("the word beside a value", "matching.assigning.evidence:_is_first",
     answers(False)),
    ("words that the kind says", "matching.assigning.evidence:is_said",
     answers(False)),
    ("marked values", "matching.assigning.spans:marker_of", answers("")),
    ("frayed values", "matching.assigning.spans:_is_little", answers(False)),
    ("torn values", "matching.assigning.spans:_torn_from", nothing()),
    ("values in another script", "matching.assigning.spans:_is_foreign",
     answers(False)),
    ("units that are tied", "matching.assigning.units:_tied", given(1, list)),
    ("Chinese verbs end values", "language.chinese:is_relating", answers(False)),
    ("values that their form shows are whole", "matching.assigning.units:_one_between",
     given(1, list)),
    ("opposite prefixes", "matching.opposites:is_opposite", answers(False)),
    ("requests that undo", "matching.opposites:ask_opposites", answers(False)),
    ("what the app undoes", "matching.opposites:opposed", empty(dict)),
    ("unnamed things", "matching.unnamed:is_unnamed", answers(False)),
    ("unnamed: pointing words", "matching.unnamed:_points", answers(False)),
    ("unnamed: indefinite words", "matching.unnamed:_is_indefinite", answers(False)),
])  # fmt: skip

DOUBTS = _rules("doubts", [
    ("unexplained words", "recall.routing.doubts:_of_unexplained",
     instead(lambda match: ("", ""))),
    ("values no step uses", "recall.routing.doubts:_idle_slots", nothing()),
    ("long values", "recall.routing.doubts:_long_values", nothing()),
    ("single runs", "recall.routing.doubts:_of_single_run", nothing()),
    ("single runs: other wording", "recall.routing.doubts:_is_worded_otherwise",
     answers(False)),
    ("single runs: shown already", "recall.routing.doubts:_shown_already",
     answers(None)),
    ("single runs: content", "recall.routing.doubts:_content", answers(None)),
    ("single runs: own values", "recall.routing.doubts:_own_value", answers(None)),
    ("nameless elements", "recall.routing.doubts:is_nameless", answers(False)),
    ("the first element lacks", "recall.routing.doubts:lacks_first", answers(False)),
    ("renewed elements", "recall.routing.doubts:_renewed", nothing()),
    ("for good", "recall.routing.doubts:_acts_for_good", answers(False)),
    ("slots that say which", "recall.routing.doubts:_telling", nothing()),
    ("first words", "recall.routing.wording_doubts:_first_slots", nothing()),
    ("first words: told values", "recall.routing.wording_doubts:_is_told",
     answers(False)),
    ("first words: relations", "recall.routing.wording_doubts:RELATION",
     be(frozenset())),
    ("new intents", "recall.routing.wording_doubts:new_intent", answers(None)),
    ("unnamed values", "recall.routing.wording_doubts:_unnamed", answers(None)),
    ("requests in values", "recall.routing.wording_doubts:_is_request",
     answers(False)),
    ("opposite values", "recall.routing.wording_doubts:_opposite_of", answers(None)),
    ("confirmed texts", "recall.routing.wording_doubts:is_confirmed", answers(False)),
    ("ties by support", "recall.routing.by_pattern:TIE", be(0.0)),
    ("rivals", "recall.routing.by_pattern:_has_rival", answers(False)),
    ("rivals: alike ends", "recall.routing.by_pattern:_ends_alike", answers(False)),
    ("ways shown on the page", "recall.routing.by_pattern:_is_shown", answers(False)),
    ("the nearest is a member", "recall.flow:is_meant", answers(True)),
    ("typed otherwise", "recall.routing.repetition:is_typed_otherwise",
     answers(False)),
    ("other literals", "recall.routing.repetition:_literals", empty(set)),
    ("the page is as it was", "recall.routing.repetition:_is_as_it_was",
     answers(True)),
    ("the page is as it was: links", "recall.routing.doubts:leads_on",
     answers(False)),
    ("a value names the first element", "recall.routing.route:_by_value",
     answers(False)),
    ("the run of the page at hand", "recall.routing.repetition:_share_on_page",
     answers(0.0)),
    ("another run picked otherwise", "recall.routing.repetition:_answers_otherwise",
     answers(False)),
    ("another run picked otherwise: numbers",
     "recall.routing.repetition:_numberless", given(0, lambda act: act)),
    ("literals in another form", "recall.routing.repetition:_is_written_otherwise",
     answers(False)),
    ("failures on other ways", "recall.routing.repetition:_on_other_ways",
     answers(0)),
    ("fresh paths", "recall.routing.repetition:_is_fresh", answers(False)),
])  # fmt: skip

RECALL_RULES: tuple[Rule, ...] = (*WORDS, *READING, *MEANING, *DOUBTS)
