"""No secret reaches a store, a vector, a log or an answer: the bytes are searched."""

import logging
from pathlib import Path

import pytest

from kgmem import KgmemError, Memory
from tests.doubles import WordEmbedder

pytestmark = pytest.mark.slow

SECRETS = {
    "password": "Tr0ub4dor&3x",
    "api_key": "sk-proj-" + "Ab3dEf6h" * 5,
    "github": "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8",
    "aws": "AKIAIOSFODNN7QXMPLZB",
    "bearer": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz",
    "cookie": "sessionid=9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    "url_credentials": "https://ann:Zx81-spectrum@db.example.com/x",
    "card": "4111 1111 1111 1111",
    "iban": "DE89 3704 0044 0532 0130 00",
    "id_card": "11010519491231002X",
    "phone": "13812345678",
}
RAW = {
    **SECRETS,
    "bearer": SECRETS["bearer"].removeprefix("Bearer "),
    "cookie": "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    "url_credentials": "Zx81-spectrum",
}


def run_with(secret: str, kind: str) -> dict[str, object]:
    """The secret in every place of a run."""
    told = {
        "password": f"password: {secret}",
        "bearer": f"Authorization: {secret}",
        "cookie": f"Cookie: {secret}",
        "iban": f"IBAN {secret}",
        "id_card": f"身份证号 {secret}",
        "phone": f"手机号 {secret}",
    }.get(kind, secret)
    page = {
        "url": f"https://x.example/?token={RAW[kind].replace(' ', '%20')}",
        "title": told,
        "hint": told,
        "elements": [{"role": "textbox", "name": "x", "text": told}],
    }
    return {
        "task": f"Use {told} to go on with {kind}",
        "app": "app",
        "outcome": "success",
        "source_task_id": f"run-{kind}",
        "url": page["url"],
        "preconditions": told,
        "tags": [told],
        "keywords": [told],
        "steps": [
            {
                "action": "type",
                "target": {
                    "role": "textbox",
                    "name": "Password",
                    "attributes": {"type": "password", "value": RAW[kind]},
                    "text": told,
                    "container": [told],
                },
                "value": RAW[kind],
                "params": {
                    "name": "x",
                    "headers": {"Authorization": told, "Cookie": told},
                    "history": [{"content": told}],
                },
                "page_before": page,
                "page_after": page,
                "error": told,
                "thought": f"I use {told}",
            }
        ],
    }


def files_with(folder: Path, raw: str) -> list[Path]:
    """Files that hold the text, in UTF-8 or UTF-16."""
    forms = [raw.encode(), raw.encode("utf-16-le")]
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    ]


@pytest.mark.parametrize("kind", SECRETS)
def test_no_byte_of_a_secret_is_kept(
    kind: str,
    tmp_path: Path,
    new_home: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    given = run_with(SECRETS[kind], kind)
    embedder = WordEmbedder()
    with Memory.open(new_home, embedder=embedder) as memory:
        memory.learn(given)
        with memory.record(str(given["task"]), app="app") as run:
            run.step(given["steps"][0])
            run.succeed()
        told = str(given["task"])
        memory.learn_from_task(list(given["steps"]), True, "raw", task=told)
        with pytest.raises(KgmemError):  # a whole run is no entry of a history
            memory.learn_from_task([given], True, "raw-2", task=told)
        with pytest.raises(KgmemError):
            memory.learn({**given, "outcome": "no such"})
        found = memory.recall(str(given["task"]), app="app")
        answer = found.to_prompt() + str(found.to_response())
        stored = files_with(tmp_path, RAW[kind])
    out = capfd.readouterr()

    assert stored == []
    assert files_with(tmp_path, RAW[kind]) == []
    assert RAW[kind] not in caplog.text + out.out + out.err
    assert not any(RAW[kind] in text for call in embedder.calls for text in call)
    assert RAW[kind] not in "".join(found.reasons) + str(found.experiences)
    assert "[REDACTED:" in answer
