"""Every notebook runs to its end, where it asserts what it says."""

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_three_notebooks() -> None:
    assert [notebook.name[0] for notebook in NOTEBOOKS] == ["1", "2", "3"]


@pytest.mark.filterwarnings("default")  # of the notebook's machinery, which is not ours
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_runs_without_an_error(notebook: Path) -> None:
    content = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    resources = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(content, timeout=300, resources=resources, record_timing=False).execute()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_is_stored_with_its_output_and_ends_in_assertions(notebook: Path) -> None:
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert any("image/png" in output.get("data", {}) for cell in cells for output in cell["outputs"])
    assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])
    assert "".join(cells[-1]["source"]).count("assert ") >= 3
