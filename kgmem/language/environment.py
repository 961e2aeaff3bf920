"""Failures of the surroundings, which no step is to blame for."""

from kgmem.language.lexicon import lexicon

ENVIRONMENT = lexicon("environment")
"""Words by which an error message blames captcha, network, quota, credentials or a
server, not the step."""


def is_environment(error: str | None) -> bool:
    """Does this error message speak of the surroundings?"""
    return bool(error) and error in ENVIRONMENT
