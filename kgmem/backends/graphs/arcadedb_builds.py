"""The builds of ArcadeDB, which open the same files: machine code (`arcadedb`), and the
same engine in a Java machine of its own (`arcadedb-embedded`, the extra `jvm`)."""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

Choice = Literal["auto", "native", "jvm"]

MODULES: Mapping[str, str] = {"native": "arcadedb", "jvm": "arcadedb_embedded"}
"""In the order in which `auto` tries them."""
NEEDS_RETRY = "com.arcadedb.exception.NeedRetryException"
LOGGING = """\
handlers=java.util.logging.FileHandler
.level=INFO
java.util.logging.FileHandler.pattern={pattern}
java.util.logging.FileHandler.limit=1000000
java.util.logging.FileHandler.count=2
java.util.logging.FileHandler.append=true
java.util.logging.FileHandler.formatter=java.util.logging.SimpleFormatter
"""
_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class Build:
    """One of them, loaded."""

    name: str
    version: str
    create: Callable[..., Any]
    open: Callable[..., Any]


def build_of(choice: Choice) -> Build:
    """The build that is chosen. Raises ImportError where it is not there."""
    if choice != "auto":
        return _loaded(choice)
    try:
        return _loaded("native")
    except ImportError as error:
        try:
            return _loaded("jvm")
        except ImportError:
            raise error from None


@cache
def _loaded(name: str) -> Build:
    module = import_module(MODULES[name])
    version = str(module.__version__)
    return Build(name, version, module.create_database, module.open_database)


def refusals() -> tuple[type[Exception], ...]:
    """What the builds raise."""
    loaded = (sys.modules.get(name) for name in MODULES.values())
    errors = (getattr(one, "ArcadeDBError", None) for one in loaded)
    return tuple(one for one in errors if one)  # one may be loading just now


def reply_of(error: BaseException) -> Mapping[str, Any]:
    """What the engine says: the `chain` of its errors, outermost first, each with its
    class and message, and whether it would have to be tried again (`retry`)."""
    native: Mapping[str, Any] | None = getattr(error, "native", None)
    if native:
        return native
    chain = list(_of_java(error))
    kinds = (kind for one in chain for kind in _kinds(one))
    return {
        "chain": [
            [str(one.getClass().getName()), str(one.getMessage() or "")]
            for one in chain
        ],
        "retry": "need_retry" if NEEDS_RETRY in kinds else "",
    }


def _of_java(error: BaseException | None) -> Iterator[Any]:
    while error is not None and not hasattr(error, "getCause"):
        error = error.__cause__
    one: Any = error
    while one is not None:
        yield one
        one = one.getCause()


def _kinds(one: Any) -> Iterator[str]:
    kind = one.getClass()
    while kind is not None:
        yield str(kind.getName())
        kind = kind.getSuperclass()


def properties_of(value: Any) -> dict[str, Any] | None:
    """Those of a node or relationship that the Java build gives as an object of Java's;
    None for any other value."""
    if not hasattr(value, "propertiesAsMap"):
        return None
    convert = import_module(MODULES["jvm"]).convert_java_to_python
    return {str(k): convert(v) for k, v in dict(value.propertiesAsMap()).items()}


@contextmanager
def log_in(build: Build, folder: Path) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Keep the engine's log off the console and in `folder`, unless the user's own
    settings say else; gives what opening takes for it. The engine reads all this once,
    when its library is loaded."""
    with _loading:
        if build.name == "native":
            with _variables({"ARCADEDB_LOG_CONSOLE": "0", "ARCADEDB_LOG_DIR": folder}):
                yield ()
        else:
            yield () if _runs_java() else (_java_settings(folder),)


@contextmanager
def _variables(wanted: Mapping[str, object]) -> Iterator[None]:
    ours = {k: str(v) for k, v in wanted.items() if k not in os.environ}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name in ours:
            del os.environ[name]


def _runs_java() -> bool:
    return bool(import_module("jpype").isJVMStarted())


def _java_settings(folder: Path) -> Mapping[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "logging.properties"
    pattern = (folder / "arcadedb.%g.log").as_posix()
    settings.write_text(LOGGING.format(pattern=pattern), encoding="utf-8")
    crash = folder / "hs_err_pid%p.log"
    return {
        "jvm_args": [
            f"-Djava.util.logging.config.file={settings}",
            f"-XX:ErrorFile={crash}",
        ]
    }
