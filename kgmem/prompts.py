"""Load and fill the files of `prompts/`: `distill.md` in English, `distill.zh.md` in
Chinese.

A file is a small TOML head between `+++` lines (purpose, returns, version) and a
body with `$name` places; a literal dollar is `$$`.
"""

import hashlib
import string
import tomllib
from dataclasses import dataclass

from kgmem.errors import ConfigurationError, InvalidInput
from kgmem.messages import spoken
from kgmem.resources import folder


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file."""

    name: str
    purpose: str
    returns: str
    version: int
    body: str

    @property
    def provenance(self) -> str:
        """Name, version and hash of the body, as stored with what it made."""
        digest = hashlib.sha256(self.body.encode()).hexdigest()[:12]
        return f"{self.name}@{self.version}#{digest}"

    def fill(self, **values: str) -> str:
        """The body with each `$name` replaced.

        Raises InvalidInput for a missing or an unused value.
        """
        template = string.Template(self.body)
        places = set(template.get_identifiers())
        if places != set(values):
            raise InvalidInput(
                f"prompt {self.name}: missing {sorted(places - set(values))}, "
                f"unused {sorted(set(values) - places)}"
            )
        return template.substitute(values)


def load(name: str, code: str | None = None) -> Prompt:
    """The prompt `<flow>/<step>` in the language of this code, by default in that which
    is spoken. Raises ConfigurationError if it is not there or its head is not
    complete."""
    code = code or spoken()
    language = "" if code == "en" else f".{code}"
    path = folder("prompts") / f"{name}{language}.md"
    try:
        _, head, body = path.read_text(encoding="utf-8").split("+++\n", 2)
        fields = tomllib.loads(head)
        return Prompt(
            name, fields["purpose"], fields["returns"], fields["version"], body.strip()
        )
    except (OSError, ValueError, KeyError) as error:
        raise ConfigurationError(f"prompt {name} at {path}: {error}") from error
