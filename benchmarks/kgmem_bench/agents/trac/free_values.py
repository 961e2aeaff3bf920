"""Values that a task enters freely, in both languages."""

from collections.abc import Mapping

from kgmem_bench.agents.values import Language, Pool

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
