"""Runs and facts in the flat shapes of older records."""

from kgmem.model.experience import Experience
from kgmem.model.fact import Fact
from kgmem.model.recollection import describe_target


def experience_record(run: Experience) -> dict[str, object]:
    """The run in the shape of an ExperienceRecord."""
    return {
        "task_description": run.task,
        "keywords": list(run.keywords),
        "action_flow": [
            {
                "thought": step.thought or "",
                "action": step.action,
                "target_element_description": describe_target(step),
            }
            for step in run.steps
        ],
        "preconditions": run.preconditions or "",
        "is_successful": run.outcome == "success",
        "usage_count": run.stats.uses,
        "last_used_at": run.stats.last_used_at,
        "source_task_id": run.source_task_id,
        "experience_id": run.experience_id,
        "score": run.score,
    }


def fact_record(fact: Fact) -> dict[str, object]:
    """The fact in the shape of a FactRecord."""
    return {
        "content": fact.text,
        "keywords": list(fact.keywords),
        "source": fact.source,
        "usage_count": 0,
        "last_used_at": None,
    }
