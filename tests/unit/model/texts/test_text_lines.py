"""Telling encodings, and lines as they are read."""

import io
import random
import tracemalloc

import pytest

from kgmem.model.texts.text_lines import (
    SAMPLE,
    encoding_of,
    sample_of,
    text_lines,
)

CHINESE = "退款在五个工作日内到账。\n请在订单页面点击申请退款。\n"
TAIWANESE = "退款在五個工作天內入帳。\n請在訂單頁面點選申請退款。\n"
FRENCH = "Le café déjà ouvert à l'été: garçon, naïve façade.\n"
RUSSIAN = "Возврат денег занимает пять рабочих дней.\n"
JAPANESE = "返金は五営業日以内に行われます。注文のページから申請してください。\n" * 4


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "utf-8-sig"),
        (CHINESE, "utf-16"),
        (CHINESE, "utf-32"),
        (CHINESE, "utf-16-le"),
        (CHINESE, "utf-16-be"),
        ("Refunds take 5 days.\nAsk for one on the page.\n", "utf-16-be"),
        (CHINESE, "gb18030"),
        ("主语,谓语,宾语\n张三,住在,北京\n", "gb18030"),
        ("北京大学", "gb18030"),
        ("好的", "gb18030"),
        ("The app 微信 is in use.", "gb18030"),
        (TAIWANESE, "big5"),
        ("張三,住在,台北", "big5"),
        (FRENCH, "cp1252"),
        ("Résumé of Zoë", "cp1252"),
        (RUSSIAN, "cp1251"),
        (JAPANESE, "shift_jis"),
        ("", "utf-8"),
    ],
)
def test_the_text_is_read_as_it_was_written(text: str, encoding: str) -> None:
    data = text.encode(encoding)

    told = encoding_of(data)

    assert told is not None
    assert data.decode(told) == text


def test_a_sample_may_end_within_a_character() -> None:
    whole = (CHINESE * 2000).encode("gb18030")

    assert encoding_of(whole[: SAMPLE - 1]) == "gb18030"
    assert encoding_of((CHINESE * 9).encode()[:-3]) == "utf-8"


def test_what_is_no_text_has_no_encoding() -> None:
    noise = random.Random(7).randbytes(5000)

    assert encoding_of(noise) is None
    assert encoding_of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08") is None


def test_a_long_preface_in_ascii_does_not_hide_the_encoding() -> None:
    data = io.BytesIO(b"All rights reserved.\n" * 10_000 + CHINESE.encode("gb18030"))

    sample = sample_of(data)

    assert encoding_of(sample) == "gb18030"
    assert data.tell() == 0


def lines(data: bytes, encoding: str = "utf-8") -> list[tuple[int, str, bool]]:
    return [tuple(line) for line in text_lines(io.BytesIO(data), encoding)]


def test_a_file_of_one_line_is_never_in_memory_as_a_whole() -> None:
    data = io.BytesIO(b"word " * 4_000_000)
    tracemalloc.start()

    read = sum(len(line.text) for line in text_lines(data, "utf-8"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert read == 20_000_000
    assert peak < 4_000_000
