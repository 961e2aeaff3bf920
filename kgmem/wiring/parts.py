"""An opened memory's insides, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgmem.config import Settings
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.learn.histories.learn import LearnRaw
from kgmem.model.recollection import Recollection
from kgmem.model.values.arguments import optional_text
from kgmem.operate.decide import Decide
from kgmem.operate.flow import Operate
from kgmem.operate.metrics.measure import MeasureSpace
from kgmem.ports import CypherEngine
from kgmem.recall.answering import CountedRecall
from kgmem.recall.flow import Recall
from kgmem.recall.request import recall_request
from kgmem.replay.effects.checks import Effects
from kgmem.replay.outcome.calibrate import Calibrate
from kgmem.wiring.knowing import Knowing
from kgmem.wiring.learning import Learning

if TYPE_CHECKING:
    from kgmem_people.wiring import People


@dataclass(frozen=True, kw_only=True)
class Parts(Learning, Knowing):
    """An opened memory's insides, shared by all its spaces."""

    settings: Settings
    engine: CypherEngine
    store: GraphStore
    projection: Projection
    learn_raw: LearnRaw
    get_people: "Callable[[], People]"
    """Loads the package that knows people. Raises MissingExtra without it."""
    recall: Recall
    answer: CountedRecall
    calibrate: Calibrate
    operate: Operate
    decide: Decide
    effects: Effects
    metrics: MeasureSpace
    given_embedder: bool = False
    """The caller's own, and his to close."""

    @property
    def people(self) -> "People":
        """What knows people and what was said. Raises MissingExtra."""
        return self.get_people()

    def look(self, space: str, task: str, **where: str | None) -> Recollection:
        """What a recall would give, for a person who looks: it counts as none."""
        asked = recall_request(space, self.learn.new_redactor, task, **where)  # type: ignore[arg-type]
        self.background.catch_up(space)
        return self.answer.look(asked)

    def without_secrets(self, name: str, given: object) -> str | None:
        """The text of an argument as it would be stored; None if it is blank."""
        text = optional_text(name, given)
        return text and self.learn.new_redactor().text(text)

    def close(self) -> None:
        """Release both stores."""
        self.background.close()
        self.patterns.close()
        try:
            self.projection.close()
        finally:
            self.engine.close()
            for name, (_, service) in self.operate.used.services.items():
                if name != "embedding" or not self.given_embedder:
                    service.close()
