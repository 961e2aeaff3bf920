"""A made world that a plan is followed in."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem_bench.flow.scenes import Scene


class World:
    """What a scene shows, act by act, as a driver of `follow`; it notes what is
    entered."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.acts: list[tuple[str, str | None, Mapping[str, Any]]] = []

    @property
    def _shown(self) -> dict[str, Any]:
        shown = self._scene.shown
        return shown[min(len(self.acts), len(shown) - 1)]

    def elements(self) -> Sequence[Any]:
        """What is on the page, with its texts."""
        found: Sequence[Any] = self._scene.page(self._shown)["elements"]
        return found

    def page(self) -> dict[str, Any]:
        """The page's address, title and what it says."""
        return {
            k: v for k, v in self._scene.page(self._shown).items() if k != "elements"
        }

    def act(
        self, action: str, element: Any, value: str | None, params: Mapping[str, Any]
    ) -> None:
        """Note it, and show what comes next."""
        self.acts.append((action, value, params))

    def result(self) -> Any:
        """What the last act gave."""
        return self._shown.get("result")
