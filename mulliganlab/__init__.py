"""Mulligans, bonus cards, opening hands and Prizes of Pokémon TCG decks.

Exact laws as fractions, a compiled simulation of shuffled set-ups, and a check of one against
the other and against SciPy.

Examples
--------
>>> import mulliganlab as ml
>>> ml.law(10).mulligan_probability
Fraction(75670, 292581)
>>> print(ml.law(12, opponent=8))
12 of 60 cards are Basics
mulligan         19.0647%   0.2356 expected
bonus received   30.0190%   0.4593 cards expected
bonus given      13.3...
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mulliganlab.api import ask as ask
    from mulliganlab.api import check as check
    from mulliganlab.api import compare as compare
    from mulliganlab.api import copies as copies
    from mulliganlab.api import deal as deal
    from mulliganlab.api import law as law
    from mulliganlab.api import simulate as simulate
    from mulliganlab.api import study_deck as study_deck
    from mulliganlab.composition import Composition as Composition
    from mulliganlab.deck import Deck as Deck
    from mulliganlab.deck import read_deck as read_deck
    from mulliganlab.dispute import resolve as resolve
    from mulliganlab.errors import InputError as InputError
    from mulliganlab.errors import MulliganlabError as MulliganlabError
    from mulliganlab.opponent import Opponent as Opponent
    from mulliganlab.page import report as report
    from mulliganlab.question import Question as Question
    from mulliganlab.rules import RULE_SETS as RULE_SETS
    from mulliganlab.rules import STANDARD as STANDARD
    from mulliganlab.rules import Rules as Rules
    from mulliganlab.rules import rule_set as rule_set
    from mulliganlab.study import basics as basics

__version__ = "0.1.0"

_HOMES = {
    "Composition": "composition",
    "Deck": "deck",
    "InputError": "errors",
    "MulliganlabError": "errors",
    "Opponent": "opponent",
    "Question": "question",
    "RULE_SETS": "rules",
    "Rules": "rules",
    "STANDARD": "rules",
    "ask": "api",
    "basics": "study",
    "check": "api",
    "compare": "api",
    "copies": "api",
    "deal": "api",
    "law": "api",
    "read_deck": "deck",
    "report": "page",
    "resolve": "dispute",
    "rule_set": "rules",
    "simulate": "api",
    "study_deck": "api",
}
"""Public names and the modules they live in, which are loaded when a name is used."""

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
