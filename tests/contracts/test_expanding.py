"""What a recall is told of a task's neighbours, on every graph."""

from collections import Counter

from kgmem import Memory

MOST = 64
"""Links over elements that one recall is told of."""
TASKS = 30
"""So many that their links are cut: three of them have links to 29 others each."""


def elements_of(number: int) -> list[str]:
    """Some have all, some most, some few: weights with many equals and near equals."""
    return [f"part {n}" for n in range(1, 8) if number % n == 0]


class TestExpanding:
    def test_which_links_are_cut_is_the_same_anywhere(self, memory: Memory) -> None:
        keys = learned(memory)
        seeds = list(keys)[:3]

        assert memory._parts is not None
        links = memory._parts.store.neighbourhood(
            memory.space, seeds, text_hash="no words"
        )

        found = [
            (link.source, link.task.task_id, round(link.weight, 6))
            for link in links
            if link.how == "element"
        ]
        assert sorted(found, key=best_first) == expected(keys, seeds)


def learned(memory: Memory) -> dict[str, list[str]]:
    """The elements of each task, by its id."""
    page = {"url": "https://shop.example/menu"}
    names = [elements_of(number) for number in range(TASKS)]
    report = memory.learn_many(
        {
            "task": f"Job {chr(0x4E00 + number)}",
            "app": "shop",
            "steps": [
                {
                    "action": "click",
                    "target": {"role": "button", "name": name},
                    "page_before": page,
                }
                for name in names[number]
            ],
        }
        for number in range(TASKS)
    )
    return {item.task_id: own for item, own in zip(report.items, names, strict=True)}


Row = tuple[str, str, float]


def expected(keys: dict[str, list[str]], seeds: list[str]) -> list[Row]:
    used = Counter(name for names in keys.values() for name in names)
    weighed = [
        (
            seed,
            key,
            round(sum(1 / used[name] for name in set(keys[seed]) & set(names)), 6),
        )
        for seed in seeds
        for key, names in keys.items()
        if key != seed and set(keys[seed]) & set(names)
    ]
    return sorted(weighed, key=best_first)[:MOST]


def best_first(row: Row) -> tuple[float, str, str]:
    source, key, weight = row
    return -weight, key, source
