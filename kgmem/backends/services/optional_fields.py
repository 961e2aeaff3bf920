"""Request fields that a service may refuse: it is asked again without them."""

import logging
from collections.abc import Mapping
from typing import Any

from kgmem.backends.services.failures import Refusal
from kgmem.backends.services.http import Patience, ServiceClient

_log = logging.getLogger(__name__)


class OptionalFields:
    """Posts with fields that can be left out, and remembers which had to be."""

    def __init__(self, client: ServiceClient, names: tuple[str, ...]) -> None:
        self._client = client
        self._names = names
        self._left_out: frozenset[str] = frozenset()

    @property
    def left_out(self) -> frozenset[str]:
        """Fields that this service refused and no longer gets."""
        return self._left_out

    def post(
        self, path: str, request: Mapping[str, Any], patience: Patience | None = None
    ) -> dict[str, Any]:
        """As the client's own; a 400 or 422 that complains of one of the fields is
        followed by the same request without it."""
        left_out = self._left_out
        while True:
            try:
                return self._client.post(path, _without(request, left_out), patience)
            except Refusal as error:
                refused = self._refused(error, request.keys() - left_out)
                if refused is None:
                    raise
            left_out |= {refused}
            self._left_out |= left_out
            _log.warning(
                "%s service refuses %s; asking without it", self._client.name, refused
            )

    def _refused(self, error: Refusal, sent: set[str]) -> str | None:
        if error.status not in (400, 422):
            return None
        return next(
            (name for name in self._names if name in error.said and name in sent), None
        )


def _without(request: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in request.items() if key not in names}
