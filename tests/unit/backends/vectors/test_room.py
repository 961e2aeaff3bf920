"""Room on the disk is looked at before anything is mapped or written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.backends.vectors.room import RESERVE
from kgmem.errors import VectorsUnavailable
from kgmem.ports import Generation, Sparse, VectorPoint

PLENTY = 10**9
ID = "7f000000-0000-4000-8000-000000000001"
POINT = VectorPoint(ID, "s", "task", 1, [1.0, 0.0], Sparse((), ()))


class Disk:
    """A disk whose room is told."""

    free = PLENTY

    def __call__(self, folder: Path) -> int:
        return self.free


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def index(tmp_path: Path, disk: Disk) -> Iterator[EdgeIndex]:
    made = EdgeIndex(tmp_path / "vectors", free=disk)
    yield made
    made.close()


def test_nothing_is_made_where_there_is_no_room(
    tmp_path: Path, disk: Disk, index: EdgeIndex
) -> None:
    disk.free = RESERVE

    with pytest.raises(VectorsUnavailable, match="32 MB are free"):
        index.use(Generation(1, "words-1", 2))

    assert not list((tmp_path / "vectors").glob("*/*"))
    disk.free = PLENTY
    index.use(Generation(1, "words-1", 2))
    index.upsert("experiences", [POINT])


def test_nothing_is_written_without_room(disk: Disk, index: EdgeIndex) -> None:
    index.use(Generation(1, "words-1", 2))
    index.upsert("experiences", [POINT])
    other = VectorPoint(ID[:-1] + "2", "s", "task", 1, [0.0, 1.0], Sparse((), ()))
    disk.free = RESERVE

    with pytest.raises(VectorsUnavailable, match="disk space for 1 vectors"):
        index.upsert("experiences", [other])
    with pytest.raises(VectorsUnavailable, match="disk space"):
        index.delete("experiences", [ID])

    assert index.versions("experiences", "s") == {ID: 1}
    disk.free = PLENTY
    index.upsert("experiences", [other])
    assert len(index.versions("experiences", "s")) == 2
