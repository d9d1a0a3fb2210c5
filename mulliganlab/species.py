"""The Pokémon species: which a card name ends in, and whether that species is a Basic."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from mulliganlab.names import squeeze

__all__ = ["Species", "read_table", "species_at_end", "species_table"]


@dataclass(frozen=True)
class Species:
    """A Pokémon species.

    Attributes
    ----------
    name : str
        The English name.
    generation : int
        The generation of the games that it came in.
    evolves_from : str
        The species it evolves from, empty if there is none.
    fossil : bool
        Whether it is restored from a fossil.
    """

    name: str
    generation: int
    evolves_from: str
    fossil: bool

    def stage(self) -> tuple[bool, str]:
        """Tell whether cards of this species are Basics, where their printed class says nothing.

        Returns
        -------
        (bool, str)
            Whether it is a Basic, and the reason in a few words.

        Examples
        --------
        >>> table = species_table()
        >>> table["charizard"].stage(), table["pikachu"].stage()
        ((False, 'evolves from Charmeleon'), (True, 'a Basic since before Pichu'))
        """
        if self.fossil:
            return False, "evolves from a Fossil"
        if not self.evolves_from:
            return True, f"{self.name} evolves from nothing"
        # A baby that came in a later generation left the stage of its evolution as it was.
        if species_table()[squeeze(self.evolves_from)].generation > self.generation:
            return True, f"a Basic since before {self.evolves_from}"
        return False, f"evolves from {self.evolves_from}"


@cache
def read_table(name: str) -> tuple[dict[str, str], ...]:
    """Read a table of facts that comes with the package.

    Parameters
    ----------
    name : str
        The table's file name in ``mulliganlab/data`` without ``.csv``.

    Returns
    -------
    tuple of dict
        Its rows.

    Examples
    --------
    >>> read_table("species")[0]["name"]
    'Bulbasaur'
    """
    text = files("mulliganlab").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


@cache
def species_table() -> dict[str, Species]:
    """Return every species by its squeezed name: English, and German, French or Spanish where that differs.

    The foreign names come from the MIT-licensed npm package ``pokemon`` by Sindre Sorhus.

    Examples
    --------
    >>> species_table()["glurak"].name, species_table()["ferropalmas"].name
    ('Charizard', 'Iron Hands')
    """
    table = {
        squeeze(row["name"]): Species(
            row["name"], int(row["generation"]), row["evolves_from"], row["note"] == "fossil"
        )
        for row in read_table("species")
    }
    names = {squeeze(row["name"]): table[squeeze(row["species"])] for row in read_table("species_names")}
    return names | table


def species_at_end(words: Sequence[str], end: int) -> tuple[Species, int] | None:
    """Find the species that the words before position `end` end in, the longest name first.

    Parameters
    ----------
    words : sequence of str
        The words of a card name, without case.
    end : int
        Where to stop reading.

    Returns
    -------
    (Species, int) or None
        The species and the position of its first word.

    Examples
    --------
    >>> found = species_at_end(["team", "rockets", "porygon", "2"], 4)
    >>> found and (found[0].name, found[1])
    ('Porygon2', 2)
    """
    for start in range(max(0, end - 3), end):
        found = species_table().get("".join(words[start:end]))
        if found:
            return found, start
    return None
