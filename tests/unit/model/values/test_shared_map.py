"""A mapping that grows by new versions of itself, none of which ever changes."""

from hypothesis import given
from hypothesis import strategies as st

from kgmem.model.values.shared_map import SharedMap


@given(
    st.dictionaries(st.integers(0, 5), st.integers(0, 3)),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3))),
)
def test_each_version_is_what_a_dict_would_be_for_good(
    first: dict[int, int], changes: list[tuple[int, int, int]]
) -> None:
    versions, expected = [SharedMap(first)], [dict(first)]

    for of, key, value in changes:
        of %= len(versions)
        versions.append(versions[of].with_entry(key, value))
        expected.append({**expected[of], key: value})

    for version, plain in zip(versions, expected, strict=True):
        assert dict(version) == plain
        assert version == plain
        assert len(version) == len(plain)
        assert list(version) == list(plain)
        assert list(version.values()) == list(plain.values())
        assert list(version.items()) == list(plain.items())
        assert [key in version for key in range(10)] == [k in plain for k in range(10)]
        assert [version.get(key) for key in range(10)] == [
            plain.get(key) for key in range(10)
        ]
