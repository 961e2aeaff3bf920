from tests.architecture.conftest import _parsed_once

__all__ = ["_parsed_once"]
