"""The errors that mulliganlab raises on purpose: one clear sentence for people."""

__all__ = ["STOPPED", "InputError", "MulliganlabError"]

STOPPED = 130
"""Exit status after Ctrl-C."""


class MulliganlabError(Exception):
    """Base of every error raised on purpose; its text is one sentence for people."""


class InputError(MulliganlabError, ValueError):
    """What the user gave cannot be used: the text names the value, the place and what would do."""
