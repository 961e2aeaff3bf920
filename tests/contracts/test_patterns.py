"""The patterns' contracts on each engine."""

from tests.contracts.pattern_forgetting import PatternForgettingContract
from tests.contracts.pattern_writing import PatternWritingContract
from tests.contracts.patterns import PatternContract


class TestPatterns(PatternContract, PatternWritingContract, PatternForgettingContract):
    pass
