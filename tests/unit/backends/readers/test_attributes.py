"""Elements of a page with more attributes than anybody needs."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import document_fromstring

from kgmem.backends.readers.attributes import MAX, bounded
from kgmem.backends.readers.html import HtmlReader
from tests.growth import growth

MANY = " ".join(f"a{n}=1" for n in range(3 * MAX))
HIDERS = ["", "<!-- it's -->", "<!-->", "<script>a <b ' c</script>", '<b t=">">x</b>']


def most_attributes(markup: str) -> int:
    return max(len(element.attrib) for element in document_fromstring(markup).iter())


@pytest.mark.parametrize("before", HIDERS)
@pytest.mark.parametrize(
    "tag",
    [f"<p {MANY}>", f'<p t=">" {MANY}>', f"<p/{MANY}>", f"<p t='<' {MANY} >"],
    ids=["plain", "mark in a value", "slash", "opening in a value"],
)
def test_an_element_keeps_its_first_attributes(before: str, tag: str) -> None:
    page = f"<html><body>{before}{tag}said</p></body></html>"

    made = bounded(page)

    assert most_attributes(page) > MAX >= most_attributes(made)
    assert made.endswith("said</p></body></html>")


@given(st.lists(st.sampled_from(["<a ", "<!--", '"', "'", ">", "=", MANY, "<script>"])))
def test_no_element_of_any_page_keeps_more(parts: list[str]) -> None:
    made = bounded("<p>said</p>" + "".join(parts))

    assert most_attributes(made) <= MAX
    assert bounded(made) == made


@pytest.mark.slow
def test_time_grows_with_the_size() -> None:
    """Eight times the attributes: some eight times the time; it was fifty times."""

    def read(attributes: int) -> None:
        names = " ".join(f"a{n}" for n in range(attributes))
        page = f"<p {names}>said</p>".encode()
        (block,) = HtmlReader().read(io.BytesIO(page), name="page.html")
        assert block.text == "said"

    assert growth(lambda: read(10_000), lambda: read(80_000)) < 25
