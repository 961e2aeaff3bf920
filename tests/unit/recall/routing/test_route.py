"""Every way a decision can go."""

from typing import Any

import pytest

from kgmem.graph.known_tasks import PathTally, TaskSummary, paths_text
from kgmem.model.experience import decayed_lower_bound
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.trajectory import Page
from kgmem.recall.expand import Candidate
from kgmem.recall.routing.decision import Decision
from kgmem.recall.routing.evidence import (
    HALF_LIFE_DAYS,
    bound_of,
    decay,
    mean_of,
    tally_of,
)
from kgmem.recall.routing.repetition import best_success, exact_of
from kgmem.recall.routing.route import ADAPT, GUIDE, decide
from tests.unit.recall.runs import CLICK, candidate, request, stored

TYPE_SECRET = {"action": "type", "value": "[REDACTED:password#1]"}


def decided(
    *ranked: Candidate, runs: Any = (), calibrated: bool = True, **asked: Any
) -> Decision:
    known = {run.experience.experience_id: run for run in runs}
    return decide(ranked, known, request(**asked), calibrated=calibrated)


def won(times: int, losses: int = 0, **more: Any) -> dict[str, Any]:
    """The summary of a task that run `e` did, each success verified."""
    counts = {"wins": times, "losses": losses, "verified": times}
    return {"runs": times + losses, **counts} | {
        "successes": ["e"] if times else [],
        **more,
    }


# --- the very same task ----------------------------------------------------------


def test_one_success_is_replayed_with_checks() -> None:
    decision = decided(candidate(**won(1)), runs=[stored("e", CLICK)])

    assert (decision.route, decision.checked) == ("direct_replay", True)
    assert decision.run is not None
    assert decision.confidence == pytest.approx(2 / 3)
    assert decision.bound == pytest.approx(0.316, abs=0.001)
    assert "done before: 1 successes, 0 failures" in decision.reasons[0]
    assert "21 successes" in decision.wanted[0]


@pytest.mark.parametrize(
    ("wins", "days_old", "checked"), [(20, 0, True), (21, 0, False), (21, 5, True)]
)
def test_strong_and_fresh_evidence_goes_unchecked(
    wins: int, days_old: float, checked: bool
) -> None:
    decision = decided(
        candidate(**won(wins)), runs=[stored("e", CLICK, days_old=days_old)]
    )

    assert (decision.route, decision.checked) == ("direct_replay", checked)
    assert ("without checks" in decision.reasons[-1]) is not checked


@pytest.mark.parametrize(("verified", "replays"), [(0, 0), (20, 0), (0, 20)])
def test_what_is_only_claimed_is_checked(verified: int, replays: int) -> None:
    summary = won(30, verified=verified, replay_verified=replays)

    decision = decided(candidate(**summary), runs=[stored("e", CLICK)])

    assert (decision.route, decision.checked) == ("direct_replay", True)
    assert decision.verified == verified + replays
    assert "only claimed" in decision.reasons[-1]


def test_verified_runs_and_replays_count_together() -> None:
    summary = won(20, verified=15, replay_wins=10, replay_verified=6)

    decision = decided(candidate(**summary), runs=[stored("e", CLICK)])

    assert not decision.checked


def test_old_evidence_is_checked_again() -> None:
    decision = decided(candidate(**won(30)), runs=[stored("e", CLICK, days_old=180)])

    assert decision.route == "direct_replay"
    assert decision.checked
    assert decision.bound == pytest.approx(decayed_lower_bound(7.5, 0), abs=0.01)


@pytest.mark.parametrize(
    ("wins", "losses", "route"),
    [
        (1, 1, "direct_replay"),
        (1, 2, "reflexion_explore"),
        (2, 2, "direct_replay"),
        (2, 3, "reflexion_explore"),
    ],
)
def test_a_task_that_fails_often_is_new(wins: int, losses: int, route: str) -> None:
    decision = decided(candidate(**won(wins, losses)), runs=[stored("e", CLICK)])

    assert decision.route == route
    assert ("fails too often" in " ".join(decision.reasons)) == (route[0] == "r")


def answering(value: str, around: str = "5 + 7 =") -> dict[str, Any]:
    """Types it into the field beside a question."""
    target = {
        "role": "textbox",
        "attributes": {"id": "answer"},
        "container": [around],
    }
    return {"action": "type", "target": target, "value": value}


def test_successes_that_entered_different_values_are_no_answer() -> None:
    task = candidate(**won(2, successes=["e", "f"]))
    runs = [stored("e", answering("12")), stored("f", answering("9"))]

    decision = decided(task, runs=runs)

    assert decision.route == "adaptive_replay"
    assert "entered different values" in " ".join(decision.reasons)


@pytest.mark.parametrize(
    ("around", "route"), [("5 + 7 =", "direct_replay"), ("8 + 1 =", "adaptive_replay")]
)
def test_an_unexplained_value_needs_the_page_it_was_on(around: str, route: str) -> None:
    there = answering("", around)["target"]
    page = Page.model_validate({"elements": [there]})

    decision = decided(
        candidate(**won(1)), runs=[stored("e", answering("12"))], page=page
    )

    assert decision.route == route


@pytest.mark.parametrize(
    ("address", "route"), [("/wiki", "direct_replay"), ("#", "adaptive_replay")]
)
def test_what_is_behind_a_link_needs_the_link_alone(address: str, route: str) -> None:
    def menu(*names: str) -> dict[str, Any]:
        return {
            "role": "link",
            "name": "Wiki",
            "attributes": {"href": address},
            "container": [" ".join(names)],
        }

    run = stored("e", {"action": "click", "target": menu("Roadmap")}, answering("12"))
    page = Page.model_validate({"elements": [menu("Plan")]})

    decision = decided(candidate(**won(1)), runs=[run], page=page)

    assert decision.route == route


@pytest.mark.parametrize(
    ("entered", "route"),
    [("2011-10-11", "direct_replay"), ("2012-10-11", "adaptive_replay")],
)
def test_a_date_in_another_form_is_the_tasks_own(entered: str, route: str) -> None:
    run = stored("e", answering(entered, "Date"), task="Enter 10/11/2011")
    page = Page.model_validate({"elements": [answering("", "Day")["target"]]})
    task = candidate("Enter 10/11/2011", successes=["e"])

    decision = decided(task, runs=[run], task="Enter 10/11/2011", page=page)

    assert decision.route == route


@pytest.mark.parametrize(
    ("pressed", "route"), [("Reset", "direct_replay"), ("Go", "reflexion_explore")]
)
def test_failed_runs_count_against_their_own_path(pressed: str, route: str) -> None:
    other = {"action": "click", "target": {"role": "button", "name": pressed}}
    failed = [stored(key, other, outcome="failure") for key in ("f1", "f2")]
    task = candidate(**won(1, 2, failures=["f1", "f2"]))

    decision = decided(task, runs=[stored("e", CLICK, days_old=1), *failed])

    assert decision.route == route


def test_other_app_version_is_experimental_and_spares_no_question() -> None:
    decision = decided(
        candidate(**won(30)),
        runs=[stored("e", CLICK, app_version="1")],
        app_version="2",
    )

    assert (decision.route, decision.experimental) == ("adaptive_replay", True)
    assert decision.bound == 0
    assert "version 1, asked for 2" in decision.reasons[-1]


@pytest.mark.parametrize(("recorded", "asked"), [(None, "2"), ("1", None), ("2", "2")])
def test_version_that_is_unknown_or_the_same_is_no_other(
    recorded: str | None, asked: str | None
) -> None:
    decision = decided(
        candidate(**won(1)),
        runs=[stored("e", CLICK, app_version=recorded)],
        app_version=asked,
    )

    assert (decision.route, decision.experimental) == ("direct_replay", False)


def test_missing_secret_is_named_and_prevents_the_replay() -> None:
    runs = [stored("e", TYPE_SECRET)]

    without = decided(candidate(**won(1)), runs=runs)
    given = decided(
        candidate(**won(1)), runs=runs, secrets={"[REDACTED:password#1]": "x"}
    )

    assert without.route == "adaptive_replay"
    assert "no value for [REDACTED:password#1]" in without.reasons[-1]
    assert given.route == "direct_replay"


def test_known_task_without_a_success_falls_back_to_what_is_similar() -> None:
    failed = candidate(runs=2, wins=0, losses=2, failures=["f"])
    similar = candidate("find a mouse now", similarity=0.9, **won(1))

    decision = decided(
        failed, similar, runs=[stored("e", CLICK), stored("f", outcome="failure")]
    )

    assert decision.route == "adaptive_replay"
    assert "2 runs, none a recorded success" in decision.reasons[0]
    assert decision.run is not None
    assert decision.run.experience.experience_id == "e"


@pytest.mark.parametrize("steps", [(), ({**CLICK, "success": False},)])
def test_success_without_a_step_that_worked_is_no_path(steps: Any) -> None:
    decision = decided(candidate(**won(1)), runs=[stored("e", *steps)])

    assert decision.route == "guided_exploration"
    assert decision.run is None


def test_task_whose_runs_were_not_read_is_no_crash() -> None:
    bare = candidate()
    bare.summary = TaskSummary()

    assert decided(bare).route == "guided_exploration"


# --- what counts as the same -----------------------------------------------------


@pytest.mark.parametrize(
    ("apps", "asked", "found"),
    [
        (["a"], "A ", "a"),
        (["a"], None, "a"),
        (["a"], "  ", "a"),
        (["a"], "b", None),
        ([None], "b", None),
        ([None, "b"], "b", "b"),
        (["a", "b"], "b", "b"),
        (["a", "b"], None, None),
        ([None, "a"], None, None),
    ],
)
def test_same_words_in_which_app(
    apps: list[str | None], asked: str | None, found: str | None
) -> None:
    ranked = [
        candidate(f"{'Find'} a mouse{'.' * n}", app=app) for n, app in enumerate(apps)
    ]

    exact = exact_of(ranked, request(app=asked))

    if apps == [None]:
        assert exact is ranked[0]  # known without an app: the same words will do
    else:
        assert (exact.task.app if exact else None) == found


def test_other_words_are_not_the_same() -> None:
    assert exact_of([candidate("find a house")], request()) is None


# --- similar tasks ---------------------------------------------------------------


def test_nothing_known() -> None:
    decision = decided()

    assert (decision.route, decision.familiarity) == ("reflexion_explore", 0.0)
    assert decision.reasons == ["nothing similar is known"]
    assert decision.wanted


@pytest.mark.parametrize(("unexplained", "known"), [((), 0.9), (("flat",), 0.3)])
def test_a_pattern_in_other_words_makes_nothing_familiar(
    unexplained: tuple[str, ...], known: float
) -> None:
    pattern = Pattern(pattern_id="p", name="p", template="find a house")
    match = PatternMatch(pattern=pattern, score=0.9, unexplained=unexplained)
    near = candidate("find a house", similarity=0.3)

    decision = decide([near], {}, request(), calibrated=True, matches=[match])

    assert decision.familiarity == known


@pytest.mark.parametrize(
    ("similarity", "calibrated", "route"),
    [
        (GUIDE - 0.01, True, "reflexion_explore"),
        (GUIDE, True, "guided_exploration"),
        (ADAPT - 0.01, True, "guided_exploration"),
        (ADAPT, True, "adaptive_replay"),
        (1.0, True, "adaptive_replay"),
        (1.0, False, "guided_exploration"),
        (GUIDE - 0.01, False, "reflexion_explore"),
    ],
)
def test_similarity_decides(similarity: float, calibrated: bool, route: str) -> None:
    similar = candidate("find a house", similarity=similarity, **won(1))

    decision = decided(similar, runs=[stored("e", CLICK)], calibrated=calibrated)

    assert decision.route == route
    assert decision.familiarity == similarity
    assert ("not calibrated" in " ".join(decision.reasons)) is not calibrated


def test_app_and_intent_do_not_make_up_for_other_words() -> None:
    similar = candidate("find a house", similarity=0.9, **won(1))
    similar.semantic = ADAPT - 0.01

    assert decided(similar, runs=[stored("e", CLICK)]).route == "guided_exploration"


def test_similar_task_without_a_success_guides() -> None:
    decision = decided(candidate("find a house", similarity=0.9, **won(0, 1)))

    assert decision.route == "guided_exploration"
    assert decision.run is None
    assert "no success of it is recorded" in decision.reasons[-1]


def test_similar_task_that_fails_too_often_is_not_adapted() -> None:
    similar = candidate("find a house", similarity=0.95, **won(1, 3))

    assert decided(similar, runs=[stored("e", CLICK)]).route == "guided_exploration"


def test_a_similar_tasks_path_takes_the_values_of_the_one_at_hand() -> None:
    similar = candidate("find a red mouse", similarity=0.95, **won(1))
    typed = {"action": "type", "value": "red mouse"}
    run = stored("e", typed, task="find a red mouse")

    decision = decided(similar, runs=[run], task="find a green lamp")

    assert decision.route == "adaptive_replay"
    assert decision.filled is not None
    assert [step.value for step in decision.filled.steps] == ["green lamp"]
    assert '"green lamp" goes in the place of "red mouse"' in decision.reasons


def test_a_value_that_the_task_does_not_replace_is_told() -> None:
    similar = candidate("find a mouse in red", similarity=0.95, **won(1))
    run = stored("e", {"action": "type", "value": "red"}, task="find a mouse in red")

    decision = decided(similar, runs=[run], task="find a lamp")

    assert decision.filled is not None
    assert [step.value for step in decision.filled.steps] == ["red"]
    assert 'the task says nothing in the place of "red"' in decision.reasons
    assert 'what "red" is in this task' in decision.wanted


def test_evidence_of_a_similar_task_spares_no_question() -> None:
    similar = candidate("find a house", similarity=0.95, **won(50))

    decision = decided(similar, runs=[stored("e", CLICK)])

    assert decision.route == "adaptive_replay"
    assert decision.bound == 0
    assert decision.checked
    assert decision.confidence == pytest.approx(0.95 * 51 / 52)


def test_next_best_task_is_the_source_where_the_best_has_no_success() -> None:
    failed = candidate("find a house", similarity=0.95, **won(0, 1))
    other = candidate("find a louse", similarity=0.9, **won(1))

    decision = decided(failed, other, runs=[stored("e", CLICK)])

    assert decision.route == "adaptive_replay"
    assert '"find a louse" is 0.90 similar' in decision.reasons


def test_distant_success_is_no_source() -> None:
    near = candidate("find a house", similarity=0.6, **won(0, 1))
    far = candidate("sell a car", similarity=0.3, **won(1))

    decision = decided(near, far, runs=[stored("e", CLICK)])

    assert decision.route == "guided_exploration"
    assert decision.run is None


# --- which run is followed -------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"app_version": "2"}, {"app_version": "1", "bound": 0.9}),
        ({"device": "phone"}, {"device": "desk", "bound": 0.9}),
        ({"bound": 0.8}, {"bound": 0.3}),
        ({"days_old": 1}, {"days_old": 2}),
    ],
)
def test_better_success_is_followed(
    better: dict[str, Any], worse: dict[str, Any]
) -> None:
    runs = {
        "good": stored("good", CLICK, **better),
        "bad": stored("bad", CLICK, **worse),
    }
    task = candidate(successes=["bad", "good"])

    best = best_success(task, runs, request(app_version="2", device="phone"))

    assert best is runs["good"]


def test_a_path_is_not_better_for_being_short() -> None:
    runs = {
        "long": stored("long", CLICK, CLICK),
        "short": stored("short", CLICK, days_old=5),
    }

    best = best_success(candidate(successes=["long", "short"]), runs, request())

    assert best is runs["long"]


def paths(**of: dict[str, Any]) -> str:
    """The tallies of paths, each by the run that took it."""
    return paths_text({key: PathTally(runs=(key,), **one) for key, one in of.items()})


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        pytest.param(
            {"wins": 1, "verified": 1}, {"wins": 5}, id="verified before claimed"
        ),
        pytest.param(
            {"wins": 9, "verified": 9},
            {"wins": 2, "verified": 2},
            id="more verified successes",
        ),
        pytest.param({"wins": 4}, {"wins": 1}, id="more claimed successes"),
        pytest.param(
            {"wins": 3, "verified": 1},
            {"wins": 3, "verified": 3, "replay_losses": 6},
            id="one that does not fail",
        ),
    ],
)
def test_the_path_with_the_better_evidence_of_its_own_is_followed(
    good: dict[str, Any], bad: dict[str, Any]
) -> None:
    runs = {
        "good": stored("good", CLICK, CLICK, path="good"),
        "bad": stored("bad", CLICK, path="bad"),
    }
    task = candidate(successes=["bad", "good"], paths=paths(good=good, bad=bad))

    best = best_success(task, runs, request())

    assert best is runs["good"]


def test_a_path_is_not_credited_with_the_outcomes_of_another() -> None:
    told = {"good": {"wins": 25, "verified": 25}, "e": {"wins": 1}}
    runs = [stored("good", CLICK, CLICK, path="good"), stored("e", CLICK, path="e")]
    task = candidate(
        runs=26, wins=26, verified=25, successes=["e"], paths=paths(**told)
    )

    decision = decided(task, runs=runs[1:])

    assert (decision.wins, decision.verified) == (1, 0)
    assert decision.checked


def marking(name: str, number: str) -> dict[str, Any]:
    target = {"role": "button", "name": name, "container": [number]}
    return {"action": "click", "target": target}


def test_of_different_runs_that_of_the_page_at_hand_is_followed() -> None:
    runs = {
        "r1": stored("r1", marking("Odd", "7"), marking("Even", "2")),
        "r2": stored("r2", marking("Even", "4")),
    }
    known = candidate("Mark each as odd or even", successes=list(runs))

    def followed(*numbers: str) -> str | None:
        buttons = [
            marking(name, number)["target"]
            for number in numbers
            for name in ("Odd", "Even")
        ]
        page = Page.model_validate({"elements": buttons})
        asked = request("Mark each as odd or even", page=page)
        found = decide([known], runs, asked, calibrated=True)
        is_direct = found.route == "direct_replay" and found.run
        return found.run.experience.experience_id if is_direct and found.run else None

    assert followed("7", "2") == "r1"
    assert followed("4", "5") == "r2"


@pytest.mark.parametrize(
    ("figures", "route"),
    [(("a digit", "a letter"), "direct_replay"), (("", ""), "adaptive_replay")],
)
def test_runs_that_picked_other_things_on_one_page_are_no_answer(
    figures: tuple[str, str], route: str
) -> None:
    """The page may show what is asked for as a picture, of which nothing is told."""
    runs = {
        "r1": stored("r1", marking("Number", figures[0])),
        "r2": stored("r2", marking("Letter", figures[1])),
    }
    known = candidate("What does the figure show?", successes=list(runs))
    shown = [marking(name, figures[0])["target"] for name in ("Number", "Letter")]
    asked = request(known.task.text, page=Page.model_validate({"elements": shown}))

    assert decide([known], runs, asked, calibrated=True).route == route


@pytest.mark.parametrize(("name", "differs"), [("Section 9", False), ("News", True)])
def test_names_that_differ_in_a_number_are_one_thing(name: str, differs: bool) -> None:
    runs = {
        "r1": stored("r1", marking("Section 38", ""), CLICK),
        "r2": stored("r2", marking(name, ""), CLICK),
    }
    known = candidate("Open it and go", successes=list(runs))
    there = [marking("Section 5", "")["target"], CLICK["target"]]
    asked = request(known.task.text, page=Page.model_validate({"elements": there}))

    reasons = decide([known], runs, asked, calibrated=True).reasons

    assert any("picked different things" in why for why in reasons) is differs


@pytest.mark.parametrize(
    ("last", "route"), [("Save", "direct_replay"), ("Stop", "adaptive_replay")]
)
def test_runs_that_end_on_other_things_are_no_answer(last: str, route: str) -> None:
    runs = {
        "r1": stored("r1", CLICK, marking("More", ""), marking("Save", "")),
        "r2": stored("r2", CLICK, marking(last, "")),
    }
    known = candidate("Pick the item with the icon", successes=list(runs))
    page = Page.model_validate({"elements": [CLICK["target"]]})
    asked = request(known.task.text, page=page)

    assert decide([known], runs, asked, calibrated=True).route == route


# --- evidence --------------------------------------------------------------------


def test_outcome_counts_half_after_the_half_life() -> None:
    day = 86_400_000

    assert decay(0, HALF_LIFE_DAYS * day) == pytest.approx(0.5)
    assert decay(0, 0) == 1.0
    assert decay(5 * day, 0) == 1.0  # a clock that was set back
    assert decay(None) == 1.0


def test_bound_and_mean_of_a_task() -> None:
    run = stored("e", CLICK)

    assert tally_of(TaskSummary(wins=3)) == (3, 0)
    assert tally_of(TaskSummary(wins=3, losses=1, replay_wins=2, replay_losses=4)) == (
        5,
        5,
    )
    assert bound_of(3, 0, run) == pytest.approx(decayed_lower_bound(3, 0), abs=0.01)
    assert mean_of(3, 0) == pytest.approx(0.8)
    assert mean_of(0, 0) == 0.5


# --- two scales ------------------------------------------------------------------


@pytest.mark.parametrize("similarity", [GUIDE - 0.01, GUIDE, ADAPT - 0.01, ADAPT])
@pytest.mark.parametrize("score", [-5.0, 0.0, 100.0])
def test_the_scale_of_the_score_is_free(similarity: float, score: float) -> None:
    """Another formula of the reranker, or a remote one, may have any scale."""

    def decide_on(score: float) -> tuple[str, list[str]]:
        near = candidate("find a rat", similarity=similarity, **won(1))
        near.semantic, near.score = similarity, score
        found = decided(near, runs=[stored("e", CLICK, task="find a rat")])
        return found.route, found.reasons

    assert decide_on(score) == decide_on(similarity)


# Values in other letters --------------------------------------------------------------


def typing(value: str) -> dict[str, object]:
    return {
        "action": "type",
        "target": {"role": "textbox", "name": "User"},
        "value": value,
    }


def test_the_same_words_with_a_value_in_other_letters_are_another_task() -> None:
    run = stored("r", typing("admin"), task="Log in as admin")
    known = candidate("Log in as admin", successes=["r"])

    same = decide([known], {"r": run}, request("log in as admin"), calibrated=True)
    other = decide([known], {"r": run}, request("Log in as Admin"), calibrated=True)

    assert same.route == "direct_replay"
    assert other.route != "direct_replay"


def test_of_two_successes_the_one_with_the_value_as_it_is_written_is_followed() -> None:
    runs = {
        "r1": stored("r1", typing("admin"), task="Log in as admin", days_old=1),
        "r2": stored("r2", typing("Admin"), task="Log in as admin"),
    }
    known = candidate("Log in as admin", successes=list(runs))

    def entered(task: str) -> str | None:
        found = decide([known], runs, request(task), calibrated=True)
        is_direct = found.route == "direct_replay" and found.run
        return found.run.experience.steps[0].value if is_direct and found.run else None

    assert entered("Log in as admin") == "admin"
    assert entered("Log in as Admin") == "Admin"
    assert entered("Log in as ADMIN") is None


def test_what_a_run_makes_of_a_value_is_no_other_value() -> None:
    run = stored("r", typing("MANGO"), task="Enter mango in capitals")
    known = candidate("Enter mango in capitals", successes=["r"])

    asked = request("Enter mango in capitals")

    assert decide([known], {"r": run}, asked, calibrated=True).route == "direct_replay"
