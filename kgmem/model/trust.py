"""Which sources' successes count without a judge."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

IMPORTED = "imported"
"""How the source of a run begins that another program recorded."""
TOLD = "told"
"""The source of a run that an agent told over MCP: names, and no elements."""
LOCATED = f"{TOLD}:located"
"""The same, once a success of its path was reported with its elements located."""
DEFAULT = f"*,!{IMPORTED}*,!{TOLD}"


def imported_by(reader: str) -> str:
    """The source of a run that this reader read."""
    return f"{IMPORTED}:{reader}"


@dataclass(frozen=True, slots=True)
class TrustedSources:
    """Sources by their names, in any case; `*` stands for any letters."""

    trusted: tuple[str, ...]
    excluded: tuple[str, ...] = ()

    @classmethod
    def of(cls, setting: str) -> "TrustedSources":
        """Of a list with commas; `!` before a name takes it out, of all where no other
        name stands."""
        names = [one.strip().casefold() for one in setting.split(",") if one.strip()]
        trusted = tuple(one for one in names if not one.startswith("!"))
        excluded = tuple(one[1:].strip() for one in names if one.startswith("!"))
        return cls(trusted or ("*",), excluded)

    def __contains__(self, source: str | None) -> bool:
        named = (source or "").casefold()
        return _is_one_of(named, self.trusted) and not _is_one_of(named, self.excluded)


def _is_one_of(source: str, names: tuple[str, ...]) -> bool:
    return any(fnmatchcase(source, name) for name in names)


EVERY_SOURCE = TrustedSources.of("*")
