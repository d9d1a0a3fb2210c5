"""Arguments given from Python: taken in every handy form, or refused in one sentence."""

from operator import index
from typing import SupportsIndex

from mulliganlab.errors import InputError

__all__ = ["whole_number"]


def whole_number(name: str, value: object, least: int) -> int:
    """Read a whole number of any kind, such as NumPy's; refuse others, and what is below the least.

    Examples
    --------
    >>> whole_number("games", 5, 1)
    5
    >>> whole_number("games", 0, 1)
    Traceback (most recent call last):
    mulliganlab.errors.InputError: games must be at least 1, not 0
    """
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise InputError(f"{name} must be a whole number, not {value!r}")
    number = index(value)
    if number < least:
        raise InputError(f"{name} must be at least {least}, not {number}")
    return number
