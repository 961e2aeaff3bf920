"""Whatever is sent, no call fails for reasons of the server's own."""

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from kgmem import Memory
from kgmem_serve.http.access.hosts import ANY, KnownHosts
from kgmem_serve.http.access.keys import KeyFile
from kgmem_serve.http.access.layers import Access, behind_access
from kgmem_serve.http.app import create_app
from tests.doubles import WordEmbedder

pytestmark = pytest.mark.slow

LONG = re.compile(
    "/v1/(jobs/|clear|doctor|repair|reindex|generalize|calibrate|prune|retry_failed)"
)
"""Seconds of work for each example: tried by tests of their own."""
LACKING = 501
"""A package is not installed."""


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory):
    import schemathesis  # a second, also where this is left out

    home = tmp_path_factory.mktemp("fuzzed")
    settings = {"generalize_after": 0}
    with Memory.open(home, embedder=WordEmbedder(), settings=settings) as memory:
        access = Access(KeyFile(home / "none"), KnownHosts.of([ANY]))
        app = behind_access(create_app(memory), access)
        yield schemathesis.openapi.from_asgi("/openapi.json", app)


def faults_of(operation: Any, examples: int) -> list[str]:
    """Requests to one call that are answered by a fault of the server's own."""
    found: list[str] = []

    @given(case=operation.as_strategy())
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        answer = case.call()
        if answer.status_code >= 500 and answer.status_code != LACKING:
            found.append(f"{operation.label}: {case.body!r:.200} {answer.text:.200}")

    ask()
    return found


def test_no_request_is_answered_by_a_fault(described: Any) -> None:
    examples = max(1, settings().max_examples // 20)
    operations = [one.ok() for one in described.get_all_operations()]
    tried = [one for one in operations if not LONG.match(one.path)]

    faults = [fault for one in tried for fault in faults_of(one, examples)]

    assert len(tried) > 60
    assert faults == []
