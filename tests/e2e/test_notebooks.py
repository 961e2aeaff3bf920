"""Every notebook runs from the first cell to the last, and stands there cleared."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.everywhere import GIVEN
from tests.servers import Neo4jSettings

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
FIRST_LIGHT = FOLDER / "01_first_light.ipynb"
IN_BROWSER = {FOLDER / "05_from_your_agent.ipynb"}


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel inherits this environment: no profile, history or model of anyone."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("KGMEM_EMBEDDING", "ngram")


def executed(path: Path, folder: Path) -> Any:
    """The notebook after it ran in `folder`. Raises CellExecutionError."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=180,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute()


def outputs(notebook: Any) -> Iterator[Any]:
    for cell in notebook.cells:
        yield from cell.get("outputs", ())


def pictures(notebook: Any) -> list[str]:
    found = (output.get("data", {}).get("image/png") for output in outputs(notebook))
    return [picture for picture in found if picture]


def warned(notebook: Any) -> list[str]:
    """Python's warnings, such as one of a glyph that a font lacks."""
    return [
        output.text
        for output in outputs(notebook)
        if output.output_type == "stream" and "Warning: " in output.text
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
@pytest.mark.slow
def test_notebook_runs(path: Path, tmp_path: Path) -> None:
    if path in IN_BROWSER and not (which("chromium") or which("google-chrome")):
        lacking = pytest.fail if GIVEN.get("KGMEM_REQUIRE_BROWSER") else pytest.skip
        lacking("there is no Chromium on PATH")

    notebook = executed(path, tmp_path)

    assert warned(notebook) == []
    assert pictures(notebook) or path != FIRST_LIGHT


def test_notebook_runs_on_neo4j(
    neo4j_clean: Neo4jSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGMEM_GRAPH", "neo4j")
    monkeypatch.setenv("KGMEM_NEO4J_URI", neo4j_clean.uri)
    monkeypatch.setenv("KGMEM_NEO4J_USER", neo4j_clean.user)
    monkeypatch.setenv("KGMEM_NEO4J_PASSWORD", neo4j_clean.password)
    monkeypatch.setenv("KGMEM_NEO4J_DATABASE", neo4j_clean.database)

    notebook = executed(FIRST_LIGHT, tmp_path)

    assert warned(notebook) == []
    assert pictures(notebook)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebook_is_kept_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)

    nbformat.validate(notebook)
    assert list(outputs(notebook)) == []
    assert {cell.get("execution_count") for cell in notebook.cells} == {None}
    assert not {"execution"} & set().union(*(c.metadata for c in notebook.cells))
