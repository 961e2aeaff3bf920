"""What a text says in the words of a template.

The literal words are anchors, found in order; the holes take what lies between. Where
several ways are possible, the kinds and the examples of the slots choose. Losses and
weights are in content words, see `kgmem.matching.anchor_words`.
"""

from collections.abc import Sequence

from kgmem.matching.binding.frame import Frame
from kgmem.matching.binding.reading import Reading, reading_of
from kgmem.matching.binding.ways import WaySearch, is_in_order
from kgmem.matching.sentence import Sentence
from kgmem.model.pattern import Slot
from kgmem.tuning import tuned

_TUNED = tuned("matching.binding.bind")

LEAST = _TUNED["least"]
"""Score below which a text is no reading of a template at all."""


def bind(
    template: str, slots: Sequence[Slot], text: str, app: str | None = None
) -> Reading | None:
    """`text` read as `template`; None if it is no reading of it.

    `app` is a value that slots of kind `app` know. Linear in the length of long
    texts, of which only the beginning and the end are read word by word.
    """
    return read_as(Frame.of(template, slots), Sentence.of(text, app), floor=LEAST)


def read_as(frame: Frame, sentence: Sentence, floor: float) -> Reading | None:
    """The sentence read as the frame's template; None below a score of `floor`."""
    most = frame.most(floor)
    if frame.lacks(sentence, most):
        return None
    places = [sentence.once(run.key, run.places) for run in frame.runs]
    least = [
        min((place.loss for place in found), default=run.absent)
        for run, found in zip(frame.runs, places, strict=True)
    ]
    if sum(least) > most:
        return None
    search = WaySearch(frame, sentence, places, least, most)
    way = search.best(may_miss=not is_in_order(places))
    reading = way and reading_of(frame, sentence, way)
    return reading if reading and reading.score >= floor else None
