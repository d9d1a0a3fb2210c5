"""Is a question true? Decided from how many cards of each set are in its place, as early as possible."""

from collections.abc import Mapping, Sequence

from mulliganlab.question import Condition, Joined, Place, Question

__all__ = ["Counter"]


class Counter:
    """Decides a question by how many cards each set has in its place.

    Parameters
    ----------
    question : Question
        Each of its conditions has a place.
    masks : mapping of Condition to int
        Cards that each condition counts.

    Attributes
    ----------
    sets : list of (Place, int)
        The places and masks that are told apart; counts are in this order.
    caps : list of int
        For each, the number from which on more cards make no difference.
    index : dict of Condition to int
        The set that each condition counts.

    Examples
    --------
    >>> from mulliganlab.question import HAND, at_most
    >>> few = at_most(1, "Iono").at(HAND)
    >>> counter = Counter(few, {few: 0b111})
    >>> counter.decide([0], left=[1]), counter.decide([1], left=[1]), counter.decide([2], left=[1])
    (True, None, False)
    """

    def __init__(self, question: Question, masks: Mapping[Condition, int]) -> None:
        self.question = question
        self.sets: list[tuple[Place, int]] = []
        self.caps: list[int] = []
        self.index: dict[Condition, int] = {}
        for condition in dict.fromkeys(question.conditions()):
            assert condition.place is not None
            key = condition.place, masks[condition]
            if key not in self.sets:
                self.sets.append(key)
                self.caps.append(0)
            at = self.index[condition] = self.sets.index(key)
            # From here on more cards make no difference to any condition.
            enough = condition.low if condition.high is None else condition.high + 1
            self.caps[at] = max(self.caps[at], enough)

    def add(self, counts: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        """Counts after more cards, as far as they make a difference."""
        return tuple(map(min, map(int.__add__, counts, more), self.caps))

    def decide(self, counts: Sequence[int], left: Sequence[int]) -> bool | None:
        """Truth of the question when at most `left` more cards come to each set; None if open."""
        return self._decide(self.question, counts, left)

    def _decide(self, question: Question, counts: Sequence[int], left: Sequence[int]) -> bool | None:
        if isinstance(question, Condition):
            at = self.index[question]
            low, most = counts[at], counts[at] + left[at]
            high = question.high
            if most < question.low or (high is not None and low > high):
                return False
            return True if low >= question.low and (high is None or most <= high) else None
        assert isinstance(question, Joined)
        if question.word == "not":
            truth = self._decide(question.parts[0], counts, left)
            return None if truth is None else not truth
        settling = question.word == "or"  # one true part settles "or", one false part "and"
        is_open = False
        for part in question.parts:
            truth = self._decide(part, counts, left)
            if truth is settling:
                return settling
            is_open |= truth is None
        return None if is_open else not settling
