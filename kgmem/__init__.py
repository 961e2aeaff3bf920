"""kgmem: a knowledge-graph hybrid memory engine for GUI and web agents.

>>> from kgmem import Memory
>>> with Memory.open("memory") as memory:
...     memory.learn({"task": "…", "outcome": "success", "steps": []})
...     memory.recall("…").route
"""

from kgmem.aio import AsyncMemory
from kgmem.config import Settings
from kgmem.errors import (
    ConfigurationError,
    GraphUnavailable,
    InvalidInput,
    JobRunning,
    KgmemError,
    MemoryClosed,
    MemoryLocked,
    NotFound,
    QueryLimit,
    QueryRefused,
    SchemaOutOfDate,
    ServiceError,
    StoreUnavailable,
    TextsRefused,
    VectorsUnavailable,
)
from kgmem.learn.recording import Recording
from kgmem.memory import Memory
from kgmem.model.base import Json
from kgmem.model.document import Document, DocumentReport
from kgmem.model.experience import (
    ActionStep,
    Experience,
    ExperienceRecord,
    ItemError,
    Learned,
    LearnReport,
    Stats,
)
from kgmem.model.fact import (
    Duplicates,
    Entity,
    Fact,
    FactDraft,
    FactReport,
    Hit,
)
from kgmem.model.health import Diagnosis, Finding, Located
from kgmem.model.pattern import (
    Expectation,
    GeneralizeReport,
    Need,
    Pattern,
    PatternMatch,
    PatternStep,
    Slot,
)
from kgmem.model.plan import Avoidance, Origin, Plan, PlanStep, Route
from kgmem.model.prune import PruneItem, PruneReport
from kgmem.model.recollection import Recollection, Stage
from kgmem.model.trajectory import (
    Action,
    Box,
    Element,
    Locator,
    Outcome,
    Page,
    Step,
    Trajectory,
)
from kgmem.model.transfer import ExportReport, ImportReport
from kgmem.version import __version__

__all__ = [
    "Action",
    "ActionStep",
    "AsyncMemory",
    "Avoidance",
    "Box",
    "ConfigurationError",
    "Diagnosis",
    "Document",
    "DocumentReport",
    "Duplicates",
    "Element",
    "Entity",
    "Expectation",
    "Experience",
    "ExperienceRecord",
    "ExportReport",
    "Fact",
    "FactDraft",
    "FactReport",
    "Finding",
    "GeneralizeReport",
    "GraphUnavailable",
    "Hit",
    "ImportReport",
    "InvalidInput",
    "ItemError",
    "JobRunning",
    "Json",
    "KgmemError",
    "LearnReport",
    "Learned",
    "Located",
    "Locator",
    "Memory",
    "MemoryClosed",
    "MemoryLocked",
    "Need",
    "NotFound",
    "Origin",
    "Outcome",
    "Page",
    "Pattern",
    "PatternMatch",
    "PatternStep",
    "Plan",
    "PlanStep",
    "PruneItem",
    "PruneReport",
    "QueryLimit",
    "QueryRefused",
    "Recollection",
    "Recording",
    "Route",
    "SchemaOutOfDate",
    "ServiceError",
    "Settings",
    "Slot",
    "Stage",
    "Stats",
    "Step",
    "StoreUnavailable",
    "TextsRefused",
    "Trajectory",
    "VectorsUnavailable",
    "__version__",
]
