"""What the environment and `.env` tell of settings."""

import difflib
import os
from collections.abc import Mapping
from pathlib import Path

from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
)

from kgmem.errors import ConfigurationError

PREFIX = "KGMEM_"
OF_TESTS = ("KGMEM_TEST_", "KGMEM_REQUIRE_")
ALIKE = 0.8
"""How much a variable's name is like a setting's that it misspells: "_URL" for "_URI"
is .93, "_PASS" for "_PASSWORD" .89."""


class FromVariables(BaseSettings):
    """Settings that take what variables there are: to look for each of a hundred takes
    three times as long."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        told = (
            _told(settings_cls, source) for source in (env_settings, dotenv_settings)
        )
        return (init_settings, *told, file_secret_settings)


def _told(
    settings: type[BaseSettings], source: PydanticBaseSettingsSource
) -> InitSettingsSource:
    """The settings that its variables name."""
    assert isinstance(source, EnvSettingsSource)
    there = source.env_vars
    keys = {name: f"{PREFIX}{name}".lower() for name in settings.model_fields}
    told = {name: there[key] for name, key in keys.items() if key in there}
    return InitSettingsSource(settings, told)


def secrets_dir(
    settings: type[BaseSettings], overrides: Mapping[str, object]
) -> Path | None:
    """The folder of secrets, if there is to be one. Raises ConfigurationError where it
    is none: a secret that is not found would be one that is not set."""
    name = "secrets_dir"
    variable = f"{PREFIX}{name.upper()}"
    written = DotEnvSettingsSource(settings).env_vars.get(variable.lower())
    given = overrides.get(name) or os.environ.get(variable) or written
    if not given:
        return None
    folder = Path(str(given)).expanduser()
    if not folder.is_dir():
        raise ConfigurationError(f"{variable}: {folder} is no folder")
    return folder


def refuse_misspelt(settings: type[BaseSettings]) -> None:
    """Raise ConfigurationError for a variable, here or in `.env`, that is almost one
    of the settings: it would change nothing."""
    known = [name.upper() for name in settings.model_fields]
    written = [*os.environ, *map(str.upper, DotEnvSettingsSource(settings).env_vars)]
    for name in written:
        if name.startswith(PREFIX) and not name.startswith(OF_TESTS):
            own = name.removeprefix(PREFIX)
            near = difflib.get_close_matches(own, known, n=1, cutoff=ALIKE)
            if near and own not in known:
                meant = PREFIX + near[0]
                raise ConfigurationError(f"{name}: did you mean {meant}?")
