"""Clocks around the parts of a flow that are reported apart. Processor time is that of
the thread: a batch job may run beside it."""

import time
from collections.abc import Sequence

from kgmem import Settings
from kgmem.lab import Embedder, Redactor, SimilarityScale, Vectors


class TimedEmbedder:
    """An embedder that adds up what it takes, by the clock and of the processor."""

    def __init__(self, embedder: Embedder) -> None:
        self.model: str = embedder.model
        self.dimensions: int = embedder.dimensions
        self.calibration: SimilarityScale | None = embedder.calibration
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> Vectors:
        """As the embedder's own."""
        start, cpu = time.perf_counter(), time.thread_time()
        try:
            return self._embedder.embed(texts)
        finally:
            self.seconds += time.perf_counter() - start
            self.cpu_seconds += time.thread_time() - cpu


class RedactionClock:
    """Adds up what the redactors that it makes take."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self._settings = settings

    def redactor(self) -> Redactor:
        """A fresh redactor under this clock."""
        return _TimedRedactor(
            self,
            email=self._settings.redact_email,
            address=self._settings.redact_address,
        )


class _TimedRedactor(Redactor):
    """Counts the time from when it is made to its last answer. A run is redacted in
    one go as soon as its redactor is made, so walking the run counts, too."""

    def __init__(self, clock: RedactionClock, *, email: bool, address: bool) -> None:
        super().__init__(email=email, address=address)
        self._clock = clock
        self._since, self._cpu_since = time.perf_counter(), time.thread_time()

    def learn_value(self, text: str, kind: str | None) -> str:
        return self._answered(super().learn_value(text, kind))

    def learn_text(self, text: str, kind: str | None) -> str:
        return self._answered(super().learn_text(text, kind))

    def replace(self, text: str, kind: str | None) -> str:
        return self._answered(super().replace(text, kind))

    def _answered(self, text: str) -> str:
        now, cpu = time.perf_counter(), time.thread_time()
        self._clock.seconds += now - self._since
        self._clock.cpu_seconds += cpu - self._cpu_since
        self._since, self._cpu_since = now, cpu
        return text
