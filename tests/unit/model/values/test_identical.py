from kgmem.model.trajectory import Element
from kgmem.model.values.identical import Identical


def test_a_value_is_identical_to_itself_alone() -> None:
    one, like_it = Element(name="Save"), Element(name="Save")

    assert Identical(one) == Identical(one)
    assert hash(Identical(one)) == hash(Identical(one))
    assert Identical(one) != Identical(like_it)
