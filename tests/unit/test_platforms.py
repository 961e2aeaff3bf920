"""Which packages come as a wheel for which system, read from `uv.lock`; and that
`docs/platforms.md` says the same."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parents[2]
PYTHONS = (11, 12, 13, 14)
"""Minor versions of CPython 3."""

WHEEL, SOURCE, NOTHING, NOT_NEEDED = "wheel", "source", "none", "–"
Package = Mapping[str, Any]


def _linux(machine: str) -> list[str]:
    """Tags of glibc 2.28: Debian 10, RHEL 8 and whatever is newer."""
    dated = [f"manylinux{year}_{machine}" for year in ("2014", "2010", "1")]
    return [f"manylinux_2_{minor}_{machine}" for minor in range(5, 29)] + dated


@dataclass(frozen=True, slots=True)
class System:
    """A column of the table: its name, what markers see, what wheels it takes."""

    name: str
    sys_platform: str
    os_name: str
    machine: str
    platforms: tuple[str, ...]

    def environment(self, minor: int) -> dict[str, str]:
        names = {"linux": "Linux", "win32": "Windows", "darwin": "Darwin"}
        return {
            "sys_platform": self.sys_platform,
            "platform_system": names[self.sys_platform],
            "os_name": self.os_name,
            "platform_machine": self.machine,
            "python_version": f"3.{minor}",
            "python_full_version": f"3.{minor}.0",
            "implementation_name": "cpython",
            "implementation_version": f"3.{minor}.0",
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_version": "",
            "extra": "",
        }


@cache
def fitting(system: System, minor: int) -> frozenset[Tag]:
    """The tags of wheels that this Python takes there."""
    version, interpreter = (3, minor), f"cp3{minor}"
    return frozenset(
        [
            *cpython_tags(version, [interpreter], system.platforms),
            *compatible_tags(version, interpreter, system.platforms),
        ]
    )


def _mac(machine: str) -> tuple[str, ...]:
    return tuple(mac_platforms((14, 0), machine))


SYSTEMS = (
    System("Linux x86-64", "linux", "posix", "x86_64", tuple(_linux("x86_64"))),
    System("Linux arm64", "linux", "posix", "aarch64", tuple(_linux("aarch64"))),
    System("Windows x86-64", "win32", "nt", "AMD64", ("win_amd64",)),
    System("macOS arm64", "darwin", "posix", "arm64", _mac("arm64")),
    System("macOS x86-64", "darwin", "posix", "x86_64", _mac("x86_64")),
)

EXCEPTIONS = {
    # Pure Python without a wheel: installers build it, no compiler is needed.
    **{("jieba", system.name): SOURCE for system in SYSTEMS},
    # Left out by markers: Macs with Intel processors need a graph server.
    ("arcadedb", "macOS x86-64"): NOT_NEEDED,
    ("onnxruntime", "macOS x86-64"): NOT_NEEDED,
    # Needed by the SDK of the Model Context Protocol.
    ("cryptography", "macOS x86-64"): SOURCE,
}


@cache
def locked() -> dict[str, list[Package]]:
    """Packages of the lock file by name; more than one where Pythons differ."""
    found: dict[str, list[Package]] = {}
    text = (ROOT / "uv.lock").read_text(encoding="utf-8")
    for package in tomllib.loads(text)["package"]:
        found.setdefault(package["name"], []).append(package)
    return found


@cache
def needed(system: System, minor: int) -> dict[str, Package]:
    """What `kgmem[all]` stands on there, by name."""
    environment = system.environment(minor)
    found: dict[str, Package] = {}
    waiting: list[tuple[Package, tuple[str, ...]]] = [(locked()["kgmem"][0], ("all",))]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while waiting:
        package, extras = waiting.pop()
        if (package["name"], extras) in seen:
            continue
        seen.add((package["name"], extras))
        found[package["name"]] = package
        for one in _dependencies(package, extras):
            if Marker(one.get("marker", "os_name != ''")).evaluate(environment):
                waiting.append((_chosen(one, environment), tuple(one.get("extra", ()))))
    del found["kgmem"]
    return found


def _dependencies(package: Package, extras: tuple[str, ...]) -> Iterator[Package]:
    yield from package.get("dependencies", ())
    for extra in extras:
        yield from package.get("optional-dependencies", {}).get(extra, ())


def _chosen(dependency: Package, environment: dict[str, str]) -> Package:
    (only,) = (
        package
        for package in locked()[dependency["name"]]
        if dependency.get("version", package["version"]) == package["version"]
        and _resolved(package, environment)
    )
    return only


def _resolved(package: Package, environment: dict[str, str]) -> bool:
    """Was this version chosen for such an environment?"""
    markers = package.get("resolution-markers", ())
    return not markers or any(Marker(m).evaluate(environment) for m in markers)


def wheels(package: Package) -> Iterator[frozenset[Tag]]:
    """The tags of each wheel of a package."""
    for wheel in package.get("wheels", ()):
        yield _tags(wheel["url"].rsplit("/", 1)[1])


@cache
def _tags(file_name: str) -> frozenset[Tag]:
    return parse_wheel_filename(file_name)[3]


@cache
def availability(name: str, system: System, minor: int) -> str:
    package = needed(system, minor).get(name)
    if package is None:
        return NOT_NEEDED
    if "editable" in package["source"]:  # of this repository, one wheel for all
        return WHEEL
    if any(tags & fitting(system, minor) for tags in wheels(package)):
        return WHEEL
    return SOURCE if "sdist" in package else NOTHING


def runtime() -> set[str]:
    """Every package that some system needs."""
    return {name for s in SYSTEMS for minor in PYTHONS for name in needed(s, minor)}


def is_native(name: str) -> bool:
    """Does it come compiled, with a wheel for each system?"""
    return any(
        tag.platform != "any"
        for package in locked()[name]
        for tags in wheels(package)
        for tag in tags
    )


@pytest.mark.parametrize("minor", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_everything_has_a_wheel_but_what_is_known(system: System, minor: int) -> None:
    known = {name: what for (name, at), what in EXCEPTIONS.items() if at == system.name}

    found = {
        name: availability(name, system, minor)
        for name in {*needed(system, minor), *known}
    }

    assert {name: what for name, what in found.items() if what != WHEEL} == known


def test_the_walk_reaches_what_is_needed_indirectly() -> None:
    assert {"pydantic-core", "httpcore"} <= set(needed(SYSTEMS[0], 11))


def _cell(name: str, system: System) -> str:
    by_python = {minor: availability(name, system, minor) for minor in PYTHONS}
    if len(set(by_python.values())) == 1:
        return by_python[PYTHONS[0]]
    return ", ".join(f"3.{minor}: {what}" for minor, what in by_python.items())


def table() -> list[str]:
    """The rows of the document's table, one for each package that is compiled or an
    exception."""
    names = {name for name in runtime() if is_native(name)}
    names |= {name for name, _ in EXCEPTIONS}
    head = ["package", *(system.name for system in SYSTEMS)]
    rows = [[name, *(_cell(name, s) for s in SYSTEMS)] for name in sorted(names)]
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]


def test_the_document_has_this_table() -> None:
    text = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")

    start = text.index(table()[0])
    stated = list(takewhile(lambda line: line[:1] == "|", text[start:].splitlines()))

    assert stated == table()


def test_direct_dependencies_are_among_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    direct = {
        canonicalize_name(Requirement(line).name)
        for line in project["project"]["dependencies"]
    }

    assert direct <= runtime()
