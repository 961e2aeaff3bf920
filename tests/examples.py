"""How often a property is tried: with few examples, always the same, where the suite is
run often; `pytest --hypothesis-profile=all`, as in `.ci/run slow`, tries other ones
each time, and as many as the test says.

A busy machine is no fault of the code: neither profile has a deadline.
"""

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

USUAL = 100

settings.register_profile(
    "few",
    deadline=None,
    max_examples=USUAL // 5,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "all", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def examples(number: int, *fine: HealthCheck) -> settings:
    """Of so many examples the share that the profile takes of the usual hundred;
    `fine` are health checks that say nothing here."""
    share = settings.default.max_examples if settings.default else USUAL
    return settings(
        max_examples=max(3, number * share // USUAL),
        suppress_health_check=[HealthCheck.too_slow, *fine],
    )


def without_constants() -> None:
    """Of the few none are constants of what happens to be loaded: to find those, each
    process parses a thousand modules, four seconds, and others are tried alone."""
    if settings.get_current_profile_name() == "few":
        providers._get_local_constants = lambda: providers._local_constants
