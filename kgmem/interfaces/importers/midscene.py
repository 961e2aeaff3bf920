"""midscene's cache: YAML with the plans that were followed and the elements found."""

from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.extras import needs
from kgmem.interfaces.importers.midscene_words import ACTS, FIELDS, VERBS
from kgmem.interfaces.importers.selectors import ToldElement
from kgmem.interfaces.importers.steps import Steps, number_of, object_of
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.action import ACTIONS
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Element
from kgmem.model.values.json_read import list_of, mapping_of

Paths = Mapping[str, list[str]]
"""Paths to an element, by the words that it was looked for with."""


class Midscene:
    """Reads each plan as a run of the task that it was made for."""

    name = "midscene"
    title = "midscene cache (YAML)"

    def recognizes(self, source: Source) -> str | None:
        told = source.text_head if source.shape == "text" else ""
        if "midsceneVersion:" in told and "\ncaches:" in told:
            return "midsceneVersion and caches"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        cache = mapping_of(loaded(source.text(), source.name))
        every = [mapping_of(one) for one in list_of(cache.get("caches"))]
        paths = dict(map(_located, (one for one in every if one.get("type") != "plan")))
        for n, one in enumerate(every):
            place = f"{source.name}: caches[{n}]"
            if one.get("type") == "plan":
                yield _run(one, paths, place)
            elif one.get("type") != "locate":
                yield RefusedPart(place=place, reason="a cache is a plan or locates")


def loaded(text: str, name: str) -> object:
    """What a YAML text holds. Raises InvalidInput if it is none."""
    with needs("yaml", "reading YAML"):
        import yaml
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise InvalidInput(f"{name}: not YAML; save the file again") from error


def _located(one: Mapping[str, object]) -> tuple[str, list[str]]:
    told = list_of(mapping_of(one.get("cache")).get("xpaths")) or list_of(
        one.get("xpaths")
    )
    return _words(one.get("prompt")), [path for path in told if isinstance(path, str)]


def _words(prompt: object) -> str:
    """The words of a prompt, which may be an object that has more beside them."""
    if isinstance(prompt, Mapping):
        prompt = prompt.get("prompt")
    return prompt if isinstance(prompt, str) else ""


def _run(plan: Mapping[str, object], paths: Paths, place: str) -> ImportedRun:
    steps = Steps()
    with steps.reading(place):
        flow = mapping_of(loaded(str(plan["yamlWorkflow"]), place))
        for n, task in enumerate(list_of(flow["tasks"])):
            for k, item in enumerate(list_of(object_of(task)["flow"])):
                with steps.reading(f"{place}.tasks[{n}].flow[{k}]"):
                    _take(steps, object_of(item), paths)
    return steps.run(place, task=_words(plan.get("prompt")) or None)


def _take(steps: Steps, item: Mapping[str, object], paths: Paths) -> None:
    verb = next((name for name in item if name in VERBS.every()), next(iter(item), ""))
    if not VERBS.acts(verb):
        return
    given = _given(verb, item)
    FIELDS[verb].check(given)
    action, params = ACTS[verb], dict[str, object]()
    does = ACTIONS[action]
    target = _element(given.get("locate") or given.get("from"), paths)
    if target is None and does.points_at == "element":
        raise InvalidInput("nothing but words tells the element: no path to it is kept")
    if does.has_destination:
        end = _element(given.get("to"), paths)
        if end is None:
            raise InvalidInput("it is not told where to drag it to")
        steps.add(action, target=target, destination=end)
        return
    if verb == "aiRightClick":
        params = {"button": "right"}
    elif does.moves == "view":
        params = _scrolled(given)
    steps.add(action, target=target, params=params)
    if does.waits:
        steps.last(value=f"{number_of(given['ms']) / 1000:g}")
    elif does.enters:
        steps.last(value=_value(verb, given))


def _given(verb: str, item: Mapping[str, object]) -> dict[str, object]:
    """What stands beside the verb, and behind it."""
    given: dict[str, object] = {name: item[name] for name in item if name != verb}
    own = item[verb]
    if isinstance(own, Mapping):
        return {**given, **own}
    if own in (None, ""):
        return given
    first = {"sleep": "ms", "aiKeyboardPress": "keyName"}.get(verb, "locate")
    is_value = verb == "aiInput" and "locate" in given
    return {"value" if is_value else first: own, **given}


def _value(verb: str, given: Mapping[str, object]) -> str:
    if verb == "aiKeyboardPress":
        key = given["keyName"]
        return "+".join(map(str, key)) if isinstance(key, list) else str(key)
    if given.get("mode") in ("append", "typeOnly"):
        raise InvalidInput("a text that is added to what stands there has no step")
    is_cleared = verb == "aiClearInput" or given.get("mode") == "clear"
    return "" if is_cleared else str(given["value"])


def _scrolled(given: Mapping[str, object]) -> dict[str, object]:
    kind = given.get("scrollType")
    if kind not in (None, "once", "singleAction"):
        raise InvalidInput("how far it is scrolled is only known when it is run")
    told: dict[str, object] = {"direction": given.get("direction") or "down"}
    distance = given.get("distance")
    return told if distance is None else {**told, "by": number_of(distance)}


def _element(prompt: object, paths: Paths) -> Element | None:
    """What the paths that were kept for these words lead to."""
    words = _words(prompt)
    told = ToldElement()
    for path in paths.get(words, ()):
        told.xpath(path)
    return told.at("prompt", words).element() if told.locators else None


importer = Midscene()
