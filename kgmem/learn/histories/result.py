"""What a raw record says of how a step went."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgmem.language.vocabulary import word_set, words
from kgmem.learn.histories.fields import Fields, bounded_json
from kgmem.learn.histories.page import page_from
from kgmem.model.base import Json
from kgmem.model.trajectory import Page


@dataclass(frozen=True, slots=True)
class Result:
    """What a record says of a step's outcome."""

    success: bool | None = None
    error: str | None = None
    effect: bool | None = None
    page: Page | None = None
    rest: Json = None


_GOOD = word_set("outcome.good")
_BAD = word_set("outcome.bad")


_ERRORS = ("error", "error_message", "err_msg", "exception", *words("field.error"))
MAX_NESTING = 5
"""Levels of `result` in a `result` that are looked into."""


def take_result(fields: Fields, levels: int = MAX_NESTING) -> Result:
    """What the fields of a step, and a `result` among them, say of its outcome."""
    names = ("result", "results", "outcome", "step_result", *words("field.result"))
    inner = fields.take(*names)
    found = result_from(inner, levels - 1)
    success = fields.take_flag("success", "ok", "is_success", "successful", "succeeded")
    if success is None:
        success = found.success
    if success is None and (word := _verdict(fields.peek("status"))) is not None:
        fields.take("status")
        success = word
    error = fields.take_text(*_ERRORS)
    effect = fields.take_flag("effect", "changed", "state_changed", "has_effect")
    error = error or found.error
    return Result(
        False if success is None and error else success,
        error,
        effect if effect is not None else found.effect,
        found.page,
        found.rest,
    )


def result_from(raw: object, levels: int = MAX_NESTING) -> Result:
    """The outcome in a truth value, a word, a mapping, or a list of one."""
    if isinstance(raw, Sequence) and not isinstance(raw, str) and len(raw) == 1:
        raw = raw[0]
    if raw is None or isinstance(raw, bool):
        return Result(success=raw)
    if isinstance(raw, str):
        return _result_of_words(raw)
    if not isinstance(raw, Mapping) or levels <= 0:
        return Result(rest=bounded_json(raw))
    fields = Fields(raw)
    inner = take_result(fields, levels)
    page = page_from(fields.take("page", "page_after", "state_after"))
    if page is None and (url := fields.take_text("url", "url_after", "new_url")):
        page = Page(url=url)
    rest = fields.rest() or None
    return Result(inner.success, inner.error, inner.effect, page, rest or inner.rest)


def _result_of_words(said: str) -> Result:
    verdict = _verdict(said)
    if verdict is not None:
        return Result(success=verdict)
    if said.casefold().lstrip().startswith(words("outcome.begins")):
        return Result(success=False, error=said)
    return Result(rest=bounded_json(said))


def _verdict(word: object) -> bool | None:
    if isinstance(word, bool):
        return word
    folded = word.strip().casefold() if isinstance(word, str) else ""
    return True if folded in _GOOD else False if folded in _BAD else None
