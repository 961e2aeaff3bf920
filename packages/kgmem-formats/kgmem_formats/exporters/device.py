"""A pattern as a plan for another device: its screen is of another size, its apps have
other package names.

What can't be mapped is said, and lowers the route: by one for coordinates that are
left out, to exploring for a step that is known by nothing else.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import Field, field_validator

from kgmem import (
    Box,
    Element,
    ExportedPattern,
    InvalidInput,
    Origin,
    PatternSource,
    Plan,
    PlanStep,
    Route,
    Slot,
)
from kgmem.formats import Unfit, Value, said, unfold_pattern, validated
from kgmem_formats.exporters.cases import bindings_of
from kgmem_formats.exporters.naming import slug

FORMAT = "device"
VERSION = 1
_PACKAGE = re.compile(r"[a-z][a-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*){1,8}")
_ACROSS = re.compile(r"(?:.*_)?(?:x|width|left|right)\d?")
_DOWN = re.compile(r"(?:.*_)?(?:y|height|top|bottom)\d?")
_POINTS = re.compile(r"(?:.*_)?(?:point|coordinates?|position|bounds|box|start|end)\d?")
_BOUNDS = re.compile(r"\[(\d{1,5}),(\d{1,5})\]\[(\d{1,5}),(\d{1,5})\]")
"""How Android writes where an element stands."""

Screen = tuple[int, int]
"""Width and height in pixels."""


class DeviceOptions(Value):
    """The two devices."""

    from_screen: Screen | None = None
    """Of the device on which it was recorded."""
    to_screen: Screen | None = None
    packages: dict[str, str] = Field(default_factory=dict)
    """Names of apps' packages there, by their names here."""
    device: str | None = None
    """What the other device is called."""

    @field_validator("from_screen", "to_screen", mode="before")
    @classmethod
    def _as_written(cls, given: Any) -> Any:
        match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", given) if _is_text(given) else None
        return (int(match[1]), int(match[2])) if match else given

    @field_validator("from_screen", "to_screen")
    @classmethod
    def _has_room(cls, screen: Screen | None) -> Screen | None:
        if screen is not None and not all(0 < side < 100_000 for side in screen):
            raise ValueError("width and height have to be above 0, such as 1080x2400")
        return screen


def _is_text(given: Any) -> bool:
    return isinstance(given, str)


def export(source: PatternSource, options: Mapping[str, Any]) -> ExportedPattern:
    """The plan as JSON, in which `{slot}` stands for what it asks for. Options:
    `from_screen`, `to_screen`, `packages`, `device`.

    Raises InvalidInput for a pattern without a path.
    """
    chosen = validated(DeviceOptions, options, FORMAT)
    mapping = _Mapping(chosen)
    plan = mapping.plan(_plan(source))
    told = {
        "format": "kgmem-device-plan",
        "version": VERSION,
        "pattern_id": source.pattern.pattern_id,
        "template": source.pattern.template,
        "slots": [_slot(one) for one in source.pattern.slots],
        "device": chosen.device,
        "from_screen": chosen.from_screen,
        "to_screen": chosen.to_screen,
        "packages": dict(chosen.packages),
        "route": plan.route,
        "unmapped": list(mapping.unmapped),
        "plan": plan.model_dump(mode="json", exclude_defaults=True),
    }
    return ExportedPattern(
        format=FORMAT,
        name=f"{slug(source.pattern, '-')}.device.json",
        text=json.dumps(told, ensure_ascii=False, indent=2) + "\n",
        notes=tuple(mapping.unmapped),
    )


def _slot(slot: Slot) -> dict[str, Any]:
    shown = {"name", "kind", "is_list", "sensitive", "transform"}
    return dict(slot.model_dump(mode="json", include=shown))


def _plan(source: PatternSource) -> Plan:
    """The pattern's path; lists and counts have the values of a run."""
    pattern = source.pattern
    laid_out = {step.repeat_for for step in pattern.steps if step.repeat_for}
    known = next(bindings_of(source))
    bound = {name: known[name] for name in laid_out if name in known}
    asked = [one.name for one in pattern.slots if one.name not in bound]
    steps = unfold_pattern(pattern, bound, asked)
    if isinstance(steps, Unfit):
        raise InvalidInput(f"{FORMAT}: {steps.reason}")
    if not steps:
        raise InvalidInput(f"{FORMAT}: this pattern has no steps, only wordings")
    return Plan(
        plan_id=f"{pattern.pattern_id}-{FORMAT}",
        task=pattern.template,
        route="direct_replay",
        bindings=bound,
        steps=steps,
        origin=Origin(kind="pattern", id=pattern.pattern_id, version=pattern.version),
        checked=True,
        experimental=True,
        needs_confirmation=any(step.irreversible for step in steps),
        app=pattern.app,
    )


class _Mapping:
    """From one device to the other; notes what it can't map."""

    def __init__(self, options: DeviceOptions) -> None:
        self._packages = options.packages
        here, there = options.from_screen, options.to_screen
        self._scale = (
            (there[0] / here[0], there[1] / here[1]) if here and there else None
        )
        self.unmapped: dict[str, None] = {}
        self._lost = 0
        """Steps that nothing tells any more."""

    def plan(self, plan: Plan) -> Plan:
        """The plan there."""
        steps = tuple(map(self._step, plan.steps))
        app = self._name(plan.app) if plan.app else None
        update = {"steps": steps, "app": app, "route": self._route()}
        return plan.model_copy(update=update)

    def _route(self) -> Route:
        if self._lost:
            return "guided_exploration"
        return "adaptive_replay" if self.unmapped else "direct_replay"

    def _step(self, step: PlanStep) -> PlanStep:
        n = step.n
        target = self._element(step.target, n)
        params = self._params(step.params, n)
        is_lost = params.keys() != step.params.keys() and not target
        if is_lost or (step.target and target and not _is_known(target)):
            self._lost += 1
            self._miss(said(f"step {n}: nothing but its place on the screen is known"))
        value = step.value
        if value and step.does.enters == "app":
            value = self._name(value)
        return step.model_copy(
            update={
                "target": target,
                "destination": self._element(step.destination, n),
                "value": value,
                "params": params,
                "branches": tuple(tuple(map(self._step, w)) for w in step.branches),
            }
        )

    def _element(self, element: Element | None, n: int) -> Element | None:
        if element is None:
            return None
        pairs = element.attributes.items()
        told = {key: self._text(self._bounds(one, n)) for key, one in pairs}
        locators = tuple(
            one.model_copy(update={"value": self._text(one.value)})
            for one in element.locators
        )
        test_id = element.test_id and self._text(element.test_id)
        return element.model_copy(
            update={
                "box": self._box(element.box, n),
                "attributes": told,
                "locators": locators,
                "test_id": test_id,
            }
        )

    def _box(self, box: Box | None, n: int) -> Box | None:
        if box is None:
            return None
        if self._scale is None:
            self._miss(
                said(
                    f"step {n}: where its element stands is left out; from_screen and "
                    "to_screen map it"
                )
            )
            return None
        across, down = self._scale
        return Box(
            x=box.x * across,
            y=box.y * down,
            width=box.width * across,
            height=box.height * down,
        )

    def _params(self, params: Mapping[str, Any], n: int) -> dict[str, Any]:
        told = ((key, self._param(key, value, n)) for key, value in params.items())
        return {key: value for key, value in told if value is not None}

    def _param(self, key: str, value: Any, n: int) -> Any:
        name = key.casefold()
        if isinstance(value, Mapping):
            return self._params(value, n)
        if isinstance(value, str):
            is_name = "package" in name or name == "app"
            return self._name(value) if is_name else self._text(value)
        if isinstance(value, list | tuple) and _POINTS.fullmatch(name):
            return self._points(list(value), n)
        side = 0 if _ACROSS.fullmatch(name) else 1 if _DOWN.fullmatch(name) else None
        return value if side is None else self._number(value, side, n)

    def _points(self, values: list[Any], n: int) -> Any:
        mapped = [self._number(one, i % 2, n) for i, one in enumerate(values)]
        return None if None in mapped else mapped

    def _number(self, value: Any, side: int, n: int) -> Any:
        if not isinstance(value, int | float) or isinstance(value, bool):
            return value
        if self._scale is None:
            self._miss(
                said(
                    f"step {n}: coordinates are left out; from_screen and to_screen "
                    "map it"
                )
            )
            return None
        return round(value * self._scale[side])

    def _bounds(self, text: str, n: int) -> str:
        if not _BOUNDS.fullmatch(text):
            return text
        numbers = [int(one) for one in re.findall(r"\d+", text)]
        mapped = [self._number(one, i % 2, n) for i, one in enumerate(numbers)]
        if None in mapped:
            return ""
        return "[{},{}][{},{}]".format(*mapped)

    def _name(self, name: str) -> str:
        """An app's name there; one that looks like a package's has to be known."""
        if name in self._packages:
            return self._packages[name]
        if _PACKAGE.fullmatch(name):
            self._miss(_unknown(name))
        return name

    def _text(self, text: str) -> str:
        """A text that may begin with a package's name: `com.shop:id/pay`."""
        for here, there in self._packages.items():
            rest = text.removeprefix(here)
            if rest != text and rest[:1] in ("", ":", "/"):
                return there + rest
        package = text.partition(":id/")[0]
        if package != text and _PACKAGE.fullmatch(package):
            self._miss(_unknown(package))
        return text

    def _miss(self, what: str) -> None:
        self.unmapped[what] = None


def _unknown(package: str) -> str:
    return said(f"what the package {package} is called there is not known")


def _is_known(element: Element) -> bool:
    """Is it told by anything but its place?"""
    ids = {"id", "resource-id", "resource_id", "content-desc"} & {
        key for key, one in element.attributes.items() if one
    }
    named = (one.kind for one in element.locators)
    return bool(element.label() or ids or element.box or set(named) - {"xpath", "path"})
