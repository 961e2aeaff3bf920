"""Tables of `kgmem bench wordings`."""

from collections.abc import Iterator, Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.wordings.wording_sets import RELATIONS
from kgmem_bench.wordings.wordings import Offer, WordingsResult

NEVER = ("asks for more", "look-alike", "stranger")
"""Relations of tasks that no known path does."""


def checks(result: WordingsResult) -> list[Check]:
    """What is asked, and what was measured."""
    return list(_checks(result.offers))


def _checks(offers: Sequence[Offer]) -> Iterator[Check]:
    for relation, wanted in (("other words", 0.85), ("other language", 0.70)):
        own = [one for one in offers if one.relation == relation]
        share = sum(one.is_right for one in own) / len(own) if own else float("nan")
        what = f"offered with all values, {relation}"
        yield Check(what, share, wanted, "", "high", "aim")
    for relation in ("asks for more", "look-alike"):
        own = [one for one in offers if one.relation == relation]
        share = sum(one.is_to_follow for one in own) / max(1, len(own))
        what = f"{relation}, and offered as one to follow as it is"
        yield Check(what, share, 0.01, "", "low", "aim")
    wrong = [one for one in offers if is_wrongly_direct(one)]
    confirmed = [one for one in offers if one.later is not None]
    share = sum(map(_is_direct_later, confirmed)) / max(1, len(confirmed))
    what = "direct after one confirmed success"
    yield Check(what, share, 1.0, "", "high", "aim")
    what = "replayed directly, and wrongly"
    yield Check(what, float(len(wrong)), 0, "", "low", "required")
    later = sum(map(_is_wrongly_direct_later, offers))
    what = "the same after the successes of all right plans"
    yield Check(what, float(later), 0, "", "low", "required")


def is_wrongly_direct(one: Offer) -> bool:
    """Would something else be done than was asked, without a question?"""
    right = one.is_right and one.relation not in NEVER
    return one.route == "direct_replay" and not right


def to_markdown(result: WordingsResult) -> str:
    """The whole report."""
    parts = [
        f"## Other words: {result.data}, {result.embedder}",
        machine_line(result.machine),
        "Known kinds of tasks, asked in other words with other values. Right is the "
        "kind's plan with every value in its field; of what asks for more, is only "
        "alike or is of no known kind, nothing may be replayed directly. To follow is "
        "an offer that who follows it blindly can do to its end: it asks for no "
        "value, and names nothing of the task that it does not do. Then of each right "
        "plan a verified success is reported, and all is asked again.",
        _table(result.offers),
        "### What is asked",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _table(offers: Sequence[Offer]) -> str:
    rows = []
    for name in dict.fromkeys(one.set for one in offers):
        for relation in RELATIONS:
            own = [o for o in offers if o.set == name and o.relation == relation]
            if own:
                rows.append([name, relation, *_cells(own)])
    head = [
        "set", "relation", "tasks", "offered", "to follow", "right kind", "all values",
        "all or asked for", "another value", "direct", "wrongly direct",
        "direct after one confirmed success", "wrongly direct after all",
    ]  # fmt: skip
    return table(head, rows)


def _cells(own: Sequence[Offer]) -> list[str]:
    def share(count: int) -> str:
        return f"{count / len(own):.2f}"

    offered = [one for one in own if one.is_offered]
    return [
        str(len(own)),
        share(len(offered)),
        share(sum(one.is_to_follow for one in own)),
        share(sum(one.is_kind for one in offered)),
        share(sum(one.is_right for one in offered)),
        share(sum(one.is_safe for one in offered)),
        share(sum(one.wrong > 0 for one in offered)),
        str(sum(one.route == "direct_replay" for one in own)),
        str(sum(map(is_wrongly_direct, own))),
        _share_later([one for one in own if one.later is not None]),
        str(sum(map(_is_wrongly_direct_later, own))),
    ]


def _share_later(confirmed: Sequence[Offer]) -> str:
    if not confirmed:
        return "–"
    return f"{sum(map(_is_direct_later, confirmed)) / len(confirmed):.2f}"


def _is_direct_later(one: Offer) -> bool:
    return one.later == "direct_replay" and one.later_right


def _is_wrongly_direct_later(one: Offer) -> bool:
    return one.after_all == "direct_replay" and not one.after_all_right
