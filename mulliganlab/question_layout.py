"""The places of a question, and the regions that they cut a deck into."""

from collections.abc import Sequence

from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.question import Place, Question
from mulliganlab.rules import Rules

__all__ = ["Layout", "places_of", "require_places"]


def places_of(question: Question) -> list[Place]:
    """Places of a question: the hand, turns from the first on, the Prizes."""
    order = {"hand": 0, "turn": 1, "prizes": 2}
    places = {condition.place for condition in question.conditions()}
    assert None not in places, "every condition needs a place"
    return sorted((place for place in places if place), key=lambda place: (order[place.where], place.turn))


def require_places(places: Sequence[Place], deck_size: int, rules: Rules) -> None:
    """Refuse turns that are later than the deck lasts."""
    most = rules.most_bonus_cards(deck_size)
    for place in places:
        if place.turn > most:
            raise InputError(
                f"there is no turn {place.turn}: a deck of {deck_size} has {most} cards "
                "to draw once hand and Prizes are taken"
            )


class Layout:
    """The regions that the places of a question cut a deck into.

    They are what the first place sees, what each later turn adds, then the Prizes; cards of no
    region are the rest.

    Parameters
    ----------
    question : Question
        Each of its conditions has a place.
    deck : Composition
        The deck.
    rules : Rules
        The rules played.

    Attributes
    ----------
    seen : list of Place
        The hand and the turns, each of which sees what the ones before it see.
    turns : list of int
        The turns among them.
    """

    def __init__(self, question: Question, deck: Composition, rules: Rules) -> None:
        places = places_of(question)
        require_places(places, deck.size, rules)
        self.seen = [place for place in places if place.where != "prizes"]
        self.turns = [place.turn for place in places if place.where == "turn"]
        self.hand_size = rules.hand_size
        self.most_drawn = rules.most_bonus_cards(deck.size)
        self.prizes = [rules.prizes] if len(self.seen) < len(places) else []

    def sizes(self, bonus: int) -> tuple[int, ...]:
        """Cards of each region, the rest aside, when there are so many bonus cards."""
        cuts = [
            self.hand_size + (min(bonus + place.turn, self.most_drawn) if place.where == "turn" else 0)
            for place in self.seen
        ]
        return (*(b - a for a, b in zip([0, *cuts], cuts, strict=False)), *self.prizes)

    def most(self, bonus: int) -> tuple[int, ...]:
        """The most cards that each region can have with up to so many bonus cards."""
        return tuple(map(max, zip(self.sizes(0), self.sizes(bonus), strict=True)))

    def covers(self, place: Place) -> range:
        """Regions of a place."""
        if place.where == "prizes":
            return range(len(self.seen), len(self.seen) + 1)
        return range(self.seen.index(place) + 1)
