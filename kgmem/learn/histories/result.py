"""What a raw record says of how a step went."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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


_GOOD = frozenset({"success", "succeeded", "ok", "passed", "done", "true", "成功"})
_BAD = frozenset({"failed", "failure", "fail", "error", "false", "失败", "错误"})


MAX_NESTING = 5
"""Levels of `result` in a `result` that are looked into."""


def take_result(fields: Fields, levels: int = MAX_NESTING) -> Result:
    """What the fields of a step, and a `result` among them, say of its outcome."""
    inner = fields.take("result", "results", "outcome", "step_result", "结果")
    found = result_from(inner, levels - 1)
    success = fields.take_flag("success", "ok", "is_success", "successful", "succeeded")
    if success is None:
        success = found.success
    if success is None and (word := _verdict(fields.peek("status"))) is not None:
        fields.take("status")
        success = word
    error = fields.take_text("error", "error_message", "err_msg", "exception", "错误")
    effect = fields.take_flag("effect", "changed", "state_changed", "has_effect")
    error = error or found.error
    return Result(
        False if success is None and error else success,
        error,
        effect if effect is not None else found.effect,
        found.page,
        found.rest,
    )


def result_from(raw: Any, levels: int = MAX_NESTING) -> Result:
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


def _result_of_words(words: str) -> Result:
    verdict = _verdict(words)
    if verdict is not None:
        return Result(success=verdict)
    if words.casefold().lstrip().startswith(("error", "failed", "失败", "错误")):
        return Result(success=False, error=words)
    return Result(rest=bounded_json(words))


def _verdict(word: Any) -> bool | None:
    if isinstance(word, bool):
        return word
    folded = word.strip().casefold() if isinstance(word, str) else ""
    return True if folded in _GOOD else False if folded in _BAD else None
