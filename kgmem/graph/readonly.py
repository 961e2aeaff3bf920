"""The gate in front of an operator's Cypher: it reads, or it is refused.

An engine's own read-only mode is not enough: both engines let
`LOAD CSV FROM 'file:///…'` read the machine's files in it. So a query passes here
only if all it holds is listed: reading clauses, functions of the language,
procedures that tell names. What is not listed is refused, known or unknown.

The gate reads tokens, not grammar; the engine parses what passes. Three rules make
that safe. A word that can act as a clause is judged wherever it does not stand as a
name (after a dot or colon, as a map's key). Two operands never stand side by side
in reading Cypher, so an unknown clause shows itself as a word behind an operand.
And whatever stands before a parenthesis is a call, and calls are listed.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from kgmem.errors import QueryRefused
from kgmem.model.base import clean
from kgmem.model.values.arguments import shown

Kind = Literal["word", "quoted", "string", "number", "parameter", "mark"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


OPENING = ("MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL")
"""Clauses that a reading query can begin with."""

PREFIXES = ("EXPLAIN", "PROFILE")

KEYWORDS = _words(
    """
    MATCH OPTIONAL WHERE WITH RETURN UNWIND ORDER BY ASC ASCENDING DESC DESCENDING
    SKIP OFFSET LIMIT UNION ALL DISTINCT CALL YIELD AS EXPLAIN PROFILE
    AND OR XOR NOT IN IS NULL TRUE FALSE STARTS ENDS CONTAINS NORMALIZED TYPED
    CASE WHEN THEN ELSE END EXISTS ANY SHORTEST PATH PATHS GROUP GROUPS
    """
)
"""All that a reading query is built of."""

VALUES = frozenset({"NULL", "TRUE", "FALSE", "END"})
"""Keywords behind which an operand is complete."""

_WRITES = "it changes the graph"
_SCHEMA = "it changes the schema"
REFUSED = {
    **dict.fromkeys(("CREATE", "INSERT", "MERGE", "SET", "FOREACH"), _WRITES),
    **dict.fromkeys(("DELETE", "DETACH", "NODETACH", "REMOVE"), _WRITES),
    **dict.fromkeys(("DROP", "ALTER"), _SCHEMA),
    "LOAD": "it reads files of the machine that the graph runs on",
    "TRANSACTIONS": "it commits on its own",
}
"""Words that are refused even where they would pass as a variable."""

PROCEDURES = _words("db.labels db.propertykeys db.relationshiptypes")
"""Procedures that tell names and nothing else, in lower case."""

FUNCTIONS = _words(
    """
    all any exists isempty none single reduce shortestpath allshortestpaths
    avg collect count max min percentilecont percentiledisc stdev stdevp sum
    coalesce elementid endnode head id last length nullif properties randomuuid size
    startnode timestamp type valuetype char_length character_length
    toboolean tobooleanornull tofloat tofloatornull tointeger tointegerornull
    tobooleanlist tofloatlist tointegerlist tostringlist
    keys labels nodes range relationships reverse tail
    abs ceil ceiling floor isnan rand round sign e exp ln log log10 sqrt
    acos asin atan atan2 cos cot degrees haversin pi radians sin tan cosh sinh tanh coth
    btrim left lower ltrim normalize replace right rtrim split substring
    tolower tostring tostringornull toupper trim upper
    date date.truncate date.realtime date.statement date.transaction
    datetime datetime.truncate datetime.realtime datetime.statement
    datetime.transaction datetime.fromepoch datetime.fromepochmillis
    localdatetime localdatetime.truncate localdatetime.realtime
    localdatetime.statement localdatetime.transaction
    localtime localtime.truncate localtime.realtime localtime.statement
    localtime.transaction time time.truncate time.realtime time.statement
    time.transaction duration duration.between duration.inmonths duration.indays
    duration.inseconds
    point point.distance point.withinbbox
    vector.similarity.cosine vector.similarity.euclidean
    """
)
"""The functions of the language, in lower case."""

_TOKEN = re.compile(
    r"""
      (?P<space>     \s+ )
    | (?P<comment>   //[^\r\n]* | /\*.*?\*/ )
    | (?P<string>    '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )
    | (?P<quoted>    `(?:[^`]|``)*` )
    | (?P<parameter> \$(?:\w+|`(?:[^`]|``)*`) )
    | (?P<number>    (?:0[xX][0-9a-fA-F]+ | 0[oO][0-7]+
                     | [0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?!\w) )
    | (?P<word>      [^\W\d]\w* )
    | (?P<mark>      \.\. | :: | [()\[\]{},.:;|&!%+\-*/^=<>~$] )
    """,
    re.VERBOSE | re.DOTALL,
)

_UNCLOSED = {
    "'": "the string that it opens is not closed",
    '"': "the string that it opens is not closed",
    "`": "the name that it opens is not closed",
}

_QUOTE_ESCAPE = re.compile(r"\\[uU]+0*(?:22|27|5[cC]|60)")
"""`\\u0027` and its like. Neo4j turns such escapes into characters before it looks
for the end of a string, so that one can end it."""


@dataclass(frozen=True, slots=True)
class QueryToken:
    """A piece of a query; a name in backticks comes without them."""

    kind: Kind
    text: str
    start: int

    @property
    def upper(self) -> str:
        """The text in the form in which keywords are listed."""
        return self.text.upper() if self.kind == "word" else ""

    @property
    def is_name(self) -> bool:
        return self.kind in ("word", "quoted")


_NOTHING = QueryToken("mark", "", 0)


def check_read_only(query: str) -> None:
    """Return if the query only reads; raise QueryRefused, naming the word, if it
    holds anything that is not listed here."""
    tokens = tuple(_tokens(query))
    if not tokens:
        raise QueryRefused("the query is empty; give it a MATCH … RETURN")
    statement = _Statement(tokens, _labels(tokens))
    _check_opening(tokens)
    for position in range(len(tokens)):
        _check_statement_end(statement, position)
        _check_clause_word(statement, position)
        _check_operand(statement, position)
        _check_call(statement, position)


def names_after_colons(query: str) -> frozenset[str]:
    """The labels and types of relationships that a checked query names."""
    tokens = tuple(_tokens(query))
    statement = _Statement(tokens, _labels(tokens))
    return frozenset(
        tokens[at].text
        for at in statement.labels
        if statement.at(at - 1).text != "::" and not statement.is_key(at - 2)
    )


# Text to tokens -----------------------------------------------------------------------


def _tokens(query: str) -> Iterator[QueryToken]:
    if clean(query) != query:
        raise QueryRefused("the query holds a NUL or half a character; remove it")
    position = 0
    while position < len(query):
        match = _TOKEN.match(query, position)
        if match is None:
            _refuse_character(query, position)
        _check_spelling(match)
        if match.lastgroup not in ("space", "comment"):
            yield _token(match)
        position = match.end()


def _token(match: re.Match[str]) -> QueryToken:
    text = match[0]
    if match.lastgroup == "quoted":
        text = text[1:-1].replace("``", "`")
    return QueryToken(match.lastgroup, text, match.start())  # type: ignore[arg-type]  # the group names are the kinds


def _refuse_character(query: str, position: int) -> NoReturn:
    character = query[position]
    if character.isdigit():
        reason = "the number that it begins is malformed"
    else:
        reason = _UNCLOSED.get(
            character, "it means nothing outside of strings and names in backticks"
        )
    _refuse(_visible(character), position, reason)


def _check_spelling(match: re.Match[str]) -> None:
    """Refuse what one reader may take for other characters than the next."""
    kind, text, start = match.lastgroup, match[0], match.start()
    if kind == "string" and (escape := _QUOTE_ESCAPE.search(text)):
        _refuse(escape[0], start, "it may end the string; pass a parameter")
    if kind == "comment":
        _check_comment(text, start)
    if text == "/" and match.string.startswith("/*", start):
        _refuse("/*", start, "the comment that it opens is not closed")
    if "`" in text and kind in ("quoted", "parameter") and "\\" in text:
        _refuse("\\", start, "it may end the name; choose another")
    if kind == "word" or (kind == "parameter" and "`" not in text):
        _check_letters(text, start)


def _check_comment(text: str, start: int) -> None:
    if "\\u" in text.lower():
        _refuse("\\u", start, "it may end the comment; leave the comment out")
    if text.startswith("//") and len(text.splitlines()) > 1:
        _refuse("//", start, "a line break may end it; leave the comment out")


def _check_letters(text: str, start: int) -> None:
    for character in text:
        if not _is_plain(character):
            reason = "it can pass for another; write the name in backticks"
            _refuse(_visible(character), start, reason)


def _is_plain(character: str) -> bool:
    """Whether it is ASCII, or a letter or digit that no folding turns into ASCII.

    Full-width letters, the long s and the dotless i are folded into ASCII by some
    readers, and so spell keywords.
    """
    if character.isascii():
        return True
    folded = unicodedata.normalize("NFKC", character) + character.upper()
    folded += character.lower() + character.casefold()
    is_letter = unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")
    return is_letter and not any(c.isascii() for c in folded)


def _visible(character: str) -> str:
    return character if character.isprintable() else f"U+{ord(character):04X}"


# Tokens to a verdict ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Statement:
    tokens: Sequence[QueryToken]
    labels: frozenset[int]
    """Positions of the names that follow a colon, or join one (`:A|B&!C`)."""

    def at(self, position: int) -> QueryToken:
        return self.tokens[position] if 0 <= position < len(self.tokens) else _NOTHING

    def is_member(self, position: int) -> bool:
        """Whether it follows a dot that belongs to no number (`1.` is one to some)."""
        return (
            self.at(position - 1).text == "."
            and self.at(position - 1).kind == "mark"
            and self.at(position - 2).kind != "number"
        )

    def is_key(self, position: int) -> bool:
        """Whether it is a key of a map."""
        before, after = self.at(position - 1), self.at(position + 1)
        return before.text in ("{", ",") and before.kind == "mark" and after.text == ":"

    def is_only_a_name(self, position: int) -> bool:
        return (
            self.at(position).kind == "quoted"
            or self.is_member(position)
            or position in self.labels
            or self.is_key(position)
        )

    def is_keyword(self, position: int) -> bool:
        word = self.at(position)
        return word.upper in KEYWORDS and not (
            self.is_member(position) or self.is_key(position)
        )

    def ends_operand(self, position: int) -> bool:
        token = self.at(position)
        if token.kind == "mark":
            return token.text in (")", "]", "}")
        return not self.is_keyword(position) or token.upper in VALUES

    def chain_start(self, position: int) -> int:
        """Where the dotted name begins that ends here."""
        while self.is_member(position) and self.at(position - 2).is_name:
            position -= 2
        return position

    def chain_end(self, position: int) -> int:
        """Where the dotted name ends that begins here."""
        while self.is_member(position + 2) and self.at(position + 2).is_name:
            position += 2
        return position

    def dotted(self, start: int, end: int) -> str:
        return ".".join(self.at(i).text for i in range(start, end + 1, 2))


def _labels(tokens: Sequence[QueryToken]) -> frozenset[int]:
    found: set[int] = set()
    expected = False
    for position, token in enumerate(tokens):
        if expected and token.is_name:
            found.add(position)
        expected = token.kind == "mark" and (
            token.text in (":", "::")
            or (token.text in ("|", "&") and position - 1 in found)
            or (token.text == "!" and expected)
        )
    return frozenset(found)


def _check_opening(tokens: Sequence[QueryToken]) -> None:
    first = tokens[1] if tokens[0].upper in PREFIXES and tokens[1:] else tokens[0]
    if first.upper not in OPENING:
        reason = REFUSED.get(first.upper, "it opens no reading query")
        _refuse(first.text, first.start, f"{reason}; begin with {', '.join(OPENING)}")


def _check_statement_end(statement: _Statement, position: int) -> None:
    token = statement.at(position)
    if token.kind == "mark" and token.text == ";":
        after = statement.at(position + 1)
        if after is not _NOTHING:
            _refuse(after.text, after.start, "it follows a semicolon; send one query")


def _check_clause_word(statement: _Statement, position: int) -> None:
    token = statement.at(position)
    if token.upper in REFUSED and not statement.is_only_a_name(position):
        _refuse(
            token.text,
            token.start,
            f"{REFUSED[token.upper]}; as a name it needs backticks",
        )


def _check_operand(statement: _Statement, position: int) -> None:
    token = statement.at(position)
    if token.kind == "mark" or statement.is_keyword(position):
        return
    if position and statement.ends_operand(position - 1):
        _refuse(token.text, token.start, "it is no reading clause and no operator")


def _check_call(statement: _Statement, position: int) -> None:
    """Refuse procedures and functions that are not listed."""
    token, after = statement.at(position), statement.at(position + 1)
    if token.upper == "CALL" and not statement.is_only_a_name(position):
        if after.kind != "mark" or after.text not in ("(", "{"):
            _check_procedure(statement, position + 1)
    elif token.is_name and after.kind == "mark" and after.text == "(":
        _check_function(statement, position)


def _check_procedure(statement: _Statement, start: int) -> None:
    name = statement.dotted(start, statement.chain_end(start))
    if name.lower() not in PROCEDURES:
        known = ", ".join(sorted(PROCEDURES))
        _refuse(
            name, statement.at(start).start, f"of procedures only {known} can be called"
        )


def _check_function(statement: _Statement, end: int) -> None:
    if statement.is_keyword(end):
        return
    start = statement.chain_start(end)
    if statement.at(start - 1).upper == "CALL" and not statement.is_only_a_name(
        start - 1
    ):
        return  # A procedure, judged where its CALL stands.
    name = statement.dotted(start, end)
    if name.lower() not in FUNCTIONS:
        _refuse(
            name, statement.at(start).start, "it is no listed function of the language"
        )


def _refuse(word: str, position: int, reason: str) -> NoReturn:
    raise QueryRefused(
        f"{shown(word)} at character {position + 1} is refused: {reason}"
    )
