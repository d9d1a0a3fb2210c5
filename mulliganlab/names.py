"""Card names as they are written, made comparable: case, accents, apostrophes and hyphens."""

import re
import unicodedata

__all__ = ["fold_name", "name_words", "squeeze"]

_ONE_SPELLING = {
    **dict.fromkeys("’‘‛ʼ`´′＇", "'"),
    **dict.fromkeys("‐‑‒–—−", "-"),
    **dict.fromkeys("☆⭐*", "★"),
    **dict.fromkeys("♢◊⋄", "◇"),
    "\ufe0e": "",  # the marks that choose between text and emoji
    "\ufe0f": "",
}
_SPELLING = str.maketrans(_ONE_SPELLING)
_PRISM_STAR = re.compile(r"\(?(?:\{\*\}|\bprism star\b)\)?", re.IGNORECASE)
_PARENTHESIS = re.compile(r"\((?!(?:Star|G|GL|FB|E4)\))[^()]*\)")  # but "Crobat (G)" is a class
_SILENT = str.maketrans("", "", "'.")
_SYMBOLS = "&+★◇♀♂"


def fold_name(name: str) -> str:
    """Fold a card name so that two spellings of one name are equal.

    Parameters
    ----------
    name : str
        A card name as some list writes it.

    Returns
    -------
    str
        The name without case, accents and doubled spaces, with one kind of apostrophe, hyphen, ★ and ◇
        (``{*}`` in TCG Live exports, "Prism Star" elsewhere).

    Examples
    --------
    >>> fold_name("Boss’s  Orders") == fold_name("BOSS'S ORDERS")
    True
    >>> fold_name("Pokégear 3.0"), fold_name("Lance {*}")
    ('pokegear 3.0', 'lance ◇')
    """
    return _plain(name).casefold()


def name_words(name: str) -> list[str]:
    """Split a card name into words, their case kept.

    Hyphens and punctuation separate words, apostrophes and dots vanish, a comment in parentheses is dropped.

    Parameters
    ----------
    name : str
        A card name.

    Returns
    -------
    list of str
        The words; the signs ``& + ★ ◇ ♀ ♂`` are words of their own.

    Examples
    --------
    >>> name_words("Ash-Greninja-EX"), name_words("Imakuni?'s Doduo"), name_words("Nidoran♀")
    (['Ash', 'Greninja', 'EX'], ['Imakuni', 's', 'Doduo'], ['Nidoran', '♀'])
    >>> name_words("Professor's Research (Professor Sada)"), name_words("Lv. X")
    (['Professors', 'Research'], ['Lv', 'X'])
    """
    spoken = _PARENTHESIS.sub(" ", _plain(name)).translate(_SILENT)
    return "".join(map(_letter_or_space, spoken)).split()


def squeeze(text: str) -> str:
    """Return the words of a text without case and spaces: the key that names are looked up by.

    Examples
    --------
    >>> squeeze("Mr. Mime"), squeeze("PORYGON 2"), squeeze("Type: Null"), squeeze("LV.X")
    ('mrmime', 'porygon2', 'typenull', 'lvx')
    """
    return "".join(name_words(text)).casefold()


def _plain(name: str) -> str:
    """Return a name without accents, with one spelling of each sign and single spaces."""
    letters = unicodedata.normalize("NFKD", _PRISM_STAR.sub("◇", name).translate(_SPELLING))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def _letter_or_space(character: str) -> str:
    if character in _SYMBOLS:
        return f" {character} "
    return character if character.isalnum() else " "
