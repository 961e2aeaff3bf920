"""What of a text a pattern is not known to do is told, also where its own words bind
it. In other words it is: see `paraphrases.toml`."""

import pytest

from kgmem.matching.binding.bind import bind
from kgmem.matching.paraphrasing.further import further_of_reading
from tests.unit.matching.slots_in_short import slots


@pytest.mark.parametrize(
    ("text", "further"),
    [
        ("Pack the red box in paper for Ann", ()),
        ("Pack the red box in foil for Ann", ("foil",)),
        ("Pack the red box for Ann", ("Pack the red box for Ann",)),
        ("Pack the red box in paper for Ann and call a taxi", ("and call a taxi",)),
    ],
)
def test_what_a_template_lacks_is_open(text: str, further: tuple[str, ...]) -> None:
    known = slots({"box": "red box | blue box", "who": "Ann | Bob"})

    read = bind("Pack the {box} in paper for {who}", known, text)

    assert read is not None
    assert further_of_reading(read, text) == further
