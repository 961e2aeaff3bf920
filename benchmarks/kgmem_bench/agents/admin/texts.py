"""The words of the tasks in the administration site, and what they are about."""

from collections.abc import Mapping, Sequence

from kgmem_bench.agents.admin.site import REDIRECTS, SITES, USERS
from kgmem_bench.agents.values import Language, Pool

_OLD = tuple(old for old, _ in REDIRECTS)

WORDINGS: Mapping[str, Mapping[Language, Sequence[str]]] = {
    "page": {
        "en": (
            'Publish a page "{title}" at {url} that says "{text}"',
            'Put up a new flat page at {url}: its title is "{title}", its content '
            '"{text}"',
            'Write "{text}" on a page called "{title}", to be found at {url}',
        ),
        "zh": (
            "在{url}发布页面“{title}”，内容为“{text}”",
            "新建一个标题为“{title}”的页面，网址{url}，正文写“{text}”",
        ),
    },
    "redirect": {
        "en": (
            "Redirect {old} to {new}",
            "Whoever asks for {old} should be sent to {new}",
            "Set up a redirect that leads from {old} to {new}",
        ),
        "zh": ("把{old}重定向到{new}", "设置一个从{old}跳转到{new}的重定向"),
    },
    "mail": {
        "en": (
            "Set the email address of {user} to {mail}",
            "{user} has a new email address: {mail}",
            "Change the user {user}: the email is {mail} from now on",
        ),
        "zh": ("把{user}的邮箱设为{mail}", "用户{user}的电子邮件改成{mail}"),
    },
    "staff": {
        "en": (
            "Make {user} a member of staff",
            "Give {user} staff status",
            "{user} should be allowed into this site, as staff",
        ),
        "zh": ("把{user}设为职员", "给用户{user}职员状态"),
    },
    "site": {
        "en": (
            'Set the display name of the site {domain} to "{name}"',
            'The site {domain} is called "{name}" from now on',
            'Show "{name}" as the name of {domain}',
        ),
        "zh": ("把站点{domain}的显示名称设为“{name}”", "站点{domain}现在叫“{name}”"),
    },
    "drop": {
        "en": (
            "Delete the redirect from {old}",
            "Remove {old} from the redirects",
            "We no longer need the redirect {old}: get rid of it",
        ),
        "zh": ("删除{old}的重定向", "不再需要从{old}开始的重定向，请删掉"),
    },
    "group": {
        "en": (
            'Add the group "{group}"',
            'Create a group of users called "{group}"',
            'We need a user group "{group}"',
        ),
        "zh": ("添加用户组“{group}”", "新建一个名为“{group}”的用户组"),
    },
    "person": {
        "en": (
            'The first name of {user} is "{first}", the last name "{last}"',
            'Enter "{first}" and "{last}" as the names of {user}',
            'Call {user} by the first name "{first}" and the last name "{last}"',
        ),
        "zh": (
            "{user}的名是“{first}”，姓是“{last}”",
            "把用户{user}的姓名填成名“{first}”、姓“{last}”",
        ),
    },
}
"""The first of each is learned from."""

_URLS = ("/about/", "/terms/", "/jobs-2027/", "/parking/", "/thanks/", "/delivery/")
_NEW = ("/welcome/", "/offers/", "/people-and-places/", "/maps/", "/shop/new/", "/a-z/")
_FROM = ("/hello/", "/sales/", "/staff-list/", "/how-to-find-us/", "/buy/", "/index-2/")
_MAILS = (
    *("post@north.example", "office@south.example", "h.weiss@east.example"),
    *("team-two@west.example", "c.chan@hill.example", "mail@lake.example"),
)

FREE: Mapping[str, Mapping[Language, Mapping[str, Pool]]] = {
    "page": {
        "en": {
            "url": _URLS,
            "title": (
                *("About us", "Terms of sale", "Open positions", "Where to park"),
                *("Thank you", "Delivery times"),
            ),
            "text": (
                "We have sold bicycles since 1931",
                "All sales are final after thirty days",
                "We look for two mechanics",
                "Behind the station, two hours free",
                "Your order is on its way",
                "Three days within the country, a week abroad",
            ),
        },
        "zh": {
            "url": _URLS,
            "title": (
                "关于我们",
                "销售条款",
                "招聘信息",
                "停车指南",
                "感谢",
                "送货时间",
            ),
            "text": (
                "我们从1931年开始卖自行车",
                "售出三十天后概不退换",
                "我们正在招聘两名技工",
                "车站后面，免费两小时",
                "您的订单已经发出",
                "国内三天，国外一周",
            ),
        },
    },
    "redirect": {
        "en": {"old": _FROM, "new": _NEW},
        "zh": {"old": _FROM, "new": _NEW},
    },
    "mail": {
        "en": {"user": USERS[:6], "mail": _MAILS},
        "zh": {"user": USERS[6:], "mail": _MAILS},
    },
    "staff": {"en": {"user": USERS[:6]}, "zh": {"user": USERS[6:]}},
    "site": {
        "en": {
            "domain": SITES[:6],
            "name": (
                *("Northern branch", "The southern shop", "East side", "Out west"),
                *("Upon the hill", "Down by the lake"),
            ),
        },
        "zh": {
            "domain": SITES[1:],
            "name": ("南方分店", "东区", "西部门市", "山上小店", "湖边店", "林中小屋"),
        },
    },
    "drop": {"en": {"old": _OLD[:6]}, "zh": {"old": _OLD[2:]}},
    "group": {
        "en": {
            "group": (
                *("Authors", "Night shift", "Translators", "Board", "Trainees"),
                "Friends of the house",
            )
        },
        "zh": {"group": ("作者", "夜班", "译者", "董事会", "实习生", "朋友")},
    },
    "person": {
        "en": {
            "user": USERS[2:8],
            "first": ("Mei", "Ola", "Petra", "Rui", "Tae", "Ulla"),
            "last": ("Chan", "Duya", "Novak", "Silva", "Kim", "Bauer"),
        },
        "zh": {
            "user": USERS[6:],
            "first": ("伟", "丽", "晨", "静", "勇", "娜"),
            "last": ("张", "刘", "陈", "王", "金", "鲍"),
        },
    },
}
"""Values that a task enters or names freely."""
