"""Exact odds of one card name in a set-up, by counting hands in whole numbers.

Symbols as in `mulliganlab.exact`; the name has c copies, r cards are Prizes. A natural
hand is kept when it can start; one that the mulligan limit made is a random Basic and
h - 1 of the other N - 1 cards, and its player draws no bonus cards.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from mulliganlab.composition import Composition
from mulliganlab.exact import mulligan_probability
from mulliganlab.pmf import Pmf
from mulliganlab.rules import Rules

__all__ = ["CARD_ODDS", "CardOdds", "NameCount", "card_odds"]

CARD_ODDS = ("in_kept_hand", "by_turn_1", "only_starter", "any_prized", "all_prized")
"""The odds by name, in the order of the outputs and of the kernel's counters."""


@dataclass(frozen=True)
class NameCount:
    """Copies of a name in a deck, and what they are at set-up.

    Attributes
    ----------
    copies : int
        How many, at least 1.
    basic, starts : bool
        Whether they are Basics; whether they can start under the rules.
    """

    copies: int
    basic: bool
    starts: bool


@dataclass(frozen=True)
class CardOdds:
    """Probabilities of a card name, given the kept hand.

    Attributes
    ----------
    in_kept_hand : Fraction
        At least one copy in the kept hand.
    by_turn_1 : Fraction
        At least one in the kept hand, all bonus cards and the draw of the first turn.
    only_starter : Fraction or None
        All that can start in the kept hand has this name; None for a card that cannot.
    any_prized, all_prized : Fraction
        At least one copy, or every copy, among the Prizes.
    """

    in_kept_hand: Fraction
    by_turn_1: Fraction
    only_starter: Fraction | None
    any_prized: Fraction
    all_prized: Fraction


def card_odds(deck: Composition, card: NameCount, bonus: Pmf, rules: Rules) -> CardOdds:
    """Odds of a card name in a set-up.

    Parameters
    ----------
    deck : Composition
        The deck that has the card.
    card : NameCount
        The card.
    bonus : Pmf
        Law of the player's bonus cards.
    rules : Rules
        The rules played.

    Examples
    --------
    >>> from mulliganlab.exact import set_up_law
    >>> from mulliganlab.rules import STANDARD
    >>> deck = Composition(60, 12)
    >>> bonus = set_up_law(deck).bonus_received
    >>> odds = card_odds(deck, NameCount(4, basic=True, starts=True), bonus, STANDARD)
    >>> round(100 * float(odds.in_kept_hand), 4)
    49.3604
    """
    natural = _Natural(deck, card, rules)
    if rules.mulligan_limit is None:
        made, share = None, Fraction(0)
    else:
        made = _Made(deck, card, rules)
        share = mulligan_probability(deck, rules) ** rules.mulligan_limit

    def mixed(name: str, *numbers: int) -> Fraction:
        value: Fraction = getattr(natural, name)(*numbers)
        return value if made is None else (1 - share) * value + share * getattr(made, name)(*numbers)

    most = rules.most_bonus_cards(deck.size)
    seen = [natural.seen(min(cards + 1, most)) for cards in range(most + 1)]
    by_turn_1 = bonus.expectation(seen)
    if made is not None:
        by_turn_1 += share * (made.seen(min(1, most)) - natural.seen(min(1, most)))
    return CardOdds(
        in_kept_hand=mixed("seen", 0),
        by_turn_1=by_turn_1,
        only_starter=mixed("only_starter") if card.starts else None,
        any_prized=1 - mixed("none_prized"),
        all_prized=mixed("all_prized"),
    )


class _Natural:
    """Odds over the hands that are kept because they can start."""

    def __init__(self, deck: Composition, card: NameCount, rules: Rules) -> None:
        self.n, self.h, self.r = deck.size, rules.hand_size, rules.prizes
        self.s, self.c = deck.starts(rules), card.copies
        self.starts = card.starts
        self.failing = mulligan_probability(deck, rules)
        # Starting cards of other names, and the cards that a failing hand without the name is made of.
        self.others = self.s - self.c if card.starts else self.s
        self.neither = self.n - self.c - self.others

    def kept(self, all_hands: Fraction, failing_hands: Fraction) -> Fraction:
        """From a share of all hands, and that of the failing ones in it, to the share of kept hands."""
        return (all_hands - failing_hands) / (1 - self.failing)

    def seen(self, more: int) -> Fraction:
        """At least one copy among the hand and `more` further cards."""
        total = self.h + more
        none = Fraction(comb(self.n - self.c, total), comb(self.n, total))
        return 1 - self.kept(none, self._failing_without(0) * self._unseen(self.c, more))

    def only_starter(self) -> Fraction:
        """Some copy in the hand and no other card that can start."""
        hands = comb(self.n, self.h)
        without_others = Fraction(comb(self.n - self.others, self.h), hands)
        return self.kept(without_others, self.failing)

    def none_prized(self) -> Fraction:
        """No copy among the Prizes."""
        none = Fraction(comb(self.n - self.c, self.r), comb(self.n, self.r))
        copies_in_failing = range(1 if self.starts else min(self.c, self.h) + 1)
        failing = (self._failing_without(j) * self._unseen(self.c - j, self.r) for j in copies_in_failing)
        return self.kept(none, sum(failing, Fraction(0)))

    def all_prized(self) -> Fraction:
        """Every copy among the Prizes."""
        prized = Fraction(comb(self.r, self.c), comb(self.n, self.c))
        if not prized:
            return prized
        failing = Fraction(comb(self.neither, self.h), comb(self.n - self.c, self.h))
        return self.kept(prized, prized * failing)

    def _failing_without(self, copies: int) -> Fraction:
        """Share of all hands that fail and have so many copies."""
        return Fraction(comb(self.c, copies) * comb(self.neither, self.h - copies), comb(self.n, self.h))

    def _unseen(self, copies: int, drawn: int) -> Fraction:
        """No copy among cards drawn from those that a hand leaves, with so many copies there."""
        left = self.n - self.h
        return Fraction(comb(left - copies, drawn), comb(left, drawn)) if copies <= left else Fraction(0)


class _Made:
    """Odds over the hands that are made at the mulligan limit."""

    def __init__(self, deck: Composition, card: NameCount, rules: Rules) -> None:
        self.rest, self.h, self.r = deck.size - 1, rules.hand_size, rules.prizes
        self.c, self.basic = card.copies, card.basic
        self.others = deck.starts(rules) - card.copies
        # How often the Basic that is set aside has the name.
        self.chosen = Fraction(card.copies, deck.basics) if card.basic else Fraction(0)

    def seen(self, more: int) -> Fraction:
        """At least one copy among the hand and `more` further cards."""
        return 1 - (1 - self.chosen) * self._none_of(self.c, self.h - 1 + more)

    def only_starter(self) -> Fraction:
        """The chosen Basic has the name and no other card that can start came."""
        return self.chosen * self._none_of(self.others, self.h - 1)

    def none_prized(self) -> Fraction:
        """No copy among the Prizes."""
        left = self._none_of(self.c - 1, self.r) if self.chosen else Fraction(0)
        return self.chosen * left + (1 - self.chosen) * self._none_of(self.c, self.r)

    def all_prized(self) -> Fraction:
        """Every copy among the Prizes."""
        if self.c > self.rest:
            return Fraction(0)
        return (1 - self.chosen) * Fraction(comb(self.r, self.c), comb(self.rest, self.c))

    def _none_of(self, marked: int, drawn: int) -> Fraction:
        """None of so many marked cards among those drawn from all but the chosen Basic."""
        return Fraction(comb(max(self.rest - marked, 0), drawn), comb(self.rest, drawn))
