"""Decks from lists: kinds and what overrules them, names that add up, masks, oddities, what is refused."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulliganlab.composition import Composition
from mulliganlab.deck import MOST_STRAYS, Card, Deck, Overrules, read_deck
from mulliganlab.deck_study import deck_results
from mulliganlab.errors import InputError
from mulliganlab.rules import RULE_SETS, STANDARD
from mulliganlab.stage import Kind

USUAL = """
Pokémon: 5
4 Charmander OBF 26
2 Charmeleon OBF 27
3 Charizard ex OBF 125
4 Cinderace MEG 28
1 Snorlax Doll PAR 175
Trainer: 3
4 Rare Candy SVI 191
4 Ultra Ball SVI 196
1 Antique Root Fossil TWM 161
Energy: 2
33 Fire Energy SVE 2
4 Double Turbo Energy BRS 151
"""


def read(text: str, **options: Any) -> Deck:
    return read_deck(text.encode(), **options)


def kinds(deck: Deck) -> dict[str, str]:
    return {card.name: card.kind for card in deck.cards}


def refusal(text: str, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        read(text, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_every_kind() -> None:
    deck = read(USUAL)
    assert kinds(deck) == {
        "Charmander": "basic",
        "Charmeleon": "evolution",
        "Charizard ex": "evolution",
        "Cinderace": "starter",
        "Snorlax Doll": "starter",
        "Rare Candy": "trainer",
        "Ultra Ball": "trainer",
        "Antique Root Fossil": "trainer",
        "Fire Energy": "energy",
        "Double Turbo Energy": "energy",
    }
    assert deck.composition == Composition(60, 4, 5)
    assert [deck.count(kind) for kind in ("basic", "starter", "evolution", "trainer", "energy")] == [
        4,
        5,
        5,
        9,
        37,
    ]
    assert all(card.why for card in deck.cards)


def test_cards_are_the_lines_in_their_order() -> None:
    first, *_, last = read(USUAL).cards
    assert first == Card(4, "Charmander", "OBF", "26", "basic", first.why)
    assert str(first) == "4 Charmander OBF 26"
    assert str(last) == "4 Double Turbo Energy BRS 151"
    assert str(read("4 Charmander\n56 Fire Energy").cards[0]) == "4 Charmander", (
        "set and number may be missing"
    )


def test_json_has_the_promised_keys() -> None:
    shown: dict[str, Any] = read(USUAL).to_json()
    assert (shown["cards"], shown["basics"], shown["starters"]) == (60, 4, 5)
    assert list(shown) == ["cards", "basics", "starters", "lines"]
    for line in shown["lines"]:
        assert list(line) == ["count", "name", "set", "number", "kind", "why"]
    assert shown["lines"][0]["set"] == "OBF"


def test_optional_starters_are_told() -> None:
    (warning,) = read(USUAL).warnings
    assert warning == ("4 Cinderace MEG 28 and 1 Snorlax Doll PAR 175 may start although they are no Basics")


def test_fossils_and_dolls_start_where_the_rules_say_so() -> None:
    deck = read(USUAL, rules=STANDARD.changed(fossils_start=True))
    assert kinds(deck)["Antique Root Fossil"] == kinds(deck)["Snorlax Doll"] == "basic"
    assert kinds(deck)["Cinderace"] == "starter"
    assert deck.composition == Composition(60, 6, 4)
    (why,) = {card.why for card in deck.cards if card.name == "Antique Root Fossil"}
    assert "fossils" in why


class TestOverrules:
    def test_basic_and_not_basic(self) -> None:
        deck = read(USUAL, overrules=Overrules(("Charmeleon",), ("Cinderace",)))
        assert kinds(deck)["Charmeleon"] == "basic"
        assert kinds(deck)["Cinderace"] == "evolution"
        assert deck.composition == Composition(60, 6, 1)
        assert {card.why for card in deck.cards if card.name in ("Charmeleon", "Cinderace")} == {
            "overruled: a Basic",
            "overruled: not a Basic",
        }

    @pytest.mark.parametrize("name", ["CHARMELEON", "charmeleon", "Charméleon", " Charmeleon "])
    def test_spelling_does_not_matter(self, name: str) -> None:
        assert kinds(read(USUAL, overrules=Overrules((name,))))["Charmeleon"] == "basic"

    def test_every_line_of_the_name_is_meant(self) -> None:
        text = "4 Charmander OBF 26\n4 Charmander MEW 4\n52 Fire Energy"
        assert read(text + "\n1 Pikachu", overrules=Overrules((), ("charmander",))).composition.basics == 1

    def test_what_is_no_basic_stays_what_else_it_is(self) -> None:
        names = ("Rare Candy", "Fire Energy", "Charizard ex", "Snorlax Doll")
        found = kinds(read(USUAL, overrules=Overrules((), names)))
        assert found["Rare Candy"] == "trainer"
        assert found["Fire Energy"] == "energy"
        assert found["Charizard ex"] == "evolution"
        assert found["Snorlax Doll"] not in ("basic", "starter")

    def test_they_outweigh_fossils_that_start(self) -> None:
        rules = STANDARD.changed(fossils_start=True)
        deck = read(USUAL, rules=rules, overrules=Overrules((), ("Antique Root Fossil",)))
        assert kinds(deck)["Antique Root Fossil"] == "trainer"

    def test_they_settle_a_name_that_cannot_be_told(self) -> None:
        text = "Pokémon: 2\n4 Newmon ABC 1\n4 Pikachu SVI 62\nEnergy: 1\n52 Fire Energy"
        assert kinds(read(text, overrules=Overrules(("Newmon",))))["Newmon"] == "basic"
        assert kinds(read(text, overrules=Overrules((), ("Newmon",))))["Newmon"] == "evolution"

    def test_a_name_on_both_sides_is_refused(self) -> None:
        with pytest.raises(InputError, match=r"'pokegear 3\.0' cannot be both --basic and --not-basic"):
            Overrules(("Pokégear 3.0", "Pikachu"), ("POKEGEAR 3.0",))

    def test_a_name_of_no_list_is_refused(self) -> None:
        decks = [read(USUAL), read("4 Pikachu\n56 Fire Energy")]
        Overrules(("pikachu",), ("Charmander",)).require_known(decks)
        with pytest.raises(InputError, match=r"^--basic: .*'Charmandr'"):
            Overrules(("Charmandr",)).require_known(decks)
        with pytest.raises(InputError, match=r"^--not-basic: .*'Raichu'"):
            Overrules((), ("Pikachu", "Raichu")).require_known(decks)
        with pytest.raises(InputError, match="'Pikachu'"):
            Overrules((), ("Pikachu",)).require_known([])


def test_lines_of_one_name_and_kind_add_up() -> None:
    text = "2 Iono PAL 185\n1 Iono PAL 269\n1 IONO\n3 Pikachu SVI 62\n1 pikachu\n52 Fire Energy"
    deck = read(text)
    assert len(deck.cards) == 6
    named = {card.name: card.count for card in deck.named_cards}
    assert named == {"Pikachu": 4, "Iono": 4, "Fire Energy": 52}, "the first spelling is shown"


def test_prints_that_start_are_apart_from_prints_that_do_not() -> None:
    deck = read("1 Pikachu\n2 Cinderace MEG 28\n2 Cinderace SSH 34\n55 Fire Energy")
    assert [(card.name, card.kind, card.count) for card in deck.named_cards] == [
        ("Pikachu", "basic", 1),
        ("Cinderace", "starter", 2),
        ("Cinderace", "evolution", 2),
        ("Fire Energy", "energy", 55),
    ]


NAMES: dict[Kind, list[str]] = {
    "basic": ["Pikachu", "Mew", "Snorlax V"],
    "starter": ["Cinderace MEG 28", "Snorlax Doll PAR 175"],
    "evolution": ["Raichu", "Charizard ex"],
    "trainer": ["Iono", "Ultra Ball", "Switch"],
    "energy": ["Fire Energy", "Jet Energy"],
}


@given(st.data())
def test_masks_hold_every_card_once_and_in_the_order_of_the_kinds(data: st.DataObject) -> None:
    known = [(name, kind) for kind, names in NAMES.items() for name in names]
    lines = data.draw(st.lists(st.tuples(st.sampled_from(known), st.integers(1, 5)), max_size=12))
    lines.append((("Pikachu", "basic"), data.draw(st.integers(1, 4))))
    lines = data.draw(st.permutations(lines))
    rules = STANDARD.changed(hand_size=1, prizes=0)
    if not 2 <= sum(count for _, count in lines) <= 64:
        return
    deck = read("\n".join(f"{count} {name}" for (name, _), count in lines), rules=rules)
    place = 0
    order = list(NAMES)
    for card in deck.named_cards:
        assert card.mask.bit_count() == card.count
        assert [bit for bit in range(64) if card.mask >> bit & 1] == list(range(place, place + card.count))
        place += card.count
    assert place == deck.composition.size
    ranks = [order.index(card.kind) for card in deck.named_cards]
    assert ranks == sorted(ranks)
    basics = (1 << deck.composition.basics) - 1
    for card in deck.named_cards:
        assert (card.mask & basics == card.mask) == (card.kind == "basic")


def four_each(names: str, cards: int = 60) -> str:
    """Four of each name, filled up with basic Energy."""
    lines = [f"4 {name.strip()}" for name in names.split(",")]
    return "\n".join([*lines, f"{cards - 4 * len(lines)} Fire Energy"])


def test_a_legal_list_has_nothing_odd() -> None:
    assert read(four_each("Pikachu, Raichu, Iono")).warnings == ()


def test_number_of_cards_and_stated_total() -> None:
    assert read(four_each("Pikachu", 59)).warnings == ("59 cards, not 60",)
    assert read(four_each("Pikachu", 61)).warnings == ("61 cards, not 60",)
    assert read(four_each("Pikachu") + "\nTotal Cards: 60").warnings == ()
    assert read(four_each("Pikachu", 57) + "\nTotal Cards: 60").warnings == (
        "57 cards, not 60",
        "the list's own total says 60",
    )
    assert read(four_each("Pikachu", 59)).composition.size == 59


def test_strays_are_named_with_their_lines_but_not_thousands_of_them() -> None:
    deck = read("4 Pikachu\nhello there\n56 Fire Energy\nLink to list")
    assert deck.warnings == (
        "line that is no card: hello there (line 2)",
        "line that is no card: Link to list (line 4)",
    )
    many = read("4 Pikachu\n56 Fire Energy\n" + "hello there\n" * 1234)
    assert len(many.warnings) == MOST_STRAYS + 1
    assert many.warnings[-1] == "1,184 more lines that are no cards"


@pytest.mark.parametrize(
    "energy",
    [
        "Fire Energy",
        "Basic {R} Energy",
        "Basic Fire Energy SVE 2",
        "Basis-{R}-Energie",
        "Énergie {R} de base",
        "Energia Fuoco base",
        "Energía {R} Básica",
        "Energia {R} Básica",
    ],
)
def test_basic_energy_has_no_copy_limit(energy: str) -> None:
    assert read(f"4 Pikachu\n56 {energy}").warnings == ()


@pytest.mark.parametrize("card", ["Pikachu", "Iono", "Double Turbo Energy", "Raichu"])
def test_five_of_a_name_are_told(card: str) -> None:
    assert read(f"4 Mew\n5 {card}\n51 Fire Energy").warnings == (
        f"5 {card}, and a legal deck has at most 4 of a name",
    )


def test_copies_are_counted_over_prints_spellings_and_kinds() -> None:
    text = "3 Cinderace MEG 28\n2 CINDERACE SSH 34\n1 Pikachu\n54 Fire Energy"
    assert "5 Cinderace, and a legal deck has at most 4 of a name" in read(text).warnings


def test_copy_limits_of_the_rule_sets() -> None:
    half = read("3 Pikachu\n2 Iono\n25 Fire Energy", rules=RULE_SETS["half-deck"])
    assert half.warnings == ("3 Pikachu, and a legal deck has at most 2 of a name",)
    prerelease = read("9 Pikachu\n7 Iono\n24 Fire Energy", rules=RULE_SETS["prerelease"])
    assert prerelease.warnings == ()


@pytest.mark.parametrize("times", [2, 3, 4, 5, 7])
def test_a_list_pasted_more_than_once_is_refused(times: int) -> None:
    message = refusal(USUAL * times, name="mine.txt")
    cards = f"{60 * times} cards"
    assert message.startswith(f"mine.txt: {cards}")
    assert f"it looks pasted {times} times" in message


def test_pasted_twice_into_other_rule_sets() -> None:
    half = four_each("Pikachu", 30) + "\n"
    assert "pasted 2 times" in refusal(half * 2, rules=RULE_SETS["half-deck"])
    assert read(half * 2).composition.size == 60, "a list of 60 whose lines all stand twice"


def test_too_many_cards_are_refused() -> None:
    assert refusal(four_each("Pikachu", 65)) == ("deck list: 65 cards, and a deck can have at most 64")
    assert read(four_each("Pikachu", 64)).composition.size == 64
    assert "1003 cards" in refusal("999 Fire Energy\n4 Pikachu")


@pytest.mark.parametrize("text", ["", "\n\n", "hello there\n", "Pokémon: 3\nTotal Cards: 60\n"])
def test_a_list_without_cards_is_refused(text: str) -> None:
    assert refusal(text).startswith("deck list: there is no card in it")


def test_a_list_without_a_basic_is_refused() -> None:
    message = refusal("4 Charizard ex\n4 Cinderace MEG 28\n52 Fire Energy", name="late.txt")
    assert message == "late.txt: there is no Basic Pokémon in it, so no hand could ever be kept"
    deck = read("4 Charizard ex\n56 Fire Energy", overrules=Overrules(("Charizard ex",)))
    assert deck.composition.basics == 4


def test_a_list_without_room_is_refused() -> None:
    message = refusal(four_each("Pikachu", 12))
    assert message.startswith("deck list: no room for 6 prizes")
    assert "from 0 to 5" in message
    assert read(four_each("Pikachu", 13)).composition.size == 13
    assert "hand size" in refusal(four_each("Pikachu", 6))


def test_names_that_cannot_be_told_are_refused_with_every_line_and_both_options() -> None:
    text = (
        "Pokémon: 3\n4 Newmon ABC 1\n4 Pikachu\n2 Other One ABC 2\n1 Newmon ABC 9\nEnergy: 1\n49 Fire Energy"
    )
    message = refusal(text, name="new.txt")
    assert message.startswith("new.txt, line 2, line 4, line 5: cannot tell whether ")
    assert message.count("'Newmon'") == 1
    assert "'Other One'" in message
    assert '--basic "Newmon"' in message
    assert '--not-basic "Newmon"' in message
    left = refusal(text, overrules=Overrules(("Newmon",)))
    assert "line 4:" in left
    assert "Newmon" not in left


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ("Pidgey OBF 162", "evolution"),
        ("Pidgey XY12 64", "basic"),
        ("Pidgey", "basic"),
        ("Pidgey XY12 64\n1 Abra SVI 1", "basic"),
    ],
)
def test_other_sets_tell_how_to_take_an_ex_without_one(other: str, kind: str) -> None:
    deck = read(f"4 Charizard EX\n4 {other}\n52 Fire Energy")
    assert kinds(deck)["Charizard EX"] == kind


def test_a_set_of_other_lines_makes_no_starter() -> None:
    assert (
        kinds(read("1 Cinderace\n4 Abra MEG 54\n1 Cinderace 28\n54 Fire Energy"))["Cinderace"] == "evolution"
    )


def test_doubtful_trainers_are_told() -> None:
    deck = read("4 Pikachu\n4 Miraidon ex Scarlet & Violet 81\n4 Rotom Phone\n48 Fire Energy")
    assert deck.warnings == (
        "4 Miraidon ex Scarlet & Violet 81: taken as a Trainer although it names Miraidon",
    )
    settled = Overrules(("Miraidon ex Scarlet & Violet",))
    assert read("4 Miraidon ex Scarlet & Violet 81\n56 Fire Energy", overrules=settled).warnings == ()


def test_pokemon_under_another_heading_are_told() -> None:
    text = "Pokémon\n4 Abra\nTrainer\n4 Dreepy\nEnergy\n52 Fire Energy"
    assert read(text).warnings == ("4 Dreepy: stands under Trainer although it is a Pokémon by its name",)
    message = refusal("Trainer\n4 Dreepy\nEnergy\n56 Fire Energy")
    assert "there is no Basic Pokémon" in message
    assert "4 Dreepy: stands under Trainer" in message
    assert "line 2, for one, is no card: 'Viel Zeug'" in refusal("Trainer\nViel Zeug\n60 Iono")


def test_special_energy_with_a_basic_name_has_a_copy_limit() -> None:
    deck = read("4 Pikachu\n5 Darkness Energy (Special)\n51 Darkness Energy")
    assert deck.warnings == ("5 Darkness Energy (Special), and a legal deck has at most 4 of a name",)


def test_without_headings_an_unknown_name_is_taken_as_a_trainer() -> None:
    deck = read("4 Newmon ABC 1\n4 Pikachu SVI 62\n52 Fire Energy")
    assert kinds(deck)["Newmon"] == "trainer"
    (why,) = {card.why for card in deck.cards if card.name == "Newmon"}
    assert "taken as a Trainer" in why


def test_deck_as_opponent() -> None:
    own = read(four_each("Pikachu, Mew"), name="mine.txt")
    other = read("1 Pikachu\n4 Cinderace MEG 28\n54 Fire Energy", name="other.txt")
    met = other.as_opponent()
    assert met.against(own.composition) == ((Composition(59, 1, 4), Fraction(1)),)
    assert "other.txt" in met.name
    warnings = deck_results(own, met, games=0).set_up.warnings
    assert any("59 cards" in warning for warning in warnings), "what is odd about it is told"
