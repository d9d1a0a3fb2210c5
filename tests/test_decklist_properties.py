"""Any list, printed in any shape with any noise, reads back the same; any bytes are read."""

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulliganlab.decklist import Decklist, Section, parse, read, write

NAMES = """\
Pikachu|Porygon2|Team Rocket's PORYGON 2|Pokégear 3.0|N|Unown [A]|Guzma & Hala|Boss's Orders (Ghetsis)|Pal Pad
Here Comes Team Rocket!|Technical Machine: Evolution|Beast Energy ◇|Imakuni?|Energy Switch|Mew
VS Seeker|Blaine's Quiz #1|Energy Removal 2|Gallade 4|Unit Energy LPM""".replace("\n", "|").split("|")
with (Path(__file__).parent / "data" / "card_names.csv").open(encoding="utf-8") as stream:
    NAMES += [row["name"] for row in csv.DictReader(stream)]
PRINTS = [
    *(("SVI", "12"), ("MEW", "151"), ("CRZ-GG", "44"), ("CRZ", "GG44"), ("BKT", "146a"), ("SHF", "SV34")),
    *(
        ("PR-SW", "SWSH205"),
        ("SVALT", "10"),
        ("SV1", "166"),
        ("XY", "121"),
        ("HS", "5"),
        ("CEL25", "4"),
        ("", ""),
    ),
]
PLAIN_ENERGIES = [
    (f"{kind} Energy", "", number) for kind, number in (("Fire", "2"), ("Metal", "8"), ("Basic {R}", "10"))
]
SECTION_HEADINGS: dict[Section, list[str]] = {
    "pokemon": [
        "Pokémon: 3",
        "Pokémon (19)",
        "##Pokémon - 13",
        "Pokemons - 16",
        "Pokémon\u00a0: 9",
        "12 Pokémon",
    ],
    "trainer": [
        "Trainer: 9",
        "Dresseur : 12",
        "Treinador: 15",
        "Allenatore: 3",
        "Entrenador: 3",
        "##Trainer Cards - 3",
    ],
    "energy": [
        "Energy: 3",
        "Energie: 5",
        "Énergie : 3",
        "Energia: 2",
        "Energía: 2",
        "Energias - 18",
        "##Energy - 10",
    ],
}
COUNT_SHAPES = [
    "{0} {1}",
    "{0}x {1}",
    "{0} x {1}",
    "* {0} {1}",
    "- {0} {1}",
    "• {0} {1}",
    "{1} x{0}",
    "x{0} {1}",
    "{0}\t{1}",
]
PRINT_SHAPES = [
    "{0} {1} {2}",
    "{0} ({1} {2})",
    "{0} ({1}-{2})",
    "{0} {1} #{2}",
    "{0}\t{1}\t{2}",
    "{0} {1} {2} PH",
]
TOTALS = [
    "",
    "Total Cards: {0}",
    "Total Cards - {0}",
    "Karten insgesamt: {0}",
    "Total de cartes\u00a0: {0}",
    "Carte totali: {0}",
]
NOISE = ["", "   ", "\t", "------", "****** Pokémon Trading Card Game Deck List ******", "\u200b"]

printed_card = st.tuples(st.sampled_from(NAMES), st.sampled_from(PRINTS)).map(
    lambda card: (card[0], *card[1])
)
card = st.tuples(st.integers(1, 60), st.one_of(printed_card, st.sampled_from(PLAIN_ENERGIES)))
sections: st.SearchStrategy[list[Section]] = st.lists(
    st.sampled_from(list[Section](["pokemon", "trainer", "energy"])), max_size=4
)
Listed = tuple[int, str, str, str, Section | None]


def print_card(draw: st.DrawFn, count: int, name: str, set_code: str, number: str) -> str:
    text = name.replace("◇", draw(st.sampled_from(["◇", "{*}"])))
    text = text.replace("&", draw(st.sampled_from(["&", "&amp;"]))).replace("'", draw(st.sampled_from("'’")))
    if set_code:
        text = draw(st.sampled_from(PRINT_SHAPES)).format(text, set_code, number)
    elif number:
        text = f"{text} {number}"
    text = (
        draw(st.sampled_from(COUNT_SHAPES))
        .format(count, text)
        .replace(" ", draw(st.sampled_from(" \u00a0\u2009")))
    )
    return text + draw(st.sampled_from(["", " ", "\t ", "\u00a0", "\u200b"]))


def to_bytes(draw: st.DrawFn, lines: list[str]) -> bytes:
    text = draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252", "misread"]))
    if encoding == "misread":
        return text.encode().decode("latin-1").encode()
    return text.encode(encoding, "xmlcharrefreplace")


@st.composite
def printed_list(draw: st.DrawFn) -> tuple[bytes, list[Listed], int | None]:
    """A list in some shape: its bytes, and what was printed."""
    lines: list[str] = []
    listed: list[Listed] = []
    for section in [None, *draw(sections)]:
        lines.append(draw(st.sampled_from(NOISE)))
        if section:
            lines.append(draw(st.sampled_from(SECTION_HEADINGS[section])))
        for count, (name, set_code, number) in draw(st.lists(card, max_size=5)):
            lines += [
                print_card(draw, count, name, set_code, number),
                *draw(st.lists(st.sampled_from(NOISE), max_size=1)),
            ]
            listed.append((count, name, set_code, number, section))
    total = draw(st.sampled_from(TOTALS))
    lines.append(total.format(60))
    return to_bytes(draw, lines), listed, 60 if total else None


def listed_of(decklist: Decklist) -> list[Listed]:
    return [(e.count, e.name, e.set_code, e.number, e.section) for e in decklist.entries]


@given(printed_list())
@settings(max_examples=300, deadline=None)
def test_any_list_in_any_shape_reads_back_the_same(printed: tuple[bytes, list[Listed], int | None]) -> None:
    data, listed, total = printed
    decklist = read(data)
    assert listed_of(decklist) == listed
    assert (decklist.stated_total, decklist.strays) == (total, ())
    again = parse(write(decklist))
    assert sorted(map(str, listed_of(again))) == sorted(map(str, listed))
    assert again.stated_total == decklist.cards


@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(str.encode)))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read(data: bytes) -> None:
    decklist = read(data)
    assert all(1 <= entry.count <= 999 and entry.name for entry in decklist.entries)
    assert read(write(decklist).encode()).strays == ()


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zl", "Zp")), max_size=30))
)
@settings(max_examples=200, deadline=None)
def test_no_line_with_a_letter_or_digit_is_lost(lines: list[str]) -> None:
    decklist = parse("\n".join(f"zz {line}" for line in lines))  # two letters in front: never a count
    seen = {entry.line for entry in decklist.entries} | {number for number, _ in decklist.strays}
    assert seen == set(range(1, len(lines) + 1))


@pytest.mark.parametrize(
    "text",
    [
        "4 Pikachu SVI 12\n" * 60_000,
        "a" * 1_000_000,
        "4 " * 500_000,
        "4 A SVI 1 " * 100_000,
        "[a](" * 250_000,
        "<a " * 300_000,
        "Ã©" * 250_000,
        "\x00" * 1_000_000,
    ],
)
def test_large_input_is_read_to_its_end(text: str) -> None:
    # In quadratic time this would take many minutes each.
    decklist = read(text.encode())
    assert decklist.entries or decklist.strays or not text.strip("\x00")
