"""Exact odds of a question, by counting in whole numbers where the cards it distinguishes can be.

Cards that no condition tells apart are one group, split only by whether they can start and, where
hands are made at a mulligan limit, whether they are Basics. The places of a question cut the deck
into regions: what the first place sees, what each later turn adds, the Prizes, the rest. Group by
group the ways to deal its cards to the regions are multiplied. What is kept of the groups dealt so
far is how full the regions are and how far each condition has come, and once these decide the
question, not even that. So the work stays small where the number of combinations does not.

Every deal is counted three times: as one of all deals; weighted with the share of hands in it that
fail, C(m - s, h) / C(m, h) with s cards that can start among the m that hold the hand; and with
the weight b N / (b_all m) that a made hand gives it. Kept hands are all hands without failing ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

from mulliganlab.composition import Composition
from mulliganlab.exact import mulligan_probability
from mulliganlab.pmf import Pmf
from mulliganlab.question import Condition, Question
from mulliganlab.question_counter import Counter
from mulliganlab.question_layout import Layout
from mulliganlab.rules import Rules

__all__ = ["NO_BONUS", "QuestionOdds", "question_odds"]

MOST_COMBINATIONS = 1_000_000
"""Combinations that are counted, which takes less than a second; beyond it there are no exact odds."""

NO_BONUS = Pmf((Fraction(1),))
"""The law of bonus cards that are never drawn."""

BITS = 7
"""Bits of a number of cards, 0 to 64, in a packed state."""


@dataclass(frozen=True)
class QuestionOdds:
    """Probabilities of a question.

    Attributes
    ----------
    kept : Fraction
        Given the kept hand.
    any_hand : Fraction
        For any hand: as many cards, the mulligan ignored.
    """

    kept: Fraction
    any_hand: Fraction


def question_odds(
    question: Question,
    masks: Mapping[Condition, int],
    deck: Composition,
    rules: Rules,
    bonus: Pmf = NO_BONUS,
) -> QuestionOdds | None:
    """Exact odds of a question about a deck.

    Parameters
    ----------
    question : Question
        Each of its conditions has a place.
    masks : mapping of Condition to int
        Cards that each condition counts: bit i for card i of the deck, Basics first, then
        optional starters.
    deck : Composition
        The deck.
    rules : Rules
        The rules played.
    bonus : Pmf
        Law of the bonus cards that are drawn before the first turn; by default there are none.

    Returns
    -------
    QuestionOdds or None
        None where there are too many combinations to count.

    Raises
    ------
    InputError
        If a turn is later than the deck lasts.

    Examples
    --------
    >>> from mulliganlab.question import HAND, at_least
    >>> from mulliganlab.rules import STANDARD
    >>> a_basic = at_least(1, "Charmander").at(HAND)
    >>> odds = question_odds(a_basic, {a_basic: 0b1111}, Composition(60, 12), STANDARD)
    >>> round(100 * float(odds.kept), 4), round(100 * float(odds.any_hand), 4)
    (49.3604, 39.95)
    """
    layout = Layout(question, deck, rules)
    counter = Counter(question, masks)
    groups, plain = _groups(counter, deck, rules)
    numbers = range(bonus.largest + 1) if layout.turns and bonus.largest else range(1)
    dealt = _deal(counter, groups, layout, layout.most(len(numbers) - 1))
    if dealt is None or len(dealt) * len(numbers) > MOST_COMBINATIONS:
        return None
    shares = [_shares(dealt, plain, layout.sizes(number), deck, rules, layout) for number in numbers]
    law = bonus if len(shares) > 1 else NO_BONUS
    failing = mulligan_probability(deck, rules)
    natural = [(share.all_hands - share.failing) / (1 - failing) for share in shares]
    kept = law.expectation(natural)
    if rules.mulligan_limit is not None:
        # Who reached the limit draws no bonus cards.
        kept += failing**rules.mulligan_limit * (shares[0].made - natural[0])
    return QuestionOdds(kept, law.expectation([share.all_hands for share in shares]))


@dataclass(frozen=True)
class _Group:
    """Cards that no condition tells apart.

    Attributes
    ----------
    size : int
        How many.
    starts, basic : bool
        Whether they can start; whether they are Basics, as far as that matters.
    sets : tuple of int
        Which of the counter's sets have them.
    """

    size: int
    starts: bool
    basic: bool
    sets: tuple[int, ...]


def _groups(counter: Counter, deck: Composition, rules: Rules) -> tuple[list[_Group], int]:
    """Groups of a deck, and how many cards make no difference at all."""
    sizes: dict[tuple[tuple[int, ...], bool, bool], int] = {}
    for card in range(deck.size):
        sets = tuple(i for i, (_, mask) in enumerate(counter.sets) if mask >> card & 1)
        basic = card < deck.basics and rules.mulligan_limit is not None
        key = sets, card < deck.starts(rules), basic
        sizes[key] = sizes.get(key, 0) + 1
    plain = sizes.pop(((), False, False), 0)
    # Groups of one set follow each other, so that sets are complete, and conditions decided, early.
    return [_Group(size, key[1], key[2], key[0]) for key, size in sorted(sizes.items())], plain


Dealt = dict[int, int]
"""Ways to deal, by how full each region is, cards that can start and Basics in the first, packed."""


def _deal(counter: Counter, groups: list[_Group], layout: Layout, most: tuple[int, ...]) -> Dealt | None:
    """Ways in which the groups can be dealt so that the question is true; None if they are too many."""
    left = [sum(group.size for group in groups if i in group.sets) for i in range(len(counter.sets))]
    nothing = (0,) * len(left)
    truth = counter.decide(nothing, left)
    # By the counts of the sets; None where the question is true whatever comes.
    states: dict[tuple[int, ...] | None, Dealt] = {None if truth else nothing: {0: 1}}
    if truth is False:
        return {}
    work = 0
    for group in groups:
        for i in group.sets:
            left[i] -= group.size
        work += prod(min(group.size, size) + 1 for size in most)
        if work > MOST_COMBINATIONS:
            return None
        moves = _moves(group, counter, layout, most)
        work += sum(map(len, states.values())) * sum(map(len, moves.values()))
        work += len(states) * len(moves) * len(counter.index)
        if work > MOST_COMBINATIONS:
            return None
        states = _with_group(states, moves, counter, left)
        states = {counts: _that_fit(ways, most) for counts, ways in states.items()}
    return states.get(None, {})


def _moves(
    group: _Group, counter: Counter, layout: Layout, most: tuple[int, ...]
) -> dict[tuple[int, ...], list[tuple[int, int]]]:
    """Ways to deal a group to the regions: by what they add to the sets, packed changes and ways."""
    moves: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for numbers in product(*(range(min(group.size, size) + 1) for size in most)):
        if sum(numbers) > group.size:
            continue
        added = [0] * len(counter.sets)
        for i in group.sets:
            added[i] = sum(numbers[region] for region in layout.covers(counter.sets[i][0]))
        first = numbers[0]
        change = _packed((*numbers, first * group.starts, first * group.basic))
        moves.setdefault(tuple(added), []).append((change, _ways(group.size, numbers)))
    return moves


def _with_group(
    states: dict[tuple[int, ...] | None, Dealt],
    moves: dict[tuple[int, ...], list[tuple[int, int]]],
    counter: Counter,
    left: Sequence[int],
) -> dict[tuple[int, ...] | None, Dealt]:
    """States after one more group was dealt."""
    after: dict[tuple[int, ...] | None, Dealt] = {}
    truths: dict[tuple[int, ...], bool | None] = {}
    for counts, ways in states.items():
        for added, changes in moves.items():
            reached = counts
            if counts is not None:
                reached = counter.add(counts, added)
                if reached not in truths:
                    truths[reached] = counter.decide(reached, left)
                if truths[reached] is False:
                    continue
                if truths[reached]:
                    reached = None
            target = after.setdefault(reached, {})
            for change, number in changes:
                for state, way in ways.items():
                    target[state + change] = target.get(state + change, 0) + way * number
    return after


def _that_fit(ways: Dealt, most: tuple[int, ...]) -> Dealt:
    """States in which no region has more cards than it can hold."""
    return {
        state: way
        for state, way in ways.items()
        if all(number <= room for number, room in zip(_unpacked(state, len(most)), most, strict=True))
    }


def _packed(numbers: Sequence[int]) -> int:
    return sum(number << (BITS * place) for place, number in enumerate(numbers))


def _unpacked(state: int, count: int) -> list[int]:
    return [state >> (BITS * place) & ((1 << BITS) - 1) for place in range(count)]


def _ways(cards: int, numbers: Sequence[int]) -> int:
    """Ways to deal so many of the cards to each region."""
    ways = 1
    for number in numbers:
        ways *= comb(cards, number)
        cards -= number
    return ways


@dataclass(frozen=True)
class _Shares:
    """Deals in which the question is true: of all hands, with a failing hand, of made hands."""

    all_hands: Fraction
    failing: Fraction
    made: Fraction


def _shares(
    dealt: Dealt, plain: int, sizes: tuple[int, ...], deck: Composition, rules: Rules, layout: Layout
) -> _Shares:
    """Complete deals with the cards that make no difference, and add them up."""
    h, starts = rules.hand_size, deck.starts(rules)
    holding = sizes[0] if layout.seen else deck.size - rules.prizes
    everything = failing = made = 0
    for state, way in dealt.items():
        *full, can_start, basics = _unpacked(state, len(sizes) + 2)
        missing = [size - number for size, number in zip(sizes, full, strict=True)]
        if min(missing) < 0 or sum(missing) > plain:
            continue
        ways = way * _ways(plain, missing)
        if not layout.seen:  # the first region are the Prizes: the hand is in what they leave
            can_start, basics = starts - can_start, deck.basics - basics
        everything += ways
        failing += ways * comb(holding - can_start, h)
        made += ways * basics
    total = _ways(deck.size, sizes)
    return _Shares(
        Fraction(everything, total),
        Fraction(failing, total * comb(holding, h)),
        Fraction(made * deck.size, total * deck.basics * holding),
    )
