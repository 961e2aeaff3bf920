"""Jieba's hidden states, found faster: words and parts of speech are as jieba's."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.backends.taggers.jieba_states import StatePath
from tests.unit.facts.taggers import chinese

chinese().tag("早")  # jieba's own warnings are muted while it is imported
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from jieba import posseg
    from jieba.posseg.viterbi import viterbi

TABLES = posseg.char_state_tab_P, posseg.start_P, posseg.trans_P, posseg.emit_P
RUNS = st.text(
    st.one_of(
        st.sampled_from(sorted(posseg.char_state_tab_P)),
        st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF),
    ),
    min_size=1,
    max_size=6,
)
PATH = StatePath(posseg)


@given(RUNS)
def test_the_states_are_those_that_jieba_finds(run: str) -> None:
    found = PATH(run)

    assert found == viterbi(run, *TABLES)[1]


@pytest.mark.parametrize(
    "text", ["王芳把菜单给了欧阳锋", "云雀商城在杭州余杭区", "𠀀丁"]
)
def test_words_are_cut_as_jieba_cuts_them(text: str) -> None:
    segmenter, _ = chinese()._segmenter()

    found = [(one.word, one.flag) for one in segmenter.lcut(text)]

    plain = posseg.POSTokenizer(segmenter.tokenizer)
    assert found == [(one.word, one.flag) for one in plain.lcut(text)]
