"""The flat record of a run, in its type or in anything with its fields, as a run."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.learn.histories.read import answer_in, fold_finish
from kgmem.learn.histories.step import step_from
from kgmem.model.base import Value
from kgmem.model.experience import ActionStep, ExperienceRecord
from kgmem.model.trajectory import Step, Trajectory, explain
from kgmem.model.values.arguments import plain, validated
from kgmem.model.values.json_read import mapping_of


def trajectory_from_record(record: object) -> Trajectory:
    """The run in an ExperienceRecord, or in a mapping or object with its fields.

    Raises InvalidInput naming the field.
    """
    flat = _record(record)
    steps = [
        _record_step(step.thought, step.action, step.target_element_description, n)
        for n, step in enumerate(flat.action_flow)
    ]
    try:
        return Trajectory(
            task=flat.task_description,
            steps=fold_finish(steps),
            outcome="success" if flat.is_successful else "failure",
            answer=answer_in(steps),
            source="experience_record",
            source_task_id=flat.source_task_id,
            preconditions=flat.preconditions or None,
            keywords=flat.keywords,
        )
    except ValidationError as error:
        raise InvalidInput(explain(error, "record")) from error


def _record(record: object) -> ExperienceRecord:
    if isinstance(record, ExperienceRecord):
        return record
    given = _fields_of(record, ExperienceRecord)
    flow = given.get("action_flow") or ()
    if isinstance(flow, str | Mapping) or not isinstance(flow, Sequence):
        raise InvalidInput("record.action_flow: give a list of steps")
    given["action_flow"] = [_fields_of(step, ActionStep) for step in flow]
    return validated(ExperienceRecord, given, "record")


def _fields_of(record: object, shape: type[Value]) -> dict[str, object]:
    """The mapping itself, or the attributes that the shape names."""
    if isinstance(record, Mapping):
        return dict(mapping_of(plain(record, "record")))
    given = {
        name: getattr(record, name)
        for name in shape.model_fields
        if hasattr(record, name)
    }
    if not given:
        raise InvalidInput(
            f"a {shape.__name__} has the fields {', '.join(shape.model_fields)}; "
            f"a {type(record).__name__} has none of them"
        )
    return given


def _record_step(thought: str, action: str, target: str, n: int) -> Step:
    entry = {"action": action, "thought": thought, "target_element_description": target}
    return step_from(entry, f"record.action_flow[{n}]")
