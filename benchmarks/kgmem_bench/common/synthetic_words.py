"""The words that made tasks and screens consist of, in two languages."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True, slots=True)
class Words:
    """One language's vocabulary."""

    apps: tuple[str, ...]
    kinds: tuple[tuple[str, ...], ...]
    """Each kind of task in two wordings."""
    unknown: tuple[str, ...]
    """Kinds that are asked for and never learned."""
    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]
    places: tuple[str, ...]
    options: tuple[str, ...]
    sections: tuple[str, ...]
    search: str
    go: str
    choose: str
    confirm: str
    error: str
    thing: Callable[[str, str], str]
    """What an adjective and a noun make."""

    def slug(self, name: str) -> str:
        """The name as part of an address."""
        if name.isascii():
            return name.lower().replace(" ", "-")
        return "s" + blake2b(name.encode(), digest_size=4).hexdigest().translate(
            _LETTERS
        )


_LETTERS = str.maketrans("0123456789", "ghijklmnop")

ENGLISH = Words(
    apps=tuple(
        f"{maker} {what}"
        for what in ("Shop", "Mail", "Maps", "Notes")
        for maker in ("Nova", "Orbit", "Maple", "Delta", "Harbor")
    ),
    kinds=(
        (
            "Search {app} for a {thing} and sort the list by {option}",
            "Look up a {thing} in {app}, listed by {option}",
        ),
        (
            "Order the {thing} from the store in {place}, {option} first",
            "Buy the {thing} at the {place} store with {option} first",
        ),
        (
            "Write a review of the {thing} and rate it by {option}",
            "Leave a {option} review about the {thing}",
        ),
        (
            "Share the page of the {thing} with the team in {place} as {option}",
            "Send everyone in {place} the {thing} page as {option}",
        ),
        (
            "Track my parcel with the {thing} that was sent to {place} by {option}",
            "Where is the parcel with my {thing} for {place}, by {option}?",
        ),
        (
            "Add the {thing} to the wish list named {place} with {option} priority",
            "Put the {thing} on my {place} wish list, {option} priority",
        ),
        (
            "Compare prices of the {thing} in {place} by {option}",
            "Show where in {place} a {thing} costs least, by {option}",
        ),
        (
            "Return the {thing} that was delivered to {place}, refund by {option}",
            "Send the {thing} from {place} back and refund me by {option}",
        ),
        (
            "Set a reminder in {app} to clean the {thing} in {place} by {option}",
            "Remind me with {app} about cleaning the {thing} in {place} by {option}",
        ),
        (
            "Find the manual of the {thing} and save it by {option}",
            "Save the {thing} manual in {app}, filed by {option}",
        ),
        (
            "Subscribe to news about the {thing} in {place}, grouped by {option}",
            "Get me {place} news on the {thing}, grouped by {option}",
        ),
        (
            "Reserve a {thing} for pick-up in {place}, paid by {option}",
            "Hold a {thing} for me at {place} and charge it by {option}",
        ),
    ),
    unknown=(
        "Translate the interview with the {thing} designer into Portuguese",
        "Why does my microphone crackle whenever the {thing} is plugged in?",
        "Transcribe the lecture about {thing} history given near {place}",
        "Cancel gym membership and cite the {thing} clause",
        "Mute notifications during meetings held in {place}",
        "Draw a family tree for the inventor of the {thing}",
    ),
    adjectives=(
        "red", "blue", "green", "small", "large", "wooden", "folding", "vintage",
        "wireless", "silent", "heavy", "light", "round", "narrow", "digital",
        "cordless", "striped", "padded", "outdoor", "portable",
    ),
    nouns=(
        "chair", "lamp", "kettle", "backpack", "tent", "keyboard", "camera", "drill",
        "blanket", "mirror", "ladder", "bottle", "jacket", "helmet", "speaker",
        "printer", "carpet", "scooter", "guitar", "clock", "basket", "heater",
        "monitor", "pillow", "hammock", "telescope", "toaster", "umbrella", "violin",
        "wardrobe",
    ),
    places=(
        "Lisbon", "Oslo", "Quito", "Hanoi", "Leeds", "Tartu", "Porto", "Bergen",
        "Malmo", "Ghent", "Cusco", "Davao", "Izmir", "Kyoto", "Lyon", "Nantes",
        "Perth", "Riga", "Salem", "Turin",
    ),
    options=("price", "date", "name", "size", "rating", "weight", "color", "distance"),
    sections=("Catalog", "Orders", "Account", "Support"),
    search="Search",
    go="Go",
    choose="Sort or choose",
    confirm="Confirm",
    error="Element not found",
    thing=lambda adjective, noun: f"{adjective} {noun}",
)  # fmt: skip

CHINESE = Words(
    apps=tuple(
        f"{maker}{what}"
        for what in ("商城", "邮箱", "地图", "笔记")
        for maker in ("云雀", "青山", "小鹿", "飞鱼", "南风")
    ),
    kinds=(
        (
            "在{app}搜索{thing}，按{option}排序",
            "用{app}查一下{thing}，按{option}列出来",
        ),
        (
            "从{place}的门店订购{thing}，{option}优先",
            "到{place}门店买{thing}，{option}优先",
        ),
        (
            "给{thing}写一条评价，重点说{option}",
            "发表对{thing}的{option}评价",
        ),
        (
            "把{thing}的页面分享给{place}的同事，方式为{option}",
            "让{place}的同事看到{thing}页面，{option}方式",
        ),
        (
            "查询寄往{place}的{thing}包裹到哪了，按{option}",
            "寄到{place}的{thing}快递走到哪里了，按{option}",
        ),
        (
            "把{thing}加入名为{place}的心愿单，{option}优先级",
            "在{place}心愿单里添加{thing}，{option}优先级",
        ),
        (
            "比较{place}各家{thing}的报价，按{option}",
            "看看{place}哪里的{thing}最便宜，按{option}",
        ),
        (
            "退回送到{place}的{thing}，退款按{option}",
            "{place}收到的{thing}要退货，按{option}退款",
        ),
        (
            "在{app}设置清洗{place}的{thing}的提醒，按{option}",
            "用{app}提醒我清洗{place}那个{thing}，按{option}",
        ),
        (
            "找到{thing}的说明书并按{option}保存",
            "把{thing}说明书存到{app}，按{option}归类",
        ),
        (
            "订阅{place}关于{thing}的资讯，按{option}分组",
            "给我推送{place}的{thing}资讯，按{option}分组",
        ),
        (
            "预约到{place}自提{thing}，按{option}付款",
            "帮我在{place}留一个{thing}，按{option}扣费",
        ),
    ),
    unknown=(
        "把{thing}设计师的访谈翻译成葡萄牙语",
        "为什么插上{thing}之后麦克风总有杂音",
        "将{place}那场讲座的录音转成文字",
        "注销健身会员并引用合同里的{thing}条款",
        "在{place}开会期间静音全部通知",
        "画出{thing}发明人的家谱",
    ),
    adjectives=(
        "红色", "蓝色", "绿色", "小号", "大号", "木制", "折叠", "复古", "无线", "静音",
        "加厚", "轻便", "圆形", "窄边", "数码", "充电", "条纹", "软垫", "户外", "便携",
    ),
    nouns=(
        "椅子", "台灯", "水壶", "背包", "帐篷", "键盘", "相机", "电钻", "毛毯", "镜子",
        "梯子", "水杯", "夹克", "头盔", "音箱", "打印机", "地毯", "滑板车", "吉他",
        "闹钟", "篮子", "暖风机", "显示器", "枕头", "吊床", "望远镜", "面包机", "雨伞",
        "小提琴", "衣柜",
    ),
    places=(
        "杭州", "苏州", "成都", "西安", "长沙", "厦门", "青岛", "大连", "昆明", "贵阳",
        "南宁", "兰州", "合肥", "福州", "郑州", "武汉", "济南", "太原", "沈阳", "银川",
    ),
    options=("价格", "日期", "名称", "尺寸", "评分", "重量", "颜色", "距离"),
    sections=("商品", "订单", "账户", "客服"),
    search="搜索",
    go="前往",
    choose="排序或选择",
    confirm="确定",
    error="找不到元素",
    thing=lambda adjective, noun: f"{adjective}{noun}",
)  # fmt: skip
