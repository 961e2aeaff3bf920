"""Words of Chinese: that a quicker cutter gives jieba's, and when its dictionary is
read."""

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.language import chinese
from tests.doubles import WordEmbedder

ROOT = Path(__file__).parents[3]
RUNS = re.compile("[\u3400-\u9fff]+")


def runs() -> Iterator[str]:
    """Those of the texts at hand, and some made of words and of signs that jieba
    knows."""
    for folder in ("docs", "kgmem", "tests/fixtures"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".json", ".jsonl", ".md", ".py", ".toml", ".txt"):
                yield from RUNS.findall(path.read_text(encoding="utf-8"))
    chosen, words = random.Random(3), sorted(chinese.segmenter().FREQ)
    signs = [chr(code) for code in range(0x4E00, 0x9FA6)]
    for parts in (words, signs):
        for _ in range(3_000):
            yield "".join(chosen.choices(parts, k=chosen.randint(1, 8)))


@pytest.mark.parametrize("made_up", [True, False])
def test_the_quick_cutter_gives_the_same_words(made_up: bool) -> None:
    quick, jieba = pytest.importorskip("rjieba").Jieba(), chinese.segmenter()

    differing = {
        run: (quick.cut(run, made_up), jieba.lcut(run, HMM=made_up))
        for run in {
            run[: chinese.BLOCK] for run in runs() if chinese.HAN.fullmatch(run)
        }
        if quick.cut(run, made_up) != jieba.lcut(run, HMM=made_up)
    }

    assert not differing


def test_the_quick_cutter_has_the_same_words_listed() -> None:
    quick, listed = pytest.importorskip("rjieba").Jieba(), chinese.segmenter().FREQ

    assert not [word for word in listed if quick.has_word(word) != bool(listed[word])]


@pytest.mark.parametrize("text", ["订单order_id是a_b.c", "㐀㐁在", "iPhone 15手机"])
@pytest.mark.parametrize("installed", [True, False])
def test_what_is_not_han_alone_is_cut_by_jieba(
    text: str, installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not installed:
        monkeypatch.setattr(chinese, "_quick", lambda: None)

    assert chinese.known_words(text) == chinese.segmenter().lcut(text, HMM=False)
    assert "".join(chinese.words(text)) == text


@pytest.mark.parametrize(
    "then",
    [
        "print(chinese.words('在淘宝'))",  # asked for while it is being read
        "[t.join() for t in threading.enumerate() if t.daemon]; "
        "print(['在', '淘宝'] if chinese._tagged.cache_info().currsize else [])",
        "time.sleep(.2); print(['在', '淘宝'])",  # and ends in the middle of it
    ],
)
def test_a_dictionary_read_ahead_is_in_nobodys_way(then: str) -> None:
    code = (
        "import threading, time; from kgmem.language import chinese; "
        f"chinese.PAUSE = 0; chinese.load_ahead(); {then}"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8"
    )

    assert (done.stdout.strip(), done.stderr) == ("['在', '淘宝']", "")


@pytest.mark.parametrize(
    ("task", "times"), [("Search for a mouse", 0), ("搜索鼠标", 1)]
)
def test_the_dictionary_is_read_ahead_where_a_memory_has_runs_in_chinese(
    task: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(chinese, "load_ahead", lambda: asked.append(True))
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        memory.learn(
            {"task": task, "outcome": "success", "steps": [{"action": "wait"}]}
        )
    asked.clear()

    Memory.open(tmp_path / "m", embedder=WordEmbedder()).close()

    assert len(asked) == times
