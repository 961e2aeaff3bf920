"""browser-use's history: `AgentHistoryList.save_to_file`, or the list itself."""

from collections.abc import Iterator, Mapping

from kgmem import ImportedRun, Outcome, Page, RefusedPart, Source
from kgmem.formats import (
    answer_in,
    is_finish,
    is_same_tab,
    list_of,
    mapping_of,
    tab_of,
    text_of,
)
from kgmem_formats.browsers.browser_use_steps import BrowserUseReader
from kgmem_formats.importers.steps import Steps, object_of

HISTORY = "history"
JUDGE = "browser-use's judge"


class BrowserUse:
    """Reads browser-use's history; the task is not in it."""

    name = "browser-use"
    title = "browser-use history"

    def recognizes(self, source: Source) -> str | None:
        entry = source.first_item(HISTORY)
        has_parts = {"model_output", "state"} <= entry.keys() or (
            "model_output" in entry and "result" in entry
        )
        return "history[0] has model_output, state and result" if has_parts else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        steps, reader = Steps(), BrowserUseReader()
        last: Mapping[str, object] = {}
        for place, value in steps.records(source, HISTORY):
            with steps.reading(place):
                entry = object_of(value)
                _add(steps, reader, place, entry)
                *_, result = list_of(entry.get("result")) or [None]
                last = mapping_of(result) or last
        outcome, judge = outcome_of(last)
        if steps.steps or steps.refused:
            told = {"outcome": outcome, "judge": judge, "answer": reader.answer}
            yield steps.run(source.name, **told)


def _add(
    steps: Steps, reader: BrowserUseReader, place: str, entry: Mapping[str, object]
) -> None:
    """The steps of an entry; the page that it shows is where the step before led, if
    that was done in the same tab."""
    page, last = _page(entry), steps.steps[-1] if steps.steps else None
    tab = reader.tab_of(entry)
    if page and last and last.page_after is None and is_same_tab(tab_of(last), tab):
        steps.last(page_after=page)
    if not isinstance(entry.get("model_output"), Mapping):
        return
    for action in reader.actions(entry, place):
        with steps.reading(place):
            for step in reader.steps(action):
                if is_finish(step):
                    reader.answer = answer_in([step])
                else:
                    steps.take(step)


def _page(entry: Mapping[str, object]) -> Page | None:
    state = mapping_of(entry.get("state"))
    url, title = text_of(state.get("url")), text_of(state.get("title"))
    return Page(url=url, title=title) if url else None


def outcome_of(result: Mapping[str, object]) -> tuple[Outcome, str | None]:
    """How the run went by its last result, and who says so: the judge's word, if it is
    not against the agent's own; a run that did not end is unknown."""
    if result.get("is_done") is not True:
        return "unknown", None
    said = result.get("success")
    verdict = mapping_of(result.get("judgement")).get("verdict")
    if verdict is False:
        return "failure", JUDGE
    if verdict is True:
        return ("unknown", None) if said is False else ("success", JUDGE)
    if isinstance(said, bool):
        return ("success" if said else "failure"), None
    return "unknown", None


importer = BrowserUse()
