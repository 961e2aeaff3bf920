"""The words of the tasks, in both languages."""

from collections.abc import Mapping, Sequence

from kgmem_bench.agents.values import Language, Pool

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
