"""A Pokémon card's name in its parts: owner, region or form, then the species, then the printed class.

"Radiant Hisuian Sneasler", "Team Rocket's Porygon-Z", "Mega Charizard X ex", "Pikachu & Zekrom-GX".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from mulliganlab.names import fold_name, name_words, squeeze
from mulliganlab.species import Species, read_table, species_at_end

__all__ = ["ClassWord", "PokemonName", "ex_of_set", "read_pokemon_name"]

_LAST_GENERATION_OF_EX = 6
_LATER_REGIONS = {"alolan", "galarian", "hisuian", "paldean"}


@dataclass(frozen=True)
class ClassWord:
    """A word beside the species: a printed class, a form or a region.

    Attributes
    ----------
    stage : {"basic", "evolution", ""}
        The stage that it decides; empty if the species decides.
    alone : {"yes", "heading", "no"}
        Whether it tells a Pokémon without a known species: always, under a Pokémon heading, never.
    why : str
        The reason in a few words.
    """

    stage: str
    alone: str
    why: str


@dataclass(frozen=True)
class PokemonName:
    """A card name read as a Pokémon's.

    Attributes
    ----------
    form : str
        The key of the name up to its species, what comes after it left out.
    species : tuple of Species
        The species, several for a tag team; empty if the name ends in none.
    classes : tuple of ClassWord
        The known words beside the species.
    """

    form: str
    species: tuple[Species, ...]
    classes: tuple[ClassWord, ...]


def read_pokemon_name(name: str, set_code: str = "") -> PokemonName:
    """Read a card name as a Pokémon's.

    Parameters
    ----------
    name : str
        The card's name.
    set_code : str, optional
        Its set, which tells an EX of 2012–2016 from an ex where the list does not write it as printed.

    Returns
    -------
    PokemonName
        Its parts; without species if it is not the name of a known Pokémon.

    Examples
    --------
    >>> [species.name for species in read_pokemon_name("Rowlet & Alolan Exeggutor-GX").species]
    ['Exeggutor', 'Rowlet']
    >>> read_pokemon_name("Rotom Phone").species
    ()
    """
    words = name_words(name)
    lower = [word.casefold() for word in words]
    ex = _ex_as_printed(words, set_code, hyphen="-" in name) if "ex" in lower else "ex"
    reading = _read_whole_or_owned(lower, ex)
    # An owner, a region or a species that came later: an ex of today, typed in capitals.
    newer = any(species.generation > _LAST_GENERATION_OF_EX for species in reading.species)
    newer = newer or bool({*lower[:1]} & _LATER_REGIONS) or "'s " in fold_name(name)
    if ex != "ex" and reading.species and newer:
        return _read_whole_or_owned(lower, "ex")
    return reading


def ex_of_set(set_code: str) -> str:
    """Tell whether a set has "EX" of 2012–2016 or "ex"; empty if that is not known.

    Examples
    --------
    >>> ex_of_set("FLF"), ex_of_set("OBF"), ex_of_set("SV3"), ex_of_set("LOR")
    ('EX', 'ex', 'ex', '')
    """
    code = set_code.strip().upper()
    numbered = f"{code[:2]}#" if code[2:3].isdigit() else ""  # "SV3" and "XY11" of some exports
    return _ex_sets().get(code) or _ex_sets().get(numbered, "")


def _read_whole_or_owned(lower: Sequence[str], ex: str) -> PokemonName:
    """Read all words, or where no species ends them those before an owner or an outfit."""
    whole = _read(lower, len(lower), ex)
    if whole.species:
        return whole
    # "Zoroark-ex de N", "Pikachu in a Poncho": what follows the little word is an owner or an outfit.
    joins = _class_words("joins")
    cut = next((i for i, word in enumerate(lower) if i and word in joins), 0)
    owned = _read(lower, cut, ex)
    return owned if owned.species else whole


def _read(lower: Sequence[str], end: int, ex: str) -> PokemonName:
    """Read the words before `end`: take known words off the end until a species stands there."""
    after: list[ClassWord] = []
    found = species_at_end(lower, end)
    while not found and (known := _known_at_end(lower, end, ex)):
        word, end = known
        after.append(word)
        found = species_at_end(lower, end)
    start = found[1] if found else end
    before = list(_known_before(lower[:start], ex))
    form = "".join(lower[:end])
    if not found:
        return PokemonName(form, (), (*after, *before))
    return PokemonName(form, (found[0], *_partners(lower, start)), (*after, *before))


def _known_at_end(lower: Sequence[str], end: int, ex: str) -> tuple[ClassWord, int] | None:
    """Find the known class or form that the words before `end` end in, and where it starts."""
    table = _class_words("after")
    for start in range(max(0, end - 4), end):
        key = "".join(lower[start:end])
        word = table.get(ex if key == "ex" else key)
        if word:
            return word, start
    return None


def _known_before(lower: Sequence[str], ex: str) -> Iterator[ClassWord]:
    """Yield the classes printed before the species."""
    table = _class_words("before") | (_class_words("before EX") if ex != "ex" else {})
    return (table[word] for word in lower if word in table)


def _partners(lower: Sequence[str], start: int) -> Iterator[Species]:
    """Yield the species of a tag team that stand before its last one, which begins at `start`."""
    joints = _class_words("and")
    for position in range(start):
        partner = species_at_end(lower, position) if lower[position] in joints else None
        if partner:
            yield partner[0]


def _ex_as_printed(words: Sequence[str], set_code: str, hyphen: bool) -> str:
    """Tell an "EX" of 2012–2016, a class of Basics, from an "ex"; "EX?" where it is not sure."""
    printed = ex_of_set(set_code)
    if printed or "EX" not in words:
        return printed or "ex"
    if hyphen:
        return "EX"
    # A new set, or "Mega … EX" without the hyphen of "M …-EX": an ex of today, typed in capitals.
    return "ex" if set_code or words[0].casefold() == "mega" else "EX?"


@cache
def _ex_sets() -> dict[str, str]:
    return {row["set"]: row["printed"] for row in read_table("ex_sets")}


@cache
def _class_words(place: str) -> dict[str, ClassWord]:
    """Return the known words of one place in a name, by their squeezed text."""
    return {
        row["words"] if row["words"] in ("EX", "EX?", "&", "+") else squeeze(row["words"]): ClassWord(
            row["stage"], row["alone"], row["why"]
        )
        for row in read_table("class_words")
        if row["place"] == place
    }
