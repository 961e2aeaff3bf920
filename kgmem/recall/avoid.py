"""What failed runs of similar tasks warn of.

The step to blame is where a failed run left the path of a success of the same
task, or the step that the record itself calls failed. Failures of the
surroundings (captcha, network, quota, credentials) are never blamed on a step.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from kgmem.graph.rows import StoredRun
from kgmem.model.base import language_of
from kgmem.model.lexicon import Lexicon
from kgmem.model.plan import Avoidance
from kgmem.model.recollection import describe_step
from kgmem.model.trajectory import Step

ENVIRONMENT = Lexicon(
    english=(
        "captcha", "time ?out", "timed out", "network", "connection", "offline",
        "quota", "rate limit", "too many requests", "unauthorized", "forbidden",
        "log ?in required", "invalid credentials", "wrong password", "dns",
        "service unavailable", "bad gateway", "internal server error",
    ),
    chinese=(
        "验证码", "超时", "网络", "断开", "离线", "配额", "频繁", "未登录", "请登录",
        "密码错误", "无权限", "服务不可用", "服务器错误",
    ),
)  # fmt: skip
"""Words by which an error message blames the surroundings, not the step."""


def is_environment(error: str | None) -> bool:
    """Does this error message speak of the surroundings?"""
    return bool(error) and error in ENVIRONMENT


def avoidances(
    failed: Iterable[StoredRun], succeeded: Sequence[StoredRun]
) -> list[Avoidance]:
    """One per failed run that tells what went wrong, most telling first."""
    found = [
        one
        for run in failed
        if (one := _avoidance(run, [s for s in succeeded if _same_task(s, run)]))
    ]
    return sorted(found, key=lambda one: (-one.score, one.message))


def _same_task(a: StoredRun, b: StoredRun) -> bool:
    return a.experience.task_id == b.experience.task_id


def _avoidance(run: StoredRun, successes: Sequence[StoredRun]) -> Avoidance | None:
    steps = run.experience.steps
    if not steps:
        return None
    failed = [n for n, step in enumerate(steps) if step.success is False or step.error]
    if not failed:
        return _diverging(run, successes)
    own = [n for n in failed if not is_environment(steps[n].error)]
    return _blame(run, own[0], steps[own[0]].error, successes) if own else None


def _diverging(run: StoredRun, successes: Sequence[StoredRun]) -> Avoidance | None:
    """Where the run left the success that it followed longest; if it followed one
    to its own end, it stopped early, and no step is to blame."""
    if not successes:
        return None
    steps = run.experience.steps
    shared = max(_shared(steps, s.experience.steps) for s in successes)
    return _blame(run, shared, None, successes) if shared < len(steps) else None


def _blame(
    run: StoredRun, n: int, error: str | None, successes: Sequence[StoredRun]
) -> Avoidance | None:
    step = run.experience.steps[n]
    if error is None and any(
        _key(step) in map(_key, s.experience.steps) for s in successes
    ):
        return None  # the same step stands in a success: it is not to blame
    instead = _instead(run.experience.steps, successes)
    page = step.page_before
    return Avoidance(
        action=step.action,
        element=step.target,
        page=page.url if page else None,
        instead=instead,
        cause="error" if error else "divergence",
        message=_message(run.experience.task, step, error, instead),
        failures=1,
        successes=0,
        score=0.6 if error else 0.4,
        scope={"app": run.experience.app} if run.experience.app else {},
        experience_ids=(run.experience.experience_id,),
    )


def _instead(steps: Sequence[Step], successes: Sequence[StoredRun]) -> str | None:
    """What the success that was followed longest did at the fork."""
    best = max(
        successes, key=lambda s: _shared(steps, s.experience.steps), default=None
    )
    if best is None:
        return None
    fork = _shared(steps, best.experience.steps)
    path = best.experience.steps
    return describe_step(path[fork]) if fork < len(path) else None


def _shared(a: Sequence[Step], b: Sequence[Step]) -> int:
    same = takewhile(lambda pair: _key(pair[0]) == _key(pair[1]), zip(a, b))  # noqa: B905  # the shorter one ends it
    return sum(1 for _ in same)


def _key(step: Step) -> tuple[str, str]:
    return step.action, step.target.label() if step.target else step.value or ""


def _message(task: str, step: Step, error: str | None, instead: str | None) -> str:
    what = describe_step(step)
    if language_of(task) == "zh":
        text = f"“{task}”曾在此失败：{what}"
        text += f"（{error}）" if error else ""
        return text + (f"；改为：{instead}" if instead else "")
    text = f'"{task}" failed at: {what}'
    text += f" ({error})" if error else ""
    return text + (f"; instead: {instead}" if instead else "")
