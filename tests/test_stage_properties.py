"""Laws of card names that hold for any species, and for any text."""

from hypothesis import given
from hypothesis import strategies as st

from mulliganlab.energy import is_energy
from mulliganlab.species import species_table
from mulliganlab.stage import classify, fold_name, is_basic_energy, is_fossil_or_doll

SPECIES = sorted({species.name for species in species_table().values()})
SPECIES_OF_2016 = sorted({species.name for species in species_table().values() if species.generation <= 6})


@given(
    species=st.sampled_from(SPECIES),
    before=st.sampled_from(
        [
            "",
            "Dark ",
            "Light ",
            "Team Rocket's ",
            "N's ",
            "Misty’s ",
            "Alolan ",
            "Hisuian ",
            "Ns ",
            "_____'s ",
        ]
    ),
    after=st.sampled_from(
        ["", " ex", "-GX", " δ", " Prime", " ex δ", " on the Ball", " (Holo)", " with a Hat"]
    ),
)
def test_owners_regions_and_forms_keep_the_stage_of_the_species(
    species: str, before: str, after: str
) -> None:
    if (before.strip(), species) == ("Rocket's", "Scizor"):
        return
    assert classify(before + species + after).kind == classify(species).kind


@given(
    species=st.sampled_from(SPECIES),
    other=st.sampled_from(SPECIES),
    pattern=st.sampled_from(
        [
            ("{} V", "basic"),
            ("{}-V", "basic"),
            ("{} ★", "basic"),
            ("{} {{*}}", "basic"),
            ("{} GL", "basic"),
            ("Radiant {}", "basic"),
            ("Shining {}", "basic"),
            ("Hop's {} V", "basic"),
            ("{} & {}-GX", "basic"),
            ("Mega {} & Alolan {}-GX", "basic"),
            ("{} VMAX", "evolution"),
            ("{} VSTAR", "evolution"),
            ("{} V-UNION", "evolution"),
            ("{} BREAK", "evolution"),
            ("{} LV.X", "evolution"),
            ("{} GL LV.X", "evolution"),
            ("{} & {} LEGEND", "evolution"),
        ]
    ),
)
def test_printed_classes_decide_whatever_the_species(
    species: str, other: str, pattern: tuple[str, str]
) -> None:
    text, kind = pattern
    assert classify(text.format(species, other)).kind == kind


@given(
    species=st.sampled_from(SPECIES_OF_2016),
    pattern=st.sampled_from([("{}-EX", "basic"), ("M {}-EX", "evolution"), ("Primal {}-EX", "evolution")]),
)
def test_ex_of_2016_decides_whatever_the_species(species: str, pattern: tuple[str, str]) -> None:
    text, kind = pattern
    assert classify(text.format(species)).kind == kind


@given(
    species=st.sampled_from(sorted(set(SPECIES) - set(SPECIES_OF_2016))),
    text=st.sampled_from(["{} EX", "{}-EX"]),
)
def test_species_that_came_after_2016_are_no_ex_of_2016(species: str, text: str) -> None:
    assert classify(text.format(species)) == classify(f"{species} ex")


@given(
    species=st.sampled_from(SPECIES), after=st.sampled_from(["", " V", " VMAX", " ex", "-GX"]), data=st.data()
)
def test_spelling_does_not_matter(species: str, after: str, data: st.DataObject) -> None:
    name = species + after
    # Only the lower case of "ex" tells it from the EX of 2012 to 2016.
    spellings = [species.upper() + after, name.lower(), fold_name(name), name.replace("'", "’"), f" {name}  "]
    assert classify(data.draw(st.sampled_from(spellings))).kind == classify(name).kind


@given(
    name=st.text()
    | st.lists(st.sampled_from([*" &★◇{}()'-.♀", "V", "ex", "de", "Mew", "Energy"])).map("".join)
)
def test_any_text_is_classified(name: str) -> None:
    for section in (None, "pokemon", "trainer", "energy"):
        stage = classify(name, set_code=name, number=name, section=section)
        assert stage.kind in ("basic", "evolution", "trainer", "energy", None)
        assert stage.why
    assert fold_name(fold_name(name)) == fold_name(name)
    assert is_energy(name) or not is_basic_energy(name)
    assert is_fossil_or_doll(name) in (True, False)
