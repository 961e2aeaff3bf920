"""Real servers for tests: given by environment, else started in Docker.

`KGMEM_TEST_NEO4J_URI` (with `_USER`, `_PASSWORD`, `_DATABASE`) and
`KGMEM_TEST_QDRANT_URL` name servers that are there. Their data is wiped.
"""

from __future__ import annotations

import contextlib
import gc
import os
import secrets
import socket
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, LiteralString

if TYPE_CHECKING:  # what only hands tests out needs nothing of kgmem, most no driver
    import neo4j

    from kgmem import Settings

SOCKET = Path("/var/run/docker.sock")
COMPOSE = Path(__file__).parent.parent / "docker-compose.yml"


@dataclass(frozen=True, slots=True)
class Neo4jSettings:
    """How a test reaches its Neo4j server."""

    uri: str
    user: str
    password: str
    database: str = "neo4j"

    def memory(self, home: Path, **more: Any) -> Settings:
        """Settings of a memory with its graph there."""
        from pydantic import SecretStr

        from kgmem import Settings

        return Settings.load(
            home=home,
            graph="neo4j",
            neo4j_uri=self.uri,
            neo4j_user=self.user,
            neo4j_password=SecretStr(self.password),
            neo4j_database=self.database,
            **more,
        )


class ServerMissing(Exception):
    """No such server can be had; the message says why and what to set."""


def image(service: str) -> str:
    """The image that docker-compose.yml runs, so that tests test what is shipped."""
    import yaml

    compose: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    return str(compose["services"][service]["image"])


def docker_problem() -> str | None:
    """Why no container can be started here; None where one can.

    Asks the engine, as a `docker` binary without one is common; its package takes a
    second to load, so first whether there is a socket.
    """
    is_posix, given = os.name == "posix", os.environ.get("DOCKER_HOST")
    if is_posix and not given and not SOCKET.exists():
        return f"{SOCKET} is not there"
    # docker-py forgets a socket that it could not connect; the test run turns the
    # warning about it into an error.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        problem = _ping_docker()
        gc.collect()
    return problem


def _ping_docker() -> str | None:
    import docker

    try:
        with contextlib.closing(docker.from_env(timeout=5)) as client:
            client.ping()
    except (docker.errors.DockerException, OSError) as error:
        return str(error)
    return None


@contextlib.contextmanager
def neo4j_server(given: Mapping[str, str] = os.environ) -> Iterator[Neo4jSettings]:
    """The server that `given` names, else a container. Raises ServerMissing."""
    if uri := given.get("KGMEM_TEST_NEO4J_URI"):
        yield Neo4jSettings(
            uri,
            given.get("KGMEM_TEST_NEO4J_USER", "neo4j"),
            given.get("KGMEM_TEST_NEO4J_PASSWORD", ""),
            given.get("KGMEM_TEST_NEO4J_DATABASE", "neo4j"),
        )
        return
    _need_docker("Neo4j", "KGMEM_TEST_NEO4J_URI")
    with neo4j_container() as settings:
        yield settings


@contextlib.contextmanager
def qdrant_server(given: Mapping[str, str] = os.environ) -> Iterator[str]:
    """URL of the server that `given` names, else of a container.

    Raises ServerMissing.
    """
    if url := given.get("KGMEM_TEST_QDRANT_URL"):
        yield url
        return
    _need_docker("Qdrant", "KGMEM_TEST_QDRANT_URL")
    with qdrant_container() as url:
        yield url


@contextlib.contextmanager
def neo4j_container() -> Iterator[Neo4jSettings]:
    """A Neo4j container for as long as the block runs."""
    from testcontainers.community.neo4j import Neo4jContainer

    password = secrets.token_hex(16)
    with Neo4jContainer(image("neo4j"), password=password) as container:
        yield Neo4jSettings(container.get_connection_url(), "neo4j", password)


@contextlib.contextmanager
def qdrant_container() -> Iterator[str]:
    """URL of a Qdrant container for as long as the block runs.

    It speaks REST: its gRPC port is mapped to a number that no URL tells.
    """
    from testcontainers.community.qdrant import QdrantContainer

    with QdrantContainer(image("qdrant")) as container:
        yield f"http://{container.rest_host_address}"


def _need_docker(server: str, variable: str) -> None:
    if problem := docker_problem():
        raise ServerMissing(
            f"no {server} server: {variable} is not set and there is no Docker "
            f"engine ({problem})"
        )


def clean(server: Neo4jSettings) -> None:
    """No node, constraint or index stays in the database."""
    with _session(server) as session:
        _wipe(session)


def empty(server: Neo4jSettings) -> None:
    """No data stays; the present schema does where it is there, since to make it takes
    seconds."""
    from kgmem.graph.schema import migrations

    with _session(server) as session:
        versions = session.run(
            "MATCH (m:Meta {meta_id: 'schema'}) RETURN m.schema_version AS version"
        ).value()
        if versions == [len(migrations())] and _has_schema(session):
            session.run(
                "MATCH (n) WHERE n.meta_id IS NULL OR n.meta_id <> 'schema' "
                "DETACH DELETE n"
            ).consume()
        else:
            _wipe(session)


@contextlib.contextmanager
def _session(settings: Neo4jSettings) -> Iterator[neo4j.Session]:
    import neo4j

    auth = (settings.user, settings.password)
    with (
        neo4j.GraphDatabase.driver(settings.uri, auth=auth) as driver,
        driver.session(database=settings.database) as session,
    ):
        yield session


def _wipe(session: neo4j.Session) -> None:
    session.run(
        "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"
    ).consume()
    _drop_all(session, "CONSTRAINT", "SHOW CONSTRAINTS YIELD name, type")
    _drop_all(session, "INDEX", "SHOW INDEXES YIELD name, type")


def _has_schema(session: neo4j.Session) -> bool:
    """Are all the constraints there?"""
    from kgmem.graph.schema import schema_items

    there = len(session.run("SHOW CONSTRAINTS YIELD name").data())
    return there == sum(item.kind == "unique" for item in schema_items())


def _drop_all(session: neo4j.Session, kind: str, listing: LiteralString) -> None:
    """Drop all but the two lookup indexes that every database starts with."""
    for row in session.run(listing).data():
        if row["type"] != "LOOKUP":
            # The server's own name for it: no text of a user's.
            session.run(f"DROP {kind} `{row['name']}`").consume()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
