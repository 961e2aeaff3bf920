"""Ids, names and versions go on when patterns are learned anew."""

from collections.abc import Sequence

from kgmem.generalize.patterns.assemble import PatternDraft, provisional_id
from kgmem.generalize.patterns.reconcile import Old, reconcile
from kgmem.model.pattern import Membership, Pattern, Slot


def pattern(
    members: Sequence[str],
    template: str = "Search for {item}",
    *,
    pattern_id: str | None = None,
    version: int = 1,
    app: str | None = "shop",
) -> Pattern:
    slot = template[template.index("{") + 1 : template.index("}")]
    return Pattern(
        pattern_id=pattern_id or provisional_id(members),
        name=template,
        template=template,
        app=app,
        version=version,
        slots=(Slot(slot_id="s", name=slot, kind="text"),),
        members=tuple(members),
        memberships={
            key: Membership(bindings={slot: f"value of {key}"}) for key in members
        },
    )


def draft(members: Sequence[str], template: str = "Search for {item}") -> PatternDraft:
    return PatternDraft(pattern(members, template), {})


KNOWN = pattern(["a", "b"], pattern_id="00000000-0000-5000-8000-000000000001")


def test_a_pattern_that_grows_keeps_its_id_and_counts_its_version() -> None:
    grown = draft(["a", "b", "c"])

    done = reconcile([grown], [Old.of(KNOWN)])

    [written] = done.written
    assert written.pattern.pattern_id == KNOWN.pattern_id
    assert written.pattern.version == 2
    assert "from 2 to 3 members" in done.history[KNOWN.pattern_id]
    assert done.created == frozenset()
    assert done.retired == ()


def test_what_did_not_change_is_not_written() -> None:
    same = draft(["a", "b"])

    done = reconcile([same], [Old.of(KNOWN)])

    assert done.written == ()
    assert done.unchanged == 1


def test_after_a_split_the_larger_part_keeps_the_id() -> None:
    before = pattern(["a", "b", "c"], pattern_id=KNOWN.pattern_id)
    small, large = draft(["c"], "Look up {item}"), draft(["a", "b"])

    done = reconcile([small, large], [Old.of(before)])

    by_size = {len(one.pattern.members): one.pattern for one in done.written}
    assert by_size[2].pattern_id == before.pattern_id
    assert by_size[1].pattern_id != before.pattern_id
    assert "part of it became another" in done.history[by_size[2].pattern_id]
    assert before.pattern_id in done.history[by_size[1].pattern_id]


def test_after_a_merge_one_id_goes_and_is_told() -> None:
    other = pattern(["c"], pattern_id="00000000-0000-5000-8000-000000000002")
    merged = draft(["a", "b", "c"])

    done = reconcile([merged], [Old.of(KNOWN), Old.of(other)])

    assert done.written[0].pattern.pattern_id == KNOWN.pattern_id
    assert done.retired == (other.pattern_id,)
    assert other.pattern_id in done.history[KNOWN.pattern_id]


def test_a_pattern_without_heir_is_retired() -> None:
    done = reconcile([draft(["x"])], [Old.of(KNOWN)])

    assert done.retired == (KNOWN.pattern_id,)
    assert len(done.created) == 1


def test_slot_names_that_callers_know_stay() -> None:
    before = pattern(["a", "b"], "Search for {product}", pattern_id=KNOWN.pattern_id)

    done = reconcile([draft(["a", "b", "c"])], [Old.of(before)])

    after = done.written[0].pattern
    assert after.template == "Search for {product}"
    assert after.bindings("c") == {"product": "value of c"}


def test_an_id_that_was_made_anew_before_is_not_given_twice() -> None:
    left = KNOWN.model_copy(update={"pattern_id": provisional_id(["x", "y"])})
    [first] = reconcile([draft(["x", "y"], "Find {item}")], [Old.of(left)]).written
    anew = first.pattern

    done = reconcile(
        [draft(["x", "y", "z"], "Find {item}"), draft(["x", "y"], "Get {item}")],
        [Old.of(left), Old.of(anew)],
    )

    ids = [one.pattern.pattern_id for one in done.written]
    assert len(ids) == len(set(ids))
