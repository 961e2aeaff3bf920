"""Failures of the surroundings, which no step is to blame for."""

from kgmem.language.lexicon import Lexicon

ENVIRONMENT = Lexicon(
    english=(
        "captcha", "recaptcha", "are you (?:a )?(?:human|robot)", "time ?out",
        "timed out", "network", "connection", "offline", "unreachable", "dns",
        "quota", "rate limit(?:ed)?", "too many requests", "unauthorized", "forbidden",
        "(?:log|sign) ?in required", "not (?:logged|signed) in", "session expired",
        "(?:invalid|wrong|bad|incorrect) (?:credentials?|password|api key|token)",
        "service unavailable", "bad gateway", "gateway time ?out",
        "internal server error", "err (?:internet|name|connection|network)[a-z ]*",
        "econn[a-z]*", "http (?:401|403|407|408|429|5\\d\\d)",
    ),
    chinese=(
        "验证码", "人机验证", "超时", "网络", "断网", "断开", "离线", "连接失败",
        "无法连接", "配额", "额度", "限流", "频繁", "次数过多", "未登录", "请登录",
        "请先登录", "登录已过期", "密码错误", "密码不正确", "账号或密码", "凭证",
        "令牌", "无权限", "没有权限", "服务不可用", "服务器错误", "服务器繁忙",
        "系统繁忙",
    ),
)  # fmt: skip
"""Words by which an error message blames captcha, network, quota, credentials or a
server, not the step."""


def is_environment(error: str | None) -> bool:
    """Does this error message speak of the surroundings?"""
    return bool(error) and error in ENVIRONMENT
