"""The public names: which there are, what they are, how they are documented, how little they load."""

import inspect
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

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
    "law",
    "read_deck",
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
