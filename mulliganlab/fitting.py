"""Text that fits: measured as it is drawn, broken into lines, shortened, and moved into its picture."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.text import Annotation, Text
from matplotlib.textpath import TextToPath
from matplotlib.transforms import Bbox

__all__ = [
    "DOTS",
    "FONT",
    "boxed_letters",
    "broken",
    "no_glyph_warnings",
    "settle",
    "shortened",
    "text_width",
]

FONT = "DejaVu Sans"
"""The font of all text that it has the letters of: it comes with matplotlib."""

DOTS = 150
"""Dots an inch of a PNG file: sharp on screens with more than one dot a pixel, and still small."""

DIGITS = 6
"""Places are rounded to so many digits: the solver of the layout adds numbers in any order."""

BESIDE = 6.0
"""Points between a text and the end of its axes."""

Box = Figure | SubFigure


@contextmanager
def no_glyph_warnings() -> Iterator[None]:
    """Let letters that no installed font has be boxes: `boxed_letters` names them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a text of one line in points.

    Examples
    --------
    >>> text_width("IIII", 10) < text_width("WWWW", 10) < text_width("WWWW", 10, bold=True)
    True
    """
    font = FontProperties(family=FONT, size=size, weight="bold" if bold else "normal")
    with no_glyph_warnings():
        return float(TextToPath().get_text_width_height_descent(text, font, ismath=False)[0])


def shortened(text: str, room: float, size: float) -> str:
    """Leave out the middle of a text that is wider than so many points: the ends tell names apart.

    Examples
    --------
    >>> shortened("Mew", 100, 10), shortened("Mewtwo and Mew", 50, 10)
    ('Mew', 'Mewt…w')
    """
    if text_width(text, size) <= room:
        return text
    for letters in range(len(text) - 1, 1, -1):
        head, tail = text[: letters - letters // 3].rstrip(), text[len(text) - letters // 3 :].lstrip()
        if text_width(f"{head}…{tail}", size) <= room:
            return f"{head}…{tail}"
    return "…"


def broken(text: str, room: float, size: float, *, bold: bool = False) -> str:
    r"""Break a text into lines that are not wider than so many points; a longer word is broken too.

    Examples
    --------
    >>> broken("Every copy is a Prize", 60, 10)
    'Every copy\nis a Prize'
    """
    lines: list[str] = []
    for whole in text.splitlines():
        line = ""
        # A number and its percent sign stay on one line.
        for word in whole.replace(" %", "\N{NO-BREAK SPACE}%").split(" "):
            longer = f"{line} {word}" if line else word
            if text_width(longer, size, bold=bold) <= room:
                line = longer
                continue
            lines += [line] if line else []
            *full, line = _pieces(word, room, size, bold=bold)
            lines += full
        lines.append(line)
    return "\n".join(lines)


def _pieces(word: str, room: float, size: float, *, bold: bool) -> Iterator[str]:
    """Parts of a word that are not wider than the room."""
    part = ""
    for letter in word:
        if part and text_width(part + letter, size, bold=bold) > room:
            yield part
            part = ""
        part += letter
    yield part


def settle(figure: Figure) -> None:
    """Lay a figure out, and make its titles, ticks and numbers fit the axes that come of it.

    Titles and labels that `mulliganlab.drawing` wrote are broken anew, since the axes have their width
    only now. Afterwards the figure is not laid out again, and equal figures have equal places.
    """
    figure.set_dpi(DOTS)  # letters have another width at another size in dots
    _use_installed_fonts(figure)
    limits = {ax: ax.get_xlim() for ax in figure.axes}
    for _ in range(2):  # numbers that had no room made the axes narrow
        _lay_out(figure)
        for ax, (left, right) in limits.items():
            _make_room(ax, left, right)
    for ax in figure.axes:
        width = 72 * ax.get_window_extent().width / figure.dpi
        for text in ax.findobj(Text):
            if text.get_label():
                bold = text.get_fontweight() == "bold"
                text.set_text(broken(str(text.get_label()), width, float(text.get_fontsize()), bold=bold))
        _thin_ticks(ax)
    _lay_out(figure)
    figure.set_layout_engine("none")
    _round_places(figure)


def _lay_out(figure: Figure) -> None:
    with no_glyph_warnings():
        figure.draw_without_rendering()


def _make_room(ax: Axes, left: float, right: float) -> None:
    """Widen the range of the axes until the texts beside its values end within it."""
    if ax.get_xscale() != "linear":
        return
    box = ax.get_window_extent()
    needed = right
    for text in ax.texts:
        if (
            isinstance(text, Annotation)
            and text.xycoords == "data"
            and text.get_horizontalalignment() == "left"
        ):
            at = float(text.xy[0])
            beyond = text.get_window_extent().x1 - ax.transData.transform((at, 0.0))[0] + BESIDE
            share = beyond / box.width
            if share < 0.8:
                needed = max(needed, left + (at - left) / (1 - share))
    if needed > right:
        ax.set_xticks([tick for tick in ax.get_xticks() if left <= tick <= right])
        ax.set_xlim(left, needed)


def _thin_ticks(ax: Axes) -> None:
    """Leave out ticks whose labels would touch their neighbours."""
    low, high = sorted(ax.get_xlim())
    shown = [
        (place, label.get_text(), label.get_window_extent())
        for place, label in zip(ax.get_xticks(), ax.get_xticklabels(), strict=False)
        if low <= place <= high and label.get_text()
    ]
    step = 1
    while step < len(shown) and _touch([box for _, _, box in shown[::step]]):
        step += 1
    if step > 1:
        kept = shown[::step]
        ax.set_xticks([place for place, _, _ in kept], [text for _, text, _ in kept])


def _touch(boxes: Sequence[Bbox]) -> bool:
    return any(after.x0 - before.x1 < 4 for before, after in pairwise(boxes))


def _round_places(box: Box) -> None:
    for part in box.subfigs:
        inside = part.bbox_relative
        inside.p0, inside.p1 = inside.p0.round(DIGITS), inside.p1.round(DIGITS)
        _round_places(part)
    for ax in box.get_children():
        if isinstance(ax, Axes):
            ax.set_position(Bbox(ax.get_position().get_points().round(DIGITS)))
    for text in box.texts:
        x, y = text.get_position()
        text.set_position((round(x, DIGITS), round(y, DIGITS)))


def boxed_letters(texts: Iterable[str]) -> str:
    """Letters that no installed font has, each once: pictures show boxes for them.

    Examples
    --------
    >>> boxed_letters(["Pokémon"])
    ''
    """
    missing = _missing("".join(texts))
    had: frozenset[str] = frozenset().union(*(_letters(file) for _, file in _fonts_with(missing)))
    return "".join(letter for letter in missing if letter not in had)


def _missing(text: str) -> str:
    """Letters that our font does not have."""
    wanted = {letter for letter in text if letter.isprintable() and not letter.isspace()}
    return "".join(sorted(wanted - _letters(findfont(FontProperties(family=FONT)))))


@lru_cache(maxsize=256)
def _letters(file: str) -> frozenset[str]:
    return frozenset(map(chr, get_font(file).get_charmap()))


def _use_installed_fonts(figure: Figure) -> None:
    """Let text that our font has no letters for use any installed font that has them."""
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        missing = _missing(text.get_text())
        if missing:
            families = [*text.get_fontfamily(), *(name for name, _ in _fonts_with(missing))]
            text.set_fontfamily(list(dict.fromkeys(families)))


@lru_cache(maxsize=256)
def _fonts_with(letters: str) -> tuple[tuple[str, str], ...]:
    """Names and files of installed fonts that have some letters, up to the last that is needed."""
    missing, found = set(letters), []
    for font in sorted(fontManager.ttflist, key=lambda font: (font.style != "normal", font.name, font.fname)):
        try:
            had = missing & _letters(font.fname)
        except (OSError, RuntimeError):  # a font that is damaged or gone
            continue
        if had:
            found.append((font.name, str(font.fname)))
            missing -= had
        if not missing:
            break
    return tuple(found)
