"""What answers of a browser's tools show."""

from kgmem_formats.browsers.snapshots import (
    dialog_in,
    error_in,
    nodes_in,
    page_in,
    pages_in,
    tabs_in,
)

PLAYWRIGHT = r"""### Page
- Page URL: https://shop.example/
- Page Title: Shop
### Snapshot
```yaml
- generic [active] [ref=e1]:
  - heading "Shop" [level=1] [ref=e2]
  - textbox "Article" [ref=e5]: lamp
  - list [ref=e10]:
    - listitem [ref=e11]:
      - text: Order 5
      - 'button "Delete: now" [ref=e12]'
  - iframe "Payment" [ref=e13]:
    - textbox "Vou\"cher" [ref=f1e2]
  - iframe [ref=e14]:
    - button "Pay" [ref=f2e3]
  - link "Terms" [ref=e16] [cursor=pointer]:
    - /url: /other.html
```"""
DEVTOOLS = """## Latest page snapshot
uid=1_0 RootWebArea "Shop" url="https://shop.example/"
  uid=1_2 form
    uid=1_3 "Article"
    uid=1_4 textbox "Article" focusable focused value="lamp"
    uid=1_8 combobox "Size" expandable haspopup="menu" value="small"
      uid=1_9 option "small" selected
  uid=1_14 Iframe
    uid=1_15 RootWebArea "inner" url="https://shop.example/inner"
      uid=1_16 textbox "Voucher"
"""


def test_an_element_of_playwrights_has_role_name_and_place() -> None:
    nodes = nodes_in(PLAYWRIGHT)

    article, delete = nodes["e5"].element(), nodes["e12"].element()
    assert (article.role, article.name, article.frame) == ("textbox", "Article", None)
    assert (delete.name, delete.container) == ("Delete: now", ("Order 5",))
    assert nodes["e16"].element().attributes == {"href": "/other.html"}


def test_frames_are_told_by_title_and_place() -> None:
    nodes = nodes_in(PLAYWRIGHT)

    assert nodes["f1e2"].element().name == 'Vou"cher'
    assert nodes["f1e2"].element().frame == "title=Payment & index=0"
    assert nodes["f2e3"].element().frame == "index=1"


def test_an_element_of_devtools_has_role_name_and_place() -> None:
    nodes = nodes_in(DEVTOOLS)

    assert nodes["1_4"].element().compact() == {"role": "textbox", "name": "Article"}
    assert nodes["1_16"].element().frame == "index=0"
    assert nodes["1_9"].parent is nodes["1_8"]


def test_the_page_and_its_tabs() -> None:
    row = (
        "- 0: (current) [Shop](https://shop.example/)\n- 1: [a [b]](https://b.example/)"
    )

    assert page_in(PLAYWRIGHT) == ("https://shop.example/", "Shop")
    assert [(one.key, one.url, one.is_current) for one in tabs_in(row)] == [
        ("0", "https://shop.example/", True),
        ("1", "https://b.example/", False),
    ]


def test_the_pages_of_devtools() -> None:
    rows = "1: about:blank\n2: Shop (https://shop.example/) [selected]"
    said = f"## Pages\n{rows}\n## X\n3: y"

    assert [(one.key, one.url, one.is_current) for one in pages_in(said, "Pages")] == [
        ("1", "about:blank", False),
        ("2", "https://shop.example/", True),
    ]


def test_dialogs_of_both() -> None:
    playwright = '- ["confirm" dialog with message "Delete?"]: can be handled by x'
    devtools = '# Open dialog\nprompt: Name? (default value: "").\nCall handle_dialog'

    assert dialog_in(playwright) == ("confirm", "Delete?")
    assert dialog_in(devtools) == ("prompt", "Name?")
    assert dialog_in("ok") is None


def test_errors() -> None:
    assert error_in("### Error\nError: Ref e9 not found") == "Error: Ref e9 not found"
    assert error_in("Errors: none, ok") is None
    assert error_in("ok") is None
