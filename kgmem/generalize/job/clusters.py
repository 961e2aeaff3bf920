"""Apps worked on by other machines: a cluster of Dask or Ray.

What travels is one packed message for each app, there and back, of plain data alone;
a worker needs no store and no setting, only the same kgmem.
"""

import os
import pickle
import warnings
import zlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kgmem.errors import ConfigurationError, ServiceError
from kgmem.extras import needs
from kgmem.generalize.patterns.build import Built, generalize_app
from kgmem.generalize.plain import TaskRuns
from kgmem.model.values.similarity import SimilarityScale
from kgmem.version import __version__

AHEAD = 2
"""Messages for each free worker that are under way at once: while one is worked on, the
next is there."""
RETRIES = 3
"""How often an app is given to another worker when one dies over it."""
LOOK = 2.0
"""Seconds after which a result that is not there makes us look for workers,"""
PATIENCE = 60.0
"""and for which none may be there: machines come and go, but a job does not wait for
ever."""


Answer = Callable[[float], bytes]
"""Given seconds, an answer; raises TimeoutError if it takes longer."""


class Cluster(ABC):
    """Runs `worked` on machines of its own; entered and left like a file."""

    def __init__(self, address: str) -> None:
        self.address = address

    @abstractmethod
    def submit(self, message: bytes) -> Answer:
        """What waits for the answer."""

    @abstractmethod
    def room(self) -> int:
        """How many messages it can work on at once; 0 without workers."""

    @abstractmethod
    def close(self) -> None:
        """Give up what is still under way, and let go."""


class Dask(Cluster):
    """A Dask scheduler, such as `tcp://host:8786`."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        with needs("dask", "KGMEM_GENERALIZE_BACKEND=dask"):
            import distributed
        # They tell no types. A client of a wrong address would stay half made, and
        # hold up the exit.
        check: Any = distributed.comm.addressing.get_address_host_port
        connect: Any = distributed.Client
        check(address)
        self._client = connect(address, set_as_default=False)

    def submit(self, message: bytes) -> Answer:
        with warnings.catch_warnings():  # about large messages; they hold an app each
            warnings.simplefilter("ignore", UserWarning)
            asked = self._client.submit(worked, message, pure=False, retries=RETRIES)

        def answer(seconds: float) -> bytes:
            found: bytes = asked.result(timeout=seconds)
            return found

        return answer

    def room(self) -> int:
        return sum(self._client.nthreads().values())

    def close(self) -> None:
        self._client.close(timeout=LOOK)


class Ray(Cluster):
    """A Ray cluster: `auto` on one of its machines, else such as `ray://host:10001`."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        # Started with `uv run`, Ray would send the working directory to all workers,
        # and with it a memory that lies there.
        os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        with needs("ray", "KGMEM_GENERALIZE_BACKEND=ray"):
            import ray
        self._ray: Any = ray
        self._ours = not self._ray.is_initialized()
        if self._ours:
            self._ray.init(address=address, log_to_driver=False)
        self._work = self._ray.remote(max_retries=RETRIES)(worked)
        self._asked: list[object] = []

    def submit(self, message: bytes) -> Answer:
        asked = self._work.remote(message)
        self._asked.append(asked)

        def answer(seconds: float) -> bytes:
            try:
                found: bytes = self._ray.get(asked, timeout=seconds)
            except self._ray.exceptions.GetTimeoutError as error:
                raise TimeoutError from error
            self._asked.remove(asked)
            return found

        return answer

    def room(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 0))

    def close(self) -> None:
        for asked in self._asked:
            self._ray.cancel(asked, force=True)
        if self._ours:
            self._ray.shutdown()


CLUSTERS: Mapping[str, type[Cluster]] = {"dask": Dask, "ray": Ray}
"""Those that `KGMEM_GENERALIZE_BACKEND` names beside the backends of joblib."""
ADDRESSES = {"dask": "tcp://host:8786", "ray": "ray://host:10001"}
"""How their addresses look."""


def spread(
    name: str,
    address: str | None,
    jobs: int,
    apps: Iterable[Sequence[TaskRuns]],
    calibration: SimilarityScale | None,
) -> Iterator[Built]:
    """What each app's tasks come to, in their order; with more than one of `jobs`, so
    many are under way at once, else as many as the cluster has room for.

    Raises ServiceError where it does not answer or has no workers.
    """
    with _connected(name, address) as cluster:
        under_way: deque[Answer] = deque()
        for tasks in apps:
            while len(under_way) >= _most(cluster, jobs):
                yield _next(cluster, under_way)
            under_way.append(cluster.submit(pack(__version__, tasks, calibration)))
        while under_way:
            yield _next(cluster, under_way)


def pack(*given: object) -> bytes:
    """Plain data as it travels: a third of what it is in memory."""
    return zlib.compress(pickle.dumps(given, pickle.HIGHEST_PROTOCOL), 1)


def worked(message: bytes) -> bytes:
    """On a worker: the packed Built of a packed app, or the version that differs."""
    version, tasks, calibration = pickle.loads(zlib.decompress(message))
    if version != __version__:
        return pack(None, __version__)
    return pack(generalize_app(tasks, calibration), __version__)


def _most(cluster: Cluster, jobs: int) -> int:
    return jobs if jobs > 1 else max(1, AHEAD * cluster.room())


def _next(cluster: Cluster, under_way: deque[Answer]) -> Built:
    built: Built | None
    built, version = pickle.loads(zlib.decompress(_answer(cluster, under_way[0])))
    under_way.popleft()
    if built is None:
        raise ConfigurationError(
            f"a worker of {cluster.address} has kgmem {version}, this job "
            f"{__version__}: install the same on all machines"
        )
    return built


def _answer(cluster: Cluster, asked: Answer) -> bytes:
    without = 0.0
    while without < PATIENCE:
        try:
            return asked(LOOK)
        except TimeoutError:
            without = 0.0 if cluster.room() else without + LOOK
    raise ServiceError(
        f"the cluster {cluster.address} has had no worker for {PATIENCE:.0f} s; start "
        "some and generalize again"
    )


@contextmanager
def _connected(name: str, address: str | None) -> Iterator[Cluster]:
    """The cluster; what it raises becomes a ServiceError. What a worker raised of
    kgmem's own passes through."""
    if not address:
        raise ConfigurationError(
            f"KGMEM_GENERALIZE_BACKEND={name} needs KGMEM_GENERALIZE_CLUSTER, the "
            "address of its scheduler"
        )
    cluster = None
    try:
        cluster = _made(name, address)
        yield cluster
    except Exception as error:
        if not _is_of(name, error):
            raise
        raise ServiceError(
            f"the {name} cluster {address} failed: {error or type(error).__name__}; "
            "see that its scheduler and workers run, then generalize again"
        ) from error
    finally:
        if cluster is not None:
            cluster.close()


def _made(name: str, address: str) -> Cluster:
    try:
        return CLUSTERS[name](address)
    except ValueError as error:
        raise ConfigurationError(
            f"KGMEM_GENERALIZE_CLUSTER={address!r} is no address for {name}, such as "
            f"{ADDRESSES[name]}: {error}"
        ) from error


def _is_of(name: str, error: Exception) -> bool:
    """Did the cluster fail, not the work?"""
    made = {one.__module__.partition(".")[0] for one in type(error).__mro__}
    return isinstance(error, OSError) or bool(made & {name, "distributed"})
