"""What stands in Trac's database before anything is done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FirstTicket:
    """A ticket that is there from the start; its number is its place, from 1."""

    summary: str
    kind: str
    component: str
    priority: str
    owner: str


COMPONENTS = (
    ("checkout", "mira"),
    ("search", "oskar"),
    ("mobile app", "li wei"),
    ("reporting", "mira"),
)
"""Name and owner."""
REMOVED = (
    ("component", "name", "component1"),
    ("component", "name", "component2"),
)
"""Table, column, value of rows that every new environment has."""

TICKETS = tuple(
    FirstTicket(*row)
    for row in (
        ("Cart total is wrong after a voucher", "defect", "checkout", "major", "mira"),
        ("Dark colours for the night", "enhancement", "mobile app", "minor", "li wei"),
        ("Export as a spreadsheet", "enhancement", "reporting", "major", "mira"),
        ("Search ignores accents", "defect", "search", "critical", "oskar"),
        ("Login page is slow on Mondays", "defect", "mobile app", "major", "li wei"),
        ("Review the privacy notice", "task", "checkout", "minor", "mira"),
        ("Receipts lack the tax number", "defect", "checkout", "critical", "mira"),
        ("Weekly summary by mail", "enhancement", "reporting", "trivial", "mira"),
        ("Results jump while loading", "defect", "search", "major", "oskar"),
        ("地址栏不能输入中文", "defect", "mobile app", "major", "li wei"),
        ("导出的报表缺少日期", "defect", "reporting", "minor", "mira"),
        ("付款后没有收到确认邮件", "defect", "checkout", "critical", "mira"),
        ("搜索结果重复显示", "defect", "search", "major", "oskar"),
        ("夜间模式下文字看不清", "enhancement", "mobile app", "minor", "li wei"),
    )
)
