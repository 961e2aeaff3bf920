"""One stored run with all that it holds."""

from kgmem.errors import NotFound
from kgmem.graph.read_rows import with_elements
from kgmem.graph.store import GraphStore
from kgmem.model.experience import Experience


def experience(store: GraphStore, space: str, experience_id: str) -> Experience:
    """One run with its steps and the elements of their pages. Raises NotFound."""
    stored = store.run(space, experience_id)
    if stored is None:
        raise NotFound(f"no experience {experience_id} in space {space!r}")
    found = stored.experience
    heavy = store.read("page_elements", space=space, experience_id=experience_id)
    steps = tuple(
        with_elements(step, row["page_elements"])
        for step, row in zip(found.steps, heavy, strict=True)
    )
    return found.model_copy(update={"steps": steps})
