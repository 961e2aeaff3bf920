"""Damaged, cut, huge and hostile files: refused by place, or an error with a cure."""

import io
import json
import random
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from kgmem import ImportedRun, InvalidInput, KgmemError, RefusedPart, Source
from kgmem.learn.importing import json_parts
from kgmem.learn.importing.json_parts import JsonParts
from kgmem.learn.importing.registry import importer
from kgmem.model.trajectory import parse_trajectory
from kgmem_formats.importers import playwright_trace
from tests.examples import examples
from tests.importers.conftest import FORMATS, SAMPLES, format_of

FILES = {
    sample: sorted((FORMATS / name).rglob("*.[jl]*[ng]*"))
    if (FORMATS / name).is_dir()
    else [FORMATS / name]
    for sample, name in SAMPLES.items()
}
QUICK = examples(15, HealthCheck.function_scoped_fixture)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=12,
)


def read(path: Path, format: str) -> list[Any]:
    """Each run that is given has to be one, or to be refused when it is learned."""
    parts = list(importer(format).read(Source.of(path)))
    for one in parts:
        assert isinstance(one, ImportedRun | RefusedPart)
        if isinstance(one, ImportedRun):
            try_parse(one)
    return parts


def try_parse(one: ImportedRun) -> None:
    with suppress(KgmemError):
        parse_trajectory({"task": "t", **one.run})


def read_or_refused(path: Path, format: str) -> None:
    with suppress(KgmemError):
        read(path, format)


@pytest.mark.parametrize("sample", SAMPLES)
@QUICK
@given(data=st.data())
def test_a_file_that_is_cut_off(
    sample: str, data: st.DataObject, tmp_path: Path
) -> None:
    (path, whole) = copied(sample, tmp_path)
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])

    read_or_refused(path, format_of(sample))


@pytest.mark.parametrize("sample", [name for name in SAMPLES if "script" not in name])
@QUICK
@given(data=st.data())
def test_a_file_with_odd_values(
    sample: str, data: st.DataObject, tmp_path: Path
) -> None:
    (path, whole) = copied(sample, tmp_path)
    if path.suffix == ".zip":
        return
    lines = whole.decode().splitlines()
    texts = lines if path.suffix in (".jsonl", ".log") else ["\n".join(lines)]
    odd = data.draw(VALUES)
    seed = data.draw(st.integers(0, 2**32))
    changed = [json.dumps(replaced(json.loads(t), odd, seed)) for t in texts]
    path.write_text("\n".join(changed), encoding="utf-8", errors="replace")

    read_or_refused(path, format_of(sample))


def replaced(value: Any, odd: Any, seed: int) -> Any:
    """The value with another one at some place in it."""
    chance = random.Random(seed)
    at = value
    for _ in range(chance.randint(0, 6)):
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            break
        key = chance.choice(keys)
        if not isinstance(at[key], dict | list) or chance.random() < 0.2:
            at[key] = odd
            break
        at = at[key]
    return value


def copied(sample: str, folder: Path) -> tuple[Path, bytes]:
    """A copy of the sample's main file, with the rest beside it."""
    for file in FILES[sample]:
        near = folder / file.relative_to(FORMATS)
        near.parent.mkdir(parents=True, exist_ok=True)
        near.write_bytes(file.read_bytes())
    main = MAIN.get(sample)
    file = FORMATS / SAMPLES[sample] / main if main else FORMATS / SAMPLES[sample]
    return folder / file.relative_to(FORMATS), file.read_bytes()


MAIN = {"mobilerun": "macro.json"}


# --- zip, depth, size ---------------------------------------------------------------


def test_an_archive_that_is_packed_too_tightly_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("trace.trace", b" " * (32 << 20))

    with pytest.raises(InvalidInput, match="packed too tightly"):
        list(importer("playwright-trace").read(Source.of(file)))


def test_a_trace_that_is_too_large_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playwright_trace, "MAX_TRACE", 1_000)

    with pytest.raises(InvalidInput, match="when unpacked"):
        list(importer("playwright-trace").read(Source.of(FORMATS / "trace.zip")))


def test_what_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text('{"history": [{"model_output": ' + "[" * 200_000 + "]" * 200_000)

    (run,) = read(file, "browser-use")

    assert "nested too deeply" in run.refused[0].reason


def test_a_part_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_parts, "MAX_PART", 3_000)
    monkeypatch.setattr(json_parts, "CHUNK", 1_000)
    text = json.dumps([1, "x" * 10_000]).encode()

    parts = JsonParts(io.BytesIO(text)).items()

    assert next(parts) == 1
    with pytest.raises(InvalidInput, match="a part of more than"):
        next(parts)


@given(VALUES, st.integers(1, 50))
def test_json_is_the_same_in_parts(value: Any, chunk: int) -> None:
    text = json.dumps({"a": value, "items": [value, 12, value]}).encode()
    before = json_parts.CHUNK
    json_parts.CHUNK = chunk
    try:
        found = list(JsonParts(io.BytesIO(text)).items("items"))
    finally:
        json_parts.CHUNK = before

    assert json.dumps(found) == json.dumps([value, 12, value])


def test_code_is_parsed_and_never_run(tmp_path: Path) -> None:
    mark = tmp_path / "was_run"
    file = tmp_path / "recorded.py"
    file.write_text(
        "from playwright.sync_api import Page\n\n"
        "def test_it(page: Page) -> None:\n"
        f"    page.get_by_label('a').fill(open({str(mark)!r}, 'w').name)\n"
        "    __import__('os').abort()\n"
    )

    (run,) = read(file, "playwright-script")

    assert not mark.exists()
    assert not run.run.get("steps")
    assert run.refused
