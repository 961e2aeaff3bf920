"""kgmem: a knowledge-graph hybrid memory engine for GUI and web agents.

>>> from kgmem import Memory
>>> with Memory.open("memory") as memory:
...     memory.learn({"task": "…", "outcome": "success", "steps": []})
...     memory.recall("…").route
"""

import importlib
import typing

from kgmem.version import __version__

if typing.TYPE_CHECKING:
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
        MissingExtra,
        NotAllowed,
        NotFound,
        QueryLimit,
        QueryRefused,
        SchemaOutOfDate,
        ServerUnavailable,
        ServiceError,
        StoreUnavailable,
        TextsRefused,
        VectorsUnavailable,
    )
    from kgmem.interfaces.browser.record import record_page
    from kgmem.learn.importing.importer import ImportedRun, Importer
    from kgmem.learn.importing.source import Source
    from kgmem.learn.recording.live import Recording
    from kgmem.memory import Memory
    from kgmem.memory.agents import AgentMemory
    from kgmem.memory.conversations import Conversation
    from kgmem.memory.repository import MemoryRepository, update_with_pipeline
    from kgmem.model.action import Action
    from kgmem.model.base import Json
    from kgmem.model.conversation import (
        Context,
        ConversationInfo,
        Forgotten,
        MemoryVersion,
        Message,
        PersonEvent,
        Piece,
        PipelineLog,
        PipelineResult,
        PipelineStage,
        Tag,
    )
    from kgmem.model.decision import OperatorDecision
    from kgmem.model.document import Document, DocumentReport
    from kgmem.model.effect import EffectCheck, EffectSeen, ReadyCheck
    from kgmem.model.experience import (
        ActionStep,
        Experience,
        ExperienceRecord,
        ItemError,
        Learned,
        LearnReport,
        Stats,
    )
    from kgmem.model.exported import ExportedPattern, Exporter, PatternSource
    from kgmem.model.fact import (
        Duplicates,
        Entity,
        Fact,
        FactDraft,
        FactReport,
        Hit,
    )
    from kgmem.model.health import Diagnosis, Finding, Located
    from kgmem.model.imported import GuessedPart, RefusedPart, SourceReport
    from kgmem.model.metrics import Metrics
    from kgmem.model.pattern import (
        Expectation,
        GeneralizeReport,
        Need,
        Pattern,
        PatternMatch,
        PatternStep,
        RunSource,
        Slot,
    )
    from kgmem.model.plan import Avoidance, Origin, Plan, PlanStep, Route
    from kgmem.model.prune import PruneItem, PruneReport
    from kgmem.model.recollection import Recollection, Stage
    from kgmem.model.source import ValueSource
    from kgmem.model.trajectory import (
        Box,
        Element,
        Locator,
        Outcome,
        Page,
        Step,
        Trajectory,
    )
    from kgmem.model.transfer import ExportReport, ImportReport
    from kgmem.model.why import Why
    from kgmem.pictures import draw
    from kgmem.replay.follow.driver import Driver
    from kgmem.replay.follow.flow import follow, follow_async
    from kgmem.replay.follow.followed import Followed

__all__ = [
    "Action",
    "ActionStep",
    "AgentMemory",
    "AsyncMemory",
    "Avoidance",
    "Box",
    "ConfigurationError",
    "Context",
    "Conversation",
    "ConversationInfo",
    "Diagnosis",
    "Document",
    "DocumentReport",
    "Driver",
    "Duplicates",
    "EffectCheck",
    "EffectSeen",
    "Element",
    "Entity",
    "Expectation",
    "Experience",
    "ExperienceRecord",
    "ExportReport",
    "ExportedPattern",
    "Exporter",
    "Fact",
    "FactDraft",
    "FactReport",
    "Finding",
    "Followed",
    "Forgotten",
    "GeneralizeReport",
    "GraphUnavailable",
    "GuessedPart",
    "Hit",
    "ImportReport",
    "ImportedRun",
    "Importer",
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
    "MemoryRepository",
    "MemoryVersion",
    "Message",
    "Metrics",
    "MissingExtra",
    "Need",
    "NotAllowed",
    "NotFound",
    "OperatorDecision",
    "Origin",
    "Outcome",
    "Page",
    "Pattern",
    "PatternMatch",
    "PatternSource",
    "PatternStep",
    "PersonEvent",
    "Piece",
    "PipelineLog",
    "PipelineResult",
    "PipelineStage",
    "Plan",
    "PlanStep",
    "PruneItem",
    "PruneReport",
    "QueryLimit",
    "QueryRefused",
    "ReadyCheck",
    "Recollection",
    "Recording",
    "RefusedPart",
    "Route",
    "RunSource",
    "SchemaOutOfDate",
    "ServerUnavailable",
    "ServiceError",
    "Settings",
    "Slot",
    "Source",
    "SourceReport",
    "Stage",
    "Stats",
    "Step",
    "StoreUnavailable",
    "Tag",
    "TextsRefused",
    "Trajectory",
    "ValueSource",
    "VectorsUnavailable",
    "Why",
    "__version__",
    "draw",
    "follow",
    "follow_async",
    "record_page",
    "update_with_pipeline",
]

_MODULES = {
    "kgmem.aio": "AsyncMemory",
    "kgmem.config": "Settings",
    "kgmem.errors": (
        "ConfigurationError GraphUnavailable InvalidInput JobRunning KgmemError "
        "MemoryClosed MemoryLocked MissingExtra NotAllowed NotFound QueryLimit "
        "QueryRefused SchemaOutOfDate ServerUnavailable ServiceError "
        "StoreUnavailable TextsRefused VectorsUnavailable"
    ),
    "kgmem.pictures": "draw",
    "kgmem.interfaces.browser.record": "record_page",
    "kgmem.learn.importing.importer": "ImportedRun Importer",
    "kgmem.learn.importing.source": "Source",
    "kgmem.learn.recording.live": "Recording",
    "kgmem.memory": "Memory",
    "kgmem.memory.agents": "AgentMemory",
    "kgmem.memory.conversations": "Conversation",
    "kgmem.memory.repository": "MemoryRepository update_with_pipeline",
    "kgmem.model.conversation": (
        "Context ConversationInfo Forgotten MemoryVersion Message PersonEvent Piece "
        "PipelineLog PipelineResult PipelineStage Tag"
    ),
    "kgmem.model.base": "Json",
    "kgmem.model.decision": "OperatorDecision",
    "kgmem.model.document": "Document DocumentReport",
    "kgmem.model.experience": (
        "ActionStep Experience ExperienceRecord ItemError Learned LearnReport Stats"
    ),
    "kgmem.model.exported": "ExportedPattern Exporter PatternSource",
    "kgmem.model.fact": "Duplicates Entity Fact FactDraft FactReport Hit",
    "kgmem.model.effect": "EffectCheck EffectSeen ReadyCheck",
    "kgmem.model.source": "ValueSource",
    "kgmem.model.health": "Diagnosis Finding Located",
    "kgmem.model.metrics": "Metrics",
    "kgmem.model.imported": "GuessedPart SourceReport RefusedPart",
    "kgmem.model.pattern": (
        "Expectation GeneralizeReport Need Pattern PatternMatch PatternStep RunSource "
        "Slot"
    ),
    "kgmem.model.plan": "Avoidance Origin Plan PlanStep Route",
    "kgmem.model.prune": "PruneItem PruneReport",
    "kgmem.model.recollection": "Recollection Stage",
    "kgmem.model.action": "Action",
    "kgmem.model.trajectory": "Box Element Locator Outcome Page Step Trajectory",
    "kgmem.model.transfer": "ExportReport ImportReport",
    "kgmem.replay.follow.driver": "Driver",
    "kgmem.replay.follow.flow": "follow follow_async",
    "kgmem.replay.follow.followed": "Followed",
    "kgmem.model.why": "Why",
}
"""Where each public name comes from. It is loaded when it is first asked for, so that
`kgmem --version` or one model costs no more than itself."""
_HOMES = {name: home for home, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> typing.Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value  # the next time it is found without this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
