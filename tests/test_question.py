"""Questions: what text means, what is refused and how, and that text and tree are one."""

import re
from collections.abc import Callable
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulliganlab.deck import Deck, read_deck
from mulliganlab.errors import InputError
from mulliganlab.question import (
    GROUPS,
    HAND,
    PRIZES,
    Condition,
    Joined,
    Name,
    Question,
    all_of,
    any_of,
    at_least,
    at_most,
    between,
    exactly,
    no,
    turn,
)
from mulliganlab.question_names import asked
from mulliganlab.question_parser import parse_question
from mulliganlab.rules import STANDARD

LIST = b"""Pok\xc3\xa9mon: 6
4 Charmander PAF 7
2 Charmeleon PAF 8
3 Charizard ex OBF 125
2 Cinderace MEG 28
1 Cinderace SHF 19
1 N's Zorua JTG 97

Trainer: 8
4 Iono PAL 185
1 N FCO 105
4 Pok\xc3\xa9 Pad POR 81
2 Pok\xc3\xa9gear 3.0 SVI 186
1 Technical Machine: Evolution PAR 178
1 Professor's Research (Professor Sada) SVI 189
1 Reshiram and Friends XYZ 1
1 The "Quoted" Card XYZ 2

Energy: 3
20 Basic {R} Energy SVE 10
10 Psychic Energy 5
2 Double Turbo Energy BRS 151
"""


@pytest.fixture(scope="module")
def deck() -> Deck:
    return read_deck(LIST, name="list.txt")


READ: dict[str, Question] = {
    "Charmander": at_least(1, "Charmander"),
    "2 Charmander": at_least(2, "Charmander"),
    "at least 2 Charmander": at_least(2, "Charmander"),
    "exactly 1 Iono": exactly(1, "Iono"),
    "At Most 1 Iono": at_most(1, "Iono"),
    "1-2 Iono": between(1, 2, "Iono"),
    "1–2 Iono": between(1, 2, "Iono"),
    "no Iono": no("Iono"),
    "exactly 0 Iono": no("Iono"),
    "2 Nest Ball + Ultra Ball+Poké Pad": at_least(2, "Nest Ball", "Ultra Ball", "Poké Pad"),
    "a and b or c and d": any_of(
        all_of(at_least(1, "a"), at_least(1, "b")), all_of(at_least(1, "c"), at_least(1, "d"))
    ),
    "a AND (b Or c) and d": at_least(1, "a") & (at_least(1, "b") | at_least(1, "c")) & at_least(1, "d"),
    "not a and b": ~at_least(1, "a") & at_least(1, "b"),
    "not (a and b)": ~(at_least(1, "a") & at_least(1, "b")),
    "not not a": at_least(1, "a"),
    "not no a": ~no("a"),
    "not (not a)": at_least(1, "a"),
    "((a))": at_least(1, "a"),
    "hand: a and prizes: no b": at_least(1, "a").at(HAND) & no("b").at(PRIZES),
    "turn 2: a and b": at_least(1, "a").at(turn(2)) & at_least(1, "b").at(turn(2)),
    "turn  2 : not a": ~at_least(1, "a").at(turn(2)),
    "not turn 2: a": ~at_least(1, "a").at(turn(2)),
    "(prizes: a) and b": at_least(1, "a").at(PRIZES) & at_least(1, "b"),
    "hand: (a or prizes: b) and c": (at_least(1, "a").at(HAND) | at_least(1, "b").at(PRIZES))
    & at_least(1, "c").at(HAND),
    '2 "Salamence and Shelgon"': at_least(2, "Salamence and Shelgon"),
    "2 “1 No (or so)”": at_least(2, "1 No (or so)"),
    '"The ""Quoted"" Card"': at_least(1, 'The "Quoted" Card'),
    "at home": at_least(1, "at home"),
    "Technical Machine: Evolution": at_least(1, "Technical Machine: Evolution"),
    "🔥 and no 😀": at_least(1, "🔥") & no("😀"),
}


@pytest.mark.parametrize(("text", "question"), READ.items(), ids=READ)
def test_text_is_read(text: str, question: Question) -> None:
    assert parse_question(text) == question
    assert parse_question(str(question)) == question


REFUSED = {
    "": "the question is empty",
    " \t\n": "the question is empty",
    "not": "expected a card name here\n  not\n     ^",
    "no": "expected a card name here\n  no\n    ^",
    "2": "expected a card name here\n  2\n   ^",
    "a and": "expected a card name here\n  a and\n       ^",
    "and a": "expected a card name here\n  and a\n  ^^^",
    "a or or b": "expected a card name here\n  a or or b\n       ^^",
    "a +": "expected a card name here\n  a +\n     ^",
    "a not b": "expected 'and', 'or' or the end of the question here\n  a not b\n    ^^^",
    "a (b)": "expected 'and', 'or' or the end of the question here\n  a (b)\n    ^",
    "(a": "this parenthesis is never closed\n  (a\n  ^",
    "a)": "this parenthesis was never opened\n  a)\n   ^",
    "(a prizes: b)": "expected 'and', 'or' or a closing parenthesis here\n  (a prizes: b)\n     ^^^^^^^",
    "()": "expected a card name here\n  ()\n   ^",
    '"a': 'this quotation mark has no partner\n  "a\n  ^',
    'a and ""': 'there is no name in these quotation marks\n  a and ""\n        ^^',
    "exactly a": "after 'exactly' should come a whole number\n  exactly a\n          ^",
    "at most": "after 'at most' should come a whole number\n  at most\n         ^",
    "3-2 a": "3-2 is no range: the lower number comes first\n  3-2 a\n  ^^^",
    "a and 65 b": "a number of cards must be from 0 to 64\n  a and 65 b\n        ^^",
    "9" * 5000 + " a": "a number of cards must be from 0 to 64",
    "0 a": "at least 0 is always true: say 'no' for none\n  0 a\n  ^",
    "hand: prizes: a": "a place was said just before this one\n  hand: prizes: a\n        ^^^^^^^",
    "turn 99: a": "a turn must be from 0 to 64\n  turn 99: a\n  ^^^^^^^^",
    "turn 2:": "expected a card name here\n  turn 2:\n         ^",
    "水の一 and (": "expected a card name here\n  水の一 and (\n              ^",
    "a or " * 600 + "b": "the question has more than 500 conditions",
    "(" * 10_000 + "a" + ")" * 10_000: "more than 100 parentheses are open here",
    "not (" * 8_000 + "a" + ")" * 8_000: "more than 100 parentheses are open here",
    "x" * 1_000_000: "the question has 1,000,000 characters, more than 50,000",
}


@pytest.mark.parametrize(("text", "message"), REFUSED.items(), ids=[text[:20] for text in REFUSED])
def test_refused_with_a_mark(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_question(text)
    assert str(refused.value).startswith(message)
    assert max(map(len, str(refused.value).splitlines())) < 200


def names() -> st.SearchStrategy[str]:
    words = st.sampled_from(
        ["Iono", "N", "no", "and", "At", "most", "2", "1-2", "exactly", "hand:", "(", "é"]
    )
    signs = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
    return st.one_of(
        st.lists(words, min_size=1, max_size=4).map(" ".join), signs, st.sampled_from(GROUPS)
    ).filter(lambda name: bool(name.strip()))


def conditions() -> st.SearchStrategy[Condition]:
    def condition(some: list[str], low: int, more: int | None, place: int) -> Condition:
        high = None if more is None else low + more
        if low == 0 and high is None:
            low = 1
        where = [None, HAND, PRIZES, turn(0), turn(3)][place]
        return Condition(tuple(Name(name) for name in some), low, high, where)

    return st.builds(
        condition,
        st.lists(names(), min_size=1, max_size=3),
        st.integers(0, 4),
        st.none() | st.integers(0, 3),
        st.integers(0, 4),
    )


def questions() -> st.SearchStrategy[Question]:
    def joined(parts: st.SearchStrategy[Question]) -> st.SearchStrategy[Question]:
        two = st.lists(parts, min_size=2, max_size=3)
        return st.one_of(
            two.map(lambda some: all_of(*some)),
            two.map(lambda some: any_of(*some)),
            parts.map(lambda part: ~part),
        )

    return st.recursive(conditions(), joined, max_leaves=8)


@given(questions())
def test_written_and_read_again_is_the_same(question: Question) -> None:
    assert parse_question(str(question)) == question


@given(st.text(max_size=60) | st.text('()+":-0123 andortuhiPp', max_size=60))
@settings(max_examples=300)
def test_any_text_is_a_question_or_refused_in_words(text: str) -> None:
    try:
        question = parse_question(text)
    except InputError:
        return
    assert parse_question(str(question)) == question


def test_long_questions_do_not_hang() -> None:
    begin = monotonic()
    parse_question(" and ".join(f"Card {number}" for number in range(300)))
    parse_question(" + ".join(["Iono"] * 7000))
    parse_question("not " * 12_000 + "Iono")
    parse_question("(" * 100 + "Iono" + ")" * 100)
    assert monotonic() - begin < 5


def test_deep_questions_are_refused_where_they_are_built() -> None:
    question: Question = at_least(1, "a")
    for _ in range(50):
        question = ~(question & at_least(1, "b"))
    assert question.depth == 100
    with pytest.raises(InputError, match="more than 100 parts inside each other"):
        question & at_least(1, "b")
    flat: Question = at_least(1, "a")
    for _ in range(400):
        flat = flat & at_least(1, "b")
    assert (flat.depth, flat.size) == (1, 401)
    with pytest.raises(InputError, match="more than 500 conditions"):
        all_of(flat, flat)


@pytest.mark.parametrize(
    "build",
    [
        lambda: at_least(-1, "a"),
        lambda: at_most(65, "a"),
        lambda: between(3, 2, "a"),
        lambda: at_least(1),
        lambda: turn(65),
        lambda: all_of(),
        lambda: Joined("not", (at_least(1, "a"), at_least(1, "b"))),
    ],
)
def test_wrong_numbers_are_refused(build: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        build()


def cards(text: str, deck: Deck) -> list[str]:
    question = asked(text, [deck])
    (mask,) = set(question.masks(deck).values())
    return [f"{card.count} {card.name}" for card in deck.named_cards if mask & card.mask]


MEANT = {
    "charmander": ["4 Charmander"],
    "CHARI": ["3 Charizard ex"],
    "cinderace": ["2 Cinderace", "1 Cinderace"],
    "N": ["1 N"],
    "n's": ["1 N's Zorua"],
    "N’s zorua": ["1 N's Zorua"],
    "poke pad": ["4 Poké Pad"],
    "pokégear": ["2 Pokégear 3.0"],
    "technical": ["1 Technical Machine: Evolution"],
    "professors research": ["1 Professor's Research (Professor Sada)"],
    '"reshiram and"': ["1 Reshiram and Friends"],
    '"The ""Quoted"" Card"': ["1 The Quoted Card"],
    "fire energy": ["20 Basic {R} Energy"],
    "basic fire": ["20 Basic {R} Energy"],
    "basic {r} energy": ["20 Basic {R} Energy"],
    '"basic"': ["20 Basic {R} Energy"],
    "psychic": ["10 Psychic Energy"],
    "optional": ["2 Cinderace"],
    "starter": ["4 Charmander", "1 N's Zorua", "2 Cinderace"],
    "Basic": ["4 Charmander", "1 N's Zorua"],
    "Pokémon": [
        "4 Charmander",
        "1 N's Zorua",
        "2 Cinderace",
        "2 Charmeleon",
        "3 Charizard ex",
        "1 Cinderace",
    ],
    "energy": ["20 Basic {R} Energy", "10 Psychic Energy", "2 Double Turbo Energy"],
    "Iono + psychic + iono": ["4 Iono", "10 Psychic Energy"],
}


@pytest.mark.parametrize(("text", "found"), MEANT.items(), ids=MEANT)
def test_names_are_found(text: str, found: list[str], deck: Deck) -> None:
    assert cards(text, deck) == found


def test_starters_are_what_can_start_under_the_rules(deck: Deck) -> None:
    question = asked("starter", [deck], rules=STANDARD.changed(starters="refuse"))
    counted = [card.name for card in deck.named_cards if question.means(card)]
    assert counted == ["Charmander", "N's Zorua"]


@pytest.mark.parametrize(
    "text", ["bench: Iono", "turn -1: Iono", "turn: Iono", "turn x: Iono", "hand : no N and deck: N"]
)
def test_what_is_no_place_is_said(text: str) -> None:
    place = re.search(r"(bench|turn|deck).*?:", text)
    assert place is not None
    with pytest.raises(InputError) as error:
        parse_question(text)
    message, shown, mark = str(error.value).split("\n")
    assert message == "this is no place: say hand:, prizes: or the turn, such as turn 2:"
    assert (mark.index("^"), mark.count("^")) == (shown.index(place[0]), len(place[0]))


def test_words_for_groups_are_near_names_and_names_are_shown_as_typed(deck: Deck) -> None:
    with pytest.raises(InputError, match=r"called 'basics': the nearest names are .*basic"):
        asked("basics", [deck])
    with pytest.raises(InputError) as error:
        asked(r"a\b's", [deck])
    assert r"called 'a\b's'" in str(error.value)


def test_a_question_has_no_truth(deck: Deck) -> None:
    with pytest.raises(TypeError, match=r"use & \| ~"):
        bool(no("Iono"))
    with pytest.raises(InputError, match="a question is a text or made of conditions, not int"):
        asked(3, [deck])  # type: ignore[arg-type]


def test_trainers_are_a_group(deck: Deck) -> None:
    assert len(cards("trainer", deck)) == 8


UNKNOWN = {
    "char": "several cards of list.txt begin with 'char': Charmander, Charmeleon and Charizard ex\n  char\n",
    "2 Iono and no Charmandre": "no card of list.txt is called 'Charmandre': the nearest names",
    "🔥": "no card of list.txt is called '🔥'\n  🔥\n  ^^",
    '"the"  +  "pok"': "several cards of list.txt begin with 'pok': Poké Pad and Pokégear 3.0\n"
    '  "the"  +  "pok"\n            ^^^^^',
    "q" * 40_000: "no card of list.txt is called 'qqq",
}


@pytest.mark.parametrize(("text", "message"), UNKNOWN.items(), ids=[text[:20] for text in UNKNOWN])
def test_unknown_and_ambiguous_names(text: str, message: str, deck: Deck) -> None:
    with pytest.raises(InputError) as refused:
        asked(text, [deck])
    assert str(refused.value).startswith(message)
    assert len(str(refused.value)) < 500


def test_names_of_a_built_question_have_no_mark(deck: Deck) -> None:
    with pytest.raises(InputError, match=r"is called 'Pikachu'(: the nearest names are [^\n]*)?$"):
        asked(at_least(1, "Pikachu"), [deck])


def test_a_name_of_either_list_is_known(deck: Deck) -> None:
    other = read_deck(b"4 Pikachu SVI 12, 56 Lightning Energy 4", name="other.txt")
    question = asked("Pikachu and Iono", [deck, other])
    assert list(question.masks(other).values()) == [0b1111, 0]
    assert 0 in question.masks(deck).values()


def test_places_that_were_not_said(deck: Deck) -> None:
    question = asked("Iono and prizes: N", [deck], turn(1)).question
    assert [str(condition.place) for condition in question.conditions()] == ["turn 1", "prizes"]
