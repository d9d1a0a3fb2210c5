"""Pictures on the command line: which files are drawn, and drawing them."""

from collections.abc import Sequence
from pathlib import Path

from mulliganlab.ask_results import AskResults
from mulliganlab.cli.output import note, replace_file, require_folder
from mulliganlab.deck_results import DeckResults
from mulliganlab.errors import InputError
from mulliganlab.results import Results

__all__ = ["note_boxes", "require_picture", "write_picture"]

ENDINGS = (".png", ".svg", ".pdf")
"""As `mulliganlab.figures.ENDINGS`, which is not loaded to refuse another one."""


MOST_LETTERS = 20
"""Letters that a note lists."""


def require_picture(path: Path | None, output: Path | None = None) -> None:
    """Refuse a picture that could not be written, before any work is done."""
    if path is None:
        return
    if path.suffix.lower() not in ENDINGS:
        raise InputError(f"--plot: {path.name!r} must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    require_folder(path, "--plot")
    if output is not None and path.resolve() == output.resolve():
        raise InputError(f"--plot and --output cannot both write {str(path)!r}")


def write_picture(
    path: Path | None, results: Results | DeckResults | AskResults, *, quiet: bool = False
) -> None:
    """Draw a picture into a file that is never left half written."""
    if path is not None:
        from mulliganlab.ask_plots import ask_figure  # both load matplotlib
        from mulliganlab.figures import file_bytes, results_figure

        figure = ask_figure(results) if isinstance(results, AskResults) else results_figure(results)
        replace_file(path, file_bytes(figure, path.suffix.lower()))
        if not isinstance(results, Results):
            texts = [row.question for row in results.rows] if isinstance(results, AskResults) else []
            note_boxes([results.deck.name, *texts, *(card.name for card in results.deck.cards)], quiet=quiet)


def note_boxes(texts: Sequence[str], *, quiet: bool) -> None:
    """Say which letters of texts in a picture no installed font has."""
    from mulliganlab.fitting import boxed_letters  # loads matplotlib

    letters = boxed_letters(texts)
    if letters:
        shown = letters if len(letters) <= MOST_LETTERS else letters[:MOST_LETTERS] + "…"
        note(f"no installed font has {shown}: pictures show boxes for them", quiet=quiet)
