"""docker-compose.yml and .env.example agree with the settings and are safe to use."""

import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import SecretStr
from pydantic_core import PydanticUndefined

from kgmem.config import PREFIX, Settings
from tests.servers import Neo4jSettings

JVM_MEGABYTES = 512
"""What a JVM takes beside heap and page cache: threads, classes, buffers."""
ROOT = Path(__file__).parents[2]
SERVICES = ("neo4j", "qdrant", "kgmem")
SECRET = [
    name.upper()
    for name, field in Settings.model_fields.items()
    if field.annotation == SecretStr | None
]
VARIABLES = {f"{PREFIX}{field.upper()}" for field in Settings.model_fields}


@pytest.fixture(scope="module")
def text() -> str:
    return (ROOT / "docker-compose.yml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def services(text: str) -> dict[str, Any]:
    compose: dict[str, Any] = yaml.safe_load(text)
    return dict(compose["services"])


@pytest.fixture(scope="module")
def example() -> list[tuple[str, str]]:
    """(name, value) of each setting in .env.example."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    pairs = [re.fullmatch(r"#?([A-Z][A-Z0-9_]*)=(.*)", line) for line in lines]
    return [(pair[1], pair[2]) for pair in pairs if pair]


def test_a_plain_up_starts_the_stores_alone(services: dict[str, Any]) -> None:
    started = {name for name, one in services.items() if "profiles" not in one}

    assert started == {"neo4j", "qdrant"}


def test_the_service_has_secrets_as_files_and_settings_that_exist(
    services: dict[str, Any], text: str
) -> None:
    service, secrets = services["kgmem"], yaml.safe_load(text)["secrets"]

    given = set(service["environment"])
    from_environment = [one for one in service["secrets"] if "file" not in secrets[one]]

    assert given <= VARIABLES
    assert not given & {f"{PREFIX}{name}" for name in SECRET}
    assert {one.upper() for one in service["secrets"]} <= VARIABLES
    assert set(service["secrets"]) == set(secrets)
    assert not (from_environment and service.get("read_only"))  # compose refuses both
    assert "tmpfs" not in service  # uploads would be in the container's memory


def test_the_image_runs_as_nobody_special_and_compiles_nothing() -> None:
    dockerfile = (ROOT / ".docker" / "Dockerfile").read_text(encoding="utf-8")
    last = dockerfile.rpartition("\nFROM ")[2]

    assert re.search(r"^USER [1-9]\d*$", last, re.M)
    assert "--no-index" in last
    assert all(
        re.match(r"\S+:\d+\.\d+\.\d+", image)
        for image in re.findall(r"^FROM (\S+)", dockerfile, re.M)
    )


def test_qdrant_is_a_minor_release_beside_its_client(services: dict[str, Any]) -> None:
    client = _release(f":{version('qdrant-client')}")

    server = _release(services["qdrant"]["image"])

    assert server[0] == client[0]
    assert abs(server[1] - client[1]) <= 1


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_pinned_local_ready_kept_and_bounded(
    services: dict[str, Any], text: str, name: str
) -> None:
    service = services[name]
    check = service["healthcheck"]
    volume = service["volumes"][0].partition(":")[0]

    assert re.match(r"v?\d+\.\d+\.\d+", service["image"].partition(":")[2])
    assert service["ports"]
    assert all(str(port).startswith("127.0.0.1:") for port in service["ports"])
    assert check["test"][0] in ("CMD", "CMD-SHELL")
    assert check["retries"] * int(check["interval"].rstrip("s")) >= 60
    assert volume in yaml.safe_load(text)["volumes"]
    assert service["mem_limit"]


def test_neo4j_has_no_password_of_its_own_and_its_memory_adds_up(
    services: dict[str, Any],
) -> None:
    neo4j = services["neo4j"]
    told = neo4j["environment"]
    names = "heap_max__size", "pagecache_size", "off__heap_transaction__max__size"
    parts = [_megabytes(told[f"NEO4J_server_memory_{name}"]) for name in names]

    assert re.fullmatch(r"neo4j/\$\{KGMEM_NEO4J_PASSWORD:\?[^}]+\}", told["NEO4J_AUTH"])
    assert sum(parts) + JVM_MEGABYTES <= _megabytes(neo4j["mem_limit"])


@pytest.mark.live
def test_the_check_of_neo4j_is_one_of_bolt(
    services: dict[str, Any], neo4j_settings: Neo4jSettings
) -> None:
    *shell, command = services["neo4j"]["healthcheck"]["test"][1:]
    port = neo4j_settings.uri.rpartition(":")[2]

    def passes(at: str) -> bool:
        text = command.replace("/7687", f"/{at}").replace("$$", "$")
        return subprocess.run([*shell, text], capture_output=True).returncode == 0

    assert passes(port)
    assert not passes("1")


def test_qdrant_gets_the_key_and_keeps_snapshots_in_its_volume(
    services: dict[str, Any],
) -> None:
    qdrant = services["qdrant"]
    environment = qdrant["environment"]
    volume = qdrant["volumes"][0].partition(":")[2]

    assert environment["KEY"] == "${KGMEM_QDRANT_API_KEY:-}"
    assert 'QDRANT__SERVICE__API_KEY="$$KEY"' in qdrant["command"][-1]
    assert environment["QDRANT__STORAGE__SNAPSHOTS_PATH"].startswith(f"{volume}/")


def test_compose_asks_for_settings_that_exist(text: str) -> None:
    used = set(re.findall(r"(?<!\$)\$\{(\w+)", text))

    assert used
    assert used <= VARIABLES


def test_the_example_shows_every_setting_once(example: list[tuple[str, str]]) -> None:
    names = [name for name, _ in example]

    assert sorted(names) == sorted(VARIABLES)


def test_the_values_of_the_example_are_valid(example: list[tuple[str, str]]) -> None:
    values = {
        name.removeprefix(PREFIX).lower(): value for name, value in example if value
    }
    del values["secrets_dir"]  # it would have to be there
    values["chat_model"] = "a-model"

    settings = Settings.load(**values)

    assert settings.space == Settings.model_fields["space"].default


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, field in Settings.model_fields.items()
        if field.default not in (None, PydanticUndefined)
    ],
)
def test_a_default_is_shown_as_it_is(example: list[tuple[str, str]], name: str) -> None:
    shown = dict(example)[f"{PREFIX}{name.upper()}"]

    value = getattr(Settings.load(**{name: shown}), name)

    assert value == Settings.model_fields[name].default


def _megabytes(size: str) -> int:
    return int(size[:-1]) * {"m": 1, "g": 1024}[size[-1]]


def _release(image: str) -> tuple[int, ...]:
    found = re.search(r":v?(\d+)\.(\d+)", image)
    assert found, image
    return int(found[1]), int(found[2])
