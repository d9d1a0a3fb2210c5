"""Deck lists in every shape: what a list says must come out, whoever printed it and however it was saved."""

from pathlib import Path

import pytest

from mulliganlab.decklist import Decklist, Entry, Section, decode, parse, read
from mulliganlab.headings import line_kind

EXAMPLES = Path(__file__).parent.parent / "examples" / "decks"


def cards_of(decklist: Decklist) -> list[tuple[int, str, str, str]]:
    return [(entry.count, entry.name, entry.set_code, entry.number) for entry in decklist.entries]


SOBBLE = """\
4 Sobble CRE 41
4x Sobble CRE 41
4 x Sobble CRE 41
4X Sobble CRE 41
4× Sobble CRE 41
x4 Sobble CRE 41
(4) Sobble CRE 41
4 - Sobble CRE 41
Sobble CRE 41 x4
Sobble x4 CRE 41
Sobble CRE 41 (x4)
* 4 Sobble CRE 41
- 4 Sobble CRE 41
• 4 Sobble CRE 41
> 4 Sobble CRE 41
1. 4 Sobble CRE 41
4 Sobble (CRE 41)
4 Sobble (CRE-41)
4 Sobble [CRE] 41
4 Sobble - CRE 41
4 Sobble CRE-41
4 Sobble CRE #41
4 Sobble CRE 041/198
4 Sobble CRE41
4 Sobble CRE 41 PH
4 Sobble CRE 41 (Reverse Holo)
4 Sobble CRE 41 *F*
4 Sobble CRE 41 // the best one
4 Sobble CRE 41 (not SSH 54)
4 Sobble cre 41
4\tSobble\tCRE\t41
4,Sobble,CRE,41
"4";"Sobble";"CRE";"41"
| 4 | Sobble | CRE | 41 |
**4** Sobble CRE 41
4 [Sobble](https://example.org/sobble) CRE 41
<li>4 Sobble CRE 41</li>
[b]4[/b] Sobble CRE 41
４　Sobble CRE ４１
4\u00a0So\u200bbble\u00a0CRE\u00a041\u00a0
\x004 Sobble CRE 41\x00
4Sobble CRE 41
[*]4 Sobble CRE 41
- [ ] 4 Sobble CRE 41
- [x] 4 Sobble CRE 41
4. Sobble CRE 41
4) Sobble CRE 41
+4 Sobble CRE 41
4 Sobble CRE 41/198
4 Sobble (CRE 41/198)
4 Sobble [CRE 41/198]
4 Sobble - 41/198 [CRE]
4 Sobble 41 CRE
4 Sobble 041/198 CRE
4 Sobble (041/198 CRE)
Sobble CRE 41: 4
Sobble CRE 41 = 4
Sobble CRE 41 (4)
Sobble CRE 41\t4
<ul><li>4 Sobble CRE 41</li></ul>"""


@pytest.mark.parametrize("line", SOBBLE.split("\n"))
def test_every_way_to_write_one_card(line: str) -> None:
    assert cards_of(parse(line)) == [(4, "Sobble", "CRE", "41")]


@pytest.mark.parametrize(
    ("line", "card"),
    [
        # sets and numbers of every shape
        ("1 Irida CRZ-GG 63", ("Irida", "CRZ-GG", "63")),
        ("1 Irida CRZ GG63", ("Irida", "CRZ", "GG63")),
        ("1 Professor's Letter BKT 146a", ("Professor's Letter", "BKT", "146a")),
        ("1 Frosmoth SHF SV34", ("Frosmoth", "SHF", "SV34")),
        ("1 Hisuian Basculegion PR-SW SWSH205", ("Hisuian Basculegion", "PR-SW", "SWSH205")),
        ("1 Miraidon SVALT 10", ("Miraidon", "SVALT", "10")),
        ("1 Iono SWSHALT 75", ("Iono", "SWSHALT", "75")),
        ("4 Arven SV1 166", ("Arven", "SV1", "166")),
        ("4 Pikachu SV8a 25", ("Pikachu", "SV8a", "25")),
        ("4 Pikachu SV-P 061", ("Pikachu", "SV-P", "61")),
        ("4 Pikachu sv3pt5-25", ("Pikachu", "SV3PT5", "25")),
        ("2 Purugly TK-PikachuLibre 19", ("Purugly", "TK-PikachuLibre", "19")),
        ("4 Pidgey 151 16", ("Pidgey", "151", "16")),
        ("3 Mew MEW 151", ("Mew", "MEW", "151")),
        ("1 Unown UF A", ("Unown", "UF", "A")),
        ("1 Alakazam EX 1", ("Alakazam", "EX", "1")),
        ("1 Pikachu V CRZ GG30/GG70", ("Pikachu V", "CRZ", "GG30")),
        ("1 Rayquaza VMAX SIT TG05/TG30", ("Rayquaza VMAX", "SIT", "TG05")),
        ("1 Frosmoth SHF SV34/SV122", ("Frosmoth", "SHF", "SV34")),
        ("1 Flareon GEN RC12/RC32", ("Flareon", "GEN", "RC12")),
        ("1 Miraidon ex SVI 151/198", ("Miraidon ex", "SVI", "151")),
        ("3 PORYGON 2 154 DRI", ("PORYGON 2", "DRI", "154")),
        ("4 Pikachu ss 49", ("Pikachu", "SS", "49")),
        ("4 Pikachu xy 42", ("Pikachu", "XY", "42")),
        ("4 Luxray SWSH12PT5 44", ("Luxray", "SWSH12PT5", "44")),
        # parts missing
        ("4 Canari ASC", ("Canari", "ASC", "")),
        ("2 Air Balloon", ("Air Balloon", "", "")),
        ("2 Air Balloon PH", ("Air Balloon", "", "")),
        ("2 Air Balloon 181", ("Air Balloon", "", "181")),
        ("7 Fire Energy 2", ("Fire Energy", "", "2")),
        ("9 Psychic Energy  5", ("Psychic Energy", "", "5")),
        ("10 Fire Energy", ("Fire Energy", "", "")),
        ("3 Basic {P} Energy Energy 13", ("Basic {P} Energy", "Energy", "13")),
        ("3 Fire Energy SWSHEnergy 2", ("Fire Energy", "SWSHEnergy", "2")),
        # names that look like sets and numbers
        ("3 PORYGON 2", ("PORYGON 2", "", "")),
        ("3 Team Rocket's PORYGON 2 DRI 154", ("Team Rocket's PORYGON 2", "DRI", "154")),
        ("3 Team Rocket's PORYGON 2 DRI", ("Team Rocket's PORYGON 2", "DRI", "")),
        ("1 Porygon2 UNB 156", ("Porygon2", "UNB", "156")),
        ("1 Pokégear 3.0", ("Pokégear 3.0", "", "")),
        ("1 Pokégear 3.0 SVI 186", ("Pokégear 3.0", "SVI", "186")),
        ("1 Energy Removal 2", ("Energy Removal 2", "", "")),
        ("1 Blaine's Quiz #1", ("Blaine's Quiz #1", "", "")),
        ("1 Gallade 4", ("Gallade 4", "", "")),
        ("1 Gallade 4 RR 20", ("Gallade 4", "RR", "20")),
        ("1 Fire Energy 4", ("Fire Energy", "", "4")),
        ("1 Charizard V", ("Charizard V", "", "")),
        ("1 Charizard VMAX", ("Charizard VMAX", "", "")),
        ("1 Charizard VMAX 20", ("Charizard VMAX", "", "20")),
        ("1 Pikachu EX", ("Pikachu EX", "", "")),
        ("4 PIKACHU EX XY 124", ("PIKACHU EX", "XY", "124")),
        ("1 MEWTWO-EX NXD 54", ("MEWTWO-EX", "NXD", "54")),
        ("1 Lucario GL", ("Lucario GL", "", "")),
        ("1 Lucario GL RR 8", ("Lucario GL", "RR", "8")),
        ("1 Dialga G LV.X PL 122", ("Dialga G LV.X", "PL", "122")),
        ("2 Mewtwo V-UNION PR-SW 159", ("Mewtwo V-UNION", "PR-SW", "159")),
        ("1 Unit Energy LPM", ("Unit Energy LPM", "", "")),
        ("1 Holon Energy WP LM 86", ("Holon Energy WP", "LM", "86")),
        ("1 super rod 188", ("super rod", "", "188")),
        ("1 mega lucario ex meg 77", ("mega lucario ex", "MEG", "77")),
        ("1 N PR-NXD 92", ("N", "PR-NXD", "92")),
        ("1 N", ("N", "", "")),
        ("1 AZ PHF 91", ("AZ", "PHF", "91")),
        ("1 VS Seeker PHF 109", ("VS Seeker", "PHF", "109")),
        ("1 Unown [A] CIN 1", ("Unown [A]", "CIN", "1")),
        ("1 Tate & Liza", ("Tate & Liza", "", "")),
        ("1 Guzma &amp; Hala CEC 193", ("Guzma & Hala", "CEC", "193")),
        ("1 Boss’s Orders (Ghetsis) PAL 172", ("Boss's Orders (Ghetsis)", "PAL", "172")),
        ("1 Here Comes Team Rocket! EVO 113", ("Here Comes Team Rocket!", "EVO", "113")),
        ("1 Technical Machine: Evolution PAR 178", ("Technical Machine: Evolution", "PAR", "178")),
        ("1 Beast Energy {*} FLI 117", ("Beast Energy ◇", "FLI", "117")),
    ],
)
def test_names_sets_and_numbers(line: str, card: tuple[str, str, str]) -> None:
    (entry,) = read(line.encode()).entries
    assert (entry.name, entry.set_code, entry.number) == card


@pytest.mark.parametrize(
    "line",
    [
        "Link to list: https://example.org/decks/list/jp/57582",
        "Pikachu SVI 12",
        "0 Pikachu SVI 12",
        "-4 Pikachu SVI 12",
        "+1 Iono PAL 185",
        "1000 Pikachu",
        f"{10**30} Pikachu",
        "3-4 Pikachu",
        "4 4 4",
        "1st place, 2024",
        "2024 Worlds",
        "#4 Pikachu",
        "// 4 Pikachu",
        "$4 Pikachu",
        "4 " + "very " * 100 + "long name",
    ],
)
def test_what_is_no_card_is_named(line: str) -> None:
    decklist = parse("4 Abra MEG 54\n" + line)
    assert cards_of(decklist) == [(4, "Abra", "MEG", "54")]
    ((number, text),) = decklist.strays
    assert number == 2
    assert line.startswith(text.rstrip("…"))


@pytest.mark.parametrize(
    "line",
    [
        "4 Sobble CRE 41 3 Drizzile SSH 56 PH 2 Inteleon CRE 43",
        "4 Sobble CRE 41, 3 Drizzile SSH 56, 2 Inteleon CRE 43",
        "4 Sobble CRE 41<br>3 Drizzile SSH 56<br/>2 Inteleon CRE 43",
    ],
)
def test_several_cards_on_one_line(line: str) -> None:
    decklist = parse(line)
    assert [name for _, name, _, _ in cards_of(decklist)] == ["Sobble", "Drizzile", "Inteleon"]
    assert decklist.cards == 9
    assert {entry.line for entry in decklist.entries} == {1}


@pytest.mark.parametrize(
    "text",
    [
        "Pokémon: 4 Sobble, 3 Drizzile\nTrainer: 4 Iono",
        "<h3>Pokémon</h3><ul><li>4 Sobble</li><li>3 Drizzile</li></ul><h3>Trainer</h3><li>4 Iono</li>",
    ],
)
def test_headings_and_cards_on_one_line(text: str) -> None:
    decklist = parse(text)
    assert decklist.strays == ()
    assert [(entry.count, entry.name, entry.section) for entry in decklist.entries] == [
        (4, "Sobble", "pokemon"),
        (3, "Drizzile", "pokemon"),
        (4, "Iono", "trainer"),
    ]


def test_unusual_counts_are_read_only_where_there_are_no_others() -> None:
    assert cards_of(parse("Pokémon: 2\nSobble: 4\nMr. Mime (3)\nTotal: 7")) == [
        (4, "Sobble", "", ""),
        (3, "Mr. Mime", "", ""),
    ]
    assert parse("4 Sobble\nWins: 3\n2. Round").cards == 4
    assert parse("1. Sobble\n2. Drizzile\n3. Inteleon").entries == (), "these numbers count the lines"


def test_names_alone_on_one_line() -> None:
    assert cards_of(parse("4 Sobble, 3 Drizzile")) == [(4, "Sobble", "", ""), (3, "Drizzile", "", "")]


HEADINGS: dict[Section, str] = {
    "pokemon": """\
Pokémon: 12|Pokémon (19)|##Pokémon - 13|Pokemons - 16|POKÉMON|12 Pokémon|Pokémon x12|Pokémon :|**Pokémon** (3)
== Pokémon ==|Pok\ufffdmon: 4|Pok?mon: 4|Pokémon-Karten: 4|Cartes Pokémon|Cartas de Pokémon""",
    "trainer": """\
Trainer: 36|Trainers - 26|##Trainer Cards - 35|Trainer Cards (33)|Dresseur : 12|Dresseurs|Allenatore: 9
Entrenador: 3|Treinador: 15|Treinadores - 4|Supporters (12)|Items|Unterstützer: 4|Stadium|Objetos""",
    "energy": """\
Energy: 3|Energy (10)|##Energy - 10|Energie: 5|Énergie : 3|Energia: 2|Energía: 2|Energias - 18|Energies
\ufffdnergie : 3|Special Energy (2)|Basis-Energien""",
}


@pytest.mark.parametrize(
    ("section", "heading"),
    [(section, line) for section, lines in HEADINGS.items() for line in lines.replace("\n", "|").split("|")],
)
def test_headings_tell_the_section_and_nothing_else(section: Section, heading: str) -> None:
    decklist = read(f"{heading}\n\n4 Thing SVI 1\n".encode())
    assert decklist == Decklist((Entry(4, "Thing", "SVI", "1", section, 3),), None, (), "utf-8")


@pytest.mark.parametrize(
    "line",
    """\
Total Cards: 57|Total Cards - 57|Total: 57|57 cards|Karten insgesamt: 57|Gesamtzahl der Karten: 57
Total de cartes\u00a0: 57|Cartes totales : 57|Total de cartas: 57|Cartas totales: 57
Carte totali: 57|**Total Cards:** 57|Totale carte: 57|Total de Cartas - 57|Nombre total de cartes : 57
Total Cards: ５７""".replace("\n", "|").split("|"),
)
def test_total_lines(line: str) -> None:
    decklist = parse(f"4 Abra MEG 54\n{line}\n")
    assert (decklist.cards, decklist.stated_total, decklist.strays) == (4, 57, ())


def test_decoration_of_known_exporters_is_no_stray() -> None:
    text = """****** Pokemon Trading Card Game Deck List ******
****** Pokémon Trading Card Game Deck List ******
-----------
***
****** Deck List Generated by the Pokémon TCG Online www.pokemon.com/TCGO ******
****** Deck List Generated by LigaPokemon www.ligapokemon.com.br ******
Deck Type: Standard"""
    assert parse(text) == Decklist(())


def test_a_heading_in_an_unknown_language_ends_the_section() -> None:
    decklist = parse("Pokémon: 1\n4 Abra MEG 54\nEdzők: 1\n4 Iono PAL 185\n")
    assert [entry.section for entry in decklist.entries] == ["pokemon", None]
    assert decklist.strays == ((3, "Edzők: 1"),)


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Tech Pokémon", "pokemon"),
        ("Pokémon (Total: 21)", "pokemon"),
        ("Supporters/Items", "trainer"),
        ("Trainer & Energy", None),
        ("Draw support", None),
    ],
)
def test_headings_of_other_words(heading: str, section: Section | None) -> None:
    decklist = parse(f"Trainer: 1\n4 Iono\n{heading}\n4 Abra\n")
    assert [entry.section for entry in decklist.entries] == ["trainer", section]
    assert len(decklist.strays) == (section is None)


def test_card_names_are_no_headings() -> None:
    names = "Energy Switch|Energy Search|Pokémon Center Lady|Trainers' Mail|Item Finder|Stadium Nav"
    for name in names.split("|"):
        assert line_kind(f"4 {name}") is None
        assert cards_of(parse(f"4 {name}")) == [(4, name, "", "")]


def test_a_list_pasted_twice_keeps_all_its_cards() -> None:
    text = "Pokémon: 1\n4 Abra MEG 54\nEnergy: 1\n56 Fire Energy 2\nTotal Cards: 60\n"
    decklist = read((text + "\ufeff" + text).encode())
    assert (decklist.cards, decklist.stated_total, decklist.strays) == (120, 60, ())


ACCENTS = "Pokémon: 1\n2 Flabébé PAR 86\n2 Pokégear 3.0 SVI 186\nÉnergie : 1\n1 Enriching Energy SSP 191\n"


@pytest.mark.parametrize(
    "data",
    [
        ACCENTS.encode(),
        ACCENTS.encode("utf-8-sig"),
        ACCENTS.encode("utf-16"),
        "\ufeff".encode("utf-16-be") + ACCENTS.encode("utf-16-be"),
        ACCENTS.encode("utf-16-le"),
        ACCENTS.encode("utf-16-be"),
        ACCENTS.encode("utf-32"),
        ACCENTS.encode("latin-1"),
        ACCENTS.encode("cp1252"),
        ACCENTS.encode().decode("cp1252").encode(),
        ACCENTS.encode().decode("latin-1").encode(),
        ACCENTS.encode().decode("cp1252").encode().decode("cp1252").encode(),
        ACCENTS.encode().decode("mac_roman").encode(),
        ACCENTS.encode("ascii", "xmlcharrefreplace"),
        ACCENTS.replace("é", "&eacute;").encode(),
        ACCENTS.replace("é", "e\u0301").encode(),
        ACCENTS.replace("\n", "\r").encode(),
        ACCENTS.encode() + b"\xff",
    ],
)
def test_encodings(data: bytes) -> None:
    decklist = read(data)
    assert [name for _, name, _, _ in cards_of(decklist)] == ["Flabébé", "Pokégear 3.0", "Enriching Energy"]
    assert [entry.section for entry in decklist.entries] == ["pokemon", "pokemon", "energy"]
    assert decklist.encoding


def test_right_text_is_not_repaired() -> None:
    text = "Café – “Pokémon” ◇ ★ δ ★ & &c; 5 < 6 É à l’épée Spaß“ Ünïcödé"
    assert decode(text.encode()) == text


@pytest.mark.parametrize(
    ("file", "entries", "sections"),
    [
        ("live-english-8-basics.txt", 23, (17, 37, 6)),
        ("live-german-12-basics.txt", 25, (18, 34, 8)),
        ("live-french-prized-tech-9-basics.txt", 27, (16, 37, 7)),
        ("live-cinderace-1-basic.txt", 20, (14, 34, 12)),
        ("limitless-10-basics.txt", 27, (0, 0, 0)),
        ("online-16-basics.txt", 25, (19, 32, 9)),
        ("names-only-4-basics.txt", 15, (12, 34, 14)),
    ],
)
def test_examples(file: str, entries: int, sections: tuple[int, int, int]) -> None:
    decklist = read((EXAMPLES / file).read_bytes())
    assert decklist.cards == 60
    assert decklist.stated_total in (60, None)
    assert decklist.strays == ()
    assert len(decklist.entries) == entries
    kinds: tuple[Section, ...] = ("pokemon", "trainer", "energy")
    assert sections == tuple(sum(e.count for e in decklist.entries if e.section == kind) for kind in kinds)


def test_names_in_angle_brackets_are_names() -> None:
    (entry,) = parse("4 <script>alert(1)</script> XXX 1").entries
    assert (entry.count, entry.name) == (4, "<script>alert(1)</script>")
    (entry,) = parse("<b>4 Iono</b> PAL 185<br>").entries
    assert (entry.count, entry.name) == (4, "Iono")
