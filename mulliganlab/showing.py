"""How results show themselves where a notebook shows a value."""

from typing import Any

__all__ = ["ShownAsText"]


class ShownAsText:
    """Shown in a notebook as its text, not as the call that makes it.

    Examples
    --------
    >>> class Answer(ShownAsText):
    ...     def __str__(self):
    ...         return "34.6 %"
    >>> print(Answer())
    34.6 %
    """

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))
