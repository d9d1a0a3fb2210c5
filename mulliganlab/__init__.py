"""Mulligans, bonus cards, opening hands and Prizes of Pokémon TCG decks."""

__version__ = "0.1.0"
