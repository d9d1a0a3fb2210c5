"""What is told of two lists side by side: the cards exchanged, and each quantity with its difference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mulliganlab.ask_results import AskRow
from mulliganlab.card_odds import CARD_ODDS
from mulliganlab.deck import NamedCard
from mulliganlab.deck_results import DeckResults
from mulliganlab.names import fold_name
from mulliganlab.results import Distribution, Results, Value
from mulliganlab.showing import ShownAsText
from mulliganlab.stage import Kind

__all__ = ["CompareResults", "Difference", "Exchanged", "exchanged_cards"]


@dataclass(frozen=True)
class Exchanged:
    """A card of which the lists have different numbers.

    Attributes
    ----------
    name, kind : str
        The card.
    counts : tuple of int
        Copies in each list.
    """

    name: str
    kind: Kind
    counts: tuple[int, int]

    def to_json(self) -> dict[str, object]:
        """Give it as the JSON output has it."""
        return {"name": self.name, "kind": self.kind, "counts": list(self.counts)}


@dataclass(frozen=True)
class Difference:
    """A quantity of both lists.

    Attributes
    ----------
    group, what : str
        What it belongs to, and its name.
    values : tuple of float or None
        Of each list, exact; None where it has no meaning or is not known.
    share : bool
        Whether it is a probability.
    """

    group: str
    what: str
    values: tuple[float | None, float | None]
    share: bool = True

    @property
    def difference(self) -> float | None:
        """Of the second list minus the first."""
        first, second = self.values
        return None if first is None or second is None else second - first

    def record(self) -> dict[str, object]:
        """Flatten it, for CSV files and data frames."""
        first, second = self.values
        return {
            "group": self.group,
            "quantity": self.what,
            "first": first,
            "second": second,
            "difference": self.difference,
        }


@dataclass(frozen=True)
class CompareResults(ShownAsText):
    """Two lists side by side.

    Attributes
    ----------
    run : Results
        Rules, opponent, simulation, check and warnings, and the rows of both lists.
    lists : tuple of DeckResults
        What was found about each.
    exchanged : tuple of Exchanged
        Cards of which they have different numbers.
    questions : tuple of tuple of AskRow
        For each list, the odds of the questions asked.
    """

    run: Results
    lists: tuple[DeckResults, DeckResults]
    exchanged: tuple[Exchanged, ...]
    questions: tuple[tuple[AskRow, ...], tuple[AskRow, ...]]

    @property
    def exit_status(self) -> int:
        """Status of a command with these results."""
        return self.run.exit_status

    def differences(self) -> Iterator[Difference]:
        """Quantities of both lists in the order of the outputs."""
        yield from self._set_up()
        yield from self._starts()
        for first, second in zip(*self.questions, strict=True):
            values = first.probability.exact, second.probability.exact
            yield Difference("questions", first.question, values)

    def to_json(self) -> dict[str, object]:
        """Give the results as the JSON output has them."""
        shown = self.run.to_json()
        return {
            **{name: shown[name] for name in ("mulliganlab", "command", "rules", "opponent", "simulation")},
            "decks": [{"name": part.deck.name} | part.deck.to_json() for part in self.lists],
            "exchanged": [card.to_json() for card in self.exchanged],
            "rows": shown["rows"],
            "cards": [[card.to_json() for card in part.cards] for part in self.lists],
            "questions": [[row.to_json() for row in rows] for rows in self.questions],
            "check": shown["check"],
            "warnings": shown["warnings"],
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a quantity, as ``pandas.DataFrame`` takes them."""
        names = {"first_deck": self.lists[0].deck.name, "second_deck": self.lists[1].deck.name}
        return [difference.record() | names | self.run.origin() for difference in self.differences()]

    def __str__(self) -> str:
        from mulliganlab.compare_tables import compare_text  # tables show results: to the right of here

        return compare_text(self)

    def _set_up(self) -> Iterator[Difference]:
        first, second = (part.row for part in self.lists)
        yield Difference("set-up", "basics", (first.basics, second.basics), share=False)
        starters = [part.deck.count("starter") for part in self.lists]
        yield Difference("set-up", "optional_starters", (starters[0], starters[1]), share=False)
        for name, quantity in first.quantities.items():
            other = second.quantities[name]
            if isinstance(quantity, Distribution):
                assert isinstance(other, Distribution)
                # After Ctrl-C one of the lists may have estimates and the other none: they are left aside.
                shares, other_shares = quantity.record(name), other.record(name)
                for label in [label for label in shares if not label.endswith("_estimate")]:
                    yield Difference("set-up", label, (_number(shares[label]), _number(other_shares[label])))
            else:
                assert isinstance(other, Value)
                is_share = not name.startswith("expected")
                yield Difference("set-up", name, (quantity.exact, other.exact), share=is_share)

    def _starts(self) -> Iterator[Difference]:
        """Odds of each card that can start in either list; a card that is not there is never seen."""
        odds = [{(row.card.kind, fold_name(row.card.name)): row for row in part.cards} for part in self.lists]
        for key in dict.fromkeys(key for part in odds for key in part if key[0] in ("basic", "starter")):
            rows = [part.get(key) for part in odds]
            name = next(row.card.name for row in rows if row)
            for what in CARD_ODDS[:3]:
                values = [_exact(row.odds[what]) if row else 0.0 for row in rows]
                yield Difference(name, what, (values[0], values[1]))


def exchanged_cards(first: Sequence[NamedCard], second: Sequence[NamedCard]) -> tuple[Exchanged, ...]:
    """Cards of which two lists have different numbers, in the order of the lists.

    Examples
    --------
    >>> iono, boss = NamedCard("Iono", "trainer", 4, 15), NamedCard("Boss's Orders", "trainer", 1, 16)
    >>> [card.counts for card in exchanged_cards([iono], [boss])]
    [(4, 0), (0, 1)]
    """
    counts = [{(card.kind, fold_name(card.name)): card.count for card in part} for part in (first, second)]
    names = {(card.kind, fold_name(card.name)): card.name for card in (*second, *first)}
    keys = dict.fromkeys((card.kind, fold_name(card.name)) for card in (*first, *second))
    return tuple(
        Exchanged(names[key], key[0], (counts[0].get(key, 0), counts[1].get(key, 0)))
        for key in keys
        if counts[0].get(key, 0) != counts[1].get(key, 0)
    )


def _exact(value: Value | None) -> float | None:
    return None if value is None else value.exact


def _number(value: object) -> float | None:
    return value if isinstance(value, float) else None
