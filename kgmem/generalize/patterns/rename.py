"""Other names for a pattern's slots."""

from collections.abc import Mapping

from kgmem.errors import InvalidInput
from kgmem.model.pattern import Membership, Pattern
from kgmem.model.texts import template as templates
from kgmem.paths.step_text import with_source_texts, with_texts


def renamed_slots(pattern: Pattern, names: Mapping[str, str]) -> Pattern:
    """The pattern with other names for its slots, in every place.

    Raises InvalidInput if two slots would have one name.
    """
    new = {slot.name: names.get(slot.name, slot.name) for slot in pattern.slots}
    if len(set(new.values())) != len(new):
        raise InvalidInput("two slots can't have one name")

    def renamed(text: str) -> str:
        return templates.rename(text, lambda name: new.get(name, name))

    return pattern.model_copy(
        update={
            "template": renamed(pattern.template),
            "wordings": tuple(map(renamed, pattern.wordings)),
            "slots": tuple(
                slot.model_copy(
                    update={
                        "name": new[slot.name],
                        "reads": tuple(
                            with_source_texts(one, renamed) for one in slot.reads
                        ),
                    }
                )
                for slot in pattern.slots
            ),
            "steps": tuple(
                with_texts(step, renamed).model_copy(
                    update={
                        "slots": tuple(new[name] for name in step.slots),
                        "repeat_for": new.get(step.repeat_for or "", step.repeat_for),
                    }
                )
                for step in pattern.steps
            ),
            "memberships": {
                key: _renamed_member(one, new)
                for key, one in pattern.memberships.items()
            },
        }
    )


def _renamed_member(member: Membership, new: Mapping[str, str]) -> Membership:
    return member.model_copy(
        update={
            "bindings": {new[k]: v for k, v in member.bindings.items()},
            "separators": {new[k]: v for k, v in member.separators.items()},
        }
    )
