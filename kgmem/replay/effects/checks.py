"""The checks that runs carry: kept with them, and done."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.changes import ALL
from kgmem.graph.query_files import query
from kgmem.graph.store import GraphStore
from kgmem.model.base import to_json
from kgmem.model.effect import MAX_EFFECTS, EffectCheck, EffectSeen, ReadyCheck
from kgmem.model.values.arguments import validated
from kgmem.ports import EffectSource, Query, Transaction, Unseen
from kgmem.replay.effects.filled import is_quoted
from kgmem.replay.effects.seen import of_rows, of_text

PATIENCE = 10.0
"""Seconds that an effect may take to show."""
PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class Seeing:
    """Does checks: waits within its patience for an effect to show."""

    source: EffectSource
    patience: float = PATIENCE
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def __call__(
        self,
        one: ReadyCheck,
        databases: Mapping[str, Query],
        text: str | None = None,
    ) -> EffectSeen:
        """What is seen, once it holds or the patience is at its end; `text`: what its
        page shows, which is told and not looked at again."""
        if one.fault:
            return EffectSeen(check=one.check, told=one.fault)
        if one.check.kind == "page":
            if text is None:
                return EffectSeen(check=one.check, told="nobody showed its page")
            return of_text(one.check, text)
        until = self.clock() + self.patience
        while True:
            seen = self._seen(one, databases)
            if seen.holds is not False or self.clock() + PAUSE > until:
                return seen
            self.sleep(PAUSE)

    def _seen(self, one: ReadyCheck, databases: Mapping[str, Query]) -> EffectSeen:
        check = one.check
        try:
            if check.kind == "sql":
                asked = check.at, check.query or "", one.values, databases
                return of_rows(check, self.source.rows(*asked))
            text = (
                self.source.file(check.at)
                if check.kind == "file"
                else self.source.get(check.at, check.headers)
            )
            return of_text(check, text)
        except Unseen as why:
            return EffectSeen(check=check, told=str(why))
        except (OSError, ValueError, RuntimeError) as error:
            told = f"it could not be looked at: {type(error).__name__}"
            return EffectSeen(check=check, told=told)


@dataclass(frozen=True, slots=True)
class Effects:
    """Keeps checks with the runs that they are for, and does them."""

    store: GraphStore
    see: Seeing

    def keep(
        self, space: str, runs: Sequence[str], checks: Sequence[EffectCheck]
    ) -> None:
        """From now on these are the checks of the runs. Raises NotFound if there is
        none of them."""
        told = to_json([one.compact() for one in checks]) if checks else None
        params = {"space": space, "runs": list(runs), "checks": told}

        def work(tx: Transaction) -> int:
            return len(tx.run(query("set_checks"), params))

        if not self.store.changing(space, work, [ALL]):
            raise NotFound(f"no run {', '.join(runs[:3])} in space {space!r}")

    def of(self, space: str, runs: Sequence[str]) -> tuple[EffectCheck, ...]:
        """The checks of the newest of these runs that has any."""
        rows = self.store.read("checks_of_runs", space=space, runs=list(runs))
        texts = [row["checks"] for row in rows if row["checks"]]
        return tuple(
            map(EffectCheck.model_validate, json.loads(texts[0]) if texts else ())
        )


@dataclass(frozen=True, slots=True)
class GivenChecks:
    """Checks as a caller gives them."""

    without_secrets: Callable[[str, object], str | None]

    def __call__(self, given: object) -> tuple[EffectCheck, ...]:
        """The same, checked. Raises InvalidInput for what is wrong, and for a secret
        in them."""
        if not isinstance(given, Sequence) or isinstance(given, str | bytes):
            raise InvalidInput(
                f"verify: a list of checks is needed, not {type(given).__name__}"
            )
        if len(given) > MAX_EFFECTS:
            raise InvalidInput(f"verify: more than {MAX_EFFECTS} checks")
        return tuple(self._checked(n, one) for n, one in enumerate(given))

    def _checked(self, n: int, given: object) -> EffectCheck:
        name = f"verify[{n}]"
        check = (
            given
            if isinstance(given, EffectCheck)
            else validated(EffectCheck, given, name)
        )
        if check.query and is_quoted(check.query):
            raise InvalidInput(
                f"{name}: a slot in a query is a parameter, without quotation marks"
            )
        for text in filter(None, _texts(check)):
            if self.without_secrets(name, text) != text:
                raise InvalidInput(
                    f"{name} holds a secret: put it into an environment variable and "
                    "name that in headers"
                )
        return check


def _texts(check: EffectCheck) -> tuple[str | None, ...]:
    told = check.at, check.query, check.field, check.equals, check.contains
    return *told, *check.headers, *check.headers.values()
