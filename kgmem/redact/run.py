"""A whole run through the gate."""

from kgmem.model.trajectory import Trajectory
from kgmem.redact.redactor import Redactor
from kgmem.redact.structure import map_trajectory


def redact_trajectory(trajectory: Trajectory, redactor: Redactor) -> Trajectory:
    """The run with each sensitive value replaced wherever it stands.

    Secrets are looked for in every place first, then replaced in all: a password
    that its field gives away is gone from the task's wording, too.
    """
    map_trajectory(trajectory, redactor.learn_value)
    map_trajectory(trajectory, redactor.learn_text)
    return map_trajectory(trajectory, redactor.replace)
