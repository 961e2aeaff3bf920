"""What is answered to the dialogs that a page raises."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from kgmem.agents import Turns

Dialog = Mapping[str, Any]
"""`kind`, `accept`, `text` of a prompt, `message`; see `Step.params["dialogs"]`."""
ANSWERED = frozenset({"alert", "confirm", "prompt", "beforeunload", "permission"})
"""Kinds that can be answered; a login of the browser's own can't."""
ALIKE = 1 / 3
"""Share of words that two messages of one kind have in common: names and numbers
differ from run to run."""
_WORD = re.compile(r"[^\W\d_]+")


class Dialogs:
    """Answers as it was told to; dismisses what it was not told of, and tells of it."""

    def __init__(self, done: Callable[[Turns[None]], Any]) -> None:
        """`done`: does work at once, or gives what is to be awaited."""
        self._done = done
        self._foretold: list[Dialog] = []
        self._unforeseen: list[Dialog] = []
        self._heard: list[Any] = []

    def hear(self, page: Any) -> None:
        """From now on the dialogs of this page are answered."""
        if page not in self._heard:
            self._heard.append(page)
            page.on("dialog", self._answer)

    def release(self) -> None:
        """Let others answer from now on."""
        for page in self._heard:
            page.remove_listener("dialog", self._answer)
        self._heard.clear()

    def foretell(self, dialogs: Sequence[Dialog]) -> bool:
        """What to answer to those that come next; False where that can't be."""
        self._foretold = list(dialogs)
        return all(
            one.get("kind") in ANSWERED
            and (one.get("kind") != "prompt" or not one.get("accept") or "text" in one)
            for one in dialogs
        )

    def allow(self, context: Any, address: str) -> Turns[None]:
        """Grant the permissions that were foretold to be asked for."""
        for one in [one for one in self._foretold if one.get("kind") == "permission"]:
            self._foretold.remove(one)
            if one.get("accept"):
                parts = urlsplit(address)
                names = [str(one.get("text") or one.get("message") or "")]
                origin = f"{parts.scheme}://{parts.netloc}"
                yield context.grant_permissions(names, origin=origin)

    def tell(self, kind: str, message: str) -> None:
        """One came that nobody can answer here."""
        told = {"kind": kind, "accept": False, "message": message}
        self._unforeseen.append(told)

    def unforeseen(self) -> Sequence[Dialog]:
        """Those that came and were not foretold, since this was asked last."""
        told, self._unforeseen = self._unforeseen, []
        return told

    def _answer(self, dialog: Any) -> Any:
        return self._done(self._answered(dialog))

    def _answered(self, dialog: Any) -> Turns[None]:
        known = self._known(dialog.type, dialog.message)
        try:
            if known is None:
                yield dialog.dismiss()
            elif known.get("accept"):
                yield dialog.accept(*filter(None, [known.get("text")]))
            else:
                yield dialog.dismiss()
        except Exception:  # another one has answered it
            return
        if known is None:
            self.tell(dialog.type, dialog.message)

    def _known(self, kind: str, message: str) -> Dialog | None:
        """What was foretold of it, which is used up by it."""
        for n, one in enumerate(self._foretold):
            is_notice = kind == "alert" and not one.get("message")
            if one.get("kind") != kind and not is_notice:
                continue
            if not _is_alike(str(one.get("message") or ""), message):
                return None
            return self._foretold.pop(n)
        return None


def _is_alike(known: str, shown: str) -> bool:
    one, other = (set(_WORD.findall(text.casefold())) for text in (known, shown))
    if not one or not other:
        return True
    return len(one & other) / min(len(one), len(other)) >= ALIKE
