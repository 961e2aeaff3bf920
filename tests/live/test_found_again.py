"""Elements of imported steps on the pages that they were recorded on."""

import pytest
from kgmem_bench.formats.found_again import measure_found_again

pytestmark = [pytest.mark.live, pytest.mark.slow]


def test_elements_with_names_are_found_again_and_no_other_is_taken(
    browser: None,
) -> None:
    found = measure_found_again()

    named = [one for one in found if one.page in ("form", "表单")]
    assert len(found) == 12
    assert [one.found for one in named] == [one.acts for one in named]
    assert [one.wrong for one in found] == [0] * len(found)
