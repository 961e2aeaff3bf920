"""The patterns' contracts on the engines that ship."""

from tests.contracts.pattern_forgetting import PatternForgettingContract
from tests.contracts.pattern_writing import PatternWritingContract
from tests.contracts.patterns import PatternContract
from tests.contracts.stores import OnArcade, OnNeo4j


class TestArcade(
    OnArcade, PatternContract, PatternWritingContract, PatternForgettingContract
):
    pass


class TestNeo4j(
    OnNeo4j, PatternContract, PatternWritingContract, PatternForgettingContract
):
    pass
