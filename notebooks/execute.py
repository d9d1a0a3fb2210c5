"""Executes the notebooks beside this file and stores their output, without the times it took.

Usage: python notebooks/execute.py
"""

from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main() -> None:
    """Execute all notebooks in place."""
    folder = Path(__file__).parent
    for file in sorted(folder.glob("*.ipynb")):
        notebook = nbformat.read(file, as_version=4)
        resources = {"metadata": {"path": str(folder)}}
        NotebookClient(notebook, timeout=300, resources=resources, record_timing=False).execute()
        # The version of the interpreter says nothing about the notebook.
        notebook.metadata["language_info"] = {"name": "python"}
        nbformat.write(notebook, file)
        print(f"executed {file.name}")


if __name__ == "__main__":
    main()
