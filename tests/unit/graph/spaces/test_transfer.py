"""Files of a whole memory: what is refused, and what an interruption leaves."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import GraphUnavailable, InvalidInput, Memory
from kgmem.graph.schema import schema_items, schema_version
from kgmem.graph.spaces import exporting
from kgmem.graph.spaces.lines import NOT_CARRIED, PARTS, WHOLES, keys
from tests.contracts.pruning import a_run
from tests.contracts.transfer import lines, link, put, uid
from tests.doubles import SwitchableEmbedder, WordEmbedder

Line = dict[str, Any]
IMPORTER = Path(__file__).with_name("importer.py")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An export of three runs, with a pattern."""
    folder = tmp_path_factory.mktemp("sample")
    with Memory.open(folder / "memory", embedder=WordEmbedder()) as memory:
        memory.learn_many(
            [a_run(f"Buy {n}", f"r{n}", won=True, value=n) for n in ("tea", "milk")]
        )
        memory.learn(a_run("退掉订单", "r3", app="商店"))
        memory.generalize()
        memory.export_to(folder / "x")
    return (folder / "x").read_bytes()


@pytest.fixture
def exported(sample: bytes, tmp_path: Path) -> Path:
    """A file with the sample."""
    (tmp_path / "export.jsonl").write_bytes(sample)
    return tmp_path / "export.jsonl"


@pytest.fixture
def full(memory: Memory, exported: Path) -> Memory:
    """A memory that holds what the sample holds."""
    memory.import_from(exported)
    return memory


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """An empty memory that stays empty: all that it is given is refused."""
    path = tmp_path_factory.mktemp("refusing")
    with Memory.open(path, embedder=WordEmbedder()) as memory:
        yield memory


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "empty", embedder=WordEmbedder()) as memory:
        yield memory


def nodes(memory: Memory) -> int:
    rows = memory.cypher("MATCH (n) WHERE n.space = $space RETURN count(n) AS n")
    return int(rows[0]["n"])


def sealed(told: list[Line]) -> bytes:
    """These lines as a file whose checksum and counts are right."""
    body, footer = told[:-1], told[-1]
    raw = b"".join(json.dumps(one).encode() + b"\n" for one in body)
    counts: dict[str, dict[str, int]] = {"nodes": {}, "relationships": {}}
    for one in body:
        for name, kind in (("nodes", one.get("n")), ("relationships", one.get("r"))):
            if isinstance(kind, str):
                counts[name][kind] = counts[name].get(kind, 0) + 1
    footer = {"footer": {**counts, "sha256": hashlib.sha256(raw).hexdigest()}}
    return raw + json.dumps(footer).encode() + b"\n"


# --- what is carried --------------------------------------------------------------


def test_every_label_of_the_schema_is_carried_or_left_out_with_a_reason() -> None:
    labels = {item.label for item in schema_items()}

    assert set(keys()) | set(NOT_CARRIED) == labels
    assert not set(keys()) & set(NOT_CARRIED)
    assert all(NOT_CARRIED.values())
    assert PARTS | set(WHOLES) <= set(keys())


def test_a_node_of_every_carried_label_comes_through(
    memory: Memory, empty: Memory, tmp_path: Path
) -> None:
    for label, key in keys().items():
        props: dict[str, Any] = {key: uid(label), "text": "文", "version": 1}
        if label == "Meta":
            props = {key: "calibration:default", "curve": "{}", "owner": "a job"}
        if label in WHOLES:
            props |= dict.fromkeys(WHOLES[label].parts.values(), 0)
        if label == "Experience":
            props |= {"task_id": uid("Task"), "recorded_at": 1, "outcome": "success"}
        if label == "Task":
            props["runs"] = 1
        if label not in PARTS:
            put(memory, label, **props)
    link(memory, "Task", uid("Task"), "ATTEMPTED_AS", "Experience", uid("Experience"))
    memory.export_to(tmp_path / "x")

    report = empty.import_from(tmp_path / "x")

    assert report.stored == dict.fromkeys(set(keys()) - PARTS, 1)
    (meta,) = [one["p"] for one in lines(tmp_path / "x") if one.get("n") == "Meta"]
    assert meta == {"meta_id": "calibration:default", "space": "default", "curve": "{}"}


def test_schema_index_and_locks_stay_behind(memory: Memory, tmp_path: Path) -> None:
    parts = memory._parts
    assert parts is not None
    parts.engine.write(
        lambda tx: tx.run(
            "CREATE (:Meta {meta_id: 'generalize:default', owner: 'x', expires_at: 9}) "
            "CREATE (:Meta {meta_id: 'calibration:other', curve: '{}'})"
        )
    )

    report = memory.export_to(tmp_path / "x")

    assert report.nodes == {}
    assert len(lines(tmp_path / "x")) == 2


def test_nothing_of_another_space_is_in_it(memory: Memory, tmp_path: Path) -> None:
    memory.learn(a_run("Buy milk", "r1", won=True))
    memory.in_space("team-b").learn(a_run("Buy tea", "secret of b", won=True))

    memory.export_to(tmp_path / "x")

    assert "secret of b" not in (tmp_path / "x").read_text("utf-8")


# --- the file that is written -----------------------------------------------------


def test_the_file_is_its_owners_alone(full: Memory, exported: Path) -> None:
    full.export_to(exported, overwrite=True)

    beside = [p.name for p in exported.parent.iterdir() if p.name.endswith(".part")]

    assert beside == []
    if os.name == "posix":
        assert exported.stat().st_mode & 0o777 == 0o600


def test_a_file_is_overwritten_only_if_asked(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")

    with pytest.raises(InvalidInput, match=r"there already.*--force"):
        memory.export_to(tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "precious"
    memory.export_to(tmp_path / "mine", overwrite=True)

    assert Memory.is_export(tmp_path / "mine")


@pytest.mark.parametrize(
    ("path", "told"),
    [(".", "is a folder"), ("not/there/x", "can't be written"), ("", "name of a file")],
)
def test_a_place_that_cannot_be_written_is_told(
    memory: Memory, path: str, told: str
) -> None:
    with pytest.raises(InvalidInput, match=told):
        memory.export_to(path)


def test_an_interrupted_export_leaves_the_file(full: Memory, exported: Path) -> None:
    before = exported.read_bytes()

    def stop(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        full.export_to(exported, overwrite=True, progress=stop)

    assert exported.read_bytes() == before
    assert not list(exported.parent.glob(".*.part"))


def test_what_is_forgotten_meanwhile_is_not_in_it(
    full: Memory, empty: Memory, exported: Path
) -> None:
    gone = full.recall("退掉订单").experiences[0].task_id
    calls: list[int] = []

    def forget(done: int, total: int | None) -> None:
        if not calls:
            full.forget(task_id=gone)
        calls.append(done)

    full.export_to(exported, overwrite=True, progress=forget)

    assert gone not in exported.read_text("utf-8")
    empty.import_from(exported)
    assert empty.stats()["experiences"] == 2
    assert empty.doctor().ok


def test_a_memory_that_never_holds_still_is_given_up(
    full: Memory, exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = exporting.choose

    def chosen(store: Any, space: str) -> exporting.Chosen:
        found = choose(store, space)
        found.ids["Step"]["not there any more"] = None
        return found

    monkeypatch.setattr(exporting, "choose", chosen)

    with pytest.raises(GraphUnavailable, match="when no job runs"):
        full.export_to(exported, overwrite=True)


# --- files that are refused -------------------------------------------------------


def flipped(raw: bytes) -> bytes:
    n = raw.index(b"tea")
    return raw[:n] + b"T" + raw[n + 1 :]


def without_a_node(raw: bytes) -> bytes:
    told = raw.splitlines(keepends=True)
    return b"".join(told[:1] + told[2:])


def twice(raw: bytes) -> bytes:
    told = raw.splitlines(keepends=True)
    return b"".join([*told[:2], *told[1:]])


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda raw: b"", "is empty"),
        (lambda raw: raw[: len(raw) // 2], "damaged"),
        (lambda raw: raw[:-1], "end is missing"),
        (lambda raw: raw[: raw.rindex(b'{"footer"')], "end is missing"),
        (flipped, "checksum"),
        (without_a_node, "damaged"),
        (twice, "second time"),
        (lambda raw: raw + raw, "behind the footer"),
        (lambda raw: raw + b"{}\n", "behind the footer"),
        (lambda raw: b"not JSON\n" + raw, "line 1 is not JSON"),
        (lambda raw: b"[" * 100_000 + b"\n", "line 1 is not JSON"),
        (lambda raw: b"\xff\xfe\n", "line 1 is not JSON"),
        (lambda raw: b"[1]\n", "line 1 is no object"),
        (lambda raw: b'{"task": "Buy milk"}\n', "no export of kgmem.*kgmem learn"),
        (lambda raw: gzip.compress(raw)[:-40], "damaged"),
        (lambda raw: gzip.compress(raw)[:30] + b"\0" * 99, "damaged"),
    ],
)
def test_a_damaged_file_is_refused_and_nothing_is_written(
    refusing: Memory, exported: Path, damage: Callable[[bytes], bytes], told: str
) -> None:
    exported.write_bytes(damage(exported.read_bytes()))

    with pytest.raises(InvalidInput, match=told):
        refusing.import_from(exported)

    assert nodes(refusing) == 0


def changed(at: int, **props: Any) -> Callable[[list[Line]], None]:
    def change(told: list[Line]) -> None:
        told[at] = {**told[at], **props}

    return change


def set_prop(name: str, value: Any) -> Callable[[list[Line]], None]:
    def change(told: list[Line]) -> None:
        told[1]["p"][name] = value

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (changed(0, kgmem_export=2), "format 2.*upgrade kgmem"),
        (changed(0, kgmem_export="1"), "no export"),
        (changed(0, schema_version=schema_version() + 1), "upgrade kgmem"),
        (changed(0, schema_version=0, kgmem="0.1.0"), "by kgmem 0.1.0"),
        (changed(0, schema_version=None), "upgrade kgmem"),
        (changed(0, space="team-b"), "'team-b'.*'default'.*--space"),
        (changed(1, n="Outbox"), "no known label"),
        (changed(1, n=["Task"]), "no known label"),
        (changed(1, n="Meta", p={"meta_id": "schema"}), "another space"),
        (changed(1, p=None), "no properties"),
        (changed(1, extra=1), "neither"),
        (set_prop("space", "team-b"), "another space"),
        (set_prop("task_id", None), "can't be kept"),
        (set_prop("task_id", ""), "without task_id"),
        (set_prop("task_id", "no uuid"), "can't be indexed"),
        (set_prop("text", 7), "can't be indexed"),
        (set_prop("tags", {"a": 1}), "can't be kept: 'tags'"),
        (set_prop("tags", ["a", 1]), "can't be kept: 'tags'"),
        (set_prop("runs", 2**63), "can't be kept: 'runs'"),
        (set_prop("runs", float("inf")), "not JSON"),
        (set_prop("a b", 1), "can't be kept: 'a b'"),
        (set_prop("text", "\ud800"), "half a character"),
        (set_prop("text", "a\0b"), "NUL"),
        (changed(-2, r="OWNS"), "no known type"),
        (changed(-2, to=["Task", "nobody"]), "not there"),
        (changed(-2, to="Task"), "not there"),
        (changed(-2, to=[["Task"], "x"]), "not there"),
        (lambda told: told.insert(1, told[-2]), "not there"),
        (lambda told: told.insert(-1, {**told[1]}), "behind a relationship"),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused_and_nothing_is_written(
    refusing: Memory, exported: Path, change: Callable[[list[Line]], None], told: str
) -> None:
    given = lines(exported)
    change(given)
    exported.write_bytes(sealed(given))

    with pytest.raises(InvalidInput, match=told):
        refusing.import_from(exported)

    assert nodes(refusing) == 0


def test_an_export_of_the_first_schema_is_brought_up_to_date(
    memory: Memory, empty: Memory, exported: Path
) -> None:
    written = lines(exported)
    changed(0, schema_version=1)(written)
    for line in written:
        line.get("p", {}).pop("pending", None)
    exported.write_bytes(sealed(written))

    report = empty.import_from(exported)

    waiting = empty.cypher("MATCH (t:Task) WHERE t.pending = $space RETURN t.text")
    assert report.path == str(exported)
    assert report.stored["Experience"] == 3
    assert len(waiting) == 3
    assert empty.recall("Buy tea").plan is not None


def test_no_file_and_a_folder_are_told(refusing: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="there is no file"):
        refusing.import_from(tmp_path / "nothing")
    with pytest.raises(InvalidInput, match="is a folder"):
        refusing.import_from(tmp_path)


@pytest.mark.parametrize("content", [b"", b'{"a": 1}\n', b"\xff" * 300_000, b"a,b\n"])
def test_other_files_are_not_taken_for_exports(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)

    assert not Memory.is_export(tmp_path / "other")
    assert not Memory.is_export(tmp_path)


# --- into a memory that is not empty ----------------------------------------------


def test_a_pattern_is_not_taken_apart(empty: Memory, exported: Path) -> None:
    """Both have one of the same tasks, of different runs."""
    runs = [a_run(f"Buy {n}", f"h{n}", won=True, value=n) for n in ("tea", "rice")]
    empty.learn_many(runs)
    empty.generalize()
    (before,) = empty.patterns("shop")

    report = empty.import_from(exported)

    kept = {one.pattern_id: len(one.steps) for one in empty.patterns("shop")}
    assert kept[before.pattern_id] == len(before.steps)
    assert empty.doctor().ok
    assert report.stored["Experience"] == 3
    assert empty.generalize().tasks > 0
    assert empty.doctor().ok


# --- interruptions ----------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("after", [1, 400, 900])
@pytest.mark.slow
def test_a_killed_import_is_finished_by_the_next(
    memory: Memory, tmp_path: Path, after: int
) -> None:
    memory.learn_many(
        [a_run(f"Buy {n} eggs", f"r{n}", won=n % 3 > 0) for n in range(90)]
    )
    memory.generalize()
    memory.flush()
    memory.export_to(tmp_path / "x")
    home = tmp_path / "other"
    killed = subprocess.run(
        [sys.executable, IMPORTER, home, tmp_path / "x", str(after)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr

    with Memory.open(home, embedder=WordEmbedder()) as other:
        report = other.import_from(tmp_path / "x")

        other.flush()
        assert other.stats()["points"] == memory.stats()["points"]
        assert other.doctor().ok
        assert other.patterns() == memory.patterns()
        other.export_to(tmp_path / "y")
    assert sum(report.stored.values()) < len(lines(tmp_path / "x"))
    assert nodes_of(tmp_path / "y") == nodes_of(tmp_path / "x")


def nodes_of(path: Path) -> list[str]:
    """All nodes; links between tasks are made by the index, too."""
    told = (one for one in lines(path) if "n" in one)
    return sorted(json.dumps({**one["p"], "links": 0}, sort_keys=True) for one in told)


def test_vectors_that_fail_now_follow(exported: Path, tmp_path: Path) -> None:
    embedder = SwitchableEmbedder()
    with Memory.open(tmp_path / "late", embedder=embedder) as late:
        embedder.down = True
        report = late.import_from(exported)
        embedder.down = False
        late.flush()

        assert report.vectors == "pending"
        assert late.stats()["points"] == 3
        assert late.doctor().ok


# --- clearing ---------------------------------------------------------------------


def test_a_kind_that_there_is_not_is_told(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="one of tasks, patterns"):
        memory.clear("runs")  # type: ignore[arg-type]  # bad on purpose


def test_an_interrupted_clear_goes_on(memory: Memory) -> None:
    memory.learn_many([a_run(f"Buy {n} eggs", f"r{n}") for n in range(150)])

    def stop(done: int, total: int | None) -> None:
        if done >= 64:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.clear("tasks", progress=stop)
    left = memory.stats()["tasks"]
    assert 0 < left < 150
    assert memory.doctor().ok

    memory.clear("tasks")

    assert memory.stats()["elements"] == memory.stats()["points"] == 0
