"""How dates and times are written, in English and Chinese, by form."""

import datetime
import re
from collections.abc import Mapping

from kgmem.language.moments import (
    ENGLISH_MONTHS,
    ENGLISH_WEEKDAYS,
    HAN_WEEKDAYS,
    Clock,
    Date,
)
from kgmem.language.vocabulary import (
    roles,
    words,
)


def _forms(table: str) -> Mapping[str, str]:
    """How the languages write dates, by the name of the form."""
    return {form: words(f"{table}.{form}")[0] for form in roles(table)}


DATE_FORMS: Mapping[str, str] = {
    "iso": "{y}-{mm}-{dd}",
    "day": "{d}",
    "day2": "{dd}",
    "month": "{m}",
    "month2": "{mm}",
    "month_name": "{month}",
    "month_abbr": "{mon}",
    "year": "{y}",
    "us": "{mm}/{dd}/{y}",
    "us_short": "{m}/{d}/{y}",
    "us_yy": "{mm}/{dd}/{yy}",
    "us_short_yy": "{m}/{d}/{yy}",
    "us_dash": "{mm}-{dd}-{y}",
    "eu": "{dd}/{mm}/{y}",
    "eu_short": "{d}/{m}/{y}",
    "eu_dot": "{dd}.{mm}.{y}",
    "eu_dash": "{dd}-{mm}-{y}",
    "ymd": "{y}/{mm}/{dd}",
    "ymd_short": "{y}/{m}/{d}",
    "ymd_dash_short": "{y}-{m}-{d}",
    "compact": "{y}{mm}{dd}",
    **_forms("date.form"),
    "mdy_text": "{month} {d}, {y}",
    "mdy_abbr": "{mon} {d}, {y}",
    "mdy_weekday": "{weekday}, {month} {d}, {y}",
    "dmy_text": "{d} {month} {y}",
    "dmy_abbr": "{d} {mon} {y}",
    "dmy_weekday": "{weekday}, {d} {month} {y}",
    "md_text": "{month} {d}",
    "md_abbr": "{mon} {d}",
    "dm_text": "{d} {month}",
    "dm_abbr": "{d} {mon}",
    "md": "{m}/{d}",
    "md2": "{mm}/{dd}",
    "dm": "{d}/{m}",
    "dm2": "{dd}/{mm}",
    "month_year": "{month} {y}",
    "month_year_abbr": "{mon} {y}",
    "iso_month": "{y}-{mm}",
    "us_month": "{mm}/{y}",
    "us_month_short": "{m}/{y}",
    "day_ordinal": "{dth}",
    "year2": "{yy}",
    "weekday": "{weekday}",
    "weekday_abbr": "{wd}",
    **_forms("date.weekday_form"),
}
"""How dates are written, most plausible first: the parts that `_parts_of_date` gives.

`us` puts the month first, `eu` the day; `2` stands for two digits, `_short` for no
closing up with zeros.
"""
TIME_FORMS: Mapping[str, str] = {
    "24h": "{HH}:{MM}",
    "24h_short": "{H}:{MM}",
    "24h_seconds": "{HH}:{MM}:00",
    "12h": "{h}:{MM} {AM}",
    "12h2": "{hh}:{MM} {AM}",
    "12h_lower": "{h}:{MM} {am}",
    "12h_tight": "{h}:{MM}{AM}",
    "12h_tight_lower": "{h}:{MM}{am}",
    "12h_clock": "{h}:{MM}",
    "12h_clock2": "{hh}:{MM}",
    "hour": "{H}",
    "hour2": "{HH}",
    "hour12": "{h}",
    "hour12_2": "{hh}",
    "minute": "{M}",
    "minute2": "{MM}",
    "half": "{AM}",
    "half_lower": "{am}",
    "half_zh": "{half}",
    "zh": "{half}{h}:{MM}",
    **_forms("time.form"),
}
"""How times are written, most plausible first."""


def write_date(date: Date) -> dict[str, str]:
    """The date by form, in those of `DATE_FORMS` that need no more than it says."""
    return _filled(DATE_FORMS, _parts_of_date(date))


def write_time(time: Clock) -> dict[str, str]:
    """The time by form, in all of `TIME_FORMS`."""
    return _filled(TIME_FORMS, _parts_of_time(time))


def _filled(forms: Mapping[str, str], parts: Mapping[str, str]) -> dict[str, str]:
    return {
        name: form.format_map(parts)
        for name, form in forms.items()
        if all(part in parts for part in _HOLE.findall(form))
    }


_HOLE = re.compile(r"\{(\w+)\}")


def _parts_of_date(date: Date) -> dict[str, str]:
    parts: dict[str, str] = {}
    if date.year is not None:
        parts |= {"y": f"{date.year:04}", "yy": f"{date.year % 100:02}"}
    if date.month is not None:
        name = ENGLISH_MONTHS[date.month - 1]
        parts |= {"m": str(date.month), "mm": f"{date.month:02}"}
        parts |= {"month": name, "mon": name[:3]}
    if date.day is not None:
        parts |= {"d": str(date.day), "dd": f"{date.day:02}"}
        parts["dth"] = f"{date.day}{_suffix(date.day)}"
    if date.year is not None and date.month is not None and date.day is not None:
        n = datetime.date(date.year, date.month, date.day).weekday()
        parts |= {"weekday": ENGLISH_WEEKDAYS[n]}
        parts |= {"wd": ENGLISH_WEEKDAYS[n][:3], "han_weekday": HAN_WEEKDAYS[n]}
    return parts


def _suffix(n: int) -> str:
    """The `th` of `5th`."""
    return "th" if 10 < n % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def _parts_of_time(time: Clock) -> dict[str, str]:
    half = "PM" if time.hour >= 12 else "AM"
    hour = (time.hour - 1) % 12 + 1
    return {
        "H": str(time.hour),
        "HH": f"{time.hour:02}",
        "h": str(hour),
        "hh": f"{hour:02}",
        "M": str(time.minute),
        "MM": f"{time.minute:02}",
        "AM": half,
        "am": half.lower(),
        "half": words(f"time.half.{half.lower()}")[0],
    }
