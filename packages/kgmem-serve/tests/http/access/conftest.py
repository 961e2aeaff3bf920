"""A memory that is served behind keys."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem.access import Role
from kgmem_serve.http.access.hosts import KnownHosts
from kgmem_serve.http.access.keys import KeyFile
from kgmem_serve.http.access.layers import Access, behind_access
from kgmem_serve.http.app import create_app
from tests.over_http import Bearing


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile.of_home(tmp_path)


@pytest.fixture
def client(memory: Memory, keys: KeyFile) -> TestClient:
    hosts = KnownHosts.of(["memory.example"], ["https://desk.example"])
    app = behind_access(create_app(memory), Access(keys, hosts))
    return TestClient(app, base_url="http://localhost")


@pytest.fixture
def bearing(keys: KeyFile) -> Bearing:
    """Headers with a new key of these roles in these spaces."""

    def made(
        *roles: Role, spaces: list[str] | None = None, name: str = "ann"
    ) -> dict[str, str]:
        token = keys.add(name, spaces=spaces, roles=roles)
        return {"Authorization": f"Bearer {token}"}

    return made
