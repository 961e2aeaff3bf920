"""How the effects of tasks are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kgmem.errors import InvalidInput, NotFound
from kgmem.memory.patterns import PatternsFace
from kgmem.model.effect import EffectCheck, EffectSeen, ReadyCheck
from kgmem.model.plan import Plan
from kgmem.model.values.arguments import (
    checked_text,
    key_text,
    optional_text,
    validated,
)
from kgmem.ports import Query

if TYPE_CHECKING:
    from kgmem.replay.effects.checks import Seeing


class EffectsFace(PatternsFace):
    """How it is checked from elsewhere than the page that a task was done."""

    def set_verify(
        self, id: str, verify: Sequence[EffectCheck | Mapping[str, Any]]
    ) -> None:
        """From now on the effect of a pattern, or of the run of this id, is checked so
        whenever `follow` is at its end; none: not any more.

        The checks are kept with the runs, are exported with them, and hold for every
        pattern that a run of them is behind. Raises InvalidInput for what is wrong in
        them and for secrets, NotFound.
        """
        from kgmem.replay.effects.checks import GivenChecks

        given = GivenChecks(self._open.without_secrets)(verify)
        self._open.effects.keep(self.space, self._runs_of(id), given)

    def verify_of(self, id: str) -> tuple[EffectCheck, ...]:
        """How the effect of a pattern or a run is checked."""
        return self._open.effects.of(self.space, self._runs_of(id))

    def checks_of(self, plan: Plan | Mapping[str, Any]) -> tuple[ReadyCheck, ...]:
        """The checks for a plan, with its values."""
        from kgmem.replay.effects.filled import ready as filled

        made = plan if isinstance(plan, Plan) else validated(Plan, plan, "plan")
        checks = self.verify_of(made.origin.id)
        if not checks:
            return ()
        values = self._values(made)
        return tuple(filled(one, values) for one in checks)

    def check(
        self,
        check: ReadyCheck,
        *,
        text: str | None = None,
        databases: Mapping[str, Query] | None = None,
    ) -> EffectSeen:
        """What a check comes to, within some seconds. `text` is what its page shows,
        `databases` are functions that answer queries, by name."""
        if not isinstance(databases, Mapping | None):
            raise InvalidInput("databases: functions by name are needed")
        ready = validated(ReadyCheck, check, "check")
        return self._seeing(ready, databases or {}, optional_text("text", text))

    @property
    def _seeing(self) -> Seeing:
        return self._open.effects.see

    def _runs_of(self, id: object) -> list[str]:
        """The runs behind the pattern, or the run itself."""
        key = key_text("id", checked_text("id", id, "give that of a run or a pattern"))
        try:
            return list(self.pattern(key).success_cases)
        except NotFound:
            return [key]

    def _values(self, plan: Plan) -> dict[str, str]:
        """By slot; of a plan of a single run as the pattern reads its task."""
        match = self.match(plan.task, app=plan.app)
        bound = {**(match.bindings if match else {}), **plan.bindings}
        return {name: one for name, one in bound.items() if isinstance(one, str)}
