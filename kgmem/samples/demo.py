"""What `kgmem demo` asks after it learned the shipped samples."""

from dataclasses import dataclass

DEMO_SPACE = "demo"
"""Where the samples are learned, apart from what people have."""


@dataclass(frozen=True, slots=True)
class DemoQuery:
    """A task to recall, and what it is there to show."""

    task: str
    app: str | None
    why: str
    exact: bool = False
    """True: it stands word for word among the samples."""


DEMO_QUERIES = (
    DemoQuery(
        'Use the textbox to enter "Vanda" and press "Search", '
        "then find and click the 7th search result.",
        "miniwob",
        "done before, word for word",
        exact=True,
    ),
    DemoQuery(
        'Enter "Philippa" into the text field and press Submit.',
        "miniwob",
        "a known kind with a new value",
    ),
    DemoQuery(
        'Enter "Philippa" into the text field and press Submit, '
        "but only if it is empty.",
        "miniwob",
        "the same with words that change it: not replayed",
    ),
    DemoQuery(
        'Type "Philippa" into the text field and hit Submit',
        "miniwob",
        "a known kind in other words, with a new value",
    ),
    DemoQuery(
        "Search for western movies directed by Leone from year 1968.",
        "miniwob",
        "a known kind with three new values",
    ),
    DemoQuery(
        "Book the cheapest one-way flight from: Fargo, ND to: Kodiak, AK "
        "on 11/08/2016.",
        "miniwob",
        "a long path that people walked in different ways",
    ),
    DemoQuery(
        '{"Departure City":"Boston","Destination City":"Denver",'
        '"Ticket Type":"One-way","Departure Day":14,"Passengers":2,'
        '"Seat type":"Coach"}',
        "miniwob",
        "everyone who tried this kind failed",
    ),
    DemoQuery(
        "Renew my library card and download the receipt as a PDF",
        None,
        "nothing like it was ever done",
    ),
    DemoQuery(
        "打开微信手机充值服务",
        "微信",
        "done before, word for word (a run made from a template)",
        exact=True,
    ),
    DemoQuery("搜索并关注微信公众号丁香医生", "微信", "a known kind with a new value"),
    DemoQuery(
        "想吃热干面，在饿了么上帮我叫一份外卖",
        "饿了么",
        "a known kind in other words, with a new value",
    ),
    DemoQuery(
        "给李雷发一条微信，内容为明天上午十点开会",
        "微信",
        "a known kind with two new values, and a message that can't be unsent",
    ),
    DemoQuery(
        "给李雷发一条微信，内容为明天上午十点开会，先别发送",
        "微信",
        "the same with words that change it: not replayed",
    ),
    DemoQuery(
        "Install aisleriot from the terminal",
        None,
        "asked in English, learned in Chinese",
    ),
    DemoQuery(
        "把客厅的空调调到二十六度",
        None,
        "nothing like it was ever done",
    ),
)
