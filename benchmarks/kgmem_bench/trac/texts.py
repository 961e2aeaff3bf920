"""The words of the tasks, in both languages."""

from collections.abc import Mapping, Sequence

from kgmem_bench.trac.values import Language, Pool

WORDINGS: Mapping[str, Mapping[Language, Sequence[str]]] = {
    "ticket": {
        "en": (
            "File a ticket of type {type} and priority {priority} for the component "
            '{component}: "{summary}", described as "{description}"',
            'Create a new ticket "{summary}" with the description "{description}"; its '
            "type is {type}, its priority {priority}, its component {component}",
            "Please report a {priority} {type} in the component {component}, titled "
            '"{summary}". The details are: "{description}".',
        ),
        "zh": (
            "为{component}提交一个{priority}级的{type}工单：“{summary}”，描述为“{description}”",
            "新建工单“{summary}”，描述填写“{description}”，类型{type}，优先级{priority}，组件{component}",
        ),
    },
    "assign": {
        "en": (
            'Assign the ticket "{ticket}" to {person} and comment "{comment}"',
            'Hand "{ticket}" over to {person}, leaving the comment "{comment}"',
            'Comment "{comment}" on the ticket "{ticket}" and make {person} its owner',
        ),
        "zh": (
            "把工单“{ticket}”分配给{person}，并评论“{comment}”",
            "在工单“{ticket}”下评论“{comment}”，然后转给{person}处理",
        ),
    },
    "close": {
        "en": (
            'Close the ticket "{ticket}" as {resolution}',
            'Resolve "{ticket}" with the resolution {resolution}',
            'The ticket "{ticket}" is done: mark it as {resolution}',
        ),
        "zh": (
            "以{resolution}关闭工单“{ticket}”",
            "工单“{ticket}”可以关闭了，处理结果为{resolution}",
        ),
    },
    "milestone": {
        "en": (
            'Add a milestone "{milestone}" with the description "{text}"',
            'We need a new milestone called "{milestone}", described as "{text}"',
            'Put "{milestone}" on the roadmap as a milestone; description: "{text}"',
        ),
        "zh": (
            "添加里程碑“{milestone}”，描述为“{text}”",
            "在路线图上新建一个名为“{milestone}”的里程碑，说明写“{text}”",
        ),
    },
    "component": {
        "en": (
            'Add a component "{component}" owned by {person}',
            'Create the component "{component}" with {person} as its owner',
            'Set up a new component for tickets: "{component}", owner {person}',
        ),
        "zh": (
            "添加组件“{component}”，负责人是{person}",
            "新建一个由{person}负责的组件“{component}”",
        ),
    },
    "version": {
        "en": (
            'Add the version "{version}"',
            'Create a new version called "{version}" for tickets',
            'Make "{version}" available as a version',
        ),
        "zh": ("添加版本“{version}”", "新增一个版本，名称为“{version}”"),
    },
    "wiki": {
        "en": (
            'Write a wiki page {page} saying "{text}" and link it from the ticket '
            '"{ticket}"',
            'Create the wiki page {page} with the text "{text}", then mention it in a '
            'comment on the ticket "{ticket}"',
            'Put "{text}" on a new wiki page called {page} and add a link to it to the '
            'ticket "{ticket}"',
        ),
        "zh": (
            "写一个维基页面{page}，内容为“{text}”，并在工单“{ticket}”里链接它",
            "新建维基页面{page}，正文是“{text}”，然后在工单“{ticket}”的评论中引用该页面",
        ),
    },
    "query": {
        "en": (
            'Save a query for the tickets of the component {component} as "{title}"',
            "Make a custom query that lists the component {component} and save it "
            'under the title "{title}"',
            "Filter the tickets by component {component} and keep that query as "
            '"{title}"',
        ),
        "zh": (
            "把组件{component}的工单查询保存为“{title}”",
            "新建自定义查询，筛选组件{component}，并以“{title}”为标题保存",
        ),
    },
    "preference": {
        "en": (
            'Set my full name to "{person}" and my email address to {mail}',
            'In my preferences, enter "{person}" as the name and {mail} as the email',
            'My name is "{person}", my email {mail}: save that in the preferences',
        ),
        "zh": (
            "把我的全名设为“{person}”，邮箱设为{mail}",
            "在偏好设置里填写姓名“{person}”和电子邮件{mail}",
        ),
    },
}
"""The first of each is learned from."""

TOO_MUCH: Mapping[str, Mapping[Language, str]] = {
    "ticket": {
        "en": "File a ticket of type {type} and priority {priority} for the component "
        '{component}: "{summary}", described as "{description}", with the keyword '
        '"urgent"',
        "zh": "为{component}提交一个{priority}级的{type}工单：“{summary}”，"
        "描述为“{description}”，关键词为“紧急”",
    },
    "assign": {
        "en": 'Assign the ticket "{ticket}" to {person}, comment "{comment}" and set '
        "its priority to blocker",
        "zh": "把工单“{ticket}”分配给{person}，评论“{comment}”，并把优先级改为blocker",
    },
    "close": {
        "en": 'Close the ticket "{ticket}" as {resolution} with the comment "Done"',
        "zh": "以{resolution}关闭工单“{ticket}”，并评论“已处理”",
    },
    "milestone": {
        "en": 'Add a milestone "{milestone}" with the description "{text}", due on '
        "2027-03-01",
        "zh": "添加里程碑“{milestone}”，描述为“{text}”，截止日期2027年3月1日",
    },
    "component": {
        "en": 'Add a component "{component}" owned by {person} and make it the default',
        "zh": "添加组件“{component}”，负责人是{person}，并设为默认组件",
    },
    "version": {
        "en": 'Add the version "{version}", released on 2026-05-04',
        "zh": "添加版本“{version}”，发布日期2026年5月4日",
    },
    "wiki": {
        "en": 'Write a wiki page {page} saying "{text}", make it read-only and link it '
        'from the ticket "{ticket}"',
        "zh": "写一个维基页面{page}，内容为“{text}”，设为只读，"
        "并在工单“{ticket}”里链接它",
    },
    "query": {
        "en": "Save a query for the closed tickets of the component {component} as "
        '"{title}"',
        "zh": "把组件{component}中已关闭的工单查询保存为“{title}”",
    },
    "preference": {
        "en": 'Set my full name to "{person}", my email address to {mail} and my time '
        "zone to Asia/Tokyo",
        "zh": "把我的全名设为“{person}”，邮箱设为{mail}，时区设为Asia/Tokyo",
    },
}

SAVED_QUERY = (
    "query:?component={component} & status=accepted & status=assigned & status=new & "
    "status=reopened & order=priority"
)
"""As Trac writes a filter by component down; all else as it proposes it."""

_TYPES = ("defect", "enhancement", "task")
_PRIORITIES = ("critical", "minor", "blocker", "trivial")
_COMPONENTS = ("search", "reporting", "mobile app", "checkout")

FIXED: Mapping[str, Mapping[str, Pool]] = {
    "ticket": {
        "type": _TYPES,
        "priority": _PRIORITIES,
        "component": _COMPONENTS,
    },
    "close": {"resolution": ("wontfix", "fixed", "invalid", "worksforme", "duplicate")},
    "query": {"component": _COMPONENTS},
}
"""Values that a list on a page offers."""

_TICKETS: Mapping[Language, Pool] = {
    "en": (
        "Cart total is wrong after a voucher",
        "Search ignores accents",
        "Export as a spreadsheet",
        "Login page is slow on Mondays",
        "Weekly summary by mail",
        "Results jump while loading",
    ),
    "zh": (
        "地址栏不能输入中文",
        "导出的报表缺少日期",
        "付款后没有收到确认邮件",
        "搜索结果重复显示",
        "夜间模式下文字看不清",
        "Review the privacy notice",
    ),
}
_PEOPLE: Mapping[Language, Pool] = {
    "en": ("anna", "Bruno Keller", "chidi", "dolores", "emil.strand", "Farah"),
    "zh": ("张敏", "李小龙", "wangfang", "赵磊", "陈静", "刘洋"),
}

FREE: Mapping[str, Mapping[Language, Mapping[str, Pool]]] = {
    "ticket": {
        "en": {
            "summary": (
                "Vouchers can be used twice",
                "Sort results by price",
                "Photos are upside down",
                "Totals differ from the receipt",
                "Remember the last filter",
                "Check the licence of the icons",
            ),
            "description": (
                "Seen with two browser tabs open",
                "Customers ask for it every week",
                "Only on phones, after an upload",
                "By one cent, in about every tenth order",
                "It is lost when the page is left",
                "Before the next release",
            ),
        },
        "zh": {
            "summary": (
                "优惠券可以重复使用",
                "按价格排序",
                "图片上传后倒置",
                "合计金额与收据不一致",
                "记住上次的筛选条件",
                "检查图标的许可证",
            ),
            "description": (
                "同时打开两个标签页时出现",
                "每周都有客户提出",
                "只在手机上发生",
                "大约每十单相差一分钱",
                "离开页面后就丢失了",
                "下次发布之前完成",
            ),
        },
    },
    "assign": {
        "en": {
            "ticket": _TICKETS["en"],
            "person": _PEOPLE["en"],
            "comment": (
                "Please have a look",
                "Needs a decision by Friday",
                "Same cause as last month",
                "I could not reproduce it",
                "You know this code best",
                "Waiting for the designer",
            ),
        },
        "zh": {
            "ticket": _TICKETS["zh"],
            "person": _PEOPLE["zh"],
            "comment": (
                "请看一下",
                "周五之前需要决定",
                "原因和上个月相同",
                "我无法重现这个问题",
                "你最熟悉这段代码",
                "等设计师答复",
            ),
        },
    },
    "close": {
        "en": {"ticket": _TICKETS["en"]},
        "zh": {"ticket": _TICKETS["zh"]},
    },
    "milestone": {
        "en": {
            "milestone": (
                "Spring cleaning",
                "Beta for partners",
                "Night mode",
                "Trade fair",
                "Second audit",
                "Open house",
            ),
            "text": (
                "Old reports are gone",
                "Ten shops take part",
                "Everything is readable in the dark",
                "What we show in Hanover",
                "All findings are answered",
                "Visitors can try it themselves",
            ),
        },
        "zh": {
            "milestone": (
                "春季整理",
                "合作伙伴测试",
                "夜间模式",
                "展会版本",
                "第二次审计",
                "开放日",
            ),
            "text": (
                "删除旧报表",
                "十家商店参加",
                "暗处也能看清",
                "在汉诺威展示的内容",
                "所有问题都已答复",
                "访客可以自己试用",
            ),
        },
    },
    "component": {
        "en": {
            "component": (
                "billing",
                "user manual",
                "push messages",
                "warehouse",
                "gift cards",
                "sign-in",
            ),
            "person": _PEOPLE["en"],
        },
        "zh": {
            "component": ("账单", "用户手册", "推送消息", "仓库", "礼品卡", "登录"),
            "person": _PEOPLE["zh"],
        },
    },
    "version": {
        "en": {"version": ("3.0", "2.1 beta", "2026.4", "4.0-rc1", "2.0.7", "Juniper")},
        "zh": {"version": ("三季度版", "3.5", "2.2测试版", "5.0", "春节版", "2.9.1")},
    },
    "wiki": {
        "en": {
            "page": (
                "OrderGuide",
                "ReleaseSteps",
                "HouseStyle",
                "OnCallRota",
                "TestPhones",
                "GlossaryOfTerms",
            ),
            "text": (
                "How an order travels from cart to door",
                "Tag, build, upload, tell everybody",
                "Short words, no exclamation marks",
                "Who answers at night and who on Sundays",
                "Which phones we own and where they are",
                "What we mean when we say basket",
            ),
            "ticket": _TICKETS["en"],
        },
        "zh": {
            "page": (
                "OrderFlow",
                "ReleasePlan",
                "WritingRules",
                "NightShift",
                "PhoneList",
                "WordList",
            ),
            "text": (
                "订单从购物车到送达的过程",
                "打标签、构建、上传、通知大家",
                "句子要短，不用感叹号",
                "谁在夜间和周日值班",
                "我们有哪些测试手机",
                "购物篮一词的含义",
            ),
            "ticket": _TICKETS["zh"],
        },
    },
    "query": {
        "en": {
            "title": (
                "Mine to watch",
                "For the Monday meeting",
                "Open questions",
                "What Oskar asked for",
                "Before the holidays",
                "Third floor",
            ),
        },
        "zh": {
            "title": (
                "我关注的",
                "周一例会用",
                "待解决问题",
                "客户提出的",
                "放假前处理",
                "三楼团队",
            ),
        },
    },
    "preference": {
        "en": {
            "person": (
                "Anna Lind",
                "Bruno Keller",
                "Chidi Okafor",
                "Dolores Vega",
                "Emil Strand",
                "Farah Haddad",
            ),
            "mail": (
                "anna@example.org",
                "b.keller@example.com",
                "chidi.okafor@example.net",
                "dolores@example.com",
                "strand@example.org",
                "farah.h@example.net",
            ),
        },
        "zh": {
            "person": ("张敏", "李小龙", "王芳", "赵磊", "陈静", "刘洋"),
            "mail": (
                "zhangmin@example.cn",
                "xiaolong@example.com",
                "wangfang@example.org",
                "zhao.lei@example.cn",
                "chenjing@example.net",
                "liuyang@example.com",
            ),
        },
    },
}
"""Values that somebody thought up; each is used in one set only."""
