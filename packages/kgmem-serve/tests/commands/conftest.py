"""The command line, as its own tests have it."""

from tests.unit.interfaces.conftest import kgmem

__all__ = ["kgmem"]
