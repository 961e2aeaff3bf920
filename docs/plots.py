"""The pictures of docs/benchmarks.md and its table of verdicts, made from the tables of
the pages in docs/benchmarks/.

After a new measurement: `uv run python docs/plots.py`. A test compares.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

DOCS = Path(__file__).parent
PAGES = DOCS / "benchmarks"
UNMEASURED = "Not measured since commit"
"""What a page says whose figures were of code that is no more."""
VERDICTS = re.compile(r"(?<=<!-- verdicts -->\n).*?(?=<!-- end -->)", re.S)

NAMES, BAR, ROW, TOP, WIDTH = 250, 330, 26, 44, 680
"""Pixels: the names' column, a bar of the whole, a row, the title, the picture."""
LINE = 17
"""Pixels between two names."""
OWN, OTHER, INK, WANTED = "#00796b", "#90a4ae", "#37474f", "#c62828"

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Plot:
    """Bars of one column of a table, a bar for each row that is chosen."""

    name: str
    """Of the picture, and of the page."""
    heading: str
    """Above the table."""
    title: str
    label: str
    value: str
    chosen: tuple[tuple[str, str], ...] = ()
    """What the rows have in these columns."""
    own: tuple[str, ...] = ("kgmem", "search")
    """Rows that are kgmem's."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """A point for each row of a table, by two columns of shares."""

    name: str
    """Of the picture, and of the page."""
    heading: str
    """Above the table."""
    title: str
    label: str
    across: str
    up: str
    own: str = "kgmem"
    """What the names of kgmem's rows begin with."""


SCATTERS = (
    Scatter(
        "peers",
        "Harm against done, three runs of a kind",
        "Known tasks with other values: done, and harm",
        "system",
        "wrong acts of all",
        "done of known",
    ),
)
PLOTS = (
    Plot(
        "recall",
        "Everything in one memory, reported half",
        "Recall: the first hit is of the right kind (share of 90 tasks)",
        "way",
        "hit@1",
        (("language", "en+zh"),),
    ),
    Plot(
        "documents",
        "Reported half",
        "Documents: both paragraphs that are needed among five hits (share of 32)",
        "way",
        "all (32)",
    ),
    Plot(
        "both-times",
        "A task, the first time and the second",
        "The same kind of task: an agent's calls, and seconds (median of ten kinds)",
        "what",
        "median",
        own=("calls, second time", "seconds, second time"),
    ),
)


def table(text: str, heading: str) -> list[Row]:
    """The rows of the first table below the heading."""
    after = text.split(f"### {heading}\n", 1)[1]
    lines = [line for line in _first_table(after.splitlines()) if line]
    head, _, *rows = (
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines
    )
    return [dict(zip(head, row, strict=True)) for row in rows]


def _first_table(lines: Sequence[str]) -> Iterator[str]:
    begun = False
    for line in lines:
        if line.startswith("|"):
            begun = True
            yield line
        elif begun:
            return


def bars(plot: Plot, text: str) -> list[tuple[str, float]]:
    """The names and values that it shows."""
    rows = [
        row
        for row in table(text, plot.heading)
        if all(row[column] == wanted for column, wanted in plot.chosen)
    ]
    return [(row[plot.label], float(row[plot.value].split()[0])) for row in rows]


def picture(plot: Plot, text: str) -> str:
    """The plot as SVG."""
    shown = bars(plot, text)
    whole = max(1.0, *(value for _, value in shown))
    height = TOP + ROW * len(shown) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" font-family="sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(plot.title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="12" y="24" font-weight="bold">{escape(plot.title)}</text>',
    ]
    for n, (name, value) in enumerate(shown):
        colour = OWN if name in plot.own else OTHER
        parts += _bar(name, value, value / whole, TOP + ROW * n, colour)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar(name: str, value: float, part: float, y: int, colour: str) -> Iterator[str]:
    length = round(BAR * part, 1)
    yield f'<text x="{NAMES}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
    yield (
        f'<rect x="{NAMES + 8}" y="{y}" width="{length}" height="19" fill="{colour}"/>'
    )
    yield f'<text x="{NAMES + 14 + length}" y="{y + 14}">{value:.2f}</text>'


def points(scatter: Scatter, text: str) -> list[tuple[str, float, float]]:
    """The names of the rows, and their percentages across and up."""
    return [
        (row[scatter.label], *(_percent(row[c]) for c in (scatter.across, scatter.up)))
        for row in table(text, scatter.heading)
    ]


def _percent(cell: str) -> float:
    return float(cell.removesuffix(" %"))


def scattered(scatter: Scatter, text: str) -> str:
    """The plot as SVG."""
    shown = points(scatter, text)
    most_x, most_y = (10 * (max(p[n] for p in shown) // 10 + 1) for n in (1, 2))
    left, top, wide, high = 56, TOP, WIDTH - 90, 230
    floor, whole = top + high, top + high + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {whole}" '
        f'width="{WIDTH}" font-family="sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(scatter.title)}</title>",
        f'<rect width="{WIDTH}" height="{whole}" fill="white"/>',
        f'<text x="12" y="24" font-weight="bold">{escape(scatter.title)}</text>',
        f'<path d="M{left} {top}V{floor}H{left + wide}" fill="none" stroke="{OTHER}"/>',
        f'<text x="{left}" y="{floor + 38}">{escape(scatter.across)}, % →</text>',
        f'<text x="16" y="{floor}" transform="rotate(-90 16 {floor})">'
        f"{escape(scatter.up)}, % →</text>",
    ]
    for n in range(0, int(most_x) + 1, 10):
        x = left + wide * n / most_x
        parts.append(
            f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{n}</text>'
        )
    for n in range(0, int(most_y) + 1, 10):
        y = floor - high * n / most_y + 4
        parts.append(
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{n}</text>'
        )
    placed = [
        (name, left + wide * across / most_x, floor - high * up / most_y)
        for name, across, up in shown
    ]
    parts += _named_points(scatter, placed)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _named_points(
    scatter: Scatter, placed: Sequence[tuple[str, float, float]]
) -> Iterator[str]:
    """Names are beside their points, on the side that has more room, and higher where
    something stands there."""
    taken = [(x - 8, x + 8, y + 4) for _, x, y in placed]
    for name, x, y in placed:
        colour = OWN if name.startswith(scatter.own) else OTHER
        width, is_right = 7 * len(name), x > WIDTH / 2
        start, at = x - 10 - width if is_right else x + 10, y + 4
        while any(
            a < start + width and start < b and abs(at - c) < LINE for a, b, c in taken
        ):
            at -= LINE
        taken.append((start, start + width, at))
        edge, anchor = (x - 10, "end") if is_right else (x + 10, "start")
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{colour}"/>'
        yield (
            f'<text x="{edge:.1f}" y="{at:.1f}" text-anchor="{anchor}">'
            f"{escape(name)}</text>"
        )


def verdicts() -> str:
    """A row for each page: the commit that it measured, and which aims are met."""
    lines = ["| | commit | met | not met |", "|---|---|---:|---|"]
    for path in sorted(PAGES.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        rows = [row for row in _all_rows(text) if "verdict" in row]
        missed = [row for row in rows if row["verdict"] != "met"]
        told = "; ".join(map(_missed, missed)) or "–"
        met = f"{len(rows) - len(missed)} of {len(rows)}" if rows else "no aims"
        if UNMEASURED in text:
            met = "not measured since"
        page = f"[{path.stem}](benchmarks/{path.name})"
        lines.append(f"| {page} | {_commit(text)} | {met} | {told} |")
    return "\n".join(lines)


def _commit(text: str) -> str:
    named = re.search(r"commit ([0-9a-f]{7,})", text)
    return named[1][:7] if named else "–"


def _missed(row: Row) -> str:
    return f"{row['what']}: **{row['measured']}** ({row['kind']} {row['wanted']})"


def _all_rows(text: str) -> Iterator[Row]:
    head: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            head = []
        elif not head:
            head = cells
        elif not set(line) <= set("|-: "):
            yield dict(zip(head, cells, strict=True))


def made() -> dict[Path, str]:
    """What each file that is made here should hold."""
    files = {
        PAGES / f"{plot.name}.svg": picture(
            plot, (PAGES / f"{plot.name}.md").read_text(encoding="utf-8")
        )
        for plot in PLOTS
    }
    files |= {
        PAGES / f"{one.name}.svg": scattered(
            one, (PAGES / f"{one.name}.md").read_text(encoding="utf-8")
        )
        for one in SCATTERS
    }
    page = DOCS / "benchmarks.md"
    table_of = verdicts()
    files[page] = VERDICTS.sub(
        lambda _: f"\n{table_of}\n\n", page.read_text(encoding="utf-8")
    )
    return files


if __name__ == "__main__":
    for path, content in made().items():
        path.write_text(content, encoding="utf-8")
