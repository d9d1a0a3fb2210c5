"""The exact laws of a set-up, by counting hands in whole numbers.

Symbols of the formulas: N cards in the deck, h in a hand, b of them Basics and s cards
that make a hand one to keep (Basics, and optional starters where they are kept); p is
the probability of a hand without any. Players 1 and 2 fail M1 and M2 times, q = p1 p2.
Everything about a hand is given that it was kept, but for `basics_in_opening`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from mulliganlab.composition import Composition
from mulliganlab.opponent import Mixture, Opponent, decks_met
from mulliganlab.pmf import GeometricTail, Pmf
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.showing import ShownAsText

__all__ = [
    "SetUpLaw",
    "basics_in_opening",
    "basics_kept",
    "bonus_basic_probability",
    "extra_mulligans",
    "fewest_basics",
    "lone_start_probability",
    "mulligan_probability",
    "mulligans",
    "set_up_law",
    "shared_mulligans",
]

Failures = Iterable[tuple[Fraction, Fraction]]
"""Probabilities that a hand of the opponent fails, each with the weight of its deck."""


@dataclass(frozen=True)
class SetUpLaw(ShownAsText):
    """Exact laws of one player's set-up against an opponent.

    Attributes
    ----------
    deck : Composition
        The player's deck.
    mulligan_probability : Fraction
        That an opening hand fails.
    mulligans : Pmf
        Failed hands of the player.
    shared_mulligans : Pmf
        Rounds in which both players failed.
    bonus_received, bonus_given : Pmf
        Bonus cards that the player, and the opponent, may draw.
    basics_kept : Pmf
        Basics in the kept hand.
    lone_basic_probability : Fraction
        That just one card of the kept hand can start.
    bonus_basic_probability : Fraction
        That at least one Basic is among the player's bonus cards, all drawn; a game
        without bonus cards counts as one without.

    Examples
    --------
    >>> from mulliganlab.opponent import opponent
    >>> law = set_up_law(Composition(60, 12), opponent("8"))
    >>> round(float(law.bonus_received.tail(1)), 10)
    0.3001901165
    """

    deck: Composition
    mulligan_probability: Fraction
    mulligans: Pmf
    shared_mulligans: Pmf
    bonus_received: Pmf
    bonus_given: Pmf
    basics_kept: Pmf
    lone_basic_probability: Fraction
    bonus_basic_probability: Fraction

    @property
    def bonus_basic_probability_if_any(self) -> Fraction | None:
        """The same, given that there is a bonus card; None where there never is one."""
        any_bonus = self.bonus_received.tail(1)
        return self.bonus_basic_probability / any_bonus if any_bonus else None

    def __str__(self) -> str:
        received, given = self.bonus_received, self.bonus_given
        return "\n".join(
            (
                f"{self.deck.basics} of {self.deck.size} cards are Basics",
                f"mulligan        {float(self.mulligan_probability):9.4%}   "
                f"{float(self.mulligans.mean):.4f} expected",
                f"bonus received  {float(received.tail(1)):9.4%}   {float(received.mean):.4f} cards expected",
                f"bonus given     {float(given.tail(1)):9.4%}   {float(given.mean):.4f} cards expected",
                f"lone Basic      {float(self.lone_basic_probability):9.4%}   "
                f"{float(self.basics_kept.mean):.4f} Basics expected in the kept hand",
            )
        )


def set_up_law(deck: Composition, opponent: Opponent | None = None, rules: Rules = STANDARD) -> SetUpLaw:
    """Exact laws of a deck's set-up.

    Parameters
    ----------
    deck : Composition
        The player's deck.
    opponent : Opponent, optional
        The decks it meets; by default the field for 60 cards, else a mirror.
    rules : Rules
        The rules played.

    Returns
    -------
    SetUpLaw
        Each law averaged over the opponent's decks.

    Raises
    ------
    InputError
        If a deck has no room for hand and Prizes.

    Examples
    --------
    >>> set_up_law(Composition(60, 10)).mulligan_probability
    Fraction(75670, 292581)
    """
    decks = decks_met(deck, opponent, rules)
    own = mulligan_probability(deck, rules)
    theirs = _failures(decks, rules)
    limit = rules.mulligan_limit
    received = _mix(theirs, lambda p: extra_mulligans(own, p, limit))
    given = _mix(theirs, lambda p: extra_mulligans(p, own, limit))
    step = rules.bonus_per_mulligan
    bonus = received.counted(step=step, cap=rules.most_bonus_cards(deck.size))
    return SetUpLaw(
        deck=deck,
        mulligan_probability=own,
        mulligans=mulligans(own, limit),
        shared_mulligans=_mix(theirs, lambda p: shared_mulligans(own, p, limit)),
        bonus_received=bonus,
        bonus_given=given.counted(step=step, cap=rules.most_bonus_cards(decks[0][0].size)),
        basics_kept=basics_kept(deck, rules),
        lone_basic_probability=lone_start_probability(deck, rules),
        bonus_basic_probability=bonus_basic_probability(deck, bonus, rules),
    )


def mulligan_probability(deck: Composition, rules: Rules = STANDARD) -> Fraction:
    """Probability that an opening hand has no card that can start: C(N-s, h) / C(N, h).

    Examples
    --------
    >>> mulligan_probability(Composition(60, 8))
    Fraction(3344614, 9655173)
    """
    h = rules.hand_size
    return Fraction(comb(deck.size - deck.starts(rules), h), comb(deck.size, h))


def fewest_basics(most: Fraction, rules: Rules = STANDARD) -> int:
    """Return the fewest Basics with which a deck mulligans in at most the share `most` of its hands.

    Examples
    --------
    >>> fewest_basics(Fraction(1, 4))
    11
    """
    counts = range(1, rules.deck_size + 1)
    enough = (n for n in counts if mulligan_probability(Composition(rules.deck_size, n), rules) <= most)
    return next(enough)  # with Basics alone no hand fails


def mulligans(p: Fraction, limit: int | None = None) -> Pmf:
    """Law of the failed hands of a player whose hands fail with probability `p`.

    Geometric, p^m (1-p); with a limit L all of p^L lies on L.

    Examples
    --------
    >>> mulligans(Fraction(1, 2)).pmf(2), mulligans(Fraction(1, 2), limit=2).pmf(2)
    (Fraction(1, 8), Fraction(1, 4))
    """
    if limit is None:
        return Pmf((), (GeometricTail(Fraction(1), p),))
    return Pmf((*(p**m * (1 - p) for m in range(limit)), p**limit))


def shared_mulligans(p1: Fraction, p2: Fraction, limit: int | None = None) -> Pmf:
    """Law of min(M1, M2), the rounds in which both players fail: geometric with q = p1 p2."""
    return mulligans(p1 * p2, limit)


def extra_mulligans(p1: Fraction, p2: Fraction, limit: int | None = None) -> Pmf:
    """Law of max(M2 - M1, 0), the mulligans of player 2 that player 1 did not share.

    P(k or more) = p2^k (1-p1) / (1-q) for k >= 1; with a limit L it is
    p2^k (1-p1) (1 - q^(L-k+1)) / (1-q) for k = 1 … L.

    Examples
    --------
    >>> extra_mulligans(Fraction(1, 2), Fraction(1, 2)).tail(1)
    Fraction(1, 3)
    """
    q = p1 * p2
    if limit is None:
        some = p2 * (1 - p1) / (1 - q)
        return Pmf((1 - some,), (GeometricTail(some, p2),))
    tails = [p2**k * (1 - p1) * (1 - q ** (limit - k + 1)) / (1 - q) for k in range(1, limit + 1)]
    ends = [Fraction(1), *tails, Fraction(0)]
    return Pmf(tuple(more - beyond for more, beyond in pairwise(ends)))


def basics_in_opening(deck: Composition, rules: Rules = STANDARD) -> Pmf:
    """Law of the Basics in an opening hand, kept or not: C(b, k) C(N-b, h-k) / C(N, h).

    Examples
    --------
    >>> basics_in_opening(Composition(60, 8)).pmf(0)
    Fraction(3344614, 9655173)
    """
    n, b, h = deck.size, deck.basics, rules.hand_size
    total = comb(n, h)
    return Pmf(tuple(Fraction(comb(b, k) * comb(n - b, h - k), total) for k in range(h + 1)))


def basics_kept(deck: Composition, rules: Rules = STANDARD) -> Pmf:
    """Law of the Basics in the kept hand.

    A natural hand of k Basics is kept in C(b, k) C(N-b, h-k) cases; without a Basic only
    with an optional starter. Once the mulligan limit is reached, with probability p^L, the
    hand is one Basic and h - 1 of the other cards.

    Examples
    --------
    >>> float(basics_kept(Composition(60, 8)).mean)
    1.428...
    """
    n, b, h = deck.size, deck.basics, rules.hand_size
    failing = comb(n - deck.starts(rules), h)
    ways = [comb(b, k) * comb(n - b, h - k) for k in range(min(b, h) + 1)]
    ways[0] -= failing
    kept = sum(ways)
    natural = [Fraction(way, kept) for way in ways] if kept else [Fraction(0)] * len(ways)
    forced = [comb(b - 1, k - 1) * comb(n - b, h - k) if k else 0 for k in range(len(ways))]
    share = _forced_share(deck, rules)
    total = comb(n - 1, h - 1)
    return Pmf(
        tuple(
            (1 - share) * chance + share * Fraction(way, total)
            for chance, way in zip(natural, forced, strict=True)
        )
    )


def lone_start_probability(deck: Composition, rules: Rules = STANDARD) -> Fraction:
    """Probability that just one card of the kept hand can start: s C(N-s, h-1) / D.

    Examples
    --------
    >>> round(float(lone_start_probability(Composition(60, 10))), 6)
    0.554993
    """
    n, s, h = deck.size, deck.starts(rules), rules.hand_size
    others = comb(n - s, h - 1)
    natural = Fraction(s * others, comb(n, h) - comb(n - s, h))
    share = _forced_share(deck, rules)
    return (1 - share) * natural + share * Fraction(others, comb(n - 1, h - 1))


def bonus_basic_probability(deck: Composition, bonus: Pmf, rules: Rules = STANDARD) -> Fraction:
    """Probability of at least one Basic among a player's bonus cards, all drawn.

    Parameters
    ----------
    deck : Composition
        The player's deck.
    bonus : Pmf
        Law of the player's bonus cards.
    rules : Rules
        The rules played.

    Notes
    -----
    Who draws a bonus kept a natural hand, so the number of cards tells nothing more about
    it. Of n cards none is a Basic, and the hand was kept, in the share
    C(N-b, n)/C(N, n) - C(N-s, h)/C(N, h) C(N-h-b, n)/C(N-h, n), over 1-p, of all games.
    """
    n, b, h = deck.size, deck.basics, rules.hand_size
    failing = mulligan_probability(deck, rules)

    def some_basic(cards: int) -> Fraction:
        none = Fraction(comb(n - b, cards), comb(n, cards))
        if failing:
            none -= failing * Fraction(comb(n - h - b, cards), comb(n - h, cards))
        return 1 - none / (1 - failing)

    most = bonus.largest
    assert most is not None, "the cards left in the deck bound every bonus"
    return bonus.expectation([some_basic(cards) for cards in range(most + 1)])


def _forced_share(deck: Composition, rules: Rules) -> Fraction:
    """How often the kept hand is one that the mulligan limit made."""
    if rules.mulligan_limit is None:
        return Fraction(0)
    return mulligan_probability(deck, rules) ** rules.mulligan_limit


def _failures(decks: Mixture, rules: Rules) -> list[tuple[Fraction, Fraction]]:
    """Failure probabilities of the decks with their weights, equal ones put together."""
    weights: dict[Fraction, Fraction] = {}
    for deck, weight in decks:
        p = mulligan_probability(deck, rules)
        weights[p] = weights.get(p, Fraction(0)) + weight
    return list(weights.items())


def _mix(theirs: Failures, law: Callable[[Fraction], Pmf]) -> Pmf:
    """Average of laws of one shape, each with its weight."""
    weighted = [(law(p), weight) for p, weight in theirs]
    heads = zip(*(part.head for part, _ in weighted), strict=True)
    weights = [weight for _, weight in weighted]
    head = tuple(sum((p * w for p, w in zip(ps, weights, strict=True)), Fraction(0)) for ps in heads)
    tails = tuple(
        GeometricTail(tail.mass * weight, tail.ratio) for part, weight in weighted for tail in part.tails
    )
    return Pmf(head, tails)
