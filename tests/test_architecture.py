"""How the package is built: data flows one way, each job has its place, modules and functions stay small."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

import mulliganlab

ROOT = Path(mulliganlab.__file__).parent

FROM_LEFT_TO_RIGHT = """
    errors arguments showing names headings cardline encoding marks pmf intervals executing keeping compiling
    rules composition opponent
    species energy pokemon_name stage decklist deck
    question question_parser question_counter question_layout question_names

    exact quantities joint card_odds question_odds
    scipy_laws scipy_card_odds

    dealing kernel games tally simulation openings question_sample
    checking

    results dispute deck_results ask_results compare_results set_up_results
    study deck_study ask_study compare_study copies_study set_ups self_check

    tables deck_tables ask_tables compare_tables copies_tables set_up_tables
    findings fitting drawing plots deck_plots ask_plots figures
    page_tables page_pictures page
    api

    cli.output cli.options cli.progress cli.lists cli.places cli.repeat cli.pictures
    cli.basics cli.deck cli.ask cli.copies cli.deal cli.resolve cli.compare cli.report cli.check
    cli __main__
"""
ORDER = FROM_LEFT_TO_RIGHT.split()
"""A module imports what stands before it, and nothing else of the package but its version."""

KERNEL = {"kernel", "games"}
"""The modules of compiled code."""

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 50

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Import:
    """A module that another one imports, and where: for types alone, or within which function."""

    module: str
    names: tuple[str, ...]
    for_types: bool
    function: str


@dataclass(frozen=True)
class Source:
    """A module of the package."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def imports(self) -> list[Import]:
        return list(_imports(self.tree, for_types=False, function=""))

    @cached_property
    def public(self) -> list[str]:
        """What ``__all__`` names."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                return [str(name) for name in ast.literal_eval(node.value)]
        return []

    @property
    def functions(self) -> list[Function]:
        return [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    def of_package(self) -> Iterator[tuple[str, Import]]:
        """Modules of the package that this one imports when it runs."""
        for found in self.imports:
            root, _, rest = found.module.partition(".")
            if root == "mulliganlab" and not found.for_types:
                for name in found.names:
                    inner = f"{rest}.{name}".lstrip(".")
                    yield inner if inner in SOURCES else rest, found


def _imports(node: ast.AST, *, for_types: bool, function: str) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            names = tuple(alias.name for alias in child.names)
            yield Import("." * child.level + (child.module or ""), names, for_types, function)
        elif isinstance(child, ast.Import):
            yield from (Import(alias.name, ("",), for_types, function) for alias in child.names)
        else:
            typing_only = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
            inside = child.name if isinstance(child, Function) else function
            yield from _imports(child, for_types=for_types or typing_only, function=inside)


def _read() -> Iterator[Source]:
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        yield Source(name, path.read_text(encoding="utf-8"))


SOURCES = {source.name: source for source in _read()}
MODULES = [source for name, source in SOURCES.items() if name]
LIBRARY = [source for source in MODULES if not source.name.startswith(("cli", "__main__"))]

every_module = pytest.mark.parametrize("source", MODULES, ids=lambda source: source.name)


def test_every_module_has_its_place() -> None:
    assert sorted(source.name for source in MODULES) == sorted(ORDER)


@every_module
def test_a_module_imports_only_from_its_left(source: Source) -> None:
    place = ORDER.index(source.name)
    for module, found in source.of_package():
        if not module:
            assert found.names == ("__version__",), f"{source.name} imports the package itself"
        elif found.function == "__str__":
            assert module.endswith("tables"), "only a text for people may be asked of a module to the right"
        else:
            assert module in ORDER[:place], f"{source.name} imports {module} from its right"


def everything_behind(name: str) -> set[str]:
    """Modules that one needs, with what they need themselves."""
    found: set[str] = set()
    waiting = {name}
    while waiting:
        module = waiting.pop()
        found.add(module)
        waiting |= {m for m, how in SOURCES[module].of_package() if m and how.function != "__str__"} - found
    return found


def test_exact_laws_and_simulation_do_not_know_each_other() -> None:
    laws = everything_behind("exact") | everything_behind("card_odds") | everything_behind("question_odds")
    played = everything_behind("simulation") | everything_behind("openings")
    scipy = everything_behind("scipy_laws")
    assert not laws & {"dealing", "kernel", "games", "tally", "simulation", "scipy_laws", "scipy_card_odds"}
    assert not played & {"exact", "pmf", "card_odds", "scipy_laws", "checking"}
    assert not scipy & {"exact", "pmf", "dealing", "kernel"}


@pytest.mark.parametrize("source", LIBRARY, ids=lambda source: source.name)
def test_the_library_knows_no_command_line(source: Source) -> None:
    modules = {found.module for found in source.imports}
    assert not {module for module in modules if module.split(".")[0] == "click"}
    assert not {module for module in modules if module.startswith("mulliganlab.cli")}


@every_module
def test_nothing_private_is_imported(source: Source) -> None:
    for found in source.imports:
        assert not found.module.startswith("."), "imports are absolute"
        if found.module.split(".")[0] == "mulliganlab":
            private = [name for name in found.names if name.startswith("_") and name != "__version__"]
            assert not private, f"{source.name} imports {private} of {found.module}"


@every_module
def test_compiled_code_has_its_place(source: Source) -> None:
    imports_numba = any(found.module.split(".")[0] in ("numba", "llvmlite") for found in source.imports)
    assert not imports_numba or source.name in {"compiling", "keeping"}
    compiles = any(
        "jit" in ast.unparse(decorator)
        for function in source.functions
        for decorator in function.decorator_list
    )
    assert compiles == (source.name in KERNEL)


@every_module
def test_nothing_prints_or_draws_by_a_global_state(source: Source) -> None:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            assert called != "print", f"line {node.lineno}"
            assert not called.endswith("random.seed"), f"line {node.lineno}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert "pyplot" not in ast.unparse(node), f"line {node.lineno}"


@every_module
def test_modules_and_functions_are_small(source: Source) -> None:
    assert len(source.text.splitlines()) <= MOST_LINES
    for function in source.functions:
        first, last = function.body[0], function.end_lineno or 0
        documented = ast.get_docstring(function) is not None
        docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
        lines = last - function.lineno + 1 - docstring
        assert lines <= MOST_LINES_OF_A_FUNCTION, f"{function.name} has {lines} lines"


def test_half_of_the_modules_fit_on_three_screens() -> None:
    lengths = sorted(len(source.text.splitlines()) for source in MODULES)
    assert lengths[len(lengths) // 2] <= 150


@every_module
def test_public_names_are_told_and_documented(source: Source) -> None:
    if source.name == "__main__":
        return
    assert source.public, "what is public is named in __all__"
    assert len(set(source.public)) == len(source.public)
    assert ast.get_docstring(source.tree)
    defined = {node.name: node for node in source.tree.body if isinstance(node, Function | ast.ClassDef)}
    for name in set(source.public) & set(defined):
        node = defined[name]
        assert ast.get_docstring(node), f"{name} has no docstring"
        for member in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(member, Function) and not member.name.startswith("_"):
                assert ast.get_docstring(member), f"{name}.{member.name} has no docstring"


FEW_ENOUGH = 4
"""Parameters that a sentence can tell."""


def _lacking(source: Source) -> list[str]:
    """Public functions with many parameters that no section of their docstring tells."""
    lacking = []
    for node in source.tree.body:
        if isinstance(node, Function) and node.name in source.public:
            parameters = len(node.args.posonlyargs + node.args.args + node.args.kwonlyargs)
            if parameters > FEW_ENOUGH and "Parameters\n-----" not in (ast.get_docstring(node) or ""):
                lacking.append(node.name)
    return lacking


@pytest.mark.parametrize(
    "source",
    LIBRARY,
    ids=lambda source: source.name,
)
def test_many_parameters_have_their_section(source: Source) -> None:
    assert _lacking(source) == []


def test_data_tables_are_data() -> None:
    assert len(list((ROOT / "data").glob("*.csv"))) >= 10
    assert (ROOT / "py.typed").exists()
