"""What short English sentences state, by rules."""

from datetime import date

import pytest

from tests.unit.facts.taggers import extractor

TODAY = date(2024, 6, 15)
Stated = tuple[str, str, str]


def stated(text: str) -> list[Stated]:
    found = extractor().extract(text, today=TODAY).triples
    return [(one.subject, one.predicate, one.object) for one in found]


def bounds(text: str) -> tuple[str | None, str | None]:
    one, *_ = extractor().extract(text, today=TODAY).triples
    since, until = one.valid_from, one.valid_to
    return since and since.date().isoformat(), until and until.date().isoformat()


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("Rome is the capital of Italy.", ("Italy", "capital", "Rome")),
        ("Italy's capital is Rome.", ("Italy", "capital", "Rome")),
        ("Nina is Paul's cousin.", ("Paul", "cousin", "Nina")),
        ("Estonia is a member of NATO.", ("Estonia", "member of", "NATO")),
        ("SQLite is a relational database.", ("SQLite", "is", "relational database")),
        ("Alice Smith works at Acme.", ("Alice Smith", "works at", "Acme")),
        ("Google acquired YouTube.", ("Google", "acquired", "YouTube")),
        ("Volvo has 40,000 employees.", ("Volvo", "has", "40,000 employees")),
        ("Ed Wood was directed by Tim Burton.",
         ("Ed Wood", "directed by", "Tim Burton")),
        ("Frida Kahlo was born in Mexico.", ("Frida Kahlo", "born in", "Mexico")),
        ("Sony was founded in 1946.", ("Sony", "founded in", "1946")),
        ("John Lennon was the founder of the Beatles.",
         ("John Lennon", "was founder of", "Beatles")),
        ("Japan's capital was Kyoto.", ("Kyoto", "was capital of", "Japan")),
        ("Nina was in Oslo.", ("Nina", "was in", "Oslo")),
        ("Payroll is part of Acme Group.", ("Payroll", "part of", "Acme Group")),
        ("Invoices are part of Acme Suite.", ("Invoices", "part of", "Acme Suite")),
        ("The search service is part of Acme Cloud.",
         ("search service", "part of", "Acme Cloud")),
        ("Robotics belongs to Acme Group.", ("Robotics", "belongs to", "Acme Group")),
        ("Nina is the head of Acme Inc.", ("Acme Inc", "head", "Nina")),
    ],
)  # fmt: skip
def test_a_plain_statement_gives_one_triple(text: str, triple: Stated) -> None:
    assert stated(text) == [triple]


@pytest.mark.parametrize(
    "text",
    [
        "Alice Smith does not work at Acme.",
        "Alice Smith never worked at Acme.",
        "Does Alice Smith work at Acme?",
        "Alice Smith may work at Acme.",
        "Alice Smith will work at Acme.",
        "Alice Smith wants to work at Acme.",
        "If Alice Smith works at Acme, she earns well.",
        "Bob Jones said that Alice Smith works at Acme.",
        "According to Bob Jones, Alice Smith works at Acme.",
        "Alice Smith works at Acme or Globex.",
        "Alice Smith joins Acme next month.",
        "She works at Acme.",
        "The manager works at Acme.",
        "Ask Alice Smith at Acme.",
        "Metropolis is a great movie.",
        "Apologies: Sam Tran.",
        "Working at Acme",
        "No one at Acme knows Alice Smith.",
    ],
)
def test_what_is_not_stated_gives_nothing(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        # of what the sentence or the clause before is about
        ("Acme Corp sells pumps. It acquired Bolt Inc.",
         ("Acme Corp", "acquired", "Bolt Inc")),
        ("Alice Smith lives in Rome; she leads Acme Corp.",
         ("Alice Smith", "leads", "Acme Corp")),
        ("Acme Corp grew and its founder, Tim Cook, moved to Lyon.",
         ("Acme Corp", "founder", "Tim Cook")),
        # a semicolon parts what is said
        ("Acme Corp was founded by Tim Cook; Globex rents offices.",
         ("Acme Corp", "founded by", "Tim Cook")),
        # dates
        ("Google acquired YouTube in 2006.", ("Google", "acquired YouTube in", "2006")),
    ],
)  # fmt: skip
def test_what_a_clause_leaves_to_those_around_it(
    text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in stated(text)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("Alice Smith has worked at Acme since 2019.", "2019-01-01", None),
        ("Alice Smith worked at Acme from 2010 to 2015.", "2010-01-01", "2016-01-01"),
        ("Alice Smith lived in Rome until May 2020.", None, "2020-06-01"),
        ("Alice Smith lived in Rome in 1994.", "1994-01-01", "1995-01-01"),
        ("Google acquired YouTube in 2006.", "2006-01-01", None),
        ("Alice Smith joined Acme last year.", "2023-01-01", None),
    ],
)  # fmt: skip
def test_times_bound_the_triple_and_leave_its_object(
    text: str, since: str | None, until: str | None
) -> None:
    assert bounds(text) == (since, until)
    assert "20" not in stated(text)[0][2]
