"""Forms, tables and lists whose difficulty is that the values are others."""

from kgmem_bench.field.scenario import At, Scenario
from kgmem_bench.field.tasks.short import (
    BY_VALUE,
    button,
    choose,
    click,
    enter,
    named,
    unseen,
)

ORDERS = (
    {"quantity": "3", "item": "desk lamps", "recipient": "Maria Lopez"},
    {"quantity": "12", "item": "paper lanterns", "recipient": "John Smith"},
    {"quantity": "2", "item": "oak shelves", "recipient": "Aisha Khan"},
)
ORDER = Scenario(
    kind="order form",
    page="order.html",
    task="Order {quantity} {item} for {recipient}",
    acts=(
        enter("Item", "{item}"),
        enter("Quantity", "{quantity}", "spinbutton"),
        enter("Recipient", "{recipient}"),
        button("Place order"),
    ),
    values=ORDERS,
    effect={
        "orders": [
            {"item": "{item}", "quantity": "{quantity}", "recipient": "{recipient}"}
        ]
    },
)
ORDER_ZH = Scenario(
    kind="order form, Chinese",
    page="order_zh.html",
    task="订购{quantity}个{item}，寄给{recipient}，{shipping}",
    acts=(
        enter("商品", "{item}"),
        enter("数量", "{quantity}"),
        enter("收件人", "{recipient}"),
        choose("配送方式", "{shipping}"),
        button("提交订单"),
    ),
    values=(
        {
            "item": "台灯",
            "quantity": "3",
            "recipient": "王小明",
            "shipping": "加急配送",
            "code": "exp",
        },
        {
            "item": "落地灯",
            "quantity": "5",
            "recipient": "李雷",
            "shipping": "到店自取",
            "code": "self",
        },
        {
            "item": "灯泡",
            "quantity": "20",
            "recipient": "韩梅梅",
            "shipping": "标准配送",
            "code": "std",
        },
    ),
    effect={
        "orders": [
            {
                "item": "{item}",
                "quantity": "{quantity}",
                "recipient": "{recipient}",
                "shipping": "{code}",
            }
        ]
    },
    unseen=unseen(BY_VALUE, "chrome-recorder", codegen=True),
)
ROW_OF = 'role=row >> internal:has-text="{order}"i'
ROW = Scenario(
    kind="table rows",
    page="table.html",
    task="Archive the order {order}",
    acts=(click(At(f"{ROW_OF} >> role=button[name='Archive']")),),
    values=({"order": "A-18"}, {"order": "A-20"}, {"order": "A-17"}),
    effect={"done": [{"what": "Archive", "order": "{order}"}]},
    unseen=unseen(
        "the row is told by its place alone",
        "chrome-recorder",
        "selenium-ide",
        "browser-use",
        codegen=True,
    ),
)
SETTINGS = Scenario(
    kind="options and switches",
    page="settings.html",
    task="Set country {country} and plan {plan}, with the newsletter and dark mode",
    acts=(
        choose("Country", "{country}"),
        click(named("radio", "{plan}")),
        click(named("checkbox", "Newsletter")),
        click(named("switch", "Dark mode")),
        button("Save settings"),
    ),
    values=(
        {"country": "Germany", "code": "de", "plan": "Medium", "size": "m"},
        {"country": "Japan", "code": "jp", "plan": "Large", "size": "l"},
        {"country": "Brazil", "code": "br", "plan": "Large", "size": "l"},
    ),
    effect={
        "settings": {"country": "{code}", "plan": "{size}", "news": True, "dark": True}
    },
    unseen=unseen(BY_VALUE, "chrome-recorder", codegen=True),
)
LATE = Scenario(
    kind="late list",
    page="late.html",
    task="Reserve the book {title}",
    acts=(
        enter("Title", "{title}"),
        button("Search"),
        button("Reserve {title}"),
    ),
    values=({"title": "Walden"}, {"title": "Ulysses"}, {"title": "Middlemarch"}),
    effect={"reserved": ["{title}"]},
)
SPA = Scenario(
    kind="single-page app",
    page="spa",
    task="Order the {product}",
    acts=(
        click(named("link", "{product}")),
        button("Add to cart"),
        button("Order now"),
    ),
    values=(
        {"product": "Desk lamp"},
        {"product": "Lantern"},
        {"product": "Floor lamp"},
    ),
    effect={"ordered": [{"name": "{product}", "count": 1}]},
)
FORMS = (ORDER, ORDER_ZH, ROW, SETTINGS, LATE, SPA)
