"""Bytes of unknown encoding to text: what a player saved, copied or pasted comes out as it was typed."""

import codecs
import html
import re

__all__ = ["decode", "detect", "repair"]

_MARKS = (  # UTF-32 first: its little-endian mark starts like that of UTF-16
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# Windows-1252 with its five holes filled from Latin-1: every byte is a character, and turns back into it.
_WINDOWS = {byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)}
_WINDOWS_BYTES = {chr(byte): byte for byte in range(256)} | {sign: byte for byte, sign in _WINDOWS.items()}

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_FOREIGN_RUN = re.compile(r"[^\x00-\x7f]{2,}")
_MISREAD_AS = ("windows", "mac_roman", "cp850")
# Latin, Greek, Japanese and signs: a run that would turn into anything else was right ("l’épée", "Spaß“").
_PLAUSIBLE = re.compile("[\x80-\u017fƒˆ˜\u0370-\u03ff\u2000-\u2bff\u3000-\u9fff\uff00-\uffef\ufe0f\ufeff]+")
# An é that was lost on the way: replaced by a mark, or a Mac or DOS byte read as Windows-1252.
_LOST_ACCENT = re.compile("(?<![a-z])(pok)[\ufffd?Ž‚](?![?])", re.IGNORECASE)


def detect(data: bytes) -> str:
    """Name the encoding of `data`, as Python calls it.

    A byte-order mark decides; without one, many zero bytes tell UTF-16, valid UTF-8 is UTF-8, and
    everything else is taken as Windows-1252, which contains the letters of Latin-1.

    Examples
    --------
    >>> detect("Pokémon: 12".encode())
    'utf-8'
    >>> detect("Pokémon: 12".encode("latin-1"))
    'cp1252'
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    if data[1::2].count(0) * 2 > len(data[1::2]):
        return "utf-16-le"
    if data[::2].count(0) * 2 > len(data[::2]):
        return "utf-16-be"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def decode(data: bytes) -> str:
    """Turn the bytes of a deck list into text, whatever their encoding; never fails.

    HTML entities are resolved and wrongly decoded accents repaired (see `repair`).

    Examples
    --------
    >>> decode("Pokémon: 12".encode("utf-16"))
    'Pokémon: 12'
    >>> decode("1 Guzma &amp; Hala CEC 193".encode())
    '1 Guzma & Hala CEC 193'
    """
    encoding = detect(data)
    if encoding == "cp1252":
        return repair(data.decode("latin-1").translate(_WINDOWS))
    return repair(data.decode(encoding, errors="replace"))


def repair(text: str) -> str:
    """Resolve HTML entities and repair accents that were decoded with the wrong encoding, once or twice.

    Text that is right stays as it is: only a run of characters that makes valid UTF-8 is changed.

    Examples
    --------
    >>> repair("4 PokÃ©gear 3.0 SVI 186, 2 Boss&#39;s Orders")
    "4 Pokégear 3.0 SVI 186, 2 Boss's Orders"
    """
    for _ in range(2):
        text = _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)
        text = _FOREIGN_RUN.sub(_decode_again, text)
    return _LOST_ACCENT.sub(r"\1é", text)


def _decode_again(run: re.Match[str]) -> str:
    """Undo the reading of UTF-8 as a one-byte encoding; unchanged where that is not what happened."""
    for encoding in _MISREAD_AS:
        try:
            text = _to_bytes(run.group(), encoding).decode("utf-8")
        except (UnicodeError, KeyError):
            continue
        if _PLAUSIBLE.fullmatch(text):
            return text
    return run.group()


def _to_bytes(text: str, encoding: str) -> bytes:
    """Return the bytes that `encoding` reads as `text`."""
    if encoding == "windows":
        return bytes(_WINDOWS_BYTES[character] for character in text)
    return text.encode(encoding)
