"""Is this card a Basic Pokémon? Told offline from its name, with the reason.

A Pokémon card's stage follows from its species, except where a printed class (V, VMAX, ★, Radiant …) decides.
Neither needs a list of cards, so a card printed next year is told like one printed yesterday.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from mulliganlab.energy import is_basic_energy, is_energy
from mulliganlab.names import fold_name, name_words, squeeze
from mulliganlab.pokemon_name import ClassWord, PokemonName, read_pokemon_name
from mulliganlab.species import read_table, species_at_end

__all__ = [
    "DOUBT",
    "UNKNOWN_NAME",
    "Kind",
    "Section",
    "Stage",
    "classify",
    "fold_name",
    "is_basic_energy",
    "is_fossil_or_doll",
]

Kind = Literal["basic", "starter", "evolution", "trainer", "energy"]
Section = Literal["pokemon", "trainer", "energy"]

_LONGEST_NAME = 20  # words
_SUBSTITUTES = (["old", "amber"], ["robo", "substitute"], ["substitute", "robot"])


UNKNOWN_NAME = "taken as a Trainer: no species is known by this name"
"""Why a card without a heading and without a known species is a Trainer."""

DOUBT = "although"
"""Stands in the reasons that a user should hear of."""


@dataclass(frozen=True)
class Stage:
    """What kind of card a name is.

    Attributes
    ----------
    kind : {"basic", "starter", "evolution", "trainer", "energy"} or None
        ``"starter"`` is no Basic but may start; None: it cannot be told.
    why : str
        The reason in a few words.
    """

    kind: Kind | None
    why: str


def classify(name: str, *, set_code: str = "", number: str = "", section: Section | None = None) -> Stage:
    """Tell what kind of card a name is.

    Parameters
    ----------
    name : str
        The card's name.
    set_code, number : str, optional
        The print: it matters for the cards that may start, and for ``EX`` written for ``ex``.
    section : {"pokemon", "trainer", "energy"}, optional
        What heading of a list the card stood under. Without one an unknown name is taken as a Trainer.

    Returns
    -------
    Stage
        The kind and the reason.

    Examples
    --------
    >>> classify("Charizard ex")
    Stage(kind='evolution', why='evolves from Charmeleon')
    >>> classify("Charizard V").why
    'Pokémon V are Basics'
    >>> classify("Cinderace", set_code="MEG", number="28")
    Stage(kind='starter', why='may start: Explosiveness')
    >>> classify("Cinderace").kind, classify("Rotom Phone").kind, classify("Mist Energy").kind
    ('evolution', 'trainer', 'energy')
    >>> classify("Newmon", section="pokemon")
    Stage(kind=None, why='no known species at the end of this name')
    """
    start = _optional_start(name, set_code, number)
    if start and start["when"] == "always":
        return Stage("starter", f"may start: {start['why']}")
    if section == "trainer" or section == "energy":
        doubt = f" {DOUBT} it is a Pokémon by its name" if _is_pokemon(name, set_code) else ""
        return Stage(section, f"stands under {section.title()}{doubt}")
    stage = _by_name(name, set_code, section)
    if start and stage.kind == "evolution":
        return Stage("evolution", f"{stage.why}; may start when going second: {start['why']}")
    return stage


def is_fossil_or_doll(name: str) -> bool:
    """Tell whether a Trainer is one of those played as a Pokémon: Fossils, dolls and substitutes.

    The rules of about 2003 to 2011 let them start; today's do not.

    Examples
    --------
    >>> is_fossil_or_doll("Antique Root Fossil"), is_fossil_or_doll("Lillie's Poké Doll")
    (True, True)
    >>> is_fossil_or_doll("Old Amber Aerodactyl"), is_fossil_or_doll("Fossil Quarry")
    (True, False)
    """
    words = [word.casefold() for word in name_words(name)]
    if words[-1:] in (["fossil"], ["doll"]) or words[-2:] in _SUBSTITUTES or _trainer_word(words) == "doll":
        return True
    # Fossils of 2011 to 2016 have their Pokémon at the end: "Root Fossil Lileep".
    named = words[-2:-1] == ["fossil"] or words[:-1] == ["old", "amber"]
    return named and species_at_end(words, len(words)) is not None


def _by_name(name: str, set_code: str, section: Section | None) -> Stage:
    """Classify by the name alone, under a Pokémon heading or none."""
    card = _single_facts("card").get(squeeze(name))
    if card:
        return card
    if is_energy(name):
        return Stage("energy", "an Energy by its name")
    if is_fossil_or_doll(name):
        return Stage("trainer", "a Trainer that is played as a Pokémon")
    words = [word.casefold() for word in name_words(name)]
    if _trainer_word(words):
        return Stage("trainer", "a Trainer that is named after a Pokémon")
    reading = read_pokemon_name(name, set_code)
    return _of_species(reading) if reading.species else _of_unknown(reading, section, words)


def _of_species(reading: PokemonName) -> Stage:
    """Tell the stage of a known Pokémon: printed class, then single facts, then the species."""
    printed = _of_class(reading.classes)
    if printed:
        return printed
    if len(reading.species) > 1:
        return Stage("basic", "tag teams are Basics")
    species = reading.species[0]
    facts = _single_facts("species")
    fact = facts.get(reading.form) or facts.get(squeeze(species.name))
    if fact:
        return fact
    basic, why = species.stage()
    return Stage("basic" if basic else "evolution", why)


def _of_class(classes: Sequence[ClassWord]) -> Stage | None:
    """Tell the stage that the printed classes decide; one that never starts outweighs a Basic one."""
    kinds: tuple[Kind, ...] = ("evolution", "basic")
    for kind in kinds:
        for word in classes:
            if word.stage == kind:
                return Stage(kind, word.why)
    return None


def _of_unknown(reading: PokemonName, section: Section | None, words: Sequence[str]) -> Stage:
    """Tell what can be told of a name without a known species."""
    telling = ("yes", "heading") if section == "pokemon" else ("yes",)
    classes = [word for word in reading.classes if word.alone in telling]
    printed = _of_class(classes)
    if printed:
        return printed
    if classes:
        return Stage(None, f"{classes[0].why}, and this one is not known")
    if section == "pokemon":
        return Stage(None, "no known species at the end of this name")
    hint = _pokemon_hint(words)
    return Stage("trainer", f"taken as a Trainer {DOUBT} it {hint}" if hint else UNKNOWN_NAME)


def _is_pokemon(name: str, set_code: str) -> bool:
    """Tell whether a name is that of a known Pokémon, whatever heading it stands under."""
    stage = _by_name(name, set_code, None)
    return stage.kind in ("basic", "evolution") and bool(read_pokemon_name(name).species)


def _pokemon_hint(words: Sequence[str]) -> str:
    """Tell what in a name that was not understood hints at a Pokémon; empty if nothing does."""
    ends = range(1, min(len(words), _LONGEST_NAME) + 1)
    found = next((found[0] for end in ends if (found := species_at_end(words, end))), None)
    if found:
        return f"names {found.name}"
    return "ends in EX" if words[-1:] == ["ex"] else ""


def _trainer_word(words: Sequence[str]) -> str:
    """Tell what a word in a name makes it, whatever Pokémon it names: "doll", "item" or nothing."""
    kinds = _trainer_words()
    return next((kinds[word] for word in words if word in kinds), "")


def _optional_start(name: str, set_code: str, number: str) -> dict[str, str] | None:
    """Find the print among those that may start although they are no Basics."""
    printed = set_code.strip().upper(), _plain_number(number)
    if printed not in {key[1:] for key in _starters()}:
        return None
    start = _starters().get((squeeze(name), *printed))
    reading = read_pokemon_name(name)
    if start or reading.classes or len(reading.species) != 1:
        return start
    # The print under a name in another language: the species is the same.
    return _starters().get((squeeze(reading.species[0].name), *printed))


def _plain_number(number: str) -> str:
    """Return a collector's number without leading zeros: "028" is printed where "28" is exported."""
    return number.strip().upper().lstrip("0")


@cache
def _starters() -> dict[tuple[str, str, str], dict[str, str]]:
    return {
        (squeeze(row["name"]), set_code, row["number"]): row
        for row in read_table("starters")
        for set_code in row["set"].split()
    }


@cache
def _trainer_words() -> dict[str, str]:
    return {squeeze(row["word"]): row["what"] for row in read_table("trainer_words")}


@cache
def _single_facts(scope: str) -> dict[str, Stage]:
    """Return the single facts about whole card names or about a species in one form."""
    kinds: dict[str, Kind] = {"basic": "basic", "evolution": "evolution", "trainer": "trainer"}
    return {
        squeeze(row["name"]): Stage(kinds[row["kind"]], row["why"])
        for row in read_table("single_cards")
        if row["scope"] == scope
    }
