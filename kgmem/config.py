"""Every knob, typed, in one place; read once, nothing below looks at the
environment."""

from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import SettingsConfigDict

from kgmem.errors import ConfigurationError
from kgmem.messages import speak
from kgmem.model.trust import DEFAULT
from kgmem.model.values.arguments import shown
from kgmem.variables import PREFIX, FromVariables, refuse_misspelt, secrets_dir


class Settings(FromVariables):
    """Settings from `KGMEM_*` variables or a `.env` file.

    Use `Settings.load()`: it turns what is wrong into a ConfigurationError that
    names the variable.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        env_ignore_empty=True,
    )

    home: Path = Field(default_factory=lambda: Path.home() / ".kgmem")
    """Folder of the embedded memory; one sub-folder for the graph, one for the
    vectors."""
    space: str = "default"
    log_dir: Path | None = None
    """Default: `logs` below `home`."""
    secrets_dir: Path | None = None
    """Folder with a file for each setting that should not stand in the environment,
    named so: `kgmem_neo4j_password`. Environment and `.env` go before it."""
    lang: Literal["en", "zh"] = "en"
    """Of messages, reasons and help, in the whole process."""

    server_url: str | None = None
    """Of `kgmem serve` on another machine or in another process, which owns the memory:
    `https://host`. What names stores is not looked at then."""
    server_api_key: SecretStr | None = None
    server_timeout: float = Field(default=60.0, gt=0)
    """Seconds that a call may take there; an hour for what goes over the whole
    memory."""
    server_patience: float = Field(default=20.0, ge=0)
    """Seconds that a call is tried again while no connection is to be had, or the
    server has no time."""

    graph: Literal["arcadedb", "neo4j"] = "arcadedb"
    arcadedb: Literal["auto", "native", "jvm"] = "auto"
    """Which of its builds; both open the same files. `auto`: machine code, or Java
    where there is no other."""
    vectors: Literal["edge", "qdrant"] = "edge"
    durability: Literal["process", "power"] = "process"
    """`power`: graph log and vectors are flushed to disk at each commit."""

    neo4j_uri: str | None = None
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr | None = None
    neo4j_database: str = "neo4j"
    neo4j_timeout: float = Field(default=15.0, gt=0)

    qdrant_url: str | None = None
    qdrant_api_key: SecretStr | None = None
    qdrant_timeout: float = Field(default=10.0, gt=0)
    qdrant_recall_timeout: float = Field(default=2.0, gt=0)
    """Seconds for what a recall asks, which goes on without; whole ones, rounded up."""
    qdrant_prefer_grpc: bool = True
    qdrant_prefix: str = Field(
        default="kgmem", pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
    )
    """How the names of its collections begin: one for each memory on a server."""
    qdrant_grpc_port: int = Field(default=6334, ge=1, le=65535)
    qdrant_quantization: Literal["none", "scalar"] = "none"
    """`scalar`: a byte for each number, in memory; what is found is ranked anew by the
    whole vectors. This and what follows holds for collections that are made from then
    on: `kgmem reindex` makes them."""
    qdrant_on_disk: bool = False
    """Whole vectors stay on disk."""
    qdrant_shards: int | None = Field(default=None, ge=1)
    qdrant_replicas: int | None = Field(default=None, ge=1)
    qdrant_write_consistency: int | None = Field(default=None, ge=1)
    """Replicas that have to confirm a write. None leaves these three to the server."""

    embedding: Literal["auto", "e5", "ngram"] = "auto"
    """The offline embedder; a set `embedding_base_url` goes before it."""
    embedding_base_url: str | None = None
    embedding_model: str | None = None
    embedding_api_key: SecretStr | None = None
    embedding_timeout: float = Field(default=30.0, gt=0)
    embedding_dimensions: int | None = Field(default=None, gt=0)
    embedding_patience: float = Field(default=90.0, gt=0)
    """Seconds that one request may take in all, with its pauses and repeats."""
    embedding_recall_patience: float = Field(default=5.0, gt=0)
    """The same for a single text: a recall waits for it, and goes on without."""
    embedding_concurrency: int = Field(default=4, ge=1, le=64)
    """Requests at once."""
    embedding_price_in: float | None = Field(default=None, ge=0)
    embedding_price_out: float | None = Field(default=None, ge=0)
    """Money per million tokens, for the cost in `stats`."""

    rerank_base_url: str | None = None
    rerank_model: str | None = None
    rerank_api_key: SecretStr | None = None
    rerank_timeout: float = Field(default=15.0, gt=0)
    rerank_patience: float = Field(default=15.0, gt=0)
    rerank_concurrency: int = Field(default=4, ge=1, le=64)
    rerank_price_in: float | None = Field(default=None, ge=0)
    rerank_price_out: float | None = Field(default=None, ge=0)

    chat_base_url: str | None = None
    chat_model: str | None = None
    chat_api_key: SecretStr | None = None
    chat_timeout: float = Field(default=60.0, gt=0)
    chat_patience: float = Field(default=90.0, gt=0)
    chat_concurrency: int = Field(default=4, ge=1, le=64)
    chat_price_in: float | None = Field(default=None, ge=0)
    chat_price_out: float | None = Field(default=None, ge=0)

    trusted_sources: str = DEFAULT
    """Sources of runs whose successes count without a judge, with commas; `*` is any
    letters, `!` takes a source out. The default leaves out what was imported from other
    programs and what an agent told over MCP: that is kept, shown and adapted, and
    replayed once a judge saw its path succeed or an operator approved it; what was
    told, also once a driver followed it."""

    judge: bool = False
    """Ask the chat model at a recall whether a task in new words, or with new values,
    asks for exactly what the plan does."""
    judge_patience: float = Field(default=5.0, gt=0)
    """Seconds that a recall waits for it, and goes on without."""

    verify_hosts: str = ""
    """Hosts that checks of effects may ask, with commas: `shop.example`,
    `localhost:8000`. Without any no address is asked."""
    verify_folders: str = ""
    """Folders with the files and SQLite databases that they may read, parted as in
    PATH."""
    verify_patience: float = Field(default=10.0, ge=0)
    """Seconds that an effect may take to show."""

    cache_experiences: int = Field(default=2_000, ge=0, le=10_000)
    """Tasks whose runs are kept in memory, where no other process writes into the
    graph; 0: none."""
    cache_answers: int = Field(default=100, ge=0, le=10_000)
    """Answers of an embedded memory that are kept until something is written; 0:
    none."""
    otel: Literal["auto", "on", "off"] = "auto"
    """Spans of OpenTelemetry, in the whole process. `auto`: where it is loaded already,
    or an `OTEL_*` variable is set."""

    patience: float = Field(default=5.0, ge=0)
    """Seconds that following a plan waits for what is not on the page yet."""
    keep_answers: bool = False
    """Is what a plan read kept as a fact, with the time at which it was read?"""

    max_document_mb: float = Field(default=20.0, gt=0)
    """Megabytes of the longest document that is taken. The offline embedder needs a
    fraction of a second of processor time for each 800 bytes."""
    extraction: Literal["auto", "rules", "model", "off"] = "auto"
    """How texts become facts: `auto` asks the chat model where one is set, `rules`
    never does, `off` takes none; names are found all the same."""

    fold_beyond: int = Field(default=10, ge=1, le=1_000)
    """Messages of a conversation that stay verbatim; beyond them,"""
    fold_keep: int = Field(default=5, ge=0, le=1_000)
    """all but so many of the last ones are folded into the summary."""
    max_events: int = Field(default=50, ge=1, le=10_000)
    """Events that are kept of a person; older ones are folded together."""
    profile_sentences: int = Field(default=30, ge=1, le=1_000)
    """Sentences of a profile: the surest, and what is said most and last."""

    cypher_timeout: float = Field(default=60.0, gt=0)
    """Seconds that a query of `memory.cypher` may take."""
    cypher_max_rows: int = Field(default=100_000, ge=1)
    """Rows that it may give."""

    predicates: Path | None = None
    """A TOML file with lists `single_valued` and `multi_valued` of predicates, on top
    of those that kgmem knows."""

    redaction_key: SecretStr | None = None
    """Key of the hashes by which hidden values are recognised on a page: the same for
    all who share a memory on servers. None: a file of the memory's folder."""
    redact_email: bool = False
    redact_address: bool = False

    generalize_after: int = Field(default=100, ge=0)
    """New runs, or a tenth of those there are where that is more, after which patterns
    are learned in the background once learning pauses. Kinds of fewer than ten runs are
    learned with each new one. 0: both only when asked for."""
    generalize_jobs: int = 1
    """Apps worked on at once; -1: as many as there are cores."""

    serve_allow_host: str = ""
    """Names that clients call a server by, with commas, besides localhost and
    addresses; `*`: any."""
    serve_allow_origin: str = ""
    """Sites whose pages may call it, with commas."""
    serve_log: Literal["json", "text"] = "text"
    serve_per_minute: int = Field(default=6_000, ge=0)
    """Requests that a key has, where it has no number of its own; a sixth of them may
    come at once; 0: any."""
    serve_body_mb: float = Field(default=16.0, gt=0)
    serve_upload_mb: float = Field(default=1_000.0, gt=0)
    """Megabytes of a body, and of one that holds a file."""
    serve_body_seconds: float = Field(default=20.0, gt=0)
    """Seconds that a request's head, and 200 kB of its body, may take to come."""
    serve_seconds: float = Field(default=120.0, gt=0)
    """Seconds that a caller waits; what he asked for goes on."""
    serve_workers: int = Field(default=8, ge=1, le=40)
    serve_queue: int = Field(default=500, ge=0)
    """Requests that are worked on at once, and that wait for it."""
    serve_stop_seconds: float = Field(default=30.0, gt=0)
    """Seconds that open connections have when it stops; work is done in any case."""
    serve_prune_every: float = Field(default=0, ge=0)
    """Hours after which a server prunes each space, counted from midnight UTC; 0:
    only when asked for."""
    serve_generalize_every: float = Field(default=0, ge=0)
    """The same for learning patterns from all runs."""

    @field_validator("home", "log_dir", "predicates")
    @classmethod
    def _home_of_the_user(cls, path: Path | None) -> Path | None:
        return path and path.expanduser()

    @field_validator("*", mode="before")
    @classmethod
    def _empty_secret_is_none(cls, value: object, info: ValidationInfo) -> object:
        """An empty file in `secrets_dir` is a secret that is not set."""
        wanted = cls.model_fields[str(info.field_name)].annotation
        return None if value == "" and wanted == SecretStr | None else value

    @field_validator("space")
    @classmethod
    def _named_space(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("is blank")
        return value

    @classmethod
    def load(cls, **overrides: object) -> Self:
        """Settings from environment, `.env` and `overrides`, checked together.

        Raises ConfigurationError naming each missing or wrong variable.
        """
        unknown = sorted(set(overrides) - set(cls.model_fields))
        if unknown:
            raise ConfigurationError(
                f"no such setting: {', '.join(map(shown, unknown))}; known: "
                f"{', '.join(cls.model_fields)}"
            )
        try:
            refuse_misspelt(cls)
            folder = secrets_dir(cls, overrides)
            settings = cls(_secrets_dir=folder, **overrides)  # type: ignore[arg-type]  # checked at run time
        except UnicodeDecodeError as error:
            raise ConfigurationError(f".env is not UTF-8: {error.reason}") from error
        except ValidationError as error:
            faults = error.errors(include_input=False, include_url=False)
            raise ConfigurationError(
                "; ".join(
                    f"{PREFIX}{'_'.join(map(str, f['loc'])).upper()}: {f['msg']}"
                    for f in faults
                )
            ) from error
        speak(settings.lang)
        settings.check()
        return settings

    def check(self) -> None:
        """Raise ConfigurationError if a chosen part lacks a setting."""
        needed: list[tuple[bool, str, str]] = [
            (self.graph == "neo4j", "neo4j_uri", "KGMEM_GRAPH=neo4j"),
            (self.graph == "neo4j", "neo4j_password", "KGMEM_GRAPH=neo4j"),
            (self.vectors == "qdrant", "qdrant_url", "KGMEM_VECTORS=qdrant"),
            (self.judge, "chat_base_url", "KGMEM_JUDGE=true"),
        ]
        for service in ("embedding", "rerank", "chat"):
            base, model = f"{service}_base_url", f"{service}_model"
            needed += [
                (bool(getattr(self, base)), model, f"{PREFIX}{base.upper()} is set"),
                (bool(getattr(self, model)), base, f"{PREFIX}{model.upper()} is set"),
            ]
        missing = [
            f"{PREFIX}{name.upper()} is not set ({why})"
            for wanted, name, why in needed
            if wanted and not getattr(self, name)
        ]
        if missing:
            raise ConfigurationError(
                "; ".join(missing) + "; set it in the environment or in .env"
            )

    @property
    def logs(self) -> Path:
        """Folder of `failed_learning_tasks.jsonl`."""
        return self.log_dir or self.home / "logs"


def settings_for(
    given: object, *, path: str | Path | None = None, space: str | None = None
) -> Settings:
    """Settings with an embedded memory at `path`, or as they are.

    `given`: a Settings, a mapping of overrides, or None for the environment.
    """
    overrides: dict[str, Any] = {}
    if path is not None:
        overrides |= {"home": Path(path), "graph": "arcadedb", "vectors": "edge"}
    if space is not None:
        overrides["space"] = space
    if isinstance(given, Settings):
        return given.model_copy(update=overrides)
    if given is None or isinstance(given, dict):
        for name in given or ():
            if not isinstance(name, str):
                raise ConfigurationError(f"settings: {shown(name)} is no setting")
        if path is not None:
            _refuse_servers(given or {})
        return Settings.load(**{**(given or {}), **overrides})
    raise ConfigurationError(
        f"settings: a Settings or a dict is needed, not {type(given).__name__}"
    )


def _refuse_servers(given: dict[str, object]) -> None:
    """Raise ConfigurationError where a memory in a folder is told to be elsewhere."""
    own = {"graph": "arcadedb", "vectors": "edge", "server_url": None}
    for name, value in given.items():
        if name in own and value != own[name]:
            raise ConfigurationError(
                f"settings: {name}={shown(value)} is no memory in a folder: "
                "Memory.connect(settings=…) opens what the settings name"
            )
