"""Energy cards by their names: which are Energies, and which are basic Energies, free of the copy limit."""

from functools import cache

from mulliganlab.names import fold_name, name_words, squeeze
from mulliganlab.species import read_table

__all__ = ["is_basic_energy", "is_energy"]

_OF = ("de", "di", "da", "do", "del", "della")  # "Cambio de Energía" is a Trainer


def is_energy(name: str) -> bool:
    """Tell whether a card is an Energy by its name.

    English names end in "Energy", with the letters or types that it provides or ◇ after it; German ones end
    in "-energie"; French, Italian, Spanish and Portuguese ones have the word, but not as "de energía".

    Examples
    --------
    >>> is_energy("Double Colorless Energy"), is_energy("Blend Energy GRPD"), is_energy("Beast Energy ◇")
    (True, True, True)
    >>> is_energy("Superior Energy Retrieval"), is_energy("Energy Switch")
    (False, False)
    """
    words = _words(name)
    while len(words) > 1 and _is_provided(words[-1]):
        words.pop()
    if not words:
        return False
    last = words[-1]
    if last == "energy" or last.endswith("energie"):
        return True
    return any(
        word in ("energie", "energia") and before not in _OF
        for before, word in zip(["", *words], words, strict=False)
    )


def is_basic_energy(name: str) -> bool:
    """Tell whether a card is a basic Energy: any number of copies may be played.

    Examples
    --------
    >>> [is_basic_energy(name) for name in ("Basic {R} Energy", "Fire Energy", "Énergie de base Feu")]
    [True, True, True]
    >>> is_basic_energy("Double Turbo Energy"), is_basic_energy("R Energy")
    (False, False)
    """
    # Before 2011 there were special Energies of the same name: "Darkness Energy (Special)".
    if any(word in fold_name(name) for word in ("special", "spezial")):
        return False
    roles = [_energy_words().get(word, "other") for word in _words(name)]
    # "R Energy" is a special Energy of 2004: a lone letter is a type only in braces or beside "Basic".
    if "{" in name or "basic" in roles:
        roles = ["type" if role == "code" else role for role in roles]
    return "energy" in roles and roles.count("type") == 1 and not {"other", "code"} & set(roles)


def _words(name: str) -> list[str]:
    return [word.casefold() for word in name_words(name)]


@cache
def _energy_words() -> dict[str, str]:
    """Return the words that a basic Energy's name is made of, each with its role."""
    return {squeeze(row["word"]): row["role"] for row in read_table("energy_words")}


def _is_provided(word: str) -> bool:
    """Tell whether a word says what an Energy provides: "GRW", "FF", "WaterFire", "◇"."""
    if word in ("◇", "ff", "gl", "wp"):
        return True
    if len(word) <= 4 and all(_energy_words().get(letter) == "code" for letter in word):
        return True
    types = [key for key, role in _energy_words().items() if role == "type"]
    rest = word[:60]
    while rest:
        start = next((key for key in types if rest.startswith(key)), "")
        if not start:
            return False
        rest = rest.removeprefix(start)
    return len(word) <= 60
