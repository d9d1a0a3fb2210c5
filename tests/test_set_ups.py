"""Sample set-ups follow the rules step by step, and mulligans resolve to bonus cards."""

import json
from collections import Counter
from fractions import Fraction

import pytest

from mulliganlab.composition import Composition
from mulliganlab.deck import Deck, read_deck
from mulliganlab.dispute import resolve
from mulliganlab.errors import InputError
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import mixture, opponent
from mulliganlab.rules import STANDARD, Rules, rule_set
from mulliganlab.set_up_results import steps
from mulliganlab.set_up_tables import set_ups_formatted
from mulliganlab.set_ups import sample_set_ups

FEW = b"3 Pidgey MEW 16, 1 Cinderace MEG 28, 4 Iono PAL 185, 4 Arven OBF 186, 48 Fire Energy"
OTHER = b"2 Charmander PAF 7, 4 Switch SVI 194, 54 Water Energy"
STARTING = {"Pidgey", "Cinderace", "Charmander"}


@pytest.fixture(scope="module")
def few() -> Deck:
    return read_deck(FEW, name="few.txt")


@pytest.fixture(scope="module")
def other() -> Deck:
    return read_deck(OTHER, name="other.txt")


@pytest.mark.parametrize(
    "rules",
    [STANDARD, STANDARD.changed(mulligan_limit=2), rule_set("wizards"), STANDARD.changed(starters="refuse")],
    ids=Rules.describe,
)
def test_set_ups_follow_the_rules(few: Deck, other: Deck, rules: Rules) -> None:
    starting = STARTING - {"Cinderace"} if rules.starters == "refuse" else STARTING
    dealt = sample_set_ups(few, other, rules, number=150, seed=5)
    assert len(dealt.set_ups) == 150
    for set_up in dealt.set_ups:
        failed = [len(seat.failed) for seat in set_up.seats]
        assert set_up.shared == min(failed)
        result = resolve(failed[0], failed[1], rules)
        for place, (deck, seat) in enumerate(zip((few, other), set_up.seats, strict=True)):
            assert all(len(hand) == 7 and not starting & set(hand) for hand in seat.failed)
            assert len(seat.kept) == 7
            assert len(seat.prizes) == 6
            assert seat.can_start == tuple(name for name in seat.kept if name in starting)
            assert seat.can_start
            assert len(seat.bonus) == result.may_draw[place]
            assert set(seat.bonus_basics) == {"Pidgey", "Charmander"} & set(seat.bonus)
            assert seat.made == (rules.mulligan_limit is not None and failed[place] == rules.mulligan_limit)
            counts = {card.name: card.count for card in deck.named_cards}
            for cards in (*seat.failed, seat.kept + seat.prizes + seat.bonus + seat.draws):
                assert all(number <= counts[name] for name, number in Counter(cards).items())


def test_steps_come_in_the_order_of_the_rules(few: Deck, other: Deck) -> None:
    dealt = sample_set_ups(few, other, number=300, seed=8).set_ups
    kinds = set()
    for set_up in dealt:
        told = [(player, step.text) for player, step in steps(set_up)]
        texts = [text for _, text in told]
        failed = [len(seat.failed) for seat in set_up.seats]
        kinds.add((failed[0] > failed[1]) - (failed[0] < failed[1]))
        assert sum("shared mulligan" in text for text in texts) == 2 * set_up.shared
        assert sum(text.startswith("7 drawn") for text in texts) == 2 + sum(failed)
        assert all(text.startswith("7 drawn") for text in texts[: 2 * set_up.shared])
        bench = [step for _, step in steps(set_up) if "Active" in step.text]
        assert [step.cards for step in bench] in (
            [seat.can_start for seat in set_up.seats],
            [seat.can_start for seat in set_up.seats[::-1]],
        )
        for step in bench:
            assert ("may go to the Bench" in step.text) == (len(step.cards) > 1)
            assert ("other Basics" in step.text) == (len(step.cards) > 1 and "Cinderace" in step.cards)
        if failed[0] != failed[1]:
            waiting = "you" if failed[0] > failed[1] else "opponent"
            ready = "opponent" if waiting == "you" else "you"
            says = next(i for i, (_, text) in enumerate(told) if "told, waiting" in text)
            assert told[says][0] == waiting
            # The other has finished, Prizes included, before the waiting player reveals.
            ready_at = told.index((ready, "Prizes, set aside unseen"))
            reveals = told.index((waiting, "extra mulligan 1: that hand revealed and shuffled back"))
            assert says < ready_at < reveals
            bonus = next(i for i, (_, text) in enumerate(told) if "bonus card" in text)
            assert told[bonus][0] == ready
            assert told.index((waiting, "Prizes, set aside unseen")) < bonus
        else:
            assert not any("bonus card" in text or "waiting" in text for text in texts)
        assert texts[-1] == "Pokémon revealed; drawn on turns 1 to 3"
    assert kinds == {-1, 0, 1}


@pytest.mark.statistical
@pytest.mark.parametrize("limit", [None, 1])
def test_set_ups_have_the_law_of_mulligans(few: Deck, limit: int | None) -> None:
    rules = STANDARD.changed(mulligan_limit=limit)
    met = mixture("two", [(Composition(60, 3), Fraction(1)), (Composition(60, 30), Fraction(1))])
    law = set_up_law(few.composition, met, rules)
    number = 1000
    dealt = sample_set_ups(few, met, rules, number=number, seed=4).set_ups
    for probability, count in (
        (law.mulligans.tail(1), sum(len(set_up.seats[0].failed) > 0 for set_up in dealt)),
        (law.bonus_received.tail(1), sum(len(set_up.seats[0].bonus) > 0 for set_up in dealt)),
        (law.bonus_given.tail(1), sum(len(set_up.seats[1].bonus) > 0 for set_up in dealt)),
        (law.lone_basic_probability, sum(len(set_up.seats[0].can_start) == 1 for set_up in dealt)),
    ):
        expected = number * float(probability)
        error = (expected * (1 - float(probability))) ** 0.5
        assert abs(count - expected) < 5 * error  # false alarms: below 1e-5 together


def test_a_seed_repeats_set_ups_and_more_begin_alike(few: Deck) -> None:
    five = sample_set_ups(few, number=5, seed=9)
    assert five == sample_set_ups(few, number=5, seed=9)
    assert five.set_ups[:2] == sample_set_ups(few, number=2, seed=9).set_ups
    assert five.set_ups != sample_set_ups(few, number=5, seed=10).set_ups
    assert sample_set_ups(few, number=1).seed != sample_set_ups(few, number=1).seed


def test_cards_of_an_unknown_opponent_have_no_names(few: Deck) -> None:
    (set_up,) = sample_set_ups(few, "60", number=1, seed=1).set_ups
    assert set(set_up.seats[1].kept) == {"Basic"}


def test_small_decks_run_out_of_cards() -> None:
    deck = read_deck(b"3 Pidgey, 7 Fire Energy", name="ten", rules=STANDARD.changed(deck_size=10, prizes=2))
    rules = STANDARD.changed(deck_size=10, prizes=2)
    for set_up in sample_set_ups(deck, "1", rules, number=50, seed=2).set_ups:
        seat = set_up.seats[0]
        assert len(seat.bonus) + len(seat.draws) == 1


def test_formats(few: Deck, other: Deck) -> None:
    dealt = sample_set_ups(few, other, number=3, seed=1)
    assert max(map(len, set_ups_formatted(dealt, "table").splitlines())) <= 100
    told = json.loads(set_ups_formatted(dealt, "json"))
    assert told["simulation"]["games"] == 3
    assert told["simulation"]["generator"]
    assert told["deck"]["basics"] == 3
    assert told["check"] is None
    for name in ("mulliganlab", "command", "rules", "opponent", "warnings"):
        assert name in told
    assert len(told["rows"]) == 3
    assert len(told["rows"][0]["you"]["kept_hand"]) == 7
    assert set_ups_formatted(dealt, "markdown").count("## Set-up") == 3
    assert len(set_ups_formatted(dealt, "csv").splitlines()) == 1 + len(dealt.records())


@pytest.mark.parametrize("number", [0, 1001])
def test_numbers_of_set_ups(few: Deck, number: int) -> None:
    with pytest.raises(InputError, match="from 1 to 1000"):
        sample_set_ups(few, number=number)


@pytest.mark.parametrize(
    ("first", "second", "rules", "shared", "may_draw"),
    [
        (5, 2, STANDARD, 2, (0, 3)),
        (2, 5, STANDARD, 2, (3, 0)),
        (0, 0, STANDARD, 0, (0, 0)),
        (4, 4, STANDARD, 4, (0, 0)),
        (0, 3, rule_set("wizards"), 0, (6, 0)),
        (0, 60, STANDARD, 0, (47, 0)),
        (8, 1, STANDARD.changed(mulligan_limit=8), 1, (0, 7)),
    ],
)
def test_resolve(first: int, second: int, rules: Rules, shared: int, may_draw: tuple[int, int]) -> None:
    result = resolve(first, second, rules)
    assert (result.shared, result.may_draw) == (shared, may_draw)


def test_resolve_says_it_in_words() -> None:
    assert str(resolve(5, 2)) == (
        "Of 5 and 2 mulligans 2 were shared. The second player may draw up to 3 bonus cards "
        "for 3 extra mulligans of the other, once both have set their Prizes aside."
    )
    assert str(resolve(1, 1)) == "Of 1 and 1 mulligans 1 was shared. Nobody may draw a bonus card."


@pytest.mark.parametrize(("first", "second"), [(-1, 0), (0, 1001)])
def test_resolve_refuses_numbers(first: int, second: int) -> None:
    with pytest.raises(InputError, match="from 0 to 1000"):
        resolve(first, second)


def test_resolve_knows_the_limit() -> None:
    with pytest.raises(InputError, match=r"from 0 to 2 \(the mulligan limit\)"):
        resolve(3, 0, STANDARD.changed(mulligan_limit=2))


def test_opponents_by_text(few: Deck) -> None:
    assert sample_set_ups(few, "8:1,12:3", number=2, seed=1).opponent == opponent("8:1,12:3")


def test_without_prizes_none_are_set_aside_and_a_mirror_is_called_one(few: Deck) -> None:
    dealt = sample_set_ups(few, "mirror", STANDARD.changed(prizes=0), number=3, seed=1)
    text = str(dealt)
    assert "Prizes aside" not in text
    assert "as many Basics as this deck has" in text


def test_resolve_has_every_key_and_its_rules() -> None:
    told = resolve(5, 2, "wizards").to_json()
    assert {"mulliganlab", "command", "rules", "opponent", "simulation", "rows", "check", "warnings"} <= set(
        told
    )
    assert resolve(5, 2, "wizards").may_draw == (0, 6)
    with pytest.raises(InputError, match="whole number, not 'x'"):
        resolve("x", 2)  # type: ignore[arg-type]
