"""Counts of a deck: what may be, and which cards start."""

import pytest

from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.rules import STANDARD


@pytest.mark.parametrize("basics", [0, -1, 61])
def test_number_of_basics_out_of_range_is_refused(basics: int) -> None:
    with pytest.raises(InputError, match=rf"Basics must be from 1 to 60 .*, not {basics}$"):
        Composition(60, basics)


@pytest.mark.parametrize("starters", [-1, 53])
def test_number_of_starters_out_of_range_is_refused(starters: int) -> None:
    with pytest.raises(InputError, match=rf"starters must be from 0 to 52 .*, not {starters}$"):
        Composition(60, 8, starters)


def test_whole_deck_may_start() -> None:
    assert Composition(60, 60).starts(STANDARD) == 60
    assert Composition(60, 1, 59).starts(STANDARD) == 60


def test_starters_start_under_keep_alone() -> None:
    deck = Composition(60, 3, 4)
    assert deck.starts(STANDARD) == 7
    assert deck.starts(STANDARD.changed(starters="refuse")) == 3
