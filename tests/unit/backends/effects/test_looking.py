"""Effects are looked at where the settings allow it, and nowhere else."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from kgmem.backends.effects.looking import Looking, hosts_of
from kgmem.ports import Unseen


def looking(
    answer: Callable[[httpx.Request], httpx.Response] | None = None,
    hosts: str = "shop.example",
    folder: Path | None = None,
) -> Looking:
    transport = httpx.MockTransport(answer) if answer else None
    folders = (folder,) if folder else ()
    return Looking(hosts_of(hosts), folders, transport=transport)


@pytest.mark.parametrize(
    "address", ["https://other.example/", "http://shop.example:8080/", "http://[::1]/"]
)
def test_no_other_host_is_asked(address: str) -> None:
    at = looking(lambda _: pytest.fail("it was asked"))

    with pytest.raises(Unseen, match="KGMEM_VERIFY_HOSTS"):
        at.get(address, {})


@pytest.mark.parametrize("to", ["https://other.example/", "http://shop.example/"])
def test_nobody_is_sent_on_to_another_host(to: str) -> None:
    hosts = "shop.example, other.example"
    away = httpx.Response(302, headers={"location": to})

    with pytest.raises(Unseen, match="another host"):
        looking(lambda _: away, hosts).get("https://shop.example/", {})


def test_a_redirect_on_the_host_is_followed_a_few_times() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/new":
            return httpx.Response(200, text="there")
        return httpx.Response(302, headers={"location": "/new"})

    round_and_round = httpx.Response(302, headers={"location": "/"})

    assert looking(answer).get("https://shop.example/old", {}) == "there"
    with pytest.raises(Unseen, match="again and again"):
        looking(lambda _: round_and_round).get("https://shop.example/", {})


def test_headers_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_TOKEN", "t0k3n")
    at = looking(lambda r: httpx.Response(200, text=r.headers["authorization"]))

    told = at.get("https://shop.example/", {"Authorization": "SHOP_TOKEN"})

    assert told == "t0k3n"
    with pytest.raises(Unseen, match="NO_SUCH"):
        at.get("https://shop.example/", {"Authorization": "NO_SUCH"})


def test_nothing_is_there_and_an_error_is_no_answer() -> None:
    gone = looking(lambda _: httpx.Response(404))
    broken = looking(lambda _: httpx.Response(500))

    assert gone.get("https://shop.example/", {}) is None
    with pytest.raises(Unseen, match="500"):
        broken.get("https://shop.example/", {})


def test_a_database_is_read_and_never_written(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            "create table o (id integer, status); insert into o values (7, 'x')"
        )
    at = looking(folder=tmp_path)

    rows = at.rows(str(path), "select status from o where id = :p0", {"p0": "7"}, {})

    assert rows == [{"status": "x"}]
    with pytest.raises(Unseen, match="failed"):
        at.rows(str(path), "with a as (select 1) delete from o", {}, {})


def test_files_are_read_in_allowed_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("done")
    (tmp_path / "out.txt").write_text("secret")
    at = looking(folder=tmp_path / "in")

    assert at.file(str(tmp_path / "in" / "a.txt")) == "done"
    assert at.file(str(tmp_path / "in" / "b.txt")) is None
    with pytest.raises(Unseen, match="KGMEM_VERIFY_FOLDERS"):
        at.file(str(tmp_path / "in" / ".." / "out.txt"))


def test_a_query_without_an_end_is_given_up(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as database:
        database.execute("CREATE TABLE t (a)")
    endless = (
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        "SELECT count(*) FROM c"
    )
    at = Looking(frozenset(), (tmp_path,), timeout=0.2)

    with pytest.raises(Unseen, match="interrupted"):
        at.rows(str(tmp_path / "a.db"), endless, {}, {})


def test_a_file_that_is_too_long_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a" * 2_000_001)

    with pytest.raises(Unseen, match="too long"):
        looking(folder=tmp_path).file(str(tmp_path / "a.txt"))
