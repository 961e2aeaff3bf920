"""What short Chinese sentences state, by rules."""

from datetime import date

import pytest

from tests.unit.facts.taggers import extractor

TODAY = date(2024, 6, 15)
Stated = tuple[str, str, str]


def stated(text: str, **known: str | None) -> list[Stated]:
    found = extractor().extract(text, today=TODAY, known=known).triples
    return [(one.subject, one.predicate, one.object) for one in found]


def bounds(text: str) -> tuple[str | None, str | None]:
    (one,) = extractor().extract(text, today=TODAY).triples
    since, until = one.valid_from, one.valid_to
    return since and since.date().isoformat(), until and until.date().isoformat()


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("罗马是意大利的首都。", ("意大利", "首都", "罗马")),
        ("意大利的首都是罗马。", ("意大利", "首都", "罗马")),
        ("《活着》的作者是余华。", ("活着", "作者", "余华")),
        ("SQLite是一个轻量的数据库。", ("SQLite", "是", "一个轻量的数据库")),
        ("浙江大学位于杭州。", ("浙江大学", "位于", "杭州")),
        ("王小明住在北京。", ("王小明", "住在", "北京")),
        ("王小明在清华大学工作。", ("王小明", "工作于", "清华大学")),
        ("王小明毕业于清华大学。", ("王小明", "毕业于", "清华大学")),
        ("清华大学成立于1911年。", ("清华大学", "成立于", "1911年")),
        ("《英雄》由张艺谋执导。", ("张艺谋", "执导", "英雄")),
        ("张艺谋执导了《英雄》。", ("张艺谋", "执导", "英雄")),
        ("阿里巴巴集团有五百名员工。", ("阿里巴巴集团", "有", "五百名员工")),
        ("FR-012依赖FR-003。", ("FR-012", "依赖", "FR-003")),
        ("王小明是财务组的组长。", ("财务组", "组长", "王小明")),
        ("李四是支付部的负责人。", ("支付部", "负责人", "李四")),
        ("张三担任运营部经理。", ("张三", "担任", "运营部经理")),
        ("张三加入支付部。", ("张三", "加入", "支付部")),
        ("搜索模块属于订单平台。", ("搜索模块", "属于", "订单平台")),
        ("南京是江苏省的一部分。", ("江苏省", "一部分", "南京")),
    ],
)
def test_a_plain_statement_gives_one_triple(text: str, triple: Stated) -> None:
    assert stated(text) == [triple]


@pytest.mark.parametrize(
    "text",
    [
        "王小明不在清华大学工作。",
        "王小明没有去过北京。",
        "王小明住在北京吗？",
        "王小明可能住在北京。",
        "王小明将搬到北京。",
        "京都曾是日本的首都。",
        "如果王小明住在北京，就给他打电话。",
        "李晓梅说王小明住在北京。",
        "据报道，王小明住在北京。",
        "请联系王小明。",
        "他住在北京。",
        "经理住在北京。",
        "北京的天气",
        "返回值里有：FR-001、FR-002。",
    ],
)
def test_what_is_not_stated_gives_nothing(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("王小明自2019年起住在北京。", "2019-01-01", None),
        ("2010年至2015年，王小明在清华大学工作。", "2010-01-01", "2016-01-01"),
        ("到2020年5月为止，王小明住在北京。", None, "2020-06-01"),
        ("王小明1994年住在北京。", "1994-01-01", "1995-01-01"),
        ("三天前王小明搬到了北京。", "2024-06-12", None),
    ],
)
def test_times_bound_the_triple_and_leave_its_object(
    text: str, since: str | None, until: str | None
) -> None:
    assert bounds(text) == (since, until)
    assert "年" not in stated(text)[0][2]


@pytest.mark.parametrize(
    "text",
    [
        "张三不任支付部经理。",
        "系统使用组策略。",
        "该公司制作了三部电影。",
        "张三领导支付部。",
    ],
)
def test_a_department_needs_a_role_or_the_end(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        # of what the part before is about
        ("《春山》由王小明执导，主演是李小红。", ("春山", "主演", "李小红")),
        ("中山大学新建了图书馆，馆长李小红出席。", ("中山大学", "馆长", "李小红")),
        ("王小明1985年迁居上海。", ("王小明", "迁居于", "1985年")),
    ],
)
def test_what_a_part_leaves_to_those_before(text: str, fact: Stated) -> None:
    assert fact in stated(text)
