"""HTML as blocks."""

from collections.abc import Callable

import pytest

from kgmem.backends.readers.html import MAX_HTML
from kgmem.errors import InvalidInput
from kgmem.model.document import Block

Read = Callable[[str, str | bytes], list[Block]]

PAGE = """\
<!doctype html><html><head><meta charset="utf-8"><title>退款 | Acme</title>
<style>p { color: red }</style><script>var a = "no";</script></head>
<body><nav><a href="/">Home</a></nav><div role="navigation">Menu</div>
<header>Acme shop</header>
<h1>Refund <em>policy</em></h1>
Lead<!-- no -->text
<p>With&nbsp;<a href="x">a link</a>,
中文
第二行<br>next</p>
<div hidden>no</div>after<span style="display: none">no</span> it
<ul><li>one</li><li>two<ol><li>n1<p>more</p></li><li>n2</li></ol>tail</li></ul>
<table><caption>Prices</caption><tr><th>Name</th><th>Price</th></tr>
<tr><td>A<p>x</p></td><td>3</td></tr></table>
<blockquote><p>Said</p></blockquote>
<pre>
a
  b</pre>
<table><tr><td><h2>Side</h2><p>in a cell</p></td></tr></table>
<noscript>no</noscript><button>no</button></body></html>
"""


def test_cell_over_two_rows_stands_in_both(read: Read) -> None:
    page = (
        "<table><tr><th>Country</th><th>Method</th><th colspan=2>Fee</th></tr>"
        "<tr><td rowspan=2>Norway</td><td>Card</td><td>3</td><td>EUR</td></tr>"
        "<tr><td>Transfer</td><td>7</td><td>EUR</td></tr></table>"
    )

    [table] = read("a.html", page)

    assert table.text.splitlines() == [
        "Country | Method | Fee | ",
        "Norway | Card | 3 | EUR",
        "Norway | Transfer | 7 | EUR",
    ]


def test_soft_hyphen_is_no_letter(read: Read) -> None:
    [block] = read("a.html", "<p>The zyx&shy;quartz.</p>")

    assert block.text == "The zyxquartz."


def test_every_kind_of_block(read: Read) -> None:
    blocks = read("a.html", PAGE)

    title, top = ("退款 | Acme",), ("退款 | Acme", "Refund policy")
    assert blocks == [
        Block(text="退款 | Acme", kind="heading"),
        Block(text="Acme shop", headings=title),
        Block(text="Refund policy", headings=title, kind="heading"),
        Block(text="Leadtext", headings=top),
        Block(text="With a link, 中文第二行\nnext", headings=top),
        Block(text="after it", headings=top),
        Block(
            text="- one\n- two\n  1. n1\n  more\n  2. n2\ntail",
            headings=top,
            kind="list",
        ),
        Block(text="Prices", headings=top),
        Block(text="Name | Price\nA x | 3", headings=top, kind="table"),
        Block(text="Said", headings=top, kind="quote"),
        Block(text="a\n  b", headings=top, kind="code"),
        Block(text="Side", headings=top, kind="heading"),
        Block(text="in a cell", headings=(*top, "Side")),
    ]


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("gb2312", "gb18030"),
        ("GBK", "gb18030"),
        ("utf-8", "utf-8"),
        ("big5", "big5"),
        ("utf-8", "gb18030"),  # says something else than it is
        ("utf-16", "utf-8"),
        ("nonsense", "utf-8"),
    ],
)
def test_the_encoding_is_what_the_page_says_if_it_is_so(
    read: Read, declared: str, encoding: str
) -> None:
    text = "退款在五天之内到账"
    markup = f'<html><head><meta charset="{declared}"></head><p>{text}'

    assert [b.text for b in read("a.html", markup.encode(encoding, "replace"))] == [
        text.encode(encoding, "replace").decode(encoding)
    ]


def test_entities_of_the_page_itself_are_not_known(read: Read) -> None:
    blocks = read(
        "a.html",
        '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/hostname">'
        '<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><html><p>x &a; &c; y</p></html>',
    )

    assert blocks[-1].text == "x &a; &c; y"


def test_long_texts_are_not_dropped(read: Read) -> None:
    """libxml2 drops texts of more than 10 MB without a word, unless told not to."""
    blocks = read("a.html", "<p>" + "word " * 2_200_000 + "</p><p>end</p>")

    assert sum(b.text.count("word") for b in blocks) == 2_200_000
    assert blocks[-1].text == "end"


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 1_500 + "<p>x",
        "<ul><li>x" * 900,
        "<blockquote><table><tr><td>" * 400 + "<p>x</p>",
        "<p>x" + "<span hidden>no</span> " * 50_000,
        "<table><tr>" + "<td>x" * 50_000,
        "<p>x" + "<b>" * 1_500,
    ],
)
def test_hostile_nesting_is_read(read: Read, markup: str) -> None:
    blocks = read("a.html", markup)

    assert "x" in blocks[0].text
    assert sum(len(b.text) for b in blocks) < 400_000


@pytest.mark.parametrize(
    ("markup", "error"),
    [
        ("<div>" * 5_000 + "x", "nested too deeply; save the page as plain text"),
        ("<html>" + " " * MAX_HTML, "is larger than 20,000,000 bytes; split it"),
        ("<title>T</title><script>a</script>", "holds no text; .*when it has loaded"),
        ("<!-- a -->", "holds no text"),
    ],
)
def test_what_can_not_be_read_is_refused(read: Read, markup: str, error: str) -> None:
    with pytest.raises(InvalidInput, match=error):
        read("a.html", markup)
