"""Settings: read once, checked together, silent about secrets."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from kgmem import ConfigurationError, Memory, Settings

KEY = "sk-very-secret"


def refusal(**overrides: Any) -> str:
    with pytest.raises(ConfigurationError) as caught:
        Settings.load(**overrides)
    return str(caught.value)


def test_defaults_need_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KGMEM_HOME")

    settings = Settings.load()

    assert (settings.graph, settings.vectors) == ("arcadedb", "edge")
    assert (settings.space, settings.durability) == ("default", "process")
    assert settings.home == Path.home() / ".kgmem"
    assert settings.logs == settings.home / "logs"


def test_environment_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KGMEM_HOME", str(tmp_path / "here"))
    monkeypatch.setenv("KGMEM_LOG_DIR", str(tmp_path / "logs"))
    monkeypatch.setenv("KGMEM_SPACE", "租户")
    monkeypatch.setenv("kgmem_durability", "power")
    monkeypatch.setenv("KGMEM_QDRANT_URL", "")
    monkeypatch.setenv("KGMEM_GRAPH", "")

    settings = Settings.load()

    assert settings.home == tmp_path / "here"
    assert settings.logs == tmp_path / "logs"
    assert (settings.space, settings.durability) == ("租户", "power")
    assert (settings.qdrant_url, settings.graph) == (None, "arcadedb")  # empty: not set


def test_overrides_go_before_the_environment_and_that_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = ["SPACE=文件", "NEO4J_USER=file", "CHAT_TIMEOUT=7"]
    text = "".join(f"KGMEM_{line}\n" for line in lines) + "OTHER=1\n"
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    monkeypatch.setenv("KGMEM_NEO4J_USER", "environment")
    monkeypatch.setenv("KGMEM_SPACE", "environment")

    settings = Settings.load(neo4j_user="override")

    assert (settings.space, settings.neo4j_user) == ("environment", "override")
    assert settings.chat_timeout == 7.0


def test_the_file_of_the_working_directory_may_be_in_any_script(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("KGMEM_SPACE=租户\n", encoding="utf-8")

    assert Settings.load().space == "租户"


@pytest.mark.parametrize(
    ("overrides", "variable"),
    [
        ({"graph": "mysql"}, "KGMEM_GRAPH"),
        ({"space": "  "}, "KGMEM_SPACE"),
        ({"neo4j_timeout": 0}, "KGMEM_NEO4J_TIMEOUT"),
        ({"qdrant_timeout": "soon"}, "KGMEM_QDRANT_TIMEOUT"),
        ({"embedding_dimensions": -1}, "KGMEM_EMBEDDING_DIMENSIONS"),
        ({"durability": "none"}, "KGMEM_DURABILITY"),
        ({"graph": "neo4j"}, "KGMEM_NEO4J_URI is not set (KGMEM_GRAPH=neo4j)"),
        ({"vectors": "qdrant"}, "KGMEM_QDRANT_URL is not set (KGMEM_VECTORS=qdrant)"),
        ({"chat_model": "m"}, "KGMEM_CHAT_BASE_URL is not set"),
        ({"chat_base_url": "http://x"}, "KGMEM_CHAT_MODEL is not set"),
        ({"rerank_model": "m"}, "KGMEM_RERANK_BASE_URL is not set"),
        ({"embedding_base_url": "http://x"}, "KGMEM_EMBEDDING_MODEL is not set"),
    ],
)
def test_refusal_names_the_variable(overrides: dict[str, Any], variable: str) -> None:
    assert variable in refusal(**overrides)


def test_all_that_is_missing_is_named_at_once_with_the_cure() -> None:
    message = refusal(graph="neo4j", vectors="qdrant", chat_model="m")

    for name in ("NEO4J_URI", "NEO4J_PASSWORD", "QDRANT_URL", "CHAT_BASE_URL"):
        assert f"KGMEM_{name} is not set" in message
    assert message.endswith("set it in the environment or in .env")


def test_secrets_are_masked_wherever_settings_are_shown() -> None:
    keys = ("qdrant_api_key", "embedding_api_key", "rerank_api_key", "chat_api_key")
    settings = Settings.load(
        graph="neo4j", neo4j_uri="bolt://localhost", neo4j_password=KEY,
        **dict.fromkeys(keys, KEY),
    )  # fmt: skip

    shown = repr(settings) + str(settings) + str(settings.model_dump())

    assert KEY not in shown + settings.model_dump_json()
    assert settings.chat_api_key is not None
    assert settings.chat_api_key.get_secret_value() == KEY


def test_refusal_does_not_show_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGMEM_NEO4J_TIMEOUT", KEY)
    monkeypatch.setenv("KGMEM_CHAT_API_KEY", KEY)

    assert KEY not in refusal(graph="neo4j", chat_model="m")


def test_settings_are_frozen() -> None:
    settings = Settings.load()

    with pytest.raises(ValidationError, match="frozen"):
        settings.space = "other"  # type: ignore[misc]  # that is the point


def test_secrets_are_read_from_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "kgmem_neo4j_password").write_text(f"{KEY}\n")
    (tmp_path / "kgmem_qdrant_api_key").write_text("")
    monkeypatch.setenv("KGMEM_SECRETS_DIR", str(tmp_path))

    settings = Settings.load()

    assert settings.neo4j_password is not None
    assert settings.neo4j_password.get_secret_value() == KEY
    assert settings.qdrant_api_key is None


def test_a_folder_of_secrets_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "KGMEM_SECRETS_DIR" in refusal(secrets_dir=tmp_path / "gone")


@pytest.mark.parametrize(
    "elsewhere", [{"graph": "neo4j"}, {"vectors": "qdrant"}, {"server_url": "http://s"}]
)
def test_a_memory_in_a_folder_is_not_told_to_be_elsewhere(
    elsewhere: dict[str, object], tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError, match=r"Memory\.connect"):
        Memory.open(tmp_path, settings=elsewhere)
