"""What builds the site, as a module: it stands beside the documents."""

import importlib.util
from pathlib import Path
from types import ModuleType

HOOKS = Path(__file__).parents[2] / "docs" / "hooks.py"


def hooks() -> ModuleType:
    """`docs/hooks.py`."""
    spec = importlib.util.spec_from_file_location("docs_hooks", HOOKS)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
