"""The names of the lab, and where each comes from."""

from kgmem.backends.calibration import FOLDER as _CALIBRATIONS
from kgmem.backends.calibration import Fitted as Fitted
from kgmem.backends.calibration import center as _centered
from kgmem.backends.models.cached import CachedEmbedder as CachedEmbedder
from kgmem.backends.models.e5 import E5Embedder as E5Embedder
from kgmem.backends.models.ngram import NgramEmbedder as NgramEmbedder
from kgmem.backends.models.offline import offline_embedder as offline_embedder
from kgmem.backends.taggers.jieba import JiebaTagger as JiebaTagger
from kgmem.backends.taggers.spacy import SpacyTagger as SpacyTagger
from kgmem.generalize.patterns.build import generalize_tasks as generalize_tasks
from kgmem.generalize.plain import MAX_RUNS as MAX_RUNS
from kgmem.generalize.plain import Grounding as Grounding
from kgmem.generalize.plain import RunSteps as RunSteps
from kgmem.generalize.plain import TaskRuns as TaskRuns
from kgmem.graph.rows import RunRows as RunRows
from kgmem.index.embedding import middle as middle
from kgmem.index.fusion import fuse as fuse
from kgmem.language.intent import intent_of as intent_of
from kgmem.language.tokenizer import sparse_query as sparse_query
from kgmem.language.tokenizer import tokens as tokens
from kgmem.language.words import folds as folds
from kgmem.language.words import words as words
from kgmem.learn.distill.rules import distill as distill
from kgmem.learn.prepare import prepare as prepare
from kgmem.matching.assigning.assign import evidence_of as evidence_of
from kgmem.matching.assigning.assign import likely_ways as likely_ways
from kgmem.matching.assigning.evidence import WEIGHTS as _EVIDENCE_WEIGHTS
from kgmem.matching.assigning.evidence import Evidence as Evidence
from kgmem.matching.assigning.evidence import EvidenceWeights as EvidenceWeights
from kgmem.matching.assigning.value_ends import FILE as _VALUE_ENDS
from kgmem.matching.assigning.value_ends import ValueEnds as ValueEnds
from kgmem.matching.assigning.value_ends import cuts as cuts
from kgmem.matching.assigning.value_ends import rows as _cut_rows
from kgmem.matching.assigning.ways import ValueWay as ValueWay
from kgmem.matching.masked import marked_values as marked_values
from kgmem.matching.masked import masked as masked
from kgmem.matching.masked import masked_with as masked_with
from kgmem.matching.masked import without as without
from kgmem.matching.paraphrasing.paraphrase import PatternOutline as PatternOutline
from kgmem.matching.pattern_book import PatternBook as PatternBook
from kgmem.matching.same_kind import Alike as Alike
from kgmem.matching.same_kind import Wording as Wording
from kgmem.model.base import Language as Language
from kgmem.model.base import language_of as language_of
from kgmem.model.base import normalize as normalize
from kgmem.model.base import to_json as to_json
from kgmem.model.calibration_curve import Prediction as Prediction
from kgmem.model.calibration_curve import apply as apply
from kgmem.model.fact import Triple as Triple
from kgmem.model.keys.element_evidence import kind_of as kind_of
from kgmem.model.keys.element_evidence import stable_classes as stable_classes
from kgmem.model.keys.element_evidence import stable_id as stable_id
from kgmem.model.keys.identity import entity_key as entity_key
from kgmem.model.keys.identity import fold_app as fold_app
from kgmem.model.keys.identity import task_id as task_id
from kgmem.model.kind import form_of as form_of
from kgmem.model.pattern import joined as joined
from kgmem.model.texts.template import holes as holes
from kgmem.model.trajectory import parse_trajectory as parse_trajectory
from kgmem.model.values.similarity import SimilarityScale as SimilarityScale
from kgmem.model.values.unfit import Unfit as Unfit
from kgmem.paths.failing.acts import Act as Act
from kgmem.paths.failing.acts import acts_of as acts_of
from kgmem.paths.fits import fits as fits
from kgmem.paths.refill import refilled as refilled
from kgmem.paths.tidy import tidy as tidy
from kgmem.paths.unfold import unfold as unfold
from kgmem.ports import CypherEngine as CypherEngine
from kgmem.ports import Embedder as Embedder
from kgmem.ports import Found as Found
from kgmem.ports import Tagger as Tagger
from kgmem.ports import Token as Token
from kgmem.ports import VectorHit as VectorHit
from kgmem.ports import VectorIndex as VectorIndex
from kgmem.ports import VectorQuery as VectorQuery
from kgmem.ports import Vectors as Vectors
from kgmem.redact import Redactor as Redactor
from kgmem.replay.fit_curve import fit as fit
from kgmem.replay.outcome.calibrate import Calibration as _CalibrationReport
from kgmem.replay.outcome.calibrate import calibrate as calibrate
from kgmem.replay.outcome.reliability import Reliability as Reliability
from kgmem.replay.outcome.reliability import reliability as reliability
from kgmem.wiring import CACHE as _EMBEDDING_CACHE
from kgmem.wiring import assemble as assemble
from kgmem.wiring import engine_of as engine_of
from kgmem.wiring import index_of as index_of

CALIBRATIONS = _CALIBRATIONS
centered = _centered
EVIDENCE_WEIGHTS = _EVIDENCE_WEIGHTS
VALUE_ENDS = _VALUE_ENDS
cut_rows = _cut_rows
CalibrationReport = _CalibrationReport
EMBEDDING_CACHE = _EMBEDDING_CACHE
