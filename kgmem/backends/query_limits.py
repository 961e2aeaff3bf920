"""What a person's query is told that asks for too much."""

from kgmem.errors import QueryLimit


def took_too_long() -> QueryLimit:
    """It went on for longer than allowed."""
    return QueryLimit(
        "the query took longer than it may: ask for less (a label, an index, a LIMIT, "
        "bounded paths) or raise KGMEM_CYPHER_TIMEOUT (seconds)"
    )


def too_many_rows(most: int) -> QueryLimit:
    """It gave more than allowed."""
    return QueryLimit(
        f"the query gives more than {most} rows: add a LIMIT, count, "
        "or raise KGMEM_CYPHER_MAX_ROWS"
    )
