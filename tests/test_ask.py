"""Questions about decks as one call: exact beside simulated, copies of a card, two lists side by side."""

import json
from fractions import Fraction

import pytest

from mulliganlab.ask_results import AskResults
from mulliganlab.ask_study import ask
from mulliganlab.ask_tables import ask_formatted
from mulliganlab.checking import compare_rate
from mulliganlab.compare_study import compare
from mulliganlab.compare_tables import compare_formatted
from mulliganlab.composition import Composition
from mulliganlab.copies_study import copies
from mulliganlab.copies_tables import copies_formatted
from mulliganlab.deck import Deck, read_deck
from mulliganlab.errors import InputError
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import opponent
from mulliganlab.question import HAND, PRIZES, Condition, Name, at_least, no, turn
from mulliganlab.question_odds import NO_BONUS, question_odds
from mulliganlab.question_sample import BoundQuestion, kept_hands, shuffled_decks
from mulliganlab.rules import STANDARD, Rules, rule_set

LIST = b"""4 Charmander PAF 7
2 Pidgey MEW 16
2 Cinderace MEG 28
3 Charizard ex OBF 125
4 Iono PAL 185
4 Arven OBF 186
4 Ultra Ball SVI 196
2 Nest Ball SVI 181
35 Basic {R} Energy SVE 10
"""

QUESTIONS = [
    "Charmander and fire",
    "exactly 1 basic or starter",
    "hand: Charmander and prizes: no Charizard",
    "hand: 2 Iono + Arven and turn 3: Ultra Ball and not (prizes: Nest Ball)",
    "2 Ultra Ball + Nest Ball",
    "prizes: 1-2 trainer",
    "turn 1: no pokemon or turn 4: 3 pokemon",
]


@pytest.fixture(scope="module")
def deck() -> Deck:
    return read_deck(LIST, name="list.txt")


@pytest.mark.statistical
@pytest.mark.parametrize(
    "rules",
    [
        STANDARD,
        STANDARD.changed(mulligan_limit=1, starters="refuse"),
        rule_set("wizards"),
        STANDARD.changed(hand_size=5, prizes=3),
    ],
    ids=Rules.describe,
)
@pytest.mark.parametrize("bonus", ["all", "none"])
def test_simulated_with_real_cards_agrees(deck: Deck, rules: Rules, bonus: str) -> None:
    results = ask(
        deck,
        QUESTIONS,
        "3",
        rules,
        places=[HAND, turn(2)],
        bonus="all" if bonus == "all" else "none",
        games=200_000,
        seed=11,
    )
    assert results.run.check is not None
    assert len(results.run.check.comparisons) == len(QUESTIONS) + 3  # those that leave the place open
    assert results.run.check.agrees, results.run.check.verdict()
    assert results.exit_status == 0


@pytest.mark.negative_control
def test_wrong_bonus_cards_are_found(deck: Deck) -> None:
    """Exact odds without bonus cards against games with them."""
    question = at_least(1, "Iono").at(turn(1))
    mask = sum(card.mask for card in deck.named_cards if card.name == "Iono")
    bound = BoundQuestion(question, {question: mask})
    odds = question_odds(question, bound.masks, deck.composition, STANDARD)
    assert odds is not None
    counted = kept_hands([bound], deck.composition, opponent("3"), STANDARD, games=200_000, seed=1)
    assert compare_rate("wrong", float(odds.kept), counted.events[0], counted.games).p_value < 1e-9


@pytest.mark.statistical
@pytest.mark.parametrize("prizes", [0, 6])
def test_shuffled_decks_agree_for_any_hand(prizes: int) -> None:
    rules = STANDARD.changed(prizes=prizes)
    deck = Composition(60, 8)
    bonus = set_up_law(deck, opponent("2"), rules).bonus_received
    one, two = (Condition((Name(name),), 1, 2) for name in ("a", "b"))
    for question in (
        one.at(turn(2)) & two.at(PRIZES),
        one.at(HAND) | ~two.at(turn(0)),
        one.at(PRIZES),
    ):
        masks = {c: 0b11111 << (3 if c.names[0].text == "a" else 30) for c in question.conditions()}
        odds = question_odds(question, masks, deck, rules, bonus)
        assert odds is not None
        found = shuffled_decks([BoundQuestion(question, masks)], deck, bonus, rules, games=60_000, seed=5)
        assert compare_rate("any", float(odds.any_hand), found.events[0], found.games).p_value > 1e-6


def test_counts_do_not_depend_on_threads(deck: Deck) -> None:
    mask = deck.named_cards[0].mask
    question = at_least(1, "Charmander").at(HAND)
    asked = [BoundQuestion(question, {question: mask})]
    runs = [
        kept_hands(asked, deck.composition, opponent("8"), STANDARD, games=1_100_000, seed=3, jobs=jobs)
        for jobs in (1, 3)
    ]
    assert runs[0] == runs[1]
    assert runs[0].games == 1_100_000


def test_what_cannot_be_counted_is_simulated_alone(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    known = ask(deck, "Charmander and fire", games=0).rows[0]
    monkeypatch.setattr("mulliganlab.question_odds.MOST_COMBINATIONS", 3)
    results = ask(deck, "Charmander and fire", games=100_000, seed=2)
    (row,) = results.rows
    assert row.probability.exact is None
    assert row.probability_any_hand.exact is None
    for value, exact in (
        (row.probability, known.probability.exact),
        (row.probability_any_hand, known.probability_any_hand.exact),
    ):
        assert value.estimate == pytest.approx(exact, abs=0.01)
    assert "too many combinations to count, simulated alone: Charmander and fire" in results.run.warnings
    assert "no exact odds to compare" in str(results)
    assert " ≈ " in str(results)
    assert results.run.to_json()["check"] is None
    nothing = ask(deck, "Charmander and fire", games=0)
    assert "without games there is no answer" in str(nothing)


def test_rows_and_json(deck: Deck) -> None:
    results = ask(deck, ["Iono", "no starter"], "12", places=[turn(0), turn(1)], games=1000, seed=1)
    told = json.loads(ask_formatted(results, "json"))
    assert [(row["question"], row["place"], row["cards_seen"]) for row in told["rows"]] == [
        ("Iono", "turn 0", 7),
        ("Iono", "turn 1", 8),
        ("no starter", "turn 0", 7),
        ("no starter", "turn 1", 8),
    ]
    assert told["command"] == "ask"
    assert told["cards"] == [{"name": "Iono", "count": 4, "kind": "trainer"}]
    assert told["simulation"]["seed"] == 1
    assert told["check"]["agrees"] is True
    first = told["rows"][0]["probability"]
    assert first["low"] < first["estimate"] < first["high"]
    assert set(told["rows"][0]["probability_any_hand"]) == {"exact"}
    assert len(results.records()) == 4
    assert ask_formatted(results, "csv").count("\n") == 5


def test_tables_fit_the_terminal(deck: Deck) -> None:
    long = " or ".join(["Charmander and no Charizard ex", "2 Ultra Ball + Nest Ball + Arven", "3 energy"] * 3)
    for places in ([HAND], [turn(t) for t in range(9)]):
        results = ask(deck, [long, "Iono"], places=places, games=1000, seed=1)
        assert max(map(len, str(results).splitlines())) <= 100
    for text in ("Charmander", "turn 8"):
        assert text in str(results)


def test_questions_from_functions(deck: Deck) -> None:
    built = at_least(1, "Charmander") & no("Iono").at(PRIZES)
    results: AskResults = ask(deck, built, games=0)
    assert results.rows[0].question == "Charmander and (prizes: no Iono)"
    assert results.rows[0].cards_seen == 13
    again = ask(deck, "Charmander and (prizes: no Iono)", games=0)
    assert again.rows[0].probability == results.rows[0].probability


def test_groups_that_a_deck_has_not_are_said() -> None:
    deck = read_deck(b"4 Pidgey OBF 162, 56 Fire Energy SVE 2", name="plain.txt")
    results = ask(deck, "optional or trainer", games=0)
    assert results.rows[0].probability.exact == 0
    assert results.run.warnings == (
        "plain.txt has no card of the group 'optional'",
        "plain.txt has no card of the group 'trainer'",
    )


def test_a_question_with_its_own_place_is_one_row(deck: Deck) -> None:
    own = "prizes: Iono and hand: Arven"
    results = ask(deck, ["Iono", own], places=[turn(0), turn(1), turn(2)], games=1000, seed=1)
    told = json.loads(ask_formatted(results, "json"))["rows"]
    assert [(row["place"], row["cards_seen"]) for row in told] == [
        ("turn 0", 7),
        ("turn 1", 8),
        ("turn 2", 9),
        ("hand, prizes", 13),
    ]
    text = str(results)
    assert max(map(len, text.splitlines())) <= 100
    assert "Questions that say where" in text
    markdown = ask_formatted(results, "markdown")
    assert "turn 0 |" in markdown
    assert markdown.count("hand, prizes") == 1
    alone = ask(deck, "prizes: Iono", places=turn(3), games=0)
    assert (alone.rows[0].where, alone.rows[0].cards_seen) == ("prizes", 6)


def test_copies_tell_why_a_number_is_missing() -> None:
    deck = read_deck(b"2 Pidgey MEW 16, 58 Fire Energy", name="few")
    results = copies(deck, "Pidgey", "Pidgey", exchange="Fire Energy", games=0)
    assert "with 0 copies the deck would have no Basic" in results.run.warnings


def test_turns_beyond_the_deck_are_refused(deck: Deck) -> None:
    with pytest.raises(InputError, match="there is no turn 48"):
        ask(deck, "turn 48: Iono", games=0)
    with pytest.raises(InputError, match="from 1 to 1000 questions"):
        ask(deck, [], games=0)


def test_copies_keep_the_mulligan_rate(deck: Deck) -> None:
    results = copies(deck, "iono", "Iono and Charmander", games=0)
    assert [row.copies for row in results.rows] == [0, 1, 2, 3, 4]
    assert len({row.mulligan_probability for row in results.rows}) == 1
    assert [row.in_list for row in results.rows] == [False, False, False, False, True]
    shares = [row.row.probability.exact for row in results.rows]
    listed = ask(deck, "Iono and Charmander", games=0).rows[0].probability.exact
    assert shares[0] == 0
    assert shares[4] == listed
    rewritten = read_deck(
        LIST.replace(b"4 Iono", b"2 Iono").replace(b"35 Basic", b"37 Basic"), name="rewritten"
    )
    assert shares[2] == ask(rewritten, "Iono and Charmander", games=0).rows[0].probability.exact


def test_basics_are_exchanged_with_basics(deck: Deck) -> None:
    results = copies(deck, "Charmander", "Charmander", games=0)
    assert results.exchanged == ("Pidgey",)
    assert len({row.mulligan_probability for row in results.rows}) == 1
    other = copies(deck, "Pidgey", "Pidgey and Charmander", exchange="Ultra Ball", games=0)
    rates = [row.mulligan_probability for row in other.rows]
    assert rates == sorted(rates, reverse=True)
    assert len(set(rates)) == 5


def test_copies_for_which_there_are_too_few_others(deck: Deck) -> None:
    results = copies(deck, "Nest Ball", "Nest Ball", exchange="Cinderace", games=0)
    assert [row.copies for row in results.rows] == [0, 1, 2, 3, 4]
    results = copies(deck, "Pidgey", "Pidgey", exchange="Cinderace", games=0)
    assert [row.copies for row in results.rows] == [0, 1, 2, 3, 4]
    few = read_deck(b"2 Pidgey MEW 16, 1 Charmander PAF 7, 57 Fire Energy", name="few")
    results = copies(few, "Pidgey", "Pidgey", games=0)
    assert [row.copies for row in results.rows] == [0, 1, 2, 3]
    assert "not enough cards to exchange for 4 copies" in results.run.warnings


@pytest.mark.parametrize(
    ("card", "question", "exchange", "message"),
    [
        ("Charmander", "basic", None, "no card that Charmander could be exchanged with"),
        ("Iono", "Iono", "Iono", "cannot be exchanged with itself"),
        ("Ionoo", "Iono", None, "the nearest names are Iono"),
        ("Iono", "Iono", "Bosss", "no card of list.txt is called 'Bosss'"),
        ("energy", "Iono", None, "no card of list.txt is called 'energy'"),
    ],
)
def test_copies_refused(deck: Deck, card: str, question: str, exchange: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        copies(deck, card, question, exchange=exchange, games=0)


@pytest.mark.statistical
def test_copies_are_simulated_and_checked(deck: Deck) -> None:
    results = copies(deck, "Iono", "Iono", "4", place=turn(1), games=50_000, seed=3)
    assert results.run.check is not None
    assert len(results.run.check.comparisons) == 5
    assert results.run.check.agrees
    told = json.loads(copies_formatted(results, "json"))
    assert [row["copies"] for row in told["rows"]] == [0, 1, 2, 3, 4]
    for name in ("table", "markdown", "csv"):
        assert "Iono" in copies_formatted(results, name)


def test_lists_side_by_side(deck: Deck) -> None:
    other = read_deck(LIST.replace(b"4 Iono PAL 185", b"1 Iono PAL 185\n3 Duskull PRE 35"), name="other.txt")
    results = compare(deck, other, ["Duskull", "prizes: no Iono"], "10", games=0)
    assert [(card.name, card.counts) for card in results.exchanged] == [("Iono", (4, 1)), ("Duskull", (0, 3))]
    differences = {(part.group, part.what): part for part in results.differences()}
    basics = differences["set-up", "basics"]
    assert (basics.values, basics.difference) == ((6, 9), 3)
    law = set_up_law(other.composition, opponent("10"))
    mulligans = differences["set-up", "mulligan_probability"]
    assert mulligans.values[1] == float(law.mulligan_probability)
    assert differences["Duskull", "in_kept_hand"].values[0] == 0
    assert differences["questions", "Duskull"].values[0] == 0
    expected = ask(other, "prizes: no Iono", games=0).rows[0].probability.exact
    assert differences["questions", "prizes: no Iono"].values[1] == expected
    text = str(results)
    assert max(map(len, text.splitlines())) <= 100
    assert "-3 Iono (trainer), 4 -> 1" in text
    told = json.loads(compare_formatted(results, "json"))
    assert [part["name"] for part in told["decks"]] == ["list.txt", "other.txt"]
    assert len(told["rows"]) == len(told["cards"]) == len(told["questions"]) == 2
    assert compare_formatted(results, "markdown").count("|")
    assert compare_formatted(results, "csv").startswith("group,quantity,first,second,difference")


@pytest.mark.statistical
def test_compared_lists_are_simulated_and_checked(deck: Deck) -> None:
    results = compare(deck, deck, ["Iono"], games=50_000, seed=1)
    assert results.run.check is not None
    assert results.run.check.agrees, results.run.check.verdict()
    assert all(part.difference in (0, None) for part in results.differences())
    assert "Both lists have the same cards" in str(results)


def test_no_bonus_is_a_law() -> None:
    assert NO_BONUS.pmf(0) == Fraction(1)


@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("name", ["table", "markdown", "csv", "json"])
def test_a_stopped_comparison_keeps_what_is_finished(deck: Deck, number: int, name: str) -> None:
    finished = []

    def interrupt(games: int) -> None:
        finished.append(games)
        if sum(finished) > (number - 1) * 5000:
            raise KeyboardInterrupt

    results = compare(deck, deck, ["Iono"], "10", games=5000, seed=1, jobs=1, progress=interrupt)
    assert results.exit_status == 130
    assert sum(finished) == number * 5000, "a simulation that was stopped starts no other"
    assert [row.games for row in results.run.rows] == ([5000, 0] if number == 1 else [5000, 5000])
    assert all(part.difference in (0, None) for part in results.differences())
    assert "stopped after" in compare_formatted(results, "table")
    assert compare_formatted(results, name)


def test_optional_starters_have_a_row_of_their_own(deck: Deck) -> None:
    other = read_deck(LIST.replace(b"2 Cinderace MEG 28", b"1 Cinderace MEG 28\n1 Iono PAL 185"), name="b")
    text = compare_formatted(compare(deck, other, games=0), "table")
    (line,) = [line for line in text.splitlines() if line.startswith("optional starters")]
    assert line.split()[2:] == ["2", "1", "-1"]
