"""Parameters in one map: which dollar signs are moved, and what goes with them."""

import pytest

from kgmem.errors import InvalidInput
from kgmem_servers.neo4j_params import in_one_map


@pytest.mark.parametrize(
    ("written", "sent", "names"),
    [
        ("RETURN 1 AS x", "RETURN 1 AS x", ()),
        ("UNWIND $ids AS id", "UNWIND $p.ids AS id", ("ids",)),
        ("LIMIT $most // of $all", "LIMIT $p.most // of $all", ("most",)),
        ("RETURN $a /* not\n$b */ + $a", "RETURN $p.a /* not\n$b */ + $p.a", ("a",)),
        ("RETURN '$a \\' $b' + $c", "RETURN '$a \\' $b' + $p.c", ("c",)),
        ('RETURN "it\'s $a" + $b', 'RETURN "it\'s $a" + $p.b', ("b",)),
        ("// it's one\nRETURN $a", "// it's one\nRETURN $p.a", ("a",)),
        ("MATCH (n:`$a`) SET n += $b", "MATCH (n:`$a`) SET n += $p.b", ("b",)),
        ("RETURN $seen[place], $`a``b`", "RETURN $p.seen[place], $p.`a``b`", ()),
        ("RETURN $p.x, $元", "RETURN $p.p.x, $p.元", ("p", "元")),
    ],
)
def test_a_parameter_is_a_member_of_the_map(
    written: str, sent: str, names: tuple[str, ...]
) -> None:
    given = dict.fromkeys(names or ("seen", "a`b"), 1)

    text, params = in_one_map(written, {**given, "surplus": 2})

    assert text == sent
    assert params == ({"p": given} if "$" in written else {})


def test_one_that_is_not_given_is_no_null() -> None:
    with pytest.raises(InvalidInput, match="missing: b, c"):
        in_one_map("RETURN $a, $c, $b", {"a": 1})
