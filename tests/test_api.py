"""The public names: which there are, what they are, how they are documented, how little they load."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

import mulliganlab as ml
from mulliganlab import api

PUBLIC = {
    "Composition",
    "Deck",
    "InputError",
    "MulliganlabError",
    "Opponent",
    "Question",
    "RULE_SETS",
    "Rules",
    "STANDARD",
    "__version__",
    "ask",
    "basics",
    "check",
    "compare",
    "copies",
    "deal",
    "law",
    "read_deck",
    "report",
    "resolve",
    "rule_set",
    "simulate",
    "study_deck",
}

VALUES = {"RULE_SETS", "STANDARD", "__version__"}

CALLED = sorted(PUBLIC - VALUES)


def test_public_names() -> None:
    assert set(dir(ml)) == PUBLIC
    assert set(ml.__all__) == PUBLIC
    assert len(ml.__all__) == len(PUBLIC)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'mulligans'"):
        ml.mulligans  # noqa: B018


@pytest.mark.parametrize("name", CALLED)
def test_names_stay_what_they_are_when_everything_is_loaded(name: str) -> None:
    for module in iter_modules(ml.__path__):
        if module.name != "__main__":
            import_module(f"mulliganlab.{module.name}")
    assert callable(getattr(ml, name))


@pytest.mark.parametrize("name", CALLED)
def test_public_names_are_documented_with_an_example(name: str) -> None:
    found = getattr(api, name, None) or getattr(ml, name)
    text = inspect.getdoc(found) or ""
    assert text.splitlines()[0].endswith(".")
    if inspect.isfunction(found) and len(inspect.signature(found).parameters) > 1:
        assert "Parameters\n-----" in text
    if not name.endswith("Error"):
        assert "Examples\n-----" in text
        assert ">>> " in text


WRONG: Any = 3

LIST = "8 Pikachu\n52 Fire Energy"


def test_lists_in_every_handy_form(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(LIST, "utf-8")
    assert ml.compare(LIST, file, games=0).exchanged == ()
    assert len(ml.copies(file, "Pikachu", "Pikachu", exchange="Fire Energy", games=0).rows) == 8
    assert len(ml.deal(ml.read_deck(LIST.encode()), 12, "prerelease", number=2, seed=1).set_ups) == 2
    assert ml.resolve(5, 2).may_draw == (0, 3)
    assert "<html" in ml.report(ml.study_deck(file, games=0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ml.deal(WRONG), "a deck list is a Deck, its text or the Path of its file, not int"),
        (lambda: ml.study_deck(Path("/nowhere/at/all")), "cannot read the deck list"),
        (lambda: ml.report(WRONG), "what basics or study_deck found"),
        (lambda: ml.copies(LIST, "Pikachu", WRONG), "a question is a text"),
        (lambda: ml.ask(ml.read_deck(LIST.encode()), [WRONG]), "a question is a text"),
    ],
)
def test_wrong_types_are_said(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ml.InputError, match=message):
        call()


def test_errors_are_values_errors_with_one_base() -> None:
    assert issubclass(ml.InputError, ml.MulliganlabError)
    assert issubclass(ml.InputError, ValueError)
    with pytest.raises(ml.InputError, match="from 1 to 60"):
        ml.law(0)


def test_one_deck_in_every_handy_form() -> None:
    fractions = [
        ml.law(8, 12).mulligan_probability,
        ml.law(ml.Composition(60, 8), "12", "standard").mulligan_probability,
        ml.law(ml.read_deck(b"8 Pikachu\n52 Fire Energy"), "8:1", ml.STANDARD).mulligan_probability,
    ]
    assert {fraction.as_integer_ratio() for fraction in fractions} == {(3344614, 9655173)}
    assert ml.law(8, rules="prerelease").deck.size == 40


def test_import_loads_nothing_heavy() -> None:
    code = "import sys, mulliganlab; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"numpy", "numba", "scipy", "matplotlib", "click", "tabulate", "jinja2"}
    assert [name for name in done.stdout.split() if name.startswith("mulliganlab")] == ["mulliganlab"]
