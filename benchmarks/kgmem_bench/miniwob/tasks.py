"""Which MiniWoB++ tasks are played, on which seeds."""

TASKS = (
    "enter-text",
    "enter-date",
    "login-user",
    "click-checkboxes",
    "choose-list",
    "click-option",
    "focus-text-2",
    "click-tab",
    "click-tab-2",
    "social-media",
    "email-inbox-delete",
    "search-engine",
    "use-autocomplete",
    "click-widget",
    "form-sequence-3",
    "navigate-tree",
)
CONTROLS = ("simple-arithmetic", "find-word")
"""Tasks whose answer stands on the page alone: a memory can't know it."""

WORKED_OUT = (
    *("ascending-numbers", "bisect-angle", "chase-circle", "circle-center"),
    *("click-shape", "count-shape", "count-sides", "drag-cube", "drag-sort-numbers"),
    *("find-greatest", "find-midpoint", "generate-number", "guess-number", "hot-cold"),
    *("identify-shape", "moving-items", "number-checkboxes", "odd-or-even"),
    *("right-angle", "simon-says", "simple-algebra", "stock-market", "tic-tac-toe"),
    "visual-addition",
)
"""Tasks that are sums, counts, comparisons, shapes or games, by what they ask for: a
memory of paths can't know the answer, and declining is right."""
UNSKILLED = (
    *("drag-box", "drag-circle", "drag-items", "drag-items-grid", "drag-shapes"),
    *("drag-shapes-2", "drag-single-shape", "draw-circle", "draw-line"),
    *("highlight-text", "highlight-text-2", "hover-shape", "resize-textarea"),
    *("text-editor", "use-colorwheel", "use-colorwheel-2", "use-slider"),
    "use-slider-2",
)
"""Tasks that want a drag, a stroke, a hover or a stretch of text marked: the explorer
clicks, types and chooses, and nothing else."""
UNSAID = (
    *("copy-paste", "copy-paste-2", "enter-text-2", "read-table", "read-table-2"),
    *("scroll-text", "scroll-text-2", "terminal", "text-transform"),
)
"""Tasks whose text does not say what is to be typed: the explorer types its words."""
LUCK = 0.5
"""Share of a task's episodes up to which the explorer found its paths by luck."""

CEILINGS = dict(
    zip(TASKS, (2, 3, 13, 4, 3, 2, 2, 2, 2, 5, 1, 43, 4, 2, 5, 1), strict=True)
)
"""What the explorer's median actions to a first success may not exceed, or it would
flatter the memory: those of a prototype, rounded up."""

FIRST_SEEDS = (1, 2, 3)
"""Of phases A, B and E: learned from."""
NEW_SEEDS = tuple(range(51, 71))
"""Of phase C: never learned from."""
STREAM_SEEDS = tuple(range(71, 91))
"""Of phase D: met one after the other."""
CHANGED_SEEDS = NEW_SEEDS[:6]
"""Of phase C, played on changed pages in phase E."""
