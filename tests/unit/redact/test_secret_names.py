"""Secrets under their names in the world's languages; what a native speaker can read is
in `secrets_of_the_world.txt`."""

import re
import tomllib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from kgmem.redact import Redactor, redact_text, restore
from kgmem.redact.rules.names import kind_of_field
from kgmem.redact.rules.world_names import FILE, KINDS

FIXTURE = Path(__file__).parents[2] / "fixtures/redact/secrets_of_the_world.txt"
LINES = [
    line.split(" | ")
    for line in FIXTURE.read_text("utf-8").splitlines()
    if " | " in line and not line.startswith("#")
]
SECRETS = [line for line in LINES if line[0] != "-"]
HARMLESS = [line[1] for line in LINES if line[0] == "-"]
TABLES: dict[str, dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))
VALUES = {
    "password": "hunter2x",
    "phrase": "hunter2x",
    "otp": "482913",
    "cvv": "731",
    "card": "1234 5678 9012 3456",
    "api_key": "abcd1234efgh5678",
    "recovery_code": "a1b2c-d3e4f",
    "security_answer": "Bello",
    "seed_phrase": "lumber orbit velvet cabin mimic rotate parade solar tissue quantum "
    "glory fabric",
}
"""By kind; a code and what is no secret have none."""
ROLES = {
    "is",
    "to",
    "as",
    "my",
    "and",
    "context",
    "of_card",
    "using",
    "account",
    "answered",
    "status",
    "end",
    "field",
    "compounds",
    "prefixes",
}
SWITCHES = {"unspaced", "value_first"}
FORMS = ("{name}: {value}", "{name}={value}", "{name}：{value}.", "({name}: {value})")


def named() -> Iterator[tuple[str, str]]:
    """Each name of each language in one form after another, with its value."""
    forms = cycle(FORMS)
    for table in TABLES.values():
        for kind, value in VALUES.items():
            for name in table.get(kind, ()):
                said = next(forms).format(name=name.replace("*", ""), value=value)
                yield said, value


@pytest.mark.parametrize(("kind", "text", "value"), SECRETS)
def test_the_value_and_nothing_else_is_replaced(
    kind: str, text: str, value: str
) -> None:
    redactor = Redactor()

    hidden = redactor.text(text)

    assert value in redactor.secrets.values()
    assert f"[REDACTED:{kind}#" in hidden
    assert value not in hidden
    assert restore(hidden, redactor.secrets) == text


@pytest.mark.parametrize("text", HARMLESS)
def test_a_name_without_a_value_stays(text: str) -> None:
    assert redact_text(text) == text


def test_each_name_in_the_table_is_found_before_a_colon_or_the_like() -> None:
    leaks = [said for said, value in named() if value in redact_text(said)]

    assert leaks == []


def test_each_copula_links_its_language_s_first_name_to_the_value() -> None:
    leaks = []
    for language, table in TABLES.items():
        gap = "" if table.get("unspaced") else " "
        name = table["password"][0].replace("*", "")
        for link in table.get("is", ()):
            said = f"{name}{gap}{link} hunter2x"
            if "hunter2x" in redact_text(said):
                leaks.append((language, said))

    assert leaks == []


def test_the_table_has_known_kinds_and_roles_only() -> None:
    used = {role for table in TABLES.values() for role in table}

    assert used - {*KINDS, *ROLES, *SWITCHES} == set()
    assert len(TABLES) > 50


def test_an_ending_is_open_only_behind_enough_letters() -> None:
    """`pin*` would be found in Pinguin."""
    names = [n for t in TABLES.values() for kind in KINDS for n in t.get(kind, ())]

    assert [name for name in names if re.fullmatch(r"\w{1,3}\*", name)] == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Passwort", "password"), ("neuesKennwort", "password"),
        ("contraseña_nueva", "password"), ("motDePasse", "password"),
        ("Пароль *", "password"), ("パスワード", "password"), ("비밀번호", "password"),
        ("كلمة المرور", "password"), ("รหัสผ่าน", "password"), ("#senha", "password"),
        ("Hasło", "password"), ("ŞİFRE", "password"), ("पासवर्ड", "password"),
        ("Bestätigungscode", "otp"), ("Kartennummer", "card"),
        ("Código de seguridad", "cvv"), ("X-Clave-API", "api_key"),
        ("Wiederherstellungsphrase", "seed_phrase"),
        ("Réponse secrète", "security_answer"),
        ("Código postal", None), ("Palabra clave", None), ("Mot-clé", None),
        ("Ταχυδρομικός κωδικός", None), ("郵便番号", None), ("Benutzername", None),
        ("Passwort vergessen", None), ("Pinnwand", None),
    ],
)  # fmt: skip
def test_a_field_is_known_by_its_name(name: str, kind: str | None) -> None:
    assert kind_of_field(name) == kind


@pytest.mark.parametrize("label", ["Passwort", "Contraseña", "密码", "Mật khẩu"])
def test_what_is_typed_under_a_label_is_a_secret_whatever_it_is(label: str) -> None:
    step = {"action": "type", "target": {"role": "textbox", "name": label}}

    said = str(Redactor().json({"steps": [{**step, "value": "sesame"}]}))

    assert "sesame" not in said
