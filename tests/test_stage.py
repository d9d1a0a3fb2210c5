"""Card names to kinds: names with known answers, every kind of trap, and laws that hold for any species."""

import csv
from pathlib import Path

import pytest

from mulliganlab.energy import is_energy
from mulliganlab.species import species_table
from mulliganlab.stage import DOUBT, Section, classify, is_basic_energy, is_fossil_or_doll

SECTIONS: tuple[Section | None, ...] = (None, "trainer")
CARD_NAMES = Path(__file__).parent / "data" / "card_names.csv"
SPECIES = sorted({species.name for species in species_table().values()})
SPECIES_OF_2016 = sorted({species.name for species in species_table().values() if species.generation <= 6})

# Basics although they evolve from a baby: it came in a later generation, or with them (Hitmontop).
BASICS_WITH_A_BABY = """
    Pikachu, Clefairy, Jigglypuff, Hitmonlee, Hitmonchan, Hitmontop, Chansey, Mr. Mime, Jynx,
    Electabuzz, Magmar, Snorlax, Sudowoodo, Mantine, Wobbuffet, Marill, Roselia, Chimecho
"""

BASIC = """
    Charizard V; Charizard-EX; Aggron-V; CHARIZARD V; Reshiram & Charizard-GX; Radiant Hisuian Sneasler;
    Arceus V; Rowlet & Alolan Exeggutor-GX; Moltres & Zapdos & Articuno-GX; Mega Sableye & Tyranitar-GX;
    Venusaur & Snivy-GX; Magcargo & Victini Tag Team GX; Ash-Greninja-EX; Team Aqua's Kyogre-EX; Shining
    Gyarados; Shining Genesect; Charizard ★; Charizard Star; Metagross Gold Star; Mew ★ δ; Giratina ◇;
    Umbreon (Star); Lunala (Prism Star); Porygon-Z (G); Drapion FOUR;
    Lunala {*}; Solgaleo Prism Star; Rhyperior 4; Alakazam E4; Blaziken FB; Crobat G; Toxicroak G;
    Lucario GL; Gallade 4; Garchomp C; _____'s Pikachu; Imakuni?'s Doduo; Ash's Pikachu; Lt. Surge's
    Electabuzz; Giovanni’s Nidoran ♂; Cool Porygon; Rocket's Zapdos; Rocket's Mewtwo ex; Rocket's
    Sneasel ex; Team Magma's Groudon; Holon's Castform; Holon's Voltorb; Nidoran F; Nidoran M; Nidoran♀;
    Farfetch’d; Farfetch`d; Farfetchd; Galarian Farfetch'd; Mr Mime; MR. MIME; Ho-oh; Ho-Oh ex; Type:
    Null; Type Null; Tapu Koko-GX; Jangmo-o; Flabebe; Iron Valiant ex; Wo-Chien; Porygon; Unown [A];
    Unown [!]; Unown [?]; Unown Z; Unown; Pikachu (Ditto); Ditto; Pikachu δ; Pichu; Pichu Bros.; Elekid;
    Magby; Smoochum; Happiny; Togepi; Riolu; Toxel; Mantyke; Baby's Igglybuff; Sunny Castform; Castform
    Snow-Cloud Form; Burmy Plant Cloak; Shellos West Sea; Deoxys Defense Forme; Pikachu on the Ball;
    Pikachu with Grey Felt Hat; Special Delivery Bidoof; Flying Pikachu; Surfing Pikachu V; Mow Rotom;
    Rotom V; Heat Rotom; Hearthflame Mask Ogerpon ex; Origin Forme Dialga V; Shadow Rider Calyrex V;
    Crowned Sword Zacian; Black Kyurem-EX; Dawn Wings Necrozma-GX; Ultra Necrozma; Bloodmoon Ursaluna;
    Mega Zygarde ex; Mega Diancie ex; Mega Audino ex; Mega Kangaskhan EX; Mega Floette ex; Mega Skarmory
    ex; Rocket's Scizor; Buried Fossil; Guzzlord-GX; Meloetta (Pirouette Forme); Yveltal-EX; Alolan
    Grimer; Paldean Wooper; Galarian Corsola; Hisuian Voltorb; Galarian Articuno V; Kubfu; Poipole;
    Manaphy; Phione; Meltan; Cosmog
"""

EVOLUTION = """
    Charizard VMAX; Charizard VSTAR; Pikachu VMAX; Mewtwo V-UNION; Greninja V UNION; M Rayquaza-EX; M
    Mewtwo EX; Mega Gengar-EX; Primal Kyogre-EX; Ho-Oh LEGEND; Entei & Raikou LEGEND; Zygarde BREAK;
    Arceus LV.X; Uxie Lv. X; Uxie Level X; Ho-Oh LEGEND Top; Raichu Delta; Raichu DS; Charizard (Full
    Art); Dialga G LV.X; Garchomp C LV.X; Gallade E4 LV.X; Leafeon VMAX; Single
    Strike Urshifu VMAX; Dark Blastoise; Dark Raichu; Light Dragonair; Brock's Ninetales; Erika's
    Vileplume; Team Aqua's Manectric; Rocket's Scizor ex; Rocket's Persian ex; Holon's Magneton; Holon's
    Electrode; Raichu δ; Charizard ex δ; Altaria ex Delta Species; Feraligatr Prime; Mega Charizard X
    ex; Mega Charizard Y ex; Mega Lopunny ex; Mega Slowbro ex; Mega Froslass ex; Mega Meganium ex;
    Misty's Golduck; Cynthia's Garchomp ex; N's Darmanitan; Wormadam Trash Cloak; Gastrodon East Sea;
    PORYGON 2; Porygon-Z; Porygon Z; Team Rocket's PORYGON 2; Dark Porygon2; Shedinja; Galarian
    Obstagoon; Galarian Cursola; Sirfetch'd; Galarian Mr. Rime; Galarian Perrserker; Runerigus; Hisuian
    Overqwil; Sneasler; Basculegion; Wyrdeer; Ursaluna; Kleavor; Paldean Clodsire; Annihilape;
    Farigiraf; Omanyte; Omastar; Kabuto; Aerodactyl; Aerodactyl-GX; Lileep; Anorith; Cranidos; Shieldon;
    Tirtouga; Archen; Amaura; Arctozolt; Dracovish; Restored Archeops; Alolan Raichu; Alolan Marowak;
    Hisuian Typhlosion VSTAR; Kommo-o-GX; Melmetal-GX; Naganadel-GX; Silvally; Urshifu; Floette;
    Umbreon; Sylveon-GX; Togetic; Azumarill; Roserade; Mr. Rime; Snorlax LV.X; Lucario; Toxtricity ex;
    Blissey; Magmortar; Maushold; Hydrapple; Gholdengo
"""

TRAINER = """
    N; Cook; Surfer; Guzma; Iris; Rosa; Emma; Perrin; Jett; Tyme; Philippe; Anthea & Concordia; Tate &
    Liza; Bill's PC; Here Comes Team Rocket!; Lt. Surge; Giovanni; Blaine; Erika's Perfume; Sabrina's
    ESP; Koga's Ninja Trick; Professor's Research (Professor Sada); Pokémon Breeder; Lure Ball; Lucky
    Egg; Rare Candy; Ogre's Mask; Rotom Dex; Rotom Dex Poké Finder Mode; Rotom Phone; Rotom Bike; Drone
    Rotom; Ange Floette; Roto-Stick; Blastoise Spirit Link; Charizard Spirit Link; Snorlax Doll;
    Clefairy Doll; Lillie's Poké Doll; Robo Substitute; Old Amber Aerodactyl; Root Fossil Lileep; Claw
    Fossil Anorith; Antique Old Amber; Unidentified Fossil; Helix Fossil; Energy Search; Energy Switch;
    Super Energy Removal; Superior Energy Retrieval; Energy Loto; Energy Search Pro; Future Booster
    Energy Capsule; Technical Machine: Turbo Energize; Lance ◇; Cyrus Prism Star; Life Forest ◇; Poké
    Vital A; N's PP Up; Hop's Bag; Team Rocket's Great Ball; AZ's Tranquility; Evolution Incense; Dragon
    Elixir; Poké Ball; Pokégear 3.0; Max Potion; Switch; Metal Core Barrier; Forest of Vitality; Surfing
    Beach; Big Charm
"""

ENERGY = """
    Fire Energy; Basic {R} Energy; Double Colorless Energy; Rainbow Energy; δ Rainbow Energy; R Energy;
    SP Energy; Beast Energy ◇; Super Boost Energy Prism Star; Super Boost Energy {*}; Holon Energy FF;
    Holon Energy WP; Neo Upper Energy; Unit Energy LPM; Unit Energy GrassFireWater; Blend Energy WLFM;
    Dark Metal Energy; Team Rocket's Energy; Coating Metal Energy; V Guard Energy; Nitro Fire Energy;
    Boomerang Energy; Potion Energy; Recycle Energy; Doppelte Turbo-Energie; Nebelenergie; Énergie
    Double Turbo; Energía Turbo Doble; Double Énergie Turbo; Doppia Energia Turbo; BASIC FIRE ENERGY;
    Mist Energy
"""

BASIC_ENERGIES = """
    Fire Energy; fire energy; Darkness Energy; Fairy Energy; Basic Fire Energy; Basic {R} Energy; Basic
    R Energy; {R} Energy; Basic {P} Energy Energy; Basis-{W}-Energie; Basis-Feuer-Energie;
    Feuer-Energie; Énergie de base {L}; Énergie Feu de base; Énergie Électrique; Energia base {G};
    Energia Acqua base; Energía Fuego básica; Energía {M} Básica; Energia de Fogo Básica; Energia
    Psíquica; Energia {D} básica; Energie Finsternis
"""

NO_BASIC_ENERGIES = """
    R Energy; Double Turbo Energy; Dark Metal Energy; Coating Metal Energy; Heat {R} Energy; Fire Energy
    ◇; Darkness Energy (Special); Metal Energy (Special); Unit Energy GRW; Energy; Basic Energy; Energy
    Switch; Fire; Magma Energy; Pikachu; ; Basic Fire
    Energy Search
"""

PLAYED_AS_POKEMON = """
    Antique Cover Fossil; Mysterious Fossil; Old Amber; Antique Old Amber; Old Amber Aerodactyl; Robo
    Substitute; Root Fossil Lileep; Clefairy Doll; Lillie's Poké Doll; Snorlax Doll; Holon Fossil
"""


def _names(text: str, separator: str = ";") -> list[str]:
    return [" ".join(name.split()) for name in text.split(separator)]


def _wrong(names: list[str], expected: str) -> dict[str, str]:
    return {name: str(classify(name)) for name in names if classify(name).kind != expected}


def test_every_known_card_name() -> None:
    with CARD_NAMES.open(encoding="utf-8") as file:
        expected = {row["name"]: row["expected"] for row in csv.DictReader(file)}
    assert len(expected) > 200
    kinds = {name: classify(name).kind for name in expected}
    told = {name: "not-basic" if kind == "evolution" else kind for name, kind in kinds.items()}
    assert told == expected


@pytest.mark.parametrize(
    ("names", "kind"),
    [(BASIC, "basic"), (EVOLUTION, "evolution"), (TRAINER, "trainer"), (ENERGY, "energy")],
    ids=["basic", "evolution", "trainer", "energy"],
)
def test_names_of_one_kind(names: str, kind: str) -> None:
    assert _wrong(_names(names), kind) == {}


def test_a_pokemon_heading_changes_no_known_name() -> None:
    for name in _names(f"{BASIC};{EVOLUTION};{ENERGY}"):
        assert classify(name, section="pokemon") == classify(name)


def test_only_later_babies_leave_an_evolution_a_basic() -> None:
    assert {
        species.name
        for species in species_table().values()
        if species.evolves_from and classify(species.name).kind == "basic"
    } == set(_names(BASICS_WITH_A_BABY, ","))


def test_reasons_name_what_decided() -> None:
    assert classify("Charizard ex").why == "evolves from Charmeleon"
    assert classify("Charizard V").why == "Pokémon V are Basics"
    assert "Pichu" in classify("Pikachu").why
    assert "Fossil" in classify("Kabuto").why
    assert "no species is known" in classify("Iono").why


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Newmon", None),
        ("Newmon ex", None),
        ("Nest Ball", None),
        ("Newmon V", "basic"),
        ("Newmon & Oldmon-GX", None),
        ("Newmon VMAX", "evolution"),
        ("Radiant Newmon", "basic"),
        ("Newmon-EX", "basic"),
        ("M Newmon-EX", "evolution"),
        ("Newmon ◇", "basic"),
        ("Charizard Ω", None),
        ("Sunset Form Charizard", "evolution"),
        ("Penny's Eevee", "basic"),
        ("Snorlax Doll", "trainer"),
        ("Drone Rotom", "trainer"),
    ],
)
def test_new_names_under_a_pokemon_heading(name: str, kind: str | None) -> None:
    assert classify(name, section="pokemon").kind == kind


def test_new_names_without_a_heading() -> None:
    assert classify("Newmon").kind == "trainer"
    assert "taken as a Trainer" in classify("Newmon").why
    assert classify("Newmon V").kind == "basic"
    assert classify("Newmon ex").kind is None


@pytest.mark.parametrize("section", ["trainer", "energy"])
def test_other_headings_decide(section: Section) -> None:
    for name in ("Pikachu", "Newmon", "N", "Mew ex", ""):
        assert classify(name, section=section).kind == section


def test_foreign_names_of_pokemon() -> None:
    basics = (
        "Glurak-V; Pikachu; Relaxo; Alola-Vulpix; Strahlendes Glurak; Goupix d'Alola; Ferropalmas ex; M. Mime"
    )
    evolutions = "Glurak-ex; Dracaufeu-ex; Zoroark-ex de N; Ns Zoroark-ex; Dracaufeu VMAX; Mélofée V-ASTRO"
    assert _wrong(_names(basics), "basic") == {}
    assert _wrong(_names(evolutions), "evolution") == {}
    assert classify("Reshiram et Dracaufeu-GX").kind == "basic"


@pytest.mark.parametrize(
    ("name", "set_code", "kind"),
    [
        ("Charizard EX", "OBF", "evolution"),
        ("Charizard ex", "EVO", "basic"),
        ("Charizard-EX", "FLF", "basic"),
        ("Charizard EX", "", "basic"),
        ("Charizard-EX", "XYZ", "basic"),
        ("Charizard EX", "XYZ", "evolution"),
        ("Alolan Exeggutor EX", "", "evolution"),
        ("N's Zoroark EX", "", "evolution"),
        ("CHARIZARD EX", "", "basic"),
        ("Charizard-EX", "SV3", "evolution"),
        ("Charizard EX", "SV3PT5", "evolution"),
        ("Charizard-EX", "ME1", "evolution"),
        ("Charizard EX", "XY2", "basic"),
        ("Darkrai EX", "BW6", "basic"),
        ("Mega Turbo", "ROS", "trainer"),
        ("Mega Catcher", "FCO", "trainer"),
        ("Potion EX", "", "trainer"),
        ("Mega Lopunny EX", "PFL", "evolution"),
        ("Mega Kangaskhan EX", "MEG", "basic"),
        ("M Kangaskhan EX", "FLF", "evolution"),
        ("M Kangaskhan-EX", "", "evolution"),
    ],
)
def test_capital_ex_is_told_by_the_set(name: str, set_code: str, kind: str) -> None:
    assert classify(name, set_code=set_code).kind == kind


def test_an_ex_without_set_says_how_it_was_taken() -> None:
    assert "taken as a Pokémon-EX of 2012–2016" in classify("Gardevoir EX").why
    assert "taken" not in classify("Gardevoir-EX").why


@pytest.mark.parametrize(
    ("name", "species"),
    [
        ("Miraidon ex Scarlet & Violet", "Miraidon"),
        ("Pikachu [Surging Sparks]", "Pikachu"),
        ("Dreepy Evolution Line", "Dreepy"),
    ],
)
def test_a_trainer_that_names_a_pokemon_is_doubted(name: str, species: str) -> None:
    stage = classify(name)
    assert stage.kind == "trainer"
    assert DOUBT in stage.why
    assert species in stage.why


def test_known_trainers_and_energies_are_not_doubted() -> None:
    foreign = "Poupée Ronflex; Muñeco Snorlax; Bambola Snorlax; Relaxo-Puppe; Drone Motisma; Vélo Motisma"
    for name in _names(f"{TRAINER}; {foreign}"):
        for section in SECTIONS:
            stage = classify(name, section=section)
            assert (stage.kind, DOUBT in stage.why) == ("trainer", False), name


def test_a_pokemon_under_another_heading_is_doubted() -> None:
    for name in ("Dreepy", "Glurak-V", "Radiant Greninja"):
        assert DOUBT in classify(name, section="trainer").why
        assert DOUBT in classify(name, section="energy").why


def test_bloodmoon_ursaluna_in_other_languages() -> None:
    names = "Blutmond-Ursaluna-ex; Ursaking Lune Vermeille-ex; Ursaluna Luna Cremisi-ex"
    assert _wrong(_names(names), "basic") == {}
    assert classify("Ursaking").kind == "evolution"


@pytest.mark.parametrize("section", [None, "pokemon", "trainer"])
@pytest.mark.parametrize(
    ("name", "set_code", "number"),
    [
        ("Cinderace", "ME1", "28"),
        ("Liberlo", "MEG", "28"),
        ("Pyrobut", "ME01", "028"),
        ("Snorlax Doll", "SV4", "175"),
        ("Relaxo-Puppe", "PAR", "175"),
        ("Luxray", "SWSH12PT5", "44"),
        ("Talonflame", "XY11", "96"),
        ("Cinderace", "MEG", "28"),
        ("Cinderace", "meg", "028"),
        ("Luxray", "CRZ", "44"),
        ("Talonflame", "STS", "96"),
        ("Snorlax Doll", "PAR", "175"),
    ],
)
def test_prints_that_may_start(name: str, set_code: str, number: str, section: Section | None) -> None:
    stage = classify(name, set_code=set_code, number=number, section=section)
    assert stage.kind == "starter"
    assert stage.why.startswith("may start: ")


@pytest.mark.parametrize(
    ("name", "set_code", "number", "kind"),
    [
        ("Cinderace", "MEG", "29", "evolution"),
        ("Cinderace", "SSH", "28", "evolution"),
        ("Liberlo", "SSH", "28", "evolution"),
        ("Liberlo-V", "MEG", "28", "basic"),
        ("Cinderace", "", "", "evolution"),
        ("Raboot", "MEG", "28", "evolution"),
        ("Cinderace V", "MEG", "28", "basic"),
        ("Snorlax Doll", "", "", "trainer"),
        ("Snorlax", "PAR", "175", "basic"),
        ("Shedinja", "VIV", "66", "evolution"),
    ],
)
def test_other_prints_do_not_start(name: str, set_code: str, number: str, kind: str) -> None:
    assert classify(name, set_code=set_code, number=number).kind == kind


def test_manectric_starts_only_when_going_second() -> None:
    for set_code, number in (("CES", "52"), ("PR-SM", "SM130")):
        stage = classify("Manectric", set_code=set_code, number=number)
        assert stage.kind == "evolution"
        assert "may start when going second: Electric Start" in stage.why
    assert "may start" not in classify("Manectric", set_code="ASR", number="52").why


@pytest.mark.parametrize(
    "name",
    _names(BASIC_ENERGIES),
)
def test_basic_energies(name: str) -> None:
    assert is_basic_energy(name)
    assert is_energy(name)


@pytest.mark.parametrize(
    "name",
    _names(NO_BASIC_ENERGIES),
)
def test_other_cards_are_no_basic_energies(name: str) -> None:
    assert not is_basic_energy(name)


def test_fossils_and_dolls() -> None:
    others = (
        "Fossil Quarry; Fossil Excavation Kit; Aerodactyl; Dollhouse; Robo Mask; Old Rod; Fossil Researcher; "
    )
    assert all(is_fossil_or_doll(name) for name in _names(PLAYED_AS_POKEMON))
    assert not any(is_fossil_or_doll(name) for name in _names(others))


@pytest.mark.parametrize("piece", ["V ", "& ", "Mew & ", "(", "de ", "Energy ◇ ", "fire"])
def test_a_name_as_long_as_a_book_ends(piece: str) -> None:
    # With quadratic reading this would take hours.
    assert classify(piece * 100_000).why
