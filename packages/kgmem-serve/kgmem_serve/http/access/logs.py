"""Log lines: JSON for programs, text for people."""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Literal

from kgmem_serve.http.access.trace import REQUEST_ID

Form = Literal["json", "text"]
FIELDS = ("caller", "space", "method", "route", "status", "ms")


class JsonLines(logging.Formatter):
    """A line is a JSON object; of what was raised, its class and its places: a message
    may quote what was given."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(
                timespec="milliseconds"
            ),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": REQUEST_ID.get(),
        }
        told |= {name: getattr(record, name, None) for name in FIELDS}
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["frames"] = _frames(record.exc_info[2])
        kept = {name: value for name, value in told.items() if value is not None}
        return json.dumps(kept, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, after it the places of what was raised."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        about = [str(one) for name in FIELDS if (one := getattr(record, name, None))]
        line = f"{at} {record.levelname.lower()} {record.getMessage()}"
        line = " ".join([line, *about, REQUEST_ID.get() or ""]).rstrip()
        line = "".join(ch if ch.isprintable() else "\ufffd" for ch in line)
        if record.exc_info and record.exc_info[0] is not None:
            places = [record.exc_info[0].__name__, *_frames(record.exc_info[2])]
            line = "\n  ".join([line, *places])
        return line


def log_to_stderr(form: Form) -> logging.Handler:
    """From now on the log goes to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("kgmem").setLevel(logging.INFO)
    return handler


def _frames(trace: Any) -> list[str]:
    return [
        f"{one.filename}:{one.lineno} {one.name}" for one in traceback.extract_tb(trace)
    ]
