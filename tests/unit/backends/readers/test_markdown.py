"""Markdown as blocks."""

from collections.abc import Callable

import pytest

from kgmem.backends.readers.markdown import MAX_MARKDOWN
from kgmem.errors import InvalidInput
from kgmem.model.document import Block

Read = Callable[[str, str | bytes], list[Block]]

PAGE = """\
# Refund *policy*

We refund [within five days][1]<!-- or so -->,
all of it.\\
**Free** of charge.

[1]: https://example.com

第一行
第二行 `代码`

<!-- a comment
over lines -->

## Steps

1. Open
   - the page

     and wait
2. Click

> Said
> once

| Name | Price |
|---|---|
| A\\|B | 3 |

```py
x = 1

    y = 2
```
"""


def test_every_kind_of_block(read: Read) -> None:
    blocks = read("a.md", PAGE)

    top, steps = ("Refund policy",), ("Refund policy", "Steps")
    assert blocks == [
        Block(text="Refund policy", kind="heading"),
        Block(
            text="We refund within five days, all of it.\nFree of charge.", headings=top
        ),
        Block(text="第一行第二行 代码", headings=top),
        Block(text="Steps", headings=top, kind="heading"),
        Block(
            text="1. Open\n  - the page\n  and wait\n2. Click",
            headings=steps,
            kind="list",
        ),
        Block(text="Said once", headings=steps, kind="quote"),
        Block(text="Name | Price\nA|B | 3", headings=steps, kind="table"),
        Block(text="x = 1\n\n    y = 2", headings=steps, kind="code"),
    ]


@pytest.mark.parametrize(
    "front",
    [
        '---\ntags: [a]\ntitle: "退款政策"\n---\n',
        "+++\ntitle = '退款政策'\n+++\n",
        "\ufeff---\r\nTitle: 退款政策\r\n---\r\n",
    ],
)
def test_the_front_matters_title_is_the_first_heading(read: Read, front: str) -> None:
    blocks = read("a.md", f"{front}五天到账。")

    assert [(b.text, b.headings) for b in blocks] == [
        ("退款政策", ()),
        ("五天到账。", ("退款政策",)),
    ]


@pytest.mark.parametrize(
    "text",
    ["[" * 200_000, "*a **b " * 30_000, ">" * 200_000, "`" * 200_000, "![](" * 9999],
)
def test_hostile_nesting_is_read_in_time(read: Read, text: str) -> None:
    """Marks are looked for in short paragraphs only; what is long stays as it is."""
    blocks = read("a.md", f"start\n\n{text}\n\nend")

    assert blocks[0].text == "start"
    assert blocks[-1].text == "end"


def test_a_document_that_is_too_long_is_refused_with_the_cure(read: Read) -> None:
    with pytest.raises(InvalidInput, match="split it at its chapters, or save it as"):
        read("a.md", "x" * (MAX_MARKDOWN + 1))
