"""A transform that all uses of a slot share becomes the slot's own."""

from collections.abc import Sequence
from dataclasses import replace

from kgmem.model.pattern import PatternStep
from kgmem.model.texts import template as templates
from kgmem.paths.step_text import texts_of, with_texts


def with_own_transforms(
    steps: Sequence[PatternStep],
) -> tuple[list[PatternStep], dict[str, str]]:
    """The steps without the transforms that are a slot's own, and these by slot."""
    seen: dict[str, set[str | None]] = {}
    for step in steps:
        expected = (step.until, step.expect)
        addresses = (one.url_template or "" for one in expected if one)
        for text in (*texts_of(step), *addresses):
            for hole in templates.holes(text):
                seen.setdefault(hole.slot, set()).add(hole.transform)
    own = {
        key: next(iter(found))
        for key, found in seen.items()
        if len(found) == 1 and None not in found
    }

    def plain(text: str) -> str:
        return "".join(
            templates.escape(part)
            if isinstance(part, str)
            else str(replace(part, transform=None) if part.slot in own else part)
            for part in templates.parts(text)
        )

    return (
        [with_texts(step, plain) for step in steps],
        {key: name for key, name in own.items() if name is not None},
    )
