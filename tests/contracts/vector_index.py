"""What every VectorIndex must do; each backend inherits the class and gives the
fixture."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import InvalidInput, MemoryClosed, OtherMemory, VectorsUnavailable
from kgmem.ports import (
    Collection,
    Found,
    Generation,
    Sparse,
    VectorHit,
    VectorIndex,
    VectorPoint,
    VectorQuery,
)
from tests.examples import examples

DIMENSIONS = 4
FIRST = Generation(1, "maker/model-a", DIMENSIONS)
SECOND = Generation(2, "maker/model-b", DIMENSIONS)
EAST = (1.0, 0.0, 0.0, 0.0)
NORTH = (0.0, 1.0, 0.0, 0.0)
SPACES = ("shop", "other", "租户")
"""Every space that a test writes to."""
KINDS = ("fact", "chunk")
TOLERANCE = 1e-4
MANY = 25
BEYOND_A_PAGE = 1_100


def uid(number: int) -> str:
    """A UUID that sorts like its number."""
    return str(uuid.UUID(int=number))


def tokens(*numbers: int) -> Sparse:
    """A sparse vector of weight 1 for each token."""
    return Sparse(numbers, (1.0,) * len(numbers))


def point(
    number: int,
    dense: Sequence[float] = EAST,
    *,
    space: str = "shop",
    kind: str = "task",
    version: int = 1,
    sparse: Sparse | None = None,
    **payload: Any,
) -> VectorPoint:
    """A point whose id is `uid(number)`."""
    return VectorPoint(
        uid(number), space, kind, version, dense, sparse or Sparse((), ()), payload
    )


def query(
    dense: Sequence[float] | None = EAST,
    *,
    space: str = "shop",
    kinds: Sequence[str] = ("task",),
    limit: int = 10,
    sparse: Sparse | None = None,
    **where: str | Sequence[str],
) -> VectorQuery:
    """A dense query for tasks, unless told otherwise."""
    return VectorQuery(space, kinds, limit, dense, sparse, where)


def put(index: VectorIndex, *points: VectorPoint) -> None:
    """Write them into the collection that most tests are about."""
    index.upsert("experiences", points)


def ask(index: VectorIndex, *dense: Sequence[float] | None, **told: Any) -> Found:
    """The answer of that collection to one `query`."""
    [found] = index.search("experiences", [query(*dense, **told)])
    return found


def ids(hits: Sequence[VectorHit]) -> list[int]:
    """Numbers of the points, in the order of the hits."""
    return [uuid.UUID(hit.point_id).int for hit in hits]


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine as numpy computes it."""
    x, y = np.asarray(a), np.asarray(b)
    return float(x @ y / (np.linalg.norm(x) * np.linalg.norm(y)))


def assert_same_hits(
    left: Sequence[VectorHit], right: Sequence[VectorHit], tolerance: float = TOLERANCE
) -> None:
    """Equal scores rank by rank, and equal ids but for ties at the cut.

    Two engines may keep different ones of several points that score alike.
    """
    scores = [hit.score for hit in left]
    assert [hit.score for hit in right] == pytest.approx(scores, abs=tolerance)
    last = scores[-1] if scores else 0.0
    known = [{hit.point_id: hit.score for hit in hits} for hits in (left, right)]
    for point_id in known[0].keys() ^ known[1].keys():
        score = known[0].get(point_id, known[1].get(point_id))
        assert score == pytest.approx(last, abs=tolerance), point_id


WHERE: list[tuple[dict[str, str | list[str]], list[int]]] = [
    ({"app": "mail"}, [1]),
    ({"app": ["mail", "地图"]}, [1, 2]),
    ({"app": "地图"}, [2]),
    ({"tags": "b"}, [1, 2]),
    ({"tags": ["a", "zz"]}, [1]),
    ({"app": "mail", "tags": "c"}, []),
    ({"app": "nowhere"}, []),
    ({"unheard": "of"}, []),
    ({"app": []}, []),
]
BAD_POINTS = [
    (point(1, (1.0, 0.0)), "dimensions"),
    (point(1, (float("nan"), 0.0, 0.0, 0.0)), "NaN"),
    (point(1, (float("inf"), 0.0, 0.0, 0.0)), "infinity"),
    (point(1, success=True), "success"),
    (point(1, space=""), "space"),
    (VectorPoint("no-uuid", "shop", "task", 1, EAST, tokens()), "UUID"),
]
BAD_QUERIES = [
    (query((1.0, 0.0)), "dimensions"),
    (query(space=""), "space"),
    (query(**{"app.name": "x"}), "app.name"),
]

coordinates = st.lists(
    st.integers(-3, 3), min_size=DIMENSIONS, max_size=DIMENSIONS
).filter(any)
stored_points = st.lists(
    st.tuples(coordinates, st.sampled_from(SPACES), st.sampled_from(KINDS)),
    max_size=MANY,
).map(
    lambda drawn: [
        point(number, dense, space=space, kind=kind)
        for number, (dense, space, kind) in enumerate(drawn)
    ]
)
queries = st.builds(
    query,
    coordinates,
    space=st.sampled_from(SPACES),
    kinds=st.lists(st.sampled_from(KINDS), min_size=1, unique=True),
    limit=st.integers(1, 6),
)


class VectorIndexContract:
    """Inherit, and give the two fixtures and the hook `stored`."""

    threads = 6

    @pytest.fixture
    def unused(self) -> Iterator[VectorIndex]:
        """An open index on which `use` was not called."""
        raise NotImplementedError

    @pytest.fixture
    def index(self) -> Iterator[VectorIndex]:
        """An open, empty index on which `use(FIRST)` was called."""
        raise NotImplementedError

    def stored(self, index: VectorIndex, point_id: str) -> Mapping[str, Any] | None:
        """Payload of a point of `experiences`, read around the index."""
        raise NotImplementedError

    def test_dense_hits_are_best_first(self, index: VectorIndex) -> None:
        put(index, point(1, NORTH), point(2, EAST), point(3, (1, 1, 0, 0)))
        put(index, point(4, (-2, 0, 0, 0)))

        found = ask(index, EAST)

        assert ids(found.dense) == [2, 3, 1, 4]
        expected = [1.0, 0.5**0.5, 0.0, -1.0]
        assert [hit.score for hit in found.dense] == pytest.approx(expected, abs=1e-6)
        assert found.sparse == ()

    def test_sparse_finds_only_what_shares_a_token(self, index: VectorIndex) -> None:
        put(
            index,
            point(1, sparse=tokens(7)),
            point(2, sparse=tokens(8, 4_294_967_295)),
            point(3),
        )

        found = ask(index, None, sparse=tokens(4_294_967_295))

        assert found.dense == ()
        assert ids(found.sparse) == [2]
        assert found.sparse[0].score > 0

    def test_a_rare_token_outweighs_a_common_one(self, index: VectorIndex) -> None:
        common = [point(number, sparse=tokens(1)) for number in range(2, 12)]
        put(index, *common, point(1, sparse=tokens(2)))

        found = ask(index, None, sparse=tokens(1, 2), limit=2)

        assert ids(found.sparse)[0] == 1
        assert found.sparse[0].score > found.sparse[1].score

    def test_words_of_another_space_move_no_score(self, index: VectorIndex) -> None:
        if index.capabilities()["idf"] != "space":
            pytest.skip("this server counts tokens over the whole collection")
        put(index, point(1, sparse=tokens(1)), point(2))
        asked = [query(None, sparse=tokens(1))]
        [alone] = index.search("experiences", asked)

        crowd = [point(n, space="other", sparse=tokens(1)) for n in range(10, 60)]
        index.upsert("experiences", crowd)
        [crowded] = index.search("experiences", asked)

        assert crowded.sparse == alone.sparse

    def test_equal_scores_come_by_id(self, index: VectorIndex) -> None:
        numbers = [5, 3, 9, 1, 7]
        index.upsert("experiences", [point(n, sparse=tokens(1)) for n in numbers])

        found = ask(index, EAST, sparse=tokens(1))

        assert ids(found.dense) == sorted(numbers)
        assert ids(found.sparse) == sorted(numbers)

    def test_each_space_gets_its_own_best(self, index: VectorIndex) -> None:
        """No point of another space, and none missing because others were nearer."""

        @examples(25)
        @given(stored_points, queries)
        def check(stored: list[VectorPoint], asked: VectorQuery) -> None:
            index.delete("facts", [uid(number) for number in range(MANY)])
            index.upsert("facts", stored)

            [found] = index.search("facts", [asked])

            assert asked.dense is not None
            own = {p.point_id: p for p in stored if p.space == asked.space}
            scores = [
                cosine(asked.dense, p.dense)
                for p in own.values()
                if p.kind in asked.kinds
            ]
            best = sorted(scores, reverse=True)[: asked.limit]
            assert [hit.score for hit in found.dense] == pytest.approx(best, abs=1e-5)
            assert {hit.point_id for hit in found.dense} <= own.keys()
            assert index.versions("facts", asked.space).keys() == own.keys()

        check()

    def test_filters_come_before_the_best_are_taken(self, index: VectorIndex) -> None:
        nearer = [point(n, sparse=tokens(1), app="maps") for n in range(100, 200)]
        wanted = point(1, (1, 2, 0, 0), sparse=tokens(1, 2, 3), app="mail")
        put(index, *nearer, wanted)

        found = ask(index, EAST, sparse=tokens(1), limit=1, app="mail")

        assert ids(found.dense) == ids(found.sparse) == [1]

    def test_where(self, index: VectorIndex) -> None:
        put(
            index,
            point(1, app="mail", tags=["a", "b"]),
            point(2, app="地图", tags=["b", "c"]),
            point(3),
        )

        found = index.search("experiences", [query(**where) for where, _ in WHERE])

        assert [ids(f.dense) for f in found] == [numbers for _, numbers in WHERE]

    def test_kinds(self, index: VectorIndex) -> None:
        cases: dict[tuple[str, ...], list[int]] = {
            ("fact",): [1],
            ("fact", "chunk"): [1, 2],
            ("message",): [],
            (): [],
        }
        index.upsert("facts", [point(1, kind="fact"), point(2, kind="chunk")])

        found = index.search("facts", [query(kinds=kinds) for kinds in cases])

        assert [ids(f.dense) for f in found] == list(cases.values())

    def test_payload_is_stored_as_given(self, index: VectorIndex) -> None:
        given_payload = {
            "app": "淘宝 \U0001f6d2",
            "title": 'quote " slash \\ \n新行',
            "n": 3,
            "score": 0.5,
            "tags": ["é", "中"],
        }
        put(index, point(1, space="租户", version=9, **given_payload))

        own = {"space": "租户", "kind": "task", "version": 9}
        assert self.stored(index, uid(1)) == {**given_payload, **own}

    def test_payload_changes_no_space_kind_or_version(self, index: VectorIndex) -> None:
        sly = {"space": "other", "kind": "fact", "version": 99}
        put(index, VectorPoint(uid(1), "shop", "task", 1, EAST, tokens(), sly))

        stored = self.stored(index, uid(1))

        assert stored == {"space": "shop", "kind": "task", "version": 1}

    def test_dense_vectors_come_back_by_id(self, index: VectorIndex) -> None:
        put(
            index,
            point(1, NORTH),
            point(2, (3, 4, 0, 0)),
            point(3, EAST, space="other"),
        )
        wanted = [point(n).point_id for n in (1, 2, 3, 4)]

        found = index.dense("experiences", "shop", wanted)

        assert set(found) == set(wanted[:2])
        assert list(found[wanted[0]]) == pytest.approx(list(NORTH), abs=1e-6)
        assert list(found[wanted[1]]) == pytest.approx([0.6, 0.8, 0, 0], abs=1e-6)
        assert index.dense("experiences", "shop", []) == {}

    def test_a_higher_version_stays(self, index: VectorIndex) -> None:
        put(index, point(1, EAST, version=5, app="new"))

        put(index, point(1, NORTH, version=4, app="old"))

        found = ask(index, EAST)
        assert index.versions("experiences", "shop") == {uid(1): 5}
        assert found.dense[0].score == pytest.approx(1.0)
        assert self.stored(index, uid(1)) == {
            "app": "new",
            "space": "shop",
            "kind": "task",
            "version": 5,
        }

    def test_points_of_other_spaces_are_told(self, index: VectorIndex) -> None:
        for n, space in enumerate(SPACES):
            index.upsert(
                "facts", [VectorPoint(uid(n), space, "fact", 1, EAST, tokens())]
            )

        assert set(index.outside("facts", SPACES[:1])) == {uid(1), uid(2)}
        assert set(index.outside("facts", ["nobody's"])) == {uid(0), uid(1), uid(2)}
        assert set(index.outside("facts", [])) == {uid(0), uid(1), uid(2)}
        assert index.outside("facts", SPACES) == []
        assert index.outside("experiences", []) == []

    def test_versions_are_judged_one_by_one(self, index: VectorIndex) -> None:
        index.upsert("experiences", [point(n, version=n) for n in (1, 2, 3)])

        put(
            index,
            point(3, version=2),
            point(4, version=8),
            point(1, version=7),
            point(5, version=9),
            point(5, version=4),
        )

        expected = {uid(1): 7, uid(2): 2, uid(3): 3, uid(4): 8, uid(5): 9}
        assert index.versions("experiences", "shop") == expected

    def test_deleted_points_are_gone(self, index: VectorIndex) -> None:
        index.upsert("experiences", [point(n, sparse=tokens(1)) for n in (1, 2)])

        index.delete("experiences", [uid(1), uid(77)])

        found = ask(index, sparse=tokens(1))
        assert ids(found.dense) == ids(found.sparse) == [2]
        assert index.versions("experiences", "shop") == {uid(2): 1}
        assert self.stored(index, uid(1)) is None

    def test_many_points_at_once(self, index: VectorIndex) -> None:
        """More than one page of versions."""
        rng = np.random.default_rng(7)
        rows = rng.normal(size=(BEYOND_A_PAGE, DIMENSIONS))
        index.upsert(
            "facts", [point(n, row.tolist(), version=n) for n, row in enumerate(rows)]
        )
        index.upsert("facts", [point(999_999, space="other")])

        versions = index.versions("facts", "shop")
        [found] = index.search("facts", [query(rows[5].tolist(), limit=1)])

        assert versions == {uid(n): n for n in range(BEYOND_A_PAGE)}
        assert index.count("facts", "shop") == BEYOND_A_PAGE
        assert index.count("experiences", "shop") == 0
        assert ids(found.dense) == [5]

    def test_collections_are_apart(self, index: VectorIndex) -> None:
        put(index, point(1))
        index.upsert("facts", [point(2)])

        found: dict[Collection, Found] = {
            "experiences": index.search("experiences", [query()])[0],
            "facts": index.search("facts", [query()])[0],
        }

        assert ids(found["experiences"].dense) == [1]
        assert ids(found["facts"].dense) == [2]

    def test_generations_are_apart_and_stay(self, index: VectorIndex) -> None:
        put(index, point(1))
        index.use(SECOND)
        put(index, point(2))
        second = index.versions("experiences", "shop")

        index.use(FIRST)

        assert second == {uid(2): 1}
        assert index.versions("experiences", "shop") == {uid(1): 1}
        assert index.capabilities()["generation"] == 1

    def test_dropping_the_generation_in_use(self, index: VectorIndex) -> None:
        put(index, point(1))

        index.drop(FIRST)

        with pytest.raises(VectorsUnavailable, match="use"):
            index.versions("experiences", "shop")
        index.use(FIRST)
        assert index.versions("experiences", "shop") == {}

    def test_a_generation_is_filled_beside_another(self, index: VectorIndex) -> None:
        put(index, point(1))
        beside = index.beside()

        beside.use(SECOND)
        put(beside, point(2))
        served = index.versions("experiences", "shop")
        index.close()
        beside.drop(FIRST)

        assert served == {uid(1): 1}
        assert beside.versions("experiences", "shop") == {uid(2): 1}
        beside.use(FIRST)
        assert beside.versions("experiences", "shop") == {}
        beside.close()

    def test_giving_up_beside_leaves_what_serves(self, index: VectorIndex) -> None:
        put(index, point(1))
        beside = index.beside()
        beside.use(SECOND)

        beside.drop(SECOND)
        beside.close()

        assert index.versions("experiences", "shop") == {uid(1): 1}

    def test_held_are_the_versions_that_are_there(self, index: VectorIndex) -> None:
        index.upsert("facts", [point(1, version=3), point(2, space="other")])

        held = index.held("facts", [uid(1), uid(2), uid(3)])

        assert held == {uid(1): 3, uid(2): 1}
        assert index.held("experiences", [uid(1)]) == index.held("facts", []) == {}

    def test_anothers_generation_is_left_alone(self, index: VectorIndex) -> None:
        mine, theirs = replace(FIRST, memory="mine"), replace(FIRST, memory="theirs")
        index.use(mine)
        put(index, point(1))

        with pytest.raises(OtherMemory, match="another memory"):
            index.use(theirs)

        index.use(mine)
        assert index.versions("experiences", "shop") == {uid(1): 1}

    def test_what_nobody_claimed_is_claimed(self, index: VectorIndex) -> None:
        put(index, point(1))

        held = index.use(replace(FIRST, memory="mine"))

        assert held["experiences"] == 1
        with pytest.raises(OtherMemory):
            index.use(replace(FIRST, memory="theirs"))

    def test_indexes_beside_each_other_are_one_store(self, index: VectorIndex) -> None:
        beside = index.beside()

        assert beside.store == index.store
        beside.close()

    def test_a_bad_point_stops_its_batch(self, index: VectorIndex) -> None:
        for bad, named in BAD_POINTS:
            with pytest.raises(InvalidInput, match=named):
                put(index, point(2), bad)

        assert index.versions("experiences", "shop") == {}

    def test_a_bad_query_is_refused(self, index: VectorIndex) -> None:
        for bad, named in BAD_QUERIES:
            with pytest.raises(InvalidInput, match=named):
                index.search("experiences", [query(), bad])

    def test_deleting_what_is_no_id_is_refused(self, index: VectorIndex) -> None:
        with pytest.raises(InvalidInput, match="UUID"):
            index.delete("experiences", ["no-uuid"])

    def test_threads_do_not_disturb_each_other(self, index: VectorIndex) -> None:
        def work(worker: int) -> None:
            for turn in range(20):
                number = worker * 1_000 + turn
                index.upsert("facts", [point(number), point(number + 500)])
                [found] = index.search("facts", [query(limit=1_000)])
                assert number in ids(found.dense)
                index.delete("facts", [uid(number + 500)])

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(work, range(self.threads)))

        kept = {uid(w * 1_000 + t) for w in range(self.threads) for t in range(20)}
        assert set(index.versions("facts", "shop")) == kept

    def test_a_closed_index_says_so(self, index: VectorIndex) -> None:
        index.close()
        index.close()

        with pytest.raises(MemoryClosed):
            index.search("experiences", [query()])
        with pytest.raises(MemoryClosed):
            put(index, point(1))
        with pytest.raises(MemoryClosed):
            index.use(SECOND)

    def test_no_generation_in_use_is_an_error(self, unused: VectorIndex) -> None:
        with pytest.raises(VectorsUnavailable, match="use"):
            unused.versions("experiences", "shop")
