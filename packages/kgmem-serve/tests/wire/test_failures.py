"""Each error has a status, and comes back as it was."""

import json

import pytest

from kgmem import errors
from kgmem.errors import KgmemError
from kgmem_serve.wire.failures import KINDS, error_of, status_of


@pytest.mark.parametrize("name", sorted(KINDS))
def test_each_error_comes_back_as_it_was(name: str) -> None:
    kind = KINDS[name]
    error = kind.__new__(kind)
    error.args = ("what is wrong",)

    told = {"error": {"code": name, "message": str(error)}}
    back = error_of(status_of(error), json.dumps(told).encode())

    assert type(back) is kind
    assert str(back) == "what is wrong"


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, b"", errors.NotAllowed),
        (404, b"<h1>nginx</h1>", errors.NotFound),
        (413, b'{"error": {"code": "TooLarge", "message": "m"}}', errors.InvalidInput),
        (503, b'{"error": "m"}', errors.ServerUnavailable),
        (418, b"[1]", errors.ServiceError),
    ],
)
def test_an_answer_of_another_program_is_told_by_its_status(
    status: int, body: bytes, kind: type[KgmemError]
) -> None:
    error = error_of(status, body)

    assert type(error) is kind
    assert str(error)
