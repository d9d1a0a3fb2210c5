"""Whole results of decks whose optional starters, changes and opponents decide them."""

from fractions import Fraction
from math import comb
from typing import Any

from mulliganlab.deck import read_deck
from mulliganlab.deck_results import DeckResults
from mulliganlab.deck_study import deck_results
from mulliganlab.rules import STANDARD, Rules

ONE_BASIC = "4 Cinderace MEG 28\n1 Budew PRE 4\n55 Fire Energy"


def study(text: str, **rules: Any) -> DeckResults:
    played: Rules = STANDARD.changed(**rules)
    return deck_results(read_deck(text.encode(), rules=played), 12, played, games=0)


def mulligans(results: DeckResults) -> Fraction | None:
    return results.row.value("mulligan_probability").fraction


def odds(results: DeckResults, name: str, what: str) -> float | None:
    (row,) = [row for row in results.cards if row.card.name == name]
    value = row.odds[what]
    return None if value is None else value.exact


def test_four_cinderace_and_one_basic() -> None:
    kept = study(ONE_BASIC)
    assert mulligans(kept) == Fraction(comb(55, 7), comb(60, 7))
    assert round(100 * float(mulligans(kept) or 0), 4) == 52.5438
    assert round(100 * (odds(kept, "Cinderace", "in_kept_hand") or 0), 4) == 84.1828
    refused = study(ONE_BASIC, starters="refuse")
    assert mulligans(refused) == Fraction(53, 60)
    assert odds(refused, "Cinderace", "only_starter") is None


def test_cinderace_of_another_set_does_not_start() -> None:
    other = study(ONE_BASIC.replace("MEG 28", "SSH 34"))
    assert mulligans(other) == Fraction(53, 60)
    assert (other.deck.composition.starters, other.deck.warnings) == (0, ())


def test_cinderace_and_snorlax_doll() -> None:
    text = ONE_BASIC.replace("55 Fire", "51 Fire") + "\nTrainer: 1\n4 Snorlax Doll PAR 175"
    kept = study(text)
    assert mulligans(kept) == Fraction(comb(51, 7), comb(60, 7))
    assert mulligans(study(text, starters="refuse")) == Fraction(53, 60)


def test_changes_exchange_basics_with_cards_that_cannot_start() -> None:
    results = study(ONE_BASIC)
    assert [row.basics for row in results.changes] == [1, 2, 3, 4]
    for row in results.changes:
        expected = Fraction(comb(60 - 4 - row.basics, 7), comb(60, 7))
        assert row.value("mulligan_probability").fraction == expected
    crowded = study("50 Pikachu\n8 Cinderace MEG 28\n2 Fire Energy")
    assert [row.basics for row in crowded.changes] == [47, 48, 49, 50, 51, 52]
