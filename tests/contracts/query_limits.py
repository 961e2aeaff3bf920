"""What a person's query may cost; a backend's test class gives the fixture `engine`."""

import os
import signal
import threading
import time
from typing import Any

import pytest

from kgmem.errors import QueryLimit
from kgmem.ports import CypherEngine

LONG = "UNWIND range(1, 30000) AS a UNWIND range(1, 30000) AS b RETURN max(a * b) AS n"
"""Minutes of work."""
LIMIT = 1.0
HANGS = 30.0


def ask(engine: CypherEngine, query: str, **bounds: Any) -> list[dict[str, Any]]:
    return engine.ask(query, {"n": 3}, **{"timeout": 20.0, "max_rows": 10, **bounds})


class QueryLimitContract:
    """Bounds of `ask`."""

    def test_one_row_more_is_told(self, engine: CypherEngine) -> None:
        with pytest.raises(QueryLimit, match=r"more than 10 rows.*CYPHER_MAX_ROWS"):
            ask(engine, "UNWIND range(1, 11) AS a RETURN a")

    def test_rows_beyond_the_limit_are_not_made(self, engine: CypherEngine) -> None:
        before = time.process_time()

        with pytest.raises(QueryLimit, match="rows"):
            ask(engine, "UNWIND range(1, 20000000) AS a RETURN a", max_rows=5_000)

        assert time.process_time() - before < HANGS

    def test_a_query_that_takes_too_long_is_stopped(self, engine: CypherEngine) -> None:
        start = time.monotonic()

        with pytest.raises(QueryLimit, match=r"took longer.*CYPHER_TIMEOUT"):
            ask(engine, LONG, timeout=LIMIT)

        assert LIMIT <= time.monotonic() - start < HANGS
        assert ask(engine, "RETURN 1 AS one") == [{"one": 1}]

    def test_the_limit_of_one_is_not_that_of_others(self, engine: CypherEngine) -> None:
        with pytest.raises(QueryLimit):
            ask(engine, LONG, timeout=0.001)

        rows = engine.read(
            "UNWIND range(1, 300) AS a UNWIND range(1, 300) AS b RETURN max(a * b) AS n"
        )

        assert rows == [{"n": 90_000}]

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    def test_control_c_gets_through(self, engine: CypherEngine) -> None:
        assert threading.current_thread() is threading.main_thread()
        # Whoever starts the tests in a shell's background has it ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()

        try:
            with pytest.raises(KeyboardInterrupt):
                ask(engine, LONG, timeout=5.0)
        finally:
            signal.signal(signal.SIGINT, before)
