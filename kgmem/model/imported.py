"""What came of reading a foreign file."""

from kgmem.model.base import Text, Value
from kgmem.model.experience import LearnReport


class RefusedPart(Value):
    """A part of a source that was not read, and why."""

    place: Text
    """Where it stands: `run.json: history[3]`, `traj.jsonl:4`."""
    reason: Text


class GuessedPart(Value):
    """What the source does not say itself."""

    place: Text
    what: Text


class SourceReport(Value):
    """The receipt of `learn_from`."""

    source: Text
    """The file's name, or what kind of object it was."""
    format: Text
    """What it was read as."""
    because: Text
    """Why it was taken for that."""
    report: LearnReport
    """The runs that were learned, and those that were not."""
    refused: tuple[RefusedPart, ...] = ()
    """Steps, lines and runs that were not read; a run that lacks one is no success."""
    guessed: tuple[GuessedPart, ...] = ()
    left_off: int = 0
    """Refused and guessed parts that are counted alone: each list names 1,000."""
