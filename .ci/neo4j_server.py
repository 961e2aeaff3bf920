#!/usr/bin/env python3
# ruff: noqa: T201  # a command line tool: printing is its work
"""Run a command against a real Neo4j Community server that lives as long as it.

    uv run python .ci/neo4j_server.py -- uv run pytest -m live
    uv run python .ci/neo4j_server.py                # prints exports, waits for Ctrl-C

The command finds the server in KGMEM_TEST_NEO4J_URI, _USER and _PASSWORD. With a
Docker engine the server is the image of docker-compose.yml; without one it is
started from its Maven artifacts on Java 17 or newer, with its own port, password
and temporary folder. Either way nothing of it is left at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".ci" / ".cache"
VERSION = "5.26.30"
"""A fixed version, never a range: a test run must be repeatable."""
OLDEST_JAVA = 17
DOWNLOAD_ATTEMPTS = 3
START_SECONDS = 180

POM = f"""\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kgmem</groupId>
  <artifactId>neo4j-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.neo4j</groupId>
      <artifactId>neo4j</artifactId>
      <version>{VERSION}</version>
    </dependency>
  </dependencies>
</project>
"""

CONF = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=128m
dbms.usage_report.enabled=false
db.tx_log.preallocate=false
dbms.cypher.min_replan_interval=1h
"""
"""Tests empty the database hundreds of times: by its counts, which then are always
others, each query would be planned again every ten seconds."""

JAVA_FLAGS = (
    "-Xms512m",
    "-Xmx1g",
    "-XX:-UsePerfData",
    # It lives for minutes: to compile well, and to collect in threads, costs more.
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    *(
        f"--add-opens=java.base/{package}=ALL-UNNAMED"
        for package in ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    ),
)


class CannotRun(Exception):
    """The server can't be had here; the message says what to do."""


def main() -> int:
    """The command's exit code; 1 where the server could not be started."""
    arguments = _arguments()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda got, _: sys.exit(128 + got))
    try:
        with server(arguments.route) as variables:
            return _run(arguments.command, variables)
    except CannotRun as error:
        print(f"neo4j: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--route", choices=("auto", "docker", "maven"), default="auto")
    parser.add_argument("command", nargs="*", help="after --; none: wait for Ctrl-C")
    return parser.parse_args()


def _run(command: Sequence[str], variables: Mapping[str, str]) -> int:
    if command:
        return subprocess.call(command, env={**os.environ, **variables}, cwd=ROOT)
    for name, value in variables.items():
        print(f"export {name}={shlex.quote(value)}", flush=True)
    signal.pause()
    return 0


@contextlib.contextmanager
def server(route: str) -> Iterator[dict[str, str]]:
    """The variables under which tests find a server that is up."""
    sys.path.insert(0, str(ROOT))
    from tests.servers import docker_problem

    problem = docker_problem() if route == "auto" else None
    if route == "docker" or (route == "auto" and problem is None):
        started = _from_docker()
    else:
        _say(f"no Docker engine ({problem}): Maven artifacts" if problem else "Maven")
        started = _from_maven()
    begin = time.monotonic()
    with started as variables:
        _say(
            f"up after {time.monotonic() - begin:.0f} s at "
            f"{variables['KGMEM_TEST_NEO4J_URI']}"
        )
        yield variables


def _variables(uri: str, password: str) -> dict[str, str]:
    return {
        "KGMEM_TEST_NEO4J_URI": uri,
        "KGMEM_TEST_NEO4J_USER": "neo4j",
        "KGMEM_TEST_NEO4J_PASSWORD": password,
    }


@contextlib.contextmanager
def _from_docker() -> Iterator[dict[str, str]]:
    from tests.servers import neo4j_container

    with neo4j_container() as settings:
        yield _variables(settings.uri, settings.password)


@contextlib.contextmanager
def _from_maven() -> Iterator[dict[str, str]]:
    java = _java()
    library = _library()
    with tempfile.TemporaryDirectory(prefix="kgmem-neo4j-") as folder:
        home, port = Path(folder), _free_port()
        with _process(_command(java, library, home, port), home) as process:
            password = secrets.token_hex(16)
            _await_bolt(process, port)
            _set_password(port, password)
            yield _variables(f"bolt://127.0.0.1:{port}", password)


# The artifacts ------------------------------------------------------------------------


def _library() -> Path:
    """Folder with the server's jars; downloaded once."""
    library = CACHE / f"neo4j-{VERSION}"
    if library.is_dir():
        return library
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        (Path(folder) / "pom.xml").write_text(POM, encoding="utf-8")
        _download(Path(folder))
        # Renamed only when complete: an interrupted download leaves no half cache.
        (Path(folder) / "lib").rename(library)
    return library


def _download(folder: Path) -> None:
    command = [_maven(), "-q", "-B", "dependency:copy-dependencies"]
    command.append(f"-DoutputDirectory={folder / 'lib'}")
    for attempt in range(1, DOWNLOAD_ATTEMPTS + 1):
        _say(f"downloading {VERSION} with Maven, attempt {attempt}")
        if subprocess.call(command, cwd=folder, stdin=subprocess.DEVNULL) == 0:
            return
        time.sleep(5 * attempt)
    raise CannotRun(f"Maven failed {DOWNLOAD_ATTEMPTS} times; its messages are above")


# Java and Maven -----------------------------------------------------------------------


def _java() -> str:
    """Path of a Java that is new enough; installed where apt and root allow it."""
    found = _find_java()
    if found is None:
        for package in ("openjdk-17-jre-headless", "openjdk-21-jre-headless"):
            if _apt_install(package) and (found := _find_java()):
                break
    if found is None:
        raise CannotRun(f"install Java {OLDEST_JAVA} or newer, then run this again")
    return found


def _find_java() -> str | None:
    home = os.environ.get("JAVA_HOME")
    places = [f"{home}/bin/java"] if home else []
    places += [shutil.which("java") or ""]
    places += [str(path) for path in Path("/usr/lib/jvm").glob("*/bin/java")]
    return next(
        (place for place in places if _java_version(place) >= OLDEST_JAVA), None
    )


def _java_version(java: str) -> int:
    """Major version; 0 for what is no Java. Before 9 it was written 1.8."""
    if not java or not os.access(java, os.X_OK):
        return 0
    answer = subprocess.run([java, "-version"], capture_output=True, text=True)
    match = re.search(r'version "(\d+)', answer.stderr)
    return int(match[1]) if match else 0


def _maven() -> str:
    if shutil.which("mvn") is None:
        _apt_install("maven")
    found = shutil.which("mvn")
    if found is None:
        raise CannotRun("install Maven (mvn), then run this again")
    return found


def _apt_install(package: str) -> bool:
    """Whether apt could install it; False at once without apt or root."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    _say(f"installing {package}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package],
    )
    return all(
        subprocess.call(command, env=environment, stdin=subprocess.DEVNULL) == 0
        for command in commands
    )


# The process --------------------------------------------------------------------------


def _command(java: str, library: Path, home: Path, port: int) -> list[str]:
    conf = home / "conf"
    conf.mkdir()
    (conf / "neo4j.conf").write_text(CONF.format(port=port), encoding="utf-8")
    return [
        java,
        *JAVA_FLAGS,
        f"-Djava.io.tmpdir={home}",
        "-cp",
        f"{library}/*",
        "org.neo4j.server.CommunityEntryPoint",
        f"--home-dir={home}",
        f"--config-dir={conf}",
    ]


@contextlib.contextmanager
def _process(command: list[str], home: Path) -> Iterator[subprocess.Popen[bytes]]:
    log = home / "console.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    except CannotRun:
        tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-40:]
        print(*tail, sep="\n", file=sys.stderr)
        raise
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the whole process group. Its data is thrown away, so there is nothing
    to save, and an orderly shutdown takes ten seconds."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await_bolt(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise CannotRun(f"the server ended with code {process.returncode}")
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), timeout=1),
        ):
            return
        time.sleep(0.25)
    raise CannotRun(f"no answer from Bolt within {START_SECONDS} s")


def _set_password(port: int, password: str) -> None:
    """Replace the first password, which is good for nothing but this."""
    import neo4j
    from neo4j.exceptions import Neo4jError, ServiceUnavailable

    statement = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $new"
    uri = f"bolt://127.0.0.1:{port}"
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", "neo4j")) as driver:
        for _ in range(60):
            try:
                driver.execute_query(statement, new=password, database_="system")
            except (Neo4jError, ServiceUnavailable):
                time.sleep(0.5)  # The port opens before the system database is up.
            else:
                break
        else:
            raise CannotRun("the first password could not be changed")
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", password)) as driver:
        driver.verify_connectivity()


def _say(message: str) -> None:
    print(f"neo4j: {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
