"""The words on made pages, in two languages, each label with another wording."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from kgmem.lab import Language

_LABELS = """
search | find | 搜索 | 查找
submit | send form | 提交 | 提交表单
cancel | never mind | 取消 | 算了
save | keep | 保存 | 存储
save draft | keep draft | 保存草稿 | 存为草稿
save and close | keep and leave | 保存并关闭 | 存储并退出
delete | erase | 删除 | 删掉
edit | modify | 编辑 | 修改
view | show details | 查看 | 看详情
log in | sign in | 登录 | 登入
log out | sign out | 退出登录 | 登出
register | sign up | 注册 | 新建账号
next | go on | 下一页 | 往后
previous | go back | 上一页 | 往前
add to cart | put in basket | 加入购物车 | 放入购物篮
add to wish list | keep for later | 加入收藏 | 稍后再看
buy now | order at once | 立即购买 | 马上下单
check out | go to payment | 去结算 | 去付款
reply | answer | 回复 | 回信
reply all | answer everyone | 全部回复 | 回信给所有人
forward | pass on | 转发 | 转给别人
archive | put away | 归档 | 收起来
mark as read | tick off | 标为已读 | 设为已读
star | flag | 加星标 | 加旗标
settings | preferences | 设置 | 偏好
profile | my account | 个人资料 | 我的账号
help | support | 帮助 | 支持中心
home | start page | 首页 | 主页
orders | purchases | 订单 | 我的购买
products | goods | 商品 | 全部货品
reports | statistics | 报表 | 统计
users | people | 用户 | 人员
messages | inbox | 消息 | 收件箱
about | who we are | 关于我们 | 公司介绍
privacy | data protection | 隐私 | 数据保护
contact | write to us | 联系我们 | 给我们写信
first name | given name | 名 | 名字
last name | surname | 姓 | 姓氏
email | mail address | 邮箱 | 电子邮件
phone | telephone | 电话 | 手机号
city | town | 城市 | 所在城市
street | address line | 街道 | 详细地址
zip code | postal code | 邮编 | 邮政编码
country | land | 国家 | 国家或地区
password | pass phrase | 密码 | 口令
user name | login name | 用户名 | 登录名
quantity | amount | 数量 | 件数
comment | remark | 备注 | 附言
size | dimension | 尺码 | 大小
color | shade | 颜色 | 色彩
i agree to the terms | i accept the conditions | 我同意条款 | 我接受协议
remember me | keep me logged in | 记住我 | 保持登录
newsletter | news by mail | 订阅资讯 | 邮件资讯
dark mode | night view | 深色模式 | 夜间模式
notifications | alerts | 通知 | 提醒
two-step login | second factor | 两步验证 | 双重验证
location | whereabouts | 位置信息 | 定位
automatic updates | self-updating | 自动更新 | 后台更新
shipping address | where to deliver | 收货地址 | 送货地点
billing address | where to charge | 账单地址 | 付款地址
account | user data | 账户 | 用户数据
security | safety | 安全 | 安全中心
display | looks | 显示 | 外观
filters | narrow down | 筛选 | 缩小范围
results | what was found | 搜索结果 | 找到的内容
confirm deletion | really delete | 确认删除 | 真的要删除
active | in use | 启用 | 使用中
blocked | locked out | 停用 | 已锁定
admin | manager | 管理员 | 主管
member | ordinary user | 成员 | 普通用户
in stock | available | 有货 | 现货
sold out | gone | 缺货 | 售完
today | this day | 今天 | 今日
yesterday | the day before | 昨天 | 昨日
"""


@dataclass(frozen=True, slots=True)
class Wording:
    """A label of one language."""

    plain: str
    other: str
    """The same said otherwise."""
    foreign: str
    """The plain label in the other language."""


def _wordings() -> Iterator[tuple[str, Language, Wording]]:
    for row in _LABELS.strip().splitlines():
        key, reworded, chinese, zh_reworded = (cell.strip() for cell in row.split("|"))
        english = key.capitalize()
        yield key, "en", Wording(english, reworded.capitalize(), chinese)
        yield key, "zh", Wording(chinese, zh_reworded, english)


_BY_KEY = {(key, language): wording for key, language, wording in _wordings()}
_BY_LABEL = {wording.plain: wording for wording in _BY_KEY.values()}


def _listed(*texts: str) -> tuple[list[str], ...]:
    return tuple(text.split() for text in texts)


_PEOPLE: dict[Language, tuple[list[str], ...]] = {
    "en": _listed(
        "Alice Bob Carol David Emma Frank Grace Henry Irene Jack Kate Leo",
        "Smith Jones Brown Lee Miller Davis Wilson Clark Young King",
    ),
    "zh": _listed(
        "王 李 张 刘 陈 杨 赵 黄 周 吴", "伟 芳 娜 敏 静 丽 强 磊 洋 艳 杰 秀英"
    ),
}
_THINGS: dict[Language, tuple[list[str], ...]] = {
    "en": _listed(
        "red blue small large wooden steel quiet wireless folding warm",
        "keyboard lamp chair jacket kettle backpack mouse desk bottle camera",
    ),
    "zh": _listed(
        "红色 蓝色 小号 大号 木制 钢制 静音 无线 折叠 保暖",
        "键盘 台灯 椅子 外套 水壶 背包 鼠标 书桌 水杯 相机",
    ),
}
_SUBJECTS: dict[Language, tuple[str, ...]] = {
    "en": (
        "Minutes of the meeting",
        "Your invoice",
        "Holiday plans",
        "Question about the offer",
        "Delete",
        "Reply",
        "New version is out",
        "Lunch on Friday",
        "Contract, second draft",
    ),
    "zh": (
        "会议纪要",
        "您的发票",
        "假期安排",
        "关于报价的问题",
        "删除",
        "回复",
        "新版本已发布",
        "周五聚餐",
        "合同第二稿",
    ),
}
"""Two of them are called like a button."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What a page in one language says."""

    language: Language
    draw: random.Random

    def __call__(self, key: str) -> str:
        """The label of an English key."""
        return _BY_KEY[key, self.language].plain

    def people(self, n: int) -> list[str]:
        """Different persons."""
        return self._pairs(_PEOPLE, n)

    def things(self, n: int) -> list[str]:
        """Different goods."""
        return self._pairs(_THINGS, n)

    def subjects(self, n: int) -> list[str]:
        """What messages are about; they may repeat."""
        return self.draw.choices(_SUBJECTS[self.language], k=n)

    def _pairs(self, words: dict[Language, tuple[list[str], ...]], n: int) -> list[str]:
        between = " " if self.language == "en" else ""
        pairs = product(*words[self.language])
        return self.draw.sample([between.join(pair) for pair in pairs], n)


def wordings() -> Mapping[str, Wording]:
    """All labels, by what they say plainly."""
    return _BY_LABEL


def reworded(label: str) -> str | None:
    """The same said otherwise; None for what is no label."""
    found = _BY_LABEL.get(label)
    return found.other if found else None


def translated(label: str) -> str | None:
    """The same in the other language; None for what is no label."""
    found = _BY_LABEL.get(label)
    return found.foreign if found else None
