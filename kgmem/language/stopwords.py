"""Words that say nothing about what a text is about, in both languages."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words(
    """
    a about above after again all also am an and any are as at be because been before
    being below between both but by can could did do does doing down during each
    either else ever every few for from further had has have having he her here hers
    herself him himself his how however i if in into is it its itself just let many
    may me might more most much must my myself neither no nor not of off on once one
    only onto or other others our ours ourselves out over own per please shall she
    should since so some such than that the their theirs them themselves then there
    these they this those though through thus to too under until up upon us very via
    was we were what when where whether which while who whom whose why will with
    within without would yes yet you your yours yourself yourselves s t d ll m re ve
    don doesn didn isn aren wasn weren won wouldn shouldn couldn hasn haven hadn ain
    cannot http https www com
    """
)
"""Function words, contracted endings, and the parts that every web address has."""

CHINESE = _words(
    """
    的 了 着 过 地 得 之 是 在 有 和 与 及 或 而 且 但 并 也 都 就 还 又 再 才 只 很
    太 更 最 不 没 把 被 将 对 向 从 到 给 让 使 由 于 以 为 因 如 若 则 其 此 该 这
    那 哪 谁 么 吗 呢 吧 啊 呀 哦 嘛 我 你 您 他 她 它 们 个 些 种 请 要 想 会 能 可
    帮 去 来 用 里 中 上 下 内 外 所 每 各 另 某 等 我们 你们 您们 他们 她们 它们 咱们
    自己 大家 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 什么 怎么 怎样 如何
    为什么 哪个 哪些 哪里 多少 几个 一个 一些 一下 一份 一条 一种 所有 以及 或者 并且
    而且 但是 不过 然后 接着 之后 之前 以后 以前 因为 所以 如果 虽然 由于 为了 关于
    对于 根据 通过 可以 可能 能够 应该 需要 想要 帮我 请问 麻烦 是否 没有 不是 就是
    还是 只是 已经 正在 其中 其他 其它 另外 以上 以下 当前 现在 时候 以内 里面 上面
    下面 里边 内容为 超过 不超过 大于 小于 不少于 不多于
    """
)
"""Particles, pronouns, conjunctions, measure words, polite openings."""

ENGLISH_VERBS = _words(
    """
    add ask book bring browse buy call change check choose click close compare
    complete create delete display do draft edit enter fill find follow forward get
    give go increase decrease insert like list look make mark move need open order
    pick place play post press put read remove rename reply report reserve save scroll
    search see select send set share show sort start submit subscribe switch take tell
    turn type unfollow update use view visit want watch write
    """
)
"""What one is told to do on a screen: part of a task's meaning, no keyword of it."""

CHINESE_VERBS = _words(
    """
    打开 关闭 点击 点开 搜索 查找 查看 查询 查一下 找到 找出 寻找 选择 选取 选中 输入
    填写 提交 添加 加入 删除 移除 修改 更改 编辑 创建 新建 发送 发布 发表 转发 回复
    关注 收藏 点赞 评论 播放 浏览 进入 返回 退出 切换 设置 保存 复制 粘贴 下载 上传
    安装 卸载 登录 注册 购买 预订 预定 下单 支付 取消 确认 使用 显示 告诉 获取 前往
    帮忙 看看 看一下 订一张 点一份 买一个
    """
)
"""The same in Chinese."""
