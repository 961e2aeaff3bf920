"""Parts of kgmem for measuring and for research.

What stands here may change with any release, unlike the names of `kgmem` itself. The
benchmarks use it, and nothing else of the inside: a new floor, another clustering or
another way to find elements is compared with these parts.
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from kgmem.backends.caches.redis import RedisTexts
    from kgmem.backends.calibration import FOLDER as CALIBRATIONS
    from kgmem.backends.calibration import Fitted
    from kgmem.backends.calibration import center as centered
    from kgmem.backends.models.cached import CachedEmbedder
    from kgmem.backends.models.e5 import E5Embedder
    from kgmem.backends.models.ngram import NgramEmbedder
    from kgmem.backends.models.offline import offline_embedder
    from kgmem.backends.taggers.jieba import JiebaTagger
    from kgmem.backends.taggers.spacy import SpacyTagger
    from kgmem.conversation.saying.clause import Clause
    from kgmem.conversation.saying.reader import ReadPerson
    from kgmem.conversation.saying.weighing import FILE as SAYING_WEIGHTS
    from kgmem.conversation.saying.weighing import Weights as SayingWeights
    from kgmem.facts.read.extract import STORED, Extract
    from kgmem.generalize.patterns.build import generalize_tasks
    from kgmem.generalize.plain import MAX_RUNS, Grounding, RunSteps, TaskRuns, Use
    from kgmem.generalize.wording.induce import induce
    from kgmem.graph.migrate import ensure_new as ensure_new_schema
    from kgmem.graph.points import TASK as TASK_POINT
    from kgmem.graph.points import IndexedNode, outbox_row, stamped
    from kgmem.graph.query_files import load as named_queries
    from kgmem.graph.query_files import query as named_query
    from kgmem.graph.rows import RunRows, RunToStore, embed_text, without_unknown
    from kgmem.graph.runs.write import counted, task_point
    from kgmem.index.fusion import fuse
    from kgmem.index.similar import LINK_ABOVE, LINKS_PER_TASK
    from kgmem.index.vector_points import payload_of
    from kgmem.language.irreversible import is_irreversible
    from kgmem.language.tokenizer import sparse_document, sparse_query, tokens
    from kgmem.language.words import Span, folds, words
    from kgmem.learn.distill.rules import distill
    from kgmem.learn.flow import BATCH as LEARN_BATCH
    from kgmem.learn.importing.registry import importer as format_reader
    from kgmem.learn.prepare import prepare
    from kgmem.matching.assigning.assign import evidence_of, likely_ways
    from kgmem.matching.assigning.evidence import WEIGHTS as EVIDENCE_WEIGHTS
    from kgmem.matching.assigning.evidence import Evidence, EvidenceWeights
    from kgmem.matching.assigning.value_ends import FILE as VALUE_ENDS
    from kgmem.matching.assigning.value_ends import ValueEnds, cuts
    from kgmem.matching.assigning.value_ends import rows as cut_rows
    from kgmem.matching.assigning.ways import ValueWay
    from kgmem.matching.paraphrasing.bare_task import BareTask
    from kgmem.matching.paraphrasing.paraphrase import (
        PatternOutline,
        is_same_language,
        meaning,
    )
    from kgmem.matching.paraphrasing.paraphrases import read_hints, seen_hints
    from kgmem.matching.pattern_book import PatternBook
    from kgmem.model.base import Language, language_of, normalize
    from kgmem.model.calibration_curve import Prediction, apply
    from kgmem.model.fact import Triple
    from kgmem.model.keys.element_evidence import kind_of, stable_classes, stable_id
    from kgmem.model.keys.identity import (
        entity_id,
        entity_key,
        fold_app,
        task_id,
    )
    from kgmem.model.kind import form_of
    from kgmem.model.pattern import joined
    from kgmem.model.texts.shape import looks_generated
    from kgmem.model.texts.template import fill, holes
    from kgmem.model.trajectory import parse_trajectory
    from kgmem.model.values.batches import batches
    from kgmem.model.values.similarity import SimilarityScale
    from kgmem.model.values.unfit import Unfit
    from kgmem.paths.failing.acts import TOLD, Act, acts_of
    from kgmem.paths.fits import PART_OF_NAME, fits
    from kgmem.paths.refill import refilled
    from kgmem.paths.tidy import tidy
    from kgmem.paths.unfold import unfold
    from kgmem.ports import (
        Collection,
        CypherEngine,
        Embedder,
        Found,
        Generation,
        Params,
        Row,
        Tagger,
        Token,
        Transaction,
        VectorHit,
        VectorIndex,
        VectorPoint,
        VectorQuery,
        Vectors,
    )
    from kgmem.redact import Redactor
    from kgmem.replay.fit_curve import fit
    from kgmem.replay.locate.decide import BAR as LOCATE_BAR
    from kgmem.replay.locate.flow import evidence, locate, weigh
    from kgmem.replay.locate.odds import ODDS as LOCATE_ODDS
    from kgmem.replay.outcome.calibrate import Calibration as CalibrationReport
    from kgmem.replay.outcome.calibrate import calibrate
    from kgmem.replay.outcome.reliability import Reliability, reliability
    from kgmem.wiring import CACHE as EMBEDDING_CACHE
    from kgmem.wiring import assemble, engine_of, index_of

__all__ = [
    "CALIBRATIONS",
    "EMBEDDING_CACHE",
    "EVIDENCE_WEIGHTS",
    "LEARN_BATCH",
    "LINKS_PER_TASK",
    "LINK_ABOVE",
    "LOCATE_BAR",
    "LOCATE_ODDS",
    "MAX_RUNS",
    "PART_OF_NAME",
    "SAYING_WEIGHTS",
    "STORED",
    "TASK_POINT",
    "TOLD",
    "VALUE_ENDS",
    "Act",
    "BareTask",
    "CachedEmbedder",
    "CalibrationReport",
    "Clause",
    "Collection",
    "CypherEngine",
    "E5Embedder",
    "Embedder",
    "Evidence",
    "EvidenceWeights",
    "Extract",
    "Fitted",
    "Found",
    "Generation",
    "Grounding",
    "IndexedNode",
    "JiebaTagger",
    "Language",
    "NgramEmbedder",
    "Params",
    "PatternBook",
    "PatternOutline",
    "Prediction",
    "ReadPerson",
    "Redactor",
    "RedisTexts",
    "Reliability",
    "Row",
    "RunRows",
    "RunSteps",
    "RunToStore",
    "SayingWeights",
    "SimilarityScale",
    "SpacyTagger",
    "Span",
    "Tagger",
    "TaskRuns",
    "Token",
    "Transaction",
    "Triple",
    "Unfit",
    "Use",
    "ValueEnds",
    "ValueWay",
    "VectorHit",
    "VectorIndex",
    "VectorPoint",
    "VectorQuery",
    "Vectors",
    "acts_of",
    "apply",
    "assemble",
    "batches",
    "calibrate",
    "centered",
    "counted",
    "cut_rows",
    "cuts",
    "distill",
    "embed_text",
    "engine_of",
    "ensure_new_schema",
    "entity_id",
    "entity_key",
    "evidence",
    "evidence_of",
    "fill",
    "fit",
    "fits",
    "fold_app",
    "folds",
    "form_of",
    "format_reader",
    "fuse",
    "generalize_tasks",
    "holes",
    "index_of",
    "induce",
    "is_irreversible",
    "is_same_language",
    "joined",
    "kind_of",
    "language_of",
    "likely_ways",
    "locate",
    "looks_generated",
    "meaning",
    "named_queries",
    "named_query",
    "normalize",
    "offline_embedder",
    "outbox_row",
    "parse_trajectory",
    "payload_of",
    "prepare",
    "read_hints",
    "refilled",
    "reliability",
    "seen_hints",
    "sparse_document",
    "sparse_query",
    "stable_classes",
    "stable_id",
    "stamped",
    "task_id",
    "task_point",
    "tidy",
    "tokens",
    "unfold",
    "weigh",
    "without_unknown",
    "words",
]

_MODULES = {
    "kgmem.backends.models.cached": "CachedEmbedder",
    "kgmem.backends.caches.redis": "RedisTexts",
    "kgmem.backends.calibration": "CALIBRATIONS=FOLDER Fitted centered=center",
    "kgmem.backends.taggers.jieba": "JiebaTagger",
    "kgmem.backends.models.e5": "E5Embedder",
    "kgmem.backends.models.ngram": "NgramEmbedder",
    "kgmem.backends.models.offline": "offline_embedder",
    "kgmem.backends.taggers.spacy": "SpacyTagger",
    "kgmem.conversation.saying.clause": "Clause",
    "kgmem.conversation.saying.reader": "ReadPerson",
    "kgmem.conversation.saying.weighing": "SAYING_WEIGHTS=FILE SayingWeights=Weights",
    "kgmem.facts.read.extract": "Extract STORED",
    "kgmem.generalize.patterns.build": "generalize_tasks",
    "kgmem.generalize.plain": "Grounding MAX_RUNS RunSteps TaskRuns Use",
    "kgmem.generalize.wording.induce": "induce",
    "kgmem.graph.migrate": "ensure_new_schema=ensure_new",
    "kgmem.graph.points": "IndexedNode TASK_POINT=TASK outbox_row stamped",
    "kgmem.graph.query_files": "named_queries=load named_query=query",
    "kgmem.graph.rows": "RunToStore RunRows embed_text without_unknown",
    "kgmem.graph.runs.write": "counted task_point",
    "kgmem.index.fusion": "fuse",
    "kgmem.index.similar": "LINKS_PER_TASK LINK_ABOVE",
    "kgmem.index.vector_points": "payload_of",
    "kgmem.language.irreversible": "is_irreversible",
    "kgmem.language.tokenizer": "sparse_document sparse_query tokens",
    "kgmem.language.words": "Span folds words",
    "kgmem.learn.distill.rules": "distill",
    "kgmem.learn.flow": "LEARN_BATCH=BATCH",
    "kgmem.learn.importing.registry": "format_reader=importer",
    "kgmem.learn.prepare": "prepare",
    "kgmem.matching.assigning.assign": "evidence_of likely_ways",
    "kgmem.matching.assigning.ways": "ValueWay",
    "kgmem.matching.assigning.evidence": (
        "Evidence EvidenceWeights EVIDENCE_WEIGHTS=WEIGHTS"
    ),
    "kgmem.matching.paraphrasing.bare_task": "BareTask",
    "kgmem.matching.paraphrasing.paraphrase": "PatternOutline is_same_language meaning",
    "kgmem.matching.paraphrasing.paraphrases": "read_hints seen_hints",
    "kgmem.matching.pattern_book": "PatternBook",
    "kgmem.matching.assigning.value_ends": (
        "VALUE_ENDS=FILE ValueEnds cut_rows=rows cuts"
    ),
    "kgmem.model.base": "Language language_of normalize",
    "kgmem.model.values.batches": "batches",
    "kgmem.model.calibration_curve": "Prediction apply",
    "kgmem.model.keys.element_evidence": "kind_of stable_classes stable_id",
    "kgmem.model.fact": "Triple",
    "kgmem.model.keys.identity": "entity_id entity_key fold_app task_id",
    "kgmem.model.pattern": "joined",
    "kgmem.model.texts.shape": "looks_generated",
    "kgmem.model.values.similarity": "SimilarityScale",
    "kgmem.model.kind": "form_of",
    "kgmem.model.texts.template": "fill holes",
    "kgmem.model.trajectory": "parse_trajectory",
    "kgmem.model.values.unfit": "Unfit",
    "kgmem.paths.failing.acts": "Act TOLD acts_of",
    "kgmem.paths.fits": "PART_OF_NAME fits",
    "kgmem.paths.refill": "refilled",
    "kgmem.paths.tidy": "tidy",
    "kgmem.paths.unfold": "unfold",
    "kgmem.ports": (
        "Collection CypherEngine Embedder Found Generation Params Row Tagger Token "
        "Transaction VectorHit VectorIndex VectorPoint VectorQuery Vectors"
    ),
    "kgmem.redact": "Redactor",
    "kgmem.replay.outcome.calibrate": "CalibrationReport=Calibration calibrate",
    "kgmem.replay.locate.decide": "LOCATE_BAR=BAR",
    "kgmem.replay.fit_curve": "fit",
    "kgmem.replay.locate.odds": "LOCATE_ODDS=ODDS",
    "kgmem.replay.locate.flow": "evidence locate weigh",
    "kgmem.replay.outcome.reliability": "Reliability reliability",
    "kgmem.wiring": "EMBEDDING_CACHE=CACHE assemble engine_of index_of",
}
"""Where each comes from, loaded when it is asked for; `a=b` gives that module's `b` the
name `a`."""
_HOMES = {
    name: (home, inner or name)
    for home, names in _MODULES.items()
    for name, _, inner in (one.partition("=") for one in names.split())
}


def __getattr__(name: str) -> typing.Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, inner = _HOMES[name]
    value = getattr(importlib.import_module(home), inner)
    globals()[name] = value  # the next time it is found without this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
