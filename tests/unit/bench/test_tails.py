"""The benches of tails and of mail requests, small."""

import json
from pathlib import Path

import pytest
from kgmem_bench.routing.mail import MailResult, bench_mail
from kgmem_bench.routing.mail_report import checks as mail_checks
from kgmem_bench.tails import tails
from kgmem_bench.tails.tails import Tail, own_tails, tails_in

from kgmem import InvalidInput


def test_tails_are_of_both_languages_and_all_places() -> None:
    found = own_tails()

    assert {(one.language, one.place) for one in found} == {
        (language, place) for language in ("en", "zh") for place in tails.PLACES
    }
    assert len(found) >= 80


def test_others_come_from_a_file(tmp_path: Path) -> None:
    rows = [{"text": "twice", "place": "after", "language": "en", "changes": "again"}]
    path = tmp_path / "tails.json"
    path.write_text(json.dumps(rows), encoding="utf-8")

    assert tails_in(path) == [Tail("twice", "after", "en", "again")]


@pytest.mark.parametrize(
    ("task", "tail", "texts"),
    [
        ("Open Ann.", Tail("twice", "after", "en"), ["Open Ann twice."]),
        ("Open Ann.", Tail("Never", "before", "en"), ["Never open Ann."]),
        ('Say "Ann" now', Tail("or {other}", "within", "en"), ['Say "Ann" or Bo now']),
        ("打开Ann", Tail("两次", "after", "zh"), ["打开Ann两次", "打开Ann，两次"]),
    ],
)
def test_where_a_tail_goes(task: str, tail: Tail, texts: list[str]) -> None:
    assert list(tails._texts(task, tail, ["Ann"], "Bo")) == texts


def test_a_set_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="mail-requests"):
        bench_mail(tmp_path)


def test_nothing_asked_is_nothing_measured() -> None:
    found = mail_checks(MailResult("mail", {}, "words", "made", []))

    assert found[0].met is True
    assert [one.met for one in found[1:]] == [None, None, None]
