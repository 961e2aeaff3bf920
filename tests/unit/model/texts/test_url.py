"""Addresses without what differs from visit to visit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.model.texts.url import url_template


@pytest.mark.parametrize(
    ("url", "template"),
    [
        ("https://u:p@Shop.example/item/42?b=1&a=2#top", "shop.example/item/{n}?a&b"),
        ("http://shop.example:80/", "shop.example"),
        ("http://shop.example:8080/a/", "shop.example:8080/a"),
        ("http://127.0.0.1:45123/x", "127.0.0.1/x"),
        ("localhost:3000/a", "localhost:3000/a"),
        ("http://[::1]:8080/x", "[::1]:8080/x"),
        ("http://a.b/#/user/12/edit?x=1", "a.b#/user/{n}/edit?x"),
        ("http://a.b/#!/list", "a.b#/list"),
        ("https://例子.cn/商品/%E6%89%8B%E6%9C%BA?id=3", "例子.cn/商品/手机?id"),
        ("http://xn--fsqu00a.cn/", "例子.cn"),
        ("http://h/2024-01-02/2024年1月2日", "h/{n}/{n}"),
        ("http://h/my-post-a1b2c3d4e5", "h/my-post-{id}"),
        ("http://h/123e4567-e89b-12d3-a456-426614174000/x", "h/{id}/x"),
        ("http://h/iphone15/page2", "h/iphone{n}/page{n}"),
        ("http://h/v2/h264/2x", "h/v2/h264/2x"),
        ("http://h/a?x=1&x=2&flag", "h/a?flag&x"),
        ("https://u:[REDACTED:password#1]@h.com/a/[REDACTED:phone#2]", "h.com/a/{id}"),
        ("file:///home/a.html", "/home/a.html"),
        ("/tickets/5", "/tickets/{n}"),
        ("about:blank", "about:blank"),
        ("data:text/html,<p>secret", "data:"),
        ("", ""),
    ],
)
def test_what_varies_is_folded(url: str, template: str) -> None:
    result = url_template(url)

    assert result == template


@given(st.text(max_size=40), st.text(max_size=40))
def test_values_of_a_query_never_show(key: str, value: str) -> None:
    marked = f"zq{value}zq".replace("&", "").replace(";", "").replace("#", "")

    template = url_template(f"http://h/?k={marked}")

    assert "zq" not in template
