"""`kgmem chat import` and `kgmem agent`."""

import json
from pathlib import Path

import pytest

from tests.unit.interfaces.conftest import Kgmem

CHATGPT = Path(__file__).parents[4] / "packages/kgmem-formats/tests/chats/chatgpt.json"


@pytest.mark.parametrize(
    ("language", "home", "question", "answer"),
    [
        ("en", "lives in Hamburg", "How do I send the kettle back?", "parcel shop"),
        pytest.param(
            *("zh", "住在昆明", "电热水壶怎么退货？", "寄件点"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_sample_chat_becomes_a_profile_and_a_context(
    kgmem: Kgmem, tmp_path: Path, language: str, home: str, question: str, answer: str
) -> None:
    at = ("--home", str(tmp_path / "home"))
    kept = kgmem(
        *at, "chat", "import", "--sample", language, "--agent", "a", "--update"
    )

    shown = kgmem(*at, "agent", "show", "a").stdout
    context = kgmem(*at, "agent", "context", "a", question)

    assert kept.exit_code == 0, kept.output
    assert home in shown
    assert home in context.stdout
    assert answer in context.stdout
    assert context.stdout == context.stdout.strip() + "\n"


def test_an_export_is_taken_in_once_without_secrets(
    kgmem: Kgmem, tmp_path: Path
) -> None:
    at = ("--home", str(tmp_path / "home"))
    told = ("chat", "import", str(CHATGPT), "--agent", "gpt", "--user", "ann")

    first = kgmem(*at, *told, "--update")
    again = kgmem(*at, *told, "--update")
    shown = kgmem(*at, "agent", "show", "@user:ann").stdout
    talks = kgmem(*at, "agent", "show", "gpt@user:ann", "--json").stdout

    assert (first.exit_code, again.exit_code) == (0, 0), first.output
    assert "Lisbon" in shown
    assert {one["messages"] for one in json.loads(talks)["conversations"]} == {4, 2}
    assert "hunter2" not in talks


def test_of_a_broken_file_nothing_is_kept(kgmem: Kgmem, tmp_path: Path) -> None:
    at = ("--home", str(tmp_path / "home"))
    bad = tmp_path / "bad.json"
    bad.write_text('[{"messages": [{"role": "user", "content": "Hi"}]}, {"a": 1}]')

    done = kgmem(*at, "chat", "import", str(bad), "--agent", "a")
    shown = kgmem(*at, "agent", "show", "a")

    assert done.exit_code != 0
    assert "bad.json, conversation 2" in done.output
    assert shown.exit_code == 1
    assert "Nothing is known by way of this agent" in shown.output


def test_what_is_not_there_is_told_by_the_exit_code(
    kgmem: Kgmem, tmp_path: Path
) -> None:
    at = ("--home", str(tmp_path / "home"))
    empty = tmp_path / "empty.json"
    empty.touch()

    forgotten = kgmem(*at, "agent", "forget", "nobody", "--yes")
    taken = kgmem(*at, "chat", "import", str(empty), "--agent", "a")

    assert (forgotten.exit_code, taken.exit_code) == (1, 1)
    assert "Nothing is known by way of this agent" in forgotten.output
    assert "empty.json: it holds no message" in taken.output
