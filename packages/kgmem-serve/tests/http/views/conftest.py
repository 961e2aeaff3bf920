"""A served memory whose views are asked."""

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem_serve.http.app import create_app


@pytest.fixture
def client(memory: Memory) -> TestClient:
    return TestClient(create_app(memory))
